"""Carries out the steps of a mission in order (rules/missions.md 8.3)."""

from collections.abc import Sequence

from companion.missions.model import Step
from companion.rules.fight.context import MissionContext
from companion.rules.fight.decisions import Task
from companion.rules.fight.program import Program, branches
from companion.rules.fight.verbs.registry import CAN_MOVE, RUN
from companion.rules.fight.zones import FightZones


def run_mission(state: FightZones, me: int, drawn: int, program: Program) -> Task[None]:
    """Carry out the mission of the card that `me` has revealed."""
    yield from run_steps(MissionContext(state, me, drawn, CAN_MOVE), program, program.mission.do)


def run_steps(context: MissionContext, program: Program, steps: Sequence[Step]) -> Task[None]:
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
            yield from run_steps(context, program, branches(step)[result.branch])
        context.roles = roles
