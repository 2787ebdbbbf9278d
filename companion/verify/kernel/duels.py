"""How duels are decided (companion.rules.fight.duels, card_duels, guess_duels)."""

from typing import Final

import numpy as np

from companion.rules.combinations import Type
from companion.rules.gong.cards import GALAXY_CARDS
from companion.verify import operations as o
from companion.verify.kernel.choices import (
    NUMBERS,
    OF_NUMBER,
    call,
    guess_galaxy,
    guess_number,
    hide,
    lay,
    next_cell,
    next_place,
)
from companion.verify.kernel.luck import fortune, pick_blind, reshuffle, top
from companion.verify.kernel.memory import compiled, highest, lowest, pasted, popcount, select
from companion.verify.kernel.places import (
    CHOSEN,
    DISCARD,
    GRID,
    HANDS,
    LISTS,
    OUTCOME,
    PILE,
    PILE_SIZE,
    PLACES,
    RIVAL,
    ROLES,
    SHOWN,
    TURNED,
)
from companion.verify.kernel.players import player
from companion.verify.tally import LOST, TIE, WON

NOBODY: Final = -1

_DIGIT: Final = 6  # bits of a card in the value of a combination
SINGLE, PAIR, TRIO, STRAIGHT, FLUSH, FULL_HOUSE, STRAIGHT_FLUSH, GANG_OF_FOUR, GANG_OF_FIVE = map(int, tuple(Type)[:9])
SUMS: Final = np.array([sum(bit + 1 for bit in range(6) if mask >> bit & 1) for mask in range(64)])
"""Sum of the numbers of the cards of one galaxy."""


@compiled
def duel(m, row, me):
    """Fight the duel of an operation, note who is who, and return which branch follows."""
    depth = m[row + o.DEPTH] + 1
    shown, roles = SHOWN + 8 * depth, ROLES + 4 * depth
    for place in range(8):
        m[shown + place] = 0
    if m[row + o.KIND] == o.HIGHEST_UNIQUE:
        rival = m[LISTS + 8 * me + o.LEFT] - 1
        m[RIVAL] = NOBODY
        winner, loser = _highest_unique(m, me, shown)
    else:
        rival = player(m, row, me, o.WHO)
        m[RIVAL] = rival
        winner = _fight(m, row, me, rival, shown)
        loser = NOBODY if winner == NOBODY else rival if winner == me else me
    m[roles] = winner
    m[roles + 1] = loser
    m[roles + 2] = rival
    if winner == NOBODY:
        m[OUTCOME] = TIE
        return 2
    m[OUTCOME] = WON if winner == me else LOST
    return 1 if m[row + o.EXACT] and winner != me else 0


@pasted
def _fight(m, row, me, rival, shown):
    """Return the winner of a duel of two sides; with too few cards it becomes `highest_xphere`."""
    kind, needed = m[row + o.KIND], m[row + o.NEEDED]
    mine, other = m[HANDS + me] & GALAXY_CARDS, m[HANDS + rival] & GALAXY_CARDS
    if kind == o.GUESS_NUMBER or kind == o.GUESS_GALAXY:
        enough = popcount(other if m[row + o.OTHER] else mine) >= needed
    else:
        enough = popcount(mine) >= needed and popcount(other) >= needed
    if not enough:
        return _instead(m, me, rival, shown)
    winner = NOBODY
    for _ in range(1 + m[row + o.REPLAY]):
        if winner == NOBODY:
            winner = _decide(m, row, me, rival, shown)
    return winner


