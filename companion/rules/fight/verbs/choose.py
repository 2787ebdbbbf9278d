"""`choose`: one of several lists of steps, among those whose first step can move a card, or all if there is none.

Where the rules are silent: a duel counts as a step that can move a card; `show` and `again` never do.
"""

from typing import Final

from companion.missions.verbs.choose import Choose
from companion.rules.fight.context import MissionContext
from companion.rules.fight.decisions import Decision, Task, decide
from companion.rules.fight.declarations import StepResult, VerbRules
from companion.rules.fight.valuation import FEWEST_CARDS, FIRST
from companion.rules.game import Action

OPTIONS: Final[tuple[Action, ...]] = tuple(("option", index) for index in range(4))


def _run(context: MissionContext, step: Choose) -> Task[StepResult]:
    seat = (yield from context.players(step.who, "choose"))[0]
    able = [OPTIONS[i] for i, option in enumerate(step.options) if context.can_move(option[0])]
    legal = tuple(able) or OPTIONS[: len(step.options)]
    if len(legal) == 1:
        context.state.events.append(("only", seat, int(legal[0][1])))
    action = yield from decide(Decision(seat, "option", legal, "Choose option {}."))
    return StepResult(0, int(action[1]))


def _can_move(context: MissionContext, step: Choose) -> bool:
    return any(context.can_move(option[0]) for option in step.options)


RULES: Final = VerbRules(run=_run, can_move=_can_move, valuations={"option": FIRST}, roles={"choose": FEWEST_CARDS})
