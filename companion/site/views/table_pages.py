"""Tables: start one, join one, go on to the next round, leave (docs/tables.md). The phone keeps it, not the site.

A GET joins a phone that is at no table and takes it forward to a later round, so that scanning the code is all there is
to do. Everything else that changes something is a POST.
"""

import secrets
from dataclasses import replace
from typing import Final

from flask import Blueprint, Response, abort, request

from companion import languages
from companion.deck import CARDS, parse_code
from companion.missions.tables import PLAYERS, SEEDS, Table, is_code, parse_table, table_code, tidy
from companion.site.content.rendering import Seat
from companion.site.context import LANGUAGE, TABLE, site
from companion.site.views.card_pages import show
from companion.site.views.error_pages import NoSuchCode, NoSuchTable, TableHasOtherMissions, TableLost
from companion.site.views.http import DAY, LONGEST_TAG, go, keep, reader, send

tables = Blueprint("tables", __name__)

LONG: Final = DAY
"""How long a phone remembers its table, in seconds, from when it was last looked at."""


@tables.get("/t")
def slash() -> Response:
    """Lead to the page, whose links are relative to its slash."""
    return go("t/", 302)


@tables.get("/t/")
def start() -> Response:
    """Start or join a table; lead a phone that is at one to its table, and a typed code to the table it names."""
    typed = request.args.get("code", "")
    if typed.strip():
        code = tidy(typed)
        return go(f"t/{code}") if is_code(code) else _no_such(code)
    who = reader()
    if who.lost:
        raise TableLost
    if who.seat is not None:
        return go(f"t/{who.seat.table}")
    return send(site().pages.table(who.language, "../", "start"))


@tables.post("/t/")
def fresh() -> Response:
    """Start a table: for so many players, in this language on this phone."""
    players = request.form.get("players", "")
    if players not in map(str, PLAYERS):
        abort(400)
    pack = site().pages.library.current
    table = Table(table_code(secrets.randbelow(SEEDS), int(players)), 1, pack.id, pack.version)
    response = _sit(go(f"t/{table}"), table)
    asked = request.form.get(LANGUAGE, "")[:LONGEST_TAG]
    language = languages.lookup([asked], site().pages.renderer.languages)
    return response if language is None else keep(response, LANGUAGE, language)


@tables.post("/t/leave")
def leave() -> Response:
    """Leave the table."""
    return keep(go(""), TABLE, "")


@tables.get("/t/<any_path:typed>")
def table(typed: str) -> Response:
    """Show a table, or a card at it; join it if there is nothing to ask."""
    parts = typed.strip("/").split("/")
    asked, who = _asked(parts[:4]), reader()
    own = None if who.seat is None else who.seat.table
    if typed != (exact := "/".join([str(asked), *(part.upper() for part in parts[4:])])):
        # The code alone, or with a round: where this phone is at that table, else the current missions.
        return go(f"t/{own if len(parts) == 1 and own and own.code == asked.code else exact}", 302)
    seat = Seat.of(asked, site().pages.library)
    if len(parts) == 5:
        index = parse_code(parts[4])
        return show(CARDS[index], seat, "../../../../../") if index is not None else abort(404)
    if seat.moved:
        raise TableHasOtherMissions(asked)
    if request.args.get("code", "").strip():
        return _card(asked, own)
    if own is not None and own != asked and not _is_later(asked, own):
        return send(site().pages.table(who.language, ROOT, "ask", seat, own=own))
    response = send(site().pages.table(who.language, ROOT, "table", seat, base=site().address))
    purpose = request.headers.get("Sec-Purpose", "")
    return response if request.method == "HEAD" or "prefetch" in purpose else _sit(response, asked)


ROOT: Final = "../../../../"


@tables.post("/t/<any_path:typed>")
def sit(typed: str) -> Response:
    """Be at this table in this round, whatever was before; twice is the same as once."""
    asked = parse_table(typed) or abort(404)
    if Seat.of(asked, site().pages.library).moved:
        raise TableHasOtherMissions(asked)
    return _sit(go(f"t/{asked}"), asked)


def _asked(parts: list[str]) -> Table:
    """Return the table that the parts of an address name; round and missions may be left out."""
    code = tidy(parts[0])
    if not is_code(code):
        _no_such(code)
    pack = site().pages.library.current
    rest = [*parts[1:], *("1", pack.id, pack.version)[len(parts) - 1 :]]
    return parse_table("/".join([code, *rest])) or abort(404)


def _no_such(code: str) -> Response:
    raise NoSuchTable(code)


def _card(table: Table, own: Table | None) -> Response:
    """Lead to the card whose code was typed at the table; without cookies the table stays in the address."""
    typed = request.args["code"]
    index = parse_code(typed)
    if index is None:
        raise NoSuchCode(typed)
    return go(CARDS[index].code if own == table else f"t/{table}/{CARDS[index].code}")


def _is_later(asked: Table, own: Table) -> bool:
    """Tell whether `asked` is a later round of the phone's own table."""
    return asked.round > own.round and replace(asked, round=own.round) == own


def _sit(response: Response, table: Table) -> Response:
    return keep(response, TABLE, str(table), LONG)
