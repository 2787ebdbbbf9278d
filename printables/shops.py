"""What print shops ask for, with the source of each.

All three cut cards from larger sheets: art must reach over the cut by `bleed`, and nothing that matters may lie nearer
to the cut than `safe`. Looked up in November 2026:

- The Game Crafter, poker deck: pictures of 825 x 1125 px at 300 dpi, RGB, PNG; cut 37.5 px from the edge, safe zone
  75 px from the edge (its template poker-card.png; Squib's sample `tgc_proofs` is drawn on the same template).
- MakePlayingCards, "63 x 88 mm": 816 x 1110 px, "poker" (2.5 x 3.5 inches): 822 x 1122 px, both at 300 dpi with 36 px
  (1/8 inch, rounded) cut away on every side and as much again unsafe.
- DriveThruCards, US poker: PDF pages of 2.75 x 3.75 inches, the first page the back of the first card, the second its
  front, and so on; bleed and safe zone 1/8 inch; CMYK, at most 240 % of ink, PDF/X-1a:2003 (OneBookShelf publisher
  help, "Printed card specifications" and "Common Card Prep Issues & Solutions").
"""

from dataclasses import dataclass
from typing import Final

from printables.options import PrintOptionError, Size

INCH: Final = 25.4
"""Millimetres in an inch."""


@dataclass(frozen=True, slots=True)
class ShopProduct:
    """One size of card that a shop makes.

    Attributes:
        trim: width and height of the cut card in millimetres.
        pixels: width and height of a picture, bleed included; at `dpi` of the shop it gives the size of a page too.
    """

    trim: Size
    pixels: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Shop:
    """A print shop.

    Attributes:
        name: as people call it.
        products: what it makes; the first is the usual one.
        dpi: pixels per inch of its pictures.
        safe: distance from the cut, in millimetres, that everything important keeps.
    """

    name: str
    products: tuple[ShopProduct, ...]
    dpi: int
    safe: float

    def product(self, trim: Size | None) -> ShopProduct:
        """Return the product of a trim, or the usual one.

        Raises:
            PrintOptionError: the shop does not make such cards.
        """
        if trim is None:
            return self.products[0]
        for product in self.products:
            if product.trim == trim:
                return product
        made = " or ".join(f"{width:g}x{height:g}" for width, height in (p.trim for p in self.products))
        raise PrintOptionError(f"{self.name} makes no cards of {trim[0]:g} x {trim[1]:g} mm here: use --trim {made}.")

    def sheet(self, product: ShopProduct) -> Size:
        """Return width and height of a product's picture or page in millimetres, bleed included."""
        return (product.pixels[0] / self.dpi * INCH, product.pixels[1] / self.dpi * INCH)


_POKER: Final[Size] = (63.5, 88.9)

TGC: Final = Shop("The Game Crafter", (ShopProduct(_POKER, (825, 1125)),), 300, INCH / 8)
MPC: Final = Shop(
    "MakePlayingCards", (ShopProduct((63.0, 88.0), (816, 1110)), ShopProduct(_POKER, (822, 1122))), 300, 36 / 300 * INCH
)
DTC: Final = Shop("DriveThruCards", (ShopProduct(_POKER, (825, 1125)),), 300, INCH / 8)

PICTURE_SHOPS: Final[dict[str, Shop]] = {"tgc": TGC, "mpc": MPC}
"""Shops that take a picture for each side."""

PRESS_SHOPS: Final[dict[str, Shop]] = {"dtc": DTC}
"""Shops that take a PDF in inks."""
