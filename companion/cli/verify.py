"""`gong verify`: simulate a pack and report what is wrong with it as it plays."""

from __future__ import annotations

import shlex
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final

import click

from companion.cli import INTERRUPTED, pack_reports
from companion.cli.missions import require_folders
from companion.cli.parameters import PointsType, SeatsType, SecondsType, WordListType
from companion.cli.play import read_options
from companion.cli.progress import progress_bar
from companion.cli.verify_report import VerifyRun, print_run
from companion.errors import UsageError
from companion.missions.diff import compare
from companion.missions.findings import PackError
from companion.missions.loader import load_pack
from companion.missions.mission_ids import MISSION_IDS
from companion.missions.pack import Pack, find_pack
from companion.rules.fight.game import Fight
from companion.rules.registry import create_game
from companion.store.reading import read
from companion.store.rows import summed
from companion.verify.findings import judge
from companion.verify.jobs import POLICIES, Policy, SimulationJob
from companion.verify.limits import Limits, load_limits
from companion.verify.measurement import SECONDS_PER_TURN
from companion.verify.measures import Measures
from companion.verify.pack_differences import changed_missions, differences, only
from companion.verify.replay_command import replay_command
from companion.verify.report import report_file
from companion.verify.study import StoppingRule, study
from companion.verify.worker_pool import Engine, choose_engine, open_pool, prepare

MATCHES: Final[dict[Engine, int]] = {"kernel": 20_000, "reference": 200}
"""Matches with each number of players and policy unless something else is asked for: well under a minute in all."""

ENGINES: Final[dict[Engine | None, str]] = {
    "kernel": "the compiled kernel",
    "reference": "the reference engine",
    None: "the fastest engine of each worker",
}
"""The engines in words; they give the same results."""

_PATH = click.Path(path_type=Path)
_SECONDS = SecondsType()


