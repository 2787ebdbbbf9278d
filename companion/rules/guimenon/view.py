"""What a seat may know (rules/guimenon.md 7.8), as plain data.

Secret are hands, the order of decks, plans until they are turned over, the Moon that a plan has used, and Locations
that are face down. A seat knows its own deck list, so it may know which of its cards are still in the deck,
not their order.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from companion.rules.game import JsonObject
from companion.rules.guimenon.ability_text import card_text, effect_text
from companion.rules.guimenon.language import word_of
from companion.rules.guimenon.pieces import SEATS, Piece
from companion.rules.guimenon.pool import PLACES

if TYPE_CHECKING:
    from companion.rules.guimenon.state import GuimenonState


def view(state: GuimenonState, seat: int) -> JsonObject:
    """Return what `seat` may know.

    Lists of two are by seat, lists of three by place from the left. `moon` is what this seat has left; `hands` are
    sizes, planned cards included until they are turned over; `to_move` is the seat that must decide, None at the end;
    `choice` is what a player is asked to choose for; `cards` is what is printed on every other card that is mentioned,
    by id.
    """
    table, board, pool = state.table, state.board, state.setup.pool
    result = state.result()
    printed = pool.printed
    mentioned = {*table.decks[seat], *table.discards[0], *table.discards[1]}
    mentioned.update(plan.card for plan in table.plans[seat])
    mentioned.update(piece.card for piece in table.all_in_play())
    return {
        "game": "guimenon",
        "seat": seat,
        "turn": table.turn,
        "phase": "choose" if state.agenda.asking else state.phase,
        "to_move": state.current_player(),
        "moon": table.moon[seat],
        "next_moon": list(table.next_moon),
        "hand": [json.loads(printed[name]) for name in table.hands[seat]],
        "plan": [{"card": plan.card, "place": plan.place} for plan in table.plans[seat]],
        "deck": sorted(table.decks[seat]),
        "hands": [table.hand_size(s) for s in SEATS],
        "decks": [len(cards) for cards in table.decks],
        "discards": [list(cards) for cards in table.discards],
        "places": [
            {
                "location": _location(state, place),
                "cards": [[_piece(state, piece) for piece in table.in_play(place, s)] for s in SEATS],
                "stars": [board.side_stars(place, s) for s in SEATS],
                "room": [board.room(place, s) for s in SEATS],
            }
            for place in range(PLACES)
        ],
        "choice": _choice(state) if state.agenda.asking else None,
        "result": None
        if result is None
        else {
            "controllers": list(result.controllers),
            "totals": list(result.totals),
            "winner": result.winner,
            "reason": result.reason,
        },
        "cards": {name: json.loads(printed[name]) for name in sorted(mentioned)},
    }


def _piece(state: GuimenonState, piece: Piece) -> JsonObject:
    """Return a card in play, with its Stars now (None for an Item)."""
    card = state.setup.pool.card(piece.card)
    return {
        "number": piece.number,
        "id": piece.card,
        "name": card.name,
        "cost": card.cost,
        "stars": state.board.stars_or_none(piece),
        "token": not piece.real,
    }


def _choice(state: GuimenonState) -> JsonObject:
    """Return the effect for which a seat must choose: its card (None for a Location's), place, words and data."""
    frame, effect = state.resolver.asking()
    piece = None if frame.piece is None else state.table.pieces[frame.piece]
    return {
        "card": None if piece is None else piece.card,
        "place": frame.place if piece is None else piece.place,
        "text": effect_text(state.setup.pool.tokens, effect),
        "effect": {word_of(effect): effect.model_dump(mode="json", exclude_defaults=True)},
        "chosen": list(frame.chosen),
    }


def _location(state: GuimenonState, place: int) -> JsonObject | None:
    """Return a Location that is face up, None for one that is face down."""
    if place >= state.table.revealed:
        return None
    pool = state.setup.pool
    location = pool.locations[state.table.locations[place]]
    return {"id": location.id, "name": location.name, "text": card_text(pool.tokens, location)}
