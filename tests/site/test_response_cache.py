"""The response cache sends the framework's own responses, and nothing stale."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import Client

from companion import languages
from companion.deck import CARDS
from companion.settings import Settings
from companion.site.app import close_app
from companion.site.context import EXTENSION
from companion.site.serving.reload import reload_content
from companion.site.serving.response_cache import ResponseCache
from companion.store.reading import read


class Asked:
    """Counts how often the framework is asked."""

    def __init__(self, app: Flask) -> None:
        self.times = 0
        self._inner = Flask.wsgi_app.__get__(app)
        self.cache = ResponseCache(app, self)

    def __call__(self, environ: Any, start_response: Any) -> Any:
        self.times += 1
        return self._inner(environ, start_response)


@pytest.fixture
def asked(app: Flask) -> Asked:
    return Asked(app)


HEADERS: list[dict[str, str]] = [
    {},
    {"Accept-Encoding": "gzip"},
    {"Accept-Language": "fr-CA, en;q=0.9", "Accept-Encoding": "gzip, br"},
    {"Accept-Language": "*", "Cookie": "other=1; lang=mk; players=2"},
    {"Cookie": "lang=xx; players=9"},
    {"Host": "another.example"},
]


def whole(client: Client, path: str, headers: dict[str, str]) -> tuple[str, list[tuple[str, str]], bytes]:
    answer = client.get(path, headers=headers)
    return answer.status, sorted(header for header in answer.headers if header[0] != "Date"), answer.data


@pytest.mark.parametrize("headers", HEADERS)
def test_the_answer_is_the_framework_s_own(asked: Asked, headers: dict[str, str]) -> None:
    cached, inside = Client(asked.cache, use_cookies=False), Client(asked, use_cookies=False)
    for card in CARDS:
        first = whole(cached, f"/{card.code}", headers)
        before = asked.times
        again = whole(cached, f"/{card.code}", headers)
        assert asked.times == before, "the framework was asked a second time"
        assert first == again == whole(inside, f"/{card.code}", headers)


@pytest.mark.parametrize("language", languages.available())
def test_who_has_the_page_gets_304_from_the_door(asked: Asked, language: str) -> None:
    cached = Client(asked.cache, use_cookies=False)
    headers = {"Accept-Language": language, "Accept-Encoding": "gzip"}
    etag = cached.get("/NB4", headers=headers).headers["ETag"]
    known = {**headers, "If-None-Match": etag}
    first = whole(cached, "/NB4", known)
    before = asked.times
    assert first == whole(cached, "/NB4", known)
    assert (first[0], first[2], asked.times) == ("304 NOT MODIFIED", b"", before)


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("/nb4", {}),
        ("/NB4?lang=fr", {}),
        ("/NB4/", {}),
        ("/XX9", {}),
        ("/", {}),
        ("/NB4", {"Range": "bytes=0-5"}),
        ("/NB4", {"Cookie": "table=KWXHY/1/gong-fight/1.0.0"}),
    ],
)
def test_everything_else_goes_to_the_framework(asked: Asked, path: str, headers: dict[str, str]) -> None:
    cached = Client(asked.cache, use_cookies=False)
    for times in (1, 2):
        cached.get(path, headers=headers)
        assert asked.times == times


def test_a_head_and_a_post_go_to_the_framework(asked: Asked) -> None:
    cached = Client(asked.cache, use_cookies=False)
    cached.get("/NB4")
    assert cached.head("/NB4").data == b""
    assert cached.post("/NB4").status_code == 405
    assert asked.times == 3


def test_a_host_that_is_not_trusted_is_never_answered(make_app: Callable[..., Flask]) -> None:
    client = make_app(Settings(trusted_hosts=("gong.example",))).test_client()
    for _ in range(2):
        assert client.get("/NB4", headers={"Host": "gong.example"}).status_code == 200
        assert client.get("/NB4", headers={"Host": "evil.example"}).status_code == 400


def test_what_is_kept_is_bounded(asked: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.site.serving.response_cache.MAX_RESPONSES", 10)
    cached = Client(asked.cache, use_cookies=False)
    for number in range(35):
        assert cached.get("/NB4", headers={"Accept-Language": f"fr;q=0.{number:03}1"}).status_code == 200
        assert len(asked.cache._responses) <= 10


def test_new_content_is_shown_at_once(make_app: Callable[..., Flask]) -> None:
    app = make_app(Settings())
    client = app.test_client()
    before = client.get("/NB4")
    assert client.get("/NB4").data == before.data
    assert reload_content(app)
    old = app.extensions[EXTENSION].pages
    assert client.get("/NB4").data == before.data
    assert app.extensions[EXTENSION].pages is old


def test_every_reader_counts_at_the_door_too(tmp_path: Path, make_app: Callable[..., Flask]) -> None:
    path = tmp_path / "counts.db"
    app = make_app(Settings(store=path))
    client = app.test_client()
    phone = {"User-Agent": "Mozilla/5.0 (Linux; Android 15) Mobile Safari/537.36"}
    etag = client.get("/NB4", headers=phone).headers["ETag"]
    for _ in range(2):
        client.get("/NB4", headers=phone)
        client.get("/NB4", headers={**phone, "If-None-Match": etag})
        client.get("/NB4", headers={"User-Agent": "WhatsApp/2"})
        client.get("/JK1", headers=phone)
    close_app(app)
    assert [row.count for row in read(path)] == [5]


def test_https_is_remembered_only_where_there_is_https(app: Flask) -> None:
    name = "Strict-Transport-Security"
    client = app.test_client()
    for _ in range(2):
        assert name not in client.get("/NB4").headers
        assert client.get("/NB4", base_url="https://localhost").headers[name] == "max-age=31536000"
