"""`give`: owners hand over own cards, n for each pair of giver and receiver.

Where the rules are silent: `bind` fixes the receiver of a gift, or the giver if the receiver is self; the first of
several.
"""

from typing import Final

from companion.missions.verbs.give import Give
from companion.rules.fight.card_transfer import ROLES, VALUATIONS, hand_over, result_or_otherwise
from companion.rules.fight.context import MissionContext
from companion.rules.fight.decisions import Task
from companion.rules.fight.declarations import StepResult, VerbRules


def _run(context: MissionContext, step: Give) -> Task[StepResult]:
    givers = yield from context.players(step.from_, "giver")
    takers = yield from context.players(step.to, "receiver")
    if step.bind is not None:
        context.bound[step.bind] = givers[0] if takers[0] == context.me else takers[0]
    moved = 0
    for giver in givers:
        for taker in takers:
            if giver != taker:
                moved += yield from hand_over(context, giver, taker, step.n, step.where, step.pick, "give")
    return result_or_otherwise(context, moved, step.otherwise)


def _can_move(context: MissionContext, step: Give) -> bool:
    takers = context.candidates(step.to)
    return any(
        any(taker != giver for taker in takers) and context.can_pick(giver, step.n, step.where)
        for giver in context.candidates(step.from_)
    )


RULES: Final = VerbRules(run=_run, can_move=_can_move, valuations=VALUATIONS, roles=ROLES)