@click.command()
@click.argument("folder", required=False, metavar="[DIR]", type=_PATH)
@click.option(
    "--matches", type=click.IntRange(min=1), metavar="N", help="Matches for each number of players and policy."
)
@click.option("--until", type=PointsType(), metavar="0.3pp", help="Stop when each effect is known this precisely.")
@click.option("--seconds", type=_SECONDS, metavar="S", help="Stop after this many seconds.")
@click.option(
    "--seats", type=SeatsType(), default="2-6", show_default=True, metavar="2-6|2,4|4", help="Numbers of players."
)
@click.option(
    "--policy", "policies", type=WordListType("policy", POLICIES), default="all", show_default=True,
    metavar=f"{'|'.join(POLICIES)}|all", help="How the players play; separate several by commas.",
)  # fmt: skip
@click.option(
    "--judge", "judged", type=WordListType("mission", MISSION_IDS, none=True), metavar="ID,...|all|none",
    help="Missions whose effect on the chance to win is measured.  [default: all; none without the kernel]",
)  # fmt: skip
@click.option("--seed", type=int, default=0, show_default=True, metavar="S", help="Same seed, same result.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="reshuffle=literal or jokers=false.")
@click.option("--against", type=_PATH, metavar="DIR", help="Compare only missions that changed since this pack.")
@click.option("--limits", "limits_file", type=_PATH, metavar="FILE", help="Limits that the pack must keep (TOML).")
@click.option("--report", type=_PATH, metavar="FILE.html", help="Write a report with pictures.")
@click.option("--store", type=_PATH, metavar="FILE", help="Show the reports of a site's players next to the figures.")
@click.option(
    "--seconds-per-turn", type=_SECONDS, default=SECONDS_PER_TURN, show_default=True, metavar="S",
    help="Seconds that a turn takes at the table; used to estimate minutes.",
)  # fmt: skip
@click.option(
    "--jobs", "count", type=click.IntRange(min=1), metavar="N", help="Number of workers.  [default: one per processor]"
)
@click.option("--dask", metavar="ADDRESS", help="Run on the Dask cluster with this scheduler.")
@click.option(
    "--format",
    "form",
    type=click.Choice(pack_reports.FORMATS),
    default="text",
    show_default=True,
    help="Output format.",
)
def verify(
    folder: Path | None,
    matches: int | None,
    until: float | None,
    seconds: float | None,
    seats: tuple[int, ...],
    policies: tuple[Policy, ...],
    judged: tuple[str, ...] | None,
    seed: int,
    options: tuple[str, ...],
    against: Path | None,
    limits_file: Path | None,
    report: Path | None,
    store: Path | None,
    seconds_per_turn: float,
    count: int | None,
    dask: str | None,
    form: str,
) -> None:
    """Simulate a pack of missions and report what is wrong with it.

    DIR is the folder of a good pack; without one it is the core pack. Bots play GONG FIGHT with each number of players,
    all of them by the same policy, and every mission is measured. What breaks a limit beyond chance is a finding, and
    the status is 1 if there is any; each ends with a command that shows it. docs/verify.md explains every number.
    """
    limits = load_limits(limits_file)
    if report is not None:
        report_file.require()
        report_file.check_path(report)
    where = folder or _short(find_pack())
    pack, *others = _load([where, *([against] if against else [])], form)
    old = others[0] if others else None
    judged = _judged(pack, old, judged, until)
    rules = _rules(options)
    jobs = [
        SimulationJob(pack, number, policy, rules.reshuffle, rules.jokers, seed)
        for policy in policies
        for number in seats
    ]
    engine = choose_engine(jobs)
    if judged is None:
        judged = MISSION_IDS if engine == "kernel" or until is not None else ()
    jobs = [replace(job, judged=judged) for job in jobs]
    if matches is None and until is None and seconds is None:
        matches = MATCHES[engine]
    rule = StoppingRule(matches, until, seconds)
    run = VerifyRun(pack, old, judged, rule.fixed, reported=None if store is None else _reported(store, pack))
    if run.needed:
        jobs += [replace(job, pack=old) for job in jobs if old is not None]
        with _interruptible(), open_pool(None if dask else engine, count, dask) as pool:
            if pool.engine is not None:
                with _message_if_slow("Compiling the kernel; this is done once and takes about a minute."):
                    prepare(pool.engine)
            with progress_bar("Simulating") as progress:
                measures = study(jobs, rule, pool, progress, seconds_per_turn)
        click.echo(f"Played by {ENGINES[pool.engine]}, {pool.description}.", err=True)
        run = _finish(run, measures, pack, limits, None if folder is None else str(folder))
    if report is not None and run.measures:
        command = f"gong {shlex.join(sys.argv[1:])}"
        report_file.write(report, run.measures, run.verdict, limits, command, fixed=run.fixed)
        click.echo(f"The report is in {report}.", err=True)
    print_run(run, form)
    if run.verdict.findings:
        raise click.exceptions.Exit(1)


def _load(folders: Sequence[Path], form: str) -> list[Pack]:
    """Return the packs; print the faults of one as `gong missions check` does."""
    require_folders(tuple(folders))
    try:
        return [load_pack(folder) for folder in folders]
    except PackError as error:
        pack_reports.findings(error.findings, (), form)
        click.echo("Only a good pack can be simulated; gong missions check tells the same.", err=True)
        raise click.exceptions.Exit(1) from None


def _reported(store: Path, pack: Pack) -> Mapping[str, Mapping[str, int]]:
    """Return what players were shown and reported of this version of the pack, by mission."""
    rows = read(store)
    mine = tuple(row for row in rows if (row.shown.pack, row.shown.version) == (pack.id, pack.version))
    return summed(mine, lambda row: row.shown.mission)


def _short(folder: Path) -> Path:
    """Return a folder as short as it can be written from here."""
    here = Path.cwd()
    return folder.relative_to(here) if folder.is_relative_to(here) else folder


def _judged(
    pack: Pack, old: Pack | None, judged: tuple[str, ...] | None, until: float | None
) -> tuple[str, ...] | None:
    """Return the missions whose effect is to be measured; None for what is usual."""
    if until is not None and judged == ():
        raise UsageError("--until waits for the effects of missions, and --judge none measures none; leave one out.")
    if old is None:
        return judged
    if judged is not None:
        raise UsageError("--against judges the missions that changed; leave --judge out.")
    return changed_missions(compare(old, pack))


def _rules(options: tuple[str, ...]) -> Fight:
    """Return the rules with their options; those that a simulation does not have are refused."""
    chosen = read_options(options)
    for name in ("pack", "rounds"):
        if name in chosen:
            why = "the pack is the argument DIR" if name == "pack" else "a simulated match has one round"
            raise UsageError(f"--option {name} is not for gong verify: {why}.")
    game = create_game("fight", **chosen)
    assert isinstance(game, Fight)  # noqa: S101 - for the type checker
    return game


def _finish(run: VerifyRun, measures: Sequence[Measures], pack: Pack, limits: Limits, named: str | None) -> VerifyRun:
    """Judge what was measured; the old pack's measures come after those of the new one."""
    new = list(measures)
    old: list[Measures] = []
    changes = []
    if run.old is not None:
        half = len(new) // 2
        new, old = ([only(found, run.judged) for found in part] for part in (new[:half], new[half:]))
        changes = [
            difference
            for before, after in zip(old, new, strict=True)
            for difference in differences(before, after, run.judged, fixed=run.fixed)
        ]

    def replay(found: Measures, match: int, mission: str) -> str:
        return replay_command(found.job, match, mission, named, end=True)

    return replace(
        run, measures=new, old_measures=old, differences=changes, verdict=judge(new, pack, limits, replay)
    )  # fmt: skip


@contextmanager
def _message_if_slow(sentence: str, seconds: float = 8.0) -> Iterator[None]:
    """Print a message if the block takes longer than this (s)."""
    timer = threading.Timer(seconds, click.echo, (sentence,), {"err": True})
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


@contextmanager
def _interruptible() -> Iterator[None]:
    """End quietly on Ctrl-C."""
    try:
        yield
    except KeyboardInterrupt:
        click.echo("\nStopped before the end: nothing is judged.", err=True)
        raise click.exceptions.Exit(INTERRUPTED) from None
