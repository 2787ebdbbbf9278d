"""What is counted: sums for one hour."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from companion.errors import GongError

HOUR: Final = 3600

Reason: TypeAlias = Literal["impossible", "unclear", "unfair"]
REASONS: Final[tuple[Reason, ...]] = ("impossible", "unclear", "unfair")


class StoreError(GongError):
    """A store that cannot be read, or a backup that cannot be written."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What is counted of one shown mission.

    Attributes:
        card: code of the scanned card, or "" for a mission without a card.
        pack: id of the pack.
        version: its version.
        mission: id of the mission.
        language: language it was shown in.
    """

    card: str
    pack: str
    version: str
    mission: str
    language: str


@dataclass(frozen=True, slots=True)
class CountRow:
    """A sum: `count` times in the hour that begins at `hour` (seconds since 1970, UTC); `reason` is "" when shown."""

    hour: int
    shown: Shown
    reason: str
    count: int


def summed(rows: tuple[CountRow, ...], key: Callable[[CountRow], str]) -> Mapping[str, Mapping[str, int]]:
    """Return how often each key was shown and reported: {key: {"shown": 12, "impossible": 1, ...}}."""
    sums: dict[str, dict[str, int]] = {}
    for row in rows:
        line = sums.setdefault(key(row), dict.fromkeys(("shown", *REASONS), 0))
        name = row.reason or "shown"
        line[name] = line.get(name, 0) + row.count
    return sums
