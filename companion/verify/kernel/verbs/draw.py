"""`draw`: move cards from the pile to a hand, card by card."""

from typing import Final

from companion.missions.verbs.draw import Draw
from companion.verify.kernel.columns import MASK, WHO, Columns, N, SelectorWriter, filter_columns
from companion.verify.kernel.declarations import NO_BRANCH, CompiledFunction, KernelVerb
from companion.verify.kernel.memory_layout import HANDS


def columns(step: Draw, selectors: SelectorWriter) -> Columns:
    """Return what a step fills in."""
    until = {MASK: 0} if step.until is None else filter_columns(step.until)
    return {WHO: selectors.player(step.who), N: step.n, **until}


def compile_run() -> CompiledFunction:
    """Return the function that carries an operation out."""
    from companion.verify.kernel.chance_words import draw
    from companion.verify.kernel.memory import inline
    from companion.verify.kernel.selected_players import fitting, players

    @inline
    def run(m, row, me):
        seats = players(m, row, me, WHO)
        last = fitting(m, row)
        moved = 0
        while seats:
            seat = (seats & 15) - 1
            seats >>= 4
            for _ in range(m[row + N]):
                card = draw(m)
                if card < 0:
                    break
                m[HANDS + seat] |= 1 << card
                moved += 1
                if last >> card & 1:
                    break
        return moved, NO_BRANCH

    return run


def compile_can_move() -> CompiledFunction:
    """Return the check that there is a card to draw."""
    from companion.verify.kernel.hand_overs import pile_can_move

    return pile_can_move


VERB: Final = KernelVerb(columns, compile_run, compile_can_move)
