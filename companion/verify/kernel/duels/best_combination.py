"""`best_combination`: the best combination of at most five cards wins."""

from typing import Final

from companion.rules.gong.cards import GALAXY_CARDS
from companion.verify.kernel.declarations import CompiledFunction, KernelDuel, no_columns
from companion.verify.kernel.memory_layout import HANDS


def compile_decide() -> CompiledFunction:
    """Return the function that decides the duel."""
    from companion.verify.kernel.combination_values import best_value, value_cards
    from companion.verify.kernel.laid_cards import better
    from companion.verify.kernel.memory import inline

    @inline
    def decide(m, row, me, rival, shown):
        mine = best_value(m[HANDS + me] & GALAXY_CARDS)
        other = best_value(m[HANDS + rival] & GALAXY_CARDS)
        m[shown + me], m[shown + rival] = value_cards(mine), value_cards(other)
        return better(me, rival, mine, other)

    return decide


DUEL: Final = KernelDuel(no_columns, compile_decide)
