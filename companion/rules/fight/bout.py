"""A duel while it is fought."""

from dataclasses import dataclass, field
from typing import Any, Final

from companion.rules.fight.zones import FightZones
from companion.rules.gong.cards import GALAXY_CARDS

TIE: Final = -1


@dataclass
class Bout:
    """A duel between two players.

    Attributes:
        state: the state of the match.
        me: the player who revealed the card: self.
        opponent: the other side.
        shown: the cards each seat has shown last.
    """

    state: FightZones
    me: int
    opponent: int
    shown: list[int] = field(init=False)

    def __post_init__(self) -> None:
        """Start with no card shown."""
        self.shown = [0] * self.state.seats

    @property
    def sides(self) -> tuple[int, int]:
        """Both seats, self first."""
        return self.me, self.opponent

    def galaxy_cards(self, seat: int) -> int:
        """Return the cards that may be laid in a duel: no jokers."""
        return self.state.hands[seat] & GALAXY_CARDS

    def show(self, seat: int, mask: int) -> None:
        """Show cards of a hand to all players; they stay in the hand."""
        self.shown[seat] = mask
        self.state.make_known(seat, mask)
        self.state.events.append(("shows", seat, mask, 1))

    def better(self, mine: Any, other: Any) -> int:
        """Return the side with the greater value, or TIE."""
        return TIE if mine == other else self.me if mine > other else self.opponent


def both_sides(bout: Bout, _: Any) -> tuple[int, int]:
    """Return both seats, self first."""
    return bout.sides


def other_side(bout: Bout, seat: int) -> int:
    """Return the side that `seat` is not."""
    return bout.opponent if seat == bout.me else bout.me
