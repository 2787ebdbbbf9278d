"""Gnoming A Round: nine cards in a grid, low is good, three equal ones in a line are better (rules/gnoming-a-round.md).

>>> game = Gnoming(rounds=3)
>>> state = game.initial_state(seats=4, seed=7)
>>> state.apply(state.legal_actions()[0])
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from companion.rules.game import Game, OptionError
from companion.rules.gnoming.cards import GnomingCard, load_distribution
from companion.rules.gnoming.state import GnomingState


@dataclass(frozen=True)
class Gnoming(Game):
    """The rules with their options.

    Attributes:
        rounds: rounds of a match (6.6).
        distribution: path of a file with other values of the 110 cards, in the form of `data/gnoming.yaml` (6.1.3);
            empty means that file. A saved match replays only with the same file.
        turn_limit: a round that nobody has closed after so many turns of each player is revealed without closer, so
            that no match is endless; players at a table never come near it.
    """

    name: ClassVar[str] = "gnoming"
    title: ClassVar[str] = "Gnoming A Round"
    seat_numbers: ClassVar[range] = range(2, 8)

    rounds: int = 3
    distribution: str = ""
    turn_limit: int = 100

    def __post_init__(self) -> None:
        """Refuse options that make no match."""
        if not 1 <= self.rounds <= 100:
            raise OptionError(f"The option rounds of {self.title} must be 1 to 100, not {self.rounds}.")
        if not 1 <= self.turn_limit <= 1000:
            raise OptionError(f"The option turn_limit of {self.title} must be 1 to 1000, not {self.turn_limit}.")
        _ = self.cards  # a broken file fails now, not at the first deal

    @cached_property
    def cards(self) -> tuple[GnomingCard, ...]:
        """Return the 110 cards."""
        return load_distribution(Path(self.distribution) if self.distribution else None)

    def initial_state(self, seats: int, seed: int, match: int = 0) -> GnomingState:
        """Return the state before the first choice."""
        self.check_seats(seats)
        return GnomingState(self, seats, seed, match)

    def state_from_json(self, data: Mapping[str, Any]) -> GnomingState:
        """Return the state that `GnomingState.to_json` wrote."""
        return GnomingState.from_json(self, data)
