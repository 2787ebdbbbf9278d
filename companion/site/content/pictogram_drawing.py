"""Where the signs of a mission's pictures are within their group. The style sheet arranges and scales the groups.

Units are those of the drawing: every sign is `HEIGHT` high, and `_pictograms.html` draws it at its position.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from companion.missions.pictograms import Group, Sign

HEIGHT: Final = 32.0
GAP: Final = 3.0
"""Between two signs."""

_WIDTHS: Final = {
    "me": 24, "opponent": 24, "left": 37, "right": 37, "neighbours": 49, "opposite": 30, "choice": 28, "others": 42,
    "all": 42, "both": 42, "most": 45, "fewest": 34, "winner": 24, "loser": 24, "me-winner": 24, "me-loser": 24,
    "this": 22, "hand": 46, "pile": 28, "no-pile": 28, "discard": 32, "all-cards": 54, "arrow": 22, "then": 10,
    "swap": 26, "pass-left": 34, "pass-right": 34, "eye": 26, "blind": 26, "again": 28, "stop": 22, "perhaps": 16,
    "question": 16, "equal": 14, "yes": 20, "no": 18, "tie": 46, "or": 14, "fork": 24, "think": 22, "text": 20,
    "highest_xphere": 54, "closest_sum": 57, "rock_paper_scissors": 56, "guess_number": 53, "guess_galaxy": 54,
    "memory_sequence": 54, "reaction_tap": 53, "tap_race": 54, "best_combination": 54, "grid_3x3": 32,
    "three_locations": 56, "higher_lower": 56, "largest_galaxy": 44, "blind_battle": 56, "odd_even_fingers": 56,
    "stare": 56, "highest_unique": 57, "name_galaxies": 56,
}  # fmt: skip
CARD: Final = 20
STEP: Final = 12
"""Width of a card, and offset of the next one of the same kind."""


class PlacedSign(NamedTuple):
    """A sign and its left edge."""

    sign: Sign
    x: float


class GroupDrawing(NamedTuple):
    """The signs of one group side by side.

    Attributes:
        width: of the drawing.
        signs: from left to right, or from right to left if mirrored.
        mirrored: whether arrows point the other way, because the language is read from the right. Players stay where
            they sit: left is left in every language.
    """

    width: float
    signs: tuple[PlacedSign, ...]
    mirrored: bool


def width_of(sign: Sign) -> float:
    """Return the width of a sign."""
    if sign.name in ("cards", "up-to"):
        return CARD + (STEP if sign.face in ("", "back") else CARD) * (min(sign.n, 4) - 1)
    return _WIDTHS[sign.name]


def drawings(groups: Sequence[Group], mirrored: bool = False) -> tuple[GroupDrawing, ...]:
    """Return the drawing of each group; `mirrored` for a language that is read from the right."""
    return tuple(_drawing(group, mirrored) for group in groups)


def _drawing(group: Group, mirrored: bool) -> GroupDrawing:
    width = sum(map(width_of, group.signs)) + GAP * (len(group.signs) - 1)
    signs: list[PlacedSign] = []
    x = 0.0
    for sign in group.signs:
        signs.append(PlacedSign(sign, width - x - width_of(sign) if mirrored else x))
        x += width_of(sign) + GAP
    return GroupDrawing(width, tuple(signs), mirrored)
