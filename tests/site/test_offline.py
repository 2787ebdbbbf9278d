"""Tables and pages on real phones, with and without network: the service worker, its bundle, and the page script."""

import json
import re
import socket
import time
from collections.abc import Callable
from threading import Event, Thread
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.serving import WSGIRequestHandler, make_server

from companion import languages
from companion.deck import CARDS
from companion.missions.card_map import mission_for, missions_of
from companion.missions.loader import load_pack
from companion.missions.pack import find_pack
from companion.missions.tables import parse_table
from companion.missions.wording.sentence import sentence
from companion.settings import Settings
from companion.site.app import close_app
from companion.site.content.draws import drawn
from companion.site.views.offline import _links
from companion.store import reading
from tests.sweeps import sweep

CORE = load_pack(find_pack())
FOUR = "KWXHY/2/gong-fight/1.0.0"
TWO = "KWXFR/1/gong-fight/1.0.0"


def at_table(table: str, code: str, language: str = "en") -> str:
    """Return the sentence of a card at a table."""
    asked = parse_table(table)
    assert asked is not None
    (card,) = (card for card in CARDS if card.code == code)
    return sentence(CORE, mission_for(CORE.missions, card, table=asked).id, language, 2 if asked.players == 2 else None)


def read(page: Any) -> str:
    return page.locator(".sentence").inner_text()


# What the server gives.


@pytest.mark.parametrize("language", sweep(languages.available(), "mk"))
def test_the_bundle_holds_every_page_that_links_lead_to(client: FlaskClient, language: str) -> None:
    answer = client.get(f"/offline/{language}.json", headers={"Accept-Encoding": "gzip"})
    assert len(answer.data) < 250_000  # once, in the background
    bundle = client.get(f"/offline/{language}.json").get_json()
    pages = bundle["pages"]
    assert bundle["language"] == language
    expected = {"", "t/", "bonus", "malus", "fight", "privacy", "rules", "rules/fight", "duels", "draw/bonus"}
    expected |= {card.code for card in CARDS} | {f"m/gong-fight/1.0.0/{id_}" for id_ in CORE.missions}
    assert expected <= set(pages)
    assert pages["NB4"] == client.get("/NB4", headers={"Accept-Language": language}).text
    assert pages["NB5?players=2"] == client.get("/NB5?players=2", headers={"Accept-Language": language}).text
    assert "JK1?players=2" in pages or pages["JK1"]
    for html in [*pages.values(), bundle["absent"]]:
        assert f'<html lang="{language}"' in html
    for file in bundle["files"]:
        assert client.get(f"/{file}").status_code == 200
    for path, html in pages.items():
        for link in _links(path, html):
            assert link in pages, (path, link)
    needed = set(re.findall(r'(?:href|src)="(?:\.\./)*(static/[^"]+)"', "".join(pages.values())))
    assert needed <= set(bundle["files"])


def test_modules_that_scripts_import_are_in_the_bundle(client: FlaskClient) -> None:
    files = client.get("/offline/en.json").get_json()["files"]
    for file in [file.partition("?")[0] for file in files if ".js" in file]:
        for module in re.findall(r'from "\./([\w./-]+)"', client.get(f"/{file}").text):
            assert f"{file.rpartition('/')[0]}/{module}" in files, (file, module)


def test_the_bundle_is_named_by_its_version_and_kept_for_ever(client: FlaskClient) -> None:
    (address,) = re.findall('data-offline="([^"]+)"', client.get("/NB4").text)
    assert re.fullmatch(r"offline/en\.json\?v=[0-9a-f]{10}", address)
    assert client.get(f"/{address}").headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert client.get("/offline/en.json?v=old").headers["Cache-Control"] == "no-cache"
    assert client.get("/offline/xx.json").status_code == 404
    worker = client.get("/sw.js")
    assert worker.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert worker.headers["Cache-Control"] == "no-cache"
    assert "connect-src 'self'" in worker.headers["Content-Security-Policy"]


def test_making_the_bundle_counts_no_mission(tmp_path: Any, make_app: Callable[..., Flask]) -> None:
    app = make_app(Settings(store=tmp_path / "gong.db"), ahead=False)
    assert app.test_client().get("/offline/en.json").status_code == 200
    close_app(app)
    assert reading.read(tmp_path / "gong.db") == ()


