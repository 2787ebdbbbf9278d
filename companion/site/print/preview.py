"""A small picture of the first sheet of a deck: where fronts, backs and marks lie. The template draws it as SVG.

The cards in it are prepared pictures (`make pictures`); only their places are computed, by the planner that prints.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from printables.options import DeckOptions
    from printables.pen import Point
    from printables.sheet import Cell, Grid, Segment

PICTURED: Final = 9
"""Cards on the prepared picture of fronts: the first of the deck."""


@dataclass(frozen=True, slots=True)
class Page:
    """One side of a sheet; millimetres from its upper left corner.

    Attributes:
        fronts: upper left corners of the fronts, in the order of the deck.
        backs: upper left corners of the backs.
        marks: crop marks.
    """

    fronts: tuple["Point", ...]
    backs: tuple["Point", ...]
    marks: tuple["Segment", ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """The first sheet.

    Attributes:
        width: of the paper.
        height: of the paper.
        trim: width and height of a card.
        pages: its sides.
        sheets: how many sheets the deck needs.
        low_ink: which prepared pictures to show.
    """

    width: float
    height: float
    trim: tuple[float, float]
    pages: tuple[Page, ...]
    sheets: int
    low_ink: bool


def picture(options: "DeckOptions") -> Picture:
    """Return the picture of the first sheet.

    Raises:
        OptionError: no sheet can be planned.
    """
    from printables.sheet import plan  # here, because it brings the library for PDF along

    grid = plan(options)
    count = min(grid.cards, options.cards)
    fronts = [grid.front(i) for i in range(count)]
    marks = _flipped(grid, (0.0, 0.0))
    beside = tuple(_corner(grid, grid.back(cell, "fold")) for cell in fronts) if grid.fold else ()
    pages = [Page(tuple(_corner(grid, cell) for cell in fronts), beside, () if options.marks == "none" else marks)]
    if options.duplex in ("long", "short"):
        x, y = options.back_offset
        backs = [_corner(grid, grid.back(cell, options.duplex)) for cell in fronts]
        moved = tuple((left + x, top - y) for left, top in backs)
        pages.append(Page((), moved, _flipped(grid, (x, y)) if options.marks == "both" else ()))
    sheets = -(-options.cards // grid.cards)
    return Picture(grid.width, grid.height, options.trim, tuple(pages), sheets, options.low_ink)


def _corner(grid: "Grid", cell: "Cell") -> "Point":
    """Return the upper left corner of a cell, counted from the upper left of the page."""
    x, y = grid.corner(cell)
    return (x, grid.height - y - grid.trim[1])


def _flipped(grid: "Grid", offset: "Point") -> tuple["Segment", ...]:
    x, y = offset
    return tuple(((a[0] + x, grid.height - a[1] - y), (b[0] + x, grid.height - b[1] - y)) for a, b in grid.marks())
