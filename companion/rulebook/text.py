"""Texts of the rulebook: plain words with **bold** and cards in braces, in a known language.

>>> [span.text for span in spans("Lay {NB4} **now**.", {"NB4": "NEBULA 4"})]
['Lay ', 'NEBULA 4', ' ', 'now', '.']
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, NamedTuple, Protocol, TypeAlias

from pydantic import PlainValidator, ValidationInfo
from pydantic_core import PydanticCustomError

from companion.deck import CARDS

GANG_COLOURS: Final = {"G": "green", "Y": "yellow", "R": "red"}
GANG_CARDS: Final = (
    "M1", *(f"{colour}{number}" for number in range(1, 11) for colour in GANG_COLOURS), "GP", "YP", "RD",
)  # fmt: skip
"""Codes of the cards of Gang of Four: `G7` green 7, `M1` the multicolour 1, `GP` the green Phoenix, `RD` the Dragon."""

GONG_CARDS: Final = tuple(card.code for card in CARDS)
CARD_CODES: Final = frozenset((*GONG_CARDS, *GANG_CARDS))
"""Every card that a text or a picture can name."""


class MarkupError(ValueError):
    """A text with a card that does not exist, or a sign of markup that is alone."""


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a text.

    Attributes:
        text: what is read; for a card its name in the language of the text.
        bold: whether it is emphasised.
        card: the code of the card that it names, or None.
    """

    text: str
    bold: bool = False
    card: str | None = None


@dataclass(frozen=True, slots=True)
class Text:
    """A text as it is shown.

    Attributes:
        spans: its pieces.
        language: the language it is in, another one than was asked for when it is not translated; None for numbers
            and cards alone, which are of no language.
    """

    spans: tuple[Span, ...]
    language: str | None

    @property
    def plain(self) -> str:
        """Return the words without markup, cards by name."""
        return "".join(span.text for span in self.spans)

    def __str__(self) -> str:
        return self.plain


_BOLD: Final = "**"
_TOKEN: Final = re.compile(r"(\*\*|\{[^{}]*\})")


def spans(text: str, names: Mapping[str, str] | None = None) -> tuple[Span, ...]:
    """Return the pieces of a text.

    Args:
        text: words with `**bold**` and `{NB4}`.
        names: name of each card; without them the code is the name.

    Raises:
        MarkupError: an unknown card, an open `**`, a brace alone.
    """
    found = []
    bold = False
    for piece in _TOKEN.split(text):
        if piece == _BOLD:
            bold = not bold
        elif piece.startswith("{") and piece.endswith("}"):
            code = piece[1:-1]
            if code not in CARD_CODES:
                raise MarkupError(f"there is no card {piece}; cards are written like {{NB4}}, {{JK1}} or {{R7}}")
            found.append(Span(code if names is None else names[code], bold, code))
        elif "{" in piece or "}" in piece or "*" in piece:
            raise MarkupError("a sign of { } * stands alone; write cards like {NB4} and bold like **this**")
        elif piece:
            found.append(Span(piece, bold))
    if bold:
        raise MarkupError("a ** is open; write bold like **this**")
    return tuple(found)


def marks(text: str) -> list[str]:
    """Return the cards of a text, sorted, and one bold sign if anything is bold: what a translation needs as well."""
    found = _TOKEN.findall(text)
    return [_BOLD] * (_BOLD in found) + sorted(mark for mark in found if mark != _BOLD)


class TranslatedText(NamedTuple):
    """A message in the language that was found for it."""

    words: str
    language: str


class TextTranslator(Protocol):
    """Translates the English messages of the rulebook."""

    def translate(self, message: str, context: str | None) -> TranslatedText:
        """Return the translation of a message; `context` is the section of a label, None for whole sentences."""


@dataclass(frozen=True, slots=True)
class TextContext:
    """The validation context in which a text is read.

    Attributes:
        translator: translates the messages.
        section: for example `link.turn`; the context of labels.
        names: name of each card.
    """

    translator: TextTranslator
    section: str
    names: Mapping[str, str] | None = None


_LETTERS: Final = re.compile(r"[^\W\d_]")


def _text(value: Any, info: ValidationInfo, label: bool) -> Text:
    """Return the text for a message of a file; numbers and cards alone need no translation."""
    if isinstance(value, Text):
        return value
    if label and isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str) or not value.strip() or value != value.strip() or "\n" in value:
        raise PydanticCustomError("text", "must be one line of text without spaces around it")
    context: TextContext = info.context  # type: ignore[assignment]  # every build gives one
    try:
        english = spans(value, context.names)
        if not _LETTERS.search(_TOKEN.sub("", value)):
            return Text(english, None)
        translated = context.translator.translate(value, context.section if label else None)
        return Text(
            english if translated.words == value else spans(translated.words, context.names), translated.language
        )
    except MarkupError as error:
        raise PydanticCustomError("markup", "{fault}", {"fault": str(error)}) from None


Prose: TypeAlias = Annotated[Text, PlainValidator(lambda value, info: _text(value, info, label=False))]
"""Whole sentences; the same sentence is translated once for the whole book."""

Label: TypeAlias = Annotated[Text, PlainValidator(lambda value, info: _text(value, info, label=True))]
"""A few words, such as a heading or a cell of a table; translated within its section."""
