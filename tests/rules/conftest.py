"""What the tests of the engines share: the cases (game, options, seats), and a game of a few lines called `tiny`."""

import dataclasses
import sys
import types
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal, Self

import pytest

from companion.chance import DEAL, stream
from companion.rules import registry
from companion.rules.bots import policies
from companion.rules.game import Action, Game, IllegalAction, InvariantError, JsonObject, State
from tests.sweeps import sweep

OPTIONS: dict[str, list[dict[str, Any]]] = {
    "link": [{}, {"jokers": False}, {"rounds": 2}],
    "family": [{}, {"jokers": False}, {"rounds": 2}],
    "fight": [{}, {"jokers": False}, {"rounds": 2}, {"reshuffle": "literal"}],
    "gang-of-four": [{}, {"target": 20}],
    "gnoming": [{}, {"rounds": 1, "turn_limit": 3}],
    "guimenon": [{}, {"deck0": "tempest", "deck1": "hearth"}],
}
"""Options with which each game is tested; the first are the defaults."""


@dataclasses.dataclass(frozen=True)
class Case:
    """A game with options and a number of seats."""

    name: str
    options: tuple[tuple[str, Any], ...]
    seats: int

    @property
    def game(self) -> Game:
        return registry.create_game(self.name, **dict(self.options))

    def state(self, seed: int, match: int = 0) -> State:
        return self.game.initial_state(self.seats, seed, match)

    def __str__(self) -> str:
        return "-".join([self.name, str(self.seats), *(f"{name}={value}" for name, value in self.options)])


def cases(options: int | None = None) -> list[Case]:
    """Return the cases, with the first so many sets of options of each game."""
    return [
        Case(name, tuple(chosen.items()), seats)
        for name in registry.GAME_NAMES
        for chosen in OPTIONS[name][:options]
        for seats in registry.game_class(name).seat_numbers
    ]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test with the argument `case` for every case, one with `default_case` for those with default options.

    The default suite takes every set of options with the fewest and the most players, and the default options with
    three as well.
    """
    for argument, options in (("case", None), ("default_case", 1)):
        if argument in metafunc.fixturenames:
            found = cases(options)
            kept = [case for case in found if case.seats in ends(case) or (case.seats == 3 and case in cases(1))]
            metafunc.parametrize(argument, sweep(found, *kept), ids=str)


def ends(case: Case) -> tuple[int, int]:
    """Return the fewest and the most players of a case's game."""
    numbers = list(registry.game_class(case.name).seat_numbers)
    return numbers[0], numbers[-1]


@dataclasses.dataclass
class TinyState(State):
    """In each round everybody lays one card of the hand face down; the highest wins the round."""

    seats: int
    rounds: int
    hands: list[list[int]]
    laid: list[int] = dataclasses.field(default_factory=list)
    points: list[int] = dataclasses.field(default_factory=list)
    told: list[str] = dataclasses.field(default_factory=list)

    def current_player(self) -> int | None:
        return None if sum(self.points) == self.rounds else len(self.laid)

    def legal_actions(self) -> Sequence[Action]:
        seat = self.current_player()
        return [] if seat is None else [("lay", card) for card in sorted(self.hands[seat])]

    def apply(self, action: Action) -> None:
        if self.is_terminal():
            raise IllegalAction("game-over", "The match is over.")
        if action not in self.legal_actions():
            raise IllegalAction("not-legal", "You do not hold this card.")
        self.told = []
        self.hands[len(self.laid)].remove(int(action[1]))
        self.laid.append(int(action[1]))
        if len(self.laid) == self.seats:
            winner = self.laid.index(max(self.laid))
            self.points[winner] += 1
            self.told = [f"Seat {winner} wins the round with card {max(self.laid)}."]
            self.laid = []

    def returns(self) -> Sequence[float]:
        if not self.is_terminal():
            return [0.0] * self.seats
        best = [seat for seat in range(self.seats) if self.points[seat] == max(self.points)]
        return [1 / len(best) if seat in best else 0.0 for seat in range(self.seats)]

    def view(self, seat: int) -> JsonObject:
        return {
            "seat": seat,
            "current_player": self.current_player(),
            "hand": sorted(self.hands[seat]),
            "hand_sizes": [len(hand) for hand in self.hands],
            "points": list(self.points),
        }

    def describe(self, action: Action) -> str:
        return f"Lay card {action[1]}."

    def public(self, action: Action) -> str:  # noqa: ARG002 - what is hidden is not told
        return "Lay a card face down."

    def public_events(self) -> Sequence[str]:
        return self.told

    def clone(self) -> Self:
        return type(self)(
            self.seats, self.rounds, [list(hand) for hand in self.hands], list(self.laid), list(self.points)
        )

    def to_json(self) -> JsonObject:
        return {
            "seats": self.seats,
            "rounds": self.rounds,
            "hands": [list(hand) for hand in self.hands],
            "laid": list(self.laid),
            "points": list(self.points),
        }

    def check_invariants(self) -> None:
        if len({len(hand) for hand in self.hands[len(self.laid) :]}) > 1:
            raise InvariantError("Hands of different sizes.")


@dataclasses.dataclass(frozen=True)
class Tiny(Game):
    name: ClassVar[str] = "tiny"
    title: ClassVar[str] = "TINY"
    seat_numbers: ClassVar[range] = range(2, 4)

    rounds: int = 3
    open: bool = False
    order: Literal["up", "down", 7] = "up"
    label: str = "none"

    def initial_state(self, seats: int, seed: int, match: int = 0) -> TinyState:
        self.check_seats(seats)
        hands: list[list[int]] = [list(range(5)) for _ in range(seats)]
        for seat, hand in enumerate(hands):
            stream(seed, match, DEAL, seat).shuffle(hand)
            del hand[self.rounds :]
        return TinyState(seats, self.rounds, hands, points=[0] * seats)

    def state_from_json(self, data: Mapping[str, Any]) -> TinyState:
        return TinyState(**data)


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> type[Tiny]:
    """Register the game `tiny`."""
    module = types.ModuleType("tiny_game")
    module.Tiny = Tiny  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "tiny_game", module)
    monkeypatch.setitem(registry._WHERE, "tiny", "tiny_game:Tiny")
    monkeypatch.setattr(policies, "GAME_NAMES", (*registry.GAME_NAMES, "tiny"))
    return Tiny
