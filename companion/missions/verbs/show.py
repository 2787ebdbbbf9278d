"""`show`: cards of a hand are seen by others; nothing moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.missions.interpreter import AbstractInterpreter, AbstractState
from companion.missions.pictograms import Group, People, PictogramBuilder, Sign
from companion.missions.selectors import Count, Player
from companion.missions.step import Step, StepPath
from companion.missions.wording.clauses import Clause, ClauseBuilder, Form, Scope, only_other, owner
from companion.missions.wording.noun_phrases import cards
from companion.phrases import Phrase, phrase

SHOW: Final[dict[Form, Phrase]] = {
    "do": phrase("show, do", "show {cards} {to}"),
    "you": phrase("show, you", "you show {cards} {to}"),
    "they": phrase("show, they", "{who} shows {cards} {to}"),
}
SHOW_THEM: Final[dict[Form, Phrase]] = {
    "do": phrase("show, do", "show them {cards}"),
    "you": phrase("show, you", "you show them {cards}"),
    "they": phrase("show, they", "{who} shows you {cards}"),
}


class Show(Step):
    """Reveal cards of `who` to others; nothing moves."""

    who: Player = "self"
    to: Player
    n: Count = 1

    verb = "show"
    number = 8
    examples = ({"to": "others", "n": "all"},)
    pair = ("who", "to")

    def outcomes(
        self,
        interpreter: AbstractInterpreter,
        state: AbstractState,
        path: StepPath,
    ) -> Iterator[tuple[AbstractState, bool]]:
        """Change nothing."""
        yield state, False

    def clause(self, builder: ClauseBuilder, scope: Scope) -> Clause:
        """Return `show all your cards to everybody`."""
        who, to = builder.who(self.who, scope), builder.who(self.to, scope)
        form = builder.form(who, scope)
        them = to == "self" if form == "they" else builder.is_them(to, scope)
        to = "all" if to == "others" else to
        text = builder.translator.format(
            (SHOW_THEM if them else SHOW)[form],
            who=builder.named(who, "subject", scope),
            cards=cards(builder.translator, self.n, owner=owner(who)),
            to=builder.named(to, "to", scope),
        )
        return Clause(text, other=who != "self", known=only_other(who, to))

    def pictogram(self, builder: PictogramBuilder, people: People) -> Iterator[Group]:
        """Yield the player, the cards, and who looks at them."""
        what = builder.cards(self.n, None, False)
        yield Group((builder.who(self.who, people), *what, Sign("eye"), builder.who(self.to, people)))


VERB: Final = Show
