"""The 110 cards of Gnoming A Round, from a distribution file (rules/gnoming-a-round.md 6.1)."""

from pathlib import Path
from typing import Final, Literal, TypeAlias

from companion.rules.grid import HAZARD, MULLIGAN
from companion.rules.rule_tables import read_table, table_path

GnomingCard: TypeAlias = int | Literal["mulligan", "hazard"]
"""A value, or one of the special cards."""

POSITIVE: Final = 82
NEGATIVE: Final = 22
SPECIAL: Final = 3
"""How many positive and negative cards there are, and how many Hazards and Mulligans each (6.1.1)."""

_LARGEST_VALUE: Final = 99


def load_distribution(path: Path | None = None) -> tuple[GnomingCard, ...]:
    """Return all cards, sorted: Hazards, then values from high to low, then Mulligans.

    Args:
        path: file of the distribution; without one, the distribution that comes with the rules.

    Raises:
        RuleTablePathError: the file cannot be read.
        RuleTableError: it is no distribution, or its cards are not 82 positive, 22 negative, 3 Hazards and 3 Mulligans.
    """
    table = read_table(path or table_path("gnoming.yaml"), ["positive", "negative", "mulligans", "hazards"])
    values: dict[int, int] = {}
    for entry, sign, wanted in (("positive", 1, POSITIVE), ("negative", -1, NEGATIVE)):
        counts = table.counts(entry)
        for value in counts:
            if not 0 < sign * value <= _LARGEST_VALUE:
                limits = f"{sign} to {sign * _LARGEST_VALUE}"
                table.fail(f"{value} is no {entry} value; these go from {limits}.", entry, value)
        if (total := sum(counts.values())) != wanted:
            table.fail(f"there must be {wanted} {entry} cards, not {total}.", entry)
        values |= counts
    for entry in ("mulligans", "hazards"):
        if (total := table.number(entry)) != SPECIAL:
            table.fail(f"there must be {SPECIAL} {entry}, not {total}.", entry)
    cards: list[GnomingCard] = [HAZARD] * SPECIAL
    for value in sorted(values, reverse=True):
        cards += [value] * values[value]
    cards += [MULLIGAN] * SPECIAL
    return tuple(cards)


def name(card: GnomingCard) -> str:
    """Return what people call a card: `5`, `-2`, `Mulligan`, `Hazard`."""
    return str(card).capitalize()


def place_name(place: int) -> str:
    """Return what people call a place of the grid."""
    return f"row {place // 3 + 1}, column {place % 3 + 1}"
