"""What goes over the wire: weight, requests, compression, validators, caching, security headers (DESIGN 8 and 9)."""

import gzip
import re

import pytest
from flask.testing import FlaskClient

from companion import languages
from companion.deck import CARDS
from companion.palette import GALAXY_COLORS, KIND_COLORS
from companion.site.content.assets import slim_css, slim_js
from companion.site.content.representation import make_page

CODES = [card.code for card in CARDS]
GZIP = {"Accept-Encoding": "br;q=1.0, gzip;q=0.8"}


def needed(page: str) -> list[str]:
    """Return the addresses that a browser fetches for a page."""
    found = re.findall(r'<(?:link|script|img|source|iframe|object|use|image)\b[^>]*?\b(?:href|src)="([^"]+)"', page)
    return [address for address in found if not address.startswith("data:")]


@pytest.mark.parametrize("language", languages.available())
def test_a_card_page_is_10_kb_in_3_requests(client: FlaskClient, language: str) -> None:
    for code in CODES:
        page = client.get(f"/{code}", headers={**GZIP, "Accept-Language": language})
        fetched = [
            page,
            *(client.get(f"/{path}", headers=GZIP) for path in needed(gzip.decompress(page.data).decode())),
        ]
        assert [response.status_code for response in fetched] == [200] * len(fetched)
        assert len(fetched) <= 3
        assert sum(len(response.data) for response in fetched) <= 10_240
        script = next(response for response in fetched if "javascript" in response.content_type)
        assert len(script.data) <= 6_144
        needed_to_read = [response for response in fetched if response is not script]
        assert sum(len(response.data) + len(str(response.headers)) for response in needed_to_read) <= 10_240


def test_only_one_small_style_sheet_stands_before_the_sentence(client: FlaskClient) -> None:
    """A slow phone reads after one more way there and back: the script waits, page and sheet fit in the first flight.

    Ten segments of 1,460 bytes come before the server waits for an answer (RFC 6928).
    """
    for code in CODES:
        page = client.get(f"/{code}", headers=GZIP)
        html = gzip.decompress(page.data).decode()
        head = html.partition("<body")[0]
        (sheet,) = re.findall(r'<link rel="stylesheet" href="([^"]+)">', head)
        assert 'rel="preload"' not in head
        (script,) = re.findall(r"<script[^>]*>", html)
        assert 'type="module"' in script  # is deferred
        style = client.get(f"/{sheet}", headers=GZIP)
        assert max(len(answer.data) + len(str(answer.headers)) for answer in (page, style)) < 10 * 1460


def test_the_script_is_6_kb(client: FlaskClient) -> None:
    """Whatever a page loads at once; helpers come when they are tapped."""
    assert len(client.get("/static/js/site.js", headers=GZIP).data) <= 6 * 1024
    at_a_table = ("seat", "tables", "chance", "phone")  # without network
    loaded = [client.get(f"/static/js/{name}.js", headers=GZIP).data for name in ("site", *at_a_table)]
    assert sum(map(len, loaded)) <= 6 * 1024


@pytest.mark.parametrize("path", ["/", "/NB4", "/JK1", "/bonus", "/draw/bonus/a/1", "/privacy", "/nothing"])
def test_a_page_has_one_script_and_nothing_from_elsewhere(client: FlaskClient, path: str) -> None:
    page = client.get(path).text
    (script,) = re.findall("<script[^>]*>[^<]*</script>", page)
    assert re.fullmatch(
        r'<script type="module" src="[./]*static/js/site\.js\?v=[0-9a-f]{8}" data-offline="\S+"></script>', script
    )
    assert "style=" not in page
    assert "<style" not in page
    assert not re.search(r"\son\w+=", page)
    assert "//" not in page.replace("</", "").replace("<!doctype html>", "")  # no absolute address at all
    style = client.get(f"/{needed(page)[0].lstrip('/')}" if not path.startswith("/draw") else "/static/site.css").text
    assert "url(" not in style
    assert "@import" not in style


