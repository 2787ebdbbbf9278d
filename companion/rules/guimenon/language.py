"""The ability language of Guimenon: what a card or Location can do, as frozen objects (docs/guimenon.md).

An ability is a trigger, an optional condition and effects; an effect names its targets. The language is closed: what is
not here cannot be written in a pool file, and nothing here is made for one card alone.

    >>> Ability(on="reveal", do=(DrawEffect(),)).do[0]
    DrawEffect(whose='me', n=1)

In a file an effect is a mapping with one key, `{draw: {n: 1}}`; here it is an object of the class of that name.

One module because the language is closed: `AnyEffect` and the models of the pool files name every class here.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import Discriminator, Field, StrictBool, StrictInt, Tag

from companion.missions.keyed import Keyed
from companion.missions.selectors import Model

Trigger: TypeAlias = Literal["reveal", "continuous", "end_of_turn", "destroyed", "end_of_game"]
"""When an ability acts (rules/guimenon.md 7.6)."""

TRIGGER_NAMES: Final[dict[Trigger, str]] = {
    "reveal": "On Reveal",
    "continuous": "Continuous",
    "end_of_turn": "End of Turn",
    "destroyed": "On Destroyed",
    "end_of_game": "End of Game",
}

TargetSide: TypeAlias = Literal["mine", "theirs", "both"]
TargetScope: TypeAlias = Literal["here", "elsewhere", "anywhere"]
CardKind: TypeAlias = Literal["being", "item", "card"]
TargetPick: TypeAlias = Literal["all", "random", "choice", "strongest", "weakest", "dearest", "cheapest"]
Whose: TypeAlias = Literal["me", "opponent", "both", "fewer_cards", "more_cards"]
"""Which players; `fewer_cards` and `more_cards` compare the cards at the Location, a tie means neither."""

Destination: TypeAlias = Literal["here", "left", "right", "random"]

ID: Final = r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$"
Id: TypeAlias = Annotated[str, Field(pattern=ID, max_length=40)]
PrintedName: TypeAlias = Annotated[str, Field(pattern=r"^\S(.*\S)?$", max_length=24)]
TypeName: TypeAlias = Annotated[str, Field(pattern=r"^[A-Z][a-z]*$", max_length=16)]
StarChange: TypeAlias = Annotated[StrictInt, Field(ge=-12, le=12)]
SmallNumber: TypeAlias = Annotated[StrictInt, Field(ge=1, le=4)]
Bound: TypeAlias = Annotated[StrictInt, Field(ge=-12, le=24)]


class Target(Model):
    """Which cards in play. First the filters, then the pick among what is left.

    Attributes:
        side: cards of the ability's owner (`mine`), of the other player, or of both.
        where: at the Location of the ability, at the other two, or at all three.
        kind: Beings, Items, or cards of every kind.
        type: only cards with this Type.
        other: never the card that carries the ability.
        stars_at_most: only Beings with at most so many Stars now.
        stars_at_least: only Beings with at least so many Stars now.
        cost_at_most: only cards that cost at most so much Moon.
        cost_at_least: only cards that cost at least so much Moon.
        pick: all of them, or `n` of them: at random, by the owner's choice, with the most or fewest Stars, with the
            highest or lowest cost; ties are broken at random.
        n: how many to pick; ignored for `all`.
        up_to: the owner who chooses may stop earlier.
    """

    side: TargetSide = "mine"
    where: TargetScope = "here"
    kind: CardKind = "being"
    type: TypeName | None = None
    other: StrictBool = False
    stars_at_most: Bound | None = None
    stars_at_least: Bound | None = None
    cost_at_most: Bound | None = None
    cost_at_least: Bound | None = None
    pick: TargetPick = "all"
    n: SmallNumber = 1
    up_to: StrictBool = False


def _target_shape(value: Any) -> str | None:
    if isinstance(value, dict | Target):
        return "target"
    return "word" if isinstance(value, str) else None


Of: TypeAlias = Annotated[
    Annotated[Literal["self"], Tag("word")] | Annotated[Target, Tag("target")],
    Discriminator(_target_shape, custom_error_type="target", custom_error_message="not a target"),
]
"""The card that carries the ability, or a `Target`."""

Per: TypeAlias = Annotated[
    Annotated[Literal["hand", "discard"], Tag("word")] | Annotated[Target, Tag("target")],
    Discriminator(_target_shape, custom_error_type="per", custom_error_message="nothing that can be counted"),
]
"""What is counted: the cards in the owner's hand or discard pile, or the cards of a `Target`."""


