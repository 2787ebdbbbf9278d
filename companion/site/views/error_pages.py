"""Error pages: friendly, in the language of the reader, with the code box."""

import logging
import re
from typing import Final

from flask import Flask, Response, request
from werkzeug.exceptions import Conflict, HTTPException, NotFound, SecurityError
from werkzeug.wrappers import Response as BaseResponse

from companion.missions.tables import Table, near_codes
from companion.phrases import N_
from companion.site.app_state import TABLE, site
from companion.site.content.rendering import TableSeat
from companion.site.views.http import NO_STORE, keep, reader, send

log = logging.getLogger("gong.hosts")

REPEATABLE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9 .-]{0,11}")
"""Input is repeated only if it looks like a code: short, without characters that have a meaning in HTML."""


class NoSuchCode(NotFound):
    """No card has the code that was typed."""

    def __init__(self, typed: str) -> None:
        super().__init__()
        self.typed = typed.strip()


class NoSuchTable(NotFound):
    """The table code that was typed is not valid."""

    def __init__(self, typed: str) -> None:
        super().__init__()
        self.typed = typed


class TableHasOtherMissions(NotFound):
    """The pack of a table is not installed."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table


class TableCookieInvalid(Conflict):
    """The table cookie of the phone names no table."""

    def __init__(self, card_code: str = "") -> None:
        super().__init__()
        self.card_code = card_code


class NoSuchPackHere(NotFound):
    """A mission of a pack, or of a version of it, that is not installed."""

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
"""Heading and text by HTTP status; every other 4xx status gets those of 400."""

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
"""The page of status 500. It needs no template, translation or pack, because any of them may be the cause."""


def friendly(error: HTTPException) -> BaseResponse:
    """Return the page for an error, with its status and headers."""
    status = error.code or 400
    if status >= 500:
        return broken(error)
    if isinstance(error, SecurityError):
        _log_refused(request.headers.get("Host", ""))
    root = f"{request.root_path}/"  # the address may be of any depth
    if isinstance(error, NoSuchTable | TableHasOtherMissions | TableCookieInvalid):
        return _table_trouble(error, root)
    heading, text = MESSAGES.get(status, MESSAGES[400])
    values = {}
    if isinstance(error, NoSuchCode) and REPEATABLE.fullmatch(error.typed):
        text, values = NO_SUCH_CODE, {"code": error.typed}
    if isinstance(error, NoSuchPackHere):
        text, values = NO_SUCH_PACK, {"pack": error.pack, "here": str(site().pages.library.current)}
    page = site().pages.message(heading, text, reader().language, root, **values)
    response = send(page, status, cache=NO_STORE)
    for name, value in error.get_headers(request.environ):
        if name in ("Allow", "Retry-After"):
            response.headers[name] = value
    return response


MAX_LOGGED_HOSTS: Final = 20
"""Refused hosts that are logged, each once; scanners try many."""

_refused: Final[set[str]] = set()


def _log_refused(host: str) -> None:
    """Log a host that is not one of trusted_hosts, so that the operator notices a wrong setting."""
    shown = re.sub(r"[^A-Za-z0-9.:\[\]-]", "?", host[:100])
    if shown not in _refused and len(_refused) < MAX_LOGGED_HOSTS:
        _refused.add(shown)
        log.warning("a request for the host %r is refused: it is not one of trusted_hosts", shown)


MAX_SUGGESTIONS: Final = 3
"""Codes offered instead of a mistyped one."""


def _table_trouble(error: NoSuchTable | TableHasOtherMissions | TableCookieInvalid, root: str) -> BaseResponse:
    """Return the page for a table that cannot be shown; the reader can continue with another code, pack or no table."""
    pages, language = site().pages, reader().language
    if isinstance(error, NoSuchTable):
        shown = error.typed if REPEATABLE.fullmatch(error.typed) else ""
        page = pages.table(language, root, "missing", typed=shown, near=near_codes(error.typed)[:MAX_SUGGESTIONS])
    elif isinstance(error, TableHasOtherMissions):
        page = pages.table(language, root, "pack", TableSeat.of(error.table, pages.library))
    else:
        page = pages.table(language, root, "cookie", card_code=error.card_code)
    response = send(page, error.code or 400, cache=NO_STORE)
    return keep(response, TABLE, "") if isinstance(error, TableCookieInvalid) else response


def broken(error: HTTPException) -> BaseResponse:
    """Return the page for an internal error."""
    return Response(BROKEN, error.code or 500, {"Cache-Control": NO_STORE}, content_type="text/html; charset=utf-8")


def handle_errors(app: Flask) -> None:
    """Register these pages as the error handler of `app`."""
    app.register_error_handler(HTTPException, friendly)
