"""The site in a real browser, on a small phone: what is readable at once, with which contrast, by which keys."""

import re
import urllib.request
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from companion import languages
from companion.deck import CARDS
from companion.palette import contrast, luminance
from tests.sweeps import sweep

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

"""Languages of shorter words; what takes long is tried with the longest each time, with these by `make test-slow`."""

PHONE = {"width": 360, "height": 640}
PAGES = ["", "NB4", "JK1", "bonus", "draw/fight/abc/1", "m/gong-fight/1.0.0/F09", "privacy", "nothing", "?code=NB9"]
PAGES += ["t/", "t/KWXHK", "t/KWXHY/2/gong-fight/1.0.0"]

# What stands where, how large, in which colours; a see-through background counts as that of the nearest opaque parent.
MEASURE = """() => {
  const ground = element => {
    for (; element; element = element.parentElement) {
      const color = getComputedStyle(element).backgroundColor;
      if (!/^rgba\\(.*, 0\\)$|transparent/.test(color)) return color;
    }
    return null;
  };
  const seen = {};
  for (const name of ['.band', '.card h1', '.sentence', '.scene strong', '.bar']) {
    const element = document.querySelector(name), style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    seen[name] = {top: box.top, bottom: box.bottom, left: box.left, right: box.right,
                  size: parseFloat(style.fontSize), color: style.color, ground: ground(element),
                  fits: element.scrollWidth <= element.clientWidth};
  }
  const root = document.documentElement, pictures = [...document.querySelectorAll('.card .signs')];
  const sign = 32 * Math.min(...pictures.map(picture => picture.getScreenCTM().a));
  return {seen, sign, width: root.scrollWidth, height: root.scrollHeight};
}"""


def hexadecimal(color: str) -> str:
    found = re.fullmatch(r"rgb\((\d+), (\d+), (\d+)\)", color)
    assert found, f"{color} is not opaque"
    return "#" + "".join(f"{int(channel):02x}" for channel in found.groups())


# Shows another page of the site in the open one: the same style sheet, but no navigation, which would take longer.
SHOW = """html => {
  const next = new DOMParser().parseFromString(html, 'text/html').documentElement;
  for (const name of ['class', 'lang', 'dir']) document.documentElement.setAttribute(name, next.getAttribute(name));
  document.body.replaceWith(next.querySelector('body'));
}"""


@pytest.mark.parametrize("scheme", ["dark", pytest.param("light", marks=pytest.mark.slow)])
@pytest.mark.parametrize("language", sweep(languages.available(), "mk"))
def test_kind_title_and_sentence_are_seen_at_once(open_phone: Any, server: Any, language: str, scheme: str) -> None:
    """360 x 640, no scrolling, large, contrast of at least 7:1 for title, sentence and kind of every mission."""
    page = open_phone(language=language, color_scheme=scheme)
    page.goto("NB4", wait_until="networkidle")
    for card in CARDS:
        if card.is_joker:
            continue
        for players in (2, 3) if scheme == "dark" else (3,):  # the schemes differ in colours only
            with urllib.request.urlopen(f"{server.url}{card.code}?players={players}&lang={language}") as answer:
                page.evaluate(SHOW, answer.read().decode())
            found = page.evaluate(MEASURE)
            case = (card.code, players)
            assert found["width"] <= PHONE["width"], case
            assert found["height"] <= PHONE["height"], case
            assert found["sign"] >= 20, case  # px; the least for the longest sentences
            for name, place in found["seen"].items():
                assert place["fits"], (case, name)
                assert 0 <= place["left"] <= place["right"] <= PHONE["width"], (case, name)
                assert 0 <= place["top"] <= place["bottom"] <= PHONE["height"], (case, name)
            seen = found["seen"]
            assert seen[".band"]["size"] >= 20
            assert seen[".card h1"]["size"] >= 24
            assert seen[".sentence"]["size"] >= 22
            for name in (".band", ".card h1", ".sentence"):
                ratio = contrast(hexadecimal(seen[name]["color"]), hexadecimal(seen[name]["ground"]))
                assert ratio >= 7, (case, name, ratio)


