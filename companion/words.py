"""The words that cards, pages and terminal share: kinds and xpheres. Galaxies have one name in every language.

Apart from the missions, which take a while to import: printing a deck needs these words alone.

>>> xphere_name(1, "fr")
'Or'
"""

from typing import Final

from companion.deck import XPHERES, Kind
from companion.phrases import Translator, phrase

_KINDS: Final = {
    "bonus": phrase("kind", "bonus"),
    "malus": phrase("kind", "malus"),
    "fight": phrase("kind", "fight"),
}
_XPHERES: Final = {
    "Gold": phrase("xphere", "Gold"),
    "Obsidian": phrase("xphere", "Obsidian"),
    "Silver": phrase("xphere", "Silver"),
    "Ruby": phrase("xphere", "Ruby"),
    "Ice": phrase("xphere", "Ice"),
    "Amethyst": phrase("xphere", "Amethyst"),
}


def kind_name(kind: Kind, language: str) -> str:
    """Return the word for a kind of mission: `bonus`, `malus`, `fight`."""
    return Translator(language).format(_KINDS[kind])


def xphere_name(number: int, language: str) -> str:
    """Return the name of a card's number, 1 to 6: `Gold`."""
    return Translator(language).format(_XPHERES[XPHERES[number - 1]])
