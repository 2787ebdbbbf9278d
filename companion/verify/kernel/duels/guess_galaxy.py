"""`guess_galaxy`: one side fixes a card, the other one guesses its galaxy."""

from typing import Final

from companion.missions.duels.guess_galaxy import GuessGalaxy
from companion.verify.kernel.columns import OTHER, PARAMETER, Columns, guess_columns
from companion.verify.kernel.declarations import CompiledFunction, KernelDuel


def columns(duel: GuessGalaxy) -> Columns:
    """Return what the parameters fill in."""
    return guess_columns(duel.tries, duel.guesser)


def compile_decide() -> CompiledFunction:
    """Return the function that decides the duel."""
    from companion.verify.kernel.choices import guess_galaxy
    from companion.verify.kernel.laid_cards import hide_card
    from companion.verify.kernel.memory import inline, lowest

    @inline
    def decide(m, row, me, rival, shown):
        guesser, hider = (me, rival) if m[row + OTHER] else (rival, me)
        card = hide_card(m, hider)
        m[shown + hider] = 1 << card
        left = 0b111111111
        for _ in range(m[row + PARAMETER]):
            guess = lowest(left) if left & (left - 1) == 0 else guess_galaxy(m, guesser, left)
            if guess == card // 6:
                return guesser, hider
            left &= ~(1 << guess)
        return hider, guesser

    return decide


DUEL: Final = KernelDuel(columns, compile_decide)
