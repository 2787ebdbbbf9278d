"""What was measured -> the page of the report: pictures, findings, tables, method."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from itertools import groupby
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from companion.data import data_path
from companion.deck import KINDS, Kind
from companion.missions.findings import listed
from companion.missions.mission_ids import MISSION_IDS
from companion.missions.pack import Pack
from companion.palette import KIND_COLORS, KIND_EMBLEMS
from companion.verify.findings import Verdict
from companion.verify.limits import Limits
from companion.verify.measures import Measures, MissionMeasures
from companion.verify.p_values import percent
from companion.verify.report import charts
from companion.verify.report.charts import BranchRow, Curve, Dot, Lengths, Row, SeatRow
from companion.verify.statistics import Share, share

WORDS: Final[dict[Kind, str]] = {"bonus": "Bonus", "malus": "Malus", "fight": "Fight"}
"""The kinds in the words of the report, which is in English like the command line."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture with what stands below it.

    Attributes:
        svg: the picture.
        caption: what it shows and says.
        kind: the kind it is about, or None.
    """

    svg: str
    caption: str
    kind: Kind | None = None


@dataclass(frozen=True, slots=True)
class MissionLine:
    """What the report says about a mission, the mean of all numbers of players.

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


@dataclass(frozen=True, slots=True)
class Policy:
    """The part of the report about one policy.

    Attributes:
        name: the policy.
        measures: what was measured, by number of seats.
        lines: the missions.
        effects: pictures of the effect on the chance to win, one for each kind; none if nothing was judged.
        hands: pictures of the changes of hands, one for each kind.
        course: pictures of hands, lengths and seats.
        branches: pictures of the branches, one for each kind.
    """

    name: str
    measures: tuple[Measures, ...]
    lines: tuple[MissionLine, ...]
    effects: tuple[Picture, ...]
    hands: tuple[Picture, ...]
    course: tuple[Picture, ...]
    branches: tuple[Picture, ...]


def render(
    all_measures: Sequence[Measures], verdict: Verdict, limits: Limits, command: str, *, fixed: bool = True
) -> str:
    """Return the page; the same numbers give the same text."""
    pack = all_measures[0].job.pack
    marked = frozenset(finding.mission for finding in verdict.findings)
    policies = [
        _policy(name, tuple(of_policy), pack, limits, marked)
        for name, of_policy in groupby(all_measures, key=lambda measures: measures.job.policy)
    ]
    return _environment().get_template("verify/report.html").render(
        pack=pack,
        name=pack.info.name.get(pack.languages[0], pack.id),
        verdict=verdict,
        limits=_limits(limits),
        policies=policies,
        all_measures=all_measures,
        job=all_measures[0].job,
        tables=listed(sorted({str(measures.job.seats) for measures in all_measures}), "and"),
        names=listed([policy.name for policy in policies], "and"),
        matches=_span(measures.unfinished.of for measures in all_measures),
        judged=any(line.effect for policy in policies for line in policy.lines),
        facts=_facts(all_measures, policies),
        command=command,
        fixed=fixed,
        kinds=KINDS,
        words=WORDS,
        colors=KIND_COLORS,
        emblems=KIND_EMBLEMS,
    )  # fmt: skip


