"""The application factory of the site.

>>> app = create_app(Settings())
>>> app.test_client().get("/NB4").status_code
200
>>> close_app(app)
"""

import os
from contextlib import ExitStack
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
from companion.site.context import EXTENSION, RESOURCES, Site, resources
from companion.site.print.print_pages import printing
from companion.site.serving.access_log import AccessLog, Prefix, safe_path
from companion.site.serving.response_cache import ResponseCache
from companion.site.views.card_pages import AnyPathConverter, cards
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
from companion.store.writing import Store

if TYPE_CHECKING:
    from types import TracebackType

MAX_URL_LENGTH: Final = 8000
"""Octets of path and query that are accepted (RFC 9110 4.1 asks for at least 8000)."""

MAX_BODY: Final = 16 * 1024
"""Octets of a request's body; the only form has one short field."""


class GongSite(Flask):
    """The application."""

    def log_exception(self, exc_info: "tuple[type, BaseException, TracebackType] | tuple[None, None, None]") -> None:
        """Log an unhandled exception; what the client sent appears only in a harmless form."""
        self.logger.error("fault at %s", safe_path(request.environ), exc_info=exc_info)


def create_app(settings: Settings | None = None, *, ahead: bool = True) -> Flask:
    """Return the site with its content loaded and its card pages rendered. `close_app` closes it.

    Args:
        settings: by default those of the environment and of `gong.toml` in the working directory.
        ahead: whether to render the card pages now; else each is rendered on its first request, or by `render_ahead`.

    Raises:
        SettingsError: wrong settings.
        PackError: the pack is missing or broken.
    """
    if settings is None:
        settings = load_settings(os.environ, Path.cwd())
    pages = Pages(load_library(settings.pack), Renderer(settings.languages, reports=settings.store is not None))
    if ahead:
        pages.render_ahead()

    app = GongSite("companion.site", static_folder=None, template_folder=None)
    app.config.update(
        TRUSTED_HOSTS=list(settings.trusted_hosts) or None,
        MAX_CONTENT_LENGTH=MAX_BODY,
        MAX_FORM_MEMORY_SIZE=MAX_BODY,
    )
    app.extensions[RESOURCES] = ExitStack()
    app.extensions[EXTENSION] = Site(settings, pages, _store(app, settings))
    app.url_map.merge_slashes = False  # what Werkzeug redirects to would repeat the Host header
    app.url_map.converters["any_path"] = AnyPathConverter
    for blueprint in (home, lists, rules, duels, scores, scan, legend, reports, tables, offline, printing, cards):
        app.register_blueprint(blueprint)
    app.before_request(_check)
    app.after_request(secure)
    handle_errors(app)
    _wrap(app, settings)
    return app


def close_app(app: Flask) -> None:
    """Close the store, the print queue and whatever else belongs to the application. A second call does nothing."""
    resources(app).close()


def render_ahead(app: Flask) -> None:
    """Render the card pages that are not rendered yet, while the site already answers."""
    site: Site = app.extensions[EXTENSION]
    site.pages.render_ahead(pause=0.005)


def set_network_url(app: Flask, url: str) -> None:
    """Set the URL in the local network that invitations to a table use; a configured base URL takes precedence.

    Raises:
        AddressError: no URL that phones could open.
    """
    app.extensions[EXTENSION] = replace(app.extensions[EXTENSION], network_url=parse_base_url(url))


def _store(app: Flask, settings: Settings) -> Store | None:
    """Return the open store. The site works without one, so its errors are logged and not raised."""
    if settings.store is None:
        return None
    store = Store(settings.store, settings.store_sync)
    store.probe()
    resources(app).callback(store.close)
    return store


def _check() -> Response | None:
    """Reject requests that no view should have to handle."""
    environ = request.environ
    if len(environ.get("PATH_INFO", "")) + len(environ.get("QUERY_STRING", "")) > MAX_URL_LENGTH:
        abort(414)
    if request.method not in ("GET", "HEAD", "OPTIONS") and not is_from_here(request.headers):
        abort(403)
    if not environ.get("PATH_INFO"):
        # `/gong` without its slash would break every relative link. `GET http://host HTTP/1.1` has no path either, and
        # what Werkzeug redirects that to would repeat the Host header.
        return go("", 302)
    return None


def _wrap(app: Flask, settings: Settings) -> None:
    """Wrap the application in its WSGI middleware, innermost first."""
    wsgi: Any = ResponseCache(app, app.wsgi_app)
    if settings.base_url and settings.base_url.prefix:
        wsgi = Prefix(wsgi, settings.base_url.prefix)
    if hops := settings.proxy_hops:
        wsgi = ProxyFix(wsgi, x_for=hops, x_proto=hops, x_host=hops, x_port=hops, x_prefix=hops)
    app.wsgi_app = AccessLog(wsgi)  # type: ignore[method-assign]
