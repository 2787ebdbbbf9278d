"""`stare`: judged by the players; a draw or a coin."""

from typing import Final

from companion.verify.kernel.declarations import CompiledFunction, KernelDuel, no_columns


def compile_decide() -> CompiledFunction:
    """Return the function that decides the duel."""
    from companion.verify.kernel.coins import toss_or_draw

    return toss_or_draw


DUEL: Final = KernelDuel(no_columns, compile_decide)
