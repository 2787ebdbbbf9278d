"""Duels in which cards of the hand are laid face down, in secret until all are chosen (rules/missions.md 8.5)."""

from typing import Final

from companion.deck import JOKERS
from companion.rules.fight.bout import Bout
from companion.rules.fight.decisions import CARD_ACTIONS, Decision, Task
from companion.rules.fight.valuation import Valuation
from companion.rules.game import Action, JsonObject
from companion.rules.gong.cards import BIT, NUMBER_OF, cards_of


def lay(bout: Bout, seat: int, count: int, target: int = 0) -> Task[int]:
    """Lay cards face down, chosen one after the other; return them. `target` is what their sum should be near to.

    The decision is skipped only where all players see that all cards must be laid: else it would reveal a joker.
    """
    state = bout.state
    hand = bout.galaxy_cards(seat)
    if state.hands[seat].bit_count() == count:
        state.chosen[seat] = hand
    for left in range(count - state.chosen[seat].bit_count(), 0, -1):
        legal = tuple(CARD_ACTIONS[card] for card in cards_of(hand & ~state.chosen[seat]))
        about = {"left": left, "target": target}
        action = yield Decision(seat, "lay", legal, "Lay {} face down.", "Lay a card face down.", about)
        state.chosen[seat] |= BIT[int(action[1])]
    return state.chosen[seat]


def lay_both(bout: Bout, count: int, target: int = 0) -> Task[None]:
    """Let both sides lay cards face down, then show them."""
    mine = yield from lay(bout, bout.me, count, target)
    other = yield from lay(bout, bout.opponent, count, target)
    bout.state.chosen = [0] * bout.state.seats
    bout.show(bout.me, mine)
    bout.show(bout.opponent, other)


def number_sum(mask: int) -> int:
    """Return the sum of the numbers of some cards."""
    return sum(NUMBER_OF[card] for card in cards_of(mask))


def _value(view: JsonObject, action: Action) -> int:
    """Lay a high number, or what comes nearest to the target together with the best other card."""
    number, target = NUMBER_OF[int(action[1])], int(view["about"]["target"])
    if not target:
        return number
    chosen: list[int] = view["chosen"]
    hand: list[int] = view["hand"]
    if view["about"]["left"] == 1:
        return -abs(sum(NUMBER_OF[card] for card in chosen) + number - target)
    others = [NUMBER_OF[card] for card in hand if card != action[1] and card < JOKERS[0]]
    return -min(abs(number + other - target) for other in others)


VALUATIONS: Final[dict[str, Valuation]] = {"lay": _value}
