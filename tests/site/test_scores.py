"""The score sheets on the site: names, rounds, totals, the end; undo; kept by the phone and by nobody else."""

import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion import languages
from companion.rules.scorekeeping.sheets import SHEETS, sheet_from_json
from companion.site.views.score_pages import GAMES, rules_of
from tests.site.test_helpers import browser, module

LANGUAGES = languages.available()


def test_every_sheet_of_the_rules_has_a_page() -> None:
    assert set(GAMES) == set(SHEETS)


@pytest.mark.parametrize("game", SHEETS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_gives_its_script_words_and_the_numbers_of_the_rules(
    client: FlaskClient, game: str, language: str
) -> None:
    page = client.get(f"/scores/{game}", headers={"Accept-Language": language})
    assert page.status_code == 200
    (numbers,) = re.findall("data-rules='([^']*)'", page.text)
    assert json.loads(numbers) == json.loads(json.dumps(rules_of(game)))
    said = dict(re.findall(r'<p data-word="([^"]+)">(.*?)</p>', page.text))
    assert set(said) == set(GAMES[game])
    for key, english in GAMES[game].items():
        assert sorted(re.findall(r"\{\w+\}", said[key])) == sorted(re.findall(r"\{\w+\}", english)), key
    assert re.search(r'<section class="helper sheet"[^>]* hidden>', page.text)  # without a script: words
    assert "data-plain" in page.text


def test_the_script_has_the_words_it_asks_for() -> None:
    asked = set(re.findall(r'\bsay\("([^"]+)"', module("scores")))
    assert asked <= set().union(*GAMES.values())
    reasons = set(re.findall(r'\brefuse\("([^"]+)"', module("sheets"))) - {"wrong-players"}  # the page offers no others
    for game, words in GAMES.items():
        other = set().union(*GAMES.values()) - set(words)
        assert reasons - other <= set(words), game


@pytest.mark.parametrize(
    ("game", "sheet"),
    [("gong", "gong"), ("link", "gong"), ("family", "gong"), ("fight", "gong"), ("gang-of-four", "gang-of-four"),
     ("gnoming", "gnoming")],
)  # fmt: skip
def test_the_rules_lead_to_the_sheet(client: FlaskClient, game: str, sheet: str) -> None:
    assert f'href="../scores/{sheet}"' in client.get(f"/rules/{game}").text


def test_the_list_leads_to_every_sheet(client: FlaskClient) -> None:
    assert 'href="scores"' in client.get("/").text
    assert re.findall(r'href="scores/([\w-]+)"', client.get("/scores").text) == list(GAMES)


@pytest.mark.parametrize(
    ("typed", "name"), [("scores/", "scores"), ("Scores", "scores"), ("scores/GONG/", "scores/gong")]
)
def test_capitals_and_slashes_lead_there(client: FlaskClient, typed: str, name: str) -> None:
    answer = client.get(f"/{typed}?lang=fr")
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/{name}?lang=fr")


@pytest.mark.parametrize("typed", ["scores/chess", "scores/%00", "scores/gong/x"])
def test_an_unknown_sheet_is_a_friendly_404(client: FlaskClient, typed: str) -> None:
    assert client.get(f"/{typed}").status_code == 404


def test_no_server_keeps_a_sheet(client: FlaskClient) -> None:
    for game in GAMES:
        assert client.post(f"/scores/{game}", data={"names": "Ana"}).status_code == 405
    assert "fetch(" not in module("scores") + module("sheets") + module("parts")


# In a real browser.


@pytest.fixture
def open_sheet(open_phone: Any) -> Any:
    """Return what opens the sheet of a game."""

    def opened(game: str, **options: Any) -> Any:
        page = open_phone(**options)
        page.set_default_timeout(10_000)
        page.goto(f"scores/{game}")
        page.wait_for_selector(".paper form")
        return page

    return opened


def begin(page: Any, *names: str) -> None:
    """Enter names by keyboard and start."""
    fields = page.locator(".set-up li input")
    while fields.count() != len(names):
        page.click(".more" if fields.count() < len(names) else ".fewer")
    fields.first.focus()
    for name in names:
        page.keyboard.type(name)
        page.keyboard.press("Tab")
    page.click(".set-up .draw")
    page.wait_for_selector(".standings")


def write(page: Any, *values: object) -> None:
    """Enter one number for each player; Enter leads on, after the last one the round is written."""
    page.locator(".standings input").first.focus()
    for value in values:
        page.keyboard.type(str(value))
        page.keyboard.press("Enter")


def totals(page: Any) -> dict[str, str]:
    names = [re.sub(r"\s*\(.*\)", "", name).strip() for name in page.locator(".name").all_inner_texts()]
    return dict(zip(names, page.locator(".total").all_inner_texts(), strict=True))


def kept(page: Any, game: str) -> Any:
    return json.loads(page.evaluate(f"() => localStorage.getItem('gong-scores:{game}')"))


@browser
def test_gang_of_four_to_the_end(open_sheet: Any) -> None:
    page = open_sheet("gang-of-four")
    begin(page, "Ana", "Boris", "Čarli")
    assert page.locator(".news").all_inner_texts() == [
        "The multicolour 1 begins.",
        "This round runs counter-clockwise.",
    ]
    write(page, 0, 9, 3)
    assert totals(page) == {"Ana": "0", "Boris": "18", "Čarli": "3"}
    assert page.locator(".news").all_inner_texts() == [
        "First, Boris gives Ana the highest card and gets another one back.",
        "Ana leads.",
        "This round runs clockwise.",
    ]
    write(page, 5, 16, 0)
    assert totals(page) == {"Ana": "5", "Boris": "98", "Čarli": "3"}
    page.reload()
    page.wait_for_selector(".standings")
    assert totals(page) == {"Ana": "5", "Boris": "98", "Čarli": "3"}
    write(page, 0, 2, 16)
    assert page.locator(".paper h2").inner_text().strip() == "Ana wins the match!"
    assert page.locator(".voice").inner_text() == "Ana wins the match!"
    assert page.locator(".standings input").count() == 0
    page.click("summary:has-text('All rounds')")
    cells = page.locator(".history tbody tr").all_inner_texts()
    assert [re.split(r"\s+", row.strip()) for row in cells] == [
        ["Round", "1", "0", "18", "3"], ["Round", "2", "5", "80", "0"], ["Round", "3", "0", "2", "80"],
        ["Total", "5", "100", "83"],
    ]  # fmt: skip
    assert sheet_from_json(kept(page, "gang-of-four")).winners() == (0,)  # the same sheet for both
    page.click("text=Undo last round")
    assert totals(page) == {"Ana": "5", "Boris": "98", "Čarli": "3"}


@browser
def test_gang_of_four_says_what_is_wrong_and_asks_who_won_by_forgotten_last_cards(open_sheet: Any) -> None:
    page = open_sheet("gang-of-four")
    begin(page, "Ana", "Boris")
    write(page, 3, 4)
    assert page.locator(".warning").inner_text() == "One player has no cards left: enter 0 there."
    page.fill(".standings input >> nth=1", "17")
    page.click(".draw")
    assert page.locator(".warning").inner_text() == "Boris: write a whole number from 0 to 16."
    page.fill(".standings input >> nth=1", "1")
    page.click(".draw")
    page.click(".who-won >> text=Ana")  # three cards in the hand, Boris keeps his one
    assert totals(page) == {"Ana": "0", "Boris": "1"}
    assert kept(page, "gang-of-four")["rounds"] == [{"cards_left": [3, 1], "winner": 0}]


@browser
def test_gnoming_with_the_closer_and_minus_points(open_sheet: Any) -> None:
    page = open_sheet("gnoming")
    begin(page, "Ana", "Boris", "Čarli")
    assert page.locator(".news").all_inner_texts() == ["Ana begins."]
    page.tap(".closer >> nth=1") if page.evaluate("() => 'ontouchstart' in window") else page.click(".closer >> nth=1")
    assert page.locator(".closer >> nth=1").get_attribute("aria-pressed") == "true"
    page.fill(".standings input >> nth=1", "7")
    page.click(".minus >> nth=1")
    page.fill(".standings input >> nth=0", "4")
    page.fill(".standings input >> nth=2", "12")
    page.click(".draw")
    assert totals(page) == {"Ana": "4", "Boris": "−12", "Čarli": "12"}
    assert page.locator(".news").all_inner_texts() == ["Boris begins."]
    write(page, 5, 20, -3)
    write(page, -2, 3, 1)
    assert totals(page) == {"Ana": "7", "Boris": "11", "Čarli": "10"}
    assert page.locator(".paper h2").inner_text().strip() == "Ana wins the match!"


@browser
def test_gong_rounds_won_and_families_counted(open_sheet: Any) -> None:
    page = open_sheet("gong", has_touch=True)
    page.fill(".option input", "3")
    page.tap(".set-up .draw")
    assert totals(page) == {"Player 1": "0", "Player 2": "0", "Player 3": "0"}
    page.tap("[aria-label='Player 2 has won the round']")
    assert totals(page) == {"Player 1": "0", "Player 2": "1", "Player 3": "0"}
    assert page.locator(".news").inner_text() == "Player 2 begins."
    page.tap("text=FAMILY: count the families")
    write(page, 4, 4, 2)
    assert page.locator(".warning").inner_text() == "There are 9 families, and you have written 10."
    page.fill(".standings input >> nth=2", "1")
    page.tap(".draw")
    page.tap(".who-won >> text=Player 1")
    page.tap("[aria-label='Player 3 has won the round']")
    assert page.locator(".paper h2").inner_text().strip() == "Player 1 + Player 2 + Player 3 share the victory!"
    assert sheet_from_json(kept(page, "gong")).winners() == (0, 1, 2)


@browser
def test_names_that_cannot_be_told_apart(open_sheet: Any) -> None:
    page = open_sheet("gong")
    page.fill(".set-up li >> nth=0 >> input", "Ana")
    page.fill(".set-up li >> nth=2 >> input", " Ana ")
    page.click(".set-up .draw")
    assert page.locator(".warning").inner_text() == "Two players are called Ana. Write a letter more."


@browser
def test_a_new_match_asks_first_and_keeps_the_names(open_sheet: Any) -> None:
    page = open_sheet("gong")
    begin(page, "Ana", "Boris")
    page.click(".win >> nth=0")
    page.click("text=New match")
    assert page.evaluate("() => document.activeElement.textContent") == "No, keep it"
    page.keyboard.press("Enter")
    assert totals(page) == {"Ana": "1", "Boris": "0"}
    page.click("text=New match")
    page.click("text=Yes, erase it")
    names = page.locator(".set-up li input").evaluate_all("fields => fields.map(field => field.value)")
    assert names == ["Ana", "Boris"]
    assert page.evaluate("() => localStorage.length") == 0


@browser
def test_without_storage_the_sheet_works_until_the_page_is_left_and_says_so(open_phone: Any) -> None:
    page = open_phone()
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('no', 'SecurityError') }})"
    )
    page.goto("scores/gong")
    page.wait_for_selector(".paper form")
    begin(page, "Ana", "Boris")
    page.click(".win >> nth=1")
    assert totals(page) == {"Ana": "0", "Boris": "1"}
    assert "lasts until you leave the page" in page.locator(".storage").inner_text()


