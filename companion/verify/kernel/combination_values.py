"""The best combination of some cards as one number (companion.rules.combinations)."""

from typing import Final

from companion.rules.combinations import Type
from companion.verify.kernel.choices import NUMBERS, OF_NUMBER
from companion.verify.kernel.memory import compiled, highest, popcount

_DIGIT: Final = 6  # bits of a card in the value of a combination
SINGLE, PAIR, TRIO, STRAIGHT, FLUSH, FULL_HOUSE, STRAIGHT_FLUSH, GANG_OF_FOUR, GANG_OF_FIVE = map(int, tuple(Type)[:9])


@compiled
def _top_digits(value, cards, count):
    """Append the `count` highest cards of one number to the value of a combination; `cards` by galaxy."""
    for _ in range(count):
        card = highest(cards)
        cards &= ~(1 << card)
        value = value << _DIGIT | (NUMBERS[card] * 9 + card // 6)
    return value


@compiled
def _best_run(value, cards):
    """Append the best card of each of the five highest consecutive numbers; 0 if there are none."""
    for first in range(2, 0, -1):
        possible = True
        for number in range(first, first + 5):
            if cards & OF_NUMBER[number] == 0:
                possible = False
        if possible:
            for number in range(first + 4, first - 1, -1):
                value = _top_digits(value, cards & OF_NUMBER[number], 1)
            return value
    return 0


@compiled
def _equals(value, cards, size, without):
    """Append the highest cards of the highest number of which there are `size`; 0 if there are none."""
    for number in range(6, 0, -1):
        group = cards & OF_NUMBER[number]
        if number != without and popcount(group) >= size:
            return _top_digits(value, group, size)
    return 0


@compiled
def _best_five(cards):
    """Return the value of the best straight flush, full house, flush or straight; 0 if there is none."""
    best = 0
    for galaxy in range(9):
        suit = cards & (0b111111 << 6 * galaxy)
        if popcount(suit) >= 5:
            best = max(best, _best_run(STRAIGHT_FLUSH, suit))
    if best:
        return best
    for number in range(6, 0, -1):
        group = cards & OF_NUMBER[number]
        if popcount(group) >= 3:
            best = _equals(_top_digits(FULL_HOUSE, group, 3), cards, 2, number)
            if best:
                return best
    for galaxy in range(9):
        suit = cards & (0b111111 << 6 * galaxy)
        if popcount(suit) >= 5:
            value = FLUSH
            for number in range(6, 0, -1):
                if suit & OF_NUMBER[number] and value >> 5 * _DIGIT == 0:
                    value = _top_digits(value, suit & OF_NUMBER[number], 1)
            best = max(best, value)
    if best:
        return best
    return _best_run(STRAIGHT, cards)


@compiled
def best_value(cards):
    """Return the value of the best combination of at most five of the cards: the type, then card by card.

    A greater value is a better combination; the types and their order are those of `companion.rules.combinations`.
    """
    best = _equals(GANG_OF_FIVE, cards, 5, 0)
    if best == 0:
        best = _equals(GANG_OF_FOUR, cards, 4, 0) << _DIGIT
    if best:
        return best
    if popcount(cards) >= 5:
        best = _best_five(cards)
        if best:
            return best
    for size in range(3, 0, -1):
        best = _equals(SINGLE - 1 + size, cards, size, 0)
        if best:
            return best << _DIGIT * (5 - size)
    return 0


@compiled
def value_cards(value):
    """Return the cards of the combination with this value."""
    cards = 0
    for _ in range(5):
        digit = value & 63
        value >>= _DIGIT
        if digit:
            cards |= 1 << (6 * (digit % 9) + digit // 9 - 1)
    return cards
