"""For phones without network: all pages of a language in one file, and the service worker that keeps it.

The worker (`static/js/sw.js`) fetches the bundle after the first visit, and a new one when the version in the pages
changes. What it does with it, and what it cannot do, is told in docs/offline.md.
"""

import json
import logging
import re
from collections import deque
from collections.abc import Iterator
from typing import Final
from urllib.parse import urljoin, urlsplit

from flask import Blueprint, Response, abort, current_app, request

from companion import languages
from companion.deck import CARDS, KINDS
from companion.missions.pack import Pack
from companion.palette import GALAXY_COLORS
from companion.phrases import N_
from companion.site.content.assets import versioned
from companion.site.content.icons import SIZES, icon
from companion.site.content.pages import Pages
from companion.site.content.representation import JSON, MANIFEST, PNG, Page, make_page
from companion.site.context import site
from companion.site.views.http import CONTENT_SECURITY_POLICY, FOR_EVER, REVALIDATE, reader, send

log = logging.getLogger("gong.content")

offline = Blueprint("offline", __name__)

BESIDE: Final = re.compile(r"(print|draw|report|t/.)")
"""Pages that need the server: printing, reports, a fresh seed, somebody's table."""

DESCRIPTION: Final = N_("The missions of the card game GONG, the Game Of Nine Galaxies.")

LINK: Final = re.compile(r'<a\b[^>]*?\bhref="([^"#?]+)')

ABSENT: Final = (
    N_("No network"),
    N_("This page is not on your phone. Cards, missions and rules are: type the code that is printed on your card."),
)


@offline.get("/sw.js")
def worker() -> Response:
    """Send the service worker; from the root of the site, because it may only serve what lies below its address."""
    response = send(site().pages.renderer.assets["js/sw.js"])
    response.headers["Content-Security-Policy"] = CONTENT_SECURITY_POLICY  # a worker may do what its own answer allows
    return response


@offline.get("/offline/<language>.json")
def bundle(language: str) -> Response:
    """Send all pages of a language; for ever under the address that pages name, else to be asked again."""
    pages = site().pages
    if language not in pages.renderer.languages:
        abort(404)
    page = pages.once(("offline", language, request.root_path), lambda: _bundle(pages, language))
    return send(page, cache=FOR_EVER if request.args.get("v") == pages.version else REVALIDATE)


@offline.get("/m/<pack_id>/<version>/missions.json")
def missions(pack_id: str, version: str) -> Response:
    """Send for how many players each mission of a pack is, from and to."""
    pack = site().pages.library.packs.get((pack_id, version)) or abort(404)
    return send(make_page(json.dumps(players_of(pack)), JSON))


@offline.get("/manifest.webmanifest")
def manifest() -> Response:
    """Send what a phone wants to know to put the site among its apps."""
    language = reader().language
    sky = GALAXY_COLORS[6].deep
    told = {
        "id": "./",
        "name": "GONG – Game Of Nine Galaxies",
        "short_name": "GONG",
        "description": site().pages.renderer.text(DESCRIPTION, language),
        "lang": language,
        "dir": languages.direction(language),
        "start_url": "./",  # from the address of the manifest on: below whatever path the site lives
        "scope": "./",
        "display": "standalone",
        "theme_color": sky,
        "background_color": sky,
        "icons": [_icon(192), _icon(512), _icon(512, "maskable")],
    }
    return send(make_page(json.dumps(told, ensure_ascii=False), MANIFEST, language))


def _icon(size: int, purpose: str = "any") -> dict[str, str]:
    name = f"icon-{size}.png" if purpose == "any" else f"icon-{size}-{purpose}.png"
    return {"src": name, "sizes": f"{size}x{size}", "type": PNG, "purpose": purpose}


@offline.get("/icon-<int:size>.png")
@offline.get("/icon-<int:size>-<any(maskable):purpose>.png")
def picture(size: int, purpose: str = "any") -> Response:
    """Send the icon for a phone's list of apps."""
    if size not in SIZES:
        abort(404)
    return send(icon(size, purpose == "maskable"))


def players_of(pack: Pack) -> dict[str, list[int]]:
    """Return the least and the greatest number of players of every mission."""
    return {mission.id: [mission.players.start, mission.players.stop - 1] for mission in pack.missions.values()}


def _bundle(pages: Pages, language: str) -> Page:
    """Return everything that can be reached from the start page, as the site answers it."""
    found: dict[str, str] = {}
    ahead = deque(["", *(card.code for card in CARDS)])
    while ahead:
        path = ahead.popleft()
        if path in found:
            continue
        answer = _answer(path, language, players=3)
        if answer is None:
            log.error("offline: a link leads to %r, which is not there", path)
            continue
        found[path] = answer
        two = _answer(path, language, players=2)
        if two is not None and two != answer:
            found[f"{path}?players=2"] = two
        ahead.extend(_links(path, answer))
    shells = {f"draw/{kind}": pages.draw(kind, language).body.decode() for kind in KINDS}
    absent = pages.message(*ABSENT, language, f"{request.root_path}/").body.decode()
    pack = pages.library.current
    data = {f"m/{pack.id}/{pack.version}/missions.json": players_of(pack)}
    text = json.dumps(
        {
            "language": language,
            "pages": found | shells,
            "shells": [*shells, "t/"],
            "absent": absent,
            "data": data,
            "files": list(_files(pages)),
        },
        ensure_ascii=False,
    )
    return make_page(text, JSON, level=9)


def _answer(path: str, language: str, players: int) -> str | None:
    """Return the page that the site shows at an address to a phone with these choices and without a table."""
    headers = {"Cookie": f"lang={language}; players={players}", "Sec-Purpose": "prefetch"}
    environ = {"SCRIPT_NAME": request.root_path, "wsgi.url_scheme": request.scheme}
    app = current_app
    with app.test_request_context(f"/{path}", base_url=request.host_url, headers=headers, environ_overrides=environ):
        response = app.full_dispatch_request()
    return response.get_data(as_text=True) if response.status_code == 200 else None


def _links(path: str, html: str) -> Iterator[str]:
    """Return the addresses of this site that a page links to, below the root."""
    for link in LINK.findall(html):
        parts = urlsplit(urljoin(f"http://site/{path}", link))
        target = parts.path.removeprefix("/")
        if parts.netloc == "site" and not BESIDE.match(target):
            yield target


def _files(pages: Pages) -> Iterator[str]:
    """Return the addresses of style sheets and scripts: those that pages name with a version, the others without."""
    for name, asset in pages.renderer.assets.items():
        if name.endswith(".css") or name == "js/site.js":
            yield versioned(name, asset)
        elif name.endswith(".js") and name != "js/sw.js":
            yield f"static/{name}"
