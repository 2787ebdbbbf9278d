"""Walking through the steps of a mission, those inside others included, with the place of each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from companion.missions import model as m
from companion.missions.outcomes import Path
from companion.missions.selectors import Model


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong with the meaning of a mission.

    Attributes:
        path: where it stands below the mission.
        code: stable code.
        message: one sentence.
    """

    path: Path
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Place:
    """A step and what surrounds it.

    Attributes:
        step: the step.
        path: where it stands below the mission; the last part is its verb.
        bound: names that are bound when it runs.
        duel: the duel whose outcome it belongs to, or None.
    """

    step: m.Step
    path: Path
    bound: frozenset[str]
    duel: m.Duel | None


_PARTS: Final[dict[type[Model], dict[str, str]]] = {
    m.Put: {"otherwise": "otherwise"},
    m.Give: {"otherwise": "otherwise"},
    m.Guess: {"right": "right", "wrong": "wrong"},
    m.If: {"then": "then", "else_": "else"},
}
"""Fields that hold steps, and how they are written."""


def parts(step: m.Step) -> Iterator[tuple[Path, tuple[m.Step, ...]]]:
    """Give the lists of steps inside a step, each with its place below the step."""
    if isinstance(step, m.Choose):
        for place, option in enumerate(step.options):
            yield ("options", place), option
    elif isinstance(step, m.Duel):
        yield ("win",), step.win
        yield ("lose",), step.lose or ()
        yield ("tie",), step.tie
    else:
        for name, key in _PARTS.get(type(step), {}).items():
            yield (key,), getattr(step, name)


def walk(
    steps: tuple[m.Step, ...], path: Path = ("do",), bound: frozenset[str] = frozenset(), duel: m.Duel | None = None
) -> Iterator[Place]:
    """Give every step, those inside others included, in the order of the file."""
    for number, step in enumerate(steps):
        here = (*path, number, m.verb(step))
        yield Place(step, here, bound, duel)
        for below, inside in parts(step):
            inner_bound = bound | {step.bind} if isinstance(step, m.Give) and step.bind else bound
            yield from walk(inside, (*here, *below), inner_bound, step if isinstance(step, m.Duel) else duel)
        if isinstance(step, m.Give) and step.bind:
            bound = bound | {step.bind}
