"""Who is meant, and which cards of theirs (companion.rules.fight.context).

Several seats are one number: four bits each, the seat + 1, the first in the lowest bits.
"""

from companion.verify.kernel import columns as col
from companion.verify.kernel.chance_words import decide, pick_blind
from companion.verify.kernel.choices import GALAXIES, NUMBERS, OF_NUMBER, RANDOM, choose_card, choose_seat
from companion.verify.kernel.memory import compiled, popcount, select
from companion.verify.kernel.memory_layout import BOUND, CARD, HANDS, LISTS, POLICY, ROLES, SHOWN

# ---------------------------------------------------------------- players


@compiled
def candidates(m, row, me, who):
    """Return the seats that the selector can mean, clockwise from self."""
    if who <= col.CHOICE:
        return m[LISTS + 8 * me + (col.OTHERS if who == col.CHOICE else who)]
    if who >= col.BOUND:
        return m[BOUND + who - col.BOUND] + 1
    if who >= col.WINNER:
        return m[ROLES + 4 * m[row + col.DEPTH] + who - col.WINNER] + 1
    found, count, extreme = 0, 0, -1
    others = m[LISTS + 8 * me + col.OTHERS]
    while others:
        place = others & 15
        others >>= 4
        size = popcount(m[HANDS + place - 1])
        if extreme < 0 or (size > extreme if who == col.MOST else size < extreme):
            found, count, extreme = place, 1, size
        elif size == extreme:
            found |= place << 4 * count
            count += 1
    return found


@compiled
def players(m, row, me, column):
    """Return the seats that the selector in a column means; self chooses where it leaves a choice."""
    who = m[row + column]
    found = candidates(m, row, me, who)
    if found > 15 and (who == col.CHOICE or who == col.MOST or who == col.FEWEST):
        count, rest = 0, found
        while rest:
            count += 1
            rest >>= 4
        return choose_seat(m, found, count, column == col.WHO and m[row + col.LOSES]) + 1
    return found


@compiled
def player(m, row, me, column):
    """Return the one seat that the selector means, or the first of several."""
    return (players(m, row, me, column) & 15) - 1


@compiled
def seats_mask(seats):
    """Return several seats as bits, to compare them without order."""
    mask = 0
    while seats:
        mask |= 1 << (seats & 15)
        seats >>= 4
    return mask


# ---------------------------------------------------------------- cards


@compiled
def fitting(m, row):
    """Return every card of the deck that passes the test of the operation."""
    mask = m[row + col.MASK]
    drawn = m[row + col.DRAWN]
    if drawn:
        card = m[CARD]
        if drawn & 1:
            mask &= OF_NUMBER[NUMBERS[card]]
        if drawn & 2:
            mask &= 0b111111 << 6 * GALAXIES[card]
    return mask


@compiled
def eligible_of(m, row, owner):
    """Return the cards of the owner that the step may move, apart from `extreme` and `group`."""
    if not m[row + col.SPECIAL]:
        return m[HANDS + owner] & m[row + col.MASK]
    hand = m[HANDS + owner] & fitting(m, row)
    if m[row + col.SHOWN]:
        hand &= m[SHOWN + 8 * m[row + col.DEPTH] + owner]
    return hand


@compiled
def extreme_cards(cards, extreme):
    """Return the galaxy cards of the mask with its highest or lowest number."""
    for step in range(6):
        found = cards & OF_NUMBER[6 - step if extreme == col.HIGHEST else 1 + step]
        if found:
            return found
    return 0


@compiled
def _run_completions(cards, taken, size):
    found = 0
    for first in range(1, 8 - size):
        possible, numbers = True, 0
        for number in range(first, first + size):
            numbers |= OF_NUMBER[number]
            if cards & OF_NUMBER[number] == 0:
                possible = False
        if possible and taken & ~numbers == 0:
            for number in range(first, first + size):
                if taken & OF_NUMBER[number] == 0:
                    found |= cards & OF_NUMBER[number]
    return found


@compiled
def completions(group, cards, taken, size):
    """Return the cards with which the taken ones can still grow to a group of `size` cards."""
    if group == col.RUN:
        return _run_completions(cards, taken, size)
    found = 0
    for place in range(6 if group == col.SAME_NUMBER else 9):
        part = OF_NUMBER[place + 1] if group == col.SAME_NUMBER else 0b111111 << 6 * place
        if taken & ~part == 0 and popcount(cards & part) >= size:
            found |= cards & part
    return found & ~taken


@compiled
def narrowed(m, row, cards):
    """Return the cards from which those that are moved are taken."""
    if m[row + col.EXTREME] and not m[row + col.EXACT]:
        return extreme_cards(cards, m[row + col.EXTREME])
    return cards


@compiled
def amount(m, row, cards):
    """Return how many of the eligible cards are moved."""
    most = m[row + col.N]
    if not m[row + col.EXACT]:
        most = min(most, popcount(cards)) if most == col.ALL_CARDS else most
        cards = narrowed(m, row, cards)
    group = m[row + col.GROUP]
    if group:
        if m[row + col.EXACT]:
            return most if completions(group, cards, 0, most) else 0
        for size in range(most, 0, -1):
            if completions(group, cards, 0, size):
                return size
        return 0
    return min(most, popcount(cards))


@compiled
def pick(m, row, cards, chooser):
    """Return `amount` of the eligible cards, picked one after the other; the caller moves them."""
    if not m[row + col.SPECIAL]:
        return pick_plain(m, row, cards, m[row + col.N], chooser)
    group, extreme = m[row + col.GROUP], m[row + col.EXTREME]
    count = amount(m, row, cards)
    cards = narrowed(m, row, cards)
    taken = 0
    for left in range(count, 0, -1):
        options = cards & ~taken
        if group:
            options = completions(group, cards, taken, count)
        if extreme:
            options = extreme_cards(options, extreme)
        if popcount(options) <= left:
            taken |= options & -options
        else:
            taken |= 1 << _pick_one(m, row, options, taken, chooser)
    return taken


@compiled
def pick_plain(m, row, cards, count, chooser):
    """Return `count` of the cards, or all of them."""
    if popcount(cards) <= count:
        return cards
    taken = 0
    if m[POLICY] == RANDOM and m[row + col.PICK] != col.BLIND:
        size = popcount(cards)
        for place in range(count):
            taken |= 1 << select(cards & ~taken, decide(m, size - place))
        return taken
    for _ in range(count):
        taken |= 1 << _pick_one(m, row, cards & ~taken, taken, chooser)
    return taken


@compiled
def _pick_one(m, row, options, taken, chooser):
    """Return one of several cards."""
    if m[row + col.PICK] == col.BLIND:
        return pick_blind(m, options)
    hand = m[HANDS + chooser]
    return choose_card(m, options, m[row + col.PURPOSE], hand if m[row + col.SECRET] else hand & ~taken)
