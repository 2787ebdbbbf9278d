"""The start page with its code box, what is kept, style sheets and scripts, and two pages for machines."""

from flask import Blueprint, Response, abort, request

from companion.address import read_address
from companion.deck import CARDS, parse_code
from companion.missions.tables import LENGTH, is_code, near_codes, tidy
from companion.site.context import site
from companion.site.views.error_pages import NoSuchCode, NoSuchTable
from companion.site.views.http import FOR_EVER, REVALIDATE, go, reader, send, text

home = Blueprint("home", __name__)


@home.route("/", methods=["GET", "POST"])
def start() -> Response:
    """Show the start page, or lead from a typed code to its card."""
    typed = request.form.get("code") if request.method == "POST" else request.args.get("code")
    if typed is not None and typed.strip():
        index = parse_code(typed)
        if index is not None:
            return go(CARDS[index].code)
        if path := read_address(typed):
            return go(path)
        code = tidy(typed)
        if is_code(code):
            return go(f"t/{code}")
        if len(code) == LENGTH and (near_codes(code) or code.isalpha()):
            raise NoSuchTable(code)
        raise NoSuchCode(typed)
    if request.method == "POST":
        return go("")
    who = reader()
    return send(site().pages.home(who.language, who.seats, who.seat))


@home.get("/privacy")
def privacy() -> Response:
    """Show what is kept."""
    who = reader()
    return send(site().pages.privacy(who.language, who.seats))


@home.get("/static/<path:name>")
def asset(name: str) -> Response:
    """Send a style sheet, the icon or a script; for ever under the address that pages name, else to be asked again."""
    found = site().pages.renderer.assets.get(name) or abort(404)
    current = request.args.get("v") == found.digest[:8]
    return send(found, cache=FOR_EVER if current else REVALIDATE)


@home.get("/healthz")
def healthz() -> Response:
    """Return that the process answers, and which content it serves."""
    pack = site().pages.library.current
    return text(f"ok {pack.id} {pack.version}")


@home.get("/readyz")
def readyz() -> Response:
    """Return `ok`, then a line for each problem. Pages are served in spite of them."""
    lines = ["ok"]
    store = site().store
    if store is not None and (waits := store.probe()):
        lines.append(f"counts are not written: {waits}")
    if site().problem:
        lines.append(f"content is out of date: {site().problem}")
    return text("\n".join(lines))
