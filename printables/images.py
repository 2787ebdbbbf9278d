"""A picture of each side for print shops that take pictures: exact pixels, bleed included, resolution stored.

Names sort in the order of printing: `01-PR1.png` to `56-JK2.png`, then `back.png`.
"""

import io
import re
from collections.abc import Iterator
from typing import Final

from companion.address import BaseUrl
from companion.deck import CARDS
from printables.document import PageProgress
from printables.raster import open_pdf, render
from printables.shops import PICTURE_SHOPS
from printables.singles import ShopOptions, build_sides

_NAME: Final = re.compile(r"(\d\d-[A-Z]{2}\d|back)\.png")


def is_picture(name: str) -> bool:
    """Return True if a file has the name of one of these pictures."""
    return _NAME.fullmatch(name) is not None


def pictures(base: BaseUrl, options: ShopOptions, progress: PageProgress | None = None) -> Iterator[tuple[str, bytes]]:
    """Yield name and PNG of every face and of the back.

    Raises:
        MissingExtraError: PDFium is not installed.
        PrintOptionError: the shop does not make such cards.
        HostTooLongError: the codes would be too fine to scan.
        MissingCharacterError: the font lacks a character of the language.
        FontError: a font file is missing.
    """
    from PIL import Image  # loads slowly, and no other command that prints needs it

    shop = PICTURE_SHOPS[options.shop]
    size = shop.product(options.trim).pixels
    names = [f"{place:02}-{card.code}.png" for place, card in enumerate(CARDS[: options.cards], 1)] + ["back.png"]
    with open_pdf(build_sides(base, options).data) as document:
        for page, name in enumerate(names):
            pixels = render(document, page, shop.dpi)
            picture = Image.fromarray(pixels)
            if picture.size != size:
                raise AssertionError(f"{name} has {picture.size} pixels instead of {size}")
            buffer = io.BytesIO()
            picture.save(buffer, "PNG", dpi=(shop.dpi, shop.dpi), compress_level=6)
            yield name, buffer.getvalue()
            if progress is not None:
                progress(page + 1, len(names))
