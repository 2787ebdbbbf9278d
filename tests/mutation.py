"""Mutation testing: how many changed lines do the tests of a room notice? `make mutate`; scores: docs/testing.md.

    python tests/mutation.py missions --sample 60 --seed 1

A copy of the checkout is mutated by Cosmic Ray, one change at a time, and the tests of the room run against each. A
whole room has thousands of mutants and takes hours; a sample drawn with a seed takes minutes and can be repeated.
Exit status: 0 if the score reaches `--goal`, 1 otherwise.
"""

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import MutationSpec, WorkerOutcome, WorkItem, WorkResult

ROOT = Path(__file__).parents[1]

ROOMS = {
    "missions": ("companion/missions", "tests/missions tests/verbs tests/duels"),
    "rules": ("companion/rules", "tests/rules tests/verbs tests/duels"),
    "verify": ("companion/verify", "tests/verify"),
}
"""For each room the folder that is mutated and the tests that must notice."""

EXCLUDED = ["companion/verify/kernel/**/*.py", "companion/verify/report/*.py"]
"""Compiled code is compared with the reference engine, state by state; of the report only its figures are tested."""

TIMEOUT = 600.0
"""Seconds after which a mutant that hangs counts as noticed."""

SKIPPED = WorkResult(WorkerOutcome.SKIPPED)


def main() -> int:
    """Mutate a room and print its score."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("room", choices=ROOMS)
    parser.add_argument("--sample", type=int, default=0, help="mutants to try, 0 for all")
    parser.add_argument("--seed", type=int, default=1, help="which sample")
    parser.add_argument("--goal", type=float, default=0.95, help="share of mutants that must be noticed")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="mutation-") as folder:
        return run(Path(folder), args)


def run(folder: Path, args: argparse.Namespace) -> int:
    """Run the mutants of a room in a copy of the checkout below `folder`."""
    copy = folder / "checkout"
    copy_checkout(copy)
    source, tests = ROOMS[args.room]
    tests = " ".join(test for test in tests.split() if (copy / test).is_dir())
    config, session = folder / "config.toml", folder / "session.sqlite"
    config.write_text(
        f'[cosmic-ray]\nmodule-path = ["{source}"]\ntimeout = {TIMEOUT}\nexcluded-modules = {EXCLUDED}\n'
        f'test-command = "{sys.executable} -m pytest -x -q -n auto -p no:cacheprovider {tests}"\n'
        '[cosmic-ray.distributor]\nname = "local"\n'
    )
    cosmic_ray(copy, "init", config, session)
    with use_db(session, WorkDB.Mode.open) as db:
        chosen = select(db, copy, args.sample, args.seed)
    cosmic_ray(copy, "baseline", config)
    cosmic_ray(copy, "exec", config, session)
    with use_db(session, WorkDB.Mode.open) as db:
        results = dict(db.results)
        items = {item.job_id: item for item in db.work_items}
    survivors = [items[job] for job in chosen if not results[job].is_killed]
    for item in survivors:
        mutation = item.mutations[0]
        print(f"survived: {mutation.module_path}:{mutation.start_pos[0]} {mutation.operator_name}")
        print("\n".join(line for line in (results[item.job_id].diff or "").splitlines() if line[:1] in "+-"))
    score = 1 - len(survivors) / max(1, len(chosen))
    print(f"{args.room}: {len(chosen) - len(survivors)} of {len(chosen)} mutants noticed, {100 * score:.1f} %")
    return 0 if score >= args.goal else 1


def copy_checkout(target: Path) -> None:
    """Copy the files that git tracks, as they are in the working tree."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True).stdout
    for name in filter(None, listed.decode().split("\0")):
        if (ROOT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target / name)


def cosmic_ray(folder: Path, command: str, *args: Path) -> None:
    """Run a command of Cosmic Ray, with the copy before the installed package on the path."""
    subprocess.run(
        [Path(sys.executable).with_name("cosmic-ray"), command, *args],
        cwd=folder,
        check=True,
        env={**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"},
    )


def select(db: WorkDB, folder: Path, sample: int, seed: int) -> list[str]:
    """Skip mutants that cannot matter and those outside the sample; return the jobs that are left."""
    spans: dict[Path, list[tuple[int, int]]] = {}
    useful = []
    for item in db.work_items:
        mutation = item.mutations[0]
        path = folder / mutation.module_path
        if path not in spans:
            spans[path] = list(without_effect(ast.parse(path.read_text("utf-8"))))
        if matters(item, spans[path]):
            useful.append(item)
    useful.sort(key=lambda item: order(item.mutations[0]))
    chosen = random.Random(seed).sample(useful, min(sample or len(useful), len(useful)))
    kept = {item.job_id for item in chosen}
    db.set_multiple_results([item.job_id for item in db.work_items if item.job_id not in kept], SKIPPED)
    return sorted(kept)


def order(mutation: MutationSpec) -> tuple[str, int, int, str, int]:
    """Return what sorts mutants the same way in every run; the ids of jobs are random."""
    return (str(mutation.module_path), *mutation.start_pos, mutation.operator_name, mutation.occurrence)


def matters(item: WorkItem, spans: list[tuple[int, int]]) -> bool:
    """Return False for a mutant in code that only type checkers read."""
    line = item.mutations[0].start_pos[0]
    return not any(first <= line <= last for first, last in spans)


def without_effect(tree: ast.Module) -> Iterator[tuple[int, int]]:
    """Give the lines (first, last) of annotations, type aliases, decorators and what only type checkers import."""
    for node in ast.walk(tree):
        inside: list[ast.AST | None] = []
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
                inside = [node.returns, *(argument.annotation for argument in arguments), *node.decorator_list]
            case ast.ClassDef():
                inside = list(node.decorator_list)
            case ast.AnnAssign(annotation=annotation, value=value):
                alias = isinstance(annotation, ast.Name) and annotation.id == "TypeAlias"
                inside = [value if alias else annotation if value is None else None]
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                inside = list(node.body)
        for found in inside:
            if found is not None and hasattr(found, "lineno"):
                yield found.lineno, found.end_lineno or found.lineno


if __name__ == "__main__":
    sys.exit(main())
