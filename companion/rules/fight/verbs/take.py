"""`take`: takers take from other hands; a joker may be among the cards (8.4.6)."""

from typing import Final

from companion.missions.verbs.take import Take
from companion.rules.fight.card_transfer import ROLES, VALUATIONS, hand_over
from companion.rules.fight.context import MissionContext
from companion.rules.fight.decisions import Task
from companion.rules.fight.declarations import StepResult, VerbRules


def _run(context: MissionContext, step: Take) -> Task[StepResult]:
    takers = yield from context.players(step.to, "receiver")
    givers = yield from context.players(step.from_, "giver")
    moved = 0
    for taker in takers:
        for giver in givers:
            if giver != taker:
                moved += yield from hand_over(context, giver, taker, step.n, None, step.pick, "take")
    return StepResult(moved)


def _can_move(context: MissionContext, step: Take) -> bool:
    hands, takers = context.state.hands, context.candidates(step.to)
    return any(hands[giver] and any(taker != giver for taker in takers) for giver in context.candidates(step.from_))


RULES: Final = VerbRules(run=_run, can_move=_can_move, valuations=VALUATIONS, roles=ROLES)
