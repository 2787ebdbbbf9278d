"""The helpers for duels: a page for every kind, in words without a script, and the phone between two players."""

import re
from collections.abc import Callable
from typing import Any, get_args

import pytest
from flask.testing import FlaskClient

from companion import languages
from companion.data import data_path
from companion.deck import CARDS
from companion.missions.loader import load_pack
from companion.missions.model import DUELS, Duel, GuessGalaxy, TapRace
from companion.missions.pack import find_pack
from companion.rulebook import lookup
from companion.site.content.duel_helpers import HELPERS, USUAL
from companion.site.content.pages import helper_address
from companion.site.views.duel_pages import GROUPS, PHONE
from tests.site.test_accessible import judge

LANGUAGES = languages.available()
KINDS = [get_args(duel.model_fields["kind"].annotation)[0] for duel in DUELS]


def module(name: str) -> str:
    return data_path("static", "js", "helpers", f"{name}.js").read_text("utf-8")


def said_by(name: str, seen: frozenset[str] = frozenset()) -> set[str]:
    """Return the keys of the words that a module and what it imports ask for."""
    text = module(name)
    found = set(re.findall(r'\bsay\("([^"]+)"', text))
    for other in re.findall(r'from "\./(\w+)\.js"', text):
        if other not in seen:
            found |= said_by(other, seen | {name, other})
    return found


# The pages.


def test_every_kind_of_duel_has_a_helper() -> None:
    assert set(KINDS) | {"coin"} == set(HELPERS)
    assert sorted(kind for _, kinds in GROUPS for kind in kinds) == sorted(HELPERS)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_helper_says_the_rule_in_plain_words(client: FlaskClient, kind: str, language: str) -> None:
    page = client.get(f"/duels/{kind}", headers={"Accept-Language": language})
    assert page.status_code == 200
    assert page.headers["Content-Language"] == language
    section = lookup.rulebook("fight", language).section(f"duel-{kind}")
    text = re.sub("[ \n]+", " ", re.sub("<[^>]*>", "", page.text))
    assert f"<h1>{section.title.plain}</h1>" in page.text
    for block in section.blocks:
        if block.kind == "text":
            assert block.text.plain.replace("'", "&#39;") in text
    assert 'class="helper"' in page.text
    assert re.search(r'<section class="helper"[^>]* hidden>', page.text)  # nothing that needs a script is seen without
    assert "data-plain" in page.text


@pytest.mark.parametrize("kind", KINDS)
def test_what_nobody_can_play_without_a_phone_has_a_substitute(client: FlaskClient, kind: str) -> None:
    """rules/missions.md 8.4.8."""
    assert ("rock-paper-scissors, first to 2" in client.get(f"/duels/{kind}").text) == (kind in PHONE)
    assert {"memory_sequence", "reaction_tap", "tap_race"} == PHONE


@pytest.mark.parametrize("kind", HELPERS)
def test_a_helper_has_the_words_it_asks_for(kind: str) -> None:
    helper = HELPERS[kind]
    asked = said_by(helper.script) - {  # of modules that serve several kinds, what only the others say
        key
        for other in HELPERS.values()
        if other.script == helper.script and other is not helper
        for key in other.words
    }
    assert asked <= set(helper.words) | {"start"}
    assert set(USUAL).isdisjoint(helper.pictures)


@pytest.mark.parametrize("language", LANGUAGES)
def test_gaps_in_the_words_survive_translation(client: FlaskClient, language: str) -> None:
    for kind, helper in HELPERS.items():
        page = client.get(f"/duels/{kind}", headers={"Accept-Language": language}).text
        said = dict(re.findall(r'<p data-word="([^"]+)">(.*?)</p>', page))
        assert set(said) == set(helper.words)
        for key, english in helper.words.items():
            gaps = [sorted(re.findall(r"\{\w+\}", text)) for text in (english, said[key])]
            assert gaps[0] == gaps[1], (kind, key)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_leads_to_every_helper(client: FlaskClient, language: str) -> None:
    page = client.get("/duels", headers={"Accept-Language": language}).text
    assert re.findall(r'href="duels/(\w+)"', page) == [kind for _, kinds in GROUPS for kind in kinds]
    for kind in KINDS:
        assert lookup.title_of(f"fight#duel-{kind}", language)[-1].plain in page


