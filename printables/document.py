"""One PDF file: opened and finished in the same way for everything that is printed.

>>> document = Document("GONG", "A4", "en", sides="long")
>>> with document.page(210, 297):
...     document.pen.text(20, 20, "Hello", fonts.TEXT, 4)
>>> document.finish()[:8]
b'%PDF-1.4'
"""

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from printables import fonts
from printables.pen import Pen

Sides = Literal["long", "short", "one"]
"""Printed on both sides of the sheet, turned over the long or the short edge of the paper, or on one side."""

PageProgress: TypeAlias = Callable[[int, int], None]
"""Called with the number of pages that are done and of all."""

_VIEWER_DUPLEX: Final[dict[Sides, str]] = {
    "long": "DuplexFlipLongEdge",
    "short": "DuplexFlipShortEdge",
    "one": "Simplex",
}

rl_config.useA85 = 0  # binary streams: a quarter smaller, and every printer takes them


@dataclass(frozen=True, slots=True)
class Printed:
    """A finished PDF.

    Attributes:
        data: the file; the same for the same input, to the byte.
        pages: number of pages.
    """

    data: bytes
    pages: int


class Document:
    """A PDF file in the making; everything in it is to be printed at 100 %.

    Attributes:
        pen: draws on the current page.
        pages: number of pages so far.
    """

    def __init__(
        self,
        title: str,
        subject: str,
        language: str,
        sides: Sides,
        total: int = 0,
        progress: PageProgress | None = None,
        make_pen: Callable[[Any], Pen] = Pen,
    ) -> None:
        for face in (fonts.DISPLAY, fonts.TEXT):
            fonts.load(face)
        first_font: Any = fonts.TEXT  # else every page would name a Helvetica that is not embedded
        self._buffer: Final = io.BytesIO()
        canvas: Any = Canvas(
            self._buffer, initialFontName=first_font, pageCompression=1, invariant=1, lang=language, pdfVersion=(1, 4)
        )
        canvas.setTitle(title)
        canvas.setAuthor("GONG Companion")
        canvas.setSubject(subject)
        canvas.setCreator("GONG Companion")
        canvas.setViewerPreference("PrintScaling", "None")
        canvas.setViewerPreference("Duplex", _VIEWER_DUPLEX[sides])
        self.pen: Final = make_pen(canvas)
        self.pages = 0
        self._total: Final = total
        self._progress: Final = progress

    @contextmanager
    def page(self, width: float, height: float) -> Iterator[Pen]:
        """Draw a page of this size in millimetres."""
        self.pen.begin_page(width, height)
        yield self.pen
        self.pen.end_page()
        self.pages += 1
        if self._progress is not None:
            self._progress(self.pages, max(self._total, self.pages))

    def finish(self) -> bytes:
        """Return the file."""
        self.pen.canvas.save()
        return self._buffer.getvalue()
