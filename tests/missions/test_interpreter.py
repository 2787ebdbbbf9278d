"""The abstract interpreter: the states that are possible after some steps, in numbers of cards (missions.md 8.7)."""

import pytest

from companion.missions.interpreter import AbstractInterpreter, InitialState
from companion.missions.selectors import CardFilter, Max, Where
from companion.missions.verbs.draw import Draw
from companion.missions.verbs.guess import Guess
from companion.missions.verbs.put import Put

GROUP = Where(group="same_number")
BLUE = Where(color="blue")


def after(*steps, hands=(4, 4), pile=9, full=False):
    """Return (cards of self, cards in the pile) of every state after the steps."""
    found = AbstractInterpreter(InitialState(hands, pile, full)).after(steps)
    return {(state[0][0], state[1]) for state in found}


@pytest.mark.parametrize(
    ("step", "full", "cards"),
    [
        (Put(n=2), False, {2}),
        (Put(n=2, where=BLUE), False, {2, 3, 4}),
        (Put(n=2, where=BLUE), True, {2}),
        (Put(n=2, where=GROUP), False, {2, 4}),
        (Put(n=2, where=GROUP), True, {2}),
        (Put(n=5, where=GROUP), False, {4}),
        (Put(n=Max(max=3), where=GROUP), False, {1, 2, 3, 4}),
        (Put(n="all", where=GROUP), False, {0, 1, 2, 3, 4}),
        (Put(n=2, where=Where(extreme="highest")), False, {2}),  # only jokers have no number, and there are two
        (Put(n="all", where=Where(extreme="highest")), False, {0, 1, 2}),
    ],
    ids=repr,
)
def test_how_many_cards_may_be_moved(step, full, cards):
    assert {hand for hand, _ in after(step, full=full)} == cards


@pytest.mark.parametrize(("pile", "left"), [(9, {8}), (1, {0}), (0, {0})])
def test_a_guess_takes_the_top_card_of_the_pile(pile, left):
    assert {cards for _, cards in after(Guess(about="pile_top_color"), pile=pile)} == left


@pytest.mark.parametrize(
    ("pile", "until", "found"),
    [
        (9, None, {(7, 6)}),
        (2, None, {(6, 0)}),
        (0, None, {(4, 0)}),
        (9, CardFilter(color="red"), {(5, 8), (6, 7), (7, 6)}),
        (1, CardFilter(color="red"), {(5, 0)}),
    ],
)
def test_a_draw_takes_what_the_pile_has(pile, until, found):
    assert after(Draw(n=3, until=until), pile=pile) == found


def test_a_guess_without_a_pile_is_wrong():
    steps = Guess(about="pile_top_color", right=(Put(),), wrong=(Draw(),))
    assert after(steps, pile=9) == {(3, 8), (5, 7)}
    assert after(steps, pile=0) == {(4, 0)}
