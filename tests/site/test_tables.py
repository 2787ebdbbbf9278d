"""Tables on the site (docs/tables.md): start, join, rounds, leave; and what can be wrong with a code or a cookie."""

import html
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urljoin

import pytest
import zxingcpp
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image, ImageDraw

from companion import languages
from companion.address import parse_base_url
from companion.deck import CARDS
from companion.missions.card_map import mission_for, mission_id_for
from companion.missions.loader import load_pack
from companion.missions.pack import find_pack
from companion.missions.tables import is_code, parse_table
from companion.missions.wording.sentence import sentence
from companion.settings import Settings
from companion.site.app import set_network_url
from companion.site.content.library import load_library
from companion.site.content.sharing import qr_svg, table_address

CORE = load_pack(find_pack())
FOUR = "KWXHY/2/gong-fight/1.0.0"
TWO = "KWXFR/1/gong-fight/1.0.0"


def at(app: Flask, table: str) -> FlaskClient:
    """Return a phone at a table."""
    phone = app.test_client()
    phone.set_cookie("table", table)
    return phone


def cookie(phone: FlaskClient) -> str | None:
    found = phone.get_cookie("table")
    return None if found is None else found.value


def heading(page: str) -> str:
    (found,) = re.findall("<h1[^>]*>(.*?)</h1>", page.partition("<section hidden")[0])
    return html.unescape(re.sub("<[^>]+>", "", found))


@pytest.mark.parametrize("players", range(2, 7))
def test_a_table_is_started_with_one_tap(app: Flask, players: int) -> None:
    phone = app.test_client()
    answer = phone.post("/t/", data={"players": str(players), "lang": "fr"})
    assert answer.status_code == 303
    table = parse_table(answer.headers["Location"].removeprefix("/t/"))
    assert table is not None
    assert (table.players, table.round, table.pack, table.version) == (players, 1, CORE.id, CORE.version)
    assert cookie(phone) == str(table)
    page = phone.get(answer.headers["Location"])
    assert page.headers["Content-Language"] == "fr"
    assert f'<b dir="ltr" data-slot="code">{table.code}</b>' in page.text
    assert phone.post("/t/", data={"players": str(players)}).headers["Location"] != answer.headers["Location"]


@pytest.mark.parametrize("players", ["", "1", "7", "2x", "<b>", "٣"])
def test_a_table_has_two_to_six_players(client: FlaskClient, players: str) -> None:
    answer = client.post("/t/", data={"players": players})
    assert answer.status_code == 400
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("language", languages.available())
@pytest.mark.parametrize("table", [FOUR, TWO])
def test_cards_lead_to_the_missions_of_the_table(app: Flask, table: str, language: str) -> None:
    phone, asked = at(app, table), parse_table(table)
    assert asked is not None
    different = 0
    for card in CARDS[:54]:
        mission = mission_for(CORE.missions, card, table=asked)
        page = html.unescape(phone.get(f"/{card.code}", headers={"Accept-Language": language}).text)
        assert f">{sentence(CORE, mission.id, language, 2 if table == TWO else None)}</p>" in page
        assert f"{card.galaxy_name} {card.number}" in page
        assert f">{card.code}</b>" in page
        assert f'data-table="{table}"' in page
        different += mission.id != mission_id_for(card.index)
    assert different > 45


def test_two_phones_in_two_languages_show_the_same_and_another_one_after_the_round(app: Flask) -> None:
    one, other = app.test_client(), app.test_client()
    address = one.post("/t/", data={"players": "4"}).headers["Location"]
    one.get(address)
    other.get(address)
    titles = [phone.get("/SP5").text.partition("<h1>")[2].partition("<")[0] for phone in (one, other)]
    assert titles[0] == titles[1]
    french = other.get("/SP5?lang=fr").text
    mission = mission_for(CORE.missions, CARDS[34], table=parse_table(cookie(other) or ""))
    assert html.escape(CORE.title(mission.id, "fr"), quote=False) in html.unescape(french)
    rounds = set()
    for _ in range(6):
        (following,) = re.findall('action="([^"]+)" data-go="next"', one.get(address).text)
        address = f"/t/{following.rpartition('/t/')[2]}"
        assert one.post(address).headers["Location"] == address
        rounds.add(one.get("/SP5").text.partition("<h1>")[2].partition("<")[0])
    assert len(rounds) > 2
    assert one.get("/SP5").data == one.get("/SP5").data  # a reload gives no other mission


