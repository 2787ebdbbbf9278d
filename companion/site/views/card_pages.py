"""The addresses printed on the cards, and what a hand types instead of them."""

from flask import Blueprint, Response, abort
from werkzeug.routing import BaseConverter

from companion.deck import CARDS, KINDS, Card, parse_code
from companion.site.content.rendering import Seat
from companion.site.context import site
from companion.site.views.error_pages import TableLost
from companion.site.views.http import go, reader, seats_of, send, shown

cards = Blueprint("cards", __name__)

NAMES = ("", *KINDS, "privacy", "rules", "scan", "pictures", "duels", "scores", "print")
"""Pages with a name of one word at most; they are found in capitals and with a slash at the end too."""


class AnyPathConverter(BaseConverter):
    """The rest of a path, whatever it is: slashes at its start, at its end and doubled ones too."""

    regex = ".+"
    part_isolating = False


@cards.get("/<any_path:typed>")
def card(typed: str) -> Response:
    """Show the card's page at its printed address; lead there, in one step, from everything else that means it."""
    index = parse_code(typed)
    if index is None:
        name = typed.strip("/").lower()
        return go(name, 302) if name in NAMES else abort(404)
    found = CARDS[index]
    if typed != found.code:
        return go(found.code, 302)
    return show(found)


def show(card: Card, seat: Seat | None = None, root: str = "") -> Response:
    """Return the page behind a card, for a phone at a table or at none, counted if somebody reads it.

    Args:
        card: what was scanned.
        seat: a table that the address names; without one, that of the phone.
        root: what leads from the address to the root of the site.
    """
    who, pages = reader(), site().pages
    seat = seat or who.seat
    if seat is None and who.lost:
        raise TableLost(card.code)
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