def test_start_page_and_rules_lead_to_the_helpers(client: FlaskClient) -> None:
    assert 'href="duels"' in client.get("/").text
    assert 'href="../duels"' in client.get("/rules/fight").text


@pytest.mark.parametrize(("typed", "name"), [("duels/", "duels"), ("DUELS", "duels"), ("duels/Stare/", "duels/stare")])
def test_capitals_and_slashes_lead_there(client: FlaskClient, typed: str, name: str) -> None:
    answer = client.get(f"/{typed}?lang=fr")
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/{name}?lang=fr")


@pytest.mark.parametrize("typed", ["duels/chess", "duels/%00", "duels/stare/x", "duels//"])
def test_an_unknown_duel_is_a_friendly_404(client: FlaskClient, typed: str) -> None:
    answer = client.get(f"/{typed}")
    assert answer.status_code == 404
    assert 'id="code"' in answer.text


def test_a_mission_leads_to_its_helper_with_what_is_unusual(client: FlaskClient) -> None:
    made = TapRace.model_validate({"kind": "tap_race", "vs": "left", "win": [], "seconds": 8})
    assert helper_address(made) == "duels/tap_race#seconds=8"
    made = GuessGalaxy.model_validate({"kind": "guess_galaxy", "vs": "left", "win": [], "guesser": "opponent"})
    assert helper_address(made) == "duels/guess_galaxy#guesser=opponent"
    pack = load_pack(find_pack())
    for card in (card for card in CARDS if card.kind == "fight"):
        (link,) = re.findall(r'class="play" href="([^"]+)"', client.get(f"/{card.code}").text)
        (duel,) = [step for step in pack.missions[f"F{card.galaxy * 2 + card.number:02}"].do if isinstance(step, Duel)]
        assert link == helper_address(duel).replace("&", "&amp;")
        assert client.get(f"/{link.partition('#')[0]}").status_code == 200


# The phone between two players: a real browser.

Open = Callable[..., Any]


@pytest.fixture
def helper(open_phone: Any) -> Open:
    """Return what opens a helper; `chance` are the words that crypto gives, `clock` holds time still."""

    def opened(kind: str, chance: tuple[int, ...] = (), clock: bool = True, **options: Any) -> Any:
        page = open_phone(**{"has_touch": True, **options})
        page.set_default_timeout(10_000)
        if chance:
            page.add_init_script(
                f"const given = {list(chance)};"
                "crypto.getRandomValues = w => { w[0] = given.length > 1 ? given.shift() : given[0]; return w }"
            )
        if clock:
            page.clock.install()
        page.goto(f"duels/{kind}")
        page.wait_for_selector(".helper button")
        if clock:
            page.clock.pause_at("2100-01-01")
        return page

    return opened


in_browser = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


def browser(test: Any) -> Any:
    for mark in in_browser:
        test = mark(test)
    return test


def ready(page: Any) -> None:
    """Begin a duel of two halves and let both players tap that they are ready, the upper one by key."""
    page.tap(".begin button")
    page.tap(".half.side-sun")
    page.keyboard.press("l")
    page.wait_for_selector(".half:not(.is-ready)")


def headline(page: Any) -> str:
    """Return who has won, and make sure that it is said too."""
    page.wait_for_selector(".end h2")
    said: str = page.locator(".end h2").inner_text()
    assert page.locator(".arena > [role=status]").inner_text().startswith(said)
    return said


def why(page: Any) -> list[str]:
    return list(page.locator(".end > p").all_inner_texts())


def again(page: Any) -> None:
    page.clock.run_for(1000)
    page.tap(".end .primary")


