"""`give`: cards from one hand to another, handed over by their owner."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final

from pydantic import Field

from companion.missions.interpreter import AbstractInterpreter, AbstractState, with_roles
from companion.missions.pictograms import ARROW, ME, Group, People, PictogramBuilder, Sign
from companion.missions.selectors import SETS, Count, Player, Where
from companion.missions.step import BindName, Fault, Pick, Step, StepBranch, StepFilter, StepPath, Steps
from companion.missions.verbs._otherwise import can_move_alone, or_otherwise, with_otherwise
from companion.missions.wording.clauses import Clause, ClauseBuilder, Form, Scope, only_other, owner
from companion.missions.wording.noun_phrases import cards
from companion.phrases import Phrase, phrase

GIVE: Final[dict[Form, Phrase]] = {
    "do": phrase("give, do", "give {cards} {to}"),
    "you": phrase("give, you", "you give {cards} {to}"),
    "they": phrase("give, they", "{who} gives {cards} {to}"),
}
GIVE_THEM: Final[dict[Form, Phrase]] = {
    "do": phrase("give, do", "give them {cards}"),
    "you": phrase("give, you", "you give them {cards}"),
    "they": phrase("give, they", "{who} gives you {cards}"),
}


class Give(Step):
    """Move cards from one hand to another; with several givers or receivers, n for each pair.

    Attributes:
        from_: who gives.
        to: who receives.
        n: how many for each pair.
        where: which cards are eligible.
        otherwise: steps that run only if no card at all was moved.
        pick: who picks the cards.
        bind: name under which later steps mean the same other player: `bound_<name>` is the receiver, or the giver
            when the receiver is self.
    """

    from_: Player = Field(default="self", alias="from")
    to: Player
    n: Count = 1
    where: Where | None = None
    otherwise: Steps = ()
    pick: Pick = "owner"
    bind: BindName | None = None

    verb = "give"
    number = 2
    examples = ({"to": "left", "n": 2},)
    check_words = phrase("words of a check", "give* gave")
    pair = ("from_", "to")

    @property
    def binds(self) -> str | None:
        """Return `bind`."""
        return self.bind

    def filters(self) -> Iterator[StepFilter]:
        """Yield `where`."""
        if self.where:
            yield StepFilter(("where",), self.where, self.n)

    def faults(self) -> Iterator[Fault]:
        """Yield a `bind` that could mean several players, or one whom self has nothing to do with."""
        sides = {self.from_, self.to}
        if self.bind and (sides & SETS or "self" not in sides):
            yield Fault(("bind",), "M319", "'bind' keeps one player whom self gives to or gets cards from.")

    def unreachable(self, branch: StepBranch) -> Fault:
        """Return why `otherwise` never runs."""
        message = "these steps of 'give' can never run: a card can always be moved."
        return Fault(branch.path, "M314", message)

    def outcomes(
        self, interpreter: AbstractInterpreter, state: AbstractState, path: StepPath
    ) -> Iterator[tuple[AbstractState, bool]]:
        """Move cards for each pair of giver and receiver, or follow `otherwise`."""
        for givers, takers in product(interpreter.players(self.from_, state), interpreter.players(self.to, state)):
            pairs = [(giver, taker) for giver in givers for taker in takers if giver != taker]
            bound = state
            if self.bind:
                other = takers[0] if givers == (0,) else givers[0]
                bound = state[0], state[1], with_roles(state[2], ((f"bound_{self.bind}", other),))
            moves = interpreter.move(pairs, self.n, self.where, bound, path)
            yield from or_otherwise(interpreter, self, moves, path)

    def can_move(self, interpreter: AbstractInterpreter, state: AbstractState) -> set[bool]:
        """Return whether there is a card to give; `otherwise` does not count."""
        return can_move_alone(self, interpreter, state)

    def clause(self, builder: ClauseBuilder, scope: Scope) -> Clause:
        """Return `give 1 card to the player on your left`."""
        giver, taker = builder.who(self.from_, scope), builder.who(self.to, scope)
        form = builder.form(giver, scope)
        choice = giver != "self" and taker == "self"
        what = cards(builder.translator, self.n, self.where, owner(giver), self.pick, choice=choice, shown=scope.shown)
        them = taker == "self" if form == "they" else builder.is_them(taker, scope)
        text = builder.translator.format(
            (GIVE_THEM if them else GIVE)[form],
            who=builder.named(giver, "subject", scope),
            cards=what,
            to=builder.named(taker, "to", scope),
        )
        known = f"bound_{self.bind}" if self.bind else only_other(giver, taker)
        clause = Clause(text, other=giver != "self", known=known)
        return with_otherwise(builder, clause, self, giver, scope)

    def bound_people(self, builder: PictogramBuilder, people: People) -> People:
        """Return the people with the bound player drawn like the other side of the gift."""
        if not self.bind:
            return people
        other = self.from_ if builder.who(self.to, people) == ME else self.to
        return {**people, f"bound_{self.bind}": other}

    def pictogram(self, builder: PictogramBuilder, people: People) -> Iterator[Group]:
        """Yield the giver, the cards and the receiver."""
        what = builder.cards(self.n, self.where, self.pick == "blind")
        looked = (Sign("eye"),) if self.pick == "taker_open" else ()
        yield Group((builder.who(self.from_, people), *what, ARROW, builder.who(self.to, people), *looked))
        yield from builder.case(Sign("no"), self.otherwise, people)


VERB: Final = Give