class AbilityCondition(Model):
    """A count that must lie within bounds; at least one bound is given.

    Attributes:
        count: what is counted.
        at_least: lowest number that will do.
        at_most: highest number that will do.
    """

    count: Per
    at_least: Annotated[StrictInt, Field(ge=0, le=24)] | None = None
    at_most: Annotated[StrictInt, Field(ge=0, le=24)] | None = None


class StarsEffect(Model):
    """Change the Stars of Beings: for good, or while a Continuous ability is in play (7.4.1).

    Attributes:
        of: which Beings.
        by: how many Stars more or fewer.
        times: Continuous only: factor, applied after all additions (7.4.4). Exactly one of `by` and `times` is given.
        per: multiply `by` with this count.
    """

    of: Of
    by: StarChange | None = None
    times: Annotated[StrictInt, Field(ge=0, le=4)] | None = None
    per: Per | None = None


class PlaceStarsEffect(Model):
    """Change the Stars of players at Locations, apart from their Beings there (7.4.3).

    Attributes:
        whose: which players.
        where: at which Locations.
        by: how many Stars more or fewer.
        times: Continuous only: factor, applied after all additions. Exactly one of `by` and `times` is given.
        per: multiply `by` with this count.
    """

    whose: Whose = "me"
    where: TargetScope = "here"
    by: StarChange | None = None
    times: Annotated[StrictInt, Field(ge=0, le=4)] | None = None
    per: Per | None = None


class DrawEffect(Model):
    """Players draw `n` cards each."""

    whose: Whose = "me"
    n: SmallNumber = 1


class DiscardEffect(Model):
    """Players discard `n` cards each from the hand at random; this is no destruction (7.5.4)."""

    whose: Whose
    n: SmallNumber = 1


class MoonEffect(Model):
    """Players have `n` Moon more (or fewer) in the next turn."""

    whose: Whose = "me"
    n: Annotated[StrictInt, Field(ge=-3, le=3)]


class DestroyEffect(Model):
    """Destroy cards (7.5.3)."""

    of: Of


class RecallEffect(Model):
    """Return cards to their owners' hands; tokens and copies vanish."""

    of: Of


class MoveEffect(Model):
    """Move cards to another Location, on the same player's side; one that is full takes none (7.5.2).

    Attributes:
        of: which cards.
        to: the Location of the ability, the next one to the left or right of the card, or a random other one.
    """

    of: Of
    to: Destination


class CopyEffect(Model):
    """Put a copy of each card on the owner's side; a Location's ability puts it on the side of the copied card.

    Attributes:
        of: which cards; a copy has their permanent changes of Stars, and its On Reveal does not act.
        to: the Location of the ability, the next one to the left or right of it, or a random other one.
    """

    of: Of
    to: Destination = "here"


class TokenEffect(Model):
    """Put tokens into play.

    Attributes:
        card: id of the token.
        whose: on whose side.
        n: how many for each player.
        to: the Location of the ability, the next one to the left or right of it, or a random other one.
    """

    card: Id
    whose: Whose = "me"
    n: SmallNumber = 1
    to: Destination = "here"


class ProtectEffect(Model):
    """Continuous: cards that cannot be destroyed, or neither moved nor recalled.

    Attributes:
        of: which cards.
        against: what cannot happen to them.
    """

    of: Of
    against: Annotated[tuple[Literal["destroy", "move"], ...], Field(min_length=1, max_length=2)] = ("destroy",)


class LimitEffect(Model):
    """Continuous: players may play at most `n` cards here per turn."""

    whose: Whose = "me"
    n: Annotated[StrictInt, Field(ge=0, le=3)]


class SlotsEffect(Model):
    """Continuous: players have room for at most `n` cards here; cards that are already here stay."""

    whose: Whose = "both"
    n: Annotated[StrictInt, Field(ge=1, le=3)]


Effect: TypeAlias = (
    StarsEffect
    | PlaceStarsEffect
    | DrawEffect
    | DiscardEffect
    | MoonEffect
    | DestroyEffect
    | RecallEffect
    | MoveEffect
    | CopyEffect
    | TokenEffect
    | ProtectEffect
    | LimitEffect
    | SlotsEffect
)

EFFECTS: Final[dict[str, type[Model]]] = {
    "stars": StarsEffect,
    "place_stars": PlaceStarsEffect,
    "draw": DrawEffect,
    "discard": DiscardEffect,
    "moon": MoonEffect,
    "destroy": DestroyEffect,
    "recall": RecallEffect,
    "move": MoveEffect,
    "copy": CopyEffect,
    "token": TokenEffect,
    "protect": ProtectEffect,
    "limit": LimitEffect,
    "slots": SlotsEffect,
}
"""The words of the effects and their classes."""

