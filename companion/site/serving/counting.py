"""Which requests count as a mission shown to a reader. Nothing that is examined here is stored."""

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

    from companion.store.rows import Shown
    from companion.store.writing import Store

DEFERRED: Final = "gong.deferred"
"""Key in the environ of a request whose count the server commits itself before it sends the response."""

READ: Final = (200, 304)
"""Statuses of a response that a reader sees; 304: the phone shows its stored copy."""

MACHINES: Final = (
    "crawl", "spider", "preview", "externalhit", "whatsapp", "telegram", "slack", "discord", "skype", "viber", "embed",
    "archiver", "monitor", "lighthouse", "headlesschrome", "curl", "wget", "python", "java/", "go-http", "okhttp",
    "libwww",
)  # fmt: skip
"""Parts of the user agents of programs without a reader: link previews of messengers, search, monitoring."""

BOT: Final = re.compile(r"(?<!cu)bot\b")
"""The end of many others; but CUBOT makes phones."""


def count(store: "Store", shown: "Shown", environ: "WSGIEnvironment") -> None:
    """Count a shown mission; the count is in the store before the response is sent."""
    store.note(shown)
    if DEFERRED not in environ:
        store.flush()


def has_reader(status: int, environ: "WSGIEnvironment") -> bool:
    """Return True if a reader will see the response.

    False for HEAD, errors and redirects; pages that a browser or a script fetches ahead (`Sec-Purpose`, `Purpose`,
    `Sec-Fetch-Dest` other than a document: Fetch standard, W3C Fetch Metadata); link previews and other programs.

    Args:
        status: of the response.
        environ: the request.
    """
    if environ["REQUEST_METHOD"] != "GET" or status not in READ:
        return False
    for name in ("HTTP_SEC_PURPOSE", "HTTP_PURPOSE", "HTTP_X_MOZ"):
        if (purpose := environ.get(name)) and any(word in purpose for word in ("prefetch", "prerender", "preview")):
            return False
    if environ.get("HTTP_SEC_FETCH_DEST", "document") != "document":
        return False
    agent = environ.get("HTTP_USER_AGENT", "").lower()
    return bool(agent) and not any(word in agent for word in MACHINES) and not BOT.search(agent)
