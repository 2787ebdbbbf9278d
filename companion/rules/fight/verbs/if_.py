"""`if`: one of two lists of steps, by a condition."""

from typing import Final

from companion.missions import model as m
from companion.rules.fight.conditions import holds
from companion.rules.fight.context import MissionContext
from companion.rules.fight.decisions import Task
from companion.rules.fight.declarations import StepResult, VerbRules


def _run(context: MissionContext, step: m.If) -> Task[StepResult]:
    yield from ()
    return StepResult(0, 0 if holds(context, step.cond) else 1)


def _can_move(context: MissionContext, step: m.If) -> bool:
    branch = step.then if holds(context, step.cond) else step.else_
    return bool(branch) and context.can_move(branch[0])


RULES: Final = VerbRules(run=_run, can_move=_can_move, valuations={}, roles={})