@pytest.mark.parametrize("scheme", sweep(["dark", "light"], "light"))
def test_text_on_the_sky_is_readable(open_phone: Any, server: Any, scheme: str) -> None:
    """Text outside the card stands on a gradient: its contrast with what is behind it (WCAG 2.2 AA, 4.5:1).

    The worst 2 % of the pixels are left out: they are stars, points smaller than a stroke of a letter.
    """
    page = open_phone(language="fr", color_scheme=scheme)
    page.goto("NB4", wait_until="networkidle")
    for card in [card for card in CARDS if card.number == 4] + [CARDS[54]]:
        with urllib.request.urlopen(f"{server.url}{card.code}?lang=fr") as answer:
            page.evaluate(SHOW, answer.read().decode())
        places = page.evaluate(
            """() => [...document.querySelectorAll('.home span, summary, .scene strong, .scene span, .bar .go')].map(
                 element => {
                   const color = getComputedStyle(element).color, range = document.createRange();
                   range.selectNodeContents(element);
                   const box = range.getBoundingClientRect();
                   element.style.color = 'transparent';
                   return {name: element.textContent, color, x: box.x, y: box.y, width: box.width, height: box.height};
                 })"""
        )
        assert len(places) >= 5
        picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
        for place in places:
            if place["y"] + place["height"] > PHONE["height"]:
                continue  # below the fold of the joker's page
            box = (place["x"], place["y"], place["x"] + place["width"], place["y"] + place["height"])
            behind = picture.crop(tuple(round(edge) for edge in box)).getcolors(1_000_000)
            color = hexadecimal(place["color"])
            ratios = sorted((contrast(color, f"#{r:02x}{g:02x}{b:02x}"), count) for count, (r, g, b) in behind)
            stars = 0.02 * sum(count for _, count in ratios)
            while (stars := stars - ratios[0][1]) > 0:
                del ratios[0]
            assert ratios[0][0] >= 4.5, (card.code, place["name"], ratios[0][0])


def test_showing_without_navigation_measures_the_same(open_phone: Any) -> None:
    """The short cut of the test above is a fair one."""
    page = open_phone(language="fr")
    for code in ("NM2", "PR5"):
        page.goto(code, wait_until="networkidle")
        loaded = page.evaluate(MEASURE)
        html = page.request.get(code, headers={"Accept-Language": "fr"}).text()
        page.goto("NB4", wait_until="networkidle")
        page.evaluate(SHOW, html)
        assert page.evaluate(MEASURE) == loaded


def test_a_card_is_three_requests_and_ten_kilobytes(open_phone: Any) -> None:
    page = open_phone(java_script_enabled=False)
    answers: list[Any] = []
    page.on("requestfinished", lambda request: answers.append(request))
    page.goto("NB4", wait_until="networkidle")
    assert page.locator("h1").is_visible()
    assert 2 <= len(answers) <= 3
    sizes = [request.sizes() for request in answers]
    assert sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes) <= 10_240
    assert {request.url.split("/")[2] for request in answers} == {page.url.split("/")[2]}


def test_a_code_by_keyboard_alone(open_phone: Any) -> None:
    page = open_phone()
    page.goto("")
    for _ in range(6):
        page.keyboard.press("Tab")
        focused = page.evaluate(
            "() => ({id: document.activeElement.id, width: getComputedStyle(document.activeElement).outlineWidth,"
            " style: getComputedStyle(document.activeElement).outlineStyle})"
        )
        assert (focused["style"], focused["width"]) == ("solid", "3px")  # where the focus is can be seen
        if focused["id"] == "code":
            break
    page.keyboard.type("nb 4")
    page.keyboard.press("Enter")
    page.wait_for_url("**/NB4")
    assert page.locator(".band").inner_text().split() == ["MALUS", "NB4"]


def test_a_mistyped_code_can_be_typed_again(open_phone: Any) -> None:
    page = open_phone(language="fr")
    page.goto("")
    page.fill("#code", "NB9")
    page.click("text=Ouvrir")
    assert "NB9" in page.locator(".lead").inner_text()
    page.fill("#code", "ZE1")
    page.click("text=Ouvrir")
    page.wait_for_url("**/ZE1")


def test_the_language_is_chosen_once(open_phone: Any) -> None:
    page = open_phone(language="en")
    page.goto("NB4")
    page.click("summary")
    page.click("text=Français")
    for link in (".home", "a.kind-bonus", ".missions a"):
        assert page.locator("html").get_attribute("lang") == "fr"
        page.click(link)
    assert page.locator("html").get_attribute("lang") == "fr"
    page.goto("VI2")  # a scanned card
    assert page.locator("html").get_attribute("lang") == "fr"


def test_two_players_are_chosen_once(open_phone: Any) -> None:
    page = open_phone()
    page.goto("NB5")
    before = page.locator(".sentence").inner_text()
    page.click(".players >> text=2")
    assert page.locator(".players [aria-current]").inner_text() == "2"
    assert page.locator(".sentence").inner_text() != before
    page.goto("NB6")
    assert page.locator(".players [aria-current]").inner_text() == "2"


def test_draw_next_back_forward_reload(open_phone: Any) -> None:
    page = open_phone()
    page.goto("")
    page.click("a.kind-fight")
    page.click("text=Draw a mission")
    titles = [page.locator("h1").inner_text()]
    for _ in range(3):
        page.click("a.go")
        titles.append(page.locator("h1").inner_text())
    assert len(set(titles)) == 4
    page.go_back()
    page.go_back()
    assert page.locator("h1").inner_text() == titles[1]
    page.reload()
    assert page.locator("h1").inner_text() == titles[1]
    page.go_forward()
    assert page.locator("h1").inner_text() == titles[2]


