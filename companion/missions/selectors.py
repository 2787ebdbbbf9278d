"""The small words inside a step: who, how many, which cards, on which condition (rules/missions.md 8.3).

Everything is frozen and plain: a player selector is a string, a count is a number, `Max` or "all".
"""

import re
from typing import Annotated, Any, Final, Literal, Self, TypeAlias

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    PlainSerializer,
    PlainValidator,
    StrictBool,
    StrictInt,
    Tag,
    WithJsonSchema,
    model_validator,
)
from pydantic.fields import FieldInfo
from pydantic_core import PydanticCustomError

from companion.deck import GALAXIES

PLAYERS: Final = (
    "self", "left", "right", "neighbours", "opposite", "choice", "others", "all", "most", "fewest",
)  # fmt: skip
"""Selectors that work everywhere; `self` is the player who revealed the card."""

DUEL_PLAYERS: Final = ("winner", "loser", "opponent")
"""Selectors that mean somebody only inside the outcome of a duel."""

SETS: Final = frozenset({"neighbours", "others", "all"})
"""Selectors that may mean several players, each at most once."""

BOUND: Final = re.compile(r"bound_([a-z][a-z0-9_]{0,15})\Z")
"""`bound_<name>`: the player whom an earlier step fixed with `bind: <name>`."""

NAME: Final = r"^[a-z][a-z0-9_]{0,15}$"


class Model(BaseModel):
    """Base of all mission models: frozen, no unknown fields; YAML names are aliases (`from` is `from_` here)."""

    model_config = ConfigDict(frozen=True, extra="forbid", validate_by_name=True, validate_by_alias=True)


def _player(word: str) -> str:
    """Return `word` if it is a player selector."""
    if word not in PLAYERS and word not in DUEL_PLAYERS and not BOUND.match(word):
        raise PydanticCustomError("player", "no such player")
    return word


Player: TypeAlias = Annotated[
    str,
    AfterValidator(_player),
    WithJsonSchema(
        {"anyOf": [{"enum": [*PLAYERS, *DUEL_PLAYERS]}, {"type": "string", "pattern": BOUND.pattern[:-2] + "$"}]}
    ),
]
"""Who: one of `PLAYERS`, inside a duel also `DUEL_PLAYERS`, or `bound_<name>`."""


def is_player_field(field: FieldInfo) -> bool:
    """Return True if a field of a model has the type `Player`."""
    return any(isinstance(part, AfterValidator) and part.func is _player for part in field.metadata)


class Max(Model):
    """All eligible cards, but at most `max` of them."""

    max: Annotated[StrictInt, Field(ge=1)]


def _count_shape(value: Any) -> str | None:
    if isinstance(value, int) and not isinstance(value, bool):
        return "number"
    if isinstance(value, dict | Max):
        return "{max}"
    return "all" if value == "all" else None


Count: TypeAlias = Annotated[
    Annotated[StrictInt, Field(ge=1), Tag("number")]
    | Annotated[Max, Tag("{max}")]
    | Annotated[Literal["all"], Tag("all")],
    Discriminator(_count_shape, custom_error_type="count", custom_error_message="not a count"),
]
"""How many: a whole number (as many as possible of it), `Max`, or "all"."""

Number: TypeAlias = Annotated[StrictInt, Field(ge=1, le=6)]
"""The number of a galaxy card."""


def _number_shape(value: Any) -> str | None:
    if isinstance(value, list | tuple):
        return "list"
    return "drawn" if value == "drawn" else None


Numbers: TypeAlias = Annotated[
    Annotated[Literal["drawn"], Tag("drawn")]
    | Annotated[tuple[Number, ...], Field(min_length=1, max_length=6), Tag("list")],
    Discriminator(_number_shape, custom_error_type="numbers", custom_error_message="not numbers"),
]
"""The number of the revealed card, or a list of numbers."""

GALAXY_WORDS: Final = ("drawn", *GALAXIES)


def _galaxy(word: str) -> str:
    """Return `word` if it is a galaxy or `drawn`."""
    if word not in GALAXY_WORDS:
        raise PydanticCustomError("galaxy", "no such galaxy")
    return word


