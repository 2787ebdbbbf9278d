"""Events: what an action brings about between two decisions, and the English sentences for transcripts.

Engines append events while they carry out an action; `State.public_events` formats the public ones. A program
that analyses matches reads the tuples themselves (docs/engines.md).
"""

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeAlias

Event: TypeAlias = tuple[str | int, ...]
"""A word, then seats, cards, masks and counts."""

EventFormatter: TypeAlias = Callable[[Any], str]
"""Formats an event as a sentence; an empty one means that the event is not reported."""


def seats_text(some: Iterable[int]) -> str:
    """Return seats as text: `seat 2`, `seats 0 and 3`, `seats 0, 1 and 2`."""
    seats = [str(seat) for seat in some]
    if len(seats) == 1:
        return f"seat {seats[0]}"
    return f"seats {', '.join(seats[:-1])} and {seats[-1]}"


def cards_text(count: int) -> str:
    """Return a number of cards as text: `1 card`, `2 cards`."""
    return "1 card" if count == 1 else f"{count} cards"


def _end(event: Any) -> str:
    _, round_number, capped, *winners = event
    who = seats_text(winners)
    verb = "wins" if len(winners) == 1 else "share"
    why = " at the limit of turns" if capped else ""
    return f"{who[0].upper()}{who[1:]} {verb} round {round_number + 1}{why}."


EVENT_FORMATTERS: Final[dict[str, EventFormatter]] = {
    "round": lambda e: f"Round {e[1] + 1} begins with seat {e[2]}.",
    "end": _end,
    "exchange": lambda e: f"Seat {e[1]} and seat {e[2]} exchange their hands.",
    "reshuffle": lambda e: f"The discard pile is shuffled into a new pile of {cards_text(e[1])}.",
}
"""Formatters of the events that all games share, by the first word; an event without one is not public."""
