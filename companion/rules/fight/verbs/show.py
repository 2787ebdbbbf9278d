"""`show`: reveal cards; nothing moves."""

from typing import Final

from companion.missions.verbs.show import Show
from companion.rules.fight.context import MissionContext
from companion.rules.fight.decisions import Decision, Task
from companion.rules.fight.declarations import StepResult, VerbRules
from companion.rules.fight.valuation import FEWEST_CARDS, SHED
from companion.rules.gong.cards import mask_of


def _run(context: MissionContext, step: Show) -> Task[StepResult]:
    owners = yield from context.players(step.who, "show")
    observers = yield from context.players(step.to, "see")
    for owner in owners:
        shown: list[int] = []

        def show(card: int, _: bool, shown: list[int] = shown) -> None:
            shown.append(card)

        decision = Decision(owner, "show", (), "Show {}.", "Choose a card to show.")
        yield from context.pick(owner, step.n, None, show, decision)
        context.state.show(owner, mask_of(shown), observers)
    return StepResult()


def _can_move(_: MissionContext, __: Show) -> bool:
    return False


RULES: Final = VerbRules(
    run=_run, can_move=_can_move, valuations={"show": SHED}, roles={"show": FEWEST_CARDS, "see": FEWEST_CARDS}
)
