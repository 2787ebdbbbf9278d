"""The rule engines compiled by mypyc: the same source, several times as fast, for millions of matches.

    python benchmarks/compiled.py build/compiled
    PYTHONPATH=build/compiled gong play link

A copy of the package is made in the folder, and the modules of the hot path in it are compiled; the checkout itself is
left alone. It needs mypy (a development dependency) and a C compiler. `tests/rules/test_compiled.py` proves that the
compiled engines play the very same matches.
"""

import argparse
import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]

MODULES: Final = (
    "companion/errors.py",
    "companion/rules/game.py",
    "companion/rules/gong/cards.py",
    "companion/rules/gong/events.py",
    "companion/rules/gong/shuffle.py",
    "companion/rules/gong/state.py",
    "companion/rules/link.py",
    "companion/rules/family.py",
    "companion/rules/fight/zones.py",
    "companion/rules/fight/decisions.py",
    "companion/rules/fight/program.py",
    "companion/rules/fight/context.py",
    "companion/rules/fight/bout.py",
    "companion/rules/fight/card_transfer.py",
    "companion/rules/fight/secret_choice.py",
    "companion/rules/fight/laying.py",
    "companion/rules/fight/hidden_card.py",
    "companion/rules/fight/chance_duel.py",
    "companion/rules/fight/execution.py",
    "companion/rules/fight/state.py",
    *(
        str(path.relative_to(ROOT))
        for folder in ("verbs", "duels")
        for path in sorted((ROOT / "companion/rules/fight" / folder).glob("[!_]*.py"))
        if path.stem != "registry"
    ),
)

MARKS: Final = {
    "InvariantError": "native_class=False",  # an AssertionError cannot be a native class
    "Game": "native_class=False",  # nor can a frozen dataclass with an abstract base
    "Link": "native_class=False",
    "Family": "native_class=False",
    "State": "allow_interpreted_subclasses=True",  # the other games
}
"""Options of classes for mypyc, kept out of the source itself."""


class CannotCompileError(Exception):
    """No mypyc, no C compiler, or code that mypyc refuses."""


def build(folder: Path) -> Path:
    """Copy the package into the folder, compile the hot modules there, and return the folder for PYTHONPATH.

    Raises:
        CannotCompileError: with the words of the compiler.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in ("companion", "printables", "missions", "templates"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    for module in MODULES:
        path = folder / module
        path.write_text(_marked(path.read_text(encoding="utf-8")), encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "mypyc", *MODULES], cwd=folder, capture_output=True, text=True, env=_environment(folder)
    )
    if run.returncode:
        raise CannotCompileError("\n".join((run.stdout + run.stderr).splitlines()[-8:]))
    return folder


def _marked(source: str) -> str:
    """Put the marks before the classes of a module, and their import before its first import."""
    lines = source.splitlines(keepends=True)
    body = ast.parse(source).body
    classes = [node for node in body if isinstance(node, ast.ClassDef) and node.name in MARKS]
    for node in reversed(classes):
        first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
        lines.insert(first - 1, f"@mypyc_attr({MARKS[node.name]})\n")
    if classes:
        first = next(node.lineno for node in body if isinstance(node, ast.Import | ast.ImportFrom))
        lines.insert(first - 1, "from mypy_extensions import mypyc_attr\n")
    return "".join(lines)


def _environment(folder: Path) -> dict[str, str]:
    """Return an environment in which the package is found in the folder."""
    return {**os.environ, "PYTHONPATH": str(folder)}


def run_compiled(folder: Path, *arguments: str) -> str:
    """Run Python with the compiled package and return what it prints."""
    run = subprocess.run(
        [sys.executable, *arguments], cwd=folder, capture_output=True, text=True, check=True, env=_environment(folder)
    )
    return run.stdout


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="an empty or new folder, which is emptied first")
    try:
        print(f"Compiled into {build(parser.parse_args().folder.resolve())}.")
    except CannotCompileError as error:
        sys.exit(f"Cannot compile: {error}")
