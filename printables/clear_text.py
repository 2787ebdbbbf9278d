"""Code and address in letters, for those who type instead of scanning."""

from collections.abc import Iterator
from typing import Final

from printables import fonts
from printables.colour import Rgb
from printables.fonts import CAP_HEIGHT, DISPLAY, TEXT
from printables.pen import Box, Pen

_LEADING: Final = 1.18
_CODE: Final = 3.3  # font sizes on a card of 63 x 88 mm
_ADDRESS: Final = 1.95
_STACKED: Final = 1.55  # smallest size at which the address stands in one line under the code


def draw(pen: Pen, code: str, address: str, room: Box, scale: float, colour: Rgb) -> None:
    """Write the code large with the address under it, or beside it in several lines if one line would be tiny.

    Args:
        pen: draws in millimetres.
        code: of the card.
        address: of the card, as it can be typed.
        room: where both must fit.
        scale: of letters, 1 on a card of 63 x 88 mm.
        colour: of the letters.
    """
    left, bottom, right, top = room
    middle = (bottom + top) / 2
    size = fonts.fit(address, TEXT, _ADDRESS * scale, right - left)
    if size >= _STACKED * scale:
        centre = (left + right) / 2
        pen.text(centre, top - _CODE * scale * CAP_HEIGHT, code, DISPLAY, _CODE * scale, colour, align="centre")
        pen.text(centre, bottom + 0.2 * scale, address, TEXT, size, colour, align="centre")
        return
    pen.text(left, middle - _CODE * scale * CAP_HEIGHT / 2, code, DISPLAY, _CODE * scale, colour)
    width = right - left - fonts.width(code, DISPLAY, _CODE * scale) - 1.2 * scale
    lines, size = break_to_fit(address, width, top - bottom, _ADDRESS * scale)
    y = middle + size * _LEADING * (len(lines) - 1) / 2 - size * CAP_HEIGHT / 2
    for line in lines:
        pen.text(right, y, line, TEXT, size, colour, align="right")
        y -= size * _LEADING


def break_to_fit(address: str, width: float, height: float, size: float) -> tuple[list[str], float]:
    """Break an address into lines that fit into a room, as large as they can be.

    Args:
        address: what is printed.
        width: of the room in millimetres.
        height: of the room.
        size: largest font size.

    Returns:
        The lines and their font size.
    """
    # ReportLab sets no kerning, so widths add up and grow with the size: they are measured once, at size 1.
    parts = [[(character, fonts.width(character, TEXT, 1)) for character in part] for part in _parts(address)]
    while True:
        lines = _broken(parts, width / size)
        if len(lines) * size * _LEADING <= height:
            return lines, size
        size *= 0.97


def _broken(parts: list[list[tuple[str, float]]], room: float) -> list[str]:
    """Break an address between its parts if that suffices, else anywhere; every character comes with its width."""
    lines, used = [""], 0.0
    for part in parts:
        needed = sum(width for _, width in part)
        if lines[-1] and used + needed > room:
            lines.append("")
            used = 0.0
        for character, width in part:
            if lines[-1] and used + width > room:
                lines.append("")
                used = 0.0
            lines[-1] += character
            used += width
    return lines


def _parts(address: str) -> Iterator[str]:
    """Cut an address where a line may begin: after `//`, before a dot, a colon or a slash."""
    scheme, _, rest = address.partition("//")
    yield scheme + "//"
    part = ""
    for character in rest:
        if character in "./:" and part:
            yield part
            part = ""
        part += character
    yield part