@pytest.mark.parametrize("language", languages.available())
def test_the_manifest(client: FlaskClient, language: str) -> None:
    page = client.get("/", headers={"Accept-Language": language}).text
    (address,) = re.findall('<link rel="manifest" href="([^"]+)">', page)
    answer = client.get(f"/{address}")
    assert answer.headers["Content-Type"] == "application/manifest+json"
    told = json.loads(answer.text)
    assert (told["lang"], told["start_url"], told["scope"], told["display"]) == (language, "./", "./", "standalone")
    assert {(icon["sizes"], icon["purpose"]) for icon in told["icons"]} == {
        ("192x192", "any"), ("512x512", "any"), ("512x512", "maskable"),
    }  # fmt: skip
    for icon in told["icons"]:
        picture = client.get(f"/{icon['src']}")
        width, height = (int.from_bytes(picture.data[place : place + 4]) for place in (16, 20))
        assert (picture.headers["Content-Type"], f"{width}x{height}") == ("image/png", icon["sizes"])
        assert len(picture.data) < 40_000
    assert "manifest" not in client.get("/NB4").text
    assert client.get("/icon-500.png").status_code == 404


# What phones do.


@pytest.fixture
def ready(open_phone: Any, server: Any) -> Callable[..., Any]:
    """Return what opens a phone that has visited the site once, so that its worker has everything."""

    def visit(path: str = "", **options: Any) -> Any:
        page = open_phone(**options)
        page.goto(path)
        settle(page)
        return page

    return visit


def settle(page: Any) -> None:
    """Wait until the worker has the bundle that the page names."""
    page.evaluate(
        """async () => {
             const scope = (await navigator.serviceWorker.ready).scope;
             const wanted = new URL(document.querySelector("script[data-offline]").dataset.offline, scope).href;
             for (let tries = 0; tries < 600; tries++) {
               const kept = await caches.match(scope, {cacheName: `gong ${scope} state`});
               if (kept && (await kept.text()) === wanted && navigator.serviceWorker.controller) return;
               await new Promise(resolve => setTimeout(resolve, 50));
             }
             throw new Error("no bundle");
           }"""
    )


