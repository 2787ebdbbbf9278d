"""`if`: steps that depend on a condition."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from pydantic import Field

from companion.missions.interpreter import AbstractInterpreter, AbstractState
from companion.missions.pictograms import Group, People, PictogramBuilder, Sign
from companion.missions.selectors import Condition
from companion.missions.step import Fault, Step, StepBranch, StepFilter, StepPath, Steps
from companion.missions.wording import connectives
from companion.missions.wording.clauses import Clause, ClauseBuilder, Scope
from companion.missions.wording.conditions import about_other, condition_text, known_to_hold
from companion.phrases import phrase

IF: Final = phrase("if", "{condition}, {steps}")
IF_ELSE: Final = phrase("if", "{condition}, {steps}; otherwise, {others}")


class If(Step):
    """Steps that depend on a condition."""

    cond: Condition
    then: Steps
    else_: Steps = Field(default=(), alias="else")

    verb = "if"
    number = 11
    examples = ({"cond": {"hand_size": {"lt": 5}}, "then": [{"draw": {"n": 2}}], "else": [{"draw": {}}]},)
    exclusive = True
    weight = 0

    @property
    def condition(self) -> Condition:
        """Return `cond`."""
        return self.cond

    def players(self) -> Iterator[tuple[StepPath, str]]:
        """Yield the players whom the condition names."""
        if self.cond.hand_size:
            yield ("cond", "hand_size", "who"), self.cond.hand_size.who
        if self.cond.has:
            yield ("cond", "has", "who"), self.cond.has.who
        if self.cond.is_:
            yield ("cond", "is", "a"), self.cond.is_.a
            yield ("cond", "is", "b"), self.cond.is_.b

    def directions(self) -> set[str]:
        """Return nothing: a sentence by hand may put a condition in other words."""
        return set()

    def filters(self) -> Iterator[StepFilter]:
        """Yield the cards that the condition asks for."""
        if self.cond.has:
            yield StepFilter(("cond", "has", "where"), self.cond.has.where, 1)

    def unreachable(self, branch: StepBranch) -> Fault:
        """Return why a branch never runs."""
        word = "never" if branch.path == ("then",) else "always"
        message = f"these steps of 'if' can never run: the condition {word} holds."
        return Fault(branch.path, "M314", message)

    def outcomes(
        self, interpreter: AbstractInterpreter, state: AbstractState, path: StepPath
    ) -> Iterator[tuple[AbstractState, bool]]:
        """Follow the branch of each possible answer."""
        answers = interpreter.holds(self.cond, state)
        interpreter.answers.setdefault(path, set()).update(answers)
        for holds in answers:
            steps, key = (self.then, "then") if holds else (self.else_, "else")
            yield from interpreter.branch(steps, state, (*path, key))

    def can_move(self, interpreter: AbstractInterpreter, state: AbstractState) -> set[bool]:
        """Return whether the first step of the branch that runs can move a card."""
        chosen = [self.then if holds else self.else_ for holds in interpreter.holds(self.cond, state)]
        return set().union(*(steps[0].can_move(interpreter, state) if steps else {False} for steps in chosen))

    def clause(self, builder: ClauseBuilder, scope: Scope) -> Clause:
        """Return `if you have fewer than 5 cards, draw 2 cards; otherwise, draw 1 card`."""
        translator = builder.translator
        known = known_to_hold(translator, self.cond)
        if known is not None:
            return builder.sequence(self.then if known else self.else_, scope)
        about = about_other(translator, self.cond, scope.names)
        inner = replace(scope, after_other=about, alone=False)
        then, others = builder.sequence(self.then, inner), builder.sequence(self.else_, inner)
        if not then.text and not others.text:
            return Clause("")
        text = translator.format(
            IF_ELSE if others.text else IF,
            condition=condition_text(translator, self.cond, scope.names),
            steps=then.text or translator.format(connectives.NOTHING),
            others=others.text,
        )
        return Clause(text, other=(others if others.text else then).other, heavy=True)

    def pictogram(self, builder: PictogramBuilder, people: People) -> Iterator[Group]:
        """Yield the question, then both answers."""
        yield Group((*builder.condition(self.cond, people), Sign("question")))
        yield from builder.case(Sign("yes"), self.then, people)
        yield from builder.case(Sign("no"), self.else_, people)


VERB: Final = If
