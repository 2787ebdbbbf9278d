"""`take`: take cards from another hand."""

from typing import Final

from companion.missions.verbs.take import Take
from companion.verify.kernel.columns import (
    LOSES,
    TO,
    WHO,
    Columns,
    SelectorWriter,
    count_columns,
    filter_columns,
    pick_columns,
    purpose_columns,
)
from companion.verify.kernel.declarations import CAN_MOVE, CANNOT_MOVE, NO_BRANCH, CompiledFunction, KernelVerb
from companion.verify.kernel.memory_layout import HANDS


def columns(step: Take, selectors: SelectorWriter) -> Columns:
    """Return what a step fills in."""
    return {
        WHO: selectors.player(step.from_), TO: selectors.player(step.to), **count_columns(step.n),
        **filter_columns(None), **pick_columns(step.pick), **purpose_columns(step.pick), LOSES: 1,
    }  # fmt: skip


def compile_run() -> CompiledFunction:
    """Return the function that carries an operation out."""
    from companion.verify.kernel.hand_overs import hand_over
    from companion.verify.kernel.memory import inline
    from companion.verify.kernel.selected_players import players

    @inline
    def run(m, row, me):
        takers = players(m, row, me, TO)  # takers are named before givers and come first
        givers = players(m, row, me, WHO)
        moved = 0
        while takers:
            moved += hand_over(m, row, givers, takers & 15)
            takers >>= 4
        return moved, NO_BRANCH

    return run


def compile_can_move() -> CompiledFunction:
    """Return the check that a hand of another player is not empty."""
    from companion.verify.kernel.hand_overs import others_than
    from companion.verify.kernel.memory import inline
    from companion.verify.kernel.selected_players import candidates

    @inline
    def can_move(m, row, me):
        givers = candidates(m, row, me, m[row + WHO])
        while givers:
            giver = (givers & 15) - 1
            givers >>= 4
            if m[HANDS + giver] and others_than(m, row, me, giver):
                return CAN_MOVE
        return CANNOT_MOVE

    return can_move


VERB: Final = KernelVerb(columns, compile_run, compile_can_move)
