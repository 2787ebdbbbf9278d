"""Reading aloud, large type, a screen that stays on: extras of the page script that are silent where they cannot be."""

from typing import Any

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

SPEECH = """
window.said = []; window.cancelled = 0;
const voices = [];
const made = (name, lang, localService) => ({name, lang, localService, default: false, voiceURI: name});
const speech = new EventTarget();
Object.assign(speech, {
  getVoices: () => voices,
  speak: words => said.push(words),
  cancel: () => { cancelled++ },
});
window.arrive = (...langs) => {
  langs.forEach((lang, i) => voices.push(made(lang + i, lang, i % 2 === 1)));
  speech.dispatchEvent(new Event('voiceschanged'));
};
Object.defineProperty(window, 'speechSynthesis', {value: speech});
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text } };
"""

WAKE = """
window.locks = [];
Object.defineProperty(navigator, 'wakeLock', {value: {request: async kind => { locks.push(kind); return {} }}});
"""


def open_with(open_phone: Any, script: str, path: str, language: str = "en") -> Any:
    page = open_phone(language=language)
    page.add_init_script(script)
    page.goto(path, wait_until="networkidle")
    return page


def test_a_mission_is_read_by_a_voice_of_its_language(open_phone: Any) -> None:
    page = open_with(open_phone, SPEECH, "NB4", "pt")
    aloud = page.locator(".aloud")
    assert aloud.is_hidden()  # no voice yet
    page.evaluate("arrive('en-US', 'fr-FR')")
    assert aloud.is_hidden()  # none for Portuguese
    page.evaluate("arrive('pt-PT', 'pt-PT', 'pt_BR')")
    assert aloud.is_visible()
    aloud.click()
    said = page.evaluate("said.map(words => [words.text, words.lang])")
    assert [text for text, _ in said] == [page.locator(".card h1").inner_text(), page.locator(".sentence").inner_text()]
    assert {lang for _, lang in said} == {"pt_BR"}  # the catalogue is Brazilian
    assert aloud.get_attribute("aria-pressed") == "true"
    page.evaluate("said.at(-1).onend()")
    assert aloud.get_attribute("aria-pressed") == "false"


def test_a_second_tap_and_leaving_the_page_stop_the_voice(open_phone: Any) -> None:
    page = open_with(open_phone, SPEECH + "addEventListener('load', () => arrive('en-GB'))", "JK1")
    aloud = page.locator(".aloud")
    aloud.click()
    assert page.evaluate("said.length") == 5  # title, three sentences, note
    page.evaluate("cancelled = 0")
    aloud.click()
    assert (page.evaluate("cancelled"), aloud.get_attribute("aria-pressed")) == (1, "false")
    assert page.evaluate("said.length") == 5
    aloud.click()
    page.evaluate("said[4].onend()")  # of the first reading, late
    assert aloud.get_attribute("aria-pressed") == "true"
    page.evaluate("cancelled = 0; dispatchEvent(new PageTransitionEvent('pagehide'))")
    assert page.evaluate("cancelled") == 1


def test_without_a_voice_there_is_no_button(open_phone: Any) -> None:
    page = open_phone()
    page.goto("NB4", wait_until="networkidle")
    assert page.evaluate("() => window.speechSynthesis.getVoices().length") == 0  # as Chromium comes on a server
    assert page.locator(".aloud").is_hidden()


def test_a_card_keeps_the_screen_on_and_asks_again_when_it_is_looked_at_again(open_phone: Any) -> None:
    page = open_with(open_phone, WAKE, "NB4")
    assert page.evaluate("locks") == ["screen"]
    page.evaluate(
        """() => { Object.defineProperty(document, 'hidden', {value: true, configurable: true});
                   document.dispatchEvent(new Event('visibilitychange'));
                   Object.defineProperty(document, 'hidden', {value: false});
                   document.dispatchEvent(new Event('visibilitychange')); }"""
    )
    assert page.evaluate("locks") == ["screen", "screen"]
    page.goto("privacy", wait_until="networkidle")
    assert page.evaluate("locks") == []


@pytest.mark.parametrize(
    "lock", ["undefined", "{request: () => Promise.reject(new DOMException('no', 'NotAllowedError'))}"]
)
def test_a_screen_that_cannot_stay_on_is_no_fault(open_phone: Any, lock: str) -> None:
    """The fixture fails this test if the browser complains of anything."""
    page = open_with(open_phone, f"Object.defineProperty(navigator, 'wakeLock', {{value: {lock}}})", "NB4")
    assert page.locator(".sentence").is_visible()


def test_large_type_is_kept(open_phone: Any) -> None:
    page = open_phone()
    page.goto("NB4", wait_until="networkidle")
    size = "() => parseFloat(getComputedStyle(document.querySelector('.sentence')).fontSize)"
    before = page.evaluate(size)
    page.click("summary")
    large = page.locator(".large")
    large.click()
    assert (page.evaluate(size), large.get_attribute("aria-pressed")) == (before * 1.25, "true")
    page.goto("bonus", wait_until="networkidle")
    page.go_back(wait_until="networkidle")
    assert page.evaluate(size) == before * 1.25
    page.click("summary")
    page.locator(".large").click()
    page.reload(wait_until="networkidle")
    assert page.evaluate(size) == before


def test_blocked_storage_is_no_fault(open_phone: Any) -> None:
    blocked = """for (const name of ['localStorage', 'sessionStorage'])
                   Object.defineProperty(window, name, {get() { throw new DOMException('no', 'SecurityError') }})"""
    page = open_with(open_phone, blocked, "NB4")
    page.click("summary")
    page.locator(".large").click()
    assert page.evaluate("() => document.documentElement.classList.contains('larger')")
