"""`guess`: what is the top card of the pile?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from companion.missions.interpreter import AbstractInterpreter, AbstractState
from companion.missions.pictograms import Group, People, PictogramBuilder, Sign
from companion.missions.selectors import Player
from companion.missions.step import Step, StepPath, Steps
from companion.missions.wording.clauses import Clause, ClauseBuilder, Form, Scope, owner
from companion.missions.wording.noun_phrases import Owner
from companion.phrases import Phrase, phrase

GUESS: Final[dict[str, dict[Form, Phrase]]] = {
    "pile_top_color": {
        "do": phrase("guess, do", "guess whether the next card from the pile is blue, red or yellow"),
        "you": phrase("guess, you", "you guess whether the next card from the pile is blue, red or yellow"),
        "they": phrase("guess, they", "{who} guesses whether the next card from the pile is blue, red or yellow"),
    },
    "pile_top_parity": {
        "do": phrase("guess, do", "guess whether the next card from the pile is odd or even"),
        "you": phrase("guess, you", "you guess whether the next card from the pile is odd or even"),
        "they": phrase("guess, they", "{who} guesses whether the next card from the pile is odd or even"),
    },
}
RIGHT: Final[dict[Owner, Phrase]] = {
    "you": phrase("guess", "if you are right, {steps}"),
    "they": phrase("guess", "if they are right, {steps}"),
}
WRONG: Final[dict[Owner, Phrase]] = {
    "you": phrase("guess", "if you are wrong, {steps}"),
    "they": phrase("guess", "if they are wrong, {steps}"),
}

_FACES: Final = {"pile_top_color": ("blue", "red", "yellow"), "pile_top_parity": ("odd", "even")}


class Guess(Step):
    """Guess the top card of the pile; it is shown and then discarded.

    Attributes:
        who: who guesses.
        about: the QR colour of the card, or whether its number is odd or even.
        right: steps after a right guess.
        wrong: steps after a wrong guess, and when there is nothing to reveal (8.4.4).
    """

    who: Player = "self"
    about: Literal["pile_top_color", "pile_top_parity"]
    right: Steps = ()
    wrong: Steps = ()

    verb = "guess"
    number = 9
    examples = ({"about": "pile_top_color", "right": [{"put": {}}], "wrong": [{"draw": {}}]},)
    draws = True
    exclusive = True

    def outcomes(
        self, interpreter: AbstractInterpreter, state: AbstractState, path: StepPath
    ) -> Iterator[tuple[AbstractState, bool]]:
        """Discard the top card and follow either branch; with an empty pile, only `wrong`."""
        hands, pile, roles = state
        if pile:
            yield from interpreter.branch(self.right, (hands, pile - 1, roles), (*path, "right"))
        yield from interpreter.branch(self.wrong, (hands, max(pile - 1, 0), roles), (*path, "wrong"))

    def can_move(
        self,
        interpreter: AbstractInterpreter,
        state: AbstractState,
    ) -> set[bool]:
        """Return whether there is a card to turn up."""
        return {state[1] > 0}

    def clause(self, builder: ClauseBuilder, scope: Scope) -> Clause:
        """Return `guess whether the next card from the pile is odd or even: if you are right, ...`."""
        clause = builder.with_subject(GUESS[self.about], self.who, scope)
        whose = owner(builder.who(self.who, scope))
        inner = Scope(clause.other, clause.known or scope.known, scope.names, scope.shown)
        cases = builder.case(RIGHT[whose], self.right, inner), builder.case(WRONG[whose], self.wrong, inner)
        return builder.with_parts(clause, [text for text in cases if text])

    def pictogram(self, builder: PictogramBuilder, people: People) -> Iterator[Group]:
        """Yield the thinking player, the possible answers and the pile; then right and wrong."""
        faces = tuple(Sign("cards", face, 1) for face in _FACES[self.about])
        yield Group((builder.who(self.who, people), Sign("think"), *faces, Sign("pile")))
        yield from builder.case(Sign("yes"), self.right, people)
        yield from builder.case(Sign("no"), self.wrong, people)


VERB: Final = Guess
