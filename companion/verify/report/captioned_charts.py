"""The pictures of the report, each with its caption."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from companion.deck import KINDS, Kind
from companion.verify.limits import Limits
from companion.verify.measures import Measures
from companion.verify.report import charts
from companion.verify.report.charts import BranchRow, Dot, HandCurve, LengthHistogram, MissionRow, SeatRow
from companion.verify.report.mission_lines import MissionLine

WORDS: Final[dict[Kind, str]] = {"bonus": "Bonus", "malus": "Malus", "fight": "Fight"}
"""The kinds in the words of the report, which is in English like the command line."""


@dataclass(frozen=True, slots=True)
class ChartPicture:
    """A picture with what stands below it.

    Attributes:
        svg: the picture.
        caption: what it shows.
        kind: the kind it is about, or None.
    """

    svg: str
    caption: str
    kind: Kind | None = None


def signed(value: float, digits: int = 2) -> str:
    """Return a number with its sign; a true minus, and no sign at 0."""
    text = f"{abs(value):.{digits}f}"
    sign = "" if not float(text) else "−" if value < 0 else "+"
    return sign + text


def signed_points(difference: float) -> str:
    """Return a difference of chances in points, with its sign."""
    return signed(100 * difference, 1)


def effect_pictures(policy: str, lines: Sequence[MissionLine]) -> Iterable[ChartPicture]:
    """Yield a picture of the effects on the chance to win for each kind of mission."""
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
            MissionRow(_label(line), signed_points(effect.value), (_scaled(effect, 100),), line.marked)
            for effect, line in shown
        ]
        best, worst = shown[0][1], shown[-1][1]
        caption = (
            f"What each {kind} mission changes in its player’s chance to win, in percentage points, with 95 % "
            f"intervals (one that is not seen is narrower than its sign); the mean over the numbers of players. "
            f"Most: {best.id}, least: {worst.id}."
        )
        title = f"{WORDS[kind]} missions: effect on the chance to win, {policy} players"
        svg = charts.rows(f"{policy}-effect-{kind}", kind, rows, span, "percentage points", title, caption)
        yield ChartPicture(svg, caption, kind)


def hand_pictures(policy: str, lines: Sequence[MissionLine]) -> Iterable[ChartPicture]:
    """Yield a picture of the changes of the hands for each kind of mission."""
    span = _reach(max(max(abs(line.own.value), abs(line.others)) for line in lines), 1)
    for kind in KINDS:
        shown = sorted((line for line in lines if line.kind == kind), key=lambda line: (line.own.value, line.id))
        if not shown:
            continue
        rows = [
            MissionRow(
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
        yield ChartPicture(svg, caption, kind)


def course_pictures(policy: str, measures: Sequence[Measures], limits: Limits) -> Iterable[ChartPicture]:
    """Yield the pictures of hands, lengths and seats."""
    curves = [_curve(each) for each in measures]
    caption = (
        "Cards in hand at the beginning of each turn: the mean hand as a line, from the smallest to the largest hand "
        "as a band; as long as at least one match in ten is still on."
    )
    title = f"Hands in the course of a match, {policy} players"
    yield ChartPicture(charts.hands(f"{policy}-course", curves, title, caption), caption)
    found = [
        LengthHistogram(each.job.seats, each.lengths.counts, each.lengths.median, each.lengths.p90, each.lengths.p99)
        for each in measures
    ]
    caption = "How many matches last how many turns: half of them, 90 % and 99 % are over at the lines."
    title = f"Length of matches, {policy} players"
    yield ChartPicture(charts.lengths(f"{policy}-lengths", found, title, caption), caption)
    rows = [row for each in measures for row in _seat_rows(each, limits.seat_advantage)]
    caption = (
        "How much more or less often each seat wins than a fair share, with 95 % intervals. The band is the limit of "
        f"{100 * limits.seat_advantage:g} points; the tick is what a pure race would give to whoever begins earlier."
    )
    title = f"Seats, {policy} players"
    yield ChartPicture(charts.seats(f"{policy}-seats", rows, limits.seat_advantage, title, caption), caption)


def _curve(measures: Measures) -> HandCurve:
    """Return the hands as long as one match in ten is on."""
    shown = [moment for moment in measures.curve if 10 * moment.going >= measures.unfinished.of]
    return HandCurve(
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


def branch_pictures(policy: str, lines: Sequence[MissionLine]) -> Iterable[ChartPicture]:
    """Yield a picture of the branches for each kind of mission."""
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
        yield ChartPicture(charts.branches(f"{policy}-branches-{kind}", kind, rows, title, caption), caption, kind)


def _label(line: MissionLine) -> str:
    return f"{line.id} {line.title}"


def _scaled(dot: Dot, factor: float) -> Dot:
    return Dot(dot.value * factor, dot.low * factor, dot.high * factor)


def _reach(most: float, step: float) -> tuple[float, float]:
    """Return the ends of an axis that holds all values, in whole steps."""
    end = step * max(1, math.ceil(1.02 * most / step))
    return -end, end
