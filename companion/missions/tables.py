"""Tables: a group that plays together, as a code, a round and a pack.

Nothing is stored: a table is a text of an address. Which missions its cards lead to is decided by `card_map`.
Algorithms and test vectors: docs/tables.md; the page script follows them too (`companion/static/js/tables.js`).

    >>> table = parse_table("KWXHY/2/gong-fight/1.0.0")
    >>> table.players
    4
"""

import re
from dataclasses import dataclass
from typing import Final

from companion.missions.pack import VERSION

LETTERS: Final = "BCDFGHJKMNPRSTVWXYZ"
"""The nineteen letters of codes: no vowels, which would make words, and no L and Q, which look like I and O."""

LENGTH: Final = 5
BASE: Final = len(LETTERS)
CHECKING: Final = tuple(range(1, LENGTH + 1))
"""What each place counts in the sum that must be divisible by 19. As 19 is prime and the numbers differ, one wrong
letter and two swapped letters are always noticed."""

PLAYERS: Final = range(2, 7)
SEEDS: Final = BASE ** (LENGTH - 1) // len(PLAYERS)
"""How many tables there are for each number of players."""

LAST_ROUND: Final = 999

ALIKE: Final = ("BDPRT", "CGS", "MN", "VWY", "KHX", "FS", "SZ", "JG", "KX")
"""Letters that look or sound like each other; the likeliest slips."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table in one of its rounds. As text: `KWXHY/2/gong-fight/1.0.0`.

    Attributes:
        code: five letters; they hold the number of players too.
        round: 1 for the first.
        pack: id of the pack of its missions.
        version: version of that pack.
    """

    code: str
    round: int
    pack: str
    version: str

    @property
    def players(self) -> int:
        """Return how many play, 2 to 6."""
        return PLAYERS[_value(self.code) % len(PLAYERS)]

    def __str__(self) -> str:
        return f"{self.code}/{self.round}/{self.pack}/{self.version}"


def table_code(seed: int, players: int) -> str:
    """Return the code of a table.

    Args:
        seed: 0 to `SEEDS` - 1.
        players: 2 to 6.
    """
    value = seed * len(PLAYERS) + PLAYERS.index(players)
    places = [value // BASE**place % BASE for place in reversed(range(LENGTH - 1))]
    return "".join(LETTERS[place] for place in [*places, _check(places)])


def with_players(code: str, players: int) -> str:
    """Return the code of the table with the same seed and another number of players."""
    return table_code(_value(code) // len(PLAYERS), players)


def _value(code: str) -> int:
    value = 0
    for letter in code[:-1]:
        value = value * BASE + LETTERS.index(letter)
    return value


def _check(places: list[int]) -> int:
    """Return the last letter, as its place in the alphabet."""
    rest = sum(weight * place for weight, place in zip(CHECKING, places, strict=False))
    return -rest * pow(LENGTH, -1, BASE) % BASE


def is_code(text: str) -> bool:
    """Tell whether `text` is the code of a table: five of the letters, their sum right."""
    if len(text) != LENGTH or not set(text) <= set(LETTERS):
        return False
    places = [LETTERS.index(letter) for letter in text]
    return _check(places[:-1]) == places[-1] and _value(text) < SEEDS * len(PLAYERS)


MAX_TYPED: Final = 24
"""Longest text that can be a typed code, spaces and dashes included; longer input is never looked at."""


def tidy(typed: str) -> str:
    """Return typed text as a code would be spelled: in capitals, without spaces, dashes, dots and slashes."""
    return re.sub(r"[\s\-_./]+", "", typed).upper() if len(typed) <= MAX_TYPED else ""


def near_codes(code: str) -> list[str]:
    """Return the codes that a mistyped one is a slip away from: two neighbours swapped or one letter wrong.

    The likeliest come first: swaps, then letters that look or sound alike. A code with one sign that codes do not have
    can only be wrong there.
    """
    if len(code) != LENGTH:
        return []
    strange = [place for place, letter in enumerate(code) if letter not in LETTERS]
    if len(strange) > 1:
        return []
    swaps = [] if strange else [code[:i] + code[i + 1] + code[i] + code[i + 2 :] for i in range(LENGTH - 1)]
    slips = [
        (place, letter, code[:place] + letter + code[place + 1 :])
        for place in strange or range(LENGTH)
        for letter in LETTERS
    ]
    slips.sort(key=lambda slip: not any(slip[1] in group and code[slip[0]] in group for group in ALIKE))
    found = [near for near in [*swaps, *(text for _, _, text in slips)] if near != code and is_code(near)]
    return list(dict.fromkeys(found))


def parse_table(text: str) -> Table | None:
    """Return the table that a text gives, or None. Only its one exact form counts."""
    parts = text.split("/")
    if len(parts) != 4 or len(text) > 80:
        return None
    code, number, pack, version = parts
    if not is_code(code) or not re.fullmatch("[1-9][0-9]{0,2}", number):
        return None
    if not looks_like_pack(pack, version):
        return None
    return Table(code, int(number), pack, version)


def looks_like_pack(pack: str, version: str) -> bool:
    """Tell whether a pack could have this id and this version, wherever it may be."""
    return len(pack) <= 40 and bool(re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", pack) and re.fullmatch(VERSION, version))
