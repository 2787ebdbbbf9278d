"""Pictures of situations as data: what lies where, so that every medium can draw them in its own way.

Each kind checks that it shows something true: cards that match really match, places are won by more Stars.
"""

from collections.abc import Iterator
from typing import Annotated, Final, Literal, Self, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Discriminator, Field, StrictInt, Tag, model_validator
from pydantic_core import PydanticCustomError

from companion.deck import card
from companion.rulebook.text import CARD_CODES, GONG_CARDS, Label, Prose

BACK: Final = "back"
"""A card lying face down."""


class RulebookModel(BaseModel):
    """Base of everything that is read from a file: frozen, no unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def fault(sentence: str) -> PydanticCustomError:
    """Return the error for a picture that shows something untrue."""
    return PydanticCustomError("untrue", "{fault}", {"fault": sentence})


def _known(code: str) -> str:
    if code != BACK and code not in CARD_CODES:
        raise fault(f"there is no card {code[:20]!r}; cards are written like NB4, JK1, R7 or back")
    return code


def _galaxy_card(code: str) -> str:
    if code not in GONG_CARDS[:54]:
        raise fault(f"{code[:20]!r} is not a galaxy card; they are written like NB4")
    return code


CardCode: TypeAlias = Annotated[str, AfterValidator(_known)]
GalaxyCard: TypeAlias = Annotated[str, AfterValidator(_galaxy_card)]
Cards: TypeAlias = tuple[CardCode, ...]
PictureName: TypeAlias = Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]{1,31}$")]


class _Picture(RulebookModel):
    """What every picture has.

    Attributes:
        name: unique in the book; a file of this picture bears it.
        alt: what it shows, for those who do not see it.
    """

    name: PictureName
    alt: Prose


class MatchPicture(_Picture):
    """A link card and a hand, with the cards that may be played on it (rules/gong.md 2.3.1).

    Attributes:
        link: the link card.
        hand: the cards of the hand.
        fits: those of the hand that match.
    """

    kind: Literal["match"]
    link: GalaxyCard
    hand: Annotated[Cards, Field(min_length=1, max_length=9)]
    fits: Cards

    @model_validator(mode="after")
    def _true(self) -> Self:
        link = card(self.link)
        cards = [card(code) for code in self.hand]
        fits = [c.code for c in cards if not c.is_joker and (c.galaxy == link.galaxy or c.number == link.number)]
        if sorted(fits) != sorted(self.fits):
            raise fault(f"'fits' must be the cards that match {self.link}: {', '.join(fits) or 'none'}")
        return self


class CardRow(RulebookModel):
    """Some cards side by side.

    Attributes:
        label: words beside or below them.
        cards: the cards from left to right.
        highlight: those of them that matter most.
    """

    label: Label
    cards: Annotated[Cards, Field(min_length=1, max_length=9)]
    highlight: Cards = ()

    @model_validator(mode="after")
    def _true(self) -> Self:
        for code in self.highlight:
            if self.highlight.count(code) > self.cards.count(code):
                raise fault(f"{code} is highlighted, but not among the cards")
        return self


class RowsPicture(_Picture):
    """Rows of cards, for example what each player lays, or combinations from low to high."""

    kind: Literal["rows"]
    rows: Annotated[tuple[CardRow, ...], Field(min_length=1, max_length=12)]


class HandsMoment(RulebookModel):
    """One moment of a sequence.

    Attributes:
        label: what happens.
        hands: the cards of each player then, in the order of the picture's players.
    """

    label: Label
    hands: tuple[Cards, ...]


class HandsPicture(_Picture):
    """What players hold, moment by moment.

    Attributes:
        players: names of the players.
        moments: the moments in their order.
    """

    kind: Literal["hands"]
    players: Annotated[tuple[Label, ...], Field(min_length=1, max_length=6)]
    moments: Annotated[tuple[HandsMoment, ...], Field(min_length=2, max_length=6)]

    @model_validator(mode="after")
    def _true(self) -> Self:
        for moment in self.moments:
            if len(moment.hands) != len(self.players):
                raise fault(f"each moment needs the hands of {len(self.players)} players, not {len(moment.hands)}")
            seen = [code for hand in moment.hands for code in hand if code in GONG_CARDS]
            for code in seen:
                if seen.count(code) > 1:
                    raise fault(f"{code} is in two places at once")
        return self


PictureCell: TypeAlias = Annotated[StrictInt, Field(ge=-10, le=20)] | Literal["mulligan", "hazard", "down"] | None
"""A card in a grid: its number, `mulligan`, `hazard`, `down` for one lying face down; nothing for an empty cell."""


class GridPicture(_Picture):
    """A 3x3 grid of cards and its score (rules/gnoming-a-round.md 6.5, rules/missions.md 8.6.2).

    Attributes:
        cells: nine cells, row by row.
        lines: the matched lines, each with the places (0-8) of its cells.
        score: its score; None while cards lie face down.
        highlight: places that matter most.
    """

    kind: Literal["grid"]
    cells: Annotated[tuple[PictureCell, ...], Field(min_length=9, max_length=9)]
    lines: tuple[tuple[StrictInt, StrictInt, StrictInt], ...] = ()
    score: StrictInt | None = None
    highlight: tuple[Annotated[StrictInt, Field(ge=0, le=8)], ...] = ()

    @model_validator(mode="after")
    def _true(self) -> Self:
        if (self.score is None) != ("down" in self.cells):
            raise fault("a grid has a score exactly when no card of it lies face down")
        for line in self.lines:
            if line not in _LINES:
                raise fault(f"{list(line)} is not a row or column of the grid")
        return self


_LINES: Final = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8))

PictureSide: TypeAlias = Literal[0, 1] | None
"""One of two players, or neither."""


class PicturePlace(RulebookModel):
    """One of three places.

    Attributes:
        cards: the Stars of each card there, of the first and of the second player; null for a card without Stars.
        winner: who controls it.
    """

    cards: tuple[tuple[StrictInt | None, ...], tuple[StrictInt | None, ...]]
    winner: PictureSide

    def totals(self) -> tuple[int, int]:
        """Return the sum of Stars of each player."""
        first, second = (sum(stars or 0 for stars in cards) for cards in self.cards)
        return first, second

    @model_validator(mode="after")
    def _true(self) -> Self:
        ours, theirs = self.totals()
        strength = [(ours, -len(self.cards[0])), (theirs, -len(self.cards[1]))]  # equal Stars: fewer cards
        true = None if strength[0] == strength[1] else strength.index(max(strength))
        if true != self.winner:
            raise fault(f"the winner of this place is {'null' if true is None else true}, with {ours} against {theirs}")
        return self


class PlacesPicture(_Picture):
    """Three places that two players fight for (rules/guimenon.md 7.7, rules/missions.md 8.6.3).

    Attributes:
        players: names of the two.
        places: the places from left to right.
        winner: who wins all in all.
    """

    kind: Literal["places"]
    players: tuple[Label, Label]
    places: tuple[PicturePlace, PicturePlace, PicturePlace]
    winner: PictureSide


class PictureSeat(RulebookModel):
    """A word at a seat; seats count clockwise from 0."""

    seat: Annotated[StrictInt, Field(ge=0, le=6)]
    label: Label


class SeatsPicture(_Picture):
    """Players around the table.

    Attributes:
        seats: number of players.
        labels: words at some seats.
        turn: the direction in which play goes, if the picture is about that.
    """

    kind: Literal["seats"]
    seats: Annotated[StrictInt, Field(ge=2, le=7)]
    labels: tuple[PictureSeat, ...]
    turn: Literal["clockwise", "counterclockwise"] | None = None

    @model_validator(mode="after")
    def _true(self) -> Self:
        for label in self.labels:
            if label.seat >= self.seats:
                raise fault(f"there is no seat {label.seat} at a table of {self.seats}")
        return self


def _kind(value: object) -> str | None:
    return value.get("kind") if isinstance(value, dict) else getattr(value, "kind", None)


PICTURES: Final[tuple[type[_Picture], ...]] = (
    MatchPicture, RowsPicture, HandsPicture, GridPicture, PlacesPicture, SeatsPicture,
)  # fmt: skip

KINDS: Final = ("match", "rows", "hands", "grid", "places", "seats")

RulesPicture: TypeAlias = Annotated[
    Annotated[MatchPicture, Tag("match")]
    | Annotated[RowsPicture, Tag("rows")]
    | Annotated[HandsPicture, Tag("hands")]
    | Annotated[GridPicture, Tag("grid")]
    | Annotated[PlacesPicture, Tag("places")]
    | Annotated[SeatsPicture, Tag("seats")],
    Discriminator(
        _kind,
        custom_error_type="picture",
        custom_error_message="a picture needs a kind: " + ", ".join(KINDS),
    ),
]


def pictured_cards(picture: _Picture) -> Iterator[str]:
    """Yield the codes of the cards that a picture shows face up."""
    match picture:
        case MatchPicture():
            yield from (picture.link, *picture.hand)
        case RowsPicture():
            yield from (code for row in picture.rows for code in row.cards if code != BACK)
        case HandsPicture():
            yield from (code for moment in picture.moments for hand in moment.hands for code in hand if code != BACK)
