"""`again`: another turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pydantic import StrictBool

from companion.missions.interpreter import AbstractInterpreter, AbstractState
from companion.missions.pictograms import Group, People, PictogramBuilder, Sign
from companion.missions.selectors import Player
from companion.missions.step import Step, StepPath
from companion.missions.wording.clauses import Clause, ClauseBuilder, Form, Scope
from companion.phrases import Phrase, phrase

AGAIN: Final[dict[Form, Phrase]] = {
    "do": phrase("again, do", "take another turn"),
    "you": phrase("again, you", "you take another turn"),
    "they": phrase("again, they", "{who} takes another turn"),
}
MAY_AGAIN: Final[dict[Form, Phrase]] = {
    "do": phrase("again, do", "take another turn if you like"),
    "you": phrase("again, you", "you take another turn if you like"),
    "they": phrase("again, they", "{who} takes another turn if they like"),
}


class Again(Step):
    """Another turn after the checkpoint, not more than one extra turn in a row; `optional`: only if they want to."""

    who: Player = "self"
    optional: StrictBool = False

    verb = "again"
    number = 12
    examples = ({"optional": True},)

    def outcomes(
        self,
        interpreter: AbstractInterpreter,
        state: AbstractState,
        path: StepPath,
    ) -> Iterator[tuple[AbstractState, bool]]:
        """Change nothing; the other turn is no part of the mission."""
        yield state, False

    def clause(self, builder: ClauseBuilder, scope: Scope) -> Clause:
        """Return `take another turn if you like`."""
        return builder.with_subject(MAY_AGAIN if self.optional else AGAIN, self.who, scope)

    def pictogram(self, builder: PictogramBuilder, people: People) -> Iterator[Group]:
        """Yield the player with a turning arrow."""
        again = (builder.who(self.who, people), Sign("again"))
        yield Group((*again, Sign("perhaps")) if self.optional else again)


VERB: Final = Again
