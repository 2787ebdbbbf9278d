"""A whole deck as one PDF, ready for a printer at home.

>>> pdf = build_deck(parse_base_url("https://gong.example"), DeckOptions(language="fr"))
>>> pdf.pages
14
"""

from dataclasses import dataclass
from typing import Final

from companion.address import BaseUrl
from companion.deck import CARDS, Card
from printables import back, qr, ruler
from printables.colour import BLACK
from printables.document import Document, PageProgress, Sides
from printables.face import FaceMaker, symbol_for
from printables.layout import face_layout
from printables.options import DeckOptions, Duplex
from printables.sheet import BLEED, SheetCell, SheetGrid, plan
from printables.vocabulary import words

_SIDES: Final[dict[Duplex, Sides]] = {"long": "long", "short": "short", "fold": "one", "none": "one"}


@dataclass(frozen=True, slots=True)
class DeckPdf:
    """A deck that was made.

    Attributes:
        data: the PDF file; the same for the same input, to the byte.
        pages: number of pages.
        cards: number of cards.
        version: of the QR codes.
        level: their error correction, L, M, Q or H.
        module: size of their modules in millimetres.
    """

    data: bytes
    pages: int
    cards: int
    version: int
    level: str
    module: float

    @property
    def dense(self) -> bool:
        """Return True if the modules are so small that poor printing may spoil them."""
        return self.module < qr.DENSE_MODULE


def build_deck(base: BaseUrl, options: DeckOptions, progress: PageProgress | None = None) -> DeckPdf:
    """Return the deck of a site.

    Args:
        base: where the printed codes lead.
        options: how it is printed.
        progress: called after each page.

    Raises:
        PrintOptionError: trim or back offset do not suit the paper.
        TrimError: no face can be arranged on such a card.
        HostTooLongError: the codes would be too fine to scan.
        MissingCharacterError: the font lacks a character of the language.
        FontError: a font file is missing.
    """
    layout = face_layout(*options.trim)
    grid = plan(options)
    qr.require_fit(base, layout.panel_side)
    text = words(options.language)
    cards = CARDS[: options.cards]
    symbols = {card: symbol_for(base, card) for card in cards}

    sheets = [cards[i : i + grid.cards] for i in range(0, len(cards), grid.cards)]
    sides = _SIDES[options.duplex]
    document = Document(
        f"GONG, {options.cards} cards for {base}",
        f"{options.trim[0]:g} x {options.trim[1]:g} mm, {options.language}",
        options.language,
        sides,
        total=len(sheets) * (1 if sides == "one" else 2),
        progress=progress,
    )
    faces = FaceMaker(document.pen, layout, text, base, BLEED, options.low_ink)
    maker = _SheetMaker(document, grid, options, faces, symbols)
    for number, sheet in enumerate(sheets, 1):
        maker.front_page(sheet, f"GONG · {base} · {number}/{len(sheets)}")
        if sides != "one":
            maker.back_page(sheet)
    symbol = symbols[cards[0]]
    return DeckPdf(
        data=document.finish(),
        pages=document.pages,
        cards=len(cards),
        version=symbol.version,
        level=symbol.level,
        module=symbol.module_size(layout.panel_side),
    )


@dataclass(frozen=True, slots=True)
class _SheetMaker:
    """Draws the pages of a deck."""

    document: Document
    grid: SheetGrid
    options: DeckOptions
    faces: FaceMaker
    symbols: dict[Card, qr.QrSymbol]

    def front_page(self, cards: tuple[Card, ...], caption: str) -> None:
        """Draw a page of fronts, and the backs beside them if they are to be folded."""
        grid = self.grid
        with self.document.page(grid.width, grid.height) as pen:
            fronts = {grid.front(i): card for i, card in enumerate(cards)}
            backs = [grid.back(cell, "fold") for cell in fronts] if grid.fold else []
            filled = frozenset([*fronts, *backs])
            for cell, card in fronts.items():
                with pen.at(*grid.corner(cell)):
                    with pen.state():
                        pen.clip_box(grid.ink_box(cell, filled))
                        self.faces.background(card)
                    self.faces.front(card, self.symbols[card])
            for cell in backs:
                self._back(cell, filled)
            if self.options.marks != "none":
                self._marks()
            (start, end), _ = grid.ruler()
            ruler.draw(pen, start, upright=start[0] == end[0], page=(grid.width, grid.height), caption=caption,
                       language=self.options.language)  # fmt: skip

    def back_page(self, cards: tuple[Card, ...]) -> None:
        """Draw the other side of a sheet, every back behind its front, all moved by the back offset."""
        grid = self.grid
        with self.document.page(grid.width, grid.height) as pen:
            cells = [grid.back(grid.front(i), self.options.duplex) for i in range(len(cards))]
            filled = frozenset(cells)
            with pen.at(*self.options.back_offset):
                for cell in cells:
                    self._back(cell, filled)
                if self.options.marks == "both":
                    self._marks()

    def _back(self, cell: SheetCell, filled: frozenset[SheetCell]) -> None:
        pen, trim = self.document.pen, self.grid.trim
        if not pen.has_form("back"):
            with pen.form("back", (-BLEED, -BLEED, trim[0] + BLEED, trim[1] + BLEED)):
                back.draw(pen, *trim, BLEED, low_ink=self.options.low_ink)
        with pen.at(*self.grid.corner(cell)):
            pen.clip_box(self.grid.ink_box(cell, filled))
            pen.place("back")

    def _marks(self) -> None:
        folds, pen = self.grid.folds(), self.document.pen
        with pen.state():
            for start, end in self.grid.marks():
                fold = start[0] == end[0] and any(abs(start[0] - x) < 1e-6 for x in folds)
                pen.canvas.setDash([0.6, 0.5] if fold else [])
                pen.path([(start, end)], stroke=BLACK, width=0.1, closed=False)
