"""`blind_battle`: each side turns over a random card of the hand, the higher number wins."""

from typing import Final

from companion.missions.duels.blind_battle import BlindBattle
from companion.rules.gong.cards import GALAXY_CARDS
from companion.verify.kernel.columns import PARAMETER, Columns
from companion.verify.kernel.declarations import CompiledFunction, KernelDuel
from companion.verify.kernel.memory_layout import HANDS, NOBODY


def columns(duel: BlindBattle) -> Columns:
    """Return what the parameters fill in."""
    return {PARAMETER: duel.replays}


def compile_decide() -> CompiledFunction:
    """Return the function that decides the duel."""
    from companion.verify.kernel.chance_words import pick_blind
    from companion.verify.kernel.choices import NUMBERS
    from companion.verify.kernel.laid_cards import better
    from companion.verify.kernel.memory import inline

    @inline
    def decide(m, row, me, rival, shown):
        winner, loser = NOBODY, NOBODY
        for _ in range(1 + m[row + PARAMETER]):
            mine = pick_blind(m, m[HANDS + me] & GALAXY_CARDS)
            other = pick_blind(m, m[HANDS + rival] & GALAXY_CARDS)
            m[shown + me], m[shown + rival] = 1 << mine, 1 << other
            winner, loser = better(me, rival, NUMBERS[mine], NUMBERS[other])
            if winner != NOBODY:
                break
        return winner, loser

    return decide


DUEL: Final = KernelDuel(columns, compile_decide)
