r"""What is wrong with a pack as it plays: findings with stable codes (docs/verify-findings.md explains each).

Every limit is a question to every mission, duel, branch and seat, with every number of seats and every policy. A value
beyond its limit is a finding only if chance does not explain it: its p-value is below `Limits.error` after Holm's
correction for all questions of the run. What lies beyond a limit without being proven is only counted (`Verdict.open`).

    >>> verdict = judge(all_measures, pack, load_limits(), replay)
    >>> print(*verdict.findings, sep="\n")
    my-pack/bonus.yaml:9:7: V205 B02 'Meteor Shower' hurts its player: the chance to win falls by 1.2 points ...
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from companion.missions.findings import Finding as StaticFinding
from companion.missions.findings import listed
from companion.missions.locations import Location
from companion.missions.pack import Pack
from companion.verify.evidence import Figure
from companion.verify.limits import Limits
from companion.verify.measures import Measures
from companion.verify.questions import Question, Questions, ask_steps
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
class Finding(StaticFinding):
    """One fault of a pack that the simulation has found; `str` gives `file:line:column: CODE message`.

    Attributes:
        severity: how bad it is.
        mission: id of the mission, empty for the whole pack.
        seats: number of players with whom it was seen worst; 0 if it holds for all simulated numbers together.
        policy: how they played.
        figures: the numbers.
        replay: the command that tells a match in which it can be seen.
    """

    severity: Severity
    mission: str
    seats: int
    policy: str
    figures: tuple[Figure, ...]
    replay: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the limits say about a run.

    Attributes:
        findings: what is beyond a limit, proven; in the order of the codes and of the places in the pack.
        questions: how many limits were looked at.
        open: values beyond a limit for which chance is an explanation still; more matches decide.
    """

    findings: tuple[Finding, ...]
    questions: int
    open: int


Replay: TypeAlias = Callable[[Measures, int, str], str]
"""Gives the command that tells the match with a number, of it only the turns with this mission unless it is empty."""


def judge(all_measures: Sequence[Measures], pack: Pack, limits: Limits, replay: Replay) -> Verdict:
    """Return the findings of a run.

    Args:
        all_measures: what was measured, for each number of seats and each policy.
        pack: the pack that was measured.
        limits: what is asked.
        replay: gives the command that tells a match.
    """
    questions = [question for measures in all_measures for question in Questions(pack, limits).ask(measures)]
    questions += ask_steps(all_measures, pack, limits)
    adjusted = holm([question.p for question in questions])
    proven: dict[tuple[str, str, Location], list[Question]] = {}
    still_open = 0
    for question, p in zip(questions, adjusted, strict=True):
        if p < limits.error:
            proven.setdefault((question.code, question.mission, question.place), []).append(question)
        elif question.p < 1:
            still_open += 1
    found = [_finding(asked, replay, pack.titles) for asked in proven.values()]
    return Verdict(tuple(sorted(found, key=_order)), len(questions), still_open)


def _order(finding: Finding) -> tuple[str, str, int, int]:
    return finding.code, finding.path, finding.line, finding.column


def _finding(asked: Sequence[Question], replay: Replay, titles: Mapping[str, Mapping[str, str]]) -> Finding:
    """Return one finding for the same fault with several numbers of seats and policies."""
    worst = max(asked, key=lambda question: question.excess)
    first = next(iter(titles.values()))
    name = f"{worst.mission} '{first[worst.mission]}' " if worst.mission else ""
    where = "in all matches together" if worst.pooled else f"with {_who(worst.measures)}"
    others = [question.measures for question in asked if question is not worst]
    also = f"; also with {listed(map(_who, others), 'and')}" if 0 < len(others) <= 4 else ""
    also = f"; also in {len(others)} other kinds of match" if len(others) > 4 else also
    return Finding(
        *worst.place,
        code=worst.code,
        message=f"{name}{worst.words}, {where}{also}.",
        severity=CODES[worst.code],
        mission=worst.mission,
        seats=0 if worst.pooled else worst.measures.job.seats,
        policy="" if worst.pooled else worst.measures.job.policy,
        figures=tuple(question.figure for question in sorted(asked, key=lambda q: -q.excess)),
        replay="" if worst.match is None else replay(worst.measures, worst.match, worst.mission),
    )


def _who(measures: Measures) -> str:
    """Return who plays: `4 random players`."""
    return f"{measures.job.seats} {measures.job.policy} players"
