"""Execution of a mission: its steps in order (rules/missions.md 8.3)."""

from collections.abc import Sequence

from companion.missions.step import Step
from companion.rules.fight.context import MissionContext
from companion.rules.fight.decisions import Task
from companion.rules.fight.program import Program
from companion.rules.fight.verbs.registry import CAN_MOVE, RUN
from companion.rules.fight.zones import FightZones


def execute_mission(state: FightZones, me: int, drawn: int, program: Program) -> Task[None]:
    """Carry out the mission of the card that `me` has revealed."""
    yield from execute_steps(MissionContext(state, me, drawn, CAN_MOVE), program, program.mission.do)


def execute_steps(context: MissionContext, program: Program, steps: Sequence[Step]) -> Task[None]:
    """Carry out steps in order.

    Each leaves the events ("step", number, cards moved) and, if one of its branches follows, ("branch", number, which).
    """
    for step in steps:
        roles = context.roles
        result = yield from RUN[type(step)](context, step)
        number = program.number(step)
        events = context.state.events  # a new list for each action
        events.append(("step", number, result.moved))
        if result.branch >= 0:
            events.append(("branch", number, result.branch))
            yield from execute_steps(context, program, program.branches[number][result.branch])
        context.roles = roles
