"""Which requests count as a mission shown to somebody. Nothing of what is looked at here is kept."""

import re
from typing import Final, Protocol

READ: Final = (200, 304)
"""Statuses of an answer that somebody reads; 304: the phone shows the page that it already has."""

MACHINES: Final = re.compile(
    r"bot\b|bot/|crawl|spider|preview|externalhit|whatsapp|telegram|slack|discord|skype|viber|embed|archiver|monitor"
    r"|lighthouse|headlesschrome|curl|wget|python|java/|go-http|okhttp|libwww|^$",
    re.IGNORECASE,
)
"""What programs that fetch a page without a reader call themselves: link previews of messengers, search, monitoring."""


class Headers(Protocol):
    """The headers of a request, whatever the case of their names."""

    def get(self, name: str, default: str, /) -> str:
        """Return the value of a header, or the default."""


def has_reader(method: str, status: int, headers: Headers) -> bool:
    """Tell whether an answer is looked at by somebody.

    Not so: HEAD, errors and redirects; pages that a browser or a script fetches ahead (`Sec-Purpose`, `Purpose`,
    `Sec-Fetch-Dest` other than a document: Fetch standard, W3C Fetch Metadata); link previews and other programs.
    """
    if method != "GET" or status not in READ:
        return False
    purpose = f"{headers.get('Sec-Purpose', '')} {headers.get('Purpose', '')} {headers.get('X-Moz', '')}"
    if "prefetch" in purpose or "prerender" in purpose or "preview" in purpose:
        return False
    if headers.get("Sec-Fetch-Dest", "document") != "document":
        return False
    return not MACHINES.search(headers.get("User-Agent", ""))
