"""The options that LINK, FAMILY and FIGHT share."""

import dataclasses
from typing import ClassVar, Final

from companion.rules.game import Game, OptionError
from companion.rules.gong.cards import ALL, GALAXY_CARDS

MAX_ROUNDS: Final = 99


@dataclasses.dataclass(frozen=True)
class GongGame(Game):
    """Options of LINK, FAMILY and FIGHT.

    Attributes:
        jokers: play with the two GONG JOKERS, 56 cards instead of 54 (1.2.3).
        rounds: number of rounds of a match, 1-99 (1.2.5).

    Raises:
        OptionError: not so many rounds.
    """

    seat_numbers: ClassVar[range] = range(2, 7)

    jokers: bool = True
    rounds: int = 1

    def __post_init__(self) -> None:
        """Check the options."""
        if not 1 <= self.rounds <= MAX_ROUNDS:
            raise OptionError(f"The option rounds of {self.title} must be 1 to {MAX_ROUNDS}, not {self.rounds}.")

    def cards(self) -> int:
        """Return the cards that this game is played with."""
        return ALL if self.jokers else GALAXY_CARDS
