"""Two sides of a duel while it is fought."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from companion.rules.fight.table import FightTable, Task
from companion.rules.gong.cards import GALAXY_CARDS

TIE: Final = -1


@dataclass
class Bout:
    """A duel between two players.

    Attributes:
        table: the table it happens at.
        me: the player who revealed the card: self.
        opponent: the other side.
        shown: the cards each seat has shown last.
    """

    table: FightTable
    me: int
    opponent: int
    shown: list[int] = field(init=False)

    def __post_init__(self) -> None:
        """Nothing is shown yet."""
        self.shown = [0] * self.table.seats

    @property
    def sides(self) -> tuple[int, int]:
        """Both seats, self first."""
        return self.me, self.opponent

    def galaxy_cards(self, seat: int) -> int:
        """Return the cards that may be laid in a duel: no jokers."""
        return self.table.hands[seat] & GALAXY_CARDS

    def show(self, seat: int, mask: int) -> None:
        """Show cards of a hand to everybody; they stay in the hand."""
        self.shown[seat] = mask
        self.table.make_known(seat, mask)
        self.table.events.append(("shows", seat, mask, 1))

    def better(self, mine: Any, other: Any) -> int:
        """Return the side with the greater value, or TIE."""
        return TIE if mine == other else self.me if mine > other else self.opponent


Play: TypeAlias = Callable[[Bout, Any], Task[int]]
"""Decides a bout of one kind of duel: returns the winner or TIE."""
