"""The ruler on every sheet whose size matters: exactly 50 mm long on paper if nothing was scaled."""

from printables import fonts
from printables.colour import BLACK
from printables.pen import Pen, Point
from printables.sheet import RULER


def draw(pen: Pen, start: Point, *, upright: bool, page: tuple[float, float], caption: str, language: str) -> None:
    """Draw the ruler, and the caption at the far end of its line.

    Args:
        pen: draws in millimetres.
        start: where the ruler begins.
        upright: whether it runs upwards instead of to the right.
        page: width and height of the page.
        caption: what the sheet is.
        language: of the caption, for messages.
    """
    fonts.require(caption, fonts.TEXT, "Sheet", language)
    with pen.at(*start, turn=90 if upright else 0):
        # Lettered below the line when upright, else above it: always on the side of the cards.
        side = -1 if upright else 1
        ticks = [((mm, 0.0), (mm, side * (2.2 if mm % 10 == 0 else 1.2))) for mm in range(0, int(RULER) + 1, 5)]
        pen.path([((0.0, 0.0), (RULER, 0.0))], stroke=BLACK, width=0.15, closed=False)
        pen.path(ticks, stroke=BLACK, width=0.15, closed=False)
        baseline = -2.2 if upright else 0.3
        pen.text(RULER + 1.5, baseline, "50 mm = 100 %", fonts.TEXT, 2.4)
        length = (page[1] if upright else page[0]) - 2 * (start[1] if upright else start[0])
        size = fonts.fit(caption, fonts.TEXT, 2.4, length - RULER - 22)
        pen.text(length, baseline, caption, fonts.TEXT, size, align="right")
