"""`odd_even_fingers`: played by hand; each side wins as often."""

from typing import Final

from companion.verify.kernel.declarations import CompiledFunction, KernelDuel, no_columns


def compile_decide() -> CompiledFunction:
    """Return the function that decides the duel."""
    from companion.verify.kernel.coins import toss

    return toss


DUEL: Final = KernelDuel(no_columns, compile_decide)
