"""What all requests to one application share, and the names it keeps things under."""

from dataclasses import dataclass
from typing import Final, cast

from flask import current_app

from companion.address import BaseUrl
from companion.settings import Settings
from companion.site.content.pages import Pages
from companion.store import Store

EXTENSION: Final = "gong"

LANGUAGE: Final = "lang"
PLAYERS: Final = "players"
"""Names of the query parameters and of the cookies that remember them."""

TABLE: Final = "table"
"""Name of the cookie that holds the table a phone is at, as text."""

SHOWN: Final = "gong.shown"
"""Where the layers around the application find, in the environment of a request, what its answer shows."""


@dataclass(frozen=True, slots=True)
class Site:
    """What the views work with.

    Attributes:
        settings: what the host set.
        pages: the content, as pages.
        store: counts and reports, if they are kept.
        problem: why changed content was not taken in, or nothing.
        reached: where phones in the same network find the site, if the server that runs it knows.
    """

    settings: Settings
    pages: Pages
    store: Store | None = None
    problem: str = ""
    reached: BaseUrl | None = None

    @property
    def address(self) -> BaseUrl | None:
        """Return the address to pass on: the configured one, else the one in the network. Never that of a request."""
        return self.settings.base_url or self.reached


def site() -> Site:
    """Return the site of the running application."""
    return cast(Site, current_app.extensions[EXTENSION])
