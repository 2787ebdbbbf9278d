"""What a reader sees when something is not right: a friendly page, in their language, with the code box."""

import logging
import re
from typing import Final

from flask import Flask, Response, request
from werkzeug.exceptions import Conflict, HTTPException, NotFound, SecurityError
from werkzeug.wrappers import Response as BaseResponse

from companion.missions.tables import Table, near_codes
from companion.phrases import N_
from companion.site.content.rendering import Seat
from companion.site.context import TABLE, site
from companion.site.views.http import NEVER, keep, reader, send

log = logging.getLogger("gong.hosts")

REPEATABLE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9 .-]{0,11}")
"""What was typed is repeated only if it looks like a code: short, and of signs that mean nothing to a browser."""


class NoSuchCode(NotFound):
    """A code was typed that no card has."""

    def __init__(self, typed: str) -> None:
        super().__init__()
        self.typed = typed.strip()


class NoSuchTable(NotFound):
    """A code of a table was typed that cannot be one."""

    def __init__(self, typed: str) -> None:
        super().__init__()
        self.typed = typed


class TableHasOtherMissions(NotFound):
    """A table plays with missions that this site does not have."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table


class TableLost(Conflict):
    """The phone was at a table, but what it kept of it cannot be read."""

    def __init__(self, go_on: str = "") -> None:
        super().__init__()
        self.go_on = go_on


class NoSuchPackHere(NotFound):
    """A mission of a pack, or of a version of it, that this site does not have."""

    def __init__(self, pack: str) -> None:
        super().__init__()
        self.pack = pack


MESSAGES: Final[dict[int, tuple[str, str]]] = {
    400: (
        N_("Scrambled message"),
        N_("Something is wrong with this address. Type the code that is printed on your card."),
    ),
    403: (
        N_("Not from here"),
        N_("This was sent from another site. Start again on this page."),
    ),
    404: (
        N_("Lost in space!"),
        N_("There is nothing at this address. Type the code that is printed on your card, for example NB4."),
    ),
    405: (
        N_("That does not work here"),
        N_("This page can only be viewed. Type the code that is printed on your card."),
    ),
    413: (
        N_("Too much"),
        N_("That was more than fits here. Type only the three characters that are printed on your card."),
    ),
    414: (
        N_("Too long"),
        N_("This address is too long. Type only the three characters that are printed on your card."),
    ),
}
"""Heading and text by HTTP status; every other status of the reader's side gets those of 400."""

NO_SUCH_CODE: Final = N_(
    "No card has the code “%(code)s”. Look at your card again: two letters, then a number from 1 to 6."
)

NO_SUCH_PACK: Final = N_(
    "This site does not have the missions “%(pack)s”; it plays “%(here)s”. Type the code of your card and play on."
)

BROKEN: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>GONG</title>
<h1>The ship has a fault</h1>
<p>Something broke on our side. Please try again in a moment.</p>
<p lang="fr">Quelque chose s\u2019est cassé chez nous. Réessaie dans un instant.</p>
"""
"""The page of status 500. It needs no template, no translation, no pack: any of them may be what is broken."""


def friendly(error: HTTPException) -> BaseResponse:
    """Return the page for an error, with its status and with the headers that belong to it."""
    status = error.code or 400
    if status >= 500:
        return broken(error)
    if isinstance(error, SecurityError):
        _tell_refused(request.headers.get("Host", ""))
    root = f"{request.root_path}/"  # the address may be of any depth
    if isinstance(error, NoSuchTable | TableHasOtherMissions | TableLost):
        return _table_trouble(error, root)
    heading, text = MESSAGES.get(status, MESSAGES[400])
    values = {}
    if isinstance(error, NoSuchCode) and REPEATABLE.fullmatch(error.typed):
        text, values = NO_SUCH_CODE, {"code": error.typed}
    if isinstance(error, NoSuchPackHere):
        text, values = NO_SUCH_PACK, {"pack": error.pack, "here": str(site().pages.library.current)}
    page = site().pages.message(heading, text, reader().language, root, **values)
    response = send(page, status, cache=NEVER)
    for name, value in error.get_headers(request.environ):
        if name in ("Allow", "Retry-After"):
            response.headers[name] = value
    return response


MOST_REFUSED: Final = 20
"""Hosts that are told in the log, each once: scanners of the whole network try many."""

_refused: Final[set[str]] = set()


def _tell_refused(host: str) -> None:
    """Tell whoever runs the site that somebody was turned away for the host he asked for."""
    shown = re.sub(r"[^A-Za-z0-9.:\[\]-]", "?", host[:100])
    if shown not in _refused and len(_refused) < MOST_REFUSED:
        _refused.add(shown)
        log.warning("a request for the host %r is refused: it is not one of trusted_hosts", shown)


OFFERED: Final = 3
"""At most so many codes are offered instead of a mistyped one."""


def _table_trouble(error: NoSuchTable | TableHasOtherMissions | TableLost, root: str) -> BaseResponse:
    """Return the page for a table that cannot be: the game goes on with another code, other missions or no table."""
    pages, language = site().pages, reader().language
    if isinstance(error, NoSuchTable):
        shown = error.typed if REPEATABLE.fullmatch(error.typed) else ""
        page = pages.table(language, root, "missing", typed=shown, near=near_codes(error.typed)[:OFFERED])
    elif isinstance(error, TableHasOtherMissions):
        page = pages.table(language, root, "pack", Seat.of(error.table, pages.library))
    else:
        page = pages.table(language, root, "lost", go_on=error.go_on)
    response = send(page, error.code or 400, cache=NEVER)
    return keep(response, TABLE, "") if isinstance(error, TableLost) else response


def broken(error: HTTPException) -> BaseResponse:
    """Return the page for a fault of ours."""
    return Response(BROKEN, error.code or 500, {"Cache-Control": NEVER}, content_type="text/html; charset=utf-8")


def handle_errors(app: Flask) -> None:
    """Let `app` answer errors with these pages."""
    app.register_error_handler(HTTPException, friendly)
