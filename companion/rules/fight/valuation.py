"""What an action is worth to a bot, declared by the verb or the kind of duel that asks for the decision.

Whole numbers, ties by the order of the legal actions, no chance: easy to reimplement in another program.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, Literal, TypeAlias, TypeVar

from companion.rules.game import Action, InvariantError, JsonObject
from companion.rules.gong.cards import GALAXY_CARDS, mask_of

T = TypeVar("T")

ActionValue: TypeAlias = Callable[[JsonObject, Action], int]
"""Returns what an action is worth to the player with this view."""

FIRST: Final = "first"
"""The first legal action is taken."""

SHED: Final = "shed"
"""The player gets rid of the card, so the value depends on which cards the bot likes to keep."""

Valuation: TypeAlias = ActionValue | Literal["first", "shed"]

Preference: TypeAlias = Literal["most cards", "fewest cards"]
"""Which player a bot chooses."""

MOST_CARDS: Final = "most cards"
FEWEST_CARDS: Final = "fewest cards"


def unseen(view: JsonObject) -> int:
    """Return the galaxy cards that are neither in the hand nor open."""
    open_cards = [card for card in (view["revealed"], view["turned"]) if card is not None]
    return GALAXY_CARDS & ~mask_of([*view["hand"], *view["discard"], *open_cards])


def merge(declared: Iterable[Mapping[str, T]]) -> dict[str, T]:
    """Return the declarations of all verbs and duels as one.

    Raises:
        InvariantError: two of them differ.
    """
    merged: dict[str, T] = {}
    for one in declared:
        for name, value in one.items():
            if merged.setdefault(name, value) != value:
                raise InvariantError(f"The decision or role {name!r} is declared in two ways.")
    return merged


def declared(declarations: Mapping[str, T], name: str) -> T:
    """Return what is declared for a decision or role.

    Raises:
        InvariantError: no verb and no kind of duel declares it.
    """
    if name not in declarations:
        raise InvariantError(f"No verb and no kind of duel declares what bots do with the decision or role {name!r}.")
    return declarations[name]
