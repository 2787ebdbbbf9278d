"""`draw`: pile to hand, card by card; with `until` every card is shown."""

from typing import Final

from companion.missions.verbs.draw import Draw
from companion.rules.fight.context import MissionContext
from companion.rules.fight.decisions import Task
from companion.rules.fight.declarations import StepResult, VerbRules
from companion.rules.fight.valuation import FEWEST_CARDS
from companion.rules.gong.cards import BIT


def _run(context: MissionContext, step: Draw) -> Task[StepResult]:
    state, moved = context.state, 0
    last = None if step.until is None else context.fitting(step.until)
    for seat in (yield from context.players(step.who, "draw")):
        for _ in range(step.n):
            card = state.draw_to(seat, shown=last is not None)
            if card < 0:
                break
            moved += 1
            if last is not None and last & BIT[card]:
                break
    return StepResult(moved)


def _can_move(context: MissionContext, _: Draw) -> bool:
    return context.state.can_draw()


RULES: Final = VerbRules(run=_run, can_move=_can_move, valuations={}, roles={"draw": FEWEST_CARDS})
