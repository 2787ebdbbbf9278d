"""Bad input: a friendly page, the right status, nothing of it repeated, one line in the log."""

import logging
import re
from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.settings import Settings
from companion.site.views.error_pages import MOST_REFUSED

LOG_LINE = r"[A-Z0-9%]+ /[\x21-\x7e]* [1-5]\d\d \d+\.\d ms"


def friendly(text: str) -> bool:
    return 'name="code"' in text and 'href="/bonus"' in text and "<h1>" in text


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/" + "A" * 5000, 404),
        ("GET", "/" + "A" * 9000, 414),
        ("GET", "/?code=" + "A" * 5000, 404),
        ("GET", "/?" + "x=1&" * 3000, 414),
        ("GET", "/%00", 404),
        ("GET", "/NB4%00", 404),
        ("GET", "/%ff%fe", 404),
        ("GET", "/%", 404),
        ("GET", "/%zz%", 404),
        ("GET", "/%0d%0aSet-Cookie:%20a=b", 404),
        ("GET", "/<script>alert(1)</script>", 404),
        ("GET", "/..%2f..%2fetc/passwd", 404),
        ("GET", "/static/../site.css", 404),
        ("GET", "/static/..%2f..%2fpyproject.toml", 404),
        ("GET", "/\u202eevil", 404),
        ("GET", "/{{7*7*1009}}", 404),
        ("POST", "/NB4", 405),
        ("PUT", "/NB4", 405),
        ("DELETE", "/bonus", 405),
        ("PATCH", "/", 405),
        ("TRACE", "/NB4", 405),
        ("BREW", "/NB4", 405),
        ("POST", "/%00", 405),
        ("POST", "/healthz", 405),
    ],
)
def test_bad_input(client: FlaskClient, caplog: pytest.LogCaptureFixture, method: str, path: str, status: int) -> None:
    caplog.set_level(logging.INFO)
    response = client.open(path, method=method, headers={"Accept-Language": "fr"})
    assert response.status_code == status
    assert friendly(response.text)
    assert response.headers["Content-Language"] == "fr"
    assert response.headers["Cache-Control"] == "no-store"
    assert len(response.data) < 6000
    for raw in ("AAAA", "<script>", "alert(1)", "Set-Cookie", "etc/passwd", "evil", "7*7", "49441", "\x00"):
        assert raw not in response.text
    assert "Set-Cookie" not in response.headers
    (record,) = caplog.records
    assert re.fullmatch(LOG_LINE, record.getMessage())
    assert len(record.getMessage()) < 200


@pytest.mark.parametrize(
    ("path", "allowed"),
    [("/NB4", {"GET", "HEAD", "OPTIONS"}), ("/", {"GET", "HEAD", "OPTIONS", "POST"})],
)
def test_405_says_what_is_allowed(client: FlaskClient, path: str, allowed: set[str]) -> None:
    response = client.put(path)
    assert set(response.headers["Allow"].split(", ")) == allowed
    assert set(client.options(path).headers["Allow"].split(", ")) == allowed


def test_a_good_request_is_one_line_too(client: FlaskClient, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    client.get("/NB4?secret=1", headers={"User-Agent": "somebody"})
    (record,) = caplog.records
    assert re.fullmatch(r"GET /NB4 200 \d+\.\d ms", record.getMessage())


def test_a_body_that_is_too_large(client: FlaskClient) -> None:
    response = client.post("/", data={"code": "A" * 100_000})
    assert response.status_code == 413
    assert friendly(response.text)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 303),
        ({"Origin": "http://localhost"}, 303),
        ({"Sec-Fetch-Site": "same-origin"}, 303),
        ({"Sec-Fetch-Site": "none"}, 303),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "https://localhost"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site", "Origin": "http://localhost"}, 403),
    ],
)
def test_a_post_comes_from_this_site(client: FlaskClient, headers: dict[str, str], status: int) -> None:
    assert client.post("/", data={"code": "NB4"}, headers=headers).status_code == status


def test_behind_a_proxy_the_base_url_is_this_site_too(make_app: Callable[..., Flask]) -> None:
    from companion.address import parse_base_url

    client = make_app(Settings(base_url=parse_base_url("https://gong.example"))).test_client()
    good = client.post("/", data={"code": "NB4"}, headers={"Origin": "https://gong.example"})
    bad = client.post("/", data={"code": "NB4"}, headers={"Origin": "https://evil.example"})
    assert (good.status_code, bad.status_code) == (303, 403)


def test_a_fault_of_ours(app: Flask, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """The page for it uses nothing that may be what is broken, and the log says where, on harmless lines."""

    def broken(*_: object) -> None:
        raise RuntimeError("the reason")

    monkeypatch.setattr(app.extensions["gong"].pages.renderer._environment, "get_template", broken)
    monkeypatch.setitem(app.config, "PROPAGATE_EXCEPTIONS", False)
    response = app.test_client().get("/%0aprivacy%0a")  # not found, but the page that says so cannot be made
    assert response.status_code == 500
    assert "The ship has a fault" in response.text
    assert "the reason" not in response.text
    assert "Traceback" not in response.text
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    faults = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert [record.getMessage() for record in faults] == ["fault at /%0Aprivacy%0A"]
    assert "the reason" in caplog.text


def test_only_trusted_hosts_are_answered(make_app: Callable[..., Flask]) -> None:
    client = make_app(Settings(trusted_hosts=("gong.example", ".club.example"))).test_client()

    def status(host: str) -> int:
        response = client.get("/NB4", headers={"Host": host})
        assert host not in response.text
        if response.status_code == 400:
            assert friendly(response.text)
        return response.status_code

    assert [status(host) for host in ("gong.example", "gong.example:8000", "a.club.example")] == [200] * 3
    assert [status(host) for host in ("evil.example", "gong.example.evil.example", "127.0.0.1")] == [400] * 3


def test_whoever_runs_the_site_is_told_which_hosts_are_refused(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, make_app: Callable[..., Flask]
) -> None:
    monkeypatch.setattr("companion.site.views.error_pages._refused", set())
    client = make_app(Settings(trusted_hosts=("gong.example",))).test_client()
    for host in ("www.gong.example", "www.gong.example", "a\nb", *(f"scan{n}.example" for n in range(100))):
        client.get("/NB4", headers={"Host": host} if host != "a\nb" else {}, environ_overrides={"HTTP_HOST": host})
    told = [record.getMessage() for record in caplog.records if record.name == "gong.hosts"]
    assert told[:2] == [
        "a request for the host 'www.gong.example' is refused: it is not one of trusted_hosts",
        "a request for the host 'a?b' is refused: it is not one of trusted_hosts",
    ]
    assert len(told) == MOST_REFUSED


def test_the_host_header_never_comes_back(client: FlaskClient) -> None:
    headers = {"Host": "evil.example", "X-Forwarded-Host": "evil.example", "X-Forwarded-Prefix": "/evil"}
    for path in ("/", "/NB4", "/nb4", "/NB4/", "/nothing", "/draw/bonus", "/?code=NB4", "/bonus"):
        response = client.get(path, headers=headers)
        assert "evil" not in response.text
        assert "evil" not in str(response.headers)
    for path in ("", "//NB4", "///nb4//", "//nothing", "//evil.example/NB4"):
        response = client.get("/", headers=headers, environ_overrides={"PATH_INFO": path})
        assert "evil" not in response.text
        assert "evil" not in str(response.headers)
