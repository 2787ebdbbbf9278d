"""`again`: another turn after the checkpoint, unless this turn is already an extra one."""

from typing import Final

from companion.missions.verbs.again import Again
from companion.verify.kernel.columns import KIND, WHO, Columns, SelectorWriter
from companion.verify.kernel.declarations import NO_BRANCH, CompiledFunction, KernelVerb, compile_never_moves
from companion.verify.kernel.memory_layout import AGAIN, EXTRA


def columns(step: Again, selectors: SelectorWriter) -> Columns:
    """Return what a step fills in."""
    return {WHO: selectors.player(step.who), KIND: step.optional}


def compile_run() -> CompiledFunction:
    """Return the function that carries an operation out."""
    from companion.verify.kernel.choices import decide_any
    from companion.verify.kernel.memory import inline
    from companion.verify.kernel.selected_players import player

    @inline
    def run(m, row, me):
        seat = player(m, row, me, WHO)
        if not m[EXTRA] and not (m[row + KIND] and decide_any(m, 2) == 1):
            m[AGAIN] = seat
        return 0, NO_BRANCH

    return run


VERB: Final = KernelVerb(columns, compile_run, compile_never_moves)
