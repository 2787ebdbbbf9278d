"""What `put` and `give` share: the steps that run only if no card at all was moved (rules/missions.md 8.4.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final, Literal

from companion.missions.interpreter import AbstractInterpreter, AbstractState
from companion.missions.selectors import Where
from companion.missions.step import StepPath
from companion.missions.wording.clauses import Clause, ClauseBuilder, Scope, owner
from companion.missions.wording.noun_phrases import Owner, cards
from companion.phrases import Phrase, phrase

if TYPE_CHECKING:
    from companion.missions.verbs.give import Give
    from companion.missions.verbs.put import Put

Lack = Literal["cannot", "none", "jokers"]
"""Why no card could be moved: no such group, no card that fits, no galaxy card at all."""

OTHERWISE: Final[dict[tuple[Owner, Lack], Phrase]] = {
    ("you", "cannot"): phrase("otherwise", "if you cannot, {steps}"),
    ("you", "none"): phrase("otherwise", "if you have none, {steps}"),
    ("you", "jokers"): phrase("otherwise", "if you only have jokers, {steps}"),
    ("they", "cannot"): phrase("otherwise", "if they cannot, {steps}"),
    ("they", "none"): phrase("otherwise", "if they have none, {steps}"),
    ("they", "jokers"): phrase("otherwise", "if they only have jokers, {steps}"),
}
OR_CARDS: Final = phrase("otherwise", "{first}, or else {cards}")


def or_otherwise(
    interpreter: AbstractInterpreter, step: Put | Give, moves: Iterator[tuple[AbstractState, bool]], path: StepPath
) -> Iterator[tuple[AbstractState, bool]]:
    """Follow `otherwise` where no card moved."""
    for after, moved in moves:
        if moved or not step.otherwise:
            yield after, moved
        else:
            yield from interpreter.branch(step.otherwise, after, (*path, "otherwise"))


def can_move_alone(step: Put | Give, interpreter: AbstractInterpreter, state: AbstractState) -> set[bool]:
    """Return whether the step can move a card without its `otherwise`."""
    alone = step.model_copy(update={"otherwise": ()})
    return {moved for _, moved in alone.outcomes(interpreter.fresh(), state, ())}


def with_otherwise(builder: ClauseBuilder, clause: Clause, step: Put | Give, who: str, scope: Scope) -> Clause:
    """Return the clause of a step with what happens if no card was moved; `who` would have moved it."""
    if not step.otherwise:
        return clause
    other = step.otherwise[0]
    changes = {"n": step.n, "where": step.where, "otherwise": step.otherwise}
    if who != "self" and len(step.otherwise) == 1 and other.model_copy(update=changes) == step:
        assert isinstance(other, type(step))  # noqa: S101 - they are equal
        what = cards(builder.translator, other.n, other.where, "they", other.pick, shown=scope.shown)
        return replace(clause, text=builder.translator.format(OR_CARDS, first=clause.text, cards=what))
    scope = replace(scope, after_other=who != "self", known=clause.known or scope.known, alone=False)
    aside = builder.case(OTHERWISE[owner(who), _lack(step.where)], step.otherwise, scope)
    return replace(clause, aside=aside) if aside else clause


def _lack(where: Where | None) -> Lack:
    """Return why a step may find no card."""
    if where is None or where.group:
        return "cannot"
    return "jokers" if where.extreme else "none"
