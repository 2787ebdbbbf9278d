"""How sentences call the cards and places of a match."""

from __future__ import annotations

from companion.rules.guimenon.pieces import GuimenonTable, Piece
from companion.rules.guimenon.pool import PLACE_NAMES, Pool


def piece_text(pool: Pool, piece: Piece) -> str:
    """Return how sentences call a card in play."""
    return f"{pool.card(piece.card).name} of seat {piece.owner}"


def place_text(pool: Pool, table: GuimenonTable, place: int) -> str:
    """Return how sentences call a place: by its Location once that is face up."""
    if place < table.revealed:
        return pool.locations[table.locations[place]].name
    return f"the {PLACE_NAMES[place]} Location"
