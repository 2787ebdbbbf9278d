"""Gang of Four: rid yourself of all cards with singles, sets and five-card combinations (rules/gang-of-four.md).

>>> game = GangOfFour(target=100)
>>> state = game.initial_state(seats=4, seed=7)
>>> state.apply(state.legal_actions()[0])
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.rules.game import Game, OptionError
from companion.rules.gang_of_four.state import GangOfFourState


@dataclass(frozen=True)
class GangOfFour(Game):
    """The rules with their options.

    Attributes:
        target: the match ends after the round in which a player reaches so many points (5.9.1).
        rounds: the match ends after so many rounds at the latest; 0 means only by points.
    """

    name: ClassVar[str] = "gang-of-four"
    title: ClassVar[str] = "Gang of Four"
    seat_numbers: ClassVar[range] = range(2, 5)

    target: int = 100
    rounds: int = 0

    def __post_init__(self) -> None:
        """Refuse options that make no match."""
        if not 1 <= self.target <= 10_000:
            raise OptionError(f"The option target of {self.title} must be 1 to 10000 points, not {self.target}.")
        if not 0 <= self.rounds <= 1000:
            raise OptionError(f"The option rounds of {self.title} must be 0 (no limit) to 1000, not {self.rounds}.")

    def initial_state(self, seats: int, seed: int, match: int = 0) -> GangOfFourState:
        """Return the state before the first play."""
        self.check_seats(seats)
        return GangOfFourState(self, seats, seed, match)

    def state_from_json(self, data: Mapping[str, Any]) -> GangOfFourState:
        """Return the state that `GangOfFourState.to_json` wrote."""
        return GangOfFourState.from_json(self, data)
