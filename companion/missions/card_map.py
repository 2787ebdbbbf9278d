"""Which mission a card leads to: the only place that decides it (rules/missions.md 8.2, docs/tables.md).

The page script repeats the part for tables, for phones without network (`companion/static/js/seat.js`).

    >>> mission_for(pack.missions, deck.card("NB5")).id
    'B03'
    >>> mission_for(pack.missions, deck.card("NB5"), table=parse_table("KWXHY/2/gong-fight/1.0.0")).id
    'B08'
"""

from collections.abc import Mapping
from typing import Final

from companion.chance import stream, text_key
from companion.deck import CARDS, Card, Kind
from companion.missions.mission_ids import LETTERS
from companion.missions.pack import Mission
from companion.missions.tables import Table

_TABLE: Final = text_key("table")

_MISSION_OF_CARD: Final = {
    card.index: f"{LETTERS[card.kind]}{2 * card.galaxy + (0 if card.number in (1, 3, 5) else 1) + 1:02}"
    for card in CARDS
    if card.kind is not None and card.galaxy is not None
}
_CARD_OF_MISSION: Final = {mission: card for card, mission in _MISSION_OF_CARD.items()}


def mission_for(
    missions: Mapping[str, Mission], card: Card, players: int | None = None, table: Table | None = None
) -> Mission | None:
    """Return the mission that a card leads to; None for a joker, and if no mission of its kind suits the players.

    Without a table, a card whose mission does not suit the number of players leads to the next one of its kind that
    does, cyclically. At a table, the missions that suit are dealt to the cards in a random order.

    Args:
        missions: the missions of a pack, in the order of their ids.
        card: the card that was scanned.
        players: 2 to 6; None if it is not known: then the card's own mission.
        table: where the card was scanned; its number of players counts, and `missions` are those of its pack.
    """
    if card.kind is None:
        return None
    if table is not None:
        suiting = [mission for mission in missions_of(missions, card.kind) if table.players in mission.players]
        return suiting[dealt(table, card.kind, len(suiting), place_in_kind(card))] if suiting else None
    own = _MISSION_OF_CARD[card.index]
    if players is None:
        return missions.get(own)
    ordered = missions_of(missions, card.kind)
    following = [mission for mission in ordered if mission.id >= own]
    cycle = [*following, *ordered]
    return next((mission for mission in cycle if players in mission.players), None)


def missions_of(missions: Mapping[str, Mission], kind: Kind) -> list[Mission]:
    """Return the missions of a kind, in the order of their ids."""
    return [mission for mission in missions.values() if mission.kind == kind]


def mission_id_for(card: int) -> str | None:
    """Return the id of the own mission of the card with this index; None for a joker."""
    return _MISSION_OF_CARD.get(card)


def card_for(mission_id: str) -> int:
    """Return the index of the card that this mission belongs to; KeyError if there is no such id."""
    return _CARD_OF_MISSION[mission_id]


def place_in_kind(card: Card) -> int:
    """Return the place, 0 to 17, of a galaxy card among those of its kind in the order of the deck."""
    return [other.index for other in CARDS if other.kind == card.kind].index(card.index)


def dealt(table: Table, kind: Kind, total: int, place: int) -> int:
    """Return which of `total` missions the card at this place among those of its kind leads to at a table.

    The cards from 0 to total - 1 lead to each mission once, in random order; so do the next ones, in another order.
    """
    stretch, within = divmod(place, total)
    order = list(range(total))
    key = text_key(f"{table.pack} {table.version}")
    stream(text_key(table.code), _TABLE, key, table.round, text_key(kind), stretch).shuffle(order)
    return order[within]
