"""The site: Flask at the edge, everything it shows made by `pages`.

>>> app = create_app(Settings())
>>> app.test_client().get("/NB4").status_code
200
"""

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from flask import Flask, Response, abort, request
from werkzeug.middleware.proxy_fix import ProxyFix

from companion.address import parse_base_url
from companion.settings import Settings, load_settings
from companion.site.content.library import load_library
from companion.site.content.pages import Pages
from companion.site.content.rendering import Renderer
from companion.site.context import EXTENSION, Site
from companion.site.print.print_pages import printing
from companion.site.serving.access_log import AccessLog, Prefix, safe_path
from companion.site.serving.closing import at_end
from companion.site.serving.response_cache import FrontDoor
from companion.site.views.card_pages import Anything, cards
from companion.site.views.duel_pages import duels
from companion.site.views.error_pages import handle_errors
from companion.site.views.home import home
from companion.site.views.http import go, is_from_here, secure
from companion.site.views.legend import legend
from companion.site.views.list_pages import lists
from companion.site.views.offline import offline
from companion.site.views.report_pages import reports
from companion.site.views.rule_pages import rules
from companion.site.views.scan_page import scan
from companion.site.views.score_pages import scores
from companion.site.views.table_pages import tables
from companion.store import Store

if TYPE_CHECKING:
    from types import TracebackType

LONGEST_ADDRESS: Final = 8000
"""Octets of path and query that are looked at (RFC 9110 4.1 asks for at least 8000)."""

LARGEST_BODY: Final = 16 * 1024
"""Octets of a request's body; the only form has one short field."""


class GongSite(Flask):
    """The application."""

    def log_exception(self, exc_info: "tuple[type, BaseException, TracebackType] | tuple[None, None, None]") -> None:
        """Write a fault of ours to the log; what the reader sent stands in it only in a harmless form."""
        self.logger.error("fault at %s", safe_path(request.environ), exc_info=exc_info)


def create_app(settings: Settings | None = None, *, ahead: bool = True) -> Flask:
    """Return the site, all its content loaded and its card pages made.

    Args:
        settings: what the host set; by default from the environment and from `gong.toml` in the working directory.
        ahead: whether to make the card pages now; else each is made when it is first asked for, or by `make_ahead`.

    Raises:
        SettingsError: wrong settings.
        PackError: the pack is missing or broken.
    """
    if settings is None:
        settings = load_settings(os.environ, Path.cwd())
    pages = Pages(load_library(settings.pack), Renderer(settings.languages, reports=settings.store is not None))
    if ahead:
        pages.make_ahead()

    app = GongSite("companion.site", static_folder=None, template_folder=None)
    app.config.update(
        TRUSTED_HOSTS=list(settings.trusted_hosts) or None,
        MAX_CONTENT_LENGTH=LARGEST_BODY,
        MAX_FORM_MEMORY_SIZE=LARGEST_BODY,
    )
    app.extensions[EXTENSION] = Site(settings, pages, _store(settings))
    app.url_map.merge_slashes = False  # what Werkzeug redirects to would repeat the Host header
    app.url_map.converters["anything"] = Anything
    for blueprint in (home, lists, rules, duels, scores, scan, legend, reports, tables, offline, printing, cards):
        app.register_blueprint(blueprint)
    app.before_request(_check)
    app.after_request(secure)
    handle_errors(app)
    _wrap(app, settings)
    return app


def make_ahead(app: Flask) -> None:
    """Make the card pages that are not made yet; meanwhile the site answers."""
    site: Site = app.extensions[EXTENSION]
    site.pages.make_ahead(rest=0.005)


def tell_address(app: Flask, url: str) -> None:
    """Tell the site where phones find it, for codes that let others in; a configured base URL goes before.

    Raises:
        AddressError: nothing that phones could open.
    """
    app.extensions[EXTENSION] = replace(app.extensions[EXTENSION], reached=parse_base_url(url))


def _store(settings: Settings) -> Store | None:
    """Return the open store; whatever is wrong with it is in the log, and the site goes on."""
    if settings.store is None:
        return None
    store = Store(settings.store, settings.store_sync)
    store.probe()
    at_end(store.close)
    return store


def _check() -> Response | None:
    """Turn away what no page should have to think of."""
    environ = request.environ
    if len(environ.get("PATH_INFO", "")) + len(environ.get("QUERY_STRING", "")) > LONGEST_ADDRESS:
        abort(414)
    if request.method not in ("GET", "HEAD", "OPTIONS") and not is_from_here(request.headers):
        abort(403)
    if not environ.get("PATH_INFO"):
        # `/gong` without its slash would break every relative link. `GET http://host HTTP/1.1` has no path either, and
        # what Werkzeug redirects that to would repeat the Host header.
        return go("", 302)
    return None


def _wrap(app: Flask, settings: Settings) -> None:
    """Put the WSGI layers around the application, innermost first."""
    wsgi: Any = FrontDoor(app, app.wsgi_app)
    if settings.base_url and settings.base_url.prefix:
        wsgi = Prefix(wsgi, settings.base_url.prefix)
    if hops := settings.proxy_hops:
        wsgi = ProxyFix(wsgi, x_for=hops, x_proto=hops, x_host=hops, x_port=hops, x_prefix=hops)
    app.wsgi_app = AccessLog(wsgi)  # type: ignore[method-assign]
