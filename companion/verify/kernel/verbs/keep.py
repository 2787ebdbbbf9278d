"""`keep`: the revealed card goes to a hand instead of the discard pile."""

from typing import Final

from companion.missions.verbs.keep import Keep
from companion.verify.kernel.columns import WHO, Columns, SelectorWriter
from companion.verify.kernel.declarations import CAN_MOVE, CANNOT_MOVE, NO_BRANCH, CompiledFunction, KernelVerb
from companion.verify.kernel.memory_layout import HANDS, REVEALED


def columns(step: Keep, selectors: SelectorWriter) -> Columns:
    """Return what a step fills in."""
    return {WHO: selectors.player(step.who)}


def compile_run() -> CompiledFunction:
    """Return the function that carries an operation out."""
    from companion.verify.kernel.memory import inline
    from companion.verify.kernel.selected_players import player

    @inline
    def run(m, row, me):
        seat = player(m, row, me, WHO)
        card = m[REVEALED]
        if card < 0:
            return 0, NO_BRANCH
        m[REVEALED] = -1
        m[HANDS + seat] |= 1 << card
        return 1, NO_BRANCH

    return run


def compile_can_move() -> CompiledFunction:
    """Return the check that the revealed card is still there."""
    from companion.verify.kernel.memory import inline

    @inline
    def can_move(m, row, me):
        return CAN_MOVE if m[REVEALED] >= 0 else CANNOT_MOVE

    return can_move


VERB: Final = KernelVerb(columns, compile_run, compile_can_move)
