"""The small pictures of cards with which `/print` shows a sheet: made ahead, because the site has no rasteriser.

`python -m printables.thumbnails` (`make pictures`) writes them into the site's static files.
"""

import io
import sys
from typing import Final

from companion.address import parse_base_url
from companion.data import data_path
from companion.files import replace_file
from printables.deck_pdf import build_deck
from printables.options import DEFAULT_TRIM, DeckOptions
from printables.raster import open_pdf, render
from printables.sheet import SheetCell, plan

PIXELS: Final = 2.0
"""In a millimetre."""

QUALITY: Final = 72

FOLDER: Final = "print"
"""Below the site's static files."""


def thumbnails() -> dict[str, bytes]:
    """Return the files: nine fronts in three rows and one back, in full colour and with little ink.

    Raises:
        MissingExtraError: the rasteriser is not installed.
    """
    from PIL import Image

    base = parse_base_url("https://gong.example")
    found = {}
    for suffix, low_ink in (("", False), ("-low", True)):
        options = DeckOptions(marks="none", low_ink=low_ink)
        grid = plan(options)
        with open_pdf(build_deck(base, options).data) as document:
            sheets = [Image.fromarray(render(document, page, PIXELS * 25.4)) for page in (0, 1)]
        width, height = (round(side * PIXELS) for side in DEFAULT_TRIM)
        left, top = round(grid.left * PIXELS), round(grid.bottom * PIXELS)
        x, y = grid.corner(SheetCell(0, 0))
        back = (round(x * PIXELS), round((grid.height - y - DEFAULT_TRIM[1]) * PIXELS))
        for name, picture in (
            ("fronts", sheets[0].crop((left, top, left + 3 * width, top + 3 * height))),
            ("back", sheets[1].crop((*back, back[0] + width, back[1] + height))),
        ):
            buffer = io.BytesIO()
            picture.save(buffer, "WEBP", quality=QUALITY, method=6)
            found[f"{name}{suffix}.webp"] = buffer.getvalue()
    return found


def main() -> int:
    """Write the pictures."""
    for name, data in thumbnails().items():
        path = data_path("static", FOLDER, name)
        path.parent.mkdir(exist_ok=True)
        replace_file(path, data)
        print(f"{path}: {len(data)} bytes")  # noqa: T201 - a tool for developers
    return 0


if __name__ == "__main__":
    sys.exit(main())
