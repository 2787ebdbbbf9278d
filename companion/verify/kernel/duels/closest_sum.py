"""`closest_sum`: each side lays cards, the sum nearest to the target wins."""

from typing import Final

from companion.missions.duels.closest_sum import ClosestSum
from companion.verify.kernel.columns import PARAMETER, Columns, N
from companion.verify.kernel.declarations import CompiledFunction, KernelDuel


def columns(duel: ClosestSum) -> Columns:
    """Return what the parameters fill in."""
    return {N: duel.cards, PARAMETER: duel.target}


def compile_decide() -> CompiledFunction:
    """Return the function that decides the duel."""
    from companion.verify.kernel.choices import OF_NUMBER
    from companion.verify.kernel.laid_cards import better, lay_cards
    from companion.verify.kernel.memory import compiled, inline, popcount

    @compiled
    def sum_of_numbers(cards):
        total = 0
        for number in range(1, 7):
            total += number * popcount(cards & OF_NUMBER[number])
        return total

    @inline
    def decide(m, row, me, rival, shown):
        target = m[row + PARAMETER]
        mine = lay_cards(m, me, m[row + N], target)
        other = lay_cards(m, rival, m[row + N], target)
        m[shown + me], m[shown + rival] = mine, other
        mine, other = sum_of_numbers(mine), sum_of_numbers(other)
        return better(me, rival, -100 * abs(mine - target) - mine, -100 * abs(other - target) - other)

    return decide


DUEL: Final = KernelDuel(columns, compile_decide)
