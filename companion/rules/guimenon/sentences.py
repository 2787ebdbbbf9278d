"""The English sentences of a match: what an action does, why it is refused, and its public events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.rules.game import Action
from companion.rules.guimenon.ability_text import card_text, stars_noun, stat_text
from companion.rules.guimenon.language import Location
from companion.rules.guimenon.names import piece_text, place_text
from companion.rules.guimenon.pieces import GuimenonTable, Piece
from companion.rules.guimenon.pool import PLACE_NAMES, PLACES, Pool
from companion.rules.location_scoring import LocationTally

if TYPE_CHECKING:
    from companion.rules.guimenon.state import GuimenonState

HIDDEN = "Go on planning in secret."
"""What the other seat learns while a plan is being made."""


def describe(state: GuimenonState, action: Action) -> str:
    """Return what a legal action of the current player does, as an order."""
    pool, table = state.setup.pool, state.table
    match action:
        case ("play", str(card), int(place)):
            found = pool.cards[card]
            return f"Play {found.name} ({stat_text(found)}) at {_where(pool, table, place)}."
        case ("done",):
            return f"Finish the plan of turn {table.turn}."
        case ("discard", str(card)):
            return f"Discard {pool.cards[card].name}."
        case ("choose", int(number)):
            return f"Choose {_piece_at(state, table.pieces[number])}."
        case _:
            return "Choose no more."


def public(state: GuimenonState, action: Action) -> str:
    """Return what all seats may know of a legal action of the current player (7.8)."""
    return HIDDEN if action[0] == "play" else describe(state, action)


def refusal(state: GuimenonState, action: Action) -> tuple[str, str]:
    """Return reason code and sentence for an action that is not legal now."""
    pool, table, seat = state.setup.pool, state.table, state.current_player()
    planning = state.phase == "plan" and not state.agenda.asking
    match action:
        case ("play", str(card), int(place)) if planning and seat is not None and place in range(PLACES):
            if card not in table.hands[seat]:
                name = pool.cards[card].name if card in pool.cards else repr(card[:40])
                return "not-in-hand", f"{name} is not in your hand."
            found = pool.cards[card]
            if found.cost > table.moon[seat]:
                return "too-dear", f"{found.name} costs {found.cost} Moon, but you have {table.moon[seat]} left."
            return "no-room", f"You cannot play another card at {_where(pool, table, place)} this turn."
    wanted = "choose among the cards offered" if state.agenda.asking else _WANTED.get(state.phase, "wait")
    return "not-legal", f"That cannot be done now: {wanted}."


_WANTED = {
    "discard": "discard a card of your hand, since more than 7 are in it",
    "plan": "play a card of your hand at a Location, or finish the plan",
}


def opened(state: GuimenonState, place: int, location: Location) -> str:
    """Return the sentence on a Location that is turned over."""
    text = card_text(state.setup.pool.tokens, location)
    return f"The {PLACE_NAMES[place]} Location is {location.name}. {text}".rstrip()


def turned_up(state: GuimenonState, piece: Piece) -> str:
    """Return the sentence on a card that is turned over."""
    return f"Seat {piece.owner} turns over {state.setup.pool.card(piece.card).name} at {_name(state, piece.place)}."


def final(state: GuimenonState) -> str:
    """Return the sentence on the final count."""
    result = state.count()
    won = [f"{_name(state, place)} {_owner(seat)}" for place, seat in enumerate(result.controllers)]
    return f"The match is over: {', '.join(won)}. {_verdict(result)}"


def _owner(seat: int | None) -> str:
    return "stays neutral" if seat is None else f"goes to seat {seat}"


def _verdict(result: LocationTally) -> str:
    stars = f"{result.totals[0]} to {result.totals[1]}"
    if result.winner is None:
        return f"It is a draw, {stars} Stars."
    why = {
        "places": f"with {result.controllers.count(result.winner)} Locations",
        "stars": f"by the sum of Stars, {stars}",
        "more-places": f"with more Locations, after {stars} Stars",
    }[result.reason]
    return f"Seat {result.winner} wins {why}."


def _name(state: GuimenonState, place: int) -> str:
    return place_text(state.setup.pool, state.table, place)


def _where(pool: Pool, table: GuimenonTable, place: int) -> str:
    """Return a place by name and side: `High Ridge (left)`."""
    name = place_text(pool, table, place)
    return f"{name} ({PLACE_NAMES[place]})" if place < table.revealed else name


def _piece_at(state: GuimenonState, piece: Piece) -> str:
    pool = state.setup.pool
    rank = state.table.sides[piece.place][piece.owner].index(piece.number) + 1
    text = f"{piece_text(pool, piece)} at {_where(pool, state.table, piece.place)}, card {rank} there"
    stars = state.board.stars_or_none(piece)
    return text if stars is None else f"{text}, {stars_noun(stars)}"