@browser
def test_reflex_the_first_tap_after_the_gong_wins(helper: Open) -> None:
    page = helper("reaction_tap", chance=(500,))  # 2.5 s
    ready(page)
    page.clock.run_for(2400)
    assert page.locator(".half.is-gong").count() == 0
    page.clock.run_for(200)
    assert page.locator(".half.is-gong").count() == 2
    page.clock.run_for(250)
    page.keyboard.press("l")
    page.clock.run_for(40)
    page.tap(".half.side-sun")  # too late
    page.clock.run_for(200)
    assert headline(page) == "Moon wins!"
    assert [line.partition(":")[0] for line in why(page)] == ["Moon", "Sun"]
    assert page.locator(".half.won b").inner_text() == "You win!"
    assert page.locator(".half.lost b").inner_text() == "You lose"


@browser
def test_reflex_a_tap_before_the_gong_loses_and_a_tie_is_played_once_more(helper: Open) -> None:
    page = helper("reaction_tap", chance=(500,))
    ready(page)
    page.clock.run_for(1000)
    page.tap(".half.side-sun")
    page.clock.run_for(200)
    assert headline(page) == "Moon wins!"
    assert why(page) == ["Sun tapped before the gong."]
    for expected in ("A tie! Play once more.", "It is a tie."):
        again(page)
        page.tap(".half.side-sun")
        page.tap(".half.side-moon")
        page.wait_for_selector(".half:not(.is-ready)")
        page.clock.run_for(2600)
        page.keyboard.press("s")
        page.keyboard.press("l")  # the clock stands still: the same moment
        page.clock.run_for(200)
        assert headline(page) == expected


def test_reflex_is_fair_to_the_millisecond() -> None:
    """What counts is when a finger came down, not in which order the browser tells it."""
    assert "event.timeStamp" in module("arena")
    assert "pointerdown" in module("arena")


@browser
def test_the_judge_of_reflex(open_phone: Any) -> None:
    page = open_phone()
    page.goto("privacy")
    cases = [  # taps as (side, time), the gong at 100
        ([(0, 90)], 1, True), ([(1, 99)], 0, True), ([(0, 150)], 0, False), ([(1, 160), (0, 150)], 0, False),
        ([(0, 150), (1, 157)], None, False), ([(0, 150), (1, 159)], 0, False), ([(1, 95), (0, 101)], 0, True),
        ([(1, 95), (0, 96)], None, True),
    ]  # fmt: skip
    found = page.evaluate(
        """async cases => {
             const {judge} = await import('/static/js/helpers/reaction_tap.js');
             return cases.map(([taps]) => judge(taps.map(([side, time]) => ({side, time})), 100));
           }""",
        cases,
    )
    assert [(one["winner"], one["early"]) for one in found] == [case[1:] for case in cases]


@browser
def test_tap_race_more_taps_win_and_late_taps_do_not_count(helper: Open) -> None:
    page = helper("tap_race#seconds=3")
    ready(page)
    page.keyboard.press("s")  # before the start
    page.clock.run_for(2500)
    for _ in range(3):
        page.tap(".half.side-sun")
    for _ in range(5):
        page.keyboard.press("l")
    assert page.locator(".half.side-sun b").inner_text() == "3"
    page.clock.run_for(3100)
    assert headline(page) == "Moon wins!"
    assert why(page) == ["Taps by Sun: 3", "Taps by Moon: 5"]
    assert page.locator(".end button").first.is_disabled()  # the last taps press nothing
    page.clock.run_for(1000)
    assert page.locator(".end button").first.is_enabled()


@browser
def test_memory_the_first_mistake_loses(helper: Open) -> None:
    page = helper("memory_sequence", chance=(0, 3, 3, 5))  # 1, 4, 4 ...
    page.tap(".begin button")
    for row, taps in enumerate(("1", "14", "146")):
        page.wait_for_selector(".options button")
        page.keyboard.press("Tab")
        page.tap(".options button")
        page.clock.run_for(1000)
        for number in "144"[: row + 1]:
            assert page.locator(".is-lit").get_attribute("data-number") == number
            assert page.locator(".arena > [role=status]").inner_text() == number
            page.clock.run_for(900)
        for number in taps:
            page.keyboard.press(number)
    assert headline(page) == "Moon wins!"
    assert why(page) == ["Sun made a mistake at place 3: it was 4, not 6."]


