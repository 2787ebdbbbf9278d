"""Cards as bits: a hand is one whole number in which bit `card` is set if the card is there.

>>> cards_of(BIT[9] | BIT[55])
[9, 55]
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from companion.deck import CARDS, COLOR_OF_KIND, DECK_SIZE, JOKERS, KIND_OF_NUMBER

BIT: Final = tuple(1 << card for card in range(DECK_SIZE))
"""The bit of each card."""

ALL: Final = (1 << DECK_SIZE) - 1
JOKER_MASK: Final = sum(BIT[card] for card in JOKERS)
GALAXY_CARDS: Final = ALL & ~JOKER_MASK
"""Every card that is not a joker."""

GALAXY_OF: Final = tuple(-1 if card.galaxy is None else card.galaxy for card in CARDS)
NUMBER_OF: Final = tuple(0 if card.number is None else card.number for card in CARDS)
"""Number of each card; 0 for a joker, as rules/gong.md 4.4.4 counts it."""

GALAXY_MASK: Final = tuple(0b111111 << 6 * galaxy for galaxy in range(9))
"""The six cards of each galaxy."""

NUMBER_MASK: Final = (0, *(sum(BIT[6 * galaxy + number - 1] for galaxy in range(9)) for number in range(1, 7)))
"""The nine cards of each number, by number; nothing for 0."""

PARITY_MASK: Final = {
    "odd": NUMBER_MASK[1] | NUMBER_MASK[3] | NUMBER_MASK[5],
    "even": NUMBER_MASK[2] | NUMBER_MASK[4] | NUMBER_MASK[6],
}
"""The cards with odd and with even numbers."""

COLOR_MASK: Final = {
    color: sum(NUMBER_MASK[number] for number in range(1, 7) if KIND_OF_NUMBER[number] == kind)
    for kind, color in COLOR_OF_KIND.items()
}
"""The cards of each colour of the QR code, in the order of the kinds of mission."""


def mask_of(cards: Iterable[int]) -> int:
    """Return the hand that consists of these cards."""
    mask = 0
    for card in cards:
        mask |= BIT[card]
    return mask


_CARDS_OF_BYTE: Final = tuple(
    tuple(tuple(8 * place + bit for bit in range(8) if byte >> bit & 1) for byte in range(256)) for place in range(7)
)


def cards_of(mask: int) -> list[int]:
    """Return the cards of a hand in ascending order."""
    cards: list[int] = []
    for place, byte in enumerate(mask.to_bytes(7, "little")):
        if byte:
            cards += _CARDS_OF_BYTE[place][byte]
    return cards


@lru_cache(maxsize=16)
def ascending(deck: int) -> tuple[int, ...]:
    """Return the cards of a whole deck in ascending order; there are few different decks."""
    return tuple(cards_of(deck))


def lowest(mask: int) -> int:
    """Return the lowest card of a hand that is not empty."""
    return (mask & -mask).bit_length() - 1


def names(mask: int) -> str:
    """Return the names of the cards of a hand as text: `NEBULA 4, OMEGA 1`; `no card` for none."""
    return ", ".join(CARDS[card].name for card in cards_of(mask)) or "no card"
