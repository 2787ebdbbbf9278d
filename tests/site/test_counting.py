"""What counts as a mission shown to somebody, and what a report is; the page never depends on it."""

import sqlite3
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.settings import Settings
from companion.site.serving.counting import has_reader
from companion.store.reading import read
from companion.store.rows import Row, Shown
from companion.store.writing import Store

PHONE = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36"
CUBOT = PHONE.replace("Android 15", "Android 13; CUBOT NOTE 20")
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile Safari/604.1"


def asked(agent: str, method: str = "GET", **headers: str) -> dict[str, str]:
    """Return the environment of a request; a header like Sec-Purpose is given as `sec_purpose`."""
    return {
        "REQUEST_METHOD": method,
        "HTTP_USER_AGENT": agent,
        **{f"HTTP_{name.upper()}": value for name, value in headers.items()},
    }


@pytest.mark.parametrize(
    "agent", [PHONE, IPHONE, CUBOT, "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"]
)
def test_a_phone_has_a_reader(agent: str) -> None:
    assert has_reader(200, asked(agent))
    assert has_reader(304, asked(agent, sec_fetch_dest="document"))


@pytest.mark.parametrize(
    "agent",
    [
        "WhatsApp/2.23.20 A",
        "TelegramBot (like TwitterBot)",
        "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
        "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
        "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
        "Mozilla/5.0 (Windows NT 6.1) SkypeUriPreview Preview/0.5",
        "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
        "curl/8.5.0",
        "Wget/1.21",
        "python-requests/2.32",
        "",
    ],
)
def test_link_previews_and_programs_have_none(agent: str) -> None:
    assert not has_reader(200, asked(agent))


@pytest.mark.parametrize(
    ("method", "status", "headers"),
    [
        ("HEAD", 200, {}),
        ("GET", 404, {}),
        ("GET", 302, {}),
        ("GET", 200, {"sec_purpose": "prefetch;prerender"}),
        ("GET", 200, {"purpose": "prefetch"}),
        ("GET", 200, {"x_moz": "prefetch"}),
        ("GET", 200, {"sec_fetch_dest": "empty"}),  # a script that keeps the page for later
        ("GET", 200, {"sec_fetch_dest": "image"}),
    ],
)
def test_what_nobody_looks_at_does_not_count(method: str, status: int, headers: dict[str, str]) -> None:
    assert not has_reader(status, asked(PHONE, method, **headers))


# ------------------------------------------------------------ the site


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "counts.db"


@pytest.fixture
def make_counting_app(make_app: Callable[..., Flask]) -> Callable[[Path], Flask]:
    return lambda path: make_app(Settings(store=path))


@pytest.fixture
def phone(make_counting_app: Callable[[Path], Flask], path: Path) -> FlaskClient:
    client = make_counting_app(path).test_client()
    client.environ_base["HTTP_USER_AGENT"] = PHONE
    return client


def sums(path: Path) -> dict[tuple[Shown, str], int]:
    found: dict[tuple[Shown, str], int] = {}
    for row in read(path) if path.exists() else ():
        found[row.shown, row.reason] = found.get((row.shown, row.reason), 0) + row.count
    return found


def test_a_shown_mission_is_counted_with_card_and_language(phone: FlaskClient, path: Path) -> None:
    phone.get("/NB4", headers={"Accept-Language": "fr"})
    phone.get("/NB4?lang=mk")
    assert sums(path) == {
        (Shown("NB4", "gong-fight", "1.0.0", "M04", "fr"), ""): 1,
        (Shown("NB4", "gong-fight", "1.0.0", "M04", "mk"), ""): 1,
    }


def test_a_page_that_the_phone_has_already_counts(phone: FlaskClient, path: Path) -> None:
    etag = phone.get("/NB4").headers["ETag"]
    assert phone.get("/NB4", headers={"If-None-Match": etag}).status_code == 304
    assert [*sums(path).values()] == [2]


def test_missions_without_a_card_count_too(phone: FlaskClient, path: Path) -> None:
    phone.get("/draw/fight/abc/1")
    phone.get("/m/gong-fight/1.0.0/B01")
    assert {shown.card for shown, _ in sums(path)} == {""}
    assert ("gong-fight", "1.0.0", "B01") in {(s.pack, s.version, s.mission) for s, _ in sums(path)}
    assert sum(sums(path).values()) == 2


def test_the_rest_does_not_count(phone: FlaskClient, path: Path) -> None:
    """Link-preview bots, HEAD, prefetch, redirects, jokers' help, lists, pictures."""
    phone.head("/NB4")
    phone.get("/nb4")
    phone.get("/XY9")
    phone.get("/JK1")
    phone.get("/bonus")
    phone.get("/static/site.css")
    phone.get("/NB4", headers={"User-Agent": "WhatsApp/2.23"})
    phone.get("/NB4", headers={"sec_purpose": "prefetch"})
    assert sums(path) == {}


