"""What all requests to one application share: its content, its store, and the resources that are closed with it."""

from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, cast

from flask import Flask, current_app

from companion.address import BaseUrl
from companion.settings import Settings

if TYPE_CHECKING:
    from companion.site.content.pages import Pages
    from companion.store.writing import Store

EXTENSION: Final = "gong"
RESOURCES: Final = "gong-resources"
"""Keys of `app.extensions`: the `Site`, and the stack of what is closed with the application."""

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
        settings: of the host.
        pages: the content, as pages.
        store: counts and reports, if they are kept.
        problem: why the last reload of the content failed, or nothing.
        network_url: URL of the site in the local network, if the server that runs it knows.
    """

    settings: Settings
    pages: "Pages"
    store: "Store | None" = None
    problem: str = ""
    network_url: BaseUrl | None = None

    @property
    def address(self) -> BaseUrl | None:
        """Return the URL to share: the configured one, else the one in the local network, never that of a request."""
        return self.settings.base_url or self.network_url


def resources(app: Flask) -> ExitStack:
    """Return the stack of what is closed with the application, the last first."""
    return cast(ExitStack, app.extensions[RESOURCES])


def site() -> Site:
    """Return the site of the running application."""
    return cast(Site, current_app.extensions[EXTENSION])