@pytest.mark.slow
@browser
def test_memory_twelve_right_rows_are_a_tie(helper: Open) -> None:
    page = helper("memory_sequence", chance=(2,))
    page.tap(".begin button")
    for row in range(1, 13):
        page.wait_for_selector(".options button")
        page.tap(".options button")
        page.clock.run_for(1000 + 900 * row)
        page.wait_for_selector(".pad button:not([aria-disabled])")
        for _ in range(row):
            page.keyboard.press("3")
    assert headline(page) == "It is a tie."


@browser
def test_stare_the_judge_taps_who_laughed_else_it_is_a_tie(helper: Open) -> None:
    page = helper("stare")
    ready(page)
    page.clock.run_for(30_000)
    assert page.locator(".clock").inner_text() == "30"
    page.tap(".half.side-sun")
    assert headline(page) == "Moon wins!"
    again(page)
    page.tap(".half.side-sun")
    page.tap(".half.side-moon")
    page.wait_for_selector(".clock")
    page.clock.run_for(61_000)
    assert headline(page) == "It is a tie."


@browser
def test_galaxies_with_a_judge(helper: Open) -> None:
    page = helper("name_galaxies")
    page.tap(".begin button >> nth=0")
    page.tap(".names button >> text=ZETA")
    assert page.locator(".names .is-done").all_inner_texts() == ["ZETA"]
    assert page.locator(".screen h2").inner_text() == "Moon, name a galaxy!"
    page.clock.run_for(4000)
    page.tap(".names button >> text=ZETA")
    assert headline(page) == "Sun wins!"
    assert why(page) == ["Moon named one that was said before."]


@browser
def test_galaxies_without_a_judge_silence_loses_and_all_nine_are_a_tie(helper: Open) -> None:
    page = helper("name_galaxies")
    page.tap(".begin button >> nth=1")
    assert "PROXIMA" not in page.locator(".arena").inner_text()  # nothing to read off
    page.keyboard.press("Enter")
    page.clock.run_for(5100)
    assert headline(page) == "Sun wins!"
    assert why(page) == ["Moon was silent for 5 seconds."]
    again(page)
    for named in range(9):
        page.wait_for_selector(f"text=Named so far: {named} of 9")
        page.tap(".naming .primary")
    assert headline(page) == "It is a tie."


def choose(page: Any, value: str) -> None:
    """Take the phone over and choose in secret."""
    page.tap(".options.single button")
    page.tap(f".options [data-value='{value}']")


@browser
def test_rock_paper_scissors_first_to_two(helper: Open) -> None:
    page = helper("rock_paper_scissors")
    page.tap(".begin button")
    for sun, moon, told in (
        ("rock", "rock", "Once more!"),
        ("rock", "paper", "A point for Moon!"),
        ("scissors", "paper", "A point for Sun!"),
    ):
        assert page.locator(".screen h2").inner_text() == "Give the phone to Sun."
        choose(page, sun)
        assert page.locator(".screen h2").inner_text() == "Give the phone to Moon."
        assert sun not in page.locator(".screen").inner_text().lower()  # covered
        choose(page, moon)
        assert page.locator(".screen h2").inner_text() == told
        page.tap(".options button")
    page.tap(".options button")
    page.keyboard.press("1")
    page.tap(".options button")
    page.keyboard.press("3")
    assert headline(page) == "Sun wins!"
    assert why(page) == ["Rock beats scissors.", "Sun 2, Moon 1."]


@browser
def test_fingers_odd_or_even(helper: Open) -> None:
    page = helper("odd_even_fingers")
    page.tap(".begin button")
    page.tap("[data-value=true]")
    choose(page, "4")
    choose(page, "3")
    assert headline(page) == "Moon wins!"
    assert why(page) == ["4 + 3 = 7, and that is odd.", "Sun said “even”."]
    again(page)
    page.tap("[data-value=true]")
    choose(page, "0")
    choose(page, "0")
    assert headline(page) == "Sun wins!"


