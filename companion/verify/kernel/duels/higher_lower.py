"""`higher_lower`: the sides take turns to call the next card of the pile; the first wrong call loses."""

from typing import Final

from companion.rules.gong.cards import GALAXY_CARDS
from companion.verify.kernel.declarations import CompiledFunction, KernelDuel, no_columns
from companion.verify.kernel.memory_layout import DISCARD, NOBODY, PILE, PILE_SIZE, TURNED


def compile_decide() -> CompiledFunction:  # noqa: C901 - nested functions
    """Return the function that decides the duel."""
    from companion.verify.kernel.chance_words import reshuffle, top
    from companion.verify.kernel.choices import NUMBERS, call
    from companion.verify.kernel.laid_cards import highest_xphere_instead
    from companion.verify.kernel.memory import compiled, inline

    @compiled
    def can_turn_up(m):
        """Return True if the pile or the discard pile has a galaxy card."""
        cards = m[DISCARD]
        for place in range(min(m[PILE_SIZE], 3)):  # there are two jokers
            cards |= 1 << m[PILE + place]
        return cards & GALAXY_CARDS != 0

    @compiled
    def turn_up(m):
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
    def clear_turned(m):
        """Put the card that lies open onto the discard pile."""
        if m[TURNED] >= 0:
            m[DISCARD] |= 1 << m[TURNED]
            m[TURNED] = -1

    @inline
    def decide(m, row, me, rival, shown):
        for number in range(9):  # the first card is only turned up
            if not can_turn_up(m):
                clear_turned(m)
                return highest_xphere_instead(m, me, rival, shown)
            if number == 0:
                turn_up(m)
                continue
            seat, other = (me, rival) if number & 1 else (rival, me)
            before = NUMBERS[m[TURNED]]
            way = call(m, seat, before)
            turn_up(m)
            after = NUMBERS[m[TURNED]]
            if way != (0 if after > before else 1 if after < before else 2):
                clear_turned(m)
                return other, seat
        clear_turned(m)
        return NOBODY, NOBODY

    return decide


DUEL: Final = KernelDuel(no_columns, compile_decide)