def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(data_path("templates")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.filters.update(percent=percent, signed=signed, number=_number, points=_points)
    return environment


# Numbers for people


def signed(value: float, digits: int = 2) -> str:
    """Return a number with its sign; a true minus, and no sign at 0."""
    text = f"{abs(value):.{digits}f}"
    sign = "" if not float(text) else "−" if value < 0 else "+"
    return sign + text


def _points(difference: float) -> str:
    """Return a difference of chances in points, with its sign."""
    return signed(100 * difference, 1)


def _number(value: int) -> str:
    return f"{value:,}"


def _span(values: Iterable[float], form: str = ",.0f") -> str:
    """Return `from to to`, or one number if they are the same."""
    numbers = list(values)
    low, high = f"{min(numbers):{form}}", f"{max(numbers):{form}}"
    return low if low == high else f"{low} to {high}"


def _facts(all_measures: Sequence[Measures], policies: Sequence[Policy]) -> list[tuple[str, str, str]]:
    """Return the most important numbers: value, what it is, and a remark."""
    never = share(
        int(sum(measures.unfinished.count for measures in all_measures)),
        sum(measures.unfinished.of for measures in all_measures),
    )
    ends = f"{percent(1 - never.value)}" if never.count else "all"
    seats = [abs(seat.wins.value - 1 / m.job.seats) for m in all_measures for seat in m.seats]
    moved = [line.effective.value for policy in policies for line in policy.lines if line.effective.of]
    minutes = _span([measures.lengths.minutes for measures in all_measures], ".0f")
    worst = max(measures.unfinished_at_most for measures in all_measures)
    medians = _span(measures.lengths.median for measures in all_measures)
    return [
        (medians, "turns", f"median length, about {minutes} minutes"),
        (ends, "matches end", f"what never ends is rarer than {percent(worst)}"),
        (f"{100 * max(seats):.1f}", "points", "largest distance of a seat from a fair share"),
        (percent(min(moved, default=0.0)), "of executions", "move cards, in the mission that moves least often"),
    ]  # fmt: skip


def _limits(limits: Limits) -> list[tuple[str, str]]:
    """Return the limits as they are written in their file."""
    return [(field.name, _limit(getattr(limits, field.name))) for field in fields(limits)]


def _limit(value: Any) -> str:
    if isinstance(value, tuple):
        return f"[{value[0]}, {value[1]}]"
    return f"{value:g}" if value >= 1e-4 or value <= 0 else f"{value:.10f}".rstrip("0")


# Missions


def _policy(name: str, measures: tuple[Measures, ...], pack: Pack, limits: Limits, marked: frozenset[str]) -> Policy:
    lines = tuple(line for mission in MISSION_IDS if (line := _line(mission, measures, pack, marked)))
    return Policy(
        name=name,
        measures=measures,
        lines=lines,
        effects=tuple(_effects(name, lines)),
        hands=tuple(_changes(name, lines)),
        course=tuple(_course(name, measures, limits)),
        branches=tuple(_branches(name, lines)),
    )


def _line(name: str, measures: Sequence[Measures], pack: Pack, marked: frozenset[str]) -> MissionLine | None:
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
        drawn=_together(case.drawn for case in cases),
        effective=_together(case.effective for case in cases),
        own=_mean_dot([(case.own.value, case.own.half) for case in played]) or Dot(0.0, 0.0, 0.0),
        others=sum(case.others for case in played) / len(played) if played else 0.0,
        effect=_mean_dot([(effect.value, effect.half) for effect in effects]),
        outcomes=_outcomes(played),
        stakes=(_stake(played, 0), _stake(played, 1)),
        dominated_by=tuple(sorted(set.intersection(*better))) if better else (),
        branches=tuple(_branch_shares(played)),
        marked=name in marked,
    )


def _together(shares: Iterable[Share]) -> Share:
    found = list(shares)
    return share(sum(each.count for each in found), sum(each.of for each in found))


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
    won, lost, tied = (_together(outcomes[which].share for outcomes in found) for which in range(3))
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
            taken = _together(case.steps[number].branches[place].taken for case in cases)
            yield f"{step.verb}{sign}: {branch.name}", taken


# Pictures


def _effects(policy: str, lines: Sequence[MissionLine]) -> Iterable[Picture]:
    judged = [line for line in lines if line.effect is not None]
    reach = max(
        (abs(100 * end) for line in judged if line.effect for end in (line.effect.low, line.effect.high)), default=0
    )
    span = _reach(reach, 5)
    for kind in KINDS:
        shown = sorted(
            ((line.effect, line) for line in judged if line.effect and line.kind == kind),
            key=lambda item: (-item[0].value, item[1].id),
        )
        if not shown:
            continue
        rows = [
            Row(_label(line), _points(effect.value), (_scaled(effect, 100),), line.marked) for effect, line in shown
        ]
        best, worst = shown[0][1], shown[-1][1]
        caption = (
            f"What each {kind} mission changes in its player’s chance to win, in percentage points, with 95 % "
            f"intervals (one that is not seen is narrower than its sign); the mean over the numbers of players. "
            f"Most: {best.id}, least: {worst.id}."
        )
        title = f"{WORDS[kind]} missions: effect on the chance to win, {policy} players"
        svg = charts.rows(f"{policy}-effect-{kind}", kind, rows, span, "percentage points", title, caption)
        yield Picture(svg, caption, kind)


