"""Bots for Gang of Four. `greedy` rids itself of cards at every chance; `cautious` plans the whole hand.

Neither ever forgets to announce the last card. Both see only their own view.
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from companion.chance import Chance
from companion.rules.combinations import CardKey, Combination, Type
from companion.rules.game import Action, JsonObject
from companion.rules.gang_of_four.cards import KEYS, plays

Hand: TypeAlias = tuple[CardKey, ...]
Offer: TypeAlias = tuple[Combination, Action]
"""What may be played, and the action that plays it, with the announcement where one is due."""

PASS: Final[Action] = ("pass",)


def greedy(view: JsonObject, legal: Sequence[Action], chance: Chance, /) -> Action:  # noqa: ARG001 - a Bot
    """Lead as many cards as possible, respond with the lowest combination that is allowed."""
    if view["phase"] == "exchange":
        return legal[0]
    hand = _hand(view)
    offers = _offers(hand, legal)
    if not offers:
        return PASS
    if view["table"] is not None:
        return offers[0][1]  # the lowest; gangs are the highest
    out = [offer for offer in offers if len(offer[0].cards) == len(hand)]
    calm = [offer for offer in offers if not offer[0].type.is_gang]
    return max(out or calm or offers, key=lambda offer: len(offer[0].cards))[1]  # the lowest of the longest


def cautious(view: JsonObject, legal: Sequence[Action], chance: Chance, /) -> Action:  # noqa: ARG001 - a Bot
    """Keep to a plan that plays the hand in few combinations; spoil it only when somebody is about to win."""
    hand = _hand(view)
    if view["phase"] == "exchange":
        return min(
            legal, key=lambda action: (turns_to_play(_without(hand, [KEYS[str(action[1])]])), KEYS[str(action[1])])
        )
    offers = _offers(hand, legal)
    if not offers:
        return PASS
    others = [
        size for seat, size in enumerate(view["hand_sizes"]) if seat != view["seat"] and seat not in view["barred"]
    ]
    return _lead(hand, offers, min(others)) if view["table"] is None else _respond(hand, offers, legal, min(others))


def _lead(hand: Hand, offers: Sequence[Offer], fewest: int) -> Action:
    """Lead what belongs to the plan: the lowest, but nothing that a player with few cards left could beat to win."""
    fives = _fives(hand)

    def cost(offer: Offer) -> tuple[int, bool, bool, int, Combination]:
        combination = offer[0]
        rest = _turns(_without(hand, combination.cards), fives)
        helps = len(combination.cards) <= fewest <= 2  # an opponent may go out on it
        rank = -combination.cards[0][0] if helps else combination.cards[0][0]
        return rest, helps and rest > 0, combination.type.is_gang and rest > 0, rank, combination

    return min(offers, key=cost)[1]


def _respond(hand: Hand, offers: Sequence[Offer], legal: Sequence[Action], fewest: int) -> Action:
    """Respond when it brings the plan forward, or when somebody is about to win."""
    now, fives = turns_to_play(hand), _fives(hand)
    after, best = min((_turns(_without(hand, offer[0].cards), fives), offer) for offer in offers)
    danger = fewest <= 3
    if PASS in legal:
        if best[0].type.is_gang and not danger and after > 2:
            return PASS
        if after > now - 1 and not danger and after > 1:
            return PASS
    if danger and after > 0 and fewest <= 2 and len(best[0].cards) == 1:
        singles = [offer for offer in offers if offer[0].type is Type.SINGLE]
        return max(singles, key=lambda offer: offer[0])[1]
    return best[1]


def _hand(view: JsonObject) -> Hand:
    """Return the own hand."""
    return tuple(KEYS[word] for word in view["hand"])


def _offers(hand: Hand, legal: Sequence[Action]) -> list[Offer]:
    """Return the legal plays, the lowest first."""
    allowed = set(legal)
    found: list[Offer] = []
    for combination, action in plays(hand):
        announced = (*action, "last-card")
        if announced in allowed:
            found.append((combination, announced))
        elif action in allowed:
            found.append((combination, action))
    return found


def _without(hand: Hand, cards: Sequence[CardKey]) -> Hand:
    """Return the hand after these cards were played."""
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)


def turns_to_play(hand: Hand) -> int:
    """Return in how many plays the hand can go out, as far as this quick look finds."""
    return _turns(hand, _fives(hand))


@lru_cache(maxsize=1024)
def _fives(hand: Hand) -> tuple[Combination, ...]:
    """Return the combinations of the hand that sets by rank do not show."""
    wanted = (Type.STRAIGHT, Type.FLUSH, Type.STRAIGHT_FLUSH)
    return tuple(combination for combination, _ in plays(hand) if combination.type in wanted)


def _turns(hand: Hand, fives: Sequence[Combination]) -> int:
    """Return the turns when straights and flushes are split off as long as that saves turns; the rest are sets."""
    best = _sets(hand)
    fitting = [five for five in fives if _fits(five.cards, hand)]
    # Only the ranks matter for what is left: of all straights or flushes with the same ranks look at the highest.
    different = {tuple([rank for rank, _ in five.cards]): five for five in fitting}
    found = [(_sets(_without(hand, five.cards)), five) for five in different.values()]
    if not found:
        return best
    fewest, split = max(found, key=lambda pair: (-pair[0], pair[1]))
    if fewest + 1 > best:
        return best
    return min(best, 1 + _turns(_without(hand, split.cards), fitting))


def _fits(cards: Sequence[CardKey], hand: Hand) -> bool:
    """Return True if the hand holds these cards, identical ones as often as needed."""
    different = set(cards)
    if not different.issubset(hand):
        return False
    return len(different) == len(cards) or not Counter(cards) - Counter(hand)


def _sets(hand: Hand) -> int:
    """Return how many gangs, full houses, trios, pairs and singles the hand is."""
    counts = list(Counter([rank for rank, _ in hand]).values())
    return len(counts) - min(counts.count(3), counts.count(2))
