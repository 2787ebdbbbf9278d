"""The addresses printed on the cards, and what a hand types instead of them."""

from flask import Blueprint, Response, abort
from werkzeug.routing import BaseConverter

from companion.deck import CARDS, KINDS, parse_code
from companion.missions import mission_id_for
from companion.site.http import go, reader, send, shown, site

cards = Blueprint("cards", __name__)

NAMES = ("", *KINDS, "privacy", "rules", "duels")
"""Pages with a name of one word at most; they are found in capitals and with a slash at the end too."""


class Anything(BaseConverter):
    """The rest of a path, whatever it is: slashes at its start, at its end and doubled ones too."""

    regex = ".+"
    part_isolating = False


@cards.get("/<anything:typed>")
def card(typed: str) -> Response:
    """Show the card's page at its printed address; lead there, in one step, from everything else that means it."""
    index = parse_code(typed)
    if index is None:
        name = typed.strip("/").lower()
        return go(name, 302) if name in NAMES else abort(404)
    found = CARDS[index]
    if typed != found.code:
        return go(found.code, 302)
    who = reader()
    response = send(site().pages.card(found, who.language, who.seats))
    mission = mission_id_for(index)
    return (
        response
        if mission is None
        else shown(response, found.code, site().pages.library.current, mission, who.language)
    )
