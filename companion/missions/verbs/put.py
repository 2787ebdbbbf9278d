"""`put`: cards from a hand to the discard pile."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from companion.missions.interpreter import AbstractInterpreter, AbstractState
from companion.missions.pictograms import ARROW, Group, People, PictogramBuilder, Sign
from companion.missions.selectors import Count, Player, Where
from companion.missions.step import Fault, Step, StepBranch, StepFilter, StepPath, Steps
from companion.missions.verbs._otherwise import can_move_alone, or_otherwise, with_otherwise
from companion.missions.wording.clauses import Clause, ClauseBuilder, Form, Scope, owner
from companion.missions.wording.noun_phrases import cards
from companion.phrases import Phrase, phrase

PUT: Final[dict[Form, Phrase]] = {
    "do": phrase("put, do", "discard {cards}"),
    "you": phrase("put, you", "you discard {cards}"),
    "they": phrase("put, they", "{who} discards {cards}"),
}
PUT_ALONE: Final = phrase("put, do", "put {cards} on the discard pile")


class Put(Step):
    """Move cards from a hand to the discard pile.

    Attributes:
        who: whose cards.
        n: how many; as many as possible if there are fewer.
        where: which cards are eligible.
        otherwise: steps that run only if no card at all was moved (8.4.2).
        pick: who picks; `blind` means a random card.
    """

    who: Player = "self"
    n: Count = 1
    where: Where | None = None
    otherwise: Steps = ()
    pick: Literal["owner", "blind"] = "owner"

    verb = "put"
    number = 1
    examples = ({}, {"n": 2, "where": {"group": "same_number"}, "otherwise": [{"draw": {}}]})
    check_words = phrase("words of a check", "discard* put*")

    def filters(self) -> Iterator[StepFilter]:
        """Yield `where`."""
        if self.where:
            yield StepFilter(("where",), self.where, self.n)

    def unreachable(self, branch: StepBranch) -> Fault:
        """Return why `otherwise` never runs."""
        message = "these steps of 'put' can never run: a card can always be moved."
        return Fault(branch.path, "M314", message)

    def outcomes(
        self, interpreter: AbstractInterpreter, state: AbstractState, path: StepPath
    ) -> Iterator[tuple[AbstractState, bool]]:
        """Move cards from the hands that are meant to the discard pile, or follow `otherwise`."""
        for who in interpreter.players(self.who, state):
            moves = interpreter.move([(seat, None) for seat in who], self.n, self.where, state, path)
            yield from or_otherwise(interpreter, self, moves, path)

    def can_move(self, interpreter: AbstractInterpreter, state: AbstractState) -> set[bool]:
        """Return whether there is a card to put; `otherwise` does not count."""
        return can_move_alone(self, interpreter, state)

    def clause(self, builder: ClauseBuilder, scope: Scope) -> Clause:
        """Return `discard 1 card`; alone in a sentence, `put 1 card on the discard pile`."""
        who = builder.who(self.who, scope)
        alone = scope.alone and who == "self" and not self.otherwise
        what = cards(builder.translator, self.n, self.where, owner(who), self.pick, choice=alone, shown=scope.shown)
        phrases: dict[Form, Phrase] = {**PUT, "do": PUT_ALONE} if alone else PUT
        clause = builder.with_subject(phrases, self.who, scope, cards=what)
        return with_otherwise(builder, clause, self, who, scope)

    def pictogram(self, builder: PictogramBuilder, people: People) -> Iterator[Group]:
        """Yield the player, the cards and the discard pile."""
        what = builder.cards(self.n, self.where, self.pick == "blind")
        yield Group((builder.who(self.who, people), *what, ARROW, Sign("discard")))
        yield from builder.case(Sign("no"), self.otherwise, people)


VERB: Final = Put
