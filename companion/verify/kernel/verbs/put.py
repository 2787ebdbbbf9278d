"""`put`: move cards from a hand to the discard pile."""

from typing import Final

from companion.missions.verbs.put import Put
from companion.verify.kernel.columns import (
    KIND,
    LOSES,
    WHO,
    Columns,
    SelectorWriter,
    count_columns,
    filter_columns,
    pick_columns,
)
from companion.verify.kernel.declarations import CAN_MOVE, CANNOT_MOVE, CompiledFunction, KernelVerb
from companion.verify.kernel.memory_layout import DISCARD, HANDS


def columns(step: Put, selectors: SelectorWriter) -> Columns:
    """Return what a step fills in."""
    return {
        WHO: selectors.player(step.who), **count_columns(step.n), **filter_columns(step.where),
        **pick_columns(step.pick), KIND: bool(step.otherwise), LOSES: 1,
    }  # fmt: skip


def compile_run() -> CompiledFunction:
    """Return the function that carries an operation out."""
    from companion.verify.kernel.hand_overs import otherwise_branch
    from companion.verify.kernel.memory import inline, popcount
    from companion.verify.kernel.selected_players import eligible_of, pick, players

    @inline
    def run(m, row, me):
        owners = players(m, row, me, WHO)
        moved = 0
        while owners:
            owner = (owners & 15) - 1
            owners >>= 4
            cards = pick(m, row, eligible_of(m, row, owner), owner)
            m[HANDS + owner] ^= cards
            m[DISCARD] |= cards
            moved += popcount(cards)
        return moved, otherwise_branch(m, row, moved)

    return run


def compile_can_move() -> CompiledFunction:
    """Return the check that an owner has a card to move."""
    from companion.verify.kernel.memory import inline
    from companion.verify.kernel.selected_players import amount, candidates, eligible_of

    @inline
    def can_move(m, row, me):
        owners = candidates(m, row, me, m[row + WHO])
        while owners:
            if amount(m, row, eligible_of(m, row, (owners & 15) - 1)) > 0:
                return CAN_MOVE
            owners >>= 4
        return CANNOT_MOVE

    return can_move


VERB: Final = KernelVerb(columns, compile_run, compile_can_move)