def test_joining_by_code(app: Flask) -> None:
    for typed in ("KWXHY", "kwxhy", " kwx-hy "):
        phone = app.test_client()
        for box in ("/", "/t/"):
            answer = phone.get(box, query_string={"code": typed})
            assert (answer.status_code, answer.headers["Location"]) == (303, "/t/KWXHY")
        answer = phone.get("/t/KWXHY")
        assert answer.headers["Location"] == "/t/KWXHY/1/gong-fight/1.0.0"
        assert phone.get(answer.headers["Location"]).status_code == 200
        assert cookie(phone) == "KWXHY/1/gong-fight/1.0.0"
    for path in ("/t/kwxhy/2", "/t/KWXHY/2/gong-fight", "/t/KWX-HY/2/gong-fight/1.0.0/", "/t/kwxhy/2/gong-fight/1.0.0"):
        assert app.test_client().get(path).headers["Location"] == f"/t/{FOUR}"


def test_scanning_the_code_again_takes_a_phone_forward_but_never_back(app: Flask) -> None:
    phone = at(app, FOUR)
    later = FOUR.replace("/2/", "/5/")
    assert "Next round" in phone.get(f"/t/{later}").text
    assert cookie(phone) == later
    page = phone.get(f"/t/{FOUR}")  # "back", or an old link
    assert page.status_code == 200
    assert heading(page.text) == "Which table?"
    assert cookie(phone) == later
    assert phone.post(f"/t/{FOUR}").status_code == 303  # asked for
    assert cookie(phone) == FOUR
    assert phone.get("/t/KWXHY").headers["Location"] == f"/t/{FOUR}"  # the code alone: where this phone is
    assert phone.get("/t/").headers["Location"] == f"/t/{FOUR}"


def test_a_phone_at_a_table_is_asked_before_it_changes_to_another(app: Flask) -> None:
    phone = at(app, FOUR)
    page = phone.get(f"/t/{TWO}").text
    assert heading(page) == "Which table?"
    assert cookie(phone) == FOUR
    assert re.findall('action="../../../../t/([^"]+)" data-go="(join|stay)"', page) == [(TWO, "join"), (FOUR, "stay")]
    assert phone.post(f"/t/{TWO}").headers["Location"] == f"/t/{TWO}"
    assert cookie(phone) == TWO


def test_leaving_is_one_tap(app: Flask) -> None:
    phone = at(app, FOUR)
    assert 'action="../../../../t/leave"' in phone.get(f"/t/{FOUR}").text
    usual = app.test_client().get("/NB4").data
    assert phone.get("/NB4").data != usual
    assert phone.post("/t/leave").headers["Location"] == "/"
    assert cookie(phone) is None
    assert phone.get("/NB4").data == usual


def test_asking_in_advance_changes_nothing(app: Flask) -> None:
    phone = app.test_client()
    assert "Set-Cookie" not in phone.head(f"/t/{FOUR}").headers
    assert "Set-Cookie" not in phone.get(f"/t/{FOUR}", headers={"Sec-Purpose": "prefetch"}).headers
    for path in (f"/t/{FOUR}", "/t/", "/t/leave"):
        assert phone.post(path, headers={"Origin": "http://evil.example"}).status_code == 403


def test_other_numbers_of_players_are_other_tables(app: Flask) -> None:
    page = at(app, FOUR).get(f"/t/{FOUR}").text
    found = dict(re.findall('action="[./]+t/([^"]+)" data-go="([2-6])"', page))
    assert [parse_table(table).players for table in found] == [2, 3, 4, 5, 6]
    assert {table.partition("/")[2] for table in found} == {"2/gong-fight/1.0.0"}


def test_a_phone_without_cookies_plays_at_the_table_too(app: Flask) -> None:
    phone = app.test_client(use_cookies=False)
    assert phone.get(f"/t/{FOUR}").status_code == 200
    answer = phone.get(f"/t/{FOUR}?code=nb-4")
    assert answer.headers["Location"] == f"/t/{FOUR}/NB4"
    page = phone.get(answer.headers["Location"]).text
    assert at(app, FOUR).get("/NB4").text.partition("<h1>")[2][:200] == page.partition("<h1>")[2][:200]
    for link in re.findall(r'(?:href|src|action)="(\.\./[^"#?]*)', page):
        below = urljoin(f"http://site/t/{FOUR}/NB4", link).removeprefix("http://site")
        assert phone.get(below).status_code in (200, 303), link
    assert at(app, FOUR).get(f"/t/{FOUR}?code=nb4").headers["Location"] == "/NB4"
    assert phone.get(f"/t/{FOUR}?code=zz9").status_code == 404
    assert phone.get(f"/t/{FOUR}/ZZ9").status_code == 404


