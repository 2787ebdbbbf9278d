"""`/print`: choices, picture, orders, and a real browser that downloads a deck and decodes it."""

import io
import re
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pypdf
import pypdfium2
import pytest
import zxingcpp
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from companion import languages
from companion.address import BaseUrl, card_address
from companion.deck import CARDS
from companion.settings import Settings
from companion.site.app import create_app
from companion.site.print import orders
from companion.site.print.orders import (
    CHOICES,
    PRODUCTS,
    Options,
    Order,
    OrderError,
    check,
    deck_options,
    parse_options,
)
from companion.site.print.preview import picture
from companion.site.print.print_pages import EXTENSION
from companion.site.print.queue import MAX_WAITING_PER_CLIENT
from printables import thumbnails
from printables.sheet import plan
from tests.site.print_support import BASE, FROM_HERE, StillQueue

Server = Any  # the class in conftest.py


@pytest.fixture
def jobs(tmp_path: Path) -> Iterator[StillQueue]:
    found = StillQueue(tmp_path / "jobs")
    yield found
    found.close()


@pytest.fixture(scope="module")
def site() -> Flask:
    return create_app(Settings(base_url=BASE))


@pytest.fixture
def printer(site: Flask, jobs: StillQueue) -> FlaskClient:
    site.extensions[EXTENSION] = jobs
    return site.test_client()


# The page


@pytest.mark.parametrize("language", languages.available())
def test_the_page_offers_everything(printer: FlaskClient, language: str) -> None:
    page = printer.get(f"/print?lang={language}").text
    for name, values in CHOICES.items():
        for value in values:
            assert re.search(rf'<select id="{name}".*?<option value="{re.escape(value)}"', page, re.S), (name, value)
    for product in PRODUCTS:
        assert f'name="what" value="{product}"' in page
    for tag in languages.available():
        assert f'<option value="{tag}"' in page
    assert "https://gong.example" in page
    assert page.count('<svg viewBox="0 0 210.0 297.0"') == 2


def test_the_start_page_leads_here(client: FlaskClient) -> None:
    assert 'href="print"' in client.get("/").text


@pytest.mark.parametrize("typed", ["/PRINT", "/print/"])
def test_other_spellings_lead_here(client: FlaskClient, typed: str) -> None:
    assert client.get(typed, follow_redirects=True).request.path == "/print"


def test_without_a_base_url_the_page_says_how_to_set_it_and_prints_no_codes(client: FlaskClient) -> None:
    page = client.get("/print", headers={"Host": "evil.example"}).text
    assert "gong serve --base-url https://gong.example" in page
    assert 'value="deck"' not in page
    assert 'value="rules"' in page
    assert "evil.example" not in page
    answer = client.post(
        "/print", data={"what": "deck"}, headers={"Host": "evil.example", "Origin": "http://evil.example"}
    )
    assert answer.status_code == 409
    assert "evil.example" not in answer.text


def test_nothing_is_printed_from_the_host_header(printer: FlaskClient, jobs: StillQueue) -> None:
    headers = {"Host": "evil.example", "X-Forwarded-Host": "evil.example", "Origin": "http://evil.example"}
    assert printer.post("/print", data={"what": "deck"}, headers=headers).status_code == 303
    [wanted] = jobs.waiting
    assert wanted.base == BASE
    assert "evil" not in wanted.text


def test_the_choices_of_the_query_are_shown(printer: FlaskClient) -> None:
    page = printer.get("/print?paper=letter&duplex=fold&low_ink=1&cards=54&language=mk&thickness=0.5").text
    for name, value in {"paper": "letter", "duplex": "fold", "cards": "54"}.items():
        assert re.search(rf'<select id="{name}".*?<option value="{value}" selected', page, re.S)
    assert re.search(r'<option value="mk" lang="mk" selected', page)
    assert re.search(r'name="low_ink"[^>]* checked', page)
    assert 'value="0.5"' in page
    assert page.count('<svg viewBox="0 0 279.4 215.9"') == 1
    assert "fronts-low.webp" in page


def test_its_pictures_are_small_and_current() -> None:
    """The prepared pictures look like the cards of today; `make pictures` renews them."""
    from PIL import Image, ImageChops, ImageStat

    from companion.data import data_path

    for name, data in thumbnails.thumbnails().items():
        stored = data_path("static", thumbnails.FOLDER, name).read_bytes()
        assert len(stored) < 60_000
        now, before = (Image.open(io.BytesIO(d)).convert("RGB") for d in (data, stored))
        assert now.size == before.size
        assert max(ImageStat.Stat(ImageChops.difference(now, before)).mean) < 6, f"run make pictures: {name}"