@pasted
def _decide(m, row, me, rival, shown):
    kind = m[row + o.KIND]
    if kind == o.COIN:
        return _coin(m, me, rival)
    if kind == o.COIN_OR_DRAW:
        return NOBODY if fortune(m, 8) == 0 else _coin(m, me, rival)
    if kind == o.HIGHEST_XPHERE:
        return _highest_xphere(m, me, rival, shown)
    if kind == o.CLOSEST_SUM:
        return _closest_sum(m, me, rival, shown, m[row + o.N], m[row + o.PARAMETER])
    if kind == o.BLIND_BATTLE:
        return _blind_battle(m, me, rival, shown, m[row + o.PARAMETER])
    if kind == o.LARGEST_GALAXY:
        return _largest_galaxy(m, me, rival, shown)
    if kind == o.BEST_COMBINATION:
        return _best_combination(m, me, rival, shown)
    if kind == o.GRID:
        return _grid(m, me, rival, shown, m[row + o.PARAMETER])
    if kind == o.THREE_LOCATIONS:
        return _three_locations(m, me, rival, shown, m[row + o.PARAMETER], m[row + o.OTHER])
    if kind == o.HIGHER_LOWER:
        return _higher_lower(m, me, rival, shown)
    guesser, hider = (me, rival) if m[row + o.OTHER] else (rival, me)
    if kind == o.GUESS_NUMBER:
        return _guess_number(m, guesser, hider, shown, m[row + o.PARAMETER])
    return _guess_galaxy(m, guesser, hider, shown, m[row + o.PARAMETER])


@compiled
def _better(me, rival, mine, other):
    """Return the side with the greater value."""
    return NOBODY if mine == other else me if mine > other else rival


@compiled
def _coin(m, me, rival):
    return rival if fortune(m, 2) else me


@compiled
def _sum(cards):
    total = 0
    for number in range(1, 7):
        total += number * popcount(cards & OF_NUMBER[number])
    return total


# ---------------------------------------------------------------- cards that are laid


@compiled
def _lay(m, seat, count, target):
    """Lay cards face down; nobody is asked only where everybody sees that all must be laid."""
    cards = m[HANDS + seat] & GALAXY_CARDS
    if popcount(m[HANDS + seat]) == count:
        return cards
    m[CHOSEN + seat] = 0
    for left in range(count, 0, -1):
        m[CHOSEN + seat] |= 1 << lay(m, seat, cards & ~m[CHOSEN + seat], left, target)
    return m[CHOSEN + seat]


@compiled
def _highest_xphere(m, me, rival, shown):
    mine = _lay(m, me, 1, 0)
    other = _lay(m, rival, 1, 0)
    m[shown + me], m[shown + rival] = mine, other
    return _better(me, rival, NUMBERS[lowest(mine)], NUMBERS[lowest(other)])


@compiled
def _instead(m, me, rival, shown):
    """Play `highest_xphere`, in place of another duel too."""
    mine, other = m[HANDS + me] & GALAXY_CARDS, m[HANDS + rival] & GALAXY_CARDS
    if mine == 0 or other == 0:
        return _better(me, rival, 1 if mine else 0, 1 if other else 0)
    winner = _highest_xphere(m, me, rival, shown)
    return _highest_xphere(m, me, rival, shown) if winner == NOBODY else winner


@pasted
def _closest_sum(m, me, rival, shown, count, target):
    mine = _lay(m, me, count, target)
    other = _lay(m, rival, count, target)
    m[shown + me], m[shown + rival] = mine, other
    mine, other = _sum(mine), _sum(other)
    return _better(me, rival, -100 * abs(mine - target) - mine, -100 * abs(other - target) - other)


@pasted
def _blind_battle(m, me, rival, shown, replays):
    winner = NOBODY
    for _ in range(1 + replays):
        mine = pick_blind(m, m[HANDS + me] & GALAXY_CARDS)
        other = pick_blind(m, m[HANDS + rival] & GALAXY_CARDS)
        m[shown + me], m[shown + rival] = 1 << mine, 1 << other
        winner = _better(me, rival, NUMBERS[mine], NUMBERS[other])
        if winner != NOBODY:
            break
    return winner


@compiled
def _galaxy_group(m, seat, shown):
    """Show the best group of one galaxy and return its value: size, then sum."""
    hand, best, group = m[HANDS + seat], -1, 0
    for galaxy in range(9):
        numbers = hand >> 6 * galaxy & 0b111111
        value = 64 * popcount(numbers) + SUMS[numbers]
        if value > best:
            best, group = value, numbers << 6 * galaxy
    m[shown + seat] = group
    return best