@browser
def test_guess_the_number_with_two_tries_and_a_hint(helper: Open) -> None:
    page = helper("guess_number")
    page.tap(".begin button")
    page.tap(".options [data-value='0']")  # Sun guesses
    choose(page, "4")
    page.tap(".options.single button")
    page.tap(".options [data-value='2']")
    assert "Higher than 2! Tries left: 1" in page.locator(".screen p").all_inner_texts()
    assert [page.locator(f"[data-number='{n}']").is_disabled() for n in (1, 2, 3)] == [True, True, False]
    page.keyboard.press("2")  # ruled out: nothing happens
    page.keyboard.press("5")
    assert headline(page) == "Moon wins!"
    assert why(page) == ["It was 4.", "Now show the card."]


@browser
def test_guess_the_galaxy_as_the_mission_says_who_guesses(helper: Open) -> None:
    page = helper("guess_galaxy#guesser=opponent")
    page.tap(".begin button")
    assert page.locator(".screen h2").inner_text() == "Give the phone to Sun."  # Sun hides
    choose(page, "6")
    page.tap(".options.single button")
    page.tap("text=ZETA")
    assert "Not ZETA. Tries left: 2" in page.locator(".screen p").all_inner_texts()
    page.keyboard.press("7")
    assert headline(page) == "Moon wins!"
    assert why(page) == ["Found: it is VIRGO!"]


@browser
def test_higher_or_lower_the_first_wrong_call_loses_and_eight_right_ones_are_a_tie(helper: Open) -> None:
    page = helper("higher_lower")
    page.tap(".begin button")
    page.keyboard.press("6")
    assert page.locator("[data-value=higher]").is_disabled()
    page.tap("[data-value=lower]")
    page.tap("[data-number='3']")
    assert page.locator(".screen h2").inner_text() == "Moon: what will the next card be?"
    page.tap("[data-value=equal]")
    page.tap("[data-number='4']")
    assert headline(page) == "Sun wins!"
    assert why(page) == ["Moon said: Equal.", "4 is higher than 3."]
    again(page)
    page.keyboard.press("2")
    for _ in range(8):
        page.tap("[data-value=equal]")
        page.tap("[data-number='2']")
    assert headline(page) == "It is a tie."


@browser
def test_the_coin(helper: Open) -> None:
    page = helper("coin", chance=(1,))
    page.tap(".begin button")
    page.clock.run_for(1300)
    assert headline(page) == "Moon wins!"


@browser
def test_leaving_a_duel_stops_it(helper: Open) -> None:
    page = helper("reaction_tap", chance=(0,))
    ready(page)
    page.tap(".close")
    assert page.locator(".arena").is_hidden()
    page.clock.run_for(10_000)
    ready(page)
    page.keyboard.press("Escape")
    assert page.locator(".arena").is_hidden()
    assert page.evaluate("() => document.activeElement.className") == "draw"


def lay(page: Any, *numbers: int) -> None:
    for number in numbers:
        page.keyboard.press(str(number))


def verdict(page: Any) -> tuple[str, list[str]]:
    """Return the headline of a calculator without the badge, and the reasons."""
    box = page.locator(".verdict")
    assert box.get_attribute("role") == "status"
    head = box.locator("h2").evaluate(
        "h => [...h.childNodes].filter(n => n.nodeType === 3).map(n => n.data).join('').trim()"
    )
    return head, list(box.locator("> p").all_inner_texts())


@browser
@pytest.mark.parametrize(
    ("kind", "replays"), [("highest_xphere", 1), ("blind_battle", 3), ("blind_battle#replays=0", 0)]
)
def test_the_highest_number_and_its_replays(helper: Open, kind: str, replays: int) -> None:
    page = helper(kind, clock=False)
    for _ in range(replays):
        lay(page, 4, 4)
        assert verdict(page)[0] == "A tie! Play once more."
        page.tap(".verdict .primary")
    lay(page, 4, 4)
    assert verdict(page)[0] == "It is a tie."
    page.tap(".quiet")
    page.tap(".pad [data-number='3']")
    page.tap(".pad [data-number='5']")
    assert verdict(page) == ("Moon wins!", ["5 is more than 3."])
    page.tap(".slot >> nth=0")  # a slip is mended
    lay(page, 6)
    assert verdict(page) == ("Sun wins!", ["6 is more than 5."])


