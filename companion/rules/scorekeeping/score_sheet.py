"""What all score sheets share: names, lines, undo, JSON."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final, Self

from companion.errors import GongError
from companion.rules.game import JsonObject

FORMAT: Final = "gong-scores"
VERSION: Final = 1

MAX_NAME: Final = 24
"""Longest name of a player, in characters."""

MAX_ROUNDS: Final = 500
"""More lines than any evening has; a longer sheet is refused."""


class ScoreError(GongError):
    """Something that cannot stand on a score sheet; the sheet is unchanged."""


@dataclass(frozen=True)
class Sheet(ABC):
    """What all score sheets share.

    Attributes:
        names: name of each seat, clockwise; empty for a player without a name.
        rounds: the lines, each as the JSON object that `enter` takes.
    """

    game: ClassVar[str]
    title: ClassVar[str]
    seat_numbers: ClassVar[range]
    options: ClassVar[tuple[str, ...]] = ()
    low_wins: ClassVar[bool] = True

    names: tuple[str, ...]
    rounds: tuple[Mapping[str, Any], ...] = ()

    def __post_init__(self) -> None:
        """Refuse numbers of players that the game does not have, and names that cannot be told apart."""
        low, high = self.seat_numbers[0], self.seat_numbers[-1]
        if len(self.names) not in self.seat_numbers:
            raise ScoreError(f"{self.title} is played by {low} to {high} players, not {len(self.names)}.")
        for seat, name in enumerate(self.names):
            if len(name) > MAX_NAME:
                raise ScoreError(f"The name of player {seat + 1} has {len(name)} characters; at most {MAX_NAME} fit.")
            if name != name.strip() or not name.isprintable():
                raise ScoreError(f"The name of player {seat + 1} must be plain text without spaces around it.")
            if name and name in self.names[:seat]:
                raise ScoreError(f"Two players are called {name}; write a letter more.")

    @property
    def seats(self) -> int:
        """Return the number of players."""
        return len(self.names)

    @abstractmethod
    def points(self) -> tuple[tuple[int, ...], ...]:
        """Return what each seat got in each round."""

    @abstractmethod
    def is_over(self) -> bool:
        """Return True if the match has ended."""

    def totals(self) -> tuple[int, ...]:
        """Return the sum of each seat."""
        points = self.points()
        return tuple(sum(line[seat] for line in points) for seat in range(self.seats))

    def leaders(self) -> tuple[int, ...]:
        """Return the seats that are best so far."""
        totals = self.totals()
        best = min(totals) if self.low_wins else max(totals)
        return tuple(seat for seat, total in enumerate(totals) if total == best)

    def winners(self) -> tuple[int, ...]:
        """Return the winners, several if they share the victory; none before the end."""
        return self.leaders() if self.is_over() else ()

    def undo(self) -> Self:
        """Return the sheet without its last line.

        Raises:
            ScoreError: no line has been written.
        """
        if not self.rounds:
            raise ScoreError("There is no line to take back.")
        return replace(self, rounds=self.rounds[:-1])

    def to_json(self) -> JsonObject:
        """Return the sheet as plain JSON data."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game,
            "names": list(self.names),
            **{option: getattr(self, option) for option in self.options},
            "rounds": [{k: list(v) if isinstance(v, tuple) else v for k, v in line.items()} for line in self.rounds],
        }

    def player(self, seat: int) -> str:
        """Return what sentences call a player."""
        return self.names[seat] or f"player {seat + 1}"

    @abstractmethod
    def enter_json(self, line: Mapping[str, Any]) -> Self:
        """Return the sheet with a line as `to_json` writes it; ScoreError if it cannot stand there."""

    def _with(self, **line: Any) -> Self:
        """Return the sheet with one more line."""
        if self.is_over():
            raise ScoreError(f"This match of {self.title} is over; start a new sheet.")
        if len(self.rounds) >= MAX_ROUNDS:
            raise ScoreError(f"The sheet has {MAX_ROUNDS} lines and is full; start a new one.")
        return replace(self, rounds=(*self.rounds, line))

    def _numbers(self, values: Sequence[int], low: int, high: int, what: str) -> tuple[int, ...]:
        """Return one whole number within bounds for each seat."""
        if not isinstance(values, Sequence) or isinstance(values, str) or len(values) != self.seats:
            raise ScoreError(f"There must be a number of {what} for each of the {self.seats} players.")
        for seat, value in enumerate(values):
            if type(value) is not int or not low <= value <= high:
                raise ScoreError(f"The {what} of {self.player(seat)} must be a whole number from {low} to {high}.")
        return tuple(values)

    def _seat(self, value: int | None, what: str) -> None:
        """Refuse what is not a seat."""
        if type(value) is not int or value not in range(self.seats):
            raise ScoreError(f"{what} must be one of the {self.seats} players.")


def check_keys(data: Mapping[str, Any], needed: Sequence[str], possible: Sequence[str]) -> None:
    """Refuse data that lacks a key or has an unknown one."""
    for key in needed:
        if key not in data:
            raise ScoreError(f'"{key}" is missing.')
    for key in data:
        if key not in needed and key not in possible:
            raise ScoreError(f"{str(key)[:40]!r} is unknown.")