Galaxy: TypeAlias = Annotated[str, AfterValidator(_galaxy), WithJsonSchema({"enum": list(GALAXY_WORDS)})]
"""The galaxy of the revealed card, or a galaxy by its printed name."""


def _only_one(model: BaseModel, fields: tuple[str, ...]) -> None:
    """Refuse `model` unless exactly one of `fields` is given."""
    given = [field for field in fields if getattr(model, field) is not None]
    if len(given) != 1:
        raise PydanticCustomError("exactly_one", "exactly one", {"fields": fields, "given": tuple(given)})


class CardFilter(Model):
    """A test of one card; every given field must fit, and a joker fails each of them.

    Attributes:
        number: the revealed card's number, or one of these.
        galaxy: the revealed card's galaxy, or this one.
        color: the QR colour, blue for bonus, red for malus, yellow for fight.
        parity: even or odd number.
    """

    number: Numbers | None = None
    galaxy: Galaxy | None = None
    color: Literal["blue", "red", "yellow"] | None = None
    parity: Literal["even", "odd"] | None = None

    @model_validator(mode="after")
    def _not_empty(self) -> Self:
        if all(value is None for _, value in self):
            raise PydanticCustomError("empty_filter", "empty filter")
        return self


class Where(CardFilter):
    """Which cards of a hand a step may move: a test of each card, and what only shows among several cards.

    Attributes:
        extreme: only the highest or lowest number of the hand; on a tie the owner chooses.
        group: all n cards together must form the group, otherwise the step counts as not executable.
        shown: only cards shown in the duel.
    """

    extreme: Literal["highest", "lowest"] | None = None
    group: Literal["same_number", "same_galaxy", "run"] | None = None
    shown: Literal[True] | None = None


class HandSize(Model):
    """The hand of `who` is smaller, larger or equal: exactly one of lt, gt, eq is given."""

    who: Player = "self"
    lt: Annotated[StrictInt, Field(ge=1)] | None = None
    gt: Annotated[StrictInt, Field(ge=0)] | None = None
    eq: Annotated[StrictInt, Field(ge=0)] | None = None

    @model_validator(mode="after")
    def _one_comparison(self) -> Self:
        _only_one(self, ("lt", "gt", "eq"))
        return self


class Has(Model):
    """The hand of `who` holds at least one card that fits."""

    who: Player = "self"
    where: CardFilter


class Is(Model):
    """Two selectors mean the same player."""

    a: Player
    b: Player


class Players(Model):
    """The number of players in the game."""

    eq: Annotated[StrictInt, Field(ge=2, le=6)]


class Condition(Model):
    """What an `if` asks: exactly one of the fields is given."""

    hand_size: HandSize | None = None
    has: Has | None = None
    is_: Is | None = Field(default=None, alias="is")
    pile_empty: StrictBool | None = None
    players: Players | None = None

    @model_validator(mode="after")
    def _one_question(self) -> Self:
        _only_one(self, ("hand_size", "has", "is_", "pile_empty", "players"))
        return self


SEATS: Final = range(2, 7)
"""Numbers of players of GONG (rules/gong.md 1.2.1)."""

_SEAT_RANGE: Final = re.compile(r"([2-6])(?:-([2-6]))?\Z")


def _seat_range(value: Any) -> range:
    """Return the numbers of players that `3-6`, `4` or a range mean."""
    if isinstance(value, range) and value and value.step == 1 and value[0] in SEATS and value[-1] in SEATS:
        return value
    found = _SEAT_RANGE.match(str(value)) if isinstance(value, str | int) and not isinstance(value, bool) else None
    if found:
        low = int(found[1])
        high = int(found[2] or low)
        if low <= high:
            return range(low, high + 1)
    raise PydanticCustomError("seats", "no numbers of players")


SeatRange: TypeAlias = Annotated[
    range,
    PlainValidator(_seat_range),
    PlainSerializer(lambda seats: f"{seats[0]}-{seats[-1]}", return_type=str),
    WithJsonSchema(
        {"anyOf": [{"type": "string", "pattern": "^[2-6](-[2-6])?$"}, {"type": "integer", "minimum": 2, "maximum": 6}]}
    ),
]
"""Numbers of players, written `3-6` or `4`."""
