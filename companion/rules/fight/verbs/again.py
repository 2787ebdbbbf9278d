"""`again`: another turn after the checkpoint, unless this turn is already an extra one.

Where the rules are silent: `again` for another player gives the next turn to that player; play goes on clockwise from
there.
"""

from typing import Final

from companion.missions.verbs.again import Again
from companion.rules.fight.context import MissionContext
from companion.rules.fight.decisions import Decision, Task
from companion.rules.fight.declarations import StepResult, VerbRules
from companion.rules.fight.valuation import FEWEST_CARDS, FIRST
from companion.rules.game import Action

AGAIN: Final[tuple[Action, ...]] = (("again",), ("stop",))


def _run(context: MissionContext, step: Again) -> Task[StepResult]:
    state = context.state
    seat = (yield from context.players(step.who, "again"))[0]
    if state.extra:
        return StepResult()
    if step.optional:
        action = yield Decision(seat, "again", AGAIN, "Take another turn.")
        if action[0] == "stop":
            return StepResult()
    state.again = seat
    state.events.append(("again", seat))
    return StepResult()


def _can_move(_: MissionContext, __: Again) -> bool:
    return False


RULES: Final = VerbRules(run=_run, can_move=_can_move, valuations={"again": FIRST}, roles={"again": FEWEST_CARDS})
