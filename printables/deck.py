"""A whole deck as one PDF, ready for a printer at home.

>>> pdf = build_deck(parse_base_url("https://gong.example"), DeckOptions(language="fr"))
>>> pdf.pages
14
"""

import io
from dataclasses import dataclass
from typing import Any

from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from companion.address import BaseUrl
from companion.deck import CARDS, Card
from printables import back, fonts, qr
from printables.colour import BLACK
from printables.face import FaceMaker, symbol_for
from printables.layout import face_layout
from printables.options import DeckOptions
from printables.pen import Pen
from printables.sheet import BLEED, RULER, Cell, Grid, plan
from printables.words import words

_VIEWER_DUPLEX = {"long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge", "fold": "Simplex", "none": "Simplex"}


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
        """Tell whether the modules are so small that poor printing may spoil them."""
        return self.module < qr.DENSE_MODULE


def build_deck(base: BaseUrl, options: DeckOptions) -> DeckPdf:
    """Return the deck of a site.

    Args:
        base: where the printed codes lead.
        options: how it is printed.

    Raises:
        OptionError: trim or back offset do not suit the paper.
        TrimError: no face can be arranged on such a card.
        HostTooLongError: the codes would be too fine to scan.
        MissingCharacterError: the font lacks a character of the language.
        FontError: a font file is missing.
    """
    layout = face_layout(*options.trim)
    grid = plan(options)
    qr.require_fit(base, layout.panel_side)
    text = words(options.language)
    for face in (fonts.DISPLAY, fonts.TEXT):
        fonts.load(face)
    cards = CARDS[: options.cards]
    symbols = {card: symbol_for(base, card) for card in cards}

    buffer = io.BytesIO()
    first_font: Any = fonts.TEXT  # else every page would name a Helvetica that is not embedded
    canvas: Any = Canvas(
        buffer, initialFontName=first_font, pageCompression=1, invariant=1, lang=options.language, pdfVersion=(1, 4)
    )
    canvas.setTitle(f"GONG, {options.cards} cards for {base}")
    canvas.setAuthor("GONG Companion")
    canvas.setSubject(f"{options.trim[0]:g} x {options.trim[1]:g} mm, {options.language}")
    canvas.setCreator("GONG Companion")
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("Duplex", _VIEWER_DUPLEX[options.duplex])
    maker = _SheetMaker(
        Pen(canvas), grid, options, FaceMaker(Pen(canvas), layout, text, base, BLEED, options.low_ink), symbols
    )
    sheets = [cards[i : i + grid.cards] for i in range(0, len(cards), grid.cards)]
    for number, sheet in enumerate(sheets, 1):
        maker.front_page(sheet, f"GONG · {base} · {number}/{len(sheets)}")
        if options.duplex in ("long", "short"):
            maker.back_page(sheet)
    canvas.save()
    symbol = symbols[cards[0]]
    return DeckPdf(
        data=buffer.getvalue(),
        pages=len(sheets) * (2 if options.duplex in ("long", "short") else 1),
        cards=len(cards),
        version=symbol.version,
        level=symbol.level,
        module=symbol.module_size(layout.panel_side),
    )


@dataclass(frozen=True, slots=True)
class _SheetMaker:
    """Draws the pages of a deck."""

    pen: Pen
    grid: Grid
    options: DeckOptions
    faces: FaceMaker
    symbols: dict[Card, qr.Symbol]

    def front_page(self, cards: tuple[Card, ...], caption: str) -> None:
        """Draw a page of fronts, and the backs beside them if they are to be folded."""
        pen, grid = self.pen, self.grid
        pen.begin_page(grid.width, grid.height)
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
        self._ruler(caption)
        pen.end_page()

    def back_page(self, cards: tuple[Card, ...]) -> None:
        """Draw the other side of a sheet, every back behind its front, all moved by the back offset."""
        pen, grid = self.pen, self.grid
        pen.begin_page(grid.width, grid.height)
        cells = [grid.back(grid.front(i), self.options.duplex) for i in range(len(cards))]
        filled = frozenset(cells)
        with pen.at(*self.options.back_offset):
            for cell in cells:
                self._back(cell, filled)
            if self.options.marks == "both":
                self._marks()
        pen.end_page()

    def _back(self, cell: Cell, filled: frozenset[Cell]) -> None:
        pen, trim = self.pen, self.grid.trim
        if not pen.has_form("back"):
            with pen.form("back", (-BLEED, -BLEED, trim[0] + BLEED, trim[1] + BLEED)):
                back.draw(pen, *trim, BLEED, low_ink=self.options.low_ink)
        with pen.at(*self.grid.corner(cell)):
            pen.clip_box(self.grid.ink_box(cell, filled))
            pen.place("back")

    def _marks(self) -> None:
        folds = self.grid.folds()
        with self.pen.state():
            for start, end in self.grid.marks():
                fold = start[0] == end[0] and any(abs(start[0] - x) < 1e-6 for x in folds)
                self.pen.canvas.setDash([0.6, 0.5] if fold else [])
                self.pen.path([(start, end)], stroke=BLACK, width=0.1, closed=False)

    def _ruler(self, caption: str) -> None:
        """Draw the ruler, 50 mm long on paper if nothing was scaled, and the caption beyond its end."""
        (start, end), _ = self.grid.ruler()
        upright = start[0] == end[0]
        with self.pen.at(*start, turn=90 if upright else 0):
            # Lettered below the line when upright, else above it: always on the side of the cards.
            side = -1 if upright else 1
            ticks = [((mm, 0.0), (mm, side * (2.2 if mm % 10 == 0 else 1.2))) for mm in range(0, int(RULER) + 1, 5)]
            self.pen.path([((0.0, 0.0), (RULER, 0.0))], stroke=BLACK, width=0.15, closed=False)
            self.pen.path(ticks, stroke=BLACK, width=0.15, closed=False)
            baseline = -2.2 if upright else 0.3
            self.pen.text(RULER + 1.5, baseline, "50 mm = 100 %", fonts.TEXT, 2.4)
            fonts.require(caption, fonts.TEXT, "Sheet", self.options.language)
            length = (self.grid.height if upright else self.grid.width) - 2 * (start[1] if upright else start[0])
            size = fonts.fit(caption, fonts.TEXT, 2.4, length - RULER - 22)
            self.pen.text(length, baseline, caption, fonts.TEXT, size, align="right")


rl_config.useA85 = 0  # binary streams: a quarter smaller, and every printer takes them