def cut(page: Any) -> Any:
    page.context.set_offline(True)
    return page


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_a_table_on_two_phones(open_phone: Any) -> None:
    one, other = open_phone(language="fr"), open_phone(language="mk")
    one.goto("")
    one.click("[href='t/']")
    one.click(".numbers button >> text=4")
    one.wait_for_url(re.compile("/t/[A-Z]{5}/1/"))
    code = one.locator(".letters").inner_text()
    other.goto("")
    other.fill("#code", code.lower())
    other.press("#code", "Enter")
    other.wait_for_url(f"**/t/{code}/1/**")
    for number in (1, 2):
        table = f"{code}/{number}/gong-fight/1.0.0"
        for scanned in ("NB5", "ZE3", "SP1"):
            one.goto(scanned)
            other.goto(scanned)
            assert read(one) == at_table(table, scanned, "fr")
            assert read(other) == at_table(table, scanned, "mk")
        if number == 1:
            one.click(".seat")  # the chip leads to the table
            one.click("[data-go=next] button")
            one.wait_for_url(f"**/t/{code}/2/**")
            other.goto(urlsplit(one.url).path.lstrip("/"))  # scans the code again
            other.wait_for_selector("text=2")
    one.go_back()
    one.reload()
    one.goto("NB5")
    assert read(one) == at_table(f"{code}/2/gong-fight/1.0.0", "NB5", "fr")
    one.click("summary")
    one.click(".languages >> text=English")
    assert read(one) == at_table(f"{code}/2/gong-fight/1.0.0", "NB5", "en")  # the table stays
    one.click(".seat")
    one.click("[data-go=leave] button")
    one.wait_for_url(re.compile(r":\d+/$"))
    one.goto("NB5")
    assert one.locator(".seat").is_hidden()


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_everything_works_without_network_after_one_visit(ready: Any, app: Flask) -> None:
    page = cut(ready("NB4", language="fr"))
    for path in (
        "ZE5",
        "",
        "bonus",
        "m/gong-fight/1.0.0/F09",
        "rules",
        "rules/fight",
        "privacy",
        "t/",
        "JK1",
        "duels",
        "ze-5",
    ):
        page.goto(path)
        assert page.locator("html").get_attribute("lang") == "fr", path
        assert page.locator("h1").first.is_visible() or path == "t/", path
    assert page.url.endswith("/ZE5")
    usual = app.test_client().get("/ZE5", headers={"Accept-Language": "fr"}).text
    assert f">{read(page)}</p>" in usual
    page.goto("")
    page.fill("#code", "nb-4")  # no server leads on
    page.press("#code", "Enter")
    page.wait_for_url("**/NB4")
    page.goto("")
    page.fill("#code", "NB9")
    page.press("#code", "Enter")
    page.wait_for_selector("[data-slot=no-code]", state="visible")
    page.goto("nothing/here")
    assert page.locator("#code").is_visible()
    assert page.locator("html").get_attribute("lang") == "fr"
    # The number of players, kept by the phone alone.
    page.goto("PR6")
    page.click("nav.players >> text=2")
    page.wait_for_url("**/PR6?players=2")
    two = read(page)
    page.goto("PR6")
    page.wait_for_function("text => document.querySelector('.sentence').textContent === text", arg=two)
    page.goto("bonus")
    page.wait_for_selector("main[data-seats='2']")
    assert sentence(CORE, "B03", "fr", 2) in page.locator(".missions").inner_text()


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_draws_without_network(ready: Any) -> None:
    page = cut(ready(""))
    page.goto("fight")
    page.click(".draw")
    page.wait_for_selector(".sentence")
    titles = []
    for n in range(1, 5):
        page.wait_for_function(f"() => document.querySelector('.scene strong').textContent === '{n} / 18'")
        titles.append(page.locator("h1").inner_text())
        page.click("[data-slot=next]")
    assert len(set(titles)) == 4
    page.wait_for_function("() => document.querySelector('.scene strong').textContent === '5 / 18'")
    page.go_back()
    page.wait_for_function("() => document.querySelector('.scene strong').textContent === '4 / 18'")
    assert page.locator("h1").inner_text() == titles[3]
    missions = missions_of(CORE.missions, "fight")
    page.goto("draw/fight/a/3")  # an address of the server
    page.wait_for_selector(".sentence")
    assert page.locator("h1").inner_text() == CORE.title(missions[drawn("fight", "a", 3, 18)].id, "en")
    page.reload()
    page.wait_for_selector(".sentence")
    assert page.locator("h1").inner_text() == CORE.title(missions[drawn("fight", "a", 3, 18)].id, "en")


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_a_table_without_network(ready: Any) -> None:
    """Start, join, next round, back, change, leave: the phone does it alone and agrees with the server."""
    page = ready("")
    page.goto(f"t/{FOUR}")
    cut(page)
    page.goto("NB5")
    page.wait_for_selector(f"main[data-table='{FOUR}']")
    assert read(page) == at_table(FOUR, "NB5")
    assert page.locator(".band b").inner_text() == "NB5"
    assert page.locator(".seat b").inner_text() == "KWXHY"
    page.click(".seat")
    page.wait_for_selector("[data-ready] [data-go=next] button")
    assert page.locator(".letters").inner_text() == "KWXHY"
    page.click("[data-go=next] button")
    page.wait_for_selector(".round >> text=3")
    three = FOUR.replace("/2/", "/3/")
    for code in ("NB5", "OM1"):
        page.goto(code)
        page.wait_for_selector(f"main[data-table='{three}']")
        assert read(page) == at_table(three, code)
    page.goto("t/KWXFR")  # another table's code is scanned
    page.wait_for_selector("[data-ready]")
    page.click("[data-go=join] button")
    page.goto("VI2")
    page.wait_for_selector(f"main[data-table='{TWO}']")
    assert read(page) == at_table(TWO, "VI2")  # worded for two
    page.click(".seat")
    page.wait_for_selector("[data-ready]")
    page.click("[data-go=leave] button")
    page.wait_for_url(re.compile(r":\d+/$"))
    page.goto("t/")
    page.wait_for_selector("[data-ready]")  # before, a tap would go to the server
    page.click(".numbers button >> text=3")
    page.wait_for_url(re.compile("/t/#[A-Z]{5}/1/"))
    started = page.url.partition("#")[2]
    assert parse_table(started).players == 3
    page.goto("NB5")
    page.wait_for_selector(f"main[data-table='{started}']")
    page.context.set_offline(False)
    page.goto("NB5")  # the server agrees
    assert read(page) == at_table(started, "NB5")
    assert page.locator("main").get_attribute("data-table") == started


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_a_server_that_is_gone_comes_back_with_something_new(browser: Any, start_server: Any, tmp_path: Any) -> None:
    """The old version is shown while there is no server, the new one at the next visit; the old copy is thrown away."""
    port = free_port()
    old = start_server("--port", str(port))
    context = browser.new_context(base_url=old.url, reduced_motion="reduce")
    page = context.new_page()
    page.goto("NB5")
    settle(page)
    before = page.evaluate("() => caches.keys()")
    old.stop()
    page.goto("NB5")
    shown = read(page)
    assert shown == sentence(CORE, "B03", "en")
    page.goto("ZE1")
    assert page.locator(".band b").inner_text() == "ZE1"
    new = start_server("--port", str(port), GONG_PACK=str(find_pack("gong-gentle")))
    page.goto("NB5")
    gentle = load_pack(find_pack("gong-gentle"))
    assert read(page) == sentence(gentle, "B03", "en")
    settle(page)
    after = page.evaluate("() => caches.keys()")
    assert len(before) == len(after) == 2
    assert set(before) & set(after) == {f"gong {new.url} state"}
    new.stop()
    page.goto("NB5")
    assert read(page) == sentence(gentle, "B03", "en")
    context.close()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_below_a_path(browser: Any, start_server: Any) -> None:
    server = start_server(GONG_BASE_URL="http://127.0.0.1/gong")
    context = browser.new_context(base_url=f"{server.url.rstrip('/')}/", reduced_motion="reduce")
    page = context.new_page()
    outside: list[str] = []
    page.goto("")
    assert page.url.endswith("/gong/")
    page.on("request", lambda request: outside.append(request.url) if "/gong/" not in request.url else None)
    settle(page)
    assert page.evaluate("async () => (await navigator.serviceWorker.ready).scope").endswith("/gong/")
    page.goto(f"t/{FOUR}")
    assert {cookie["path"] for cookie in context.cookies()} == {"/gong"}
    server.stop()
    page.goto("NB5")
    page.wait_for_selector(f"main[data-table='{FOUR}']")
    assert read(page) == at_table(FOUR, "NB5")
    page.click(".seat")
    page.wait_for_selector("[data-ready]")
    page.click("[data-go=next] button")
    page.wait_for_selector(".round >> text=3")
    assert {cookie["path"] for cookie in context.cookies()} == {"/gong"}
    page.click("[data-go=leave] button")
    page.wait_for_url("**/gong/")
    assert [address for address in outside if not address.startswith("data:")] == []
    context.close()


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_the_language_that_was_chosen_is_the_one_without_network(ready: Any) -> None:
    page = ready("NB4", language="en")
    page.click("summary")
    page.click(".languages >> text=Español")
    settle(page)
    cut(page)
    page.goto("ZE5")
    assert page.locator("html").get_attribute("lang") == "es"
    page.goto("ZE5?lang=en")  # this one the phone has, too
    assert page.locator("html").get_attribute("lang") == "en"
    page.goto("NB4?lang=mk")  # this one not: rather another language than nothing
    assert page.locator("html").get_attribute("lang") == "en"