@browser
def test_a_kept_sheet_that_cannot_be_right_begins_anew(open_phone: Any) -> None:
    page = open_phone()
    page.goto("privacy")
    for stored in ("{", "7", '{"format":"gong-scores","version":9}'):
        page.evaluate("text => localStorage.setItem('gong-scores:gong', text)", stored)
        page.goto("scores/gong")
        page.wait_for_selector(".set-up")
        assert page.evaluate("() => localStorage.getItem('gong-scores:gong')") == stored  # erased only by a new sheet


@browser
def test_the_sheet_in_two_tabs_is_one(open_sheet: Any) -> None:
    page = open_sheet("gong")
    begin(page, "Ana", "Boris")
    other = page.context.new_page()
    other.goto(page.url)
    other.click(".win >> nth=1")
    page.wait_for_selector(".best:has-text('Boris')")
    assert totals(page) == {"Ana": "0", "Boris": "1"}


@browser
def test_no_sheet_is_wider_than_a_small_phone(open_phone: Any) -> None:
    page = open_phone({"width": 320, "height": 640}, "mk")
    for game in GAMES:
        page.goto(f"scores/{game}")
        for seat in range(rules_of(game)["seats"][1]):
            if page.locator(".set-up li").count() < rules_of(game)["seats"][1]:
                page.click(".more")
            page.fill(f".set-up li >> nth={seat} >> input", f"Александар Велики {seat}")
        page.click(".set-up .draw")
        page.wait_for_selector(".standings")
        for change in ("", "document.documentElement.style.fontSize = '200%'"):
            assert page.evaluate(f"() => {{ {change}; return document.documentElement.scrollWidth }}") <= 320, game
