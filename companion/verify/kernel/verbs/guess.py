"""`guess`: guess the top card of the pile; it is shown and then discarded."""

from typing import Final

from companion.missions.verbs.guess import Guess
from companion.verify.kernel.columns import KIND, WHO, Columns, SelectorWriter
from companion.verify.kernel.declarations import CompiledFunction, KernelVerb
from companion.verify.kernel.memory_layout import DISCARD, PILE_SIZE

RIGHT, WRONG = range(2)


def columns(step: Guess, selectors: SelectorWriter) -> Columns:
    """Return what a step fills in."""
    return {WHO: selectors.player(step.who), KIND: step.about == "pile_top_color"}


def compile_run() -> CompiledFunction:
    """Return the function that carries an operation out; nothing to reveal counts as wrong (8.4.4)."""
    from companion.verify.kernel.chance_words import reshuffle, top
    from companion.verify.kernel.choices import COLORS, PARITIES, guess_color, guess_parity
    from companion.verify.kernel.memory import inline
    from companion.verify.kernel.selected_players import player

    @inline
    def run(m, row, me):
        seat = player(m, row, me, WHO)
        if m[PILE_SIZE] == 0:
            if m[DISCARD] == 0:
                return 0, WRONG
            reshuffle(m)
        cards = COLORS[guess_color(m, seat)] if m[row + KIND] else PARITIES[guess_parity(m, seat)]
        card = top(m)
        m[DISCARD] |= 1 << card
        return 0, RIGHT if cards >> card & 1 else WRONG

    return run


def compile_can_move() -> CompiledFunction:
    """Return the check that there is a card to reveal."""
    from companion.verify.kernel.hand_overs import pile_can_move

    return pile_can_move


VERB: Final = KernelVerb(columns, compile_run, compile_can_move)
