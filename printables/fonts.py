"""The fonts on the cards: two weights of Exo 2, Latin and Cyrillic, under the SIL Open Font License (fonts/OFL.txt)."""

import unicodedata
from functools import cache
from pathlib import Path
from typing import Final, Literal

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFError, TTFont

from companion.data import data_path
from companion.errors import GongError

Face = Literal["Exo2-ExtraBold", "Exo2-SemiBold"]

DISPLAY: Final[Face] = "Exo2-ExtraBold"
"""Numbers, names, words on a frame."""

TEXT: Final[Face] = "Exo2-SemiBold"
"""Small print."""

CAP_HEIGHT: Final = 0.7
"""Height of a capital letter or figure of either face, as a share of the font size."""


class FontError(GongError):
    """A font file is missing or damaged."""


class MissingCharacterError(GongError):
    """A text holds a character that the font cannot draw."""


@cache
def load(face: Face) -> TTFont:
    """Return the font, registered with ReportLab under its own name.

    Raises:
        FontError: the file is missing or is no TrueType font.
    """
    path: Path = data_path("fonts", f"{face}.ttf")
    try:
        font = TTFont(face, path)
    except (TTFError, OSError) as error:
        raise FontError(f"The font {path} cannot be read ({error}); install GONG Companion again.") from None
    pdfmetrics.registerFont(font)
    return font


def width(text: str, face: Face, size: float, spacing: float = 0.0) -> float:
    """Return the width of a line of text in the unit of `size`, with `spacing` after every character but the last."""
    load(face)
    natural = float(pdfmetrics.stringWidth(text, face, size))
    return natural + spacing * max(0, len(text) - 1)


def fit(text: str, face: Face, size: float, room: float) -> float:
    """Return the largest font size up to `size` at which `text` is no wider than `room`."""
    needed = width(text, face, size)
    return size if needed <= room else size * room / needed


def require(text: str, face: Face, where: str, language: str) -> None:
    """Make sure that the font has every character of `text`, so that no empty box is ever printed.

    Args:
        text: what will be printed.
        face: the font it will be printed in.
        where: the card or sheet, for the message.
        language: the language of the text, for the message.

    Raises:
        MissingCharacterError: naming place, character and language.
    """
    glyphs = load(face).face.charToGlyph
    for character in text:
        if ord(character) not in glyphs:
            name = unicodedata.name(character, "unnamed character")
            raise MissingCharacterError(
                f"{where}: the font {face} has no {character!r} (U+{ord(character):04X} {name}) for the text {text!r} "
                f"in language {language}; write the text without it or print in another language."
            )
