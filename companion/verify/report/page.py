"""Render the page of the report: pictures, findings, tables, method."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from itertools import groupby
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from companion.data import data_path
from companion.deck import KINDS
from companion.missions.findings import listed
from companion.missions.mission_ids import MISSION_IDS
from companion.missions.pack import Pack
from companion.palette import KIND_COLORS, KIND_EMBLEMS
from companion.verify.findings import Verdict
from companion.verify.limits import Limits
from companion.verify.measures import Measures
from companion.verify.p_values import percent
from companion.verify.report.captioned_charts import (
    WORDS,
    ChartPicture,
    branch_pictures,
    course_pictures,
    effect_pictures,
    hand_pictures,
    signed,
    signed_points,
)
from companion.verify.report.mission_lines import MissionLine, mission_line
from companion.verify.statistics import share


@dataclass(frozen=True, slots=True)
class PolicySection:
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
    effects: tuple[ChartPicture, ...]
    hands: tuple[ChartPicture, ...]
    course: tuple[ChartPicture, ...]
    branches: tuple[ChartPicture, ...]


def render(
    all_measures: Sequence[Measures], verdict: Verdict, limits: Limits, command: str, *, fixed: bool = True
) -> str:
    """Return the page; the same numbers give the same text."""
    pack = all_measures[0].job.pack
    marked = frozenset(finding.mission for finding in verdict.findings)
    policies = [
        _policy_section(name, tuple(of_policy), pack, limits, marked)
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
    environment.filters.update(percent=percent, signed=signed, number=_number, points=signed_points)
    return environment


# Numbers for people


def _number(value: int) -> str:
    return f"{value:,}"


def _span(values: Iterable[float], form: str = ",.0f") -> str:
    """Return `from to to`, or one number if they are the same."""
    numbers = list(values)
    low, high = f"{min(numbers):{form}}", f"{max(numbers):{form}}"
    return low if low == high else f"{low} to {high}"


def _facts(all_measures: Sequence[Measures], policies: Sequence[PolicySection]) -> list[tuple[str, str, str]]:
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


def _policy_section(
    name: str, measures: tuple[Measures, ...], pack: Pack, limits: Limits, marked: frozenset[str]
) -> PolicySection:
    lines = tuple(line for mission in MISSION_IDS if (line := mission_line(mission, measures, pack, marked)))
    return PolicySection(
        name=name,
        measures=measures,
        lines=lines,
        effects=tuple(effect_pictures(name, lines)),
        hands=tuple(hand_pictures(name, lines)),
        course=tuple(course_pictures(name, measures, limits)),
        branches=tuple(branch_pictures(name, lines)),
    )
