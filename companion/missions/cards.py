"""Which mission is behind which card without a table: the fixed map of rules/missions.md 8.2.

>>> mission_id_for(deck.card("NB5").index)
'B03'
"""

from typing import Final

from companion.deck import CARDS, KINDS, Kind

LETTERS: Final[dict[Kind, str]] = {"bonus": "B", "malus": "M", "fight": "F"}
"""First letter of a mission id for each kind (8.3)."""

KIND_OF_LETTER: Final = {letter: kind for kind, letter in LETTERS.items()}

MISSION_IDS: Final = tuple(f"{LETTERS[kind]}{number:02}" for kind in KINDS for number in range(1, 19))
"""All ids of a pack in order: B01..B18, M01..M18, F01..F18."""

_MISSION_OF_CARD: Final = {
    card.index: f"{LETTERS[card.kind]}{2 * card.galaxy + (0 if card.number in (1, 3, 5) else 1) + 1:02}"
    for card in CARDS
    if card.kind is not None and card.galaxy is not None
}
_CARD_OF_MISSION: Final = {mission: card for card, mission in _MISSION_OF_CARD.items()}


def mission_id_for(card: int) -> str | None:
    """Return the id of the mission behind the card with this index, or None for a joker."""
    return _MISSION_OF_CARD.get(card)


def card_for(mission_id: str) -> int:
    """Return the index of the card that leads to this mission; KeyError if there is no such id."""
    return _CARD_OF_MISSION[mission_id]
