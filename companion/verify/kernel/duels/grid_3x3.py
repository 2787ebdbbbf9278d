"""`grid_3x3`: both sides fill a grid of nine cells, the lower score wins (companion.rules.grid)."""

from typing import Final

from companion.missions.duels.grid_3x3 import Grid3x3
from companion.rules.gong.cards import GALAXY_CARDS
from companion.verify.kernel.columns import PARAMETER, Columns
from companion.verify.kernel.declarations import CompiledFunction, KernelDuel
from companion.verify.kernel.memory_layout import GRID, HANDS


def columns(duel: Grid3x3) -> Columns:
    """Return what the parameters fill in."""
    return {PARAMETER: duel.max_cards}


def compile_decide() -> CompiledFunction:
    """Return the function that decides the duel."""
    from companion.verify.kernel.choices import NUMBERS, next_cell
    from companion.verify.kernel.laid_cards import better
    from companion.verify.kernel.memory import compiled, inline, popcount

    @compiled
    def grid_score(m):
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

    @compiled
    def fill_grid(m, seat, count, shown):
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
        return grid_score(m)

    @inline
    def decide(m, row, me, rival, shown):
        count = min(m[row + PARAMETER], popcount(m[HANDS + me] & GALAXY_CARDS))
        count = min(count, popcount(m[HANDS + rival] & GALAXY_CARDS))
        mine = fill_grid(m, me, count, shown)
        return better(me, rival, fill_grid(m, rival, count, shown), mine)

    return decide


DUEL: Final = KernelDuel(columns, compile_decide)
