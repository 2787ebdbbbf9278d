"""WCAG 2.2 AA on every page that a reader can reach, judged by axe-core in a real browser; keys, zoom, colours."""

import re
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

import axe_playwright_python
import pytest
from flask import Flask

from companion import languages
from tests.sweeps import sweep

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

AXE = Path(axe_playwright_python.__file__).with_name("axe.min.js").read_text("utf-8")
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
NARROW = {"width": 320, "height": 640}
ENOUGH = 1
"""How many pages of one kind are judged, besides those named; all rules in the slow test."""


@pytest.fixture(scope="module")
def places(app: Flask) -> list[str]:
    """Every page that links of the site lead to, some of each kind, found by following them from the start."""
    client, rules = app.test_client(), app.url_map.bind("localhost")
    found: list[str] = []
    kinds: Counter[str] = Counter()
    waiting = ["/", "/NB4", "/VI1", "/JK1", "/nothing", "/scan", "/t/KWXHY", "/rules/nothing", "/?code=NB9"]
    seen = set(waiting)
    for address in waiting:
        endpoint = rules.match(urlsplit(address).path)[0]
        limit = 99 if endpoint == "rules.game" else ENOUGH
        if kinds[endpoint] >= limit + (address in seen and address in waiting[:9]) * 9:
            continue
        answer = client.get(address, follow_redirects=True)
        if not answer.content_type.startswith("text/html"):
            continue
        kinds[endpoint] += 1
        found.append(address)
        for link in re.findall(r'<a [^>]*href="([^"#]*)', answer.text):
            target = urljoin(answer.request.path, link.replace("&amp;", "&"))
            if target not in seen and "lang=" not in target and "players=" not in target:
                seen.add(target)
                waiting.append(target)
    assert len(kinds) >= 9
    return found


def judge(page: Any, **rules: Any) -> list[Any]:
    """Return what axe finds: rule and the elements it is about."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE)
    options = {"runOnly": {"type": "tag", "values": TAGS}, "resultTypes": ["violations"], **rules}
    result = page.evaluate("options => axe.run(document, options)", options)
    return [
        (found["id"], [node["target"][0] for node in found["nodes"]], found["help"]) for found in result["violations"]
    ]


def test_every_page_is_accessible(open_phone: Any, places: list[str]) -> None:
    page = open_phone(NARROW)
    found = {}
    for address in places:
        if address.startswith("/rules/") and address != "/rules/link":
            continue  # they are long, and the slow test looks at all of them
        page.goto(address.lstrip("/"))
        if violations := judge(page):
            found[address] = violations
    assert found == {}


def test_the_pages_of_the_table_are_accessible_in_light_with_the_menu_open(open_phone: Any) -> None:
    page = open_phone(NARROW, "mk", color_scheme="light")  # the language with the longest words
    for address in ("NB4", "t/KWXHY"):
        page.goto(address)
        assert judge(page) == [], address
    page.click("summary")  # the menu of languages; it covers parts of targets below
    assert judge(page, rules={"target-size": {"enabled": False}}) == []


@pytest.mark.parametrize("scheme", sweep(["dark", "light"], "light"))
def test_a_mission_has_the_contrast_of_aaa(open_phone: Any, scheme: str) -> None:
    page = open_phone(color_scheme=scheme)
    for code in ("NB4", "VI1", "ZE6"):
        page.goto(code)
        assert judge(page, runOnly={"type": "rule", "values": ["color-contrast-enhanced"]}) == [], code


def test_every_stop_of_the_tab_key_is_seen_and_none_is_a_trap(open_phone: Any, places: list[str]) -> None:
    """Focus goes through everything that can be tapped, in the order of the page, is drawn, and leaves at the end."""
    page = open_phone()
    for address in places[:7]:
        page.goto(address.lstrip("/"), wait_until="networkidle")
        expected = page.evaluate(
            """() => [...document.querySelectorAll('a[href], button, input, select, summary, [tabindex="0"]')].filter(
                 element => element.checkVisibility({visibilityProperty: true}) && !element.disabled
                   && element.tabIndex >= 0 && !element.closest('[inert]')).length"""
        )
        stops = []
        for _ in range(expected + 1):
            page.keyboard.press("Tab")
            stop = page.evaluate(
                """() => { const element = document.activeElement;
                     if (element === document.body || !element) return null;
                     const shown = element.closest('.photo') ?? element;
                     const style = getComputedStyle(shown), after = getComputedStyle(element, '::after');
                     const box = shown.getBoundingClientRect();
                     const seen = one => one.outlineStyle === 'solid' && parseFloat(one.outlineWidth) >= 3;
                     return {drawn: seen(style) || seen(after),
                             inside: box.bottom > 0 && box.top < innerHeight,
                             what: element.outerHTML.slice(0, 80)}; }"""
            )
            if stop is None:
                break
            stops.append(stop)
        assert len(stops) >= min(expected, 3), address
        assert all(stop["drawn"] and stop["inside"] for stop in stops), (address, stops)
        assert stop is None or len(stops) == expected + 1, address


def test_the_first_tab_leads_past_the_top(open_phone: Any) -> None:
    page = open_phone()
    page.goto("NB4", wait_until="networkidle")
    page.keyboard.press("Tab")
    skip = page.locator(".skip")
    assert skip.evaluate("element => element === document.activeElement")
    box = skip.bounding_box()
    assert box["y"] >= 0 and box["height"] >= 24  # shown while it has the focus
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("() => !!document.activeElement.closest('main, .bar')")


def test_twice_the_text_size_hides_nothing(open_phone: Any, places: list[str]) -> None:
    """WCAG 1.4.4 and 1.4.10: at 200 % and 320 px nothing is cut off and nothing scrolls sideways."""
    page = open_phone(NARROW)
    for address in places[:7]:
        page.goto(address.lstrip("/"))
        found = page.evaluate(
            """() => { document.documentElement.style.fontSize = '200%';
                 const outside = box => box.right > innerWidth + 1 || box.left < -1;
                 const cut = [...document.querySelectorAll('main *, header *, footer *')].filter(element =>
                   element.children.length === 0 && element.textContent.trim() && element.checkVisibility()
                   && !element.closest('.hidden, svg, .table, .skip, [hidden]')
                   && outside(element.getBoundingClientRect()));
                 return [document.documentElement.scrollWidth, cut.map(element => element.textContent)]; }"""
        )
        assert found == [320, []], address


def test_forced_colours_keep_every_sign(open_phone: Any) -> None:
    """In the high-contrast modes of the system a chosen state is not told by colours that are taken away."""
    page = open_phone(forced_colors="active")
    page.goto("NB4", wait_until="networkidle")
    chosen = page.locator(".players [aria-current]").evaluate("element => getComputedStyle(element).outlineStyle")
    assert chosen == "solid"
    frame = page.locator(".card").evaluate("element => getComputedStyle(element).borderTopStyle")
    assert frame == "solid"
    assert judge(page) == []


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("language", languages.available())
def test_every_page_is_accessible_in_every_language(
    open_phone: Any, places: list[str], language: str, scheme: str
) -> None:
    page = open_phone(NARROW, language, color_scheme=scheme)
    found = {}
    for address in places:
        page.goto(address.lstrip("/"))
        if violations := judge(page):
            found[address] = violations
    assert found == {}