def test_compression(client: FlaskClient) -> None:
    for path in ("/NB4", "/bonus", "/nothing", "/static/site.css"):
        plain = client.get(path, headers={"Accept-Encoding": "identity"})
        packed = client.get(path, headers=GZIP)
        refused = client.get(path, headers={"Accept-Encoding": "gzip;q=0"})
        assert "Content-Encoding" not in plain.headers
        assert packed.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(packed.data) == plain.data == refused.data
        assert "Accept-Encoding" in packed.headers["Vary"]
        assert plain.headers.get("ETag", "") != packed.headers.get("ETag", "-")


def test_who_has_the_page_gets_304(client: FlaskClient) -> None:
    for path in ("/NB4", "/", "/fight", "/m/gong-fight/1.0.0/M01", "/draw/bonus/abc/3", "/static/icon.svg"):
        first = client.get(path, headers=GZIP)
        etag = first.headers["ETag"]
        assert re.fullmatch(r'"[0-9a-f]{20}-gzip"', etag)  # strong
        again = client.get(path, headers={**GZIP, "If-None-Match": f'"other", {etag}'})
        assert (again.status_code, again.data) == (304, b"")
        for name in ("ETag", "Cache-Control", "Vary"):
            assert again.headers[name] == first.headers[name]
        assert client.head(path, headers={**GZIP, "If-None-Match": etag}).status_code == 304
        assert client.get(path, headers={**GZIP, "If-None-Match": '"other"'}).status_code == 200
    english = client.get("/NB4", headers=GZIP).headers["ETag"]
    french = client.get("/NB4", headers={**GZIP, "Accept-Language": "fr", "If-None-Match": english})
    assert french.status_code == 200


def test_pages_are_asked_for_again_and_assets_kept_for_ever(client: FlaskClient) -> None:
    page = client.get("/NB4")
    assert page.headers["Cache-Control"] == "no-cache"
    assert set(page.headers["Vary"].split(", ")) == {"Accept-Language", "Cookie", "Accept-Encoding"}
    for path in needed(page.text):
        asset = client.get(f"/{path}")
        assert asset.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert asset.headers["Vary"] == "Accept-Encoding"
        assert client.get(f"/{path.partition('?')[0]}?v=old").headers["Cache-Control"] == "no-cache"


def test_an_answer_with_a_cookie_is_private(client: FlaskClient) -> None:
    assert client.get("/NB4?players=2").headers["Cache-Control"] == "private, no-cache"


@pytest.mark.parametrize("path", ["/", "/NB4", "/nb4", "/nothing", "/static/site.css", "/healthz", "/draw/bonus"])
def test_security_headers(client: FlaskClient, path: str) -> None:
    headers = client.get(path).headers
    policy = dict(part.split(" ", 1) for part in headers["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert "camera=()" in headers["Permissions-Policy"]


def test_the_colours_of_the_style_sheet_are_those_of_the_palette(client: FlaskClient) -> None:
    style = client.get("/static/site.css").text
    for index, galaxy in enumerate(GALAXY_COLORS):
        assert f".galaxy-{index}{{--deep:{galaxy.deep};--glow:{galaxy.glow};--spark:{galaxy.spark}}}" in style
    for kind, colors in KIND_COLORS.items():
        assert f".kind-{kind}{{--fill:{colors.fill};" in style


def test_what_is_sent_is_smaller_and_says_the_same() -> None:
    css = (
        "/* a\n comment */\na > b:hover , c {\n  margin: -1px calc(1px + 2px) }\n@media (x: 1) and (y) { p { top: 0 } }"
    )
    small = "a>b:hover,c{margin:-1px calc(1px + 2px)}@media (x:1) and (y){p{top:0}}"
    assert slim_css(css) == small
    assert slim_js("// why\nlet a = 1; // stays\n  // gone\n  a += '//';\n") == "let a = 1; // stays\na += '//';\n"


def test_the_same_text_gives_the_same_bytes() -> None:
    assert make_page("GONG" * 99) == make_page("GONG" * 99)
    assert make_page("GONG").digest != make_page("GONG!").digest
