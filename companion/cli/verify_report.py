"""Output of `gong verify`: tables for people, JSON for programs, annotations for pull requests."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any, Final

import click

from companion.cli.pack_reports import annotation
from companion.missions.pack import Pack
from companion.store.rows import REASONS
from companion.verify.findings import BalanceFinding, Verdict
from companion.verify.jobs import POLICIES
from companion.verify.measures import LengthMeasures, Measures, MissionMeasures, WaitMeasures
from companion.verify.pack_differences import Difference
from companion.verify.statistics import CONFIDENCE, Mean

NO_TESTS: Final = Verdict((), 0, 0)
"""The verdict of a run without measures."""


@dataclass(frozen=True)
class VerifyRun:
    """The input and the results of one `gong verify`.

    Attributes:
        pack: the pack.
        old: the pack that it is compared with; None if it is compared with none.
        judged: the missions whose effect on the chance to win is measured.
        fixed: the intervals are those of samples of fixed size, else of confidence sequences.
        measures: what was measured, for each number of seats and each policy.
        old_measures: the same for the old pack.
        differences: what changed.
        verdict: the result of all limit tests.
        reported: how often players of a site reported each mission, by reason; None if that is not asked for.
    """

    pack: Pack
    old: Pack | None
    judged: Sequence[str]
    fixed: bool
    measures: Sequence[Measures] = ()
    old_measures: Sequence[Measures] = ()
    differences: Sequence[Difference] = ()
    verdict: Verdict = NO_TESTS
    reported: Mapping[str, Mapping[str, int]] | None = None

    @property
    def needed(self) -> bool:
        """Return True if there is anything to simulate: not if a pack plays as the old one did."""
        return self.old is None or bool(self.judged)


def print_run(run: VerifyRun, form: str) -> None:
    """Print a run as text, JSON or annotations."""
    if form == "json":
        click.echo(json.dumps(_as_data(run), indent=2, ensure_ascii=False))
    elif form == "github":
        for finding in run.verdict.findings:
            click.echo(annotation(finding, f"{finding.message} See it: {finding.replay}"))
    else:
        for line in _text(run):
            click.echo(line)


# Text


def _text(run: VerifyRun) -> Iterator[str]:
    if not run.needed:
        yield f"{run.pack} plays as {run.old} does: there is nothing to judge."
        return
    yield _headline(run)
    yield ""
    yield from _settings_table(run.measures)
    if run.old:
        yield ""
        yield from _against(run)
    else:
        yield ""
        yield from _missions_table(run)
    yield from _reported(run)
    yield ""
    yield from _findings(run)


def _headline(run: VerifyRun) -> str:
    """Return what was simulated."""
    jobs = [measures.job for measures in run.measures]
    counts = sorted({job.matches for job in jobs})
    matches = f"{counts[0]:,}" if len(counts) == 1 else f"{counts[0]:,} to {counts[-1]:,}"
    options = [f"reshuffle={jobs[0].reshuffle}"] * (jobs[0].reshuffle != "threshold")
    options += ["jokers=false"] * (not jobs[0].jokers)
    special = f", {', '.join(options)}" if options else ""
    against = f" against {run.old}" if run.old else ""
    return (
        f"{run.pack}{against}: {matches} matches with each number of players and policy, seed {jobs[0].seed}{special}."
    )


def _settings_table(all_measures: Sequence[Measures]) -> Iterator[str]:
    most = max(measures.job.seats for measures in all_measures)
    wins = "wins of seat 0, 1, ... in %, in brackets what the order of turns explains"
    turns = f"{'median':>7}{'90 %':>6}{'99 %':>6}{'longest':>8}{'minutes':>8}"
    yield f"{'players':<8}{'policy':<9}{turns}  {'unfinished':<20}{wins}"
    for measures in sorted(all_measures, key=_order):
        lengths = measures.lengths
        seats = " ".join(f"{100 * seat.wins.value:.1f}" for seat in measures.seats)
        order = " ".join(f"{100 * seat.expected:.1f}" for seat in measures.seats)
        yield (
            f"{measures.job.seats:<8}{measures.job.policy:<9}{lengths.median:>7}{lengths.p90:>6}{lengths.p99:>6}"
            f"{lengths.longest:>8}{lengths.minutes:>8.0f}  {_unfinished(measures):<20}"
            f"{seats:<{5 * most - 1}}  ({order})"
        )


def _order(measures: Measures) -> tuple[int, int]:
    return measures.job.seats, POLICIES.index(measures.job.policy)


def _unfinished(measures: Measures) -> str:
    """Return how many matches do not end: their share, or what it does not exceed."""
    if not measures.unfinished.count:
        return f"none (< {_percent(measures.unfinished_at_most)})"
    return f"{_percent(measures.unfinished.value)} (e.g. {measures.unfinished_match})"


def _percent(share: float) -> str:
    """Return a share with two digits that mean something."""
    percent = 100 * share
    return f"{percent:.1f} %" if percent >= 1 or percent == 0 else f"{percent:.2g} %"


def _missions_table(run: VerifyRun) -> Iterator[str]:
    """Give a line for each mission: the means of all settings, each counting the same."""
    judged = any(mission.effect for measures in run.measures for mission in measures.missions.values())
    wins = f"{'chance to win':>15}{'least':>8}{'most':>7}" if judged else ""
    yield f"{'mission':<34}{'drawn':>7}{'effect':>8}{'own hand':>10}{'others':>8}{wins}"
    for name in run.pack.missions:
        found = [measures.missions[name] for measures in run.measures if name in measures.missions]
        if found:
            yield _mission_line(f"{name} {run.pack.title(name, run.pack.languages[0])}", found, judged)
    effects = ", of the chance to win in percentage points with its least and most" if judged else ""
    yield (
        "Means of all numbers of players and policies: times drawn in a match, share of them that moved a card, change "
        f"of the hand of who drew it and of all others{effects}."
    )
    if not judged:
        yield "The effect on the chance to win was not measured (--judge)."


def _mission_line(title: str, found: Sequence[MissionMeasures], judged: bool) -> str:
    drawn = [mission for mission in found if mission.executions]
    line = f"{title:<34}{_mean(mission.per_match for mission in found):>7.2f}"
    if not drawn:
        return f"{line}    never"
    line += f"{100 * _mean(mission.effective.value for mission in drawn):>6.0f} %"
    line += (
        f"{_mean(mission.own.value for mission in drawn):>+10.2f}{_mean(mission.others for mission in drawn):>+8.2f}"
    )
    effects = [100 * mission.effect.value for mission in drawn if mission.effect]
    if judged and effects:
        line += f"{_mean(effects):>+15.1f}{min(effects):>+8.1f}{max(effects):>+7.1f}"
    return line


def _mean(values: Iterable[float]) -> float:
    numbers = list(values)
    return sum(numbers) / len(numbers)


def _against(run: VerifyRun) -> Iterator[str]:
    """Give what changed: whole matches, then each mission."""
    yield f"Before, with {run.old}:"
    yield from _settings_table(run.old_measures)
    for name in run.judged:
        yield ""
        yield f"{name} {run.pack.title(name, run.pack.languages[0])}"
        yield (
            f"  {'players':<8}{'policy':<9}{'effect':>16}{'own hand':>18}{'others':>18}"
            "   chance to win in percentage points"
        )
        for difference in run.differences:
            if difference.mission == name:
                yield f"  {_difference_line(difference)}"


def _difference_line(difference: Difference) -> str:
    old, new = difference.old, difference.new
    line = f"{difference.seats:<8}{difference.policy:<9}"
    if old is None or new is None:
        return line + ("is new for so many players" if old is None else "is no longer for so many players")
    line += f"{_change(old.effective.value * 100, new.effective.value * 100, '.0f', ' %'):>16}"
    line += f"{_change(old.own.value, new.own.value, '+.2f'):>18}{_change(old.others, new.others, '+.2f'):>18}"
    if difference.effect is None or old.effect is None or new.effect is None:
        return line
    change = _change(100 * old.effect.value, 100 * new.effect.value, "+.1f")
    return f"{line}   {change}: {_points(difference.effect)}"


def _change(old: float, new: float, form: str, unit: str = "") -> str:
    return f"{old:{form}} -> {new:{form}}{unit}"


def _points(effect: Mean) -> str:
    """Return an effect with its interval, in percentage points."""
    return f"{100 * effect.value:+.1f} ({100 * effect.low:+.1f} to {100 * effect.high:+.1f})"


def _reported(run: VerifyRun) -> Iterator[str]:
    """Yield what players of a site reported about the missions, beside how often they move a card in the simulation."""
    if run.reported is None:
        return
    reported = {mission: sums for mission, sums in run.reported.items() if _reports(sums)}
    yield ""
    if not reported:
        yield "Players reported no mission of this version."
    for mission, sums in sorted(reported.items(), key=lambda item: (-_reports(item[1]), item[0])):
        found = [measures.missions[mission] for measures in run.measures if mission in measures.missions]
        reasons = ", ".join(f"{sums[reason]} {reason}" for reason in REASONS)
        line = f"{mission} was reported as not working: {reasons}; shown {sums['shown']} times"
        moved = 100 * _mean(each.effective.value for each in found) if found else 0
        yield f"{line}. In the simulation it moves a card in {moved:.0f} % of its executions." if found else f"{line}."


def _reports(sums: Mapping[str, int]) -> int:
    return sum(sums[reason] for reason in REASONS)


def _findings(run: VerifyRun) -> Iterator[str]:
    verdict = run.verdict
    for finding in verdict.findings:
        yield str(finding)
        if finding.replay:
            yield f"    {finding.replay}"
    count = len(verdict.findings)
    found = f"{count} finding{'s' * (count != 1)}" if count else "No findings"
    more = (
        f"; {verdict.open} values lie beyond a limit by chance or in truth, more matches decide" if verdict.open else ""
    )
    interval = "Wilson's and Student's intervals" if run.fixed else "confidence sequences (empirical Bernstein)"
    yield (
        f"{found} in {verdict.tests:,} questions, corrected for their number by Holm's method{more}. "
        f"{CONFIDENCE:.0%} {interval}; docs/verify.md."
    )


# JSON


def _as_data(run: VerifyRun) -> dict[str, Any]:
    data: dict[str, Any] = {
        "good": not run.verdict.findings,
        "pack": {"id": run.pack.id, "version": run.pack.version},
        "confidence": CONFIDENCE,
        "intervals": "fixed" if run.fixed else "anytime",
        "correction": "holm",
        "judged": list(run.judged),
        "findings": [_finding_as_data(finding) for finding in run.verdict.findings],
        "questions": run.verdict.tests,
        "open": run.verdict.open,
        "settings": [_measures_as_data(measures) for measures in run.measures],
    }
    if run.reported is not None:
        data["reported"] = {mission: dict(sums) for mission, sums in run.reported.items()}
    if run.old:
        data["against"] = {
            "pack": {"id": run.old.id, "version": run.old.version},
            "settings": [_measures_as_data(measures) for measures in run.old_measures],
            "differences": [_difference_as_data(difference) for difference in run.differences],
        }
    return data


def _finding_as_data(finding: BalanceFinding) -> dict[str, Any]:
    return {field.name: getattr(finding, field.name) for field in fields(finding) if field.name != "figures"} | {
        "figures": [figure._asdict() for figure in finding.figures]
    }


def _measures_as_data(measures: Measures) -> dict[str, Any]:
    job = measures.job
    return {
        "seats": job.seats,
        "policy": job.policy,
        "reshuffle": job.reshuffle,
        "jokers": job.jokers,
        "seed": job.seed,
        "matches": job.matches,
        "unfinished": asdict(measures.unfinished) | {"at_most": measures.unfinished_at_most},
        "unfinished_match": measures.unfinished_match,
        "decisions": measures.decisions,
        "lengths": _with_counts(measures.lengths),
        "waits": _with_counts(measures.waits),
        "seats_won": [asdict(seat.wins) | {"expected": seat.expected} for seat in measures.seats],
        "hands": [asdict(moment) for moment in measures.curve],
        "missions": {name: asdict(mission) for name, mission in measures.missions.items()},
    }


def _with_counts(found: LengthMeasures | WaitMeasures) -> dict[str, Any]:
    """Return numbers with a histogram, of which only what was counted is kept."""
    return asdict(found) | {"counts": {number: count for number, count in enumerate(found.counts) if count}}


def _difference_as_data(difference: Difference) -> dict[str, Any]:
    def mission(found: MissionMeasures | None) -> Mapping[str, Any] | None:
        return None if found is None else {"own": asdict(found.own), "others": found.others}

    return {
        "mission": difference.mission,
        "seats": difference.seats,
        "policy": difference.policy,
        "old": mission(difference.old),
        "new": mission(difference.new),
        "effect": None if difference.effect is None else asdict(difference.effect),
    }
