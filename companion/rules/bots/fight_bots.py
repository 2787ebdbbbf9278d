"""Bots for GONG FIGHT. Both always counter, always take another turn, and guess what they have seen least of.

Whole numbers, ties by the order of the legal actions, no chance: easy to reimplement in another program. What an action
of a mission is worth is declared by its verb or kind of duel (companion.rules.fight.verbs, duels).
"""

from collections.abc import Sequence
from typing import Final

from companion.chance import Chance
from companion.deck import JOKERS
from companion.rules.fight.duels.registry import KINDS
from companion.rules.fight.state import TURN
from companion.rules.fight.valuation import FIRST, MOST_CARDS, SHED, ActionValue, declared, merge
from companion.rules.fight.verbs.registry import VERBS
from companion.rules.game import Action, JsonObject
from companion.rules.gong.cards import GALAXY_MASK, GALAXY_OF, NUMBER_MASK, NUMBER_OF, mask_of
from companion.rules.gong.state import COUNTER


def greedy(view: JsonObject, legal: Sequence[Action], chance: Chance, /) -> Action:  # noqa: ARG001 - a Bot
    """Take a hand that is smaller by one or more; get rid of low numbers first, for high ones win duels."""
    own = len(view["hand"]) - 1  # without the joker
    return _act(view, legal, at_most=own - 1, shed=_low_numbers)


def cautious(view: JsonObject, legal: Sequence[Action], chance: Chance, /) -> Action:  # noqa: ARG001 - a Bot
    """Keep jokers as a shield until a player has two cards or fewer; get rid of cards that fit no other card."""
    own = len(view["hand"]) - 1
    return _act(view, legal, at_most=min(2, own - 1), shed=_lonely_cards)


def _act(view: JsonObject, legal: Sequence[Action], *, at_most: int, shed: ActionValue) -> Action:
    """Attack a hand of at most so many cards; else take the most valuable action for the kind of decision."""
    phase = view["phase"]
    if phase == TURN:
        sizes = view["hand_sizes"]
        attacks = [action for action in legal if action[0] == "joker" and sizes[action[1]] <= at_most]
        return min(attacks, key=lambda action: sizes[action[1]], default=legal[0])
    valuation = declared(_VALUATIONS, phase)
    if valuation == FIRST:
        return legal[0]
    value = shed if valuation == SHED else valuation
    return max(legal, key=lambda action: value(view, action))


def _low_numbers(view: JsonObject, action: Action) -> int:  # noqa: ARG001 - an ActionValue
    """A joker is worth keeping most, then high numbers."""
    card = int(action[1])
    return -7 if card >= JOKERS[0] else -NUMBER_OF[card]


def _lonely_cards(view: JsonObject, action: Action) -> int:
    """A joker is worth keeping most, then cards that share number or galaxy with others of the hand."""
    card, hand = int(action[1]), mask_of(view["hand"])
    if card >= JOKERS[0]:
        return -1000
    number, galaxy = NUMBER_MASK[NUMBER_OF[card]], GALAXY_MASK[GALAXY_OF[card]]
    return -10 * ((hand & number).bit_count() + (hand & galaxy).bit_count()) - NUMBER_OF[card]


def _player(view: JsonObject, action: Action) -> int:
    """Choose the player with the most cards in a role that loses cards, else the one with the fewest."""
    size: int = view["hand_sizes"][action[1]]
    return size if declared(_ROLES, view["about"]["role"]) == MOST_CARDS else -size


_VALUATIONS: Final = {
    COUNTER: FIRST,
    "player": _player,
    **merge([*(rules.valuations for rules in VERBS.values()), *(rules.valuations for rules in KINDS.values())]),
}
"""How actions are valued, by kind of decision."""

_ROLES: Final = merge(rules.roles for rules in VERBS.values())
"""Whom a bot chooses, by the role of the player in the step."""
