"""`pass`: everybody hands cards to the neighbour at the same time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final, Literal

from pydantic import Field, StrictInt

from companion.missions.interpreter import AbstractInterpreter, AbstractState
from companion.missions.pictograms import Group, People, PictogramBuilder, Sign
from companion.missions.step import Step, StepPath
from companion.missions.wording.clauses import Clause, ClauseBuilder, Scope
from companion.missions.wording.noun_phrases import cards
from companion.phrases import phrase

PASS: Final = {
    "left": phrase("pass", "everybody passes {cards} to the left"),
    "right": phrase("pass", "everybody passes {cards} to the right"),
    "both": phrase("pass", "each of you passes {cards} to the other"),
}


class Pass(Step):
    """Everybody chooses n cards, then all pass them at once to the neighbour on that side."""

    dir: Literal["left", "right"]
    n: Annotated[StrictInt, Field(ge=1)] = 1
    pick: Literal["owner", "blind"] = "owner"

    verb = "pass"
    number = 6
    examples = ({"dir": "left"},)
    check_words = phrase("words of a check", "pass*")

    def directions(self) -> set[str]:
        """Return the side to which the cards go."""
        return {self.dir}

    def outcomes(
        self, interpreter: AbstractInterpreter, state: AbstractState, path: StepPath
    ) -> Iterator[tuple[AbstractState, bool]]:
        """Move cards round the table; what a hand receives depends on the size of its neighbour's."""
        out = [min(self.n, hand) for hand in state[0]]
        towards = 1 if self.dir == "left" else -1
        seats = interpreter.seats
        change = {seat: out[(seat - towards) % seats] - out[seat] for seat in range(seats)}
        interpreter.note(path, max(out))
        yield interpreter.changed(state, change, path), any(out)

    def clause(self, builder: ClauseBuilder, scope: Scope) -> Clause:
        """Return `everybody passes 1 card to the left`."""
        what = cards(builder.translator, self.n, owner="they", pick=self.pick)
        text = builder.translator.format(PASS["both" if builder.translator.pair else self.dir], cards=what)
        return Clause(text, other=True)

    def pictogram(self, builder: PictogramBuilder, people: People) -> Iterator[Group]:
        """Yield everybody, the cards, and a turn of the table."""
        turn = Sign("swap") if builder.pair else Sign(f"pass-{self.dir}")
        what = builder.cards(self.n, None, self.pick == "blind")
        yield Group((builder.who("all", people), *what, turn))


VERB: Final = Pass