@browser
def test_closest_to_seven(helper: Open) -> None:
    page = helper("closest_sum", clock=False)
    lay(page, 2, 4, 5, 3)
    sums = ["Sun: 2 + 4 = 6. Away from 7: 1", "Moon: 5 + 3 = 8. Away from 7: 1"]
    assert verdict(page) == ("Sun wins!", [*sums, "Equally close, so the lower sum wins."])
    page = helper("closest_sum#target=12", clock=False)
    lay(page, 2, 4, 5, 3)
    assert verdict(page)[0] == "Moon wins!"


@browser
def test_gong_storm(helper: Open) -> None:
    page = helper("highest_unique", clock=False)
    page.tap("[aria-label='Add a player']")
    lay(page, 6, 6, 4, 2)
    told = ["4 is the highest number that lies there only once.", "Lowest number: Player 4"]
    assert verdict(page) == ("Player 3 wins!", told)


@browser
def test_the_biggest_galaxy(helper: Open) -> None:
    page = helper("largest_galaxy", clock=False)
    for name in ("ZETA 1", "ZETA 4", "VIRGO 6"):
        page.tap(f".deck [aria-label='{name}']")
    page.tap(".tab >> nth=1")
    assert page.locator(".deck [aria-label='ZETA 1, Sun']").is_disabled()
    for name in ("OMEGA 2", "OMEGA 4"):
        page.tap(f".deck [aria-label='{name}']")
    told = "The groups are the same size. The higher sum wins: 6 against 5."
    assert verdict(page) == ("Moon wins!", [told])


@browser
def test_the_best_combination_says_why(helper: Open) -> None:
    page = helper("best_combination", clock=False)
    for name in ("PROXIMA 2", "VIRGO 2"):
        page.tap(f".deck [aria-label='{name}']")
    page.tap(".tab >> nth=1")
    for name in ("NEBULA 2", "OMEGA 2"):
        page.tap(f".deck [aria-label='{name}']")
    told = "The numbers are the same, so the galaxy decides: OMEGA comes after VIRGO."
    assert verdict(page) == ("Moon wins!", ["Both have: Pair.", told])
    page.focus(".deck [aria-label='ZETA 2']")
    page.keyboard.press("Enter")
    assert verdict(page) == ("Moon wins!", ["“Trio” beats “Pair”."])


@browser
def test_the_grid(helper: Open) -> None:
    page = helper("grid_3x3", clock=False)
    lay(page, 5, 5, 5, 2)
    page.tap("text=Leave empty")
    lay(page, 1, 3)
    assert page.locator(".points").first.inner_text() == "Points: 1"  # as in the rulebook's picture
    assert page.locator(".slot.won").count() == 3
    assert "Sun: 6, Moon: 0" in page.locator(".verdict").inner_text()
    page.tap(".slot >> nth=9")
    lay(page, 1, 1, 2, 2, 3, 3)
    assert verdict(page) == ("Sun wins!", ["1 is less than 12, and the lower score wins."])


@browser
def test_the_three_worlds(helper: Open) -> None:
    page = helper("three_locations", clock=False)
    for place, numbers in enumerate(([6, 5], [4, 3], [2, 1], [6], [4], [3, 1])):  # as in the rulebook's picture
        page.tap(f".cell-button >> nth={place}")
        lay(page, *numbers)
    assert page.locator(".owner").all_inner_texts() == ["goes to Sun", "goes to Moon", "goes to Sun"]
    assert verdict(page) == ("Sun wins!", ["Worlds won: 2"])
    page.tap("text=Erase")
    assert "Sun: 5, Moon: 4" in page.locator(".verdict").inner_text()


# Around it.


