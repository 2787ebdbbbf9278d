"""A cache of the responses of card pages, in front of the framework (RFC 9111 in spirit, inside one process).

The framework gives the same response to the same request until the content changes, so its response is stored and sent
again. A cache key is everything that a response depends on: path, our cookies, languages, compression, entity tag,
host, scheme. A cached response cannot differ from the framework's, because it is the framework's.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from flask import Flask

from companion.deck import CARDS
from companion.settings import Settings
from companion.site.context import EXTENSION, LANGUAGE, PLAYERS, SHOWN, TABLE, Site
from companion.site.serving.counting import count, has_reader

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

    from companion.store.rows import Shown

MAX_RESPONSES: Final = 4096
"""When there are more, all are dropped; their pages are in memory anyway."""

CODES: Final = {f"/{card.code}": card for card in CARDS}
COOKIES: Final = re.compile(rf"(?:^|;) *({LANGUAGE}|{PLAYERS}|{TABLE})=([^;]*)")

CacheKey: TypeAlias = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class CachedResponse:
    """A response of the framework, and the mission to count when it is sent to a reader."""

    status: str
    headers: list[tuple[str, str]]
    body: bytes
    shown: "Shown | None"


class ResponseCache:
    """The WSGI layer right around the application."""

    def __init__(self, app: Flask, inner: "WSGIApplication") -> None:
        self._app: Final = app
        self._inner: Final = inner
        self._content: object = None
        self._responses: dict[CacheKey, CachedResponse] = {}

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Send the cached response, or pass the request on."""
        key = _cache_key(environ)
        if key is None:
            return self._inner(environ, start_response)
        site: Site = self._app.extensions[EXTENSION]
        if site.pages is not self._content:  # the content was reloaded: every stored response is stale
            self._content, self._responses = site.pages, {}
        responses = self._responses
        cached = responses.get(key)
        if cached is None:
            return self._store(environ, start_response, key, responses)
        if cached.shown and site.store and has_reader(int(cached.status[:3]), environ):
            count(site.store, cached.shown, environ)
        start_response(cached.status, list(cached.headers))
        return (cached.body,)

    def _store(
        self,
        environ: "WSGIEnvironment",
        start_response: "StartResponse",
        key: CacheKey,
        responses: dict[CacheKey, CachedResponse],
    ) -> Iterable[bytes]:
        """Pass the request on to the framework, which counts too, and store a cacheable response."""
        started: list[tuple[str, list[tuple[str, str]]]] = []

        def start(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
            started.append((status, headers))
            return start_response(status, headers, exc_info) if exc_info else start_response(status, headers)

        parts = self._inner(environ, start)
        try:
            whole = tuple(parts)
        finally:
            getattr(parts, "close", lambda: None)()
        status, headers = started[-1]
        if status[:3] in ("200", "304") and all(name.lower() != "set-cookie" for name, _ in headers):
            if len(responses) >= MAX_RESPONSES:
                responses.clear()
            body = whole[0] if len(whole) == 1 else b"".join(whole)
            # The server adds the time to each response.
            kept = [(name, value) for name, value in headers if name != "Date"]
            responses[key] = CachedResponse(status, kept, body, environ.get(SHOWN))
        return whole


def card_paths(settings: Settings) -> frozenset[str]:
    """Return the paths of the cards as they reach the server, with the prefix of the site and without."""
    prefix = settings.base_url.prefix if settings.base_url else ""
    return frozenset({*CODES, *(f"{prefix}{path}" for path in CODES)})


def _cache_key(environ: "WSGIEnvironment") -> CacheKey | None:
    """Return everything that the response depends on, or None if the request is not a plain GET of a card page."""
    path = environ.get("PATH_INFO", "")
    if path not in CODES or environ["REQUEST_METHOD"] != "GET" or environ.get("QUERY_STRING"):
        return None
    if "HTTP_RANGE" in environ:
        return None
    cookies = COOKIES.findall(environ.get("HTTP_COOKIE", ""))
    if any(name == TABLE for name, _ in cookies):
        return None  # there are too many tables
    return (
        path,
        *cookies,
        *(environ.get(f"HTTP_{name}", "") for name in ("ACCEPT_LANGUAGE", "ACCEPT_ENCODING", "IF_NONE_MATCH", "HOST")),
        environ["wsgi.url_scheme"],
    )
