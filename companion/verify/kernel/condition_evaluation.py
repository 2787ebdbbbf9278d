"""Conditions of `if`, which no player decides."""

from companion.verify.kernel import columns as col
from companion.verify.kernel.memory import compiled, popcount
from companion.verify.kernel.memory_layout import HANDS, PILE_SIZE, SEAT_COUNT
from companion.verify.kernel.selected_players import candidates, fitting, seats_mask


@compiled
def holds(m, row, me):
    """Return True if the condition of an operation holds."""
    kind, number = m[row + col.KIND], m[row + col.PARAMETER]
    if kind == col.SEATS:
        return m[SEAT_COUNT] == number
    if kind == col.PILE_EMPTY:
        return (m[PILE_SIZE] == 0) == (number == 1)
    seats = candidates(m, row, me, m[row + col.WHO])
    if kind == col.IS:
        return seats_mask(seats) == seats_mask(candidates(m, row, me, m[row + col.TO]))
    while seats:
        hand = m[HANDS + (seats & 15) - 1]
        seats >>= 4
        size = popcount(hand)
        if kind == col.LESS:
            held = size < number
        elif kind == col.GREATER:
            held = size > number
        elif kind == col.EQUAL:
            held = size == number
        elif kind == col.HAS:
            held = hand & fitting(m, row) != 0
        else:
            raise AssertionError("no condition has this number")
        if not held:
            return False
    return True
