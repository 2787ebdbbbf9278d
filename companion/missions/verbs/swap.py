"""`swap`: two players exchange cards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Annotated, Final

from pydantic import Field, StrictInt

from companion.missions.interpreter import AbstractInterpreter, AbstractState
from companion.missions.pictograms import Group, People, PictogramBuilder, Sign
from companion.missions.selectors import Player
from companion.missions.step import Pick, Step, StepPath
from companion.missions.wording.clauses import Clause, ClauseBuilder, Form, Scope, only_other
from companion.missions.wording.noun_phrases import cards
from companion.phrases import Phrase, phrase

SWAP: Final[dict[Form, Phrase]] = {
    "do": phrase("swap, do", "swap {cards} {with_}"),
    "you": phrase("swap, you", "you swap {cards} {with_}"),
    "they": phrase("swap, they", "{who} swaps {cards} {with_}"),
}


class Swap(Step):
    """Two players choose min(n, both hand sizes) cards each, then exchange them."""

    a: Player = "self"
    b: Player
    n: Annotated[StrictInt, Field(ge=1)] = 1
    pick: Pick = "owner"

    verb = "swap"
    number = 7
    examples = ({"b": "opposite"},)
    check_words = phrase("words of a check", "swap* exchange* trade*")
    pair = ("a", "b")

    def outcomes(
        self, interpreter: AbstractInterpreter, state: AbstractState, path: StepPath
    ) -> Iterator[tuple[AbstractState, bool]]:
        """Leave the sizes of the hands as they are."""
        for a, b in product(interpreter.players(self.a, state), interpreter.players(self.b, state)):
            moved = min(self.n, state[0][a[0]], state[0][b[0]])
            interpreter.note(path, moved)
            yield state, moved > 0

    def clause(self, builder: ClauseBuilder, scope: Scope) -> Clause:
        """Return `swap 1 card with the player opposite you`."""
        a, b = builder.who(self.a, scope), builder.who(self.b, scope)
        if b == "self":
            a, b = b, a
        text = builder.translator.format(
            SWAP[builder.form(a, scope)],
            who=builder.named(a, "subject", scope),
            cards=cards(builder.translator, self.n, owner="they", pick=self.pick),
            with_=builder.named(b, "with", scope),
        )
        return Clause(text, other=a != "self", known=only_other(a, b))

    def pictogram(self, builder: PictogramBuilder, people: People) -> Iterator[Group]:
        """Yield both players with their cards, and the exchange between them."""
        what = builder.cards(self.n, None, self.pick == "blind")
        yield Group((builder.who(self.a, people), *what, Sign("swap"), *what, builder.who(self.b, people)))


VERB: Final = Swap
