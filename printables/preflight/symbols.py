"""The codes of a page, measured on its pixels: what they hold, how large and clear they are, who reads them when."""

import re
from dataclasses import dataclass, field
from typing import Any, Final

from companion.deck import CARDS
from printables import qr
from printables.decoders import Read, zbar, zxing
from printables.extras import need
from printables.pen import Box
from printables.raster import render
from printables.shops import INCH

RESOLUTIONS: Final = (72, 100, 150, 300)
"""Pixels per inch at which every code must be read."""

FEWEST_PIXELS: Final = 1.75
"""Pixels of a module that a decoder needs; a resolution that leaves a code fewer is not asked."""

MEASURING: Final = 300
"""Pixels per inch at which codes are measured."""

READERS: Final = {"zxing": zxing, "zbar": zbar}

_CARD_CODES: Final = frozenset(card.code for card in CARDS)
_WORD: Final = re.compile(r"[A-Z]{2}\d")


@dataclass(slots=True)
class FoundSymbol:
    """A code on a page.

    Attributes:
        page: from 0.
        text: what it holds.
        box: the symbol without its quiet zone, in pixels at `MEASURING`, y downwards.
        modules: along each side, or 0 if unknown.
        level: of error correction.
        inverted: whether it is light on dark.
        light: luma of its lightest part, 0 to 1.
        contrast: difference to its darkest part, 0 to 1 (ISO/IEC 15415, symbol contrast).
        quiet: white around it, in modules, on its narrowest side; up to 6 are looked for.
        printed: card codes in letters beside it.
        missed: decoders and resolutions that do not read it.
    """

    page: int
    text: str
    box: Box
    modules: int
    level: str = ""
    inverted: bool = False
    light: float = 1.0
    contrast: float = 1.0
    quiet: float = 0.0
    printed: tuple[str, ...] = ()
    missed: list[tuple[str, int]] = field(default_factory=list)

    @property
    def card(self) -> str | None:
        """Return the code of the card that it leads to, or None if it leads to none."""
        last = self.text.rsplit("/", 1)[-1].upper()
        return last if "/" in self.text and last in _CARD_CODES else None

    @property
    def site(self) -> str:
        """Return what stands before the card's code, with its host in small letters."""
        return self.text.rsplit("/", 1)[0].lower()

    @property
    def module(self) -> float:
        """Return the size of a module in millimetres, 0 if unknown."""
        if not self.modules:
            return 0.0
        return (self.box[2] - self.box[0] + self.box[3] - self.box[1]) / 2 / self.modules / MEASURING * INCH


def find(document: Any, page: int) -> list[FoundSymbol]:
    """Return the codes of a page of a `pypdfium2.PdfDocument`, measured and read at every resolution."""
    pictures = {dpi: render(document, page, dpi, grey=True) for dpi in RESOLUTIONS}
    fine = pictures[MEASURING]
    reads = {(name, dpi): READERS[name](grey) for dpi, grey in pictures.items() for name in READERS}
    symbols = find_fine(fine, page, reads["zxing", MEASURING])
    known = {symbol.text for symbol in symbols}
    for name, dpi in reads:  # what is read only at another resolution, or only by the other decoder
        for read in reads[name, dpi]:
            if read.text not in known:
                known.add(read.text)
                symbols.append(_elsewhere(fine, page, read, dpi))
    for symbol in symbols:
        symbol.missed = [
            (name, dpi)
            for (name, dpi), found in reads.items()
            if not 0 < symbol.module * dpi / INCH < FEWEST_PIXELS
            and symbol.text not in {read.text for read in found}
            and not _alone(symbol, name, pictures[dpi], dpi)
        ]
    if symbols:
        _letters(document, page, symbols)
    return symbols


def find_fine(fine: Any, page: int, reads: list[Read] | None = None) -> list[FoundSymbol]:
    """Return the codes that zxing-cpp finds on a page rendered at `MEASURING`, measured; light ones if none is dark."""
    found = [_measured(fine, page, read, inverted=False) for read in (zxing(fine) if reads is None else reads)]
    return found or [_measured(fine, page, read, inverted=True) for read in zxing(fine, invert=True)]


