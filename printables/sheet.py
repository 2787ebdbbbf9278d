"""Cards on sheets: where each front and back lies, crop marks, ruler. Millimetres from the lower left of the page."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from printables.options import PAPERS, DeckOptions, PrintOptionError, Size
from printables.pen import Box, Point

BLEED: Final = 2.0
"""Art beyond the outer edges of the block of cards."""

MARGIN: Final = 5.0
"""Least paper round the block of cards; most printers leave 3 to 4.5 mm white."""

RULER: Final = 50.0
"""Length of the ruler on every sheet."""

_RULER_ROOM: Final = 11.8  # margin that ruler and crop marks need together on one side
_UNPRINTABLE: Final = 3.2  # nothing is drawn nearer to the edge of the paper than this, if it can be helped
_MARK_GAP: Final = 0.5  # between bleed and mark
_MARK_LENGTH: Final = 3.5

Segment = tuple[Point, Point]


@dataclass(frozen=True, slots=True)
class SheetCell:
    """A place for one side of one card: its column from the left and its row from the top."""

    column: int
    row: int


@dataclass(frozen=True, slots=True)
class SheetGrid:
    """The block of cells in the middle of a page; cells share their edges, so one cut parts two cards.

    Attributes:
        width: of the page.
        height: of the page.
        columns: number of columns of cells.
        rows: number of rows of cells.
        trim: width and height of a cell.
        fold: whether cells come in pairs, front left and back right.
    """

    width: float
    height: float
    columns: int
    rows: int
    trim: Size
    fold: bool = False

    @property
    def left(self) -> float:
        """Return the paper left (and right) of the block."""
        return (self.width - self.columns * self.trim[0]) / 2

    @property
    def bottom(self) -> float:
        """Return the paper below (and above) the block."""
        return (self.height - self.rows * self.trim[1]) / 2

    @property
    def cards(self) -> int:
        """Return how many cards a sheet holds."""
        return self.columns * self.rows // (2 if self.fold else 1)

    def corner(self, cell: SheetCell) -> Point:
        """Return the lower left corner of a cell."""
        return (self.left + cell.column * self.trim[0], self.bottom + (self.rows - 1 - cell.row) * self.trim[1])

    def front(self, index: int) -> SheetCell:
        """Return the cell of the front of the sheet's card number `index`, 0 first, row by row."""
        per_row = self.columns // 2 if self.fold else self.columns
        return SheetCell(index % per_row * (2 if self.fold else 1), index // per_row)

    def back(self, front: SheetCell, duplex: str) -> SheetCell:
        """Return the cell of a back: beside its front when folded, else behind it when the sheet is turned over."""
        if duplex == "fold":
            return SheetCell(front.column + 1, front.row)
        upright = self.height >= self.width
        if (duplex == "long") == upright:  # turned about the vertical axis
            return SheetCell(self.columns - 1 - front.column, front.row)
        return SheetCell(front.column, self.rows - 1 - front.row)

    def marks(self) -> list[Segment]:
        """Return the crop marks: two for every line of cut, (columns + 1) x 2 + (rows + 1) x 2 in all."""
        xs = [self.left + i * self.trim[0] for i in range(self.columns + 1)]
        ys = [self.bottom + i * self.trim[1] for i in range(self.rows + 1)]
        result: list[Segment] = []
        for margin, lines, far, upright in ((self.bottom, xs, self.height, True), (self.left, ys, self.width, False)):
            near = BLEED + _MARK_GAP
            length = max(1.0, min(_MARK_LENGTH, margin - near - _UNPRINTABLE))
            for line in lines:
                for start, end in (
                    (margin - near, margin - near - length),
                    (far - margin + near, far - margin + near + length),
                ):
                    result.append(((line, start), (line, end)) if upright else ((start, line), (end, line)))
        return result

    def folds(self) -> list[float]:
        """Return where the vertical folding lines lie."""
        return [self.left + i * self.trim[0] for i in range(1, self.columns, 2)] if self.fold else []

    def ruler(self) -> tuple[Segment, float]:
        """Return the ruler's line and the room beside it, towards the cards, in millimetres.

        It lies along the broader margin: below the cards, or left of them when the line is upright.
        """
        if self.bottom >= self.left:
            start, room = (self.left, _UNPRINTABLE + 0.3), self.bottom
            return (start, (start[0] + RULER, start[1])), room - start[1] - BLEED - _MARK_GAP - _MARK_LENGTH
        start, room = (_UNPRINTABLE + 0.3, self.bottom), self.left
        return (start, (start[0], start[1] + RULER)), room - start[0] - BLEED - _MARK_GAP - _MARK_LENGTH

    def ink_box(self, cell: SheetCell, filled: frozenset[SheetCell]) -> Box:
        """Return what a card may cover, from its own lower left: its trim, and bleed where it has no neighbour."""

        def spill(column: int, row: int) -> float:
            return 0.0 if SheetCell(column, row) in filled else BLEED

        return (
            -spill(cell.column - 1, cell.row),
            -spill(cell.column, cell.row + 1),
            self.trim[0] + spill(cell.column + 1, cell.row),
            self.trim[1] + spill(cell.column, cell.row - 1),
        )


def plan(options: DeckOptions) -> SheetGrid:
    """Return the grid that puts the most cards on a sheet, upright paper before paper laid across.

    Raises:
        PrintOptionError: the paper holds no card of this trim, or the back offset is larger than the margin.
    """
    fold = options.duplex == "fold"
    short, long = PAPERS[options.paper]
    size, paper = f"{options.trim[0]:g} x {options.trim[1]:g}", _NAMES[options.paper]
    grids = [
        SheetGrid(width, height, columns, rows, options.trim, fold)
        for width, height in ((short, long), (long, short))
        for columns, rows in _counts(width, height, options.trim)
        if not (fold and columns % 2)
    ]
    grids = [grid for grid in grids if max(grid.left, grid.bottom) >= _RULER_ROOM]
    if not grids:
        beside = " with its back beside it" if fold else ""
        raise PrintOptionError(
            f"No card of {size} mm{beside} fits on {paper} paper with the margins that printers need: "
            "choose a smaller trim."
        )
    grid = max(grids, key=lambda g: g.cards)
    x, y = options.back_offset
    for value, margin, way in ((x, grid.left, "sideways"), (y, grid.bottom, "up or down")):
        if abs(value) > margin - BLEED:
            raise PrintOptionError(
                f"The back offset of {value:g} mm is larger than the margin: backs of {size} mm can move {way} "
                f"by at most {margin - BLEED:.1f} mm on {paper} paper."
            )
    return grid


_NAMES: Final = {"a4": "A4", "letter": "Letter"}


def _counts(width: float, height: float, trim: Size) -> Iterator[tuple[int, int]]:
    """Yield every number of columns and rows that fits on a page."""
    for columns in range(1, int((width - 2 * MARGIN) / trim[0] + 1e-9) + 1):
        for rows in range(1, int((height - 2 * MARGIN) / trim[1] + 1e-9) + 1):
            yield columns, rows
