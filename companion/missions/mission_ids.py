"""The ids of the 54 missions of a pack (rules/missions.md 8.3): the letter of a kind and a number.

>>> MISSION_IDS[:2]
('B01', 'B02')
"""

from typing import Final

from companion.deck import KINDS, Kind

LETTERS: Final[dict[Kind, str]] = {"bonus": "B", "malus": "M", "fight": "F"}
"""First letter of a mission id for each kind."""

KIND_OF_LETTER: Final = {letter: kind for kind, letter in LETTERS.items()}

MISSION_IDS: Final = tuple(f"{LETTERS[kind]}{number:02}" for kind in KINDS for number in range(1, 19))
"""All ids of a pack in order: B01..B18, M01..M18, F01..F18."""
