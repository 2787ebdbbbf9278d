"""What the kernel has to know of a verb and of a kind of duel: which columns it fills, and what is compiled for it.

The compiled functions are made by a function of the declaration, which imports what it calls: numba is optional, and
the operation table is written without it. `m` is the memory (companion.verify.kernel.memory), `row` the row of the
operation, `me` the seat of self.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from companion.registry import REQUIRED
from companion.verify.kernel.columns import Columns, SelectorWriter

CompiledFunction: TypeAlias = Callable[..., Any]
"""A function that numba has decorated."""

NO_BRANCH: Final = -1
"""The branch of a step after which none of its branches is carried out."""

CANNOT_MOVE: Final = 0
CAN_MOVE: Final = 1 << 8
"""A bit above those of the branches."""


@dataclass(frozen=True, slots=True)
class KernelVerb:
    """A verb of the effect language in the kernel.

    Attributes:
        columns: returns what a step fills in, apart from OP, NEXT, DEPTH, SPECIAL, EMPTY and BRANCH.
        compile_run: returns the compiled `run(m, row, me)`, which carries an operation out and returns the number of
            cards moved and the branch that follows, or NO_BRANCH.
        compile_can_move: returns the compiled `can_move(m, row, me)`: CAN_MOVE if the operation can move a card,
            whatever players it turns out to mean; otherwise a bit for each branch whose first operation decides it.
    """

    columns: Callable[[Any, SelectorWriter], Columns] = REQUIRED
    compile_run: Callable[[], CompiledFunction] = REQUIRED
    compile_can_move: Callable[[], CompiledFunction] = REQUIRED


@dataclass(frozen=True, slots=True)
class KernelDuel:
    """A kind of duel in the kernel.

    Attributes:
        columns: returns what the parameters of a duel fill in.
        compile_decide: returns the compiled `decide(m, row, me, rival, shown)`, which returns winner and loser,
            both NOBODY after a tie; the cards shown by a seat are noted in `m[shown + seat]`.
    """

    columns: Callable[[Any], Columns] = REQUIRED
    compile_decide: Callable[[], CompiledFunction] = REQUIRED


def no_columns(_: object) -> Columns:
    """Return the columns of a duel without parameters."""
    return {}


def compile_never_moves() -> CompiledFunction:
    """Return the `can_move` of a verb that moves no card."""
    from companion.verify.kernel.memory import inline

    @inline
    def can_move(m, row, me):
        return CANNOT_MOVE

    return can_move
