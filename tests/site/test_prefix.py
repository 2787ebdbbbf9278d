"""A site below `/gong`: by its base URL, mounted, or behind a proxy that is believed."""

import re
from collections.abc import Callable
from urllib.parse import urljoin, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.middleware.dispatcher import DispatcherMiddleware
from werkzeug.test import Client
from werkzeug.wrappers import Response

from companion.address import parse_base_url
from companion.settings import Settings

PAGES = [
    "/",
    "/NB4",
    "/JK1",
    "/bonus",
    "/m/gong-fight/1.0.0/B01",
    "/draw/bonus/abc/1",
    "/privacy",
    "/print",
    "/no/such/page",
]


@pytest.fixture
def mounted(app: Flask) -> Client:
    """The application below /gong of a server that has something else at its root."""
    return Client(DispatcherMiddleware(Response("elsewhere", 418), {"/gong": app}))


@pytest.fixture(scope="module")
def app_with_prefix(make_app: Callable[..., Flask]) -> Flask:
    return make_app(Settings(base_url=parse_base_url("https://gong.example/gong")))


@pytest.fixture
def prefixed(app_with_prefix: Flask) -> Client:
    """The application that knows its prefix; the proxy keeps the path."""
    return Client(app_with_prefix)


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("how", ["mounted", "prefixed"])
def test_every_link_stays_below_the_prefix_and_works(how: str, path: str, request: pytest.FixtureRequest) -> None:
    client: Client = request.getfixturevalue(how)
    page = client.get(f"/gong{path}")
    assert page.status_code == (404 if "no/such" in path else 200)
    links = re.findall(r'(?:href|action|src)="(?!data:)([^"]*)"', page.text)
    assert len(links) >= 5
    for link in links:
        address = urljoin(f"http://localhost/gong{path}", link)
        below = urlsplit(address).path
        assert below.startswith("/gong/"), link
        answer = client.get(below, query_string=urlsplit(address).query)
        assert answer.status_code in ((200, 404) if link.startswith(("?", "#")) else (200, 303)), link


@pytest.mark.parametrize("how", ["mounted", "prefixed"])
def test_redirects_and_cookies_stay_below_the_prefix(how: str, request: pytest.FixtureRequest) -> None:
    client: Client = request.getfixturevalue(how)
    for path, to in {
        "/gong": "/gong/",
        "/gong/nb4": "/gong/NB4",
        "/gong/NB4/": "/gong/NB4",
        "/gong/?code=nb4": "/gong/NB4",
        "/gong/BONUS/": "/gong/bonus",
    }.items():
        assert client.get(path).headers["Location"] == to
    assert client.get("/gong/draw/fight").headers["Location"].startswith("/gong/draw/fight/")
    assert "Path=/gong;" in client.get("/gong/NB4?lang=fr").headers["Set-Cookie"] + ";"


def test_a_proxy_may_take_the_prefix_away(prefixed: Client) -> None:
    assert prefixed.get("/NB4").data == prefixed.get("/gong/NB4").data
    assert prefixed.get("/nb4").headers["Location"] == "/gong/NB4"


def test_the_prefix_is_a_whole_step_of_the_path(prefixed: Client) -> None:
    assert prefixed.get("/gongNB4").status_code == 404


def test_forwarded_headers_are_believed_only_when_asked_to(client: FlaskClient, make_app: Callable[..., Flask]) -> None:
    headers = {"X-Forwarded-Prefix": "/gong", "X-Forwarded-Proto": "https"}
    believing = make_app(Settings(proxy_hops=1)).test_client()
    answer = believing.get("/nb4", headers=headers)
    assert answer.headers["Location"] == "/gong/NB4"
    cookie = believing.get("/NB4?lang=fr", headers=headers).headers["Set-Cookie"]
    assert "Path=/gong" in cookie
    assert "Secure" in cookie
    assert client.get("/nb4", headers=headers).headers["Location"] == "/NB4"
    assert "Secure" not in client.get("/NB4?lang=fr", headers=headers).headers["Set-Cookie"]