@pasted
def _largest_galaxy(m, me, rival, shown):
    mine = _galaxy_group(m, me, shown)
    return _better(me, rival, mine, _galaxy_group(m, rival, shown))


@pasted
def _highest_unique(m, me, shown):
    """Return who showed the highest number that is there once, and who the lowest, nearest clockwise."""
    numbers, seen, twice = 0, 0, 0  # four bits for each seat; bits of numbers
    seats = m[LISTS + 8 * me + o.EVERYBODY]
    rest = seats
    while rest:
        seat = (rest & 15) - 1
        rest >>= 4
        if m[HANDS + seat] & GALAXY_CARDS:
            card = _lay(m, seat, 1, 0)
            m[shown + seat] = card
            number = NUMBERS[lowest(card)]
            numbers |= number << 4 * seat
            twice |= seen & (1 << number)
            seen |= 1 << number
    unique = seen & ~twice
    if unique == 0:
        return NOBODY, NOBODY
    winner, loser, least = NOBODY, NOBODY, 7
    while seats:
        seat = (seats & 15) - 1
        seats >>= 4
        number = numbers >> 4 * seat & 15
        if number and unique >> number == 1:
            winner = seat
        elif number < least:
            loser, least = seat, number
    return winner, loser


# ---------------------------------------------------------------- duels of the other games


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


@pasted
def _best_combination(m, me, rival, shown):
    mine = best_value(m[HANDS + me] & GALAXY_CARDS)
    other = best_value(m[HANDS + rival] & GALAXY_CARDS)
    m[shown + me], m[shown + rival] = value_cards(mine), value_cards(other)
    return _better(me, rival, mine, other)


@compiled
def _fill_grid(m, seat, count, shown):
    """Fill the nine cells and return the score."""
    cards, left, laid = m[HANDS + seat] & GALAXY_CARDS, count, 0
    for cell in range(9):
        may_leave = 1 if 9 - cell > left else 0
        card = next_cell(m, seat, cell, cards if left else 0, may_leave)
        m[GRID + cell] = card
        if card >= 0:
            cards &= ~(1 << card)
            laid |= 1 << card
            left -= 1
    m[shown + seat] = laid
    return _grid_score(m)


@compiled
def _grid_score(m):
    """Return the score of the grid (companion.rules.grid): matched lines count minus, what is in none plus."""
    score, covered = 0, 0
    for line in range(6):
        first, step = (3 * line, 1) if line < 3 else (line - 3, 3)
        a, b, c = m[GRID + first], m[GRID + first + step], m[GRID + first + 2 * step]
        if a >= 0 and b >= 0 and c >= 0 and NUMBERS[a] == NUMBERS[b] and NUMBERS[a] == NUMBERS[c]:
            score -= NUMBERS[a]
            covered |= 1 << first | 1 << first + step | 1 << first + 2 * step
    for cell in range(9):
        if m[GRID + cell] >= 0 and not covered >> cell & 1:
            score += NUMBERS[m[GRID + cell]]
    return score


@pasted
def _grid(m, me, rival, shown, most):
    count = min(most, popcount(m[HANDS + me] & GALAXY_CARDS), popcount(m[HANDS + rival] & GALAXY_CARDS))
    mine = _fill_grid(m, me, count, shown)
    return _better(me, rival, _fill_grid(m, rival, count, shown), mine)


@compiled
def _share_out(m, seat, count, per_place, sums, shown):
    """Share cards over three places, in ascending order; note the sum and the cards of each place."""
    free, laid = m[HANDS + seat] & GALAXY_CARDS, 0
    for place in range(6):
        m[sums + place] = 0
    for left in range(count, 0, -1):
        offered = free
        if left > 1:
            offered &= (1 << select(free, popcount(free) - left + 1)) - 1
        choice = next_place(m, offered, per_place, sums)
        card, place = choice >> 2, sums + (choice & 3)
        m[place] += NUMBERS[card]
        m[place + 3] += 1
        laid |= 1 << card
        free &= ~((2 << card) - 1)
    m[shown + seat] = laid


