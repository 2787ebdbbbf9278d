"""Bots for GONG FAMILY. Both ask for a card that they know to be there, and always counter.

Among equally good questions chance decides: with few cards left, players who always ask the same go round for ever.
"""

from collections.abc import Sequence

from companion.chance import Chance
from companion.rules.game import Action, JsonObject
from companion.rules.gong.cards import GALAXY_MASK, GALAXY_OF, mask_of


def greedy(view: JsonObject, legal: Sequence[Action], chance: Chance, /) -> Action:
    """Take a hand that is larger by three or more; else ask for the galaxy of which most cards are in the hand."""
    return _act(view, legal, chance, gain=3, quiet=0)


def cautious(view: JsonObject, legal: Sequence[Action], chance: Chance, /) -> Action:
    """Keep jokers as a shield against losing a good hand; do not reveal a galaxy that no other seat knows of yet."""
    return _act(view, legal, chance, gain=6, quiet=2)


def _act(view: JsonObject, legal: Sequence[Action], chance: Chance, *, gain: int, quiet: int) -> Action:
    """Counter; attack for a gain of so many cards; else ask, worth `quiet` cards less for a galaxy not yet claimed."""
    if legal[0][0] == "counter":
        return legal[0]
    sizes = view["hand_sizes"]
    own = len(view["hand"]) - 1
    attacks = [action for action in legal if action[0] == "joker" and sizes[action[1]] - own >= gain]
    if attacks:
        return max(attacks, key=lambda action: sizes[action[1]])
    asks = [action for action in legal if action[0] == "ask"]
    if not asks:
        return legal[-1]  # draw or pass; jokers come before
    hand = mask_of(view["hand"])
    shown = [mask_of(cards) for cards in view["shown"]]
    denied = [mask_of(cards) for cards in view["denied"]]
    claims = view["claims"]
    claimed = claims[view["seat"]]

    def value(action: Action) -> int:
        target, card = int(action[1]), int(action[2])
        galaxy = GALAXY_OF[card]
        if shown[target] >> card & 1:
            return 1000 + (hand & GALAXY_MASK[galaxy]).bit_count()
        if denied[target] >> card & 1:
            return -1000
        worth = 10 * ((hand & GALAXY_MASK[galaxy]).bit_count() - (0 if galaxy in claimed else quiet))
        return worth + (5 if galaxy in claims[target] else 0) + min(4, int(sizes[target]) // 4)

    values = [value(ask) for ask in asks]
    best = max(values)
    return chance.choice([ask for ask, worth in zip(asks, values, strict=True) if worth == best])
