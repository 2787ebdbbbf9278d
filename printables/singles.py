"""One side of one card on each page, with bleed: what print shops take.

>>> press = build_press(parse_base_url("https://gong.example"), ShopOptions("dtc"))
>>> press.pages
112
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from companion.address import BaseUrl
from companion.deck import CARDS, Card
from printables import back, qr
from printables.deck_pdf import DeckPdf
from printables.document import Document, PageProgress
from printables.face import FaceMaker, symbol_for
from printables.layout import face_layout
from printables.options import CARD_COUNTS, PrintOptionError, Size
from printables.pen import InkPen, Pen
from printables.shops import PICTURE_SHOPS, PRESS_SHOPS, Shop
from printables.vocabulary import words

CardFace: TypeAlias = Card | None
"""The face of a card, or None for the back that all share."""


@dataclass(frozen=True, slots=True)
class ShopOptions:
    """What a print shop is given.

    Attributes:
        shop: its short name, as in printables/shops.py.
        trim: width and height of a card in millimetres, or None for the usual product of the shop.
        cards: 54, 55 or 56.
        language: of the words on the cards.
    """

    shop: str
    trim: Size | None = None
    cards: int = 56
    language: str = "en"

    def __post_init__(self) -> None:
        if self.cards not in CARD_COUNTS:
            raise PrintOptionError(f"A deck has 54, 55 or 56 cards, not {self.cards}.")


def build_press(base: BaseUrl, options: ShopOptions, progress: PageProgress | None = None) -> DeckPdf:
    """Return a deck in inks for a press: the back of the first card, its face, the back of the second, and so on.

    Raises:
        PrintOptionError: the shop does not make such cards.
        HostTooLongError: the codes would be too fine to scan.
        MissingCharacterError: the font lacks a character of the language.
        FontError: a font file is missing.
    """
    sides = [side for card in CARDS[: options.cards] for side in (None, card)]
    return _build(base, options, PRESS_SHOPS[options.shop], sides, inks=True, progress=progress)


def build_sides(base: BaseUrl, options: ShopOptions) -> DeckPdf:
    """Return every face once and the back as the last page, on pages of exactly the shop's picture size.

    Raises:
        As `build_press`.
    """
    return _build(base, options, PICTURE_SHOPS[options.shop], [*CARDS[: options.cards], None])


def _build(
    base: BaseUrl,
    options: ShopOptions,
    shop: Shop,
    sides: Sequence[CardFace],
    *,
    inks: bool = False,
    progress: PageProgress | None = None,
) -> DeckPdf:
    product = shop.product(options.trim)
    width, height = shop.sheet(product)
    left, bottom = (width - product.trim[0]) / 2, (height - product.trim[1]) / 2
    layout = face_layout(*product.trim)
    qr.require_fit(base, layout.panel_side)
    document = Document(
        f"GONG, {options.cards} cards for {base}",
        f"{product.trim[0]:g} x {product.trim[1]:g} mm, {options.language}, for {shop.name}",
        options.language,
        "one",
        total=len(sides),
        progress=progress,
        make_pen=InkPen if inks else Pen,
    )
    pen = document.pen
    if isinstance(pen, InkPen):
        pen.mark_pdfx()
    pen.boxes((left, bottom, left + product.trim[0], bottom + product.trim[1]), (0, 0, width, height))
    bleed = max(left, bottom)
    faces = FaceMaker(pen, layout, words(options.language), base, bleed)
    symbols = [symbol_for(base, card) for card in CARDS[: options.cards]]
    for side in sides:
        with document.page(width, height), pen.at(left, bottom):
            if side is None:
                _back(pen, product.trim, bleed)
            else:
                faces.background(side)
                faces.front(side, symbols[CARDS.index(side)])
    return DeckPdf(
        data=document.finish(),
        pages=document.pages,
        cards=options.cards,
        version=symbols[0].version,
        level=symbols[0].level,
        module=symbols[0].module_size(layout.panel_side),
    )


def _back(pen: Pen, trim: Size, bleed: float) -> None:
    if not pen.has_form("back"):
        with pen.form("back", (-bleed, -bleed, trim[0] + bleed, trim[1] + bleed)):
            back.draw(pen, *trim, bleed, low_ink=False)
    pen.place("back")
