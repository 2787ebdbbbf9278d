"""`swap`: two players choose the same number of cards, then exchange them."""

from typing import Final

from companion.missions.verbs.swap import Swap
from companion.verify.kernel.columns import (
    PICK,
    SECRET,
    TAKER_OPEN,
    TO,
    WHO,
    Columns,
    N,
    SelectorWriter,
    count_columns,
    filter_columns,
    pick_columns,
)
from companion.verify.kernel.declarations import CAN_MOVE, CANNOT_MOVE, NO_BRANCH, CompiledFunction, KernelVerb
from companion.verify.kernel.memory_layout import HANDS


def columns(step: Swap, selectors: SelectorWriter) -> Columns:
    """Return what a step fills in."""
    return {
        WHO: selectors.player(step.a), TO: selectors.player(step.b), **count_columns(step.n), **filter_columns(None),
        **pick_columns(step.pick), SECRET: 1,
    }  # fmt: skip


def compile_run() -> CompiledFunction:
    """Return the function that carries an operation out."""
    from companion.verify.kernel.memory import inline, popcount
    from companion.verify.kernel.selected_players import pick_plain, player

    @inline
    def run(m, row, me):
        a = player(m, row, me, WHO)
        b = player(m, row, me, TO)
        count = min(m[row + N], popcount(m[HANDS + a]), popcount(m[HANDS + b]))
        if a == b or count == 0:
            return 0, NO_BRANCH
        one, other = (b, a) if m[row + PICK] == TAKER_OPEN else (a, b)
        from_a = pick_plain(m, row, m[HANDS + a], count, one)
        from_b = pick_plain(m, row, m[HANDS + b], count, other)
        m[HANDS + a] ^= from_a | from_b
        m[HANDS + b] ^= from_a | from_b
        return 2 * count, NO_BRANCH

    return run


def compile_can_move() -> CompiledFunction:
    """Return the check that two different players have cards."""
    from companion.verify.kernel.memory import inline
    from companion.verify.kernel.selected_players import candidates

    @inline
    def can_move(m, row, me):
        ones = candidates(m, row, me, m[row + WHO])
        while ones:
            one = ones & 15
            ones >>= 4
            others = candidates(m, row, me, m[row + TO])
            while others:
                other = others & 15
                others >>= 4
                if other != one and m[HANDS + one - 1] and m[HANDS + other - 1]:
                    return CAN_MOVE
        return CANNOT_MOVE

    return can_move


VERB: Final = KernelVerb(columns, compile_run, compile_can_move)