def test_a_report_is_noted_once(phone: FlaskClient, path: Path) -> None:
    """Double tap on a POST: one effect."""
    address = "/report/gong-fight/1.0.0/M04"
    page = phone.get(f"{address}?card=NB4").text
    for reason in ("impossible", "unclear", "unfair"):
        assert f'value="{reason}"' in page
    for _ in range(2):
        answer = phone.post(address, data={"reason": "unclear", "card": "NB4"})
        assert (answer.status_code, answer.headers["Location"]) == (303, "/report/thanks")
    assert "Thank you!" in phone.get("/report/thanks").text
    assert sums(path) == {(Shown("NB4", "gong-fight", "1.0.0", "M04", "en"), "unclear"): 1}


@pytest.mark.parametrize(
    ("address", "data", "status"),
    [
        ("/report/gong-fight/1.0.0/M04", {"reason": "boring"}, 400),
        ("/report/gong-fight/1.0.0/M04", {}, 400),
        ("/report/gong-fight/1.0.0/X99", {"reason": "unfair"}, 404),
        ("/report/other/1.0.0/M04", {"reason": "unfair"}, 404),
        ("/report/gong-fight/1.0.0/M04", {"reason": "unfair", "card": "x" * 20_000}, 413),
    ],
)
def test_a_report_of_something_else(
    phone: FlaskClient, path: Path, address: str, data: dict[str, str], status: int
) -> None:
    assert phone.post(address, data=data).status_code == status
    assert sums(path) == {}


def test_a_report_from_another_site_is_refused(phone: FlaskClient, path: Path) -> None:
    address = "/report/gong-fight/1.0.0/M04"
    answer = phone.post(address, data={"reason": "unfair"}, headers={"Origin": "https://evil.example"})
    assert answer.status_code == 403
    assert sums(path) == {}


def test_an_odd_card_in_a_report_is_no_card(phone: FlaskClient, path: Path) -> None:
    phone.post("/report/gong-fight/1.0.0/M04", data={"reason": "unfair", "card": "<b>"})
    assert {shown.card for shown, _ in sums(path)} == {""}


def test_the_mission_leads_to_the_report_only_where_there_is_a_store(phone: FlaskClient, client: FlaskClient) -> None:
    link = 'href="report/gong-fight/1.0.0/M04?card=NB4"'
    assert link in phone.get("/NB4").text
    assert "report/" not in client.get("/NB4").text
    assert client.get("/report/gong-fight/1.0.0/M04").status_code == 404


# ------------------------------------------------------------ whatever happens to the store


def every_page(client: FlaskClient) -> None:
    for address in ("/", "/NB4", "/JK1", "/fight", "/draw/fight/abc/1", "/privacy", "/rules", "/healthz"):
        assert client.get(address).status_code == 200, address


def lock(path: Path) -> Any:
    Store(path).probe()
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("BEGIN EXCLUSIVE")
    return connection.close


def corrupt(path: Path) -> Any:
    path.write_bytes(b"scribble" * 999)
    return lambda: None


def folder(path: Path) -> Any:
    path.unlink(missing_ok=True)
    path.mkdir()
    return lambda: None


@pytest.mark.parametrize(
    ("harm", "said"),
    [(lock, "locked"), (corrupt, ""), (folder, "is a folder; name a file in it"), (lambda _: lambda: None, "")],
)
def test_every_page_is_there_whatever_the_store_is(
    harm: Callable[[Path], Callable[[], None]], said: str, make_counting_app: Callable[[Path], Flask], path: Path
) -> None:
    """Database missing, locked, corrupt: every page 200, and /readyz says why."""
    client = make_counting_app(path).test_client()
    client.environ_base["HTTP_USER_AGENT"] = PHONE
    heal = harm(path)
    try:
        every_page(client)
        ready = client.get("/readyz")
        assert ready.status_code == 200
        assert (said in ready.text) if said else (ready.text == "ok\n"), ready.text
    finally:
        heal()


def test_a_store_row_is_what_was_shown(phone: FlaskClient, path: Path) -> None:
    phone.get("/PR1")
    (row,) = read(path)
    assert row == Row(row.hour, Shown("PR1", "gong-fight", "1.0.0", "F01", "en"), "", 1)


def test_what_a_phone_has_been_shown_is_in_the_store(start_server: Callable[..., Any], path: Path) -> None:
    """From the moment that its answer arrives, whatever becomes of the server."""
    server = start_server(GONG_STORE=str(path))
    phone = {"User-Agent": PHONE}
    for number in range(1, 41):
        card = ("NB4", "ZE1", "nb4", "AN3?lang=fr")[number % 4]  # answered in the loop and by threads
        with urllib.request.urlopen(urllib.request.Request(f"{server.url}{card}", headers=phone), timeout=20) as answer:
            answer.read()
            assert sum(row.count for row in read(path)) == number
    server.process.kill()
    server.process.wait(20)
    assert sum(row.count for row in read(path)) == 40
