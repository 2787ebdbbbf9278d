"""What a reader sees when something is not right: a friendly page, in their language, with the code box."""

import re
from typing import Final

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException, NotFound
from werkzeug.wrappers import Response as BaseResponse

from companion.site.http import NEVER, reader, send, site
from companion.site.pages import N_

REPEATABLE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9 .-]{0,11}")
"""What was typed is repeated only if it looks like a code: short, and of signs that mean nothing to a browser."""


class NoSuchCode(NotFound):
    """A code was typed that no card has."""

    def __init__(self, typed: str) -> None:
        super().__init__()
        self.typed = typed.strip()


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
        N_("You can only look at this page. Type the code that is printed on your card."),
    ),
    413: (
        N_("Far too much"),
        N_("That was more than fits here. Type only the three characters that are printed on your card."),
    ),
    414: (
        N_("Far too long"),
        N_("This address is too long. Type only the three characters that are printed on your card."),
    ),
}
"""Heading and text by HTTP status; every other status of the reader's side gets those of 400."""

NO_SUCH_CODE: Final = N_(
    "No card has the code “%(code)s”. Look at your card again: two letters, then a number from 1 to 6."
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
    heading, text = MESSAGES.get(status, MESSAGES[400])
    values = {}
    if isinstance(error, NoSuchCode) and REPEATABLE.fullmatch(error.typed):
        text, values = NO_SUCH_CODE, {"code": error.typed}
    root = f"{request.root_path}/"  # the address may be of any depth
    page = site().pages.message(heading, text, reader().language, root, **values)
    response = send(page, status, cache=NEVER)
    for name, value in error.get_headers(request.environ):
        if name in ("Allow", "Retry-After"):
            response.headers[name] = value
    return response


def broken(error: HTTPException) -> BaseResponse:
    """Return the page for a fault of ours."""
    return Response(BROKEN, error.code or 500, {"Cache-Control": NEVER}, content_type="text/html; charset=utf-8")


def handle_errors(app: Flask) -> None:
    """Let `app` answer errors with these pages."""
    app.register_error_handler(HTTPException, friendly)
