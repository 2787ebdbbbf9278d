"""What can never happen in a mission, and what makes no difference: branches, conditions, options, filters.

The author meant something else, and the sentence would mention something that never happens.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Final, Literal

from companion.deck import COLOR_OF_KIND, GALAXIES, KIND_OF_NUMBER, NUMBERS, Kind
from companion.missions.pack import Mission
from companion.missions.selectors import CardFilter, Where
from companion.missions.step import Fault, StepPath
from companion.missions.walk import StepContext


def unreachable_branches(
    contexts: Sequence[StepContext], reached: set[StepPath], answers: Mapping[StepPath, set[bool]]
) -> Iterator[Fault]:
    """Yield the branches that no course of a mission takes, and conditions with only one answer.

    Args:
        contexts: the steps of the mission.
        reached: the lists of steps that some course runs.
        answers: for each step with a condition that is reached, the answers of the condition.
    """
    for context in contexts:
        if context.path[:-2] not in reached:
            continue  # reported for the branch that it stands in
        step = context.step
        unreachable = [
            branch for branch in step.branches() if branch.steps and (*context.path, *branch.path) not in reached
        ]
        for branch in unreachable:
            fault = step.unreachable(branch)
            if fault is not None:
                yield below(context, fault)
        if step.condition and not unreachable and len(answers[context.path]) == 1 and _differ(context):
            what = "always holds; write the steps without 'if'" if True in answers[context.path] else "never holds"
            yield Fault((*context.path, "cond"), "M321", f"this condition {what}.")


def below(context: StepContext, fault: Fault) -> Fault:
    """Return a fault that a step has reported, with its path from the mission."""
    return Fault((*context.path, *fault.path), fault.code, fault.message)


def _differ(context: StepContext) -> bool:
    """Return True if the branches of a step are not all the same."""
    first, *others = (branch.steps for branch in context.step.branches())
    return any(steps != first for steps in others)


def without_effect(mission: Mission, contexts: Sequence[StepContext]) -> Iterator[Fault]:
    """Yield the parts of a mission that change nothing."""
    for context in contexts:
        yield from _same_branches(context)
        for path, test, n in context.step.filters():
            count = n if isinstance(n, int) else 1
            if not fits(test, count, mission.kind):
                cards = f"no {count} cards fit" if isinstance(test, Where) and test.group else "no card fits"
                yield Fault((*context.path, *path), "M323", f"{cards} this filter; some of its fields contradict.")


def _same_branches(context: StepContext) -> Iterator[Fault]:
    """Yield the branches of a step, of which one runs, that do the same as an earlier one."""
    if not context.step.exclusive:
        return
    message = "branches that do the same are no choice; write the steps once or change one of them."
    branches = context.step.branches()
    for number, branch in enumerate(branches):
        if any(branch.steps == earlier.steps for earlier in branches[:number]):
            yield Fault((*context.path, *branch.path), "M325", message)


_PARITIES: Final[dict[Literal["even", "odd"], int]] = {"even": 0, "odd": 1}


def fits(test: CardFilter, n: int, kind: Kind) -> bool:
    """Return True if there are cards that pass a filter; with a group, n cards that form it.

    Args:
        test: the filter; `drawn` in it is a card whose number leads to the kind, of any galaxy.
        n: cards of a group.
        kind: the kind of the mission.
    """
    return any(_fits(test, n, drawn) for drawn in NUMBERS if KIND_OF_NUMBER[drawn] == kind)


def _fits(test: CardFilter, n: int, drawn: int) -> bool:
    cards = [
        (galaxy, number)
        for galaxy, number in product(GALAXIES, NUMBERS)
        if (test.number is None or number in ((drawn,) if test.number == "drawn" else test.number))
        and (test.galaxy is None or galaxy == (GALAXIES[0] if test.galaxy == "drawn" else test.galaxy))
        and (test.color is None or COLOR_OF_KIND[KIND_OF_NUMBER[number]] == test.color)
        and (test.parity is None or number % 2 == _PARITIES[test.parity])
    ]
    group = test.group if isinstance(test, Where) else None
    if group == "run":
        numbers = {number for _, number in cards}
        return any({*range(first, first + n)} <= numbers for first in NUMBERS)
    if group:
        which = 0 if group == "same_galaxy" else 1
        return any(sum(other[which] == card[which] for other in cards) >= n for card in cards)
    return bool(cards)
