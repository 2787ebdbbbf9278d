"""The events of FIGHT as sentences for transcripts (see companion.rules.gong.events)."""

from typing import Any, Final

from companion.deck import CARDS
from companion.rules.gong import events
from companion.rules.gong.cards import names
from companion.rules.gong.events import EventFormatter, cards_text


def _mission(event: Any) -> str:
    return f": mission {event[3]}" if event[3] else ""


def _shows(event: Any) -> str:
    _, seat, mask, public = event
    return f"Seat {seat} shows {names(mask)}." if public else f"Seat {seat} shows {cards_text(mask.bit_count())}."


def _grid(event: Any) -> str:
    _, seat, score, *cells = event
    rows = ["-".join(str(CARDS[card].number) if card >= 0 else "." for card in cells[i : i + 3]) for i in (0, 3, 6)]
    return f"Seat {seat} shows the grid {' / '.join(rows)}: {score} points."


def _places(event: Any) -> str:
    _, seat, *masks = event
    return f"Seat {seat} has laid {' / '.join(names(mask) for mask in masks)}."


def _duel(event: Any) -> str:
    _, kind, seat, opponent = event
    words = kind.replace("_", " ")
    return f"Duel of seat {seat} and seat {opponent}: {words}." if opponent >= 0 else f"Duel of everybody: {words}."


EVENT_FORMATTERS: Final[dict[str, EventFormatter]] = {
    **events.EVENT_FORMATTERS,
    "revealed": lambda e: f"{CARDS[e[2]].name} is turned over{_mission(e)}.",
    "no-pile": lambda e: f"There is no pile; seat {e[1]} turns over {CARDS[e[2]].name}{_mission(e)}.",
    "joker-up": lambda e: f"{CARDS[e[2]].name} is turned over; seat {e[1]} takes it into the hand.",
    "no-card": lambda e: f"There is no pile and seat {e[1]} has only jokers: the turn is passed.",
    "no-mission": lambda e: f"No mission is made for {e[1]} players: nothing happens.",
    "skipped": lambda e: f"For comparison, the mission of seat {e[1]} does nothing.",
    "put": lambda e: f"Seat {e[1]} puts {CARDS[e[2]].name}." if e[3] else "",
    "give": lambda e: f"Seat {e[1]} gives a card to seat {e[2]}." if e[4] else "",
    "take": lambda e: f"Seat {e[1]} takes a card from seat {e[2]}." if e[4] else "",
    "draw": lambda e: f"Seat {e[1]} draws {CARDS[e[2]].name if e[3] else 'a card'}.",
    "nothing": lambda e: f"There is no card for seat {e[1]} to draw.",
    "cannot": lambda _: "That is not possible; the mission says what to do instead.",
    "only": lambda e: f"Only option {e[2] + 1} is possible for seat {e[1]}.",
    "keep": lambda e: f"Seat {e[1]} keeps {CARDS[e[2]].name}.",
    "passed": lambda e: f"Everybody passes {cards_text(e[2])} to the {e[1]}.",
    "swap": lambda e: f"Seat {e[1]} and seat {e[2]} exchange {cards_text(e[3])}.",
    "shows": _shows,
    "top": lambda e: f"{CARDS[e[1]].name} is turned over from the pile and discarded.",
    "guessed": lambda e: f"The guess is {'right' if e[1] else 'wrong'}.",
    "duel": _duel,
    "instead": lambda _: "It becomes a duel of the highest number.",
    "hint": lambda e: f"The hidden number is {e[1]}.",
    "again": lambda e: f"Seat {e[1]} gets another turn.",
    "replay": lambda _: "Nobody wins; the duel is played once more.",
    "turned": lambda e: f"{CARDS[e[1]].name} is turned over from the pile.",
    "grid": _grid,
    "places": _places,
    "won": lambda e: f"Seat {e[1]} wins the duel against seat {e[2]}.",
    "tie": lambda _: "The duel is a tie.",
}
"""Formatters by the first word of the event."""
