"""Where the signs of a mission's pictures stand: lines that fill the room, in the direction of the language. Pure.

Units are those of the drawing: every sign is `HEIGHT` high, and `_pictograms.html` draws it at its place.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from companion.missions.pictograms import Group, Sign

HEIGHT: Final = 32.0
GAP: Final = 3.0
"""Between two signs."""
PAD: Final = 5.0
"""Between groups, and between the frame of a group and its signs."""
ROOM: Final = 3.4
"""Width of the room for the pictures of a page as a multiple of its height, on a small phone."""

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
"""Width of a card, and how far the next one of the same kind is set off."""


class Placed(NamedTuple):
    """A sign and where its upper left corner is."""

    sign: Sign
    x: float
    y: float


class Box(NamedTuple):
    """The frame around a group, if there is more than one."""

    x: float
    y: float
    width: float
    height: float


class Drawing(NamedTuple):
    """A whole picture.

    Attributes:
        width: of the drawing.
        height: of the drawing.
        boxes: frames, to be drawn first.
        signs: what is drawn.
        mirrored: arrows point the other way, since the language is read from the right. Players stay where they
            sit: left is left in every language.
    """

    width: float
    height: float
    boxes: tuple[Box, ...]
    signs: tuple[Placed, ...]
    mirrored: bool


def width_of(sign: Sign) -> float:
    """Return the width of a sign."""
    if sign.name in ("cards", "up-to"):
        return CARD + (STEP if sign.face in ("", "back") else CARD) * (min(sign.n, 4) - 1)
    return _WIDTHS[sign.name]


def drawing(groups: Sequence[Group], mirrored: bool = False, room: float = ROOM) -> Drawing:
    """Return the groups in as many lines as let them be largest.

    Args:
        groups: what the mission shows.
        mirrored: for a language that is read from the right.
        room: width of the room as a multiple of its height.
    """
    framed = len(groups) > 1
    widths = [_length(group, framed) for group in groups]
    limits = sorted(
        {sum(widths[a:b]) + PAD * (b - a - 1) for a in range(len(widths)) for b in range(a + 1, len(widths) + 1)}
    )
    lines = max(
        (_lines(widths, limit) for limit in limits if limit >= max(widths)), key=lambda ls: _scale(ls, widths, room)
    )
    return _placed(groups, widths, lines, mirrored)


def _length(group: Group, framed: bool) -> float:
    return sum(map(width_of, group.signs)) + GAP * (len(group.signs) - 1) + (2 * PAD if framed else 0)


def _lines(widths: Sequence[float], limit: float) -> list[range]:
    """Return which groups stand in which line, none longer than `limit`."""
    lines, start, length = [], 0, 0.0
    for number, width in enumerate(widths):
        if number > start and length + PAD + width > limit:
            lines.append(range(start, number))
            start, length = number, width
        else:
            length += width + (PAD if number > start else 0)
    return [*lines, range(start, len(widths))]


def _size(lines: Sequence[range], widths: Sequence[float]) -> tuple[float, float]:
    length = max(sum(widths[number] for number in line) + PAD * (len(line) - 1) for line in lines)
    return length, len(lines) * (HEIGHT + 2 * PAD) + PAD * (len(lines) - 1) / 2


def _scale(lines: Sequence[range], widths: Sequence[float], room: float) -> float:
    width, height = _size(lines, widths)
    return min(room / width, 1 / height)


def _placed(groups: Sequence[Group], widths: Sequence[float], lines: Sequence[range], mirrored: bool) -> Drawing:
    width, height = _size(lines, widths)
    boxes: list[Box] = []
    signs: list[Placed] = []
    for row, line in enumerate(lines):
        x, y = 0.0, row * (HEIGHT + 2.5 * PAD)
        for number in line:
            group = groups[number]
            if len(groups) > 1:
                left = width - x - widths[number] if mirrored else x
                boxes.append(Box(left, y, widths[number], HEIGHT + 2 * PAD))
            inside = x + (PAD if len(groups) > 1 else 0)
            for sign in group.signs:
                place = width - inside - width_of(sign) if mirrored else inside
                signs.append(Placed(sign, place, y + PAD))
                inside += width_of(sign) + GAP
            x += widths[number] + PAD
    return Drawing(width, height, tuple(boxes), tuple(signs), mirrored)
