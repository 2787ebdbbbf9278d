"""`pass`: all players choose cards, clockwise from self and unseen; then all cards move at once."""

from typing import Final

from companion.missions.verbs.pass_ import Pass
from companion.rules.fight.context import MissionContext
from companion.rules.fight.decisions import Decision, Task
from companion.rules.fight.declarations import StepResult, VerbRules
from companion.rules.fight.secret_choice import choose_secretly
from companion.rules.fight.valuation import SHED


def _run(context: MissionContext, step: Pass) -> Task[StepResult]:
    state = context.state
    way = 1 if step.dir == "left" else -1
    parcels: list[tuple[int, int]] = []
    for seat in state.clockwise(context.me):
        decision = Decision(seat, "pass", (), f"Pass {{}} to the {step.dir}.", "Choose a card to pass.")
        parcels.append((seat, (yield from choose_secretly(context, seat, step.n, step.pick, decision))))
    for seat, mask in parcels:
        state.send(seat, (seat + way) % state.seats, mask)
    state.chosen = [0] * state.seats
    state.events.append(("passed", step.dir, step.n))
    return StepResult(sum(mask.bit_count() for _, mask in parcels))


def _can_move(context: MissionContext, _: Pass) -> bool:
    return any(context.state.hands)


RULES: Final = VerbRules(run=_run, can_move=_can_move, valuations={"pass": SHED}, roles={})
