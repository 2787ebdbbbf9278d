r"""Findings about how a pack plays, with stable codes (docs/verify-findings.md explains each).

Every limit is tested for every mission, duel, branch and seat, with every number of seats and every policy. A value
beyond its limit is a finding only if chance does not explain it: its p-value is below `Limits.error` after Holm's
correction for all tests of the run. A value beyond a limit that chance may explain is only counted (`Verdict.open`).

    >>> verdict = judge(all_measures, pack, load_limits(), replay)
    >>> print(*verdict.findings, sep="\n")
    my-pack/bonus.yaml:9:7: V205 B02 'Meteor Shower' hurts its player: the chance to win falls by 1.2 points ...
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from companion.missions.findings import Finding, listed
from companion.missions.locations import Location
from companion.missions.pack import Pack
from companion.verify.limit_tests import LimitTest, LimitTester, pooled_step_tests
from companion.verify.limits import Limits
from companion.verify.measures import Measures
from companion.verify.p_values import MeasuredFigure
from companion.verify.statistics import holm

Severity: TypeAlias = Literal["fault", "balance"]
"""`fault`: a game or a mission does not work; `balance`: it works, but not as its kind should."""

CODES: Final[Mapping[str, Severity]] = {
    "V101": "fault", "V102": "balance", "V103": "balance", "V104": "fault", "V105": "balance",
    "V201": "fault", "V202": "fault", "V203": "balance", "V204": "balance", "V205": "balance", "V206": "balance",
    "V207": "balance", "V208": "balance", "V209": "balance",
    "V301": "balance", "V302": "balance", "V303": "balance",
    "V401": "fault", "V402": "fault",
}  # fmt: skip
"""Every code that a simulation can give, and how bad it is."""


@dataclass(frozen=True, slots=True, order=True)
class BalanceFinding(Finding):
    """One fault of a pack that the simulation found; `str` gives `file:line:column: CODE message`.

    Attributes:
        severity: how bad it is.
        mission: id of the mission, empty for the whole pack.
        seats: number of players with whom it was seen worst; 0 if it holds for all simulated numbers together.
        policy: how they played.
        figures: the numbers.
        replay: the command that replays a match in which it can be seen.
    """

    severity: Severity
    mission: str
    seats: int
    policy: str
    figures: tuple[MeasuredFigure, ...]
    replay: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of all limit tests of a run.

    Attributes:
        findings: what is beyond a limit, proven; in the order of the codes and of the places in the pack.
        tests: number of tests.
        open: number of values beyond a limit that chance may explain; more matches decide.
    """

    findings: tuple[BalanceFinding, ...]
    tests: int
    open: int


ReplayCommand: TypeAlias = Callable[[Measures, int, str], str]
"""Returns the command that replays a match by its number, only the turns with this mission unless it is empty."""


def judge(all_measures: Sequence[Measures], pack: Pack, limits: Limits, replay: ReplayCommand) -> Verdict:
    """Return the findings of a run.

    Args:
        all_measures: what was measured, for each number of seats and each policy.
        pack: the pack that was measured.
        limits: the limits.
        replay: returns the command that replays a match.
    """
    tests = [test for measures in all_measures for test in LimitTester(pack, limits).tests(measures)]
    tests += pooled_step_tests(all_measures, pack, limits)
    adjusted = holm([test.p for test in tests])
    proven: dict[tuple[str, str, Location], list[LimitTest]] = {}
    still_open = 0
    for test, p in zip(tests, adjusted, strict=True):
        if p < limits.error:
            proven.setdefault((test.code, test.mission, test.place), []).append(test)
        elif test.p < 1:
            still_open += 1
    found = [_finding(tested, replay, pack.titles) for tested in proven.values()]
    return Verdict(tuple(sorted(found, key=_order)), len(tests), still_open)


def _order(finding: BalanceFinding) -> tuple[str, str, int, int]:
    return finding.code, finding.path, finding.line, finding.column


def _finding(
    tested: Sequence[LimitTest], replay: ReplayCommand, titles: Mapping[str, Mapping[str, str]]
) -> BalanceFinding:
    """Return one finding for the same fault with several numbers of seats and policies."""
    worst = max(tested, key=lambda test: test.excess)
    first = next(iter(titles.values()))
    name = f"{worst.mission} '{first[worst.mission]}' " if worst.mission else ""
    where = "in all matches together" if worst.pooled else f"with {_who(worst.measures)}"
    others = [test.measures for test in tested if test is not worst]
    also = f"; also with {listed(map(_who, others), 'and')}" if 0 < len(others) <= 4 else ""
    also = f"; also in {len(others)} other kinds of match" if len(others) > 4 else also
    return BalanceFinding(
        *worst.place,
        code=worst.code,
        message=f"{name}{worst.message}, {where}{also}.",
        severity=CODES[worst.code],
        mission=worst.mission,
        seats=0 if worst.pooled else worst.measures.job.seats,
        policy="" if worst.pooled else worst.measures.job.policy,
        figures=tuple(test.figure for test in sorted(tested, key=lambda q: -q.excess)),
        replay="" if worst.match is None else replay(worst.measures, worst.match, worst.mission),
    )


def _who(measures: Measures) -> str:
    """Return who plays: `4 random players`."""
    return f"{measures.job.seats} {measures.job.policy} players"
