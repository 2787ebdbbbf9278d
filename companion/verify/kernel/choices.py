"""What a seat decides: any action for the random policy, else as companion.rules.bots.fight_bots values them.

Actions are numbered in the order in which the reference offers them; the first of equally good ones is taken. Every
function counts one decision.
"""

from typing import Final

import numpy as np

from companion.deck import JOKERS
from companion.rules.gong.cards import (
    COLOR_MASK,
    GALAXY_CARDS,
    GALAXY_OF,
    JOKER_MASK,
    NUMBER_MASK,
    NUMBER_OF,
    PARITY_MASK,
)
from companion.verify.jobs import POLICIES
from companion.verify.kernel import columns as col
from companion.verify.kernel.chance_words import decide
from companion.verify.kernel.memory import compiled, lowest, popcount, select
from companion.verify.kernel.memory_layout import CHOSEN, DISCARD, GRID, HANDS, POLICY, REVEALED, STEP, TURNED

RANDOM, GREEDY, CAUTIOUS = range(3)
assert POLICIES == ("random", "greedy", "cautious")  # noqa: S101 - the numbers above

NUMBERS: Final = np.array(NUMBER_OF)
GALAXIES: Final = np.array(GALAXY_OF)
OF_NUMBER: Final = np.array(NUMBER_MASK)
COLORS: Final = np.array([COLOR_MASK[word] for word in ("blue", "red", "yellow")])
PARITIES: Final = np.array([PARITY_MASK[word] for word in ("even", "odd")])
FIRST_JOKER: Final = JOKERS[0]
RECIPROCALS: Final = np.array([0, 1 << 16, 1 << 15, (1 << 16) // 3 + 1])
"""To divide small numbers by 1, 2 or 3 without waiting for a division."""


@compiled
def take_first(m):
    """Return the first action, which is what a player takes who does not care."""
    m[STEP] += 1
    return 0


@compiled
def decide_any(m, n):
    """Return the number of one of `n` actions that mean nothing to the bots."""
    return decide(m, n) if m[POLICY] == RANDOM else take_first(m)


@compiled
def _low_numbers(cards):
    """Return the first card of the lowest number; a joker is kept longest."""
    for number in range(1, 7):
        fitting = cards & OF_NUMBER[number]
        if fitting:
            return lowest(fitting)
    return lowest(cards)


@compiled
def _lonely_cards(cards, hand):
    """Return the card that shares number or galaxy with fewest of the hand; a joker is kept longest."""
    best, most = -1, 0
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        value = -1000
        if card < FIRST_JOKER:
            number = NUMBERS[card]
            friends = popcount(hand & OF_NUMBER[number]) + popcount(hand & (0b111111 << 6 * GALAXIES[card]))
            value = -10 * friends - number
        if best < 0 or value > most:
            best, most = card, value
    return best


@compiled
def _high_numbers(cards):
    """Return a joker, else the first card of the highest number."""
    if cards & JOKER_MASK:
        return lowest(cards & JOKER_MASK)
    for number in range(6, 1, -1):
        fitting = cards & OF_NUMBER[number]
        if fitting:
            return lowest(fitting)
    return lowest(cards)


@compiled
def choose_card(m, cards, purpose, hand):
    """Return one of several cards for this purpose; `hand` is that of the chooser as the chooser sees it."""
    if m[POLICY] == RANDOM:
        return select(cards, decide(m, popcount(cards)))
    m[STEP] += 1
    if purpose == col.SHOWING:
        return lowest(cards)
    if purpose == col.GET:
        return _high_numbers(cards)
    return _low_numbers(cards) if m[POLICY] == GREEDY else _lonely_cards(cards, hand)


@compiled
def hide(m, cards):
    """Return the card that is fixed in secret."""
    return select(cards, decide(m, popcount(cards)) if m[POLICY] == RANDOM else take_first(m))


@compiled
def choose_seat(m, seats, count, loses):
    """Return one of `count` seats (see `players`): who has most cards if the seat loses some, else who has fewest."""
    if m[POLICY] == RANDOM:
        return (seats >> 4 * decide(m, count) & 15) - 1
    m[STEP] += 1
    best, most = -1, 0
    while seats:
        seat = (seats & 15) - 1
        seats >>= 4
        size = popcount(m[HANDS + seat])
        value = size if loses else -size
        if best < 0 or value > most:
            best, most = seat, value
    return best


@compiled
def attacked(m, me, seats, count):
    """Return whom the joker of a seat is played against, of `count` targets; -1: the seat reveals."""
    if count == 0:
        m[STEP] += 1
        return -1
    if m[POLICY] == RANDOM:
        action = decide(m, 1 + count)
        return (seats >> 4 * (action - 1) & 15) - 1 if action else -1
    m[STEP] += 1
    most = popcount(m[HANDS + me]) - 2
    if m[POLICY] == CAUTIOUS:
        most = min(most, 2)
    best = -1
    while seats:
        seat = (seats & 15) - 1
        seats >>= 4
        size = popcount(m[HANDS + seat])
        if size <= most:
            best, most = seat, size - 1
    return best


@compiled
def lay(m, seat, cards, left, target):
    """Return the card to be laid in a duel: a high one, or one that comes near to the target."""
    if m[POLICY] == RANDOM:
        return select(cards, decide(m, popcount(cards)))
    m[STEP] += 1
    if target == 0:
        return _high_numbers(cards)
    laid = 0
    chosen = m[CHOSEN + seat]
    while chosen:
        laid += NUMBERS[lowest(chosen)]
        chosen &= chosen - 1
    hand = m[HANDS + seat] & GALAXY_CARDS
    best, least = -1, 0
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        distance = abs(laid + NUMBERS[card] - target)
        if left > 1:
            distance = 99
            others = hand & ~(1 << card)
            while others:
                distance = min(distance, abs(NUMBERS[card] + NUMBERS[lowest(others)] - target))
                others &= others - 1
        if best < 0 or distance < least:
            best, least = card, distance
    return best


@compiled
def _unseen(m, seat):
    """Return the galaxy cards that are neither in the hand nor open."""
    seen = m[HANDS + seat] | m[DISCARD]
    if m[REVEALED] >= 0:
        seen |= 1 << m[REVEALED]
    if m[TURNED] >= 0:
        seen |= 1 << m[TURNED]
    return GALAXY_CARDS & ~seen


@compiled
def _most_unseen(m, seat, masks):
    """Return the place of the mask with most unseen cards."""
    unseen = _unseen(m, seat)
    best = 0
    for place in range(1, len(masks)):
        if popcount(unseen & masks[place]) > popcount(unseen & masks[best]):
            best = place
    return best


@compiled
def guess_color(m, seat):
    """Return the colour that is guessed: blue, red or yellow."""
    if m[POLICY] == RANDOM:
        return decide(m, 3)
    m[STEP] += 1
    return _most_unseen(m, seat, COLORS)


@compiled
def guess_parity(m, seat):
    """Return the parity that is guessed: even or odd."""
    if m[POLICY] == RANDOM:
        return decide(m, 2)
    m[STEP] += 1
    return _most_unseen(m, seat, PARITIES)


@compiled
def guess_number(m, seat, low, high):
    """Return a number from `low` to `high`."""
    if m[POLICY] == RANDOM:
        return low + decide(m, high - low + 1)
    m[STEP] += 1
    unseen = _unseen(m, seat)
    best, most = -1, 0
    for number in range(low, high + 1):
        value = popcount(unseen & OF_NUMBER[number]) * 2 - abs(2 * number - 7)
        if best < 0 or value > most:
            best, most = number, value
    return best


@compiled
def guess_galaxy(m, seat, galaxies):
    """Return one of the galaxies of a mask of nine bits."""
    if m[POLICY] == RANDOM:
        return select(galaxies, decide(m, popcount(galaxies)))
    m[STEP] += 1
    unseen = _unseen(m, seat)
    best, most = -1, 0
    while galaxies:
        galaxy = lowest(galaxies)
        galaxies &= galaxies - 1
        value = popcount(unseen & (0b111111 << 6 * galaxy))
        if best < 0 or value > most:
            best, most = galaxy, value
    return best


@compiled
def call(m, seat, number):
    """Return the call after a card with this number: 0 higher, 1 lower, 2 equal, without what cannot come true."""
    first = 1 if number == 6 else 0
    if m[POLICY] == RANDOM:
        action = decide(m, 2 if number == 6 or number == 1 else 3)
        return action + first + (1 if number == 1 and action else 0)
    m[STEP] += 1
    unseen = _unseen(m, seat)
    higher = lower = 0
    for other in range(1, 7):
        if other > number:
            higher += popcount(unseen & OF_NUMBER[other])
        elif other < number:
            lower += popcount(unseen & OF_NUMBER[other])
    best, most = -1, 0
    for way in range(3):
        if (way == 0 and number == 6) or (way == 1 and number == 1):
            continue
        value = higher if way == 0 else lower if way == 1 else popcount(unseen & OF_NUMBER[number])
        if best < 0 or value > most:
            best, most = way, value
    return best


@compiled
def next_cell(m, seat, cell, cards, may_leave):
    """Return the card to be laid into a cell of the grid, -1 to leave it empty; `cards` are those not yet laid."""
    if m[POLICY] == RANDOM:
        count = popcount(cards)
        action = decide(m, count + may_leave) if count else take_first(m)
        return select(cards, action) if action < count else -1
    m[STEP] += 1
    hand = m[HANDS + seat] & GALAXY_CARDS  # jokers have no number, and no card has number 0
    for place in range(cell):
        if m[GRID + place] >= 0:
            hand &= ~(1 << m[GRID + place])
    row = 0
    for place in range(cell - 1, cell - cell % 3 - 1, -1):
        if m[GRID + place] >= 0:
            row = NUMBERS[m[GRID + place]]
    best, most = -1, -100
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        number = NUMBERS[card]
        if row:
            value = 20 if number == row else -number
        else:
            value = (10 if popcount(hand & OF_NUMBER[number]) >= 3 else 0) - number
        if value > most:
            best, most = card, value
    return best


@compiled
def next_place(m, cards, per_place, sums):
    """Return card x 4 + place for the next card of `three_locations`, which is one of `cards`.

    `sums` is where the sums and numbers of cards of the side's places are.
    """
    free = 0
    for place in range(3):
        free |= (1 if m[sums + 3 + place] < per_place else 0) << place
    if m[POLICY] == RANDOM:
        ways = popcount(free)
        action = decide(m, popcount(cards) * ways)
        number = action * RECIPROCALS[ways] >> 16
        return select(cards, number) << 2 | select(free, action - ways * number)
    m[STEP] += 1
    best, most = -1, 0
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        for place in range(3):
            if free >> place & 1:
                value = -100
                if place < 2:
                    value = 20 * NUMBERS[card] - m[sums + place] - card
                if best < 0 or value > most:
                    best, most = card << 2 | place, value
    return best
