"""What `pass` and `swap` share: cards chosen in secret that stay in the hand until all are chosen."""

from companion.rules.fight.context import MissionContext
from companion.rules.fight.decisions import Decision, Task
from companion.rules.gong.cards import BIT


def choose_secretly(context: MissionContext, owner: int, n: int, how: str, decision: Decision) -> Task[int]:
    """Let the player of the decision choose n cards of the owner, and return them as a mask."""
    state = context.state
    if decision.seat != owner:
        state.make_known(owner, state.hands[owner], (decision.seat,))

    def choose(card: int, _: bool) -> None:
        state.chosen[owner] |= BIT[card]

    yield from context.pick(owner, n, None, choose, decision, how)
    return state.chosen[owner]
