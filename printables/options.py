"""Options of a printed deck, and how the command line and forms write them."""

import math
import re
from dataclasses import dataclass
from typing import Final, Literal

from companion.errors import UsageError

Paper = Literal["a4", "letter"]
Duplex = Literal["long", "short", "fold", "none"]
Marks = Literal["front", "both", "none"]
Size = tuple[float, float]

PAPERS: Final[dict[Paper, Size]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height in millimetres (ISO 216; ANSI/ASME Y14.1)."""

TRIMS: Final[dict[str, Size]] = {"poker": (63.5, 88.9)}
"""Named trims in millimetres: US poker, 2.5 x 3.5 inches."""

DEFAULT_TRIM: Final[Size] = (63.0, 88.0)

CARD_COUNTS: Final = (54, 55, 56)
"""Without jokers, with one, with both."""


class PrintOptionError(UsageError):
    """A choice that no deck can be printed with."""


@dataclass(frozen=True, slots=True)
class DeckOptions:
    """How a deck is printed.

    Attributes:
        paper: size of the sheets.
        duplex: `long` or `short`: backs on the other side of the sheet, turned over its long or short edge; `fold`:
            each back beside its front, to be folded and glued; `none`: no backs.
        back_offset: how far every back is moved, in millimetres to the right and upwards, to meet its front on a
            printer that places the second side off the mark.
        trim: width and height of a card in millimetres.
        cards: 54, 55 or 56.
        language: of the words on the cards.
        low_ink: outlines on white.
        marks: on which sides of a sheet crop marks are printed.
    """

    paper: Paper = "a4"
    duplex: Duplex = "long"
    back_offset: tuple[float, float] = (0.0, 0.0)
    trim: Size = DEFAULT_TRIM
    cards: int = 56
    language: str = "en"
    low_ink: bool = False
    marks: Marks = "front"

    def __post_init__(self) -> None:
        if self.cards not in CARD_COUNTS:
            raise PrintOptionError(f"A deck has 54, 55 or 56 cards, not {self.cards}.")
        if self.duplex not in ("long", "short") and self.back_offset != (0.0, 0.0):
            raise PrintOptionError(
                "A back offset needs backs on the other side of the sheet: use it with duplex long or short."
            )


def parse_trim(text: str) -> Size:
    """Return the trim that `text` names or measures, for example `poker` or `63x88` (millimetres).

    Raises:
        PrintOptionError: it is neither.
    """
    if text.lower() in TRIMS:
        return TRIMS[text.lower()]
    found = re.fullmatch(r"(\d{1,4}(?:\.\d{1,3})?)[xX×](\d{1,4}(?:\.\d{1,3})?)", text.strip())
    if not found:
        raise PrintOptionError(
            f"The trim {text[:40]!r} is not a size: write width x height in millimetres, like 63x88 or 44.5x68, "
            "or poker."
        )
    return (float(found[1]), float(found[2]))


def parse_offset(text: str) -> tuple[float, float]:
    """Return the back offset written `X,Y` in millimetres: to the right and upwards.

    Raises:
        PrintOptionError: it is not two numbers.
    """
    parts = text.split(",")
    try:
        x, y = (float(part) for part in parts)
        if not (math.isfinite(x) and math.isfinite(y)):
            raise ValueError
    except ValueError:
        raise PrintOptionError(
            f"The back offset {text[:40]!r} is not two numbers: write millimetres to the right and upwards, "
            "like 1.5,-2."
        ) from None
    return (x, y)
