"""`keep`: the revealed card goes to a hand."""

from typing import Final

from companion.missions.verbs.keep import Keep
from companion.rules.fight.context import MissionContext
from companion.rules.fight.decisions import Task
from companion.rules.fight.declarations import StepResult, VerbRules
from companion.rules.fight.valuation import FEWEST_CARDS


def _run(context: MissionContext, step: Keep) -> Task[StepResult]:
    seat = (yield from context.players(step.who, "keep"))[0]
    return StepResult(int(context.state.keep(seat)))


def _can_move(context: MissionContext, _: Keep) -> bool:
    return context.state.revealed >= 0


RULES: Final = VerbRules(run=_run, can_move=_can_move, valuations={}, roles={"keep": FEWEST_CARDS})
