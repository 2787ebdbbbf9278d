"""`draw`: cards from the pile to a hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final

from pydantic import Field, StrictInt

from companion.missions.interpreter import AbstractInterpreter, AbstractState
from companion.missions.pictograms import ARROW, Group, People, PictogramBuilder, Sign, face_of
from companion.missions.selectors import CardFilter, Player
from companion.missions.step import Fault, Step, StepFilter, StepPath
from companion.missions.wording.clauses import Clause, ClauseBuilder, Form, Scope
from companion.missions.wording.noun_phrases import cards, one_card
from companion.phrases import Phrase, phrase

DRAW: Final[dict[Form, Phrase]] = {
    "do": phrase("draw, do", "draw {cards}"),
    "you": phrase("draw, you", "you draw {cards}"),
    "they": phrase("draw, they", "{who} draws {cards}"),
}
DRAW_UNTIL: Final[dict[Form, Phrase]] = {
    "do": phrase("draw, do", "draw until you get {card}, but no more than {cards}"),
    "you": phrase("draw, you", "you draw until you get {card}, but no more than {cards}"),
    "they": phrase("draw, they", "{who} draws until they get {card}, but no more than {cards}"),
}


class Draw(Step):
    """Move cards from the pile to a hand, card by card.

    Attributes:
        who: who draws.
        n: how many at most.
        until: stop after a card that fits.
    """

    who: Player = "self"
    n: Annotated[StrictInt, Field(ge=1)] = 1
    until: CardFilter | None = None

    verb = "draw"
    number = 4
    examples = ({}, {"n": 3, "until": {"color": "red"}})
    check_words = phrase("words of a check", "draw* drew")
    draws = True

    def filters(self) -> Iterator[StepFilter]:
        """Yield `until`."""
        if self.until:
            yield StepFilter(("until",), self.until, 1)

    def faults(self) -> Iterator[Fault]:
        """Yield an `until` that comes too late to stop anything."""
        if self.until and self.n == 1:
            message = "'until' makes no difference when 1 card is drawn; write a larger 'n' or remove it."
            yield Fault(("until",), "M324", message)

    def outcomes(
        self, interpreter: AbstractInterpreter, state: AbstractState, path: StepPath
    ) -> Iterator[tuple[AbstractState, bool]]:
        """Draw as many cards as there are; with `until`, any number from 1."""
        for who in interpreter.players(self.who, state):
            courses = {state}
            for seat in who:
                courses = {after for before in courses for after in self._drawn(interpreter, seat, before, path)}
            for after in courses:
                yield after, after[1] < state[1]

    def _drawn(
        self, interpreter: AbstractInterpreter, seat: int, state: AbstractState, path: StepPath
    ) -> Iterator[AbstractState]:
        most = min(self.n, state[1])
        for drawn in range(1, most + 1) if self.until and most else (most,):
            hands, pile, roles = interpreter.changed(state, {seat: drawn}, path)
            yield hands, pile - drawn, roles

    def clause(self, builder: ClauseBuilder, scope: Scope) -> Clause:
        """Return `draw 2 cards` or `draw until you get a red card, but no more than 3 cards`."""
        what = cards(builder.translator, self.n)
        if self.until is None or self.n == 1:
            return builder.with_subject(DRAW, self.who, scope, cards=what)
        card = one_card(builder.translator, self.until)
        return builder.with_subject(DRAW_UNTIL, self.who, scope, cards=what, card=card)

    def pictogram(self, builder: PictogramBuilder, people: People) -> Iterator[Group]:
        """Yield the pile, cards from behind, and who draws them."""
        what = Sign("cards" if self.until is None else "up-to", "back", self.n)
        until = (Sign("stop"), Sign("cards", face_of(self.until), 1)) if self.until else ()
        yield Group((Sign("pile"), what, ARROW, builder.who(self.who, people), *until))


VERB: Final = Draw
