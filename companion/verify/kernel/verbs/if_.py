"""`if`: steps that depend on a condition."""

from typing import Final

from companion.missions.selectors import Condition
from companion.missions.verbs.if_ import If
from companion.verify.kernel.columns import (
    EMPTY,
    EQUAL,
    GREATER,
    HAS,
    IS,
    KIND,
    LESS,
    PARAMETER,
    PILE_EMPTY,
    SEATS,
    TO,
    WHO,
    Columns,
    SelectorWriter,
    filter_columns,
)
from companion.verify.kernel.declarations import CANNOT_MOVE, CompiledFunction, KernelVerb

THEN, ELSE = range(2)


def columns(step: If, selectors: SelectorWriter) -> Columns:
    """Return what a step fills in."""
    return _condition_columns(step.cond, selectors)


def _condition_columns(cond: Condition, selectors: SelectorWriter) -> Columns:
    if cond.hand_size is not None:
        size = cond.hand_size
        kind, number = next(
            (kind, number)
            for kind, number in ((LESS, size.lt), (GREATER, size.gt), (EQUAL, size.eq))
            if number is not None
        )
        return {KIND: kind, WHO: selectors.player(size.who), PARAMETER: number}
    if cond.has is not None:
        return {KIND: HAS, WHO: selectors.player(cond.has.who), **filter_columns(cond.has.where)}
    if cond.is_ is not None:
        return {KIND: IS, WHO: selectors.player(cond.is_.a), TO: selectors.player(cond.is_.b)}
    if cond.players is not None:
        return {KIND: SEATS, PARAMETER: cond.players.eq}
    if cond.pile_empty is not None:
        return {KIND: PILE_EMPTY, PARAMETER: cond.pile_empty}
    raise AssertionError(f"The kernel does not know the condition {cond!r}.")


def compile_run() -> CompiledFunction:
    """Return the function that evaluates the condition."""
    from companion.verify.kernel.condition_evaluation import holds
    from companion.verify.kernel.memory import inline

    @inline
    def run(m, row, me):
        return 0, THEN if holds(m, row, me) else ELSE

    return run


def compile_can_move() -> CompiledFunction:
    """Return the check that asks the branch that follows, unless it is empty."""
    from companion.verify.kernel.condition_evaluation import holds
    from companion.verify.kernel.memory import inline

    @inline
    def can_move(m, row, me):
        branch = THEN if holds(m, row, me) else ELSE
        return CANNOT_MOVE if m[row + EMPTY] >> branch & 1 else 1 << branch

    return can_move


VERB: Final = KernelVerb(columns, compile_run, compile_can_move)
