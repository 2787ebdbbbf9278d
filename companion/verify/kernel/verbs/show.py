"""`show`: reveal cards to others; nothing moves."""

from typing import Final

from companion.missions.verbs.show import Show
from companion.verify.kernel.columns import (
    PURPOSE,
    SECRET,
    SHOWING,
    TO,
    WHO,
    Columns,
    SelectorWriter,
    count_columns,
    filter_columns,
)
from companion.verify.kernel.declarations import NO_BRANCH, CompiledFunction, KernelVerb, compile_never_moves
from companion.verify.kernel.memory_layout import HANDS


def columns(step: Show, selectors: SelectorWriter) -> Columns:
    """Return what a step fills in."""
    return {
        WHO: selectors.player(step.who), TO: selectors.player(step.to), **count_columns(step.n),
        **filter_columns(None), SECRET: 1, PURPOSE: SHOWING,
    }  # fmt: skip


def compile_run() -> CompiledFunction:
    """Return the function that carries an operation out."""
    from companion.verify.kernel.memory import inline
    from companion.verify.kernel.selected_players import pick, players

    @inline
    def run(m, row, me):
        owners = players(m, row, me, WHO)
        players(m, row, me, TO)
        while owners:
            owner = (owners & 15) - 1
            owners >>= 4
            pick(m, row, m[HANDS + owner], owner)
        return 0, NO_BRANCH

    return run


VERB: Final = KernelVerb(columns, compile_run, compile_never_moves)
