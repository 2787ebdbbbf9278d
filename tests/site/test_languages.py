"""Which language a reader gets (RFC 4647 lookup: address, then cookie, then Accept-Language, then English)."""

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion import languages
from companion.deck import card
from companion.missions.loader import load_pack
from companion.missions.pack import Pack, find_pack
from companion.settings import Settings
from companion.site.content.library import Library
from companion.site.content.pages import Pages
from companion.site.content.rendering import Renderer


def language(client: FlaskClient, path: str = "/NB4", accept: str | None = None) -> str:
    response = client.get(path, headers={"Accept-Language": accept} if accept is not None else {})
    assert f'<html lang="{response.headers["Content-Language"]}" dir="ltr"' in response.text
    return response.headers["Content-Language"]


@pytest.mark.parametrize(
    ("accept", "expected"),
    [
        (None, "en"),
        ("fr-FR,en-US;q=0.7,en;q=0.3", "fr"),
        ("fr-CA, en;q=0.9", "fr"),
        ("en;q=0.9, fr-CA", "fr"),
        ("FR", "fr"),
        ("en-GB, fr", "en"),
        ("de, fr;q=0.5, en;q=0.4", "fr"),
        ("fr, en-US", "fr"),  # equal quality: in the order given
        ("*", "en"),
        ("*, fr;q=0.1", "fr"),
        ("fr;q=0, en;q=0.1", "en"),
        ("xx-YY", "en"),
        ("", "en"),
        (";;;,,,q=", "en"),
        ("fr;q=banana", "en"),
        ("\xff\xfe", "en"),
        ("-,--,-fr", "en"),
        ("f" * 9000, "en"),
        (",".join(f"x{n}" for n in range(2000)) + ",fr", "fr"),
    ],
)
def test_the_browser_asks(client: FlaskClient, accept: str | None, expected: str) -> None:
    assert language(client, accept=accept) == expected


@pytest.mark.parametrize("offered", languages.available())
def test_each_language_is_found_by_its_regions(client: FlaskClient, offered: str) -> None:
    assert language(client, accept=f"xx, {offered}-ZZ;q=0.8, en;q=0.1") == offered


def test_a_choice_is_kept_against_the_browser(app: Flask) -> None:
    client = app.test_client()
    chosen = client.get("/NB4?lang=fr", headers={"Accept-Language": "en"})
    assert chosen.headers["Content-Language"] == "fr"
    (cookie,) = chosen.headers.getlist("Set-Cookie")
    assert cookie.startswith("lang=fr; ")
    assert "Secure" not in cookie  # plain http on a home network
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Max-Age=31536000" in cookie
    assert "Path=/" in cookie
    for path in ("/", "/bonus", "/m/gong-fight/1.0.0/B01", "/JK1", "/privacy"):
        assert language(client, path, "en") == "fr"
    assert language(client, "/?lang=en", "fr") == "en"
    assert language(client, "/NB4", "fr") == "en"


def test_under_https_the_cookie_is_secure(client: FlaskClient) -> None:
    response = client.get("/NB4?lang=fr", base_url="https://gong.example")
    assert "; Secure" in response.headers["Set-Cookie"]


@pytest.mark.parametrize("asked", ["xx", "", "f" * 5000, "../../etc", "%00", "fr\r\nX: y", "_fr"])
def test_a_language_that_there_is_not_is_no_choice(client: FlaskClient, asked: str) -> None:
    response = client.get("/NB4", query_string={"lang": asked}, headers={"Accept-Language": "fr"})
    assert response.status_code == 200
    assert response.headers["Content-Language"] == "fr"
    assert "Set-Cookie" not in response.headers


def test_a_tampered_cookie_counts_as_none(app: Flask) -> None:
    for value in ("xx", "<b>", "f" * 3000, "fr;x", "\\303", "en, fr"):
        client = app.test_client()
        client.set_cookie("lang", value)
        assert language(client, accept="fr") == "fr"


def test_a_regional_choice_is_kept_as_the_language_it_found(client: FlaskClient) -> None:
    assert client.get("/?lang=fr-CA").headers["Set-Cookie"].startswith("lang=fr; ")


@pytest.mark.parametrize("path", ["/", "/NB4", "/JK2", "/fight", "/draw/fight/abc/2", "/privacy", "/nothing"])
def test_every_page_has_the_switch(client: FlaskClient, path: str) -> None:
    page = client.get(path).text
    assert '<a href="?lang=fr" lang="fr" hreflang="fr">Français</a>' in page
    assert '<a href="?lang=en" lang="en" hreflang="en" aria-current="true">English</a>' in page


class EnglishOnly:
    """A pack whose titles nobody has translated yet."""

    languages = ("en",)

    def __init__(self, pack: Pack) -> None:
        self._pack = pack

    def __getattr__(self, name: str) -> Any:
        return getattr(self._pack, name)

    def title(self, mission_id: str, language: str) -> str:
        assert language == "en"
        return self._pack.title(mission_id, language)


def test_text_in_another_language_than_the_page_is_marked() -> None:
    pack = EnglishOnly(load_pack(find_pack()))
    pages = Pages(Library(pack, {}), Renderer())
    french = pages.card(card("NB4"), "fr", None).body.decode()
    assert '<html lang="fr"' in french
    assert '<h1 lang="en">' in french
    assert "<h1>" in pages.card(card("NB4"), "en", None).body.decode()
    assert pages.listing("bonus", "fr", None).body.decode().count('" lang="en">') == 18


def test_the_renderer_writes_every_language_it_offers() -> None:
    renderer = Renderer()
    assert renderer.languages[0] == "en"
    assert {renderer.page("privacy.html", code, "").language for code in renderer.languages} == set(renderer.languages)


def test_a_host_may_offer_some_languages_only(make_app: Callable[..., Flask]) -> None:
    client = make_app(Settings(languages=("mk", "fr"))).test_client()
    assert client.get("/", headers={"Accept-Language": "en"}).headers["Content-Language"] == "mk"
    assert client.get("/", headers={"Accept-Language": "fr"}).headers["Content-Language"] == "fr"
    assert 'hreflang="en"' not in client.get("/").text
