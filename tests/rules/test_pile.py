"""The lazy pile gives the very cards that a full shuffle gives."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.chance import GOLDEN, MASK64, Chance
from companion.rules.gong.shuffle import Pile, high_halves

STATES = st.integers(0, MASK64)
DECKS = st.sets(st.integers(0, 55), min_size=0).map(sorted)


def shuffled(cards: list[int], state: int) -> list[int]:
    cards = list(cards)
    Chance(state).shuffle(cards)
    return cards


@given(STATES)
def test_the_words_side_by_side_are_those_of_the_generator(state):
    chance = Chance(state)
    assert list(high_halves(state)) == [chance.next64() >> 32 for _ in range(56)]


@given(DECKS, STATES, st.data())
def test_popping_and_dealing_are_a_full_shuffle(cards, state, data):
    order = shuffled(cards, state)
    pile = Pile(cards, Chance(state))
    assert pile.order() == order
    while order:
        assert len(pile) == len(order)
        assert pile.mask() == sum(1 << card for card in order)
        if data.draw(st.booleans()):
            count = data.draw(st.integers(1, len(order)))
            assert pile.deal(count) == sum(1 << order.pop() for _ in range(count))
        else:
            assert pile.pop() == order.pop()
        assert pile.copy().order() == order
    with pytest.raises(IndexError):
        pile.pop()


@given(DECKS.filter(bool), STATES)
def test_a_card_put_under_the_pile_comes_last(cards, state):
    order = shuffled(cards, state)
    pile = Pile(cards, Chance(state))
    pile.put_under(99)
    assert pile.order() == [99, *order]
    assert [pile.pop() for _ in range(len(order) + 1)] == [*reversed(order), 99]


def unmix(z: int) -> int:
    """Return the word whose `mix64` is z."""

    def unshift(value: int, bits: int) -> int:
        found = value
        for _ in range(64 // bits + 1):
            found = value ^ (found >> bits)
        return found

    z = unshift(z, 31)
    z = z * pow(0x94D049BB133111EB, -1, 1 << 64) & MASK64
    z = unshift(z, 27)
    z = z * pow(0xBF58476D1CE4E5B9, -1, 1 << 64) & MASK64
    return unshift(z, 30)


@pytest.mark.parametrize("place", [0, 1, 30, 53])
@pytest.mark.parametrize("by_deal", [True, False])
def test_a_rejected_word_is_skipped_as_by_the_generator(place, by_deal):
    """A word with only zeros is rejected (about once in 100 million words); put it at a place in the shuffle."""
    state = (unmix(0) - (place + 1) * GOLDEN) & MASK64
    chance = Chance(state)
    assert [chance.next64() for _ in range(place + 1)][-1] == 0
    order = shuffled(list(range(56)), state)
    pile = Pile(range(56), Chance(state))
    if by_deal:
        assert pile.deal(55) == sum(1 << card for card in order[1:])
    else:
        assert [pile.pop() for _ in range(56)] == order[::-1]


def test_a_pile_of_one_or_no_card():
    assert Pile([5], Chance(1)).deal(1) == 1 << 5
    assert Pile([], Chance(1)).order() == []
    with pytest.raises(IndexError):
        Pile([5], Chance(1)).deal(2)
