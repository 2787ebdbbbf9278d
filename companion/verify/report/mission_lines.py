"""The measures of each mission, averaged over the numbers of players."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.deck import Kind
from companion.missions.pack import Pack
from companion.verify.measures import Measures, MissionMeasures
from companion.verify.report.charts import Dot
from companion.verify.statistics import Share, pooled


@dataclass(frozen=True, slots=True)
class MissionLine:
    """The line of the report about a mission, the mean of all numbers of players.

    Attributes:
        id: its id.
        kind: its kind.
        title: its title.
        drawn: matches in which it turned up.
        effective: executions in which a card moved.
        own: change of the own hand, with the interval.
        others: change of all other hands together.
        effect: effect on the chance to win, with the interval; None if it was not judged.
        outcomes: shares of duels won, lost and tied; None without a duel.
        stakes: change of the own hand after a duel won, and lost; None where there is none.
        dominated_by: missions that are better with every number of players.
        branches: the branches, each with the share of executions that take it.
        marked: a finding is about it.
    """

    id: str
    kind: Kind
    title: str
    drawn: Share
    effective: Share
    own: Dot
    others: float
    effect: Dot | None
    outcomes: tuple[Share, Share, Share] | None
    stakes: tuple[float | None, float | None]
    dominated_by: tuple[str, ...]
    branches: tuple[tuple[str, Share], ...]
    marked: bool


def mission_line(name: str, measures: Sequence[Measures], pack: Pack, marked: frozenset[str]) -> MissionLine | None:
    """Return the mean of a mission over the numbers of players; None if it is for none of them."""
    cases = [each.missions[name] for each in measures if name in each.missions]
    if not cases:
        return None
    played = [case for case in cases if case.executions]
    effects = [case.effect for case in played if case.effect is not None]
    better = [set(case.dominated_by) for case in played]
    return MissionLine(
        id=name,
        kind=cases[0].kind,
        title=pack.title(name, pack.languages[0]),
        drawn=pooled(case.drawn for case in cases),
        effective=pooled(case.effective for case in cases),
        own=_mean_dot([(case.own.value, case.own.half) for case in played]) or Dot(0.0, 0.0, 0.0),
        others=sum(case.others for case in played) / len(played) if played else 0.0,
        effect=_mean_dot([(effect.value, effect.half) for effect in effects]),
        outcomes=_outcomes(played),
        stakes=(_stake(played, 0), _stake(played, 1)),
        dominated_by=tuple(sorted(set.intersection(*better))) if better else (),
        branches=tuple(_branch_shares(played)),
        marked=name in marked,
    )


def _mean_dot(values: Sequence[tuple[float, float]]) -> Dot | None:
    """Return the mean of independent values, each with half the width of its interval."""
    if not values:
        return None
    value = sum(value for value, _ in values) / len(values)
    half = math.sqrt(sum(half * half for _, half in values)) / len(values)
    return Dot(value, value - half, value + half)


def _outcomes(cases: Sequence[MissionMeasures]) -> tuple[Share, Share, Share] | None:
    found = [case.outcomes for case in cases if case.outcomes is not None]
    if not found:
        return None
    won, lost, tied = (pooled(outcomes[which].share for outcomes in found) for which in range(3))
    return won, lost, tied


def _stake(cases: Sequence[MissionMeasures], which: int) -> float | None:
    values = [own for case in cases if case.outcomes and (own := case.outcomes[which].own) is not None]
    return sum(values) / len(values) if values else None


def _branch_shares(cases: Sequence[MissionMeasures]) -> Iterable[tuple[str, Share]]:
    """Give each branch of a mission as `put: otherwise`, with the share of executions that take it."""
    for number, step in enumerate(cases[0].steps if cases else ()):
        same = sum(other.verb == step.verb for other in cases[0].steps if other.branches)
        sign = f" {number + 1}" if same > 1 else ""
        for place, branch in enumerate(step.branches):
            taken = pooled(case.steps[number].branches[place].taken for case in cases)
            yield f"{step.verb}{sign}: {branch.name}", taken
