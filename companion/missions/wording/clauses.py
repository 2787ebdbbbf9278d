"""From steps to clauses, and from clauses to the text of a sentence; each verb declares its own clause."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from companion.missions.selectors import SETS
from companion.missions.step import Step
from companion.missions.wording import connectives
from companion.missions.wording.noun_phrases import Owner
from companion.missions.wording.players import Names, Role, canonical, named
from companion.phrases import Phrase, Translator

Form = Literal["do", "you", "they"]
"""Imperative to the reader; statement about the reader, after a clause about another player; statement about others."""

_STEADY = frozenset({"left", "right", "opposite", "opponent"})
"""Selectors that mean the same player at any moment; `choice`, `most` and `fewest` may not."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What the next clause depends on.

    Attributes:
        after_other: the clause before was about another player, so that an imperative would be misread.
        known: the one other player mentioned last, who can now be called "them".
        names: inside a branch of a duel: whom `winner` and `loser` mean.
        shown: how many cards each side shows in the duel.
        alone: there is no other clause.
    """

    after_other: bool = False
    known: str | None = None
    names: Names = ()
    shown: int = 0
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Clause:
    """A piece of the sentence.

    Attributes:
        text: its words, without capital and full stop.
        aside: what happens if it cannot be done; in brackets when more follows.
        other: its subject is not the reader.
        known: the one other player whom it mentions, if it does.
        heavy: it has parts of its own, so that what follows needs a stronger stop than a comma.
    """

    text: str
    aside: str = ""
    other: bool = False
    known: str | None = None
    heavy: bool = False


class ClauseBuilder:
    """Turns steps into clauses in one language, and offers the verbs what their clauses have in common.

    Attributes:
        translator: formats the phrases.
    """

    def __init__(self, translator: Translator) -> None:
        self.translator = translator

    def sequence(self, steps: Sequence[Step], scope: Scope, last: Phrase = connectives.THEN) -> Clause:
        """Return the steps as one clause, in order; empty text if nothing happens.

        Args:
            steps: what happens.
            scope: the context of the first step.
            last: how the last clause is joined to those before it.
        """
        clauses: list[Clause] = []
        for step in steps:
            clause = step.clause(self, scope)
            if clause.text:
                clauses.append(clause)
                scope = replace(scope, after_other=clause.other, known=clause.known or scope.known)
        if not clauses:
            return Clause("")
        text, heavy = self._settled(clauses[0], final=len(clauses) == 1), clauses[0].heavy
        for place, clause in enumerate(clauses[1:], 2):
            final = place == len(clauses)
            if heavy:
                join = connectives.HEAVY_THEN
            elif final:
                join = last
            else:
                join = connectives.COMMA if last is connectives.AND else connectives.THEN
            text = self.translator.format(join, first=text, next=self._settled(clause, final))
            heavy = heavy or clause.heavy
        heavy = heavy or bool(clauses[-1].aside)
        return Clause(text, other=clauses[-1].other, known=scope.known, heavy=heavy)

    def _settled(self, clause: Clause, final: bool) -> str:
        """Return the text of a clause with its aside."""
        if not clause.aside:
            return clause.text
        join = connectives.ALSO if final else connectives.ASIDE
        return self.translator.format(join, first=clause.text, rest=clause.aside)

    def who(self, selector: str, scope: Scope) -> str:
        """Return the canonical selector for the players that are meant here."""
        return canonical(self.translator, selector, scope.names)

    def form(self, who: str, scope: Scope) -> Form:
        """Return the form of the verb whose subject is this player."""
        if who != "self":
            return "they"
        return "you" if scope.after_other else "do"

    def named(self, who: str, role: Role, scope: Scope) -> str:
        """Return the words for a player, shorter for one just mentioned."""
        just_mentioned = who == scope.known and who in _STEADY and not self.translator.pair
        return named(self.translator, "same" if just_mentioned else who, role)

    def is_them(self, who: str, scope: Scope) -> bool:
        """Return True if "them" is clear for this player."""
        return who == scope.known and (who in _STEADY or who.startswith("bound_"))

    def with_subject(self, phrases: Mapping[Form, Phrase], selector: str, scope: Scope, **values: str) -> Clause:
        """Return a clause whose only player is its subject."""
        who = self.who(selector, scope)
        text = self.translator.format(phrases[self.form(who, scope)], who=self.named(who, "subject", scope), **values)
        return Clause(text, other=who != "self", known=only_other(who))

    def with_parts(self, clause: Clause, parts: Sequence[str]) -> Clause:
        """Return a clause followed by its consequences."""
        if not parts:
            return clause
        rest = parts[0]
        for part in parts[1:]:
            rest = self.translator.format(connectives.ALSO, first=rest, rest=part)
        return replace(clause, text=self.translator.format(connectives.PARTS, first=clause.text, rest=rest), heavy=True)

    def case(self, phrase: Phrase, steps: Sequence[Step], scope: Scope) -> str:
        """Return what happens in one case, or nothing."""
        text = self.sequence(steps, scope).text
        return self.translator.format(phrase, steps=text) if text else ""


def owner(who: str) -> Owner:
    """Return whose cards they are in the eyes of the reader."""
    return "you" if who == "self" else "they"


def only_other(*players: str) -> str | None:
    """Return the one other player among those mentioned in a clause, or None if there is none or more than one."""
    others = [player for player in players if player != "self"]
    return others[0] if len(others) == 1 and others[0] not in SETS else None
