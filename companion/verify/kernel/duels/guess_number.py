"""`guess_number`: one side fixes a card, the other one guesses its number."""

from typing import Final

from companion.missions.duels.guess_number import GuessNumber
from companion.verify.kernel.columns import OTHER, PARAMETER, Columns, guess_columns
from companion.verify.kernel.declarations import CompiledFunction, KernelDuel


def columns(duel: GuessNumber) -> Columns:
    """Return what the parameters fill in."""
    return guess_columns(duel.tries, duel.guesser)


def compile_decide() -> CompiledFunction:
    """Return the function that decides the duel."""
    from companion.verify.kernel.choices import NUMBERS, guess_number
    from companion.verify.kernel.laid_cards import hide_card
    from companion.verify.kernel.memory import inline

    @inline
    def decide(m, row, me, rival, shown):
        guesser, hider = (me, rival) if m[row + OTHER] else (rival, me)
        card = hide_card(m, hider)
        m[shown + hider] = 1 << card
        low, high, number = 1, 6, NUMBERS[card]
        for _ in range(m[row + PARAMETER]):
            guess = low if low == high else guess_number(m, guesser, low, high)
            if guess == number:
                return guesser, hider
            if number > guess:
                low = guess + 1
            else:
                high = guess - 1
        return hider, guesser

    return decide


DUEL: Final = KernelDuel(columns, compile_decide)