@browser
def test_from_the_card_and_back_again_also_after_a_reload_and_in_another_language(open_phone: Any) -> None:
    page = open_phone()
    page.goto("AN1")
    page.click(".band .play")
    page.wait_for_url("**/duels/reaction_tap")
    page.click("text=Back to the mission")
    page.wait_for_url("**/AN1")
    page.go_forward()
    page.reload()
    page.click("summary")
    page.click("text=Français")
    page.click("text=Retour à la mission")
    page.wait_for_url("**/AN1")
    page.goto("draw/fight/abc/3")
    page.click(".band .play")
    page.click("text=Retour à la mission")
    page.wait_for_url("**/draw/fight/abc/3")
    page.goto("duels/stare")  # without a card there is nothing to go back to
    page.wait_for_selector(".helper button")
    assert page.locator("[data-to]").count() == 0
    assert page.locator(".bar .next").is_visible()


@browser
def test_without_a_script_there_are_words(open_phone: Any) -> None:
    page = open_phone(java_script_enabled=False)
    page.goto("duels/tap_race")
    assert page.locator(".helper").is_hidden()
    assert page.locator("[data-plain]").is_visible()
    assert page.locator("[data-script]:visible").count() == 0
    assert "Tap your half of the screen" in page.locator(".chapters").inner_text()
    assert "rock-paper-scissors" in page.locator(".chapters").inner_text()


@browser
@pytest.mark.parametrize("language", ["mk", *(pytest.param(other, marks=pytest.mark.slow) for other in ("fr", "pt"))])
def test_no_helper_is_wider_than_a_small_phone(open_phone: Any, language: str) -> None:
    """320 px and large letters (WCAG 2.2, 1.4.10 and 1.4.4); what is tapped is at least 44 px, cards 40 px, wide."""
    page = open_phone({"width": 320, "height": 640}, language)
    each = {helper.script: f"/{kind}" for kind, helper in HELPERS.items()}  # one for every script
    for kind in ("", *each.values()):
        page.goto(f"duels{kind}")
        if kind:
            page.wait_for_selector(".helper button")
        small = page.evaluate(
            """() => [...document.querySelectorAll('.helper button, .choice a, .bar a')].flatMap(element => {
                 const {width, height} = element.getBoundingClientRect();
                 const small = element.checkVisibility() && (width < 40 || height < 44);
                 return small ? [[element.textContent || element.ariaLabel, width, height]] : [];
               })"""
        )
        assert small == [], kind
        for change in ("", "document.documentElement.style.fontSize = '200%'"):
            assert page.evaluate(f"() => {{ {change}; return document.documentElement.scrollWidth }}") <= 320, kind


@browser
def test_who_wants_no_motion_gets_none(helper: Open) -> None:
    page = helper("coin", chance=(0,))
    page.tap(".begin button")
    assert page.locator(".coin").evaluate("coin => getComputedStyle(coin).animationName") == "none"


@browser
@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_what_the_scripts_build_is_accessible(open_phone: Any, scheme: str) -> None:
    """WCAG 2.2 AA by axe-core, in the arena, at its end, in calculators and on a sheet; pages: test_accessible.py."""
    page = open_phone(language="mk", color_scheme=scheme)
    page.goto("duels/tap_race")
    page.click(".begin button")
    assert judge(page) == []
    page.goto("duels/higher_lower")
    page.click(".begin button")
    assert judge(page) == []
    page.keyboard.press("1")
    page.click("[data-value=higher]")
    page.keyboard.press("1")
    page.wait_for_selector(".end button:not(:disabled)")
    assert judge(page) == []
    for kind, keys in (("closest_sum", "1234"), ("grid_3x3", "55512")):
        page.goto(f"duels/{kind}")
        page.wait_for_selector(".helper button")
        for key in keys:
            page.keyboard.press(key)
        assert judge(page) == [], kind
    page.goto("scores/gang-of-four")
    page.click(".set-up .draw")
    page.fill(".standings input >> nth=0", "0")
    page.fill(".standings input >> nth=1", "9")
    page.fill(".standings input >> nth=2", "1")
    page.click(".draw")
    page.click(".history summary")
    page.click(".draw")  # nothing is filled in: a warning
    assert judge(page) == []
