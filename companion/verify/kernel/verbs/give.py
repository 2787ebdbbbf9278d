"""`give`: move cards from one hand to another; with several givers or takers, for each pair."""

from typing import Final

from companion.missions.verbs.give import Give
from companion.verify.kernel.columns import (
    BIND,
    KIND,
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
from companion.verify.kernel.declarations import CAN_MOVE, CANNOT_MOVE, CompiledFunction, KernelVerb
from companion.verify.kernel.memory_layout import BOUND


def columns(step: Give, selectors: SelectorWriter) -> Columns:
    """Return what a step fills in."""
    bind = 0 if step.bind is None else 1 + selectors.name(step.bind)
    return {
        WHO: selectors.player(step.from_), TO: selectors.player(step.to), **count_columns(step.n),
        **filter_columns(step.where), **pick_columns(step.pick), **purpose_columns(step.pick),
        KIND: bool(step.otherwise), BIND: bind, LOSES: 1,
    }  # fmt: skip


def compile_run() -> CompiledFunction:
    """Return the function that carries an operation out."""
    from companion.verify.kernel.hand_overs import hand_over, otherwise_branch
    from companion.verify.kernel.memory import inline
    from companion.verify.kernel.selected_players import players

    @inline
    def run(m, row, me):
        givers = players(m, row, me, WHO)
        takers = players(m, row, me, TO)
        if m[row + BIND]:
            taker = (takers & 15) - 1
            m[BOUND + m[row + BIND] - 1] = (givers & 15) - 1 if taker == me else taker
        moved = hand_over(m, row, givers, takers)
        return moved, otherwise_branch(m, row, moved)

    return run


def compile_can_move() -> CompiledFunction:
    """Return the check that a giver has a card for another player."""
    from companion.verify.kernel.hand_overs import others_than
    from companion.verify.kernel.memory import inline
    from companion.verify.kernel.selected_players import amount, candidates, eligible_of

    @inline
    def can_move(m, row, me):
        givers = candidates(m, row, me, m[row + WHO])
        while givers:
            giver = (givers & 15) - 1
            givers >>= 4
            if amount(m, row, eligible_of(m, row, giver)) > 0 and others_than(m, row, me, giver):
                return CAN_MOVE
        return CANNOT_MOVE

    return can_move


VERB: Final = KernelVerb(columns, compile_run, compile_can_move)
