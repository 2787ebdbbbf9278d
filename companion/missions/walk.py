"""Walking through the steps of a mission, those inside others included, with the context of each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.missions.step import Step, StepPath, Steps
from companion.missions.verbs.duel import Duel


@dataclass(frozen=True, slots=True)
class StepContext:
    """A step and what surrounds it.

    Attributes:
        step: the step.
        path: where it stands below the mission; the last part is its verb.
        bound: names that are bound when it runs.
        duel: the duel whose outcome it belongs to, or None.
    """

    step: Step
    path: StepPath
    bound: frozenset[str]
    duel: Duel | None


def walk(
    steps: Steps, path: StepPath = ("do",), bound: frozenset[str] = frozenset(), duel: Duel | None = None
) -> Iterator[StepContext]:
    """Yield every step, those inside others included, in the order of the file."""
    for number, step in enumerate(steps):
        here = (*path, number, step.verb)
        yield StepContext(step, here, bound, duel)
        after = bound | {step.binds} if step.binds else bound
        for branch in step.branches():
            yield from walk(branch.steps, (*here, *branch.path), after, step if isinstance(step, Duel) else duel)
        bound = after