def _changes(policy: str, lines: Sequence[MissionLine]) -> Iterable[Picture]:
    span = _reach(max(max(abs(line.own.value), abs(line.others)) for line in lines), 1)
    for kind in KINDS:
        shown = sorted((line for line in lines if line.kind == kind), key=lambda line: (line.own.value, line.id))
        if not shown:
            continue
        rows = [
            Row(
                _label(line), f"{signed(line.own.value)} / {signed(line.others)}",
                (line.own, Dot(line.others, line.others, line.others)), line.marked,
            )
            for line in shown
        ]  # fmt: skip
        caption = (
            f"How many cards each {kind} mission brings to the hand of its player (the emblem, first number) and to "
            "all other hands together (the ring, second number); the mean over the numbers of players."
        )
        title = f"{WORDS[kind]} missions: change of the hands, {policy} players"
        svg = charts.rows(f"{policy}-hands-{kind}", kind, rows, span, "cards", title, caption)
        yield Picture(svg, caption, kind)


def _course(policy: str, measures: Sequence[Measures], limits: Limits) -> Iterable[Picture]:
    curves = [_curve(each) for each in measures]
    caption = (
        "Cards in hand at the beginning of each turn: the mean hand as a line, from the smallest to the largest hand "
        "as a band; as long as at least one match in ten is still on."
    )
    title = f"Hands in the course of a match, {policy} players"
    yield Picture(charts.hands(f"{policy}-course", curves, title, caption), caption)
    found = [
        Lengths(each.job.seats, each.lengths.counts, each.lengths.median, each.lengths.p90, each.lengths.p99)
        for each in measures
    ]
    caption = "How many matches last how many turns: half of them, 90 % and 99 % are over at the lines."
    title = f"Length of matches, {policy} players"
    yield Picture(charts.lengths(f"{policy}-lengths", found, title, caption), caption)
    rows = [row for each in measures for row in _seat_rows(each, limits.seat_advantage)]
    caption = (
        "How much more or less often each seat wins than a fair share, with 95 % intervals. The band is the limit of "
        f"{100 * limits.seat_advantage:g} points; the tick is what a pure race would give to whoever begins earlier."
    )
    title = f"Seats, {policy} players"
    yield Picture(charts.seats(f"{policy}-seats", rows, limits.seat_advantage, title, caption), caption)


def _curve(measures: Measures) -> Curve:
    """Return the hands as long as one match in ten is on."""
    shown = [moment for moment in measures.curve if 10 * moment.going >= measures.unfinished.of]
    return Curve(
        measures.job.seats,
        [moment.mean for moment in shown],
        [moment.smallest for moment in shown],
        [moment.largest for moment in shown],
    )


def _seat_rows(measures: Measures, limit: float) -> Iterable[SeatRow]:
    fair = 1 / measures.job.seats
    for number, seat in enumerate(measures.seats):
        dot = Dot(seat.wins.value - fair, seat.wins.low - fair, seat.wins.high - fair)
        yield SeatRow(measures.job.seats, number, dot, seat.expected - fair, max(dot.low, -dot.high) > limit)


def _branches(policy: str, lines: Sequence[MissionLine]) -> Iterable[Picture]:
    for kind in KINDS:
        rows = [
            BranchRow(f"{line.id} {name}", taken.value, line.marked and not taken.count)
            for line in lines
            if line.kind == kind
            for name, taken in line.branches
            if taken.of
        ]
        if not rows:
            continue
        caption = (
            f"How often each branch of the {kind} missions is taken, of the executions of the mission; all numbers of "
            "players together."
        )
        title = f"{WORDS[kind]} missions: branches, {policy} players"
        yield Picture(charts.branches(f"{policy}-branches-{kind}", kind, rows, title, caption), caption, kind)


def _label(line: MissionLine) -> str:
    return f"{line.id} {line.title}"


def _scaled(dot: Dot, factor: float) -> Dot:
    return Dot(dot.value * factor, dot.low * factor, dot.high * factor)


def _reach(most: float, step: float) -> tuple[float, float]:
    """Return the ends of an axis that holds all values, in whole steps."""
    end = step * max(1, math.ceil(1.02 * most / step))
    return -end, end