@pytest.mark.parametrize("language", languages.available())
@pytest.mark.parametrize(("typed", "near"), [("KWXHK", 5), ("WKXHY", 6), ("KWXAY", 1), ("AEIOU", 0), ("KWXH", 0)])
def test_a_mistyped_code_is_told_with_the_nearest_ones(
    client: FlaskClient, typed: str, near: int, language: str
) -> None:
    accept = {"Accept-Language": language}
    pages = [client.get(f"/t/{typed}", headers=accept), client.get("/t/", query_string={"code": typed}, headers=accept)]
    if len(typed) == 5:
        pages.append(client.get("/", query_string={"code": typed}, headers=accept))
    for page in pages:
        assert page.status_code == 404
        assert page.headers["Content-Language"] == language
        offered = re.findall(r'<a dir="ltr" href="[./]*/t/(\w+)">', page.text)
        assert len(offered) == min(near, 3)
        assert all(is_code(code) for code in offered)
        assert 'id="table-code"' in page.text
        assert f"“{typed}”" in page.text or f"«{typed}»" in page.text or typed in page.text


@pytest.mark.parametrize(
    "path",
    ["/t/%00", "/t/<script>alert(1)</script>", "/t/" + "K" * 3000, "/t//", "/t/%ff", "/t/KWXHY/0", "/t/KWXHY/1000",
     "/t/KWXHY/x", "/t/KWXHY/2/../1.0.0", "/t/KWXHY/2/gong-fight/1.0",
     "/t/KWXHY/2/gong-fight/1.0.0/NB4/x", "/t/{{7*7*1009}}"],
)  # fmt: skip
def test_what_is_no_address_of_a_table(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code in (302, 404)
    if answer.status_code == 302:
        answer = client.get(answer.headers["Location"])
    assert answer.status_code in (200, 404)
    assert "alert(1)" not in answer.text
    assert "49441" not in answer.text
    assert client.post(path).status_code in (404, 405)


@pytest.mark.parametrize("language", languages.available())
def test_a_table_of_another_version_of_the_pack(app: Flask, language: str) -> None:
    strange = "KWXHY/2/gong-fight/7.0.0"
    phone = app.test_client()
    page = phone.get(f"/t/{strange}", headers={"Accept-Language": language})
    assert page.status_code == 404
    assert page.headers["Content-Language"] == language
    assert "gong-fight 7.0.0" in page.text
    assert cookie(phone) is None
    (onward,) = re.findall('action="[./]*/t/([^"]+)" data-go="pack"', page.text)
    assert phone.post(f"/t/{onward}").status_code == 303
    assert cookie(phone) == FOUR
    # A phone that is at such a table already, after the site changed: cards go on, and its page tells.
    left = at(app, strange)
    mine, theirs = left.get("/NB4").text, at(app, FOUR).get("/NB4").text
    assert mine.partition("<h1>")[2][:300] == theirs.partition("<h1>")[2][:300]
    assert left.get("/t/").headers["Location"] == f"/t/{strange}"
    assert left.get(f"/t/{strange}").status_code == 404
    assert phone.post(f"/t/{strange}").status_code == 404


@pytest.mark.parametrize(
    "kept", ["x", "KWXHZ/2/gong-fight/1.0.0", "KWXHY/2", '<b>"', "a" * 3000, "KWXHY/2/gong-fight/1.0.0/NB4", "\\303"]
)
def test_a_tampered_cookie_is_told_once_and_the_game_goes_on(app: Flask, kept: str) -> None:
    phone = at(app, kept)
    page = phone.get("/NB4", headers={"Accept-Language": "fr"})
    assert page.status_code == 409
    assert page.headers["Content-Language"] == "fr"
    assert page.headers["Cache-Control"] == "no-store"
    assert cookie(phone) is None
    assert re.search('<a class="rules" href="/NB4">', page.text)
    assert "<b>" not in page.text
    assert phone.get("/NB4").data == app.test_client().get("/NB4").data
    for path in ("/", "/bonus", "/draw/bonus/a/1", "/m/gong-fight/1.0.0/B01", "/privacy", "/rules"):
        assert at(app, kept).get(path).status_code == 200


@pytest.mark.parametrize("path", ["/", "/NB4", "/JK1", "/bonus", "/draw/fight/a/1", "/m/gong-fight/1.0.0/B01"])
def test_pages_at_a_table_lead_to_it(app: Flask, path: str) -> None:
    page = at(app, FOUR).get(path).text
    assert re.search(rf'<a class="seat" href="[./]*t/{FOUR}">', page)
    assert re.search('<i data-slot="round">2</i>', page)
    assert '<nav class="players" hidden' in page or path == "/JK1"
    assert re.search('<a class="seat" href="[./]*t/" hidden>', app.test_client().get(path).text)


def test_lists_and_draws_are_worded_for_the_table(app: Flask) -> None:
    two = at(app, TWO)
    assert sentence(CORE, "B03", "en", 2) in html.unescape(two.get("/bonus").text)
    assert sentence(CORE, "B03", "en", 2) in html.unescape(two.get("/bonus?players=3").text)  # the table knows better
    assert sentence(CORE, "B03", "en", 2) in html.unescape(two.get("/m/gong-fight/1.0.0/B03").text)


def test_the_code_to_scan_holds_the_configured_address_and_nothing_else(make_app: Callable[..., Flask]) -> None:
    app = make_app(Settings(base_url=parse_base_url("https://gong.example/club")), ahead=False)
    page = app.test_client().get(f"/club/t/{FOUR}", headers={"Host": "evil.example"}).text
    assert "evil" not in page
    assert f">https://gong.example/club/t/{FOUR}</a>" in page
    svg = re.search(
        '<svg class="qr" viewBox="0 0 ([0-9]+) .*?<path fill="#fff" d="(.*?)"/><path fill="#000" d="(.*?)"/>', page
    )
    assert svg is not None
    assert scanned(int(svg[1]), svg[3]) == f"https://GONG.EXAMPLE/club/t/{FOUR}"


def scanned(side: int, path: str) -> str:
    """Return what a scanner reads in the outline of a code, black on white."""
    image = Image.new("1", (side * 4, side * 4), 1)
    draw = ImageDraw.Draw(image)
    loops = [
        [tuple(int(number) * 4 for number in point.split()) for point in loop.split("L")]
        for loop in path.removeprefix("M").removesuffix("z").split("zM")
    ]
    for x in range(side):
        for y in range(side):
            if sum(_inside(loop, x * 4 + 2, y * 4 + 2) for loop in loops) % 2:
                draw.rectangle((x * 4, y * 4, x * 4 + 3, y * 4 + 3), 0)
    return zxingcpp.read_barcode(image.convert("L")).text


def _inside(loop: list[tuple[int, ...]], x: int, y: int) -> bool:
    edges = zip(loop, [*loop[1:], loop[0]], strict=True)
    return sum((a[1] > y) != (b[1] > y) and a[0] > x for a, b in edges if a[0] == b[0]) % 2 == 1


def test_without_a_known_address_there_is_code_and_link_but_no_code_to_scan(client: FlaskClient) -> None:
    page = client.get(f"/t/{FOUR}", headers={"Host": "evil.example"}).text
    assert "evil" not in page
    assert '<svg class="qr"' not in page
    assert f'href="../../../../t/{FOUR}">t/KWXHY</a>' in page


def test_a_site_in_a_network_of_its_own_knows_its_address(make_app: Callable[..., Flask]) -> None:
    """`gong serve --host 0.0.0.0` tells it; a configured base URL goes before."""
    app = make_app(Settings(), ahead=False)
    set_network_url(app, "http://192.168.1.20:8000/")
    page = app.test_client().get(f"/t/{FOUR}", headers={"Host": "evil.example"}).text
    assert f">http://192.168.1.20:8000/t/{FOUR}</a>" in page
    assert 'class="qr"' in page
    app = make_app(Settings(base_url=parse_base_url("https://gong.example")), ahead=False)
    set_network_url(app, "http://192.168.1.20:8000/")
    assert "192.168" not in app.test_client().get(f"/t/{FOUR}").text


def test_a_long_address_still_has_a_code() -> None:
    base = parse_base_url(f"https://{'a' * 60}.example/with/a/path")
    assert 'class="qr"' in qr_svg(table_address(base, FOUR))


def test_every_installed_pack_is_served_for_ever(tmp_path: Any, make_app: Callable[..., Flask]) -> None:
    """The core pack's missions stay where they are when the host chooses another pack."""
    gentle = make_app(Settings(pack=find_pack("gong-gentle")), ahead=False).test_client()
    assert gentle.get("/m/gong-fight/1.0.0/B01").status_code == 200
    assert gentle.get("/m/gong-gentle/1.0.0/B01").status_code == 200
    assert gentle.get("/healthz").text == "ok gong-gentle 1.0.0\n"
    assert set(load_library().packs) >= {("gong-fight", "1.0.0"), ("gong-gentle", "1.0.0")}
    # A table of the one goes on though cards lead to the other.
    phone = at(gentle.application, FOUR)
    mission = mission_for(CORE.missions, CARDS[9], table=parse_table(FOUR))
    assert sentence(CORE, mission.id, "en") in html.unescape(phone.get("/NB4").text)


@pytest.mark.parametrize("language", languages.available())
def test_a_card_of_a_newer_pack_gets_a_clear_page(client: FlaskClient, language: str) -> None:
    for path in ("/m/gong-fight/9.0.0/B01", "/m/another-pack/1.0.0/B01"):
        page = client.get(path, headers={"Accept-Language": language})
        assert page.status_code == 404
        assert page.headers["Content-Language"] == language
        assert path.split("/")[2] in page.text
        assert "gong-fight 1.0.0" in page.text
        assert 'name="code"' in page.text


def test_privacy_names_the_cookie_of_the_table(client: FlaskClient) -> None:
    assert "“table”" in client.get("/privacy").text
