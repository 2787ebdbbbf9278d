"""How cards and tables look in the rules: classes and places for templates and style sheet. Pure.

>>> look("NB4")
Look(style='galaxy-1', sign='4', foot='NB')
"""

import math
from typing import Final, Literal, NamedTuple

from companion.deck import CARDS, parse_code


class Look(NamedTuple):
    """What a small card shows.

    Attributes:
        style: its class in the style sheet.
        sign: what stands large on it: a number, `joker`, `phoenix`, `dragon`, or nothing.
        foot: what stands small below: the galaxy's letters, or a shape for those who do not tell colours apart.
    """

    style: str
    sign: str
    foot: str = ""


COLOURS: Final = {"G": ("green", "●"), "Y": ("yellow", "▲"), "R": ("red", "■"), "M": ("multi", "◆")}
SIGNS: Final = {"P": "phoenix", "D": "dragon"}


def look(code: str) -> Look:
    """Return how the card with this code of the rulebook looks; `back` lies face down."""
    if code == "back":
        return Look("back", "")
    index = parse_code(code)
    if index is None:
        colour, shape = COLOURS[code[0]]
        return Look(f"gang-{colour}", SIGNS.get(code[1:], code[1:]), shape)
    card = CARDS[index]
    if card.is_joker:
        return Look("wild", "joker", card.code[:2])
    return Look(f"galaxy-{card.galaxy}", str(card.number), card.code[:2])


class Place(NamedTuple):
    """Where a seat is drawn, in units of the drawing.

    Attributes:
        x: its centre, to the right.
        y: its centre, downwards.
        text_x: where its word begins, ends or has its middle.
        text_y: the line its word stands on.
        anchor: `start`, `middle` or `end`.
    """

    x: float
    y: float
    text_x: float
    text_y: float
    anchor: Literal["start", "middle", "end"]


CENTRE: Final = (170.0, 110.0)
RING: Final = 66.0
"""Middle of the table and distance of the seats from it, in a drawing of 340 x 220."""


def place(seat: int, seats: int) -> Place:
    """Return where a seat is: 0 at the bottom, then clockwise as seen from above, so the next one sits to the left."""
    angle = math.tau * (0.25 + seat / seats)  # y points downwards: growing angles go clockwise
    across, down = math.cos(angle), math.sin(angle)
    x, y = CENTRE[0] + RING * across, CENTRE[1] + RING * down
    if abs(across) < 0.3:
        return Place(round(x, 1), round(y, 1), round(x, 1), round(y + (36 if down > 0 else -24), 1), "middle")
    side = math.copysign(1, across)
    return Place(round(x, 1), round(y, 1), round(x + 24 * side, 1), round(y + 6, 1), "start" if across > 0 else "end")
