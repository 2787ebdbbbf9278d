"""Which requests count as a mission shown to somebody. Nothing of what is looked at here is kept."""

import re
from typing import TYPE_CHECKING, Final

from companion.store import Shown, Store

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

TOGETHER: Final = "gong.together"
"""Key in the environment of a request: the server writes what waits in the store before it sends the answer."""

READ: Final = (200, 304)
"""Statuses of an answer that somebody reads; 304: the phone shows the page that it already has."""

MACHINES: Final = (
    "crawl", "spider", "preview", "externalhit", "whatsapp", "telegram", "slack", "discord", "skype", "viber", "embed",
    "archiver", "monitor", "lighthouse", "headlesschrome", "curl", "wget", "python", "java/", "go-http", "okhttp",
    "libwww",
)  # fmt: skip
"""What programs that fetch a page without a reader call themselves: link previews of messengers, search, monitoring."""

BOT: Final = re.compile(r"(?<!cu)bot\b")
"""The end of many of their names; but CUBOT makes phones."""


def count(store: Store, shown: Shown, environ: "WSGIEnvironment") -> None:
    """Count a shown mission; when the answer is sent the count is in the store."""
    store.note(shown)
    if TOGETHER not in environ:
        store.flush()


def has_reader(status: int, environ: "WSGIEnvironment") -> bool:
    """Tell whether an answer is looked at by somebody.

    Not so: HEAD, errors and redirects; pages that a browser or a script fetches ahead (`Sec-Purpose`, `Purpose`,
    `Sec-Fetch-Dest` other than a document: Fetch standard, W3C Fetch Metadata); link previews and other programs.

    Args:
        status: of the answer.
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
