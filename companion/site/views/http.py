"""Requests and responses of the views: the reader (language, players, table), pages, headers."""

from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from flask import Response, request

from companion import languages
from companion.missions.pack import Pack
from companion.missions.tables import Table, parse_table
from companion.site.app_state import LANGUAGE, PLAYERS, SHOWN, TABLE, site
from companion.site.content.rendering import SeatCount, TableSeat
from companion.site.content.representation import HTML, Page
from companion.site.serving.counting import count, has_reader
from companion.store.rows import Shown

LONGEST_TAG: Final = 35  # RFC 5646 4.4.1: no registered combination needs more
DAY: Final = 24 * 60 * 60
YEAR: Final = 365 * DAY

REVALIDATE: Final = "no-cache"
IMMUTABLE: Final = f"public, max-age={YEAR}, immutable"
NO_STORE: Final = "no-store"

CONTENT_SECURITY_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "style-src 'self'",
        "script-src 'self'",
        "connect-src 'self'",  # pages and modules that the script fetches
        "worker-src 'self'",
        "manifest-src 'self'",
        "img-src 'self' data:",  # the icon is inlined, which saves a request
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
NO_CONTENT_POLICY: Final = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"
"""For everything but HTML: it may not load anything."""

SECURITY_HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


@dataclass(frozen=True, slots=True)
class Reader:
    """The reader of a page, as far as the request reveals.

    Attributes:
        language: one of the languages of the site.
        seats: for how many players missions are worded.
        seat: at a table, if the phone is at one.
        table_cookie_invalid: whether the phone has a table cookie that names no table.
    """

    language: str
    seats: SeatCount
    seat: TableSeat | None = None
    table_cookie_invalid: bool = False


def shown(response: Response, card: str, pack: Pack, mission_id: str, language: str) -> Response:
    """Count the mission that the response shows, if there is a store and a reader sees it."""
    what = request.environ[SHOWN] = Shown(card, pack.id, pack.version, mission_id, language)
    store = site().store
    if store is not None and has_reader(response.status_code, request.environ):
        count(store, what, request.environ)
    return response


def chosen_language() -> str | None:
    """Return the language that the query asks for, if the site offers it."""
    return languages.lookup([request.args.get(LANGUAGE, "")[:LONGEST_TAG]], site().pages.renderer.languages)


def chosen_players() -> str | None:
    """Return the number of players that the query asks for: `2`, or `3` for three and more."""
    asked = request.args.get(PLAYERS)
    return asked if asked in ("2", "3") else None


def reader() -> Reader:
    """Return language (address, cookie, Accept-Language, else the first one offered) and seats (address, cookie).

    Source of the lookup: RFC 4647 3.4; a range with q=0 is not acceptable (RFC 9110 12.5.4).
    """
    wanted = [request.args.get(LANGUAGE, ""), request.cookies.get(LANGUAGE, "")]
    wanted += [tag for tag, quality in request.accept_languages if quality > 0]
    offered = site().pages.renderer.languages
    language = languages.lookup([tag for tag in wanted if 0 < len(tag) <= LONGEST_TAG], offered)
    kept = request.cookies.get(TABLE, "")
    if table := parse_table(kept):
        return Reader(language or offered[0], seats_of(table), TableSeat.of(table, site().pages.library))
    players = chosen_players() or request.cookies.get(PLAYERS)
    return Reader(language or offered[0], 2 if players == "2" else None, table_cookie_invalid=bool(kept))


def seats_of(table: Table) -> SeatCount:
    """Return for how many players the missions of a table are worded."""
    return 2 if table.players == 2 else None


def send(page: Page, status: int = 200, cache: str = REVALIDATE) -> Response:
    """Return the response with this page: compressed if the client accepts it, or 304 if the client has it."""
    coding = "gzip" if request.accept_encodings.quality("gzip") > 0 else "identity"
    response = Response(page.gzipped if coding == "gzip" else page.body, status, content_type=page.content_type)
    response.headers["Cache-Control"] = cache
    response.vary.add("Accept-Encoding")
    if coding != "identity":
        response.headers["Content-Encoding"] = coding
    if page.content_type == HTML:
        response.vary.update(("Accept-Language", "Cookie"))
        if page.language:
            response.headers["Content-Language"] = page.language
        _remember(response)
    if status == 200:
        response.set_etag(page.etag(coding))
        response.make_conditional(request)
    return response


def _remember(response: Response) -> None:
    """Set cookies for the choices in the query, for a year."""
    for name, value in ((LANGUAGE, chosen_language()), (PLAYERS, chosen_players())):
        if value is not None:
            keep(response, name, value)


def keep(response: Response, name: str, value: str, seconds: int = YEAR) -> Response:
    """Set a cookie, or delete it if `value` is empty.

    Scripts may read players and table, because pages need them without network.
    """
    response.set_cookie(
        name,
        value,
        max_age=seconds if value else 0,
        path=request.root_path or "/",
        secure=request.is_secure,  # a secure cookie would be lost on plain http, as in a home network
        httponly=name == LANGUAGE,
        samesite="Lax",
    )
    if response.headers.get("Cache-Control") != NO_STORE:
        response.headers["Cache-Control"] = f"private, {REVALIDATE}"
    return response


def go(path: str, status: int = 303) -> Response:
    """Return a redirect to a page of this site, given by its path below the root; choices in the query are kept.

    The Location has no host, so that a forged Host header is never repeated.
    """
    choice = {LANGUAGE: chosen_language(), PLAYERS: chosen_players()}
    query = urlencode({name: value for name, value in choice.items() if value is not None})
    location = f"{request.root_path}/{path}{'?' if query else ''}{query}"
    return Response(status=status, headers={"Location": location, "Cache-Control": NO_STORE}, content_type="text/plain")


def text(body: str, status: int = 200) -> Response:
    """Return a plain text response."""
    return Response(body + "\n", status, {"Cache-Control": NO_STORE}, content_type="text/plain; charset=utf-8")


def secure(response: Response) -> Response:
    """Add the headers of every response."""
    policy = CONTENT_SECURITY_POLICY if response.mimetype == "text/html" else NO_CONTENT_POLICY
    response.headers.setdefault("Content-Security-Policy", policy)
    for name, value in SECURITY_HEADERS.items():
        response.headers.setdefault(name, value)
    if request.is_secure:  # ignored over plain http (RFC 6797 7.2), which home networks use
        response.headers.setdefault("Strict-Transport-Security", f"max-age={YEAR}")
    return response


def is_same_origin(headers: Any) -> bool:
    """Return True if an unsafe request comes from a page of this site, or from no page at all."""
    fetch_site = headers.get("Sec-Fetch-Site")
    if fetch_site is not None:
        return fetch_site in ("same-origin", "none")
    origin = headers.get("Origin")  # plain http: browsers send no Sec-Fetch-Site there
    if origin is None:
        return True
    base = site().settings.base_url
    here = {f"{request.scheme}://{request.host}"} | ({f"{base.scheme}://{base.host}"} if base else set())
    return origin in here