@pasted
def _three_locations(m, me, rival, shown, most, per_place):
    """Two places win, then the sum, then the places (companion.rules.location_scoring)."""
    count = min(most, 3 * per_place, popcount(m[HANDS + me] & GALAXY_CARDS))
    count = min(count, popcount(m[HANDS + rival] & GALAXY_CARDS))
    for side in range(2):
        _share_out(m, rival if side else me, count, per_place, PLACES + 6 * side, shown)
    mine, other, ahead = 0, 0, 0
    for place in range(PLACES, PLACES + 3):
        stars = m[place] - m[place + 6]
        if stars == 0:
            stars = m[place + 9] - m[place + 3]
        mine += stars > 0
        other += stars < 0
        ahead += m[place] - m[place + 6]
    if max(mine, other) >= 2 or ahead == 0:
        return _better(me, rival, mine, other)
    return _better(me, rival, ahead, 0)


# ---------------------------------------------------------------- guesses


@compiled
def _hide(m, hider):
    """Return the card that the hider fixes; asked unless it is the only card of the hand."""
    cards = m[HANDS + hider] & GALAXY_CARDS
    if popcount(m[HANDS + hider]) == 1:
        return lowest(cards)
    return hide(m, cards)


@pasted
def _guess_number(m, guesser, hider, shown, tries):
    card = _hide(m, hider)
    m[shown + hider] = 1 << card
    low, high, number = 1, 6, NUMBERS[card]
    for _ in range(tries):
        guess = low if low == high else guess_number(m, guesser, low, high)
        if guess == number:
            return guesser
        if number > guess:
            low = guess + 1
        else:
            high = guess - 1
    return hider


@pasted
def _guess_galaxy(m, guesser, hider, shown, tries):
    card = _hide(m, hider)
    m[shown + hider] = 1 << card
    left = 0b111111111
    for _ in range(tries):
        guess = lowest(left) if left & (left - 1) == 0 else guess_galaxy(m, guesser, left)
        if guess == card // 6:
            return guesser
        left &= ~(1 << guess)
    return hider


@compiled
def _turn_up(m):
    """Turn up the next galaxy card; the one before and jokers go to the discard pile."""
    before, card = m[TURNED], -1
    while card < 0:
        if m[PILE_SIZE] == 0:
            reshuffle(m)
        card = top(m)
        if not (1 << card) & GALAXY_CARDS:
            m[DISCARD] |= 1 << card
            card = -1
    m[TURNED] = card
    if before >= 0:
        m[DISCARD] |= 1 << before


@compiled
def _can_turn_up(m):
    """Tell whether the pile or the discard pile has a galaxy card."""
    cards = m[DISCARD]
    for place in range(min(m[PILE_SIZE], 3)):  # there are two jokers
        cards |= 1 << m[PILE + place]
    return cards & GALAXY_CARDS != 0


@compiled
def _clear_turned(m):
    """Put the card that lies open onto the discard pile."""
    if m[TURNED] >= 0:
        m[DISCARD] |= 1 << m[TURNED]
        m[TURNED] = -1


@pasted
def _higher_lower(m, me, rival, shown):
    for number in range(9):  # the first card is only turned up
        if not _can_turn_up(m):
            _clear_turned(m)
            return _instead(m, me, rival, shown)
        if number == 0:
            _turn_up(m)
            continue
        seat, other = (me, rival) if number & 1 else (rival, me)
        before = NUMBERS[m[TURNED]]
        way = call(m, seat, before)
        _turn_up(m)
        after = NUMBERS[m[TURNED]]
        if way != (0 if after > before else 1 if after < before else 2):
            _clear_turned(m)
            return other
    _clear_turned(m)
    return NOBODY
