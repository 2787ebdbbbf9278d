"""The protocol of every rule engine, in the words of the field: game, state, action, match.

    >>> game = create_game("link", jokers=False)
    >>> state = game.initial_state(seats=4, seed=7)
    >>> while not state.is_terminal():
    ...     state.apply(state.legal_actions()[0])

A *match* is (game, options, seats, seed, match number, actions): it replays exactly in any process. All chance comes
from `companion.chance`, its streams keyed by (seed, match number, purpose, turn).
"""

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self, TypeAlias

from companion.errors import GongError, UsageError

Action: TypeAlias = tuple[str | int, ...]
"""A decision of one seat: a verb, then whole numbers or words. Flat, so that it is a JSON array as it stands."""

JsonObject: TypeAlias = dict[str, Any]


class IllegalAction(GongError):  # noqa: N818 - the field says illegal action
    """An action that the rules do not allow now; the state is unchanged.

    Attributes:
        code: short reason for programs, for example `not-legal`, `game-over`, `must-play`.
    """

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


class InvariantError(AssertionError):
    """An engine broke its own rules: a card lost or doubled, no seat able to act. Always a defect of the engine."""


class OptionError(UsageError):
    """A game, an option, a value or a number of seats that does not exist."""


class State(ABC):
    """One moment of a match. `apply` changes it in place; `clone` first to keep it."""

    seats: int

    @abstractmethod
    def current_player(self) -> int | None:
        """Return the seat that must decide now, or None when the match is over."""

    @abstractmethod
    def legal_actions(self) -> Sequence[Action]:
        """Return what the current player may do, in a stable order; empty when the match is over.

        The list shows nothing that the current player may not know.
        """

    @abstractmethod
    def apply(self, action: Action) -> None:
        """Carry out one action of the current player.

        Raises:
            IllegalAction: the action is not among the legal ones; the state is unchanged.
        """

    def is_terminal(self) -> bool:
        """Return True if the match is over."""
        return self.current_player() is None

    @abstractmethod
    def returns(self) -> Sequence[float]:
        """Return the result of each seat: 1.0 shared among the winners, else 0.0; all 0.0 before the end."""

    @abstractmethod
    def view(self, seat: int) -> JsonObject:
        """Return what `seat` may know, as plain JSON data. Every copy that leaves the process goes through here."""

    @abstractmethod
    def describe(self, action: Action) -> str:
        """Return one English sentence for transcripts and menus: what this legal action of the current player does.

        It is an imperative, "Play NEBULA 4.", and calls players "seat 2". It may name what only the current player
        knows; what the others may know is `public`.
        """

    def public(self, action: Action) -> str:
        """Return what every seat may know of this legal action of the current player, in the form of `describe`.

        An engine with hidden choices (a card laid face down, a secret plan) overrides it and leaves the secret out:
        "Lay a card face down." An empty text means that no other seat notices the action (silence, keeping a card).
        """
        return self.describe(action)

    def public_events(self) -> Sequence[str]:
        """Return sentences about what the last `apply` revealed to all seats, which `public` could not know.

        For example "NEBULA 4 is turned over: mission B04." Transcripts print them after the action. They are not
        part of the state: a state from JSON has none, and no decision may depend on them.
        """
        return ()

    @abstractmethod
    def clone(self) -> Self:
        """Return an independent copy."""

    @abstractmethod
    def to_json(self) -> JsonObject:
        """Return the whole state, secrets included, as plain JSON data. Only for saves and tests."""

    @abstractmethod
    def check_invariants(self) -> None:
        """Raise InvariantError unless every card is in exactly one place, counts agree and a seat can act."""


class Game(ABC):
    """Rules of one game. Subclasses are frozen dataclasses whose fields are the options, each with a default."""

    name: ClassVar[str]
    title: ClassVar[str]
    seat_numbers: ClassVar[range]

    @abstractmethod
    def initial_state(self, seats: int, seed: int, match: int = 0) -> State:
        """Return the state before the first decision.

        Args:
            seats: number of players.
            seed: any whole number; the same seed gives the same match.
            match: which match of a series with this seed.

        Raises:
            OptionError: the game is not played by so many.
        """

    @abstractmethod
    def state_from_json(self, data: Mapping[str, Any]) -> State:
        """Return the state that `State.to_json` wrote."""

    def options(self) -> JsonObject:
        """Return the options of this game with their values."""
        return {f.name: getattr(self, f.name) for f in dataclasses.fields(self)}  # type: ignore[arg-type]

    def check_seats(self, seats: int) -> None:
        """Raise OptionError unless the game is played by `seats` players."""
        if seats not in self.seat_numbers:
            low, high = self.seat_numbers[0], self.seat_numbers[-1]
            few = f"{low} players" if low == high else f"{low} to {high} players"
            raise OptionError(f"{self.title} is played by {few}, not {seats}.")
