"""What `put`, `give` and `take` share: cards that go from hand to hand, and the steps for the case that none moves."""

from collections.abc import Sequence
from typing import Final

from companion.deck import JOKERS
from companion.missions.selectors import Count, Where
from companion.missions.step import Step
from companion.rules.fight.context import MissionContext
from companion.rules.fight.decisions import Decision, Task
from companion.rules.fight.declarations import StepResult
from companion.rules.fight.valuation import FEWEST_CARDS, MOST_CARDS, SHED, Preference, Valuation
from companion.rules.game import Action, JsonObject
from companion.rules.gong.cards import NUMBER_OF


def hand_over(
    context: MissionContext, giver: int, taker: int, n: Count, where: Where | None, how: str, word: str
) -> Task[int]:
    """Move cards from one hand to another and return how many; `word` is the event, `give` or `take`."""
    state = context.state
    if how == "taker_open":
        state.make_known(giver, state.hands[giver], (taker,))
        description, public = f"Take {{}} from seat {giver}.", f"Take a card from seat {giver}."
        decision = Decision(taker, "take", (), description, public, {"seat": giver})
    else:
        description, public = f"Give {{}} to seat {taker}.", f"Give a card to seat {taker}."
        decision = Decision(giver, "give", (), description, public, {"seat": taker})

    def move(card: int, chosen: bool) -> None:
        state.hand_over(giver, taker, card, word, automatic=not chosen)

    return (yield from context.pick(giver, n, where, move, decision, how))


def result_or_otherwise(context: MissionContext, moved: int, otherwise: Sequence[Step]) -> StepResult:
    """Return the result of a step; its branch `otherwise` follows only if no card at all was moved (8.4.2)."""
    if moved or not otherwise:
        return StepResult(moved)
    context.state.events.append(("cannot",))
    return StepResult(0, 0)


def _value_of_taking(view: JsonObject, action: Action) -> int:  # noqa: ARG001 - an ActionValue
    """Take a joker, else a high number."""
    card = int(action[1])
    return 7 if card >= JOKERS[0] else NUMBER_OF[card]


VALUATIONS: Final[dict[str, Valuation]] = {"give": SHED, "take": _value_of_taking}
ROLES: Final[dict[str, Preference]] = {"giver": MOST_CARDS, "receiver": FEWEST_CARDS}