class Silent(WSGIRequestHandler):
    """Writes no log."""

    def log(self, *_: Any) -> None:
        pass


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_a_slow_site_is_waited_for_where_the_phone_has_nothing(open_phone: Any, app: Flask) -> None:
    """An unknown page, a table: the real answer. A card: that of before after three seconds, or if the site is down."""
    slow, broken = Event(), Event()

    def dawdle(environ: Any, start_response: Any) -> Any:
        if broken.is_set():
            start_response("502 Bad Gateway", [("Content-Type", "text/plain")])
            return [b"nobody home"]
        if slow.is_set() and environ["PATH_INFO"] in ("/t/KWXHY/2/gong-fight/1.0.0", "/nothing", "/NB5"):
            time.sleep(4)
        return app(environ, start_response)

    server = make_server("127.0.0.1", 0, dawdle, threaded=True, request_handler=Silent)
    Thread(target=server.serve_forever, daemon=True).start()
    page = open_phone(base_url=f"http://127.0.0.1:{server.server_port}/")
    page.goto("NB4")
    settle(page)
    slow.set()
    assert "etag" not in page.goto("NB5").headers  # what the worker keeps has no validators
    answer = page.goto("nothing")
    assert answer.status == 404
    page.goto(f"t/{FOUR}")
    assert page.url.endswith(f"/t/{FOUR}")
    page.wait_for_load_state("networkidle")
    broken.set()
    page.goto("ZE1")
    page.wait_for_selector(f"main[data-table='{FOUR}']")
    assert read(page) == at_table(FOUR, "ZE1")
    page.context.close()
    server.shutdown()
    server.server_close()


