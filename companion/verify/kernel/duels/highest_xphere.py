"""`highest_xphere`: each side lays a card, the higher number wins."""

from typing import Final

from companion.verify.kernel.declarations import CompiledFunction, KernelDuel, no_columns


def compile_decide() -> CompiledFunction:
    """Return the function that decides the duel."""
    from companion.verify.kernel.laid_cards import highest_xphere
    from companion.verify.kernel.memory import inline

    @inline
    def decide(m, row, me, rival, shown):
        return highest_xphere(m, me, rival, shown)

    return decide


DUEL: Final = KernelDuel(no_columns, compile_decide)
