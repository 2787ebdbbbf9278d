"""Combinations of cards as in Gang of Four, also played in the FIGHT duel `best_combination`.

A card is its key (rank, colour); higher is better in both. What differs between the games is one `CombinationRules`.
A `Combination` compares as the tuple it is: type first, then card by card (rules/gang-of-four.md 5.5.3-5.5.7,
rules/missions.md 8.6.1). Gang of Four adds with `beats` that the number of cards must be the same, except for gangs.

    >>> best_combination([(4, 0), (4, 7), (2, 3)], GALAXY_RULES)
    Combination(type=<Type.PAIR: 2>, cards=((4, 7), (4, 0)))
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import combinations, product
from typing import Final, NamedTuple, TypeAlias

CardKey: TypeAlias = tuple[int, int]
"""Rank and colour of a card (rules/gang-of-four.md 5.1.4)."""


class Type(IntEnum):
    """Type of a combination, the lowest first (rules/gang-of-four.md 5.5.3, rules/missions.md 8.6.1)."""

    SINGLE = 1
    PAIR = 2
    TRIO = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    STRAIGHT_FLUSH = 7
    GANG_OF_FOUR = 8
    GANG_OF_FIVE = 9
    GANG_OF_SIX = 10
    GANG_OF_SEVEN = 11

    @property
    def is_gang(self) -> bool:
        """Return True if this is a gang of any size."""
        return self >= Type.GANG_OF_FOUR


_TYPE_OF_EQUALS: Final = {
    1: Type.SINGLE,
    2: Type.PAIR,
    3: Type.TRIO,
    4: Type.GANG_OF_FOUR,
    5: Type.GANG_OF_FIVE,
    6: Type.GANG_OF_SIX,
    7: Type.GANG_OF_SEVEN,
}  # fmt: skip
_LARGEST_GANG: Final = 7
_FIVE: Final = 5


class Combination(NamedTuple):
    """A type and its cards; a greater tuple is the better combination.

    Attributes:
        type: the type.
        cards: the keys in descending order; in a full house the trio before the pair. In this order comparing card by
            card is the comparison of the rules: a trio or gang by number before colours, a full house by the trio's
            number, the trio's colours, the pair's number, the pair's colours (rules/gang-of-four.md 5.5.4-5.5.7).
    """

    type: Type
    cards: tuple[CardKey, ...]


@dataclass(frozen=True, slots=True)
class CombinationRules:
    """What a deck of cards can form.

    Attributes:
        numbers: the ranks that form trios, straights, flushes, full houses and gangs.
        paired: further ranks of which two cards are a pair, alone or in a full house.
        wild: the card that fits every colour in flushes and straight flushes, if there is one.
    """

    numbers: range
    paired: tuple[int, ...] = ()
    wild: CardKey | None = None

    def one_colour(self, cards: Iterable[CardKey]) -> bool:
        """Return True if all `cards` have one colour; the wild card has every colour."""
        return len({colour for rank, colour in cards if (rank, colour) != self.wild}) == 1


MULTICOLOUR: Final[CardKey] = (1, 4)
"""The multicolour 1 of Gang of Four: above the red 1, below every 2 (rules/gang-of-four.md 5.1.3)."""

PHOENIX: Final = 11
DRAGON: Final = 12
"""Ranks of the cards that are not numbers (rules/gang-of-four.md 5.1.2)."""

GANG_OF_FOUR_RULES: Final = CombinationRules(numbers=range(1, 11), paired=(PHOENIX,), wild=MULTICOLOUR)
"""Gang of Four: numbers 1-10, two Phoenixes are a pair, the multicolour 1 fits every colour (5.4)."""

GALAXY_RULES: Final = CombinationRules(numbers=range(1, 7))
"""GONG: the key is (number, galaxy index), straights are 1-5 and 2-6 (rules/missions.md 8.6.1)."""


def classify(cards: Iterable[CardKey], rules: CombinationRules) -> Combination | None:
    """Return the combination that exactly these cards form, or None.

    A set that fits two types has the higher one (rules/gang-of-four.md 5.4.3).
    """
    keys = sorted(cards, reverse=True)
    ranks = [rank for rank, _ in keys]
    size = len(keys)
    distinct = set(ranks)
    if len(distinct) == 1:
        return _equals(keys, rules)
    if size != _FIVE:
        return None
    if len(distinct) == 2 and ranks.count(ranks[2]) == 3:  # the middle card belongs to the trio
        trio = [key for key in keys if key[0] == ranks[2]]
        pair = [key for key in keys if key[0] != ranks[2]]
        if trio[0][0] in rules.numbers and (pair[0][0] in rules.numbers or pair[0][0] in rules.paired):
            return Combination(Type.FULL_HOUSE, (*trio, *pair))
        return None
    if not all(rank in rules.numbers for rank in distinct):
        return None
    straight = len(distinct) == _FIVE and ranks[0] - ranks[-1] == _FIVE - 1
    if rules.one_colour(keys):
        return Combination(Type.STRAIGHT_FLUSH if straight else Type.FLUSH, tuple(keys))
    return Combination(Type.STRAIGHT, tuple(keys)) if straight else None


def _equals(keys: Sequence[CardKey], rules: CombinationRules) -> Combination | None:
    """Return the single, pair, trio or gang of these cards of one rank in descending order, or None."""
    size, rank = len(keys), keys[0][0]
    fits = size == 1 or (rank in rules.numbers and size <= _LARGEST_GANG) or (rank in rules.paired and size == 2)
    return Combination(_TYPE_OF_EQUALS[size], tuple(keys)) if fits else None


def beats(played: Combination, table: Combination) -> bool:
    """Return True if `played` may be put on `table` in Gang of Four (rules/gang-of-four.md 5.5).

    It is a gang and the table is not, or it is strictly higher with the same number of cards; gangs of different size
    compare too.
    """
    if played.type.is_gang or table.type.is_gang:
        return played > table  # a gang is higher than everything else, whatever the number of cards
    return len(played.cards) == len(table.cards) and played > table


def all_combinations(cards: Iterable[CardKey], rules: CombinationRules) -> list[Combination]:
    """Return every different combination that can be made from `cards`, the lowest first.

    Combinations that differ only in which of two identical cards they use are one.
    """
    keys = sorted(cards, reverse=True)
    groups = _by_rank(keys)
    found: list[Combination] = []
    subsets: dict[int, dict[int, list[tuple[CardKey, ...]]]] = {2: {}, 3: {}}
    for rank, group in groups.items():
        most = _LARGEST_GANG if rank in rules.numbers else 2 if rank in rules.paired else 1
        for size in range(1, min(len(group), most) + 1):
            sets = list(dict.fromkeys(combinations(group, size)))
            found += (Combination(_TYPE_OF_EQUALS[size], chosen) for chosen in sets)
            if size in subsets:
                subsets[size][rank] = sets
    for trio_rank, trios in subsets[3].items():
        for pair_rank, pairs in subsets[2].items():
            if pair_rank != trio_rank:
                found += (Combination(Type.FULL_HOUSE, trio + pair) for trio, pair in product(trios, pairs))
    found += _straights(groups, rules)
    found += _flushes(keys, rules)
    found.sort()
    return found


def _by_rank(keys: Sequence[CardKey]) -> dict[int, list[CardKey]]:
    """Return the keys by rank; ranks and keys in the order of `keys`."""
    groups: dict[int, list[CardKey]] = {}
    for key in keys:
        groups.setdefault(key[0], []).append(key)
    return groups


def _straights(groups: dict[int, list[CardKey]], rules: CombinationRules) -> Iterable[Combination]:
    """Yield every straight and straight flush; `groups` are the cards by rank."""
    different = {rank: list(dict.fromkeys(group)) for rank, group in groups.items()}
    for low in range(rules.numbers.start, rules.numbers.stop - _FIVE + 1):
        ranks = range(low + _FIVE - 1, low - 1, -1)
        if all(rank in different for rank in ranks):
            for chosen in product(*(different[rank] for rank in ranks)):
                yield Combination(Type.STRAIGHT_FLUSH if rules.one_colour(chosen) else Type.STRAIGHT, chosen)


def _flushes(keys: Sequence[CardKey], rules: CombinationRules) -> Iterable[Combination]:
    """Yield every flush that is not a higher type; `keys` in descending order."""
    numbers = [key for key in keys if key[0] in rules.numbers]
    for colour in {key[1] for key in numbers if key != rules.wild}:
        suit = [key for key in numbers if key[1] == colour or key == rules.wild]
        for chosen in dict.fromkeys(combinations(suit, _FIVE)):
            combination = classify(chosen, rules)
            if combination is not None and combination.type is Type.FLUSH:
                yield combination


def best_combination(cards: Iterable[CardKey], rules: CombinationRules, at_most: int = _FIVE) -> Combination | None:
    """Return the highest combination of at most `at_most` of the cards, or None without cards.

    Highest means the order of types across all sizes (rules/missions.md 8.6.1).
    """
    keys = sorted(cards, reverse=True)
    groups = _by_rank(keys)
    for size in range(min(at_most, _LARGEST_GANG), 3, -1):
        if gang := _best_equals(groups, size, rules):
            return gang
    if at_most >= _FIVE and (five := _best_five(keys, groups, rules)):
        return five
    for size in range(min(at_most, 3), 0, -1):
        if equals := _best_equals(groups, size, rules):
            return equals
    return None


def _best_equals(groups: dict[int, list[CardKey]], size: int, rules: CombinationRules) -> Combination | None:
    """Return the highest single, pair, trio or gang of `size` cards, or None."""
    for group in groups.values():  # the highest rank first
        if len(group) >= size and (found := _equals(group[:size], rules)):
            return found
    return None


def _best_five(
    keys: Sequence[CardKey], groups: dict[int, list[CardKey]], rules: CombinationRules
) -> Combination | None:
    """Return the highest straight flush, full house, flush or straight, or None."""
    suits = [
        [key for key in keys if key[0] in rules.numbers and (key[1] == colour or key == rules.wild)]
        for colour in {key[1] for key in keys if key != rules.wild}
    ]
    if flushes := [run for suit in suits if (run := _best_run(_by_rank(suit), rules))]:
        return Combination(Type.STRAIGHT_FLUSH, max(flushes))
    for rank, group in groups.items():
        if len(group) >= 3 and rank in rules.numbers:
            others = {other: cards for other, cards in groups.items() if other != rank}
            if pair := _best_equals(others, 2, rules):
                return Combination(Type.FULL_HOUSE, (*group[:3], *pair.cards))
    if tops := [tuple(suit[:_FIVE]) for suit in suits if len(suit) >= _FIVE]:
        return Combination(Type.FLUSH, max(tops))
    run = _best_run(groups, rules)
    return Combination(Type.STRAIGHT, run) if run else None


def _best_run(groups: dict[int, list[CardKey]], rules: CombinationRules) -> tuple[CardKey, ...] | None:
    """Return the best card of each of the five highest consecutive numbers, or None."""
    for top in range(rules.numbers.stop - 1, rules.numbers.start + _FIVE - 2, -1):
        ranks = range(top, top - _FIVE, -1)
        if all(rank in groups for rank in ranks):
            return tuple(groups[rank][0] for rank in ranks)
    return None
