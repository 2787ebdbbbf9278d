"""`largest_galaxy`: the biggest group of one galaxy in the hand wins, then its sum."""

from typing import Final

from companion.verify.kernel.declarations import CompiledFunction, KernelDuel, no_columns
from companion.verify.kernel.memory_layout import HANDS


def compile_decide() -> CompiledFunction:
    """Return the function that decides the duel."""
    import numpy as np

    from companion.verify.kernel.laid_cards import better
    from companion.verify.kernel.memory import compiled, inline, popcount

    # Per mask of numbers of one galaxy.
    sums = np.array([sum(bit + 1 for bit in range(6) if mask >> bit & 1) for mask in range(64)])

    @compiled
    def show_largest_group(m, seat, shown):
        """Show the best group of one galaxy and return its value: size, then sum."""
        hand, best, group = m[HANDS + seat], -1, 0
        for galaxy in range(9):
            numbers = hand >> 6 * galaxy & 0b111111
            value = 64 * popcount(numbers) + sums[numbers]
            if value > best:
                best, group = value, numbers << 6 * galaxy
        m[shown + seat] = group
        return best

    @inline
    def decide(m, row, me, rival, shown):
        mine = show_largest_group(m, me, shown)
        return better(me, rival, mine, show_largest_group(m, rival, shown))

    return decide


DUEL: Final = KernelDuel(no_columns, compile_decide)
