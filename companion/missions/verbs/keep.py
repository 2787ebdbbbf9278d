"""`keep`: the revealed card goes to a hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.missions.interpreter import AbstractInterpreter, AbstractState, with_roles
from companion.missions.pictograms import ARROW, Group, People, PictogramBuilder, Sign
from companion.missions.selectors import Player
from companion.missions.step import Step, StepPath
from companion.missions.wording.clauses import Clause, ClauseBuilder, Form, Scope
from companion.phrases import Phrase, phrase

KEEP: Final[dict[Form, Phrase]] = {
    "do": phrase("keep, do", "add this card to your hand"),
    "you": phrase("keep, you", "you add this card to your hand"),
    "they": phrase("keep, they", "{who} adds this card to their hand"),
}

_KEPT: Final = "kept"
"""Name of the seat that has the revealed card."""


class Keep(Step):
    """The revealed card goes to the hand of `who` instead of the discard pile."""

    who: Player = "self"

    verb = "keep"
    number = 5
    examples = ({},)

    def outcomes(
        self, interpreter: AbstractInterpreter, state: AbstractState, path: StepPath
    ) -> Iterator[tuple[AbstractState, bool]]:
        """Add one card to a hand, unless the card has gone to one before."""
        if _KEPT in dict(state[2]):
            yield state, False
            return
        for who in interpreter.players(self.who, state):
            hands, pile, roles = interpreter.changed(state, {who[0]: 1}, path)
            yield (hands, pile, with_roles(roles, ((_KEPT, who[0]),))), True

    def clause(self, builder: ClauseBuilder, scope: Scope) -> Clause:
        """Return `add this card to your hand`."""
        return builder.with_subject(KEEP, self.who, scope)

    def pictogram(self, builder: PictogramBuilder, people: People) -> Iterator[Group]:
        """Yield the revealed card and who keeps it."""
        yield Group((Sign("this"), ARROW, builder.who(self.who, people)))


VERB: Final = Keep
