"""Where every card of a match of Guimenon lies, and the moves that need no rule."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Annotated, Final, TypeAlias, TypeVar

from pydantic import ConfigDict, Field

from companion import chance
from companion.rules.guimenon.language import Being, PoolCard, TokenBeing
from companion.rules.guimenon.pool import PLACES, Pool

SEATS: Final = (0, 1)

STRICT: Final = ConfigDict(strict=True, extra="forbid")
"""How saved data is read: every value of exactly its type, no key beyond those known."""

Value = TypeVar("Value")
SeatIndex: TypeAlias = Annotated[int, Field(ge=0, le=1)]
LocationIndex: TypeAlias = Annotated[int, Field(ge=0, le=PLACES - 1)]
Natural: TypeAlias = Annotated[int, Field(ge=0)]
BySeat: TypeAlias = Annotated[list[Value], Field(min_length=2, max_length=2)]
ByPlace: TypeAlias = Annotated[list[Value], Field(min_length=PLACES, max_length=PLACES)]


@dataclass(slots=True)
class Piece:
    """A card in play.

    Attributes:
        number: its number in this match; no two pieces share one.
        card: id of the card or token.
        owner: the seat on whose side it lies.
        real: it came from a deck; False for a token or copy.
        change: permanent change of its Stars.
        place: where it is, or was when it left play.
        gone: it has left play.
    """

    __pydantic_config__ = STRICT

    number: int
    card: str
    owner: SeatIndex
    real: bool
    change: int
    place: LocationIndex
    gone: bool = False


@dataclass(slots=True)
class Plan:
    """A card that will be turned over at a place."""

    __pydantic_config__ = STRICT

    card: str
    place: LocationIndex


@dataclass(slots=True)
class GuimenonTable:
    """Everything that lies on the table and in the hands.

    Lists with two entries belong to the seats, lists with three to the places from left to right.

    Attributes:
        seed, match: key of all chance.
        turn: 1-6; 0 before the first.
        starter: who plans first on a shared screen; no effect on resolution (7.2.2).
        decks: ids in order, the next card to draw last.
        hands: ids in the order they came.
        plans: what will be turned over this turn, in the order it was laid.
        discards: ids, the latest last.
        moon: Moon that is left this turn.
        next_moon: Moon more or fewer in the next turn.
        locations: ids of the three Locations.
        revealed: how many of them are face up, from the left.
        pieces: the cards in play, and those that have left play while something still refers to them.
        sides: numbers of the pieces for each place and seat, in the order they came there.
        changes: permanent changes of the Stars of each place and seat.
        pieces_made: numbers given out so far.
        picks: random picks made so far this turn.
    """

    __pydantic_config__ = STRICT

    seed: int
    match: Natural
    turn: Natural
    starter: SeatIndex
    decks: BySeat[list[str]]
    hands: BySeat[list[str]]
    plans: BySeat[list[Plan]]
    discards: BySeat[list[str]]
    moon: BySeat[Natural]
    next_moon: BySeat[int]
    locations: ByPlace[str]
    revealed: Natural = 0
    pieces: dict[int, Piece] = field(default_factory=dict)
    sides: ByPlace[BySeat[list[int]]] = field(default_factory=lambda: [[[], []] for _ in range(PLACES)])
    changes: ByPlace[BySeat[int]] = field(default_factory=lambda: [[0, 0] for _ in range(PLACES)])
    pieces_made: Natural = 0
    picks: Natural = 0

    def clone(self) -> GuimenonTable:
        """Return an independent copy."""
        return replace(
            self,
            decks=[list(cards) for cards in self.decks],
            hands=[list(cards) for cards in self.hands],
            plans=[[replace(plan) for plan in plans] for plans in self.plans],
            discards=[list(cards) for cards in self.discards],
            moon=list(self.moon),
            next_moon=list(self.next_moon),
            locations=list(self.locations),
            pieces={number: replace(piece) for number, piece in self.pieces.items()},
            sides=[[list(numbers) for numbers in place] for place in self.sides],
            changes=[list(place) for place in self.changes],
        )

    def below(self, n: int) -> int:
        """Return a random number from 0 to n - 1; the stream is keyed by the turn and the number of the pick."""
        self.picks += 1
        return chance.stream(self.seed, self.match, chance.PICK, self.turn, self.picks).below(n)

    def in_play(self, place: int, seat: int) -> list[Piece]:
        """Return the pieces of a side of a place, in the order they came there."""
        return [self.pieces[number] for number in self.sides[place][seat]]

    def all_in_play(self) -> list[Piece]:
        """Return all pieces in play: places from the left, seat 0 before seat 1, in the order they came."""
        return [self.pieces[n] for place in self.sides for side in place for n in side]

    def hand_size(self, seat: int) -> int:
        """Return how many cards the others see in a hand: those planned in secret still count (7.8)."""
        return len(self.hands[seat]) + len(self.plans[seat])

    def enter(self, card: str, owner: int, place: int, *, real: bool, change: int = 0) -> Piece:
        """Put a new piece into play, last on its side."""
        self.pieces_made += 1
        piece = Piece(self.pieces_made, card, owner, real, change, place)
        self.pieces[piece.number] = piece
        self.sides[place][owner].append(piece.number)
        return piece

    def leave(self, piece: Piece) -> None:
        """Take a piece out of play; `prune` forgets it later."""
        self.sides[piece.place][piece.owner].remove(piece.number)
        piece.gone = True

    def shift(self, piece: Piece, place: int) -> None:
        """Move a piece to another place, last on its side there."""
        self.sides[piece.place][piece.owner].remove(piece.number)
        piece.place = place
        self.sides[place][piece.owner].append(piece.number)

    def draw(self, seat: int) -> bool:
        """Draw a card; return True if there was one (7.3.2)."""
        if not self.decks[seat]:
            return False
        self.hands[seat].append(self.decks[seat].pop())
        return True

    def prune(self) -> None:
        """Forget the pieces that have left play."""
        self.pieces = {number: piece for number, piece in self.pieces.items() if not piece.gone}


def printed_stars(card: PoolCard) -> int | None:
    """Return the printed Stars, None for an Item (7.4.2)."""
    return card.stars if isinstance(card, Being | TokenBeing) else None


def is_being(pool: Pool, piece: Piece) -> bool:
    """Return True if a piece is a Being."""
    return isinstance(pool.card(piece.card), Being | TokenBeing)
