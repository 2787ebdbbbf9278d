"""`swap`: both players choose the same number of cards, `a` first and unseen; then these are exchanged."""

from typing import Final

from companion.missions.verbs.swap import Swap
from companion.rules.fight.context import MissionContext
from companion.rules.fight.decisions import Decision, Task
from companion.rules.fight.declarations import StepResult, VerbRules
from companion.rules.fight.secret_choice import choose_secretly
from companion.rules.fight.valuation import FEWEST_CARDS, SHED


def _run(context: MissionContext, step: Swap) -> Task[StepResult]:
    state = context.state
    a = (yield from context.players(step.a, "swap"))[0]
    b = (yield from context.players(step.b, "swap"))[0]
    count = min(step.n, state.hands[a].bit_count(), state.hands[b].bit_count())
    if a == b or count == 0:
        return StepResult()
    for owner, other in ((a, b), (b, a)):
        chooser = other if step.pick == "taker_open" else owner
        description = f"Exchange {{}} with seat {b if chooser == a else a}."
        decision = Decision(chooser, "swap", (), description, "Choose a card to exchange.")
        yield from choose_secretly(context, owner, count, step.pick, decision)
    from_a, from_b = state.chosen[a], state.chosen[b]
    state.chosen = [0] * state.seats
    state.send(a, b, from_a)
    state.send(b, a, from_b)
    state.events.append(("swap", a, b, count))
    return StepResult(2 * count)


def _can_move(context: MissionContext, step: Swap) -> bool:
    hands, others = context.state.hands, context.candidates(step.b)
    return any(a != b and hands[a] and hands[b] for a in context.candidates(step.a) for b in others)


RULES: Final = VerbRules(run=_run, can_move=_can_move, valuations={"swap": SHED}, roles={"swap": FEWEST_CARDS})