def _alone(symbol: FoundSymbol, reader: str, grey: Any, dpi: int) -> bool:
    """Return True if a decoder reads a code that it sees alone, as a phone does; zbar skips some on a full sheet."""
    left, top, right, bottom = (side * dpi / MEASURING for side in symbol.box)
    more = 0.6 * (right - left)
    if more <= 0:
        return False
    rows = slice(max(0, round(top - more)), round(bottom + more))
    columns = slice(max(0, round(left - more)), round(right + more))
    cut = need("numpy").ascontiguousarray(grey[rows, columns])
    return symbol.text in {read.text for read in READERS[reader](cut)}


def _elsewhere(fine: Any, page: int, read: Read, dpi: int) -> FoundSymbol:
    """Return a code that is not read where codes are measured."""
    if not read.corners:
        return FoundSymbol(page, read.text, (0.0, 0.0, 0.0, 0.0), 0, quiet=float(qr.QUIET))
    corners = tuple((x * MEASURING / dpi, y * MEASURING / dpi) for x, y in read.corners)
    return _measured(fine, page, Read(read.text, corners, read.facts), inverted=False)


def _measured(fine: Any, page: int, read: Read, *, inverted: bool) -> FoundSymbol:
    np = need("numpy")
    version = str((read.facts or {}).get("Version", ""))
    modules = 4 * int(version) + 17 if version.isdigit() else 0
    level = str((read.facts or {}).get("ECLevel", ""))
    xs, ys = [x for x, _ in read.corners], [y for _, y in read.corners]
    box = (min(xs), min(ys), max(xs) + 1, max(ys) + 1)
    module = (box[2] - box[0] + box[3] - box[1]) / 2 / (modules or 25)
    inside = fine[int(box[1]) : int(box[3]), int(box[0]) : int(box[2])]
    if inside.size == 0:
        return FoundSymbol(page, read.text, box, modules, level, inverted, quiet=float(qr.QUIET))
    dark, light = (float(value) for value in np.percentile(inside, (2, 98)))
    middle = (dark + light) / 2
    shade = fine >= middle if inverted else fine < middle
    # The corners of a decoder are good to a pixel or two; the edge of the finders is where the dark begins.
    reach = round(module / 2)
    top, left = max(0, int(box[1]) - reach), max(0, int(box[0]) - reach)
    near = shade[top : int(box[3]) + reach, left : int(box[2]) + reach]
    rows, columns = np.flatnonzero(near.any(axis=1)), np.flatnonzero(near.any(axis=0))
    if len(rows) and len(columns):
        box = (left + columns[0], top + rows[0], left + columns[-1] + 1, top + rows[-1] + 1)
    return FoundSymbol(
        page,
        read.text,
        tuple(float(side) for side in box),  # type: ignore[arg-type]
        modules,
        level,
        inverted,
        light / 255,
        (light - dark) / 255,
        _quiet(shade, box, (box[2] - box[0] + box[3] - box[1]) / 2 / (modules or 25)),
    )


def _quiet(shade: Any, box: Any, module: float) -> float:
    """Return how many modules of ground lie around a box on its narrowest side, up to 6."""
    left, top, right, bottom = (int(side) for side in box)
    height, width = shade.shape
    for ring in range(round(6 * module)):
        low, high = slice(max(0, top - ring - 1), bottom + ring + 1), slice(max(0, left - ring - 1), right + ring + 1)
        if top - ring - 1 < 0 or left - ring - 1 < 0 or bottom + ring >= height or right + ring >= width:
            return float(ring / module)  # the edge of the page: what lies beyond is unknown
        if (
            shade[top - ring - 1, high].any()
            or shade[bottom + ring, high].any()
            or shade[low, left - ring - 1].any()
            or shade[low, right + ring].any()
        ):
            return float(ring / module)
    return 6.0


def _letters(document: Any, page: int, symbols: list[FoundSymbol]) -> None:
    """Find the card codes in letters beside each symbol."""
    sheet = document[page]
    height = sheet.get_height()
    text = sheet.get_textpage()
    for symbol in symbols:
        left, top, right, bottom = (side * 72 / MEASURING for side in symbol.box)
        more = 0.45 * (right - left)
        near = text.get_text_bounded(left - more, height - bottom - more, right + more, height - top + more)
        symbol.printed = tuple(word for word in _WORD.findall(near) if word in _CARD_CODES)