BLOCKED = """const blocked = {get() { throw new DOMException("blocked", "SecurityError"); }, set() {}};
for (const name of ["localStorage", "sessionStorage", "caches"]) Object.defineProperty(window, name, blocked);
Object.defineProperty(Navigator.prototype, "serviceWorker", blocked);
Object.defineProperty(Document.prototype, "cookie", blocked);"""


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
@pytest.mark.parametrize("missing", [BLOCKED, "delete Navigator.prototype.serviceWorker; delete window.caches"])
def test_blocked_or_missing_storage_is_no_error(open_phone: Any, missing: str) -> None:
    page = open_phone()
    page.add_init_script(missing)
    for path in ("NB4", "", "t/", f"t/{FOUR}", "bonus"):
        page.goto(path, wait_until="networkidle")
        assert page.locator("h1").first.is_visible()
    # The fixture fails the test if anything was complained of.


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_a_phone_that_refuses_cookies_is_told_and_plays_on(open_phone: Any, app: Flask) -> None:
    def without_cookies(environ: Any, start_response: Any) -> Any:
        def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            return start_response(status, [(name, value) for name, value in headers if name != "Set-Cookie"], *more)

        return app(environ, start)

    server = make_server("127.0.0.1", 0, without_cookies, threaded=True, request_handler=Silent)
    Thread(target=server.serve_forever, daemon=True).start()
    page = open_phone(base_url=f"http://127.0.0.1:{server.server_port}/")
    page.context.new_cdp_session(page).send("Emulation.setDocumentCookieDisabled", {"disabled": True})
    page.goto(f"t/{FOUR}")
    page.wait_for_selector("[data-slot=refused]", state="visible")
    page.fill("#code", "NB5")
    page.press("#code", "Enter")
    page.wait_for_url(f"**/t/{FOUR}/NB5")
    assert read(page) == at_table(FOUR, "NB5")
    page.wait_for_load_state("networkidle")
    page.context.close()
    server.shutdown()
    server.server_close()


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_a_page_from_before_notices_the_next_round(open_phone: Any) -> None:
    """Back from the table's page, the browser may show a card as it was; it must not be that of the round before."""
    page = open_phone()
    page.goto(f"t/{FOUR}")
    page.goto("NB5")
    page.click(".seat")
    page.click("[data-go=next] button")
    page.wait_for_url("**/t/KWXHY/3/**")
    page.go_back()
    page.go_back()
    three = FOUR.replace("/2/", "/3/")
    page.wait_for_selector(f"main[data-table='{three}']")
    assert read(page) == at_table(three, "NB5")


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_the_site_can_be_installed(ready: Any) -> None:
    page = ready("")
    client = page.context.new_cdp_session(page)
    found = client.send("Page.getAppManifest")
    assert found["errors"] == []
    assert json.loads(found["data"])["short_name"] == "GONG"
    problems = client.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [problem["errorId"] for problem in problems if problem["errorId"] != "in-incognito"] == []
