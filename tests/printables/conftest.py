"""Fixtures of the printing house: decks, and instruments that look at the finished PDF as a printer and a phone do."""

import functools
import io
import itertools
import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pypdf
import pypdfium2
import pytest
import zxingcpp
from PIL import Image

from companion.address import parse_base_url
from printables.deck_pdf import DeckPdf, build_deck
from printables.options import DeckOptions

MM = 72 / 25.4
Matrix = tuple[float, float, float, float, float, float]


def _times(m: Matrix, n: Matrix) -> Matrix:
    """Return the matrix that applies `m` first and then `n`."""
    a, b, c, d, e, f = m
    p, q, r, s, t, u = n
    return (a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u)


@dataclass
class Page:
    """What the content of one page does, in millimetres from its lower left corner.

    Attributes:
        width: of the page.
        height: of the page.
        forms: name, x and y of the origin of every form XObject placed on the page itself.
        lines: every straight line stroked on the page itself: ends, width in millimetres.
        fills: corners of every path filled on the page itself.
    """

    width: float
    height: float
    forms: list[tuple[str, float, float]] = field(default_factory=list)
    lines: list[tuple[tuple[float, float], tuple[float, float], float]] = field(default_factory=list)
    fills: list[list[tuple[float, float]]] = field(default_factory=list)

    def placed(self, *prefixes: str) -> list[tuple[str, float, float]]:
        """Return the forms whose names begin so."""
        return [form for form in self.forms if form[0].startswith(prefixes)]


@dataclass(frozen=True)
class Pdf:
    """A finished deck and instruments to look at it."""

    deck: DeckPdf

    @functools.cached_property
    def reader(self) -> pypdf.PdfReader:
        return pypdf.PdfReader(io.BytesIO(self.deck.data))

    @functools.cached_property
    def pages(self) -> list[Page]:
        return [_read_page(page) for page in self.reader.pages]

    def render(self, page: int, dpi: float) -> Image.Image:
        document = pypdfium2.PdfDocument(self.deck.data)
        try:
            return document[page].render(scale=dpi / 72).to_pil().convert("RGB")
        finally:
            document.close()

    def texts(self) -> list[str]:
        document = pypdfium2.PdfDocument(self.deck.data)
        try:
            return [page.get_textpage().get_text_bounded() for page in document]
        finally:
            document.close()

    def decode(self, page: int, dpi: float) -> list[str]:
        """Return what a phone reads on a page, without the help of inversion."""
        picture = self.render(page, dpi).convert("L")
        return [code.text for code in zxingcpp.read_barcodes(picture, try_invert=False)]

    def streams(self) -> Iterator[Any]:
        """Yield every object of the file."""
        for number in range(1, len(self.reader.xref[0]) + 1):
            found = self.reader.get_object(number)
            if found is not None:
                yield found


def _operations(content: bytes) -> Iterator[tuple[list[str], str]]:
    """Yield operands and operator of everything on a page but the text shown; a small reader, because it is fast."""
    operands: list[str] = []
    for token in re.sub(rb"\((?:\\.|[^\\()])*\)", b"()", content).decode("latin-1").split():
        if token[0] in "0123456789-./([":
            operands.append(token)
        else:
            yield operands, token
            operands = []


def _read_page(page: Any) -> Page:
    box = page.mediabox
    result = Page(float(box.width) / MM, float(box.height) / MM)
    matrix: Matrix = (1 / MM, 0, 0, 1 / MM, 0, 0)
    stack: list[tuple[Matrix, float]] = []
    thickness = 1.0
    path: list[tuple[float, float]] = []

    def at(x: Any, y: Any) -> tuple[float, float]:
        moved = _times((1, 0, 0, 1, float(x), float(y)), matrix)
        return (moved[4], moved[5])

    for operands, operator in _operations(page.get_contents().get_data()):
        match operator:
            case "q":
                stack.append((matrix, thickness))
            case "Q":
                matrix, thickness = stack.pop()
            case "cm":
                matrix = _times(tuple(float(v) for v in operands), matrix)  # type: ignore[arg-type]
            case "w":
                thickness = float(operands[0])
            case "m" | "l":
                path.append(at(*operands))
            case "S":
                result.lines += [
                    (a, b, thickness * math.hypot(matrix[0], matrix[1])) for a, b in itertools.pairwise(path)
                ]
                path = []
            case "f" | "f*" | "n" | "B":
                if operator in ("f", "f*"):
                    result.fills.append(path)
                path = []
            case "Do":
                result.forms.append((str(operands[0]).removeprefix("/FormXob."), matrix[4], matrix[5]))
    return result


@pytest.fixture(scope="session")
def make_pdf() -> Callable[..., Pdf]:
    """Return what makes the deck of a base URL with options, once for each choice in a test run."""

    @functools.cache
    def make(url: str = "https://gong.example", **options: Any) -> Pdf:
        return Pdf(build_deck(parse_base_url(url), DeckOptions(**options)))

    return make


@pytest.fixture(scope="session")
def pdf(make_pdf: Callable[..., Pdf]) -> Pdf:
    """The deck as it comes without any option."""
    return make_pdf()


@pytest.fixture(scope="session")
def page_of() -> Callable[[Any], list[Page]]:
    """Return what reads the pages of anything printed."""
    return lambda printed: [_read_page(page) for page in pypdf.PdfReader(io.BytesIO(printed.data)).pages]