@pytest.mark.parametrize("language", sweep(languages.available(), "mk"))
def test_nothing_is_cut_off_on_narrow_screens_large_text_and_from_right_to_left(open_phone: Any, language: str) -> None:
    """320 px; text of twice the size; the mirrored layout: no sideways scrolling (WCAG 2.2, 1.4.4 and 1.4.10)."""
    page = open_phone({"width": 320, "height": 640}, language)
    for path in PAGES:
        page.goto(path)
        for change in ("", "document.documentElement.style.fontSize = '200%'", "document.documentElement.dir = 'rtl'"):
            width = page.evaluate(f"() => {{ {change}; return document.documentElement.scrollWidth }}")
            assert width <= 320, (path, change)


def test_everything_to_tap_is_large_enough(open_phone: Any) -> None:
    page = open_phone()
    for path in PAGES:
        page.goto(path)
        if page.locator("summary").count():
            page.click("summary")
        boxes = page.evaluate(
            """() => [...document.querySelectorAll('a, button, input, summary')].filter(element =>
                 element.checkVisibility()).map(element => {
                 const box = element.getBoundingClientRect(), cover = element.closest('.missions li');
                 const area = cover ? cover.getBoundingClientRect() : box;
                 return [element.textContent.trim() || element.name, area.width, area.height];
               })"""
        )
        assert len(boxes) >= 4
        small = [box for box in boxes if box[1] < 48 or box[2] < 48]
        assert small == [], path


def test_whatever_can_be_tapped_lies_on_top(open_phone: Any) -> None:
    hidden = """() => [...document.querySelectorAll('a, button, input, summary')].filter(element => {
         if (!element.checkVisibility() || element.matches('.skip')) return false;
         element.scrollIntoView({block: 'center'});
         const box = element.getBoundingClientRect();
         return [.1, .5, .9].some(along => {
           const top = document.elementFromPoint(box.left + along * box.width, box.top + box.height / 2);
           return !element.contains(top) && !top.closest('[open]');
         });
       }).map(element => element.textContent.trim() || element.name)"""
    page = open_phone()
    for path in PAGES:
        page.goto(path)
        assert page.evaluate(hidden) == [], path
        page.click("summary")
        assert page.evaluate(hidden) == [], f"{path} with its menu open"


@pytest.mark.slow
def test_every_page_ends_with_a_way_on(open_phone: Any) -> None:
    """Nobody must scroll back to the top of a long page to type the next code."""
    page = open_phone()
    for path in PAGES:
        page.goto(path)
        if path.startswith("draw/"):
            continue  # its button draws the next mission
        if page.locator("#code:visible").count() == 0:
            page.locator(".bar .go").click()
        assert page.locator("#code").is_visible(), path


def test_who_wants_no_motion_gets_none(open_phone: Any) -> None:
    moves = "() => getComputedStyle(document.querySelector('.scene .xphere')).animationName"
    calm, lively = open_phone(reduced_motion="reduce"), open_phone(reduced_motion="no-preference")
    for page in (calm, lively):
        page.goto("NB4")
    assert calm.evaluate(moves) == "none"
    assert lively.evaluate(moves) == "rise"


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_the_scheme_of_the_phone_is_followed(open_phone: Any, scheme: str) -> None:
    page = open_phone(color_scheme=scheme)
    page.goto("NB4")
    panel = page.evaluate("() => getComputedStyle(document.querySelector('.card')).backgroundColor")
    assert (luminance(hexadecimal(panel)) > 0.8) == (scheme == "light")
    assert (luminance(hexadecimal(panel)) < 0.03) == (scheme == "dark")


@pytest.mark.parametrize("language", sweep(languages.available(), "mk"))
def test_the_joker_is_read_without_scrolling(open_phone: Any, language: str) -> None:
    page = open_phone(language=language)
    for path in ("JK1", "t/KWXHY/2/gong-fight/1.0.0/JK2"):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollHeight") <= PHONE["height"], path


@pytest.mark.parametrize("language", sweep(languages.available(), "mk"))
def test_the_band_shows_kind_and_code_whole_in_large_text(open_phone: Any, language: str) -> None:
    """320 px, text of twice the size: nothing in the coloured band sticks out, though the card hides what does."""
    page = open_phone({"width": 320, "height": 640}, language)
    for code in ("NM2", "NB4", "NB5", "JK1"):
        page.goto(code)
        cut = page.evaluate(
            """() => {
                 document.documentElement.style.fontSize = '200%';
                 const card = document.querySelector('.card').getBoundingClientRect();
                 return [...document.querySelectorAll('.band > *')].filter(element => {
                   const box = element.getBoundingClientRect();
                   return box.left < card.left || box.right > card.right || element.scrollWidth > Math.ceil(box.width);
                 }).map(element => element.textContent);
               }"""
        )
        assert cut == [], code
