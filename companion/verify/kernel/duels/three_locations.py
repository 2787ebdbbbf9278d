"""`three_locations`: both sides share cards over three places; two places win, then the sum, then the places."""

from typing import Final

from companion.missions.duels.three_locations import ThreeLocations
from companion.rules.gong.cards import GALAXY_CARDS
from companion.verify.kernel.columns import OTHER, PARAMETER, Columns
from companion.verify.kernel.declarations import CompiledFunction, KernelDuel
from companion.verify.kernel.memory_layout import HANDS, LOCATIONS


def columns(duel: ThreeLocations) -> Columns:
    """Return what the parameters fill in."""
    return {PARAMETER: duel.max_cards, OTHER: duel.per_location}


def compile_decide() -> CompiledFunction:
    """Return the function that decides the duel."""
    from companion.verify.kernel.choices import NUMBERS, next_place
    from companion.verify.kernel.laid_cards import better
    from companion.verify.kernel.memory import compiled, inline, popcount, select

    @compiled
    def share_out(m, seat, count, per_place, sums, shown):
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

    @inline
    def decide(m, row, me, rival, shown):
        most, per_place = m[row + PARAMETER], m[row + OTHER]
        count = min(most, 3 * per_place, popcount(m[HANDS + me] & GALAXY_CARDS))
        count = min(count, popcount(m[HANDS + rival] & GALAXY_CARDS))
        for side in range(2):
            share_out(m, rival if side else me, count, per_place, LOCATIONS + 6 * side, shown)
        mine, other, ahead = 0, 0, 0
        for place in range(LOCATIONS, LOCATIONS + 3):
            stars = m[place] - m[place + 6]
            if stars == 0:
                stars = m[place + 9] - m[place + 3]
            mine += stars > 0
            other += stars < 0
            ahead += m[place] - m[place + 6]
        if max(mine, other) >= 2 or ahead == 0:
            return better(me, rival, mine, other)
        return better(me, rival, ahead, 0)

    return decide


DUEL: Final = KernelDuel(columns, compile_decide)
