"""`if`: one of two lists of steps, by a condition."""

from typing import Final

from companion.missions.verbs.if_ import If
from companion.rules.fight.context import MissionContext
from companion.rules.fight.decisions import Task
from companion.rules.fight.declarations import StepResult, VerbRules


def _run(context: MissionContext, step: If) -> Task[StepResult]:
    yield from ()
    return StepResult(0, 0 if context.holds(step.cond) else 1)


def _can_move(context: MissionContext, step: If) -> bool:
    branch = step.then if context.holds(step.cond) else step.else_
    return bool(branch) and context.can_move(branch[0])


RULES: Final = VerbRules(run=_run, can_move=_can_move, valuations={}, roles={})
