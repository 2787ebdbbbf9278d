"""`choose`: a player chooses one of up to four lists of steps."""

from typing import Final

from companion.missions.verbs.choose import Choose
from companion.verify.kernel.columns import BRANCH, KIND, WHO, Columns, SelectorWriter
from companion.verify.kernel.declarations import CompiledFunction, KernelVerb


def columns(step: Choose, selectors: SelectorWriter) -> Columns:
    """Return what a step fills in."""
    return {WHO: selectors.player(step.who), KIND: len(step.options)}


def compile_run() -> CompiledFunction:
    """Return the function that chooses among the options whose first step can move a card, or all if there is none."""
    from companion.verify.kernel.choices import decide_any
    from companion.verify.kernel.memory import inline, popcount, select
    from companion.verify.kernel.movable import can_move
    from companion.verify.kernel.selected_players import player

    @inline
    def run(m, row, me):
        player(m, row, me, WHO)
        count = m[row + KIND]
        able = 0
        for option in range(count):
            if can_move(m, m[row + BRANCH + option], me):
                able |= 1 << option
        if able == 0:
            able = (1 << count) - 1
        return 0, select(able, 0 if able & (able - 1) == 0 else decide_any(m, popcount(able)))

    return run


def compile_can_move() -> CompiledFunction:
    """Return the check that asks all options."""
    from companion.verify.kernel.memory import inline

    @inline
    def can_move(m, row, me):
        return (1 << m[row + KIND]) - 1

    return can_move


VERB: Final = KernelVerb(columns, compile_run, compile_can_move)
