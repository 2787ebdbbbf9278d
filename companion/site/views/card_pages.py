"""The addresses printed on the cards, and the variants that people type."""

from flask import Blueprint, Response, abort
from werkzeug.routing import BaseConverter

from companion.deck import CARDS, KINDS, Card, parse_code
from companion.site.app_state import site
from companion.site.content.rendering import TableSeat
from companion.site.views.error_pages import TableCookieInvalid
from companion.site.views.http import go, reader, seats_of, send, shown

cards = Blueprint("cards", __name__)

NAMES = ("", *KINDS, "privacy", "rules", "scan", "pictures", "duels", "scores", "print")
"""Pages of one path segment; redirects lead there from capitals and from a trailing slash."""


class AnyPathConverter(BaseConverter):
    """Matches the rest of a path, including slashes at its start and end and doubled ones."""

    regex = ".+"
    part_isolating = False


@cards.get("/<any_path:typed>")
def card(typed: str) -> Response:
    """Show the card's page at its printed address; redirect there from every variant."""
    index = parse_code(typed)
    if index is None:
        name = typed.strip("/").lower()
        return go(name, 302) if name in NAMES else abort(404)
    found = CARDS[index]
    if typed != found.code:
        return go(found.code, 302)
    return show(found)


def show(card: Card, seat: TableSeat | None = None, root: str = "") -> Response:
    """Return the page behind a card, for a phone at a table or at none, and count it if a reader sees it.

    Args:
        card: what was scanned.
        seat: at the table in the address; without one, that of the phone.
        root: relative address of the root of the site.
    """
    who, pages = reader(), site().pages
    seat = seat or who.seat
    if seat is None and who.table_cookie_invalid:
        raise TableCookieInvalid(card.code)
    seats = who.seats if seat is None else seats_of(seat.table)
    found = pages.mission_of(card, seats, seat)
    if seat is None:
        response = send(pages.card(card, who.language, seats))
    else:
        response = send(pages.card_at(seat, card, who.language, seats, root))
    if found is None:
        return response
    pack, mission = found
    return shown(response, card.code, pack, mission.id, who.language)
