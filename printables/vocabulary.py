"""The words on the cards, in one language, each checked against the font."""

from dataclasses import dataclass
from typing import Final

from companion import deck
from companion.deck import Kind
from companion.words import kind_name, xphere_name
from printables import fonts

JOKER: Final = "JOKER"
GAME: Final = "GONG"


@dataclass(frozen=True, slots=True)
class PrintVocabulary:
    """The words on a deck.

    Attributes:
        language: of the words.
        kinds: the word in each kind frame, in capitals.
        xpheres: the name of each number, 1 first.
    """

    language: str
    kinds: dict[Kind, str]
    xpheres: tuple[str, ...]


def words(language: str) -> PrintVocabulary:
    """Return the words of a language.

    Raises:
        MissingCharacterError: a word holds a character that the font lacks; names card, character and language.
    """
    result = PrintVocabulary(
        language=language,
        kinds={kind: kind_name(kind, language).upper() for kind in deck.KINDS},
        xpheres=tuple(xphere_name(number, language) for number in deck.NUMBERS),
    )
    for card in deck.CARDS:
        if card.kind is not None and card.number is not None:
            fonts.require(result.kinds[card.kind], fonts.DISPLAY, f"Card {card.code}", language)
            fonts.require(result.xpheres[card.number - 1], fonts.TEXT, f"Card {card.code}", language)
    return result
