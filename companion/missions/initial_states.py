"""The situations in which a mission is looked at: hands and pile before it, as far as its steps can tell them apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Final

from companion.deck import CARDS
from companion.missions.findings import listed
from companion.missions.interpreter import HandSizes, InitialState
from companion.missions.pack import Mission
from companion.missions.selectors import Condition, HandSize
from companion.missions.walk import StepContext

_BIG: Final = 6
_PILE: Final = 9
_HANDS: Final = len(CARDS) - 1
"""Cards that can be in hands and pile: one is the mission card (rules/missions.md 8.4.3)."""

_NEAR: Final = (-1, 0, 1)
_MOVED: Final = (-10, *range(-4, 5), 10)
"""Differences from the size that a condition asks for: at the start, and where up to 3 steps of 3 cards (8.7.4) may
have changed the hand before."""


def initial_states(mission: Mission, contexts: Iterable[StepContext]) -> Iterator[InitialState]:
    """Yield the situations in which the steps of a mission can differ.

    Small and large hands, everybody alike except self, and around every size that a condition asks for; a full and an
    empty pile where cards are drawn; the fewest and most players, three, and every number that is asked for. Where a
    condition looks at the hands of others, one of them stands out in turn.
    """
    contexts = tuple(contexts)
    steps = [context.step for context in contexts]
    conditions = [step.condition for step in steps if step.condition]
    asked = {condition.players.eq for condition in conditions if condition.players}
    seats = sorted({mission.players[0], mission.players[-1], *({3} | asked) & set(mission.players)})
    mine = sorted({1, 2, 3, _BIG} | _sizes(contexts, of_self=True))
    theirs = sorted({1, _BIG} | _sizes(contexts, of_self=False))
    looks = sum(map(_looks_at_others, conditions))
    alike = theirs if looks > 1 else sorted({theirs[0], 1, _BIG, theirs[-1]})
    drawing = any(step.draws for step in steps) or any(condition.pile_empty is not None for condition in conditions)
    for number in seats:
        some_stand_out = _standing_out(alike, theirs, number - 1) if looks else ()
        for others in dict.fromkeys([*((size,) * (number - 1) for size in theirs), *some_stand_out]):
            for hand in mine:
                left = _HANDS - hand - sum(others)
                if left >= 0:
                    for pile in (0, _PILE) if drawing else (_PILE,):
                        yield InitialState((hand, *others), min(pile, left))
        yield InitialState((_BIG,) * number, _PILE, full=True)


def describe_state(initial: InitialState) -> str:
    """Return the words for a situation: `with 3 players, 1 card each and an empty pile,`."""
    mine, *others = initial.hands
    if len({*others}) > 1:
        hands = f"{_cards(mine)} in hand and {listed(map(str, others), 'and')} with the others"
    elif mine == others[0]:
        hands = f"{_cards(mine)} each"
    else:
        hands = f"{_cards(mine)} in hand and {_cards(others[0])} with each other player"
    pile = "" if initial.pile else " and an empty pile"
    return f"with {len(initial.hands)} players, {hands}{pile},"


def _cards(number: int) -> str:
    return f"{number} card{'s' * (number > 1)}"


def _standing_out(alike: Iterable[int], sizes: Iterable[int], count: int) -> Iterator[HandSizes]:
    """Yield the hands of the other players when all but one have the same number of cards."""
    for most, one, seat in product(alike, sizes, range(count)):
        yield tuple(one if place == seat else most for place in range(count))


def _sizes(contexts: Iterable[StepContext], *, of_self: bool) -> set[int]:
    """Return the sizes of hands before the mission at which a condition may begin or cease to hold."""
    found: set[int] = set()
    for context in contexts:
        condition = context.step.condition
        if condition and (question := condition.hand_size) and _asks(question, of_self):
            size = next(size for size in (question.lt, question.gt, question.eq) if size is not None)
            first = context.path[1] == 0 and len(context.path) == 3  # ("do", 0, "if"): nothing has moved before
            found.update(size + near for near in (_NEAR if first else _MOVED) if size + near > 0)
    return found


def _asks(question: HandSize, of_self: bool) -> bool:
    """Return True if a condition asks for the hand of self, or of another player; roles in a duel may be both."""
    return question.who in ("self", "all", "winner", "loser") if of_self else question.who != "self"


def _looks_at_others(condition: Condition) -> bool:
    if condition.hand_size:
        return condition.hand_size.who != "self"
    return condition.is_ is not None and not {condition.is_.a, condition.is_.b}.isdisjoint({"most", "fewest"})
