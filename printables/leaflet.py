"""A booklet from half sheets: which page lies where, and which way up, so that folded sheets read in order."""

from collections.abc import Callable
from dataclasses import dataclass

from printables.document import Document, PageProgress, Sides
from printables.options import PAPERS, Paper
from printables.pen import Pen


@dataclass(frozen=True, slots=True)
class LeafletOptions:
    """How a leaflet is printed.

    Attributes:
        paper: size of the sheets.
        sides: on both sides, turned over the long or the short edge, or on one.
        language: of its words.
        low_ink: no coloured grounds.
    """

    paper: Paper = "a4"
    sides: Sides = "long"
    language: str = "en"
    low_ink: bool = False


@dataclass(frozen=True, slots=True)
class SheetSide:
    """One side of a sheet.

    Attributes:
        left: number of the page on the left half, 1 first; None for an empty one.
        right: number of the page on the right half.
        turned: whether the whole side is upside down, because the sheet is turned over its long edge.
    """

    left: int | None
    right: int | None
    turned: bool = False


def imposition(pages: int, sides: Sides) -> list[SheetSide]:
    """Return the sides of all sheets of a booklet.

    Sheets laid into one another and folded once give the pages in order. On one side only, pages stand two by two in
    reading order, to be stapled.
    """
    if sides == "one":
        return [SheetSide(n, n + 1 if n < pages else None) for n in range(1, pages + 1, 2)]
    total = -(-pages // 4) * 4
    order: list[SheetSide] = []
    for sheet in range(total // 4):
        low, high = 2 * sheet + 1, total - 2 * sheet
        order.append(SheetSide(_page(high, pages), low))
        order.append(SheetSide(_page(low + 1, pages), _page(high - 1, pages), turned=sides == "long"))
    return order


def _page(number: int, pages: int) -> int | None:
    return number if number <= pages else None


def half_sheet(paper: Paper) -> tuple[float, float]:
    """Return width and height of a page: half of a sheet, in millimetres."""
    short, long = PAPERS[paper]
    return (long / 2, short)


def bind(
    title: str, subject: str, language: str, paper: Paper, sides: Sides,
    pages: list[Callable[[Pen], None]], progress: PageProgress | None = None,
) -> bytes:  # fmt: skip
    """Return the file of a booklet whose pages draw themselves from their lower left corner."""
    order = imposition(len(pages), sides)
    document = Document(title, subject, language, sides, total=len(order), progress=progress)
    width, height = half_sheet(paper)
    for side in order:
        with document.page(2 * width, height) as pen, pen.at(0, 0):
            if side.turned:
                pen.canvas.translate(2 * width, height)
                pen.canvas.rotate(180)
            for number, left in ((side.left, 0.0), (side.right, width)):
                if number is not None:
                    with pen.at(left, 0):
                        pages[number - 1](pen)
    return document.finish()
