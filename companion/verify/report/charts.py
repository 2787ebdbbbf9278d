"""The pictures of the report: plain rows of numbers -> SVG (see `drawing` for how it is drawn)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from companion.deck import Kind
from companion.verify.report.drawing import PAINTS, WIDTH, emblem, picture, svg

SMALL: Final = 8.0
TEXT: Final = 9.0
LINE: Final = 13.0
"""Sizes of text and height of a line of text (points)."""

EDGE: Final = 7.0
"""White space at both sides (points)."""


@dataclass(frozen=True, slots=True)
class Dot:
    """A value with its interval.

    Attributes:
        value: where it lies.
        low: lower end of the interval.
        high: upper end.
    """

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class MissionRow:
    """One row of a chart of rows.

    Attributes:
        label: what stands above it at the left.
        note: what stands above it at the right.
        dots: what is shown: the first with the emblem of the kind, a second one as a ring.
        marked: a finding is about it.
    """

    label: str
    note: str
    dots: tuple[Dot, ...]
    marked: bool = False


def rows(
    name: str, kind: Kind, shown: Sequence[MissionRow], span: tuple[float, float], axis: str, title: str, text: str
) -> str:
    """Return a chart with a line of text and a line with dots for each row.

    Args:
        name: a word that no other picture of the page has.
        kind: whose colour and emblem.
        shown: the rows from top to bottom.
        span: ends of the axis, the same for all kinds.
        axis: label of the axis.
        title: what the picture shows.
        text: what it shows, in a few words.
    """
    pitch, foot, head = 21.0, 28.0, 2.0
    height = head + pitch * len(shown) + foot
    with picture(height) as figure:
        axes = _axes(figure, height, head, foot, EDGE, EDGE)
        axes.set(xlim=span, ylim=(len(shown) * pitch, 0), yticks=[])
        _zero(axes, axis)
        paint = PAINTS[kind]
        for place, row in enumerate(shown):
            base = place * pitch + 15.5
            words = axes.get_yaxis_transform()
            ground = PAINTS[f"{kind}-wash" if row.marked else "panel"]
            halo = {"facecolor": ground, "pad": 0.8, "lw": 0}  # no line crosses the words
            if row.marked:
                axes.axhspan(base - 15, base + 5, color=ground, lw=0, zorder=0)
            weight = "bold" if row.marked else "normal"
            axes.text(0, base - 6.5, row.label, transform=words, size=TEXT, weight=weight, bbox=halo, zorder=1)
            axes.text(
                1, base - 6.5, row.note, transform=words, size=TEXT, ha="right", weight="bold", bbox=halo, zorder=1
            )
            for number, dot in reversed(list(enumerate(row.dots))):
                low, high = max(dot.low, span[0]), min(dot.high, span[1])
                if high - low > 0.02 * (span[1] - span[0]):  # else it hides behind its dot
                    axes.plot([low, high], [base, base], color=paint, lw=1.6, alpha=0.75, clip_on=False)
                if number:
                    ring: dict[str, Any] = {"marker": "o", "ms": 5.5, "mfc": PAINTS["panel"], "mec": paint, "mew": 1.3}
                    axes.plot([dot.value], [base], ls="", clip_on=False, **ring)
                else:
                    _emblem(axes, dot.value, base, kind)
        return svg(figure, name, title, text)


def _emblem(axes: Axes, x: float, y: float, kind: Kind) -> None:
    """Draw the emblem of a kind."""
    fill = PAINTS[f"{kind}-fill"]
    axes.plot([x], [y], ls="", marker=emblem(kind), ms=10.5, mfc=fill, mec=PAINTS[kind], mew=0.5, clip_on=False)


def _axes(figure: Figure, height: float, top: float, bottom: float, left: float, right: float) -> Axes:
    """Return axes with so much room round them (points)."""
    box = (left / WIDTH, bottom / height, (WIDTH - left - right) / WIDTH, (height - top - bottom) / height)
    return figure.add_axes(box)


def _zero(axes: Axes, label: str) -> None:
    """Draw the axis of a chart of rows at the foot, with lines through the picture and a strong one at 0."""
    axes.grid(axis="x")
    axes.axvline(0, color=PAINTS["soft"], lw=1.1, zorder=0.8)
    axes.tick_params(axis="x", length=0, labelsize=SMALL, pad=2)
    axes.set_xlabel(label, size=SMALL, labelpad=2)
    axes.spines["bottom"].set_visible(False)


@dataclass(frozen=True, slots=True)
class HandCurve:
    """Hands in the course of the matches of one number of players.

    Attributes:
        seats: number of players.
        mean: mean number of cards in a hand at the start of each turn.
        smallest: mean of the smallest hand.
        largest: mean of the largest hand.
        turns: as many turns are shown as most matches last.
    """

    seats: int
    mean: Sequence[float]
    smallest: Sequence[float]
    largest: Sequence[float]


def hands(name: str, curves: Sequence[HandCurve], title: str, text: str) -> str:
    """Return a small chart for each number of players: the mean hand, with the smallest and the largest one."""
    across = 2
    down = math.ceil(len(curves) / across)
    each, gap, head, foot, left = 96.0, 30.0, 16.0, 28.0, 20.0
    height = head + down * each + (down - 1) * gap + foot
    width = (WIDTH - across * left - EDGE) / across
    most = max(max(curve.largest, default=0) for curve in curves)
    last = max(len(curve.mean) for curve in curves)
    with picture(height) as figure:
        for place, curve in enumerate(curves):
            column, row = place % across, place // across
            x, y = left + column * (width + left), height - head - each - row * (each + gap)
            axes = figure.add_axes((x / WIDTH, y / height, width / WIDTH, each / height))
            turns = range(len(curve.mean))
            axes.fill_between(turns, curve.smallest, curve.largest, color=PAINTS["bonus-wash"], lw=0)
            axes.plot(turns, curve.mean, color=PAINTS["bonus"], lw=1.8)
            axes.set(xlim=(0, last), ylim=(0, most * 1.05), yticks=range(0, math.ceil(most), 4))
            axes.grid()
            axes.tick_params(length=0, labelsize=SMALL, pad=2)
            axes.set_title(f"{curve.seats} players", size=TEXT, weight="bold", loc="left", pad=4)
            if place >= len(curves) - across:
                axes.set_xlabel("turn", size=SMALL, labelpad=1)
            if not place:
                for line, word in ((curve.largest, "largest"), (curve.mean, "mean"), (curve.smallest, "smallest")):
                    _label(axes, line, word)
        return svg(figure, name, title, text)


def _label(axes: Axes, line: Sequence[float], word: str) -> None:
    """Write a word at the end of a line."""
    if line:
        end = (len(line) - 1, line[-1])
        axes.annotate(word, end, (3, 0), textcoords="offset points", size=SMALL, color=PAINTS["soft"], va="center")


@dataclass(frozen=True, slots=True)
class LengthHistogram:
    """How long the matches of one number of players last.

    Attributes:
        seats: number of players.
        counts: matches by number of turns.
        median: half of the matches are not longer.
        nine_tenths: nine of ten are not longer.
        long: 99 of 100 are not longer.
    """

    seats: int
    counts: Sequence[int]
    median: int
    nine_tenths: int
    long: int


def lengths(name: str, shown: Sequence[LengthHistogram], title: str, text: str) -> str:
    """Return a histogram for each number of players above one common axis."""
    each, gap, head, foot = 42.0, 28.0, 24.0, 28.0
    height = head + len(shown) * each + (len(shown) - 1) * gap + foot
    last = max(10, *(int(item.long * 1.12) for item in shown))
    width = max(1, round(last / 60))
    with picture(height) as figure:
        for place, item in enumerate(shown):
            y = height - head - each - place * (each + gap)
            axes = figure.add_axes((EDGE / WIDTH, y / height, (WIDTH - 2 * EDGE) / WIDTH, each / height))
            bins = [sum(item.counts[first : first + width]) for first in range(0, last, width)]
            axes.bar(range(0, last, width), bins, width * 0.9, align="edge", color=PAINTS["bonus"], alpha=0.55, lw=0)
            axes.set(xlim=(0, last), ylim=(0, max(*bins, 1) * 1.05), yticks=[])
            axes.tick_params(length=0, labelsize=SMALL, pad=2, labelbottom=place == len(shown) - 1)
            axes.set_title(f"{item.seats} players", size=TEXT, weight="bold", loc="left", pad=12)
            for turns, word in ((item.median, "half"), (item.nine_tenths, "90 %"), (item.long, "99 %")):
                axes.axvline(turns, ymax=1.02, color=PAINTS["ink"], lw=1.1, clip_on=False)
                side = (2, "left") if turns < last * 0.8 else (-2, "right")
                axes.annotate(f"{word} {turns}", (turns, 1), (side[0], 1), xycoords=("data", "axes fraction"),
                              textcoords="offset points", size=SMALL, ha=side[1])  # fmt: skip
            if place == len(shown) - 1:
                axes.set_xlabel("turns", size=SMALL, labelpad=1)
        return svg(figure, name, title, text)


@dataclass(frozen=True, slots=True)
class SeatRow:
    """The chance of one seat to win.

    Attributes:
        seats: number of players.
        seat: 0 for who begins.
        dot: the share of victories, less a fair share.
        expected: what the order of turns explains of it.
        marked: a finding is about it.
    """

    seats: int
    seat: int
    dot: Dot
    expected: float
    marked: bool = False


def seats(name: str, shown: Sequence[SeatRow], limit: float, title: str, text: str) -> str:
    """Return a row for each seat at each table: its share of victories around a fair one."""
    gap, foot, head, left = 19.0, 30.0, 3.0, 52.0
    tables = sorted({row.seats for row in shown})
    height = head + LINE * len(shown) + gap * len(tables) + foot
    reach = 1.15 * max(limit * 1.2, *(max(abs(row.dot.low), abs(row.dot.high), abs(row.expected)) for row in shown))
    with picture(height) as figure:
        axes = _axes(figure, height, head, foot, left, EDGE)
        axes.set(xlim=(-reach, reach), ylim=(height - head - foot, 0), yticks=[])
        _zero(axes, "points above or below a fair share")
        axes.xaxis.set_major_formatter(lambda value, _: _signed(100 * value, 0 if reach > 0.03 else 1))
        words, y, before = axes.get_yaxis_transform(), 0.0, 0
        for row in shown:
            if row.seats != before:
                y += gap
                before = row.seats
                axes.text(-(left - EDGE) / (WIDTH - left - EDGE), y - 5, f"{row.seats} players", transform=words,
                          size=TEXT, weight="bold")  # fmt: skip
            middle = y + LINE / 2
            axes.fill_betweenx([y, y + LINE], -limit, limit, color=PAINTS["bonus-wash"], lw=0)
            axes.plot([row.expected] * 2, [y + 2, y + LINE - 2], color=PAINTS["bonus"], lw=1.2)
            paint = PAINTS["bad" if row.marked else "ink"]
            axes.plot([row.dot.low, row.dot.high], [middle, middle], color=paint, lw=1.6)
            axes.plot([row.dot.value], [middle], ls="", marker="o", ms=5, mfc=paint, mec=PAINTS["panel"], mew=0.7)
            label = "begins" if row.seat == 0 else f"plays {_ORDER[row.seat]}"
            axes.text(-3 / (WIDTH - left - EDGE), middle + 3, label, transform=words, size=SMALL, ha="right",
                      color=PAINTS["soft"])  # fmt: skip
            y += LINE
        return svg(figure, name, title, text)


_ORDER: Final = ("1st", "2nd", "3rd", "4th", "5th", "6th")


@dataclass(frozen=True, slots=True)
class BranchRow:
    """How often one branch of a mission is taken.

    Attributes:
        label: mission, step and branch.
        share: part of the executions of the mission that take it.
        marked: a finding is about it.
    """

    label: str
    share: float
    marked: bool = False


def branches(name: str, kind: Kind, shown: Sequence[BranchRow], title: str, text: str) -> str:
    """Return a row for each branch, on an axis that shows rare ones too."""
    foot, head, left = 28.0, 3.0, 112.0
    height = head + LINE * len(shown) + foot
    lowest = min([0.01, *(row.share for row in shown if row.share)])
    floor = 10 ** math.floor(math.log10(lowest) - 0.2)
    with picture(height) as figure:
        axes = _axes(figure, height, head, foot, left, EDGE + 4)
        axes.set_xscale("log")
        axes.set(xlim=(floor, 1.0), ylim=(len(shown) * LINE, 0), yticks=[])
        _zero(axes, "share of executions, logarithmic")
        axes.minorticks_off()
        powers = range(round(math.log10(floor)), 1)
        axes.set_xticks([10.0**power for power in powers], [_percent(10.0**power) for power in powers])
        words, paint = axes.get_yaxis_transform(), PAINTS[kind]
        for place, row in enumerate(shown):
            middle = (place + 0.5) * LINE
            axes.text(-(left - EDGE) / (WIDTH - left - EDGE - 4), middle + 3, row.label, transform=words, size=SMALL,
                      weight="bold" if row.marked else "normal")  # fmt: skip
            if row.share:
                axes.plot([floor, row.share], [middle, middle], color=paint, lw=1.2, alpha=0.45)
                _emblem(axes, row.share, middle, kind)
            else:
                word = "never" if row.marked else "not seen"
                axes.text(floor, middle + 3, f" {word}", size=SMALL, weight="bold",
                          color=PAINTS["bad" if row.marked else "soft"])  # fmt: skip
        return svg(figure, name, title, text)


def _percent(share: float) -> str:
    return f"{100 * share:g} %"


def _signed(value: float, digits: int) -> str:
    """Return a number with its sign, a true minus."""
    text = f"{value:+.{digits}f}".replace("-", "−")
    return "0" if float(text.replace("−", "-")) == 0 and not digits else text
