"""`highest_unique`: every player lays a card, the highest number shown once wins."""

from typing import Final

from companion.rules.gong.cards import GALAXY_CARDS
from companion.verify.kernel.columns import EVERYBODY
from companion.verify.kernel.declarations import CompiledFunction, KernelDuel, no_columns
from companion.verify.kernel.memory_layout import HANDS, LISTS, NOBODY, RIVAL


def compile_decide() -> CompiledFunction:
    """Return the function that decides the duel."""
    from companion.verify.kernel.choices import NUMBERS
    from companion.verify.kernel.laid_cards import lay_cards
    from companion.verify.kernel.memory import inline, lowest

    @inline
    def decide(m, row, me, rival, shown):
        m[RIVAL] = NOBODY  # all others are
        numbers, seen, twice = 0, 0, 0  # four bits for each seat; bits of numbers
        seats = m[LISTS + 8 * me + EVERYBODY]
        rest = seats
        while rest:
            seat = (rest & 15) - 1
            rest >>= 4
            if m[HANDS + seat] & GALAXY_CARDS:
                card = lay_cards(m, seat, 1, 0)
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

    return decide


DUEL: Final = KernelDuel(no_columns, compile_decide)
