"""Guimenon as a game of the registry: its options, and how a match begins and comes back from JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.rules.game import Game
from companion.rules.guimenon.pool import Setup
from companion.rules.guimenon.pool_files import load_setup
from companion.rules.guimenon.state import GuimenonState, new_state, state_from_json


@dataclass(frozen=True)
class Guimenon(Game):
    """Two players, three Locations, six turns (rules/guimenon.md).

    Attributes:
        pool: the cards and Locations: the name of a pool that comes with the rules, or the path of a folder.
        deck0: deck of seat 0: its name in the pool's folder `decks`, or the path of a file.
        deck1: deck of seat 1.
        locations: the shared deck of Locations: its name or the path of a file.

    Raises:
        PoolError: a file of the pool or a deck is not good; every fault with its place.
        OptionError: there is no pool or deck of this name.
    """

    name: ClassVar[str] = "guimenon"
    title: ClassVar[str] = "Guimenon"
    seat_numbers: ClassVar[range] = range(2, 3)

    pool: str = "sample"
    deck0: str = "hearth"
    deck1: str = "tempest"
    locations: str = "wide-world"

    def __post_init__(self) -> None:
        """Read and check the files, so that a match never meets a bad card."""
        object.__setattr__(self, "_setup", load_setup(self.pool, self.deck0, self.deck1, self.locations))

    @property
    def setup(self) -> Setup:
        """Return pool and decks."""
        setup: Setup = self._setup  # type: ignore[attr-defined]
        return setup

    def initial_state(self, seats: int, seed: int, match: int = 0) -> GuimenonState:
        """Return the state before the first decision: turn 1, the left Location face up."""
        self.check_seats(seats)
        return new_state(self.setup, seed, match)

    def state_from_json(self, data: Mapping[str, Any]) -> GuimenonState:
        """Return the state that `GuimenonState.to_json` wrote.

        Raises:
            SaveError: the data is not a state of Guimenon with these decks.
        """
        return state_from_json(self.setup, data)
