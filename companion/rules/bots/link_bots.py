"""Bots for GONG LINK. Both always say "GONG", always catch, and always counter.

Integer rules only, ties by the order of the legal actions, no chance: easy to give again in another program.
"""

from collections.abc import Sequence
from typing import Final

from companion.chance import Chance
from companion.deck import DECK_SIZE
from companion.rules.game import Action, JsonObject
from companion.rules.gong.cards import mask_of
from companion.rules.link import MATCHES

ALWAYS: Final = frozenset({"gong", "counter"})


def greedy(view: JsonObject, legal: Sequence[Action], chance: Chance, /) -> Action:  # noqa: ARG001 - a Bot
    """Take a hand that is smaller by two or more; else play the card that leaves most cards of the hand playable."""
    action = _always(legal)
    if action is None:
        own = len(view["hand"]) - 1  # without the joker
        action = _best_joker(view, legal, own - 2) or _best_play(view, legal, own_weight=1, unseen_weight=0)
    return action or legal[0]


def cautious(view: JsonObject, legal: Sequence[Action], chance: Chance, /) -> Action:  # noqa: ARG001 - a Bot
    """Keep jokers as a shield until somebody has two cards or fewer; play cards that few others can follow."""
    action = _always(legal)
    if action is None:
        own = len(view["hand"]) - 1
        action = _best_joker(view, legal, min(2, own - 1)) or _best_play(view, legal, own_weight=4, unseen_weight=-1)
    return action or legal[0]


def _always(legal: Sequence[Action]) -> Action | None:
    """Return the call or counter if there is one."""
    return next((action for action in legal if action[0] in ALWAYS), None)


def _best_joker(view: JsonObject, legal: Sequence[Action], at_most: int) -> Action | None:
    """Return the attack on the smallest hand of at most so many cards."""
    sizes = view["hand_sizes"]
    attacks = [action for action in legal if action[0] == "joker" and sizes[action[1]] <= at_most]
    return min(attacks, key=lambda action: sizes[action[1]], default=None)


def _best_play(view: JsonObject, legal: Sequence[Action], *, own_weight: int, unseen_weight: int) -> Action | None:
    """Return the play whose card matches most own cards and, by weight, unseen ones."""
    own = mask_of(view["hand"])
    seen = own | mask_of(view["discard"]) | (0 if view["link"] is None else 1 << view["link"])
    unseen = ((1 << DECK_SIZE) - 1) & ~seen

    def value(action: Action) -> int:
        matches = MATCHES[int(action[1])]
        return own_weight * (own & matches).bit_count() + unseen_weight * (unseen & matches).bit_count()

    return max((action for action in legal if action[0] == "play"), key=value, default=None)
