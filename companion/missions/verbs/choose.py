"""`choose`: a player chooses one list of steps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Final

from pydantic import Field

from companion.missions.interpreter import AbstractInterpreter, AbstractState
from companion.missions.pictograms import Group, People, PictogramBuilder, Sign
from companion.missions.selectors import Player
from companion.missions.step import Fault, Option, Step, StepBranch, StepPath
from companion.missions.wording import connectives
from companion.missions.wording.clauses import Clause, ClauseBuilder, Form, Scope, only_other
from companion.phrases import Phrase, phrase

CHOOSE: Final[dict[Form, Phrase]] = {
    "do": phrase("choose, do", "choose: {options}"),
    "you": phrase("choose, you", "you choose: {options}"),
    "they": phrase("choose, they", "{who} chooses: {options}"),
}
OR: Final = phrase("choose", "{first}, or {rest}")


class Choose(Step):
    """`who` chooses one list of steps; only options whose first step can move a card, if there is one."""

    who: Player = "self"
    options: Annotated[tuple[Option, ...], Field(min_length=2, max_length=4)]

    verb = "choose"
    number = 10
    examples = ({"options": [[{"put": {}}], [{"give": {"to": "choice"}}]]},)
    exclusive = True
    weight = 0

    def branches(self) -> tuple[StepBranch, ...]:
        """Return the options."""
        return tuple(StepBranch(("options", place), option) for place, option in enumerate(self.options))

    def unreachable(self, branch: StepBranch) -> Fault:
        """Return why an option can never be chosen."""
        why = "its first step moves no card, and another option always does"
        return Fault(branch.path, "M322", f"this option can never be chosen: {why}.")

    def outcomes(
        self, interpreter: AbstractInterpreter, state: AbstractState, path: StepPath
    ) -> Iterator[tuple[AbstractState, bool]]:
        """Follow each option that may be chosen: one whose first step can move no card only if no other one can."""
        able = [option[0].can_move(interpreter, state) for option in self.options]
        one_is = any(False not in answers for answers in able)
        for place, (option, answers) in enumerate(zip(self.options, able, strict=True)):
            if one_is and True not in answers:
                continue
            here = (*path, "options", place)
            interpreter.reached.add(here)
            first = option[0].outcomes(interpreter, state, (*here, 0, option[0].verb))
            states = [after for after, moved in first if moved or not one_is]
            for number, later in enumerate(option[1:], 1):
                moves = [later.outcomes(interpreter, after, (*here, number, later.verb)) for after in states]
                states = [after for move in moves for after, _ in move]
            for after in states:
                yield after, True

    def can_move(self, interpreter: AbstractInterpreter, state: AbstractState) -> set[bool]:
        """Return whether an option can move a card: surely if one surely can."""
        inside = [option[0].can_move(interpreter, state) for option in self.options]
        return {True} if {True} in inside else set().union(*inside)

    def clause(self, builder: ClauseBuilder, scope: Scope) -> Clause:
        """Return `choose: discard 1 card, or draw 1 card`."""
        who = builder.who(self.who, scope)
        inner = Scope(who != "self", only_other(who) or scope.known, scope.names, scope.shown)
        nothing = builder.translator.format(connectives.NOTHING)
        texts = [builder.sequence(option, inner).text or nothing for option in self.options]
        options = texts[0]
        for text in texts[1:]:
            options = builder.translator.format(OR, first=options, rest=text)
        return replace(builder.with_subject(CHOOSE, self.who, scope, options=options), heavy=True)

    def pictogram(self, builder: PictogramBuilder, people: People) -> Iterator[Group]:
        """Yield the player at a fork, then each option."""
        yield Group((builder.who(self.who, people), Sign("fork")))
        for option in self.options:
            yield from builder.case(Sign("or"), option, people)


VERB: Final = Choose
