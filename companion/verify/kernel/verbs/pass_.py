"""`pass`: every player chooses cards, then all pass them at once to the neighbour on one side."""

from typing import Final

from companion.missions.verbs.pass_ import Pass
from companion.verify.kernel.columns import (
    EVERYBODY,
    KIND,
    LEFT,
    RIGHT,
    SECRET,
    Columns,
    N,
    SelectorWriter,
    count_columns,
    filter_columns,
    pick_columns,
)
from companion.verify.kernel.declarations import CAN_MOVE, CANNOT_MOVE, NO_BRANCH, CompiledFunction, KernelVerb
from companion.verify.kernel.memory_layout import CHOSEN, HANDS, LISTS, SEAT_COUNT


def columns(step: Pass, _: SelectorWriter) -> Columns:
    """Return what a step fills in."""
    return {
        **count_columns(step.n), **filter_columns(None), **pick_columns(step.pick), KIND: step.dir == "left",
        SECRET: 1,
    }  # fmt: skip


def compile_run() -> CompiledFunction:
    """Return the function that carries an operation out."""
    from companion.verify.kernel.memory import inline, popcount
    from companion.verify.kernel.selected_players import pick_plain

    @inline
    def run(m, row, me):
        rest = m[LISTS + 8 * me + EVERYBODY]
        moved = 0
        while rest:
            seat = (rest & 15) - 1
            rest >>= 4
            cards = pick_plain(m, row, m[HANDS + seat], m[row + N], seat)
            m[CHOSEN + seat] = cards
            moved += popcount(cards)
        for seat in range(m[SEAT_COUNT]):
            m[HANDS + seat] ^= m[CHOSEN + seat]
        way = LEFT if m[row + KIND] else RIGHT
        for seat in range(m[SEAT_COUNT]):
            m[HANDS + m[LISTS + 8 * seat + way] - 1] |= m[CHOSEN + seat]
        return moved, NO_BRANCH

    return run


def compile_can_move() -> CompiledFunction:
    """Return the check that any hand has a card."""
    from companion.verify.kernel.memory import inline

    @inline
    def can_move(m, row, me):
        seats = m[LISTS + 8 * me + EVERYBODY]
        while seats:
            if m[HANDS + (seats & 15) - 1]:
                return CAN_MOVE
            seats >>= 4
        return CANNOT_MOVE

    return can_move


VERB: Final = KernelVerb(columns, compile_run, compile_can_move)
