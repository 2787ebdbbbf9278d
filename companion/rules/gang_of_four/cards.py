"""The 64 cards of Gang of Four, their words, the plays of a hand and the score table."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from companion.rules.combinations import (
    DRAGON,
    GANG_OF_FOUR_RULES,
    MULTICOLOUR,
    PHOENIX,
    CardKey,
    Combination,
    Type,
    all_combinations,
)
from companion.rules.rule_tables import read_table, table_path

HAND_SIZE: Final = 16

GREEN, YELLOW, RED = 1, 2, 3
_COLOURS: Final = {GREEN: "green", YELLOW: "yellow", RED: "red"}

DECK: Final[tuple[CardKey, ...]] = tuple(
    sorted(
        [(number, colour) for number in range(1, 11) for colour in _COLOURS] * 2
        + [MULTICOLOUR, (PHOENIX, GREEN), (PHOENIX, YELLOW), (DRAGON, RED)]
    )
)
"""All cards as keys, the lowest first (rules/gang-of-four.md 5.1.1)."""


def _word(key: CardKey) -> str:
    """Return the word of a card in actions and JSON: colour, then rank."""
    if key == MULTICOLOUR:
        return "M1"
    rank, colour = key
    return _COLOURS[colour][0].upper() + {PHOENIX: "P", DRAGON: "D"}.get(rank, str(rank))


def _name(key: CardKey) -> str:
    """Return what people call a card."""
    if key == MULTICOLOUR:
        return "multicolour 1"
    rank, colour = key
    if rank == DRAGON:
        return "Dragon"
    return f"{_COLOURS[colour]} {'Phoenix' if rank == PHOENIX else rank}"


WORDS: Final = {key: _word(key) for key in DECK}
"""Word of each card: `G7` green 7, `M1` the multicolour 1, `GP` the green Phoenix, `RD` the Dragon."""

NAMES: Final = {key: _name(key) for key in DECK}
"""What people call each card: `green 7`, `multicolour 1`, `green Phoenix`, `Dragon`."""

KEYS: Final = {word: key for key, word in WORDS.items()}

TYPE_NAMES: Final = {kind: kind.name.lower().replace("_", " ") for kind in Type}


def words(keys: Iterable[CardKey]) -> list[str]:
    """Return the words of cards."""
    return [WORDS[key] for key in keys]


def names(keys: Sequence[CardKey]) -> str:
    """Return cards as spoken, identical ones counted: `two green 7, red 7`."""
    counted = Counter(keys)
    return ", ".join(f"two {NAMES[key]}s" if count == 2 else NAMES[key] for key, count in counted.items())


@lru_cache(maxsize=1024)  # a hand is looked at every time its player must respond, and seldom changes
def plays(hand: tuple[CardKey, ...]) -> tuple[tuple[Combination, tuple[str, ...]], ...]:
    """Return every combination of a hand with its action, the lowest first; identical cards make no difference."""
    return tuple(
        (combination, ("play", *[WORDS[key] for key in combination.cards]))
        for combination in all_combinations(hand, GANG_OF_FOUR_RULES)
    )


@lru_cache(maxsize=8)
def load_scores(path: Path | None = None) -> tuple[int, ...]:
    """Return the points of a player by the number of cards left, 0 to 16 (rules/gang-of-four.md 5.9).

    Args:
        path: file of the table; without one, the table that comes with the rules.

    Raises:
        RuleTableError: the table is not one, or lacks the cost of some hand.
    """
    table = read_table(path or table_path("gang_of_four.yaml"), ["points_per_card"])
    steps = table.counts("points_per_card")
    for cards in steps:
        if not 1 <= cards <= HAND_SIZE:
            table.fail(f"{cards} cards: a hand has 1 to {HAND_SIZE} cards.", "points_per_card", cards)
    if 1 not in steps:
        table.fail("points_per_card must say what 1 card costs.", "points_per_card")
    points = [0]
    for cards in range(1, HAND_SIZE + 1):
        each = steps[max(start for start in steps if start <= cards)]
        if each < 1:
            table.fail("every card left must cost at least 1 point.", "points_per_card", cards)
        points.append(cards * each)
    return tuple(points)
