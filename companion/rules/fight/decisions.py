"""Decisions of players, and the generators that ask for them.

Steps and duels are generators: they `yield` a `Decision` where a player must decide and are resumed with the action. So
their code reads like the rules, and the state between two decisions is where the generator stands. `FightState` keeps
the start of the turn and its actions, from which that position is reached again.
"""

from collections.abc import Generator, Mapping
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from companion.deck import CARDS, DECK_SIZE, GALAXIES
from companion.rules.game import Action

T = TypeVar("T")

CARD_ACTIONS: Final[tuple[Action, ...]] = tuple(("card", card) for card in range(DECK_SIZE))
PLAYER_ACTIONS: Final[tuple[Action, ...]] = tuple(("player", seat) for seat in range(6))


class Decision(NamedTuple):
    """One decision.

    Attributes:
        seat: who decides.
        phase: kind of decision (docs/engines.md).
        legal: the legal actions, in a stable order.
        description: an action as a sentence, `{}` standing for its card, player or word.
        public_description: what the other players see of it; None if the same.
        about: what the decision is about, for bots and menus.
    """

    seat: int
    phase: str
    legal: tuple[Action, ...]
    description: str = "{}"
    public_description: str | None = None
    about: Mapping[str, Any] = {}


Task: TypeAlias = Generator[Decision, Action, T]
"""A part of a turn that may ask players on the way and returns a T."""


def decide(decision: Decision) -> Task[Action]:
    """Ask the player, unless there is only one legal action."""
    if len(decision.legal) == 1:
        return decision.legal[0]
    return (yield decision)


def argument_text(action: Action) -> str:
    """Return what stands for `{}` in the description of an action: the card, the player, the word."""
    match action:
        case ("card" | "lay", int(card)):
            return CARDS[card].name
        case ("place", int(card), int(place)):
            return f"{CARDS[card].name} at place {place + 1}"
        case ("player", int(seat)):
            return f"seat {seat}"
        case ("galaxy", int(galaxy)):
            return GALAXIES[galaxy]
        case ("option", int(index)):
            return str(index + 1)
        case (_, word):
            return str(word)
        case (verb,):
            return str(verb)
    return ""