@pytest.mark.parametrize("options", [{}, {"paper": "letter", "duplex": "short"}, {"duplex": "fold"}, {"duplex": "none"},
                                     {"trim": "44x68"}, {"x": 1.5, "y": -2.0}], ids=str)  # fmt: skip
def test_the_picture_shows_what_is_planned(options: dict[str, Any]) -> None:
    chosen = deck_options(Options(**options))
    grid, shown = plan(chosen), picture(chosen)
    assert (shown.width, shown.height, shown.sheets) == (grid.width, grid.height, -(-56 // grid.cards))
    front = shown.pages[0]
    assert len(front.fronts) == grid.cards
    x, y = grid.corner(grid.front(0))
    assert front.fronts[0] == pytest.approx((x, grid.height - y - chosen.trim[1]))
    assert len(front.marks) == len(grid.marks())
    assert len(shown.pages) == (2 if chosen.duplex in ("long", "short") else 1)
    assert len(front.backs) == (grid.cards if chosen.duplex == "fold" else 0)
    if len(shown.pages) == 2:
        x, y = grid.corner(grid.back(grid.front(0), chosen.duplex))
        dx, dy = chosen.back_offset
        assert shown.pages[1].backs[0] == pytest.approx((x + dx, grid.height - y - chosen.trim[1] - dy))


# Orders


WRONG = [
    # form, what the reader is told
    ({"what": "deck", "paper": "a3"}, orders.UNKNOWN),
    ({"what": "castle"}, orders.UNKNOWN),
    ({}, orders.UNKNOWN),
    ({"what": "deck", "language": "tlh"}, orders.UNKNOWN),
    ({"what": "deck", "x": "left"}, orders.NUMBER),
    ({"what": "deck", "x": "nan"}, orders.NUMBER),
    ({"what": "deck", "y": "1e999"}, orders.NUMBER),
    ({"what": "deck", "trim": "own", "width": "10", "height": "15"}, orders.TRIM),
    ({"what": "deck", "trim": "own", "width": "120", "height": "210", "duplex": "fold"}, orders.ROOM),
    ({"what": "deck", "x": "20"}, orders.OFFSET),
    ({"what": "deck", "y": "-19,5"}, orders.OFFSET),
    ({"what": "deck", "x": "1", "duplex": "none"}, orders.SIDES),
    ({"what": "calibrate", "duplex": "fold"}, orders.BOTH),
    ({"what": "box", "trim": "own", "width": "120", "height": "180"}, orders.BOX),
    ({"what": "box", "thickness": "0"}, orders.THICKNESS),
    ({"what": "box", "thickness": "2"}, orders.THICKNESS),
]


@pytest.mark.parametrize(("form", "message"), WRONG, ids=lambda value: str(value)[:60])
def test_what_cannot_be_made_is_said_on_the_page(
    printer: FlaskClient, jobs: StillQueue, form: dict[str, str], message: str
) -> None:
    answer = printer.post("/print", data=form, headers=FROM_HERE)
    assert answer.status_code == 400
    assert message in unescape(answer.text)
    assert 'role="alert"' in answer.text
    assert not jobs.waiting


@pytest.mark.parametrize("language", languages.available()[1:])
def test_it_is_said_in_the_language_of_the_reader(printer: FlaskClient, language: str) -> None:
    answer = printer.post(
        "/print", data={"what": "deck", "x": "20"}, headers={**FROM_HERE, "Accept-Language": language}
    )
    told = languages.translations("site", language).gettext(orders.OFFSET)
    assert told != orders.OFFSET
    assert told in unescape(answer.text)


def test_an_address_that_is_too_long_for_the_cards() -> None:
    base = BaseUrl("https", ".".join(["a" * 60] * 3))
    with pytest.raises(OrderError) as caught:
        check(Order("deck", Options(trim="44x68"), base, "/nowhere"))
    assert caught.value.message == orders.HOST


def test_another_site_cannot_order(printer: FlaskClient, jobs: StillQueue) -> None:
    for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        assert printer.post("/print", data={"what": "deck"}, headers=headers).status_code == 403
    assert not jobs.waiting


def test_looking_orders_nothing(printer: FlaskClient, jobs: StillQueue) -> None:
    for query in ("what=deck", "what=deck&paper=letter"):
        assert printer.get(f"/print?{query}").status_code == 200
    assert printer.head("/print").status_code == 200
    assert not jobs.waiting


@given(st.dictionaries(st.sampled_from([*CHOICES, "x", "y", "width", "height", "thickness", "language", "low_ink"]),
                       st.text(max_size=20)))  # fmt: skip
def test_any_form_is_read_or_refused_for_a_reason(form: dict[str, str]) -> None:
    try:
        options = parse_options(form, "en")
    except OrderError as error:
        assert error.message in (orders.UNKNOWN, orders.NUMBER)
        return
    wanted = Order("deck", options, BASE, "/nowhere")
    assert Order.read(wanted.text) == wanted
    try:
        picture(deck_options(options))
    except OrderError as error:
        assert error.message in (orders.TRIM, orders.ROOM, orders.SIDES, orders.OFFSET)


@pytest.mark.parametrize("product", PRODUCTS)
def test_everything_that_is_offered_is_made(product: Any, tmp_path: Path) -> None:
    from companion.missions.pack import find_pack

    wanted = Order(product, Options(paper="letter", low_ink=True, language="fr", cards="54"), BASE, str(find_pack()))
    check(wanted)
    told: list[tuple[int, int]] = []
    file = pypdf.PdfReader(io.BytesIO(orders.make(Order.read(wanted.text), lambda *done: told.append(done))))
    assert len(file.pages) == len(told) == told[-1][0] == told[-1][1]
    assert file.root_object["/Lang"] == "fr"


# A real server and a real browser


def _post(url: str, form: dict[str, str]) -> tuple[int, str]:
    request = urllib.request.Request(f"{url}print", urlencode(form).encode(), {"Sec-Fetch-Site": "same-origin"})
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, answer.url
    except urllib.error.HTTPError as error:
        with error:
            return error.code, ""


def test_cards_are_shown_while_decks_are_printed(start_server: Callable[..., Server], tmp_path: Path) -> None:
    server = start_server("--base-url", "https://gong.example", TMPDIR=str(tmp_path))
    answers = [_post(server.url, {"what": "deck", "x": f"0.{n}"}) for n in range(1, 11)]
    assert {status for status, _ in answers} == {200, 429}
    taken = [url for status, url in answers if status == 200]
    assert len(taken) >= MAX_WAITING_PER_CLIENT
    worst = 0.0
    for card in CARDS[:20]:
        start = time.monotonic()
        with urllib.request.urlopen(f"{server.url}{card.code}", timeout=30) as answer:
            assert answer.status == 200
        worst = max(worst, time.monotonic() - start)
    # A page takes milliseconds; a server that waited for even one deck would need seconds for all of them.
    assert worst < 5, "a card had to wait for the printer"
    with urllib.request.urlopen(taken[-1], timeout=30) as answer:
        assert answer.headers["Refresh"] == "1", "and all the while the last deck is still waiting"
    assert server.stop() == 0
    assert "Traceback" not in server.log.read_text()


@pytest.fixture(scope="module")
def print_server(start_server: Callable[..., Server], tmp_path_factory: pytest.TempPathFactory) -> Server:
    folder = tmp_path_factory.mktemp("temporary")
    return start_server("--base-url", "https://gong.example", TMPDIR=str(folder))


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_choose_wait_download_and_scan_without_any_script(open_phone: Any, print_server: Server) -> None:
    page = open_phone(base_url=print_server.url, java_script_enabled=False, language="fr")
    page.goto("./")
    page.click('a[href="print"]')
    page.click("summary >> text=Options")
    page.select_option("#paper", "letter")
    page.select_option("#duplex", "none")
    page.select_option("#cards", "54")
    page.check("#low_ink")
    page.click("button.look")
    page.wait_for_url("**/print?*")
    assert page.locator("figure.sheets > svg").count() == 1
    assert page.input_value("#paper") == "letter"
    assert page.is_checked("#low_ink")
    with page.expect_navigation(url="**/print/*"):
        page.click('button[value="deck"]')
    page.wait_for_selector("a[download]", timeout=60_000)
    with page.expect_download() as download:
        page.click("a[download]")
    assert download.value.suggested_filename == "gong-deck.pdf"
    document = pypdfium2.PdfDocument(download.value.path())
    try:
        assert len(document) == 6
        sheet = document[0].render(scale=100 / 72).to_pil()
    finally:
        document.close()
    codes = sorted(code.text for code in zxingcpp.read_barcodes(sheet, try_invert=False))
    assert codes == sorted(card_address(BASE, card.code) for card in CARDS[:9])


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_everything_fits_on_a_small_phone(open_phone: Any, print_server: Server) -> None:
    page = open_phone(base_url=print_server.url)
    for language in languages.available():
        for query in ("duplex=fold", "trim=own&width=70&height=120"):
            page.goto(f"print?lang={language}&{query}")
            assert page.evaluate("document.documentElement.scrollWidth") <= 360, (language, query)
            small = page.evaluate(
                """() => [...document.querySelectorAll("button, select, summary, .fields input:not([type=checkbox])")]
                    .filter(e => e.offsetParent && e.getBoundingClientRect().height < 44).map(e => e.outerHTML)"""
            )
            assert small == [], (language, query)
        assert page.locator("figure image").first.evaluate("e => e.getBoundingClientRect().width") > 20