LASTING: Final = frozenset({"stars", "place_stars", "protect", "limit", "slots"})
"""Effects of a Continuous ability; all others happen once, and so do `stars` and `place_stars` otherwise."""

ONLY_LASTING: Final = frozenset({"protect", "limit", "slots"})
"""Effects that nothing but a Continuous ability can have."""


def word_of(effect: Effect) -> str:
    """Return the key under which the effect is written in a pool file."""
    return next(word for word, cls in EFFECTS.items() if type(effect) is cls)


def _effect_shape(value: Any) -> str | None:
    """Return the word of an effect, written or built, or None if it is no effect."""
    if isinstance(value, dict):
        word = next(iter(value)) if len(value) == 1 else None
        return word if isinstance(word, str) and word in EFFECTS else None
    return next((word for word, cls in EFFECTS.items() if type(value) is cls), None)


AnyEffect: TypeAlias = Annotated[
    Annotated[StarsEffect, Keyed("stars"), Tag("stars")]
    | Annotated[PlaceStarsEffect, Keyed("place_stars"), Tag("place_stars")]
    | Annotated[DrawEffect, Keyed("draw"), Tag("draw")]
    | Annotated[DiscardEffect, Keyed("discard"), Tag("discard")]
    | Annotated[MoonEffect, Keyed("moon"), Tag("moon")]
    | Annotated[DestroyEffect, Keyed("destroy"), Tag("destroy")]
    | Annotated[RecallEffect, Keyed("recall"), Tag("recall")]
    | Annotated[MoveEffect, Keyed("move"), Tag("move")]
    | Annotated[CopyEffect, Keyed("copy"), Tag("copy")]
    | Annotated[TokenEffect, Keyed("token"), Tag("token")]
    | Annotated[ProtectEffect, Keyed("protect"), Tag("protect")]
    | Annotated[LimitEffect, Keyed("limit"), Tag("limit")]
    | Annotated[SlotsEffect, Keyed("slots"), Tag("slots")],
    Discriminator(_effect_shape, custom_error_type="effect", custom_error_message="not an effect"),
]


class Ability(Model):
    """What a card or Location does, and when.

    Attributes:
        on: the trigger.
        if_: it acts only under this condition, asked when it would begin (Continuous: at every moment).
        do: the effects, in order.
    """

    on: Trigger
    if_: AbilityCondition | None = Field(default=None, alias="if")
    do: Annotated[tuple[AnyEffect, ...], Field(min_length=1, max_length=4)]


Abilities: TypeAlias = Annotated[tuple[Ability, ...], Field(max_length=3)]
Types: TypeAlias = Annotated[tuple[TypeName, ...], Field(max_length=3)]
Cost: TypeAlias = Annotated[StrictInt, Field(ge=0, le=6)]


class Being(Model):
    """A card with Stars (7.1.3).

    Attributes:
        id: stable word for decks and saves.
        name: printed name.
        cost: Moon, 0-6.
        stars: printed Stars.
        types: its Types.
        abilities: what it does.
    """

    id: Id
    name: PrintedName
    cost: Cost
    stars: StarChange
    types: Types = ()
    abilities: Abilities = ()


class Item(Model):
    """A card without Stars that does something (7.1.3); the attributes mean what they mean for a Being."""

    id: Id
    name: PrintedName
    cost: Cost
    types: Types = ()
    abilities: Annotated[tuple[Ability, ...], Field(min_length=1, max_length=3)]


class TokenBeing(Model):
    """A Being that only abilities put into play (7.5.1); it counts as costing nothing."""

    id: Id
    name: PrintedName
    stars: StarChange
    types: Types = ()
    abilities: Abilities = ()

    @property
    def cost(self) -> int:
        """Return the Moon cost that filters and picks see."""
        return 0


class LocationCard(Model):
    """A Location (7.1.2); its abilities start when it is revealed (R-54)."""

    id: Id
    name: PrintedName
    abilities: Abilities = ()


PoolCard: TypeAlias = Being | Item | TokenBeing


class CardDeck(Model):
    """The cards of one player's deck.

    Attributes:
        name: what players call it.
        cards: ids of Beings and Items.
    """

    name: PrintedName
    cards: tuple[Id, ...]


class LocationDeck(Model):
    """The shared deck of Locations.

    Attributes:
        name: what players call it.
        locations: ids of Locations.
    """

    name: PrintedName
    locations: tuple[Id, ...]
