"""`put`: hand to discard pile."""

from typing import Final

from companion.missions.verbs.put import Put
from companion.rules.fight.card_transfer import result_or_otherwise
from companion.rules.fight.context import MissionContext
from companion.rules.fight.decisions import Decision, Task
from companion.rules.fight.declarations import StepResult, VerbRules
from companion.rules.fight.valuation import MOST_CARDS, SHED


def _run(context: MissionContext, step: Put) -> Task[StepResult]:
    state, moved = context.state, 0
    for owner in (yield from context.players(step.who, "put")):
        decision = Decision(owner, "put", (), "Put {}.")

        def move(card: int, chosen: bool, owner: int = owner) -> None:
            state.put(owner, card, automatic=not chosen)

        moved += yield from context.pick(owner, step.n, step.where, move, decision, step.pick)
    return result_or_otherwise(context, moved, step.otherwise)


def _can_move(context: MissionContext, step: Put) -> bool:
    return any(context.can_pick(owner, step.n, step.where) for owner in context.candidates(step.who))


RULES: Final = VerbRules(run=_run, can_move=_can_move, valuations={"put": SHED}, roles={"put": MOST_CARDS})
