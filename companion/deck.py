"""The 56 cards of GONG: 9 galaxies x numbers 1-6, and 2 jokers (rules/gong.md 1.1).

A card is a number from 0 to 55: `6 * galaxy + (number - 1)` for galaxy cards, 54 and 55 for the jokers.

    >>> deck.CARDS[9].code
    'NB4'
    >>> parse_code("nb-4")
    9
"""

import re
from dataclasses import dataclass
from typing import Final, Literal

Kind = Literal["bonus", "malus", "fight"]

KINDS: Final[tuple[Kind, ...]] = ("bonus", "malus", "fight")

GALAXIES: Final = (
    "PROXIMA", "NEBULA", "ZETA", "ANDROMEDE", "SERPENS", "SPARROW", "VIRGO", "OMEGA", "NEMESIS",
)  # fmt: skip
GALAXY_CODES: Final = ("PR", "NB", "ZE", "AN", "SE", "SP", "VI", "OM", "NM")

XPHERES: Final = ("Gold", "Obsidian", "Silver", "Ruby", "Ice", "Amethyst")
"""Name of each number, 1 first. Number, xphere and the "colour" of FAMILY are one attribute (1.1.3)."""

NUMBERS: Final = (1, 2, 3, 4, 5, 6)
JOKERS: Final = (54, 55)
DECK_SIZE: Final = 56

KIND_OF_NUMBER: Final[dict[int, Kind]] = {
    1: "fight", 2: "fight", 3: "malus", 4: "malus", 5: "bonus", 6: "bonus",
}  # fmt: skip
"""QR colour of each number: 1-2 yellow, 3-4 red, 5-6 blue (1.1.5)."""

COLOR_OF_KIND: Final[dict[Kind, str]] = {"bonus": "blue", "malus": "red", "fight": "yellow"}


@dataclass(frozen=True, slots=True)
class Card:
    """One card of the deck.

    Attributes:
        index: place in the deck, 0-55.
        code: three characters printed on the card and in its address, for example `NB4` or `JK1`.
        galaxy: index of the galaxy in printed order, 0-8; None for a joker.
        number: 1-6; None for a joker.
    """

    index: int
    code: str
    galaxy: int | None
    number: int | None

    @property
    def is_joker(self) -> bool:
        """Return True if this is a GONG JOKER: no galaxy, no number, no kind (1.1.6)."""
        return self.number is None

    @property
    def kind(self) -> Kind | None:
        """Return what a scan leads to, from the number; None for a joker."""
        return None if self.number is None else KIND_OF_NUMBER[self.number]

    @property
    def galaxy_name(self) -> str | None:
        """Return the galaxy's printed name; None for a joker."""
        return None if self.galaxy is None else GALAXIES[self.galaxy]

    @property
    def xphere(self) -> str | None:
        """Return the English name of the number's xphere; None for a joker."""
        return None if self.number is None else XPHERES[self.number - 1]

    @property
    def name(self) -> str:
        """Return the spoken name: `NEBULA 4` or `JOKER 1`."""
        return f"JOKER {self.index - 53}" if self.number is None else f"{self.galaxy_name} {self.number}"

    def __str__(self) -> str:
        return self.code


CARDS: Final[tuple[Card, ...]] = (
    *(Card(6 * g + n - 1, f"{GALAXY_CODES[g]}{n}", g, n) for g in range(9) for n in NUMBERS),
    Card(54, "JK1", None, None),
    Card(55, "JK2", None, None),
)

_BY_CODE: Final = {card.code: card.index for card in CARDS}

# What a hand types for a digit and the other way round; tried only when the exact code is unknown.
_LETTER_FOR_DIGIT: Final = str.maketrans("01258", "OIZSB")
_DIGIT_FOR_LETTER: Final = str.maketrans("OILZASBG", "01124586")

MAX_TYPED: Final = 24
"""Longest text that can be a typed code, spaces and dashes included; longer input is never looked at."""


def parse_code(text: str) -> int | None:
    """Return the index of the card that `text` means, or None.

    Takes lower case, spaces, dashes, dots and slashes anywhere, and letters that look like digits (`NBI` is NB1,
    `0M3` is OM3).
    """
    if len(text) > MAX_TYPED:
        return None
    code = re.sub(r"[\s\-_./]+", "", text).upper()
    if len(code) != 3:
        return None
    if code in _BY_CODE:
        return _BY_CODE[code]
    guess = code[:2].translate(_LETTER_FOR_DIGIT) + code[2].translate(_DIGIT_FOR_LETTER)
    return _BY_CODE.get(guess)


def card(code: str) -> Card:
    """Return the card with exactly this printed code; KeyError if there is none."""
    return CARDS[_BY_CODE[code]]
