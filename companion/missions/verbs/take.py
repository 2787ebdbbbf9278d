"""`take`: cards from another hand, by default without looking."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final

from pydantic import Field

from companion.missions.interpreter import AbstractInterpreter, AbstractState
from companion.missions.pictograms import ARROW, Group, People, PictogramBuilder, Sign
from companion.missions.selectors import Count, Player
from companion.missions.step import Pick, Step, StepPath
from companion.missions.wording.clauses import Clause, ClauseBuilder, Form, Scope, only_other, owner
from companion.missions.wording.noun_phrases import cards
from companion.phrases import Phrase, phrase

TAKE: Final[dict[Form, Phrase]] = {
    "do": phrase("take, do", "take {cards} {from_}"),
    "you": phrase("take, you", "you take {cards} {from_}"),
    "they": phrase("take, they", "{who} takes {cards} {from_}"),
}
TAKE_THEM: Final[dict[Form, Phrase]] = {
    "do": phrase("take, do", "take {cards} from them"),
    "you": phrase("take, you", "you take {cards} from them"),
    "they": phrase("take, they", "{who} takes {cards} from you"),
}
TAKE_BLIND: Final[dict[Form, Phrase]] = {
    "do": phrase("take, do", "take {cards} {from_} without looking"),
    "you": phrase("take, you", "you take {cards} {from_} without looking"),
    "they": phrase("take, they", "{who} takes {cards} {from_} without looking"),
}
TAKE_THEM_BLIND: Final[dict[Form, Phrase]] = {
    "do": phrase("take, do", "take {cards} from them without looking"),
    "you": phrase("take, you", "you take {cards} from them without looking"),
    "they": phrase("take, they", "{who} takes {cards} from you without looking"),
}

_LOOK: Final = {"blind": (Sign("blind"),), "taker_open": (Sign("eye"),), "owner": ()}


class Take(Step):
    """Take cards from another hand.

    Attributes:
        to: who takes.
        from_: whose cards.
        n: how many from each.
        pick: who picks; `blind` by default: at random from the hidden hand.
    """

    to: Player = "self"
    from_: Player = Field(alias="from")
    n: Count = 1
    pick: Pick = "blind"

    verb = "take"
    number = 3
    examples = ({"from": "right"},)
    check_words = phrase("words of a check", "take* took")
    pair = ("to", "from_")

    def outcomes(
        self, interpreter: AbstractInterpreter, state: AbstractState, path: StepPath
    ) -> Iterator[tuple[AbstractState, bool]]:
        """Move cards from each giver to each taker."""
        for takers, givers in product(interpreter.players(self.to, state), interpreter.players(self.from_, state)):
            pairs = [(giver, taker) for taker in takers for giver in givers]
            yield from interpreter.move(pairs, self.n, None, state, path)

    def clause(self, builder: ClauseBuilder, scope: Scope) -> Clause:
        """Return `take 1 card from the player on your right without looking`."""
        taker, giver = builder.who(self.to, scope), builder.who(self.from_, scope)
        form = builder.form(taker, scope)
        them = giver == "self" if form == "they" else builder.is_them(giver, scope)
        if self.pick == "blind":
            phrases = TAKE_THEM_BLIND if them else TAKE_BLIND
            what = cards(builder.translator, self.n, owner=owner(giver))
        else:
            phrases = TAKE_THEM if them else TAKE
            what = cards(builder.translator, self.n, None, owner(giver), self.pick, choice=True)
        text = builder.translator.format(
            phrases[form],
            who=builder.named(taker, "subject", scope),
            cards=what,
            from_=builder.named(giver, "from", scope),
        )
        return Clause(text, other=taker != "self", known=only_other(giver, taker))

    def pictogram(self, builder: PictogramBuilder, people: People) -> Iterator[Group]:
        """Yield whose cards they are, the cards, and who takes them."""
        what = builder.cards(self.n, None, self.pick == "blind")
        yield Group((builder.who(self.from_, people), *what, ARROW, builder.who(self.to, people), *_LOOK[self.pick]))


VERB: Final = Take
