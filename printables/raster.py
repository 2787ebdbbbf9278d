"""Pages as pixels, by PDFium."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from companion.errors import GongError, UsageError
from printables.extras import need

POINTS: Final = 72
"""Points in an inch."""

MAX_PIXELS: Final = 40_000_000
"""Pixels of a rendered page at most: enough for A2 at 300 dpi."""


class PdfNotFoundError(UsageError):
    """A file that does not exist or cannot be opened."""


class PdfError(GongError):
    """A file that cannot be read as a PDF."""


class PageTooLargeError(GongError):
    """A page that would need more memory than a machine should give."""


@contextmanager
def open_pdf(source: bytes | Path) -> Iterator[Any]:
    """Open a PDF for rendering, as a `pypdfium2.PdfDocument`.

    Raises:
        PdfError: PDFium cannot read it.
        MissingExtraError: PDFium is not installed.
    """
    pypdfium2 = need("pypdfium2")
    try:
        document = pypdfium2.PdfDocument(source)
    except (pypdfium2.PdfiumError, OSError) as error:
        raise PdfError(f"it cannot be read as a PDF ({error})") from None
    try:
        yield document
    finally:
        document.close()


def render(
    document: Any, page: int, dpi: float, *, grey: bool = False, ground: tuple[int, int, int] = (255, 255, 255)
) -> Any:
    """Return a page as an array of bytes: rows x columns x RGB, or rows x columns if `grey`; on paper of a colour.

    Raises:
        PdfError: PDFium cannot draw the page.
        PageTooLargeError: it would have too many pixels.
    """
    pypdfium2 = need("pypdfium2")
    try:
        sheet = document[page]
        width, height = sheet.get_size()
        if width * height * (dpi / POINTS) ** 2 > MAX_PIXELS:
            raise PageTooLargeError(
                f"page {page + 1} of {width / POINTS * 25.4:.0f} x {height / POINTS * 25.4:.0f} mm is too large to "
                f"render at {dpi:g} dpi"
            )
        # PDFium rounds the size up; a hair less keeps 825.0000001 pixels from becoming 826.
        scale = dpi / POINTS * (1 - 1e-6)
        bitmap = sheet.render(scale=scale, grayscale=grey, rev_byteorder=True, fill_color=(*ground, 255))
        pixels = bitmap.to_numpy().copy()
    except pypdfium2.PdfiumError as error:
        raise PdfError(f"page {page + 1} cannot be drawn ({error})") from None
    if grey:
        return pixels[..., 0] if pixels.ndim == 3 else pixels
    return pixels[..., :3]
