"""Adding a language needs no code: a pseudo-locale and one that is read from the right, added as catalogues only.

The whole site is copied, gets two folders of translations, and is served and looked at in a real browser. What is still
English in the pseudo-locale is a word that nobody can translate.
"""

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import axe_playwright_python
import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from companion import data

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

CHECKOUT = Path(data.__file__).parents[1]
DOMAINS = ("wording", "site", "rules", "print")
KEPT = re.compile(r"(\{[^}]*\}|%\([a-z_]+\)[sd]|\*\*)")
"""What a translation must not change: places for values, and marks."""

PSEUDO, ARABIC = "en-XA", "ar"
ACCENTS = str.maketrans("aeiouAEIOUcn", "åéîöûÅÉÎÖÛçñ")
LETTERS = str.maketrans(
    "abcdefghijklmnopqrstuvwxyz", "ابتثجحخدذرزسشصضطظعغفقكلمنه"
)  # letters for letters: no text, but as long as one and read from the right


def accented(text: str) -> str:
    """Return a text that stays readable, a third longer, in brackets."""
    return "⟦" + "".join(part if KEPT.fullmatch(part) else part.translate(ACCENTS) for part in KEPT.split(text)) + "⟧"


def from_the_right(text: str) -> str:
    return "".join(part if KEPT.fullmatch(part) else part.lower().translate(LETTERS) for part in KEPT.split(text))


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory, start_server: Callable[..., Any]) -> str:
    """A server of a copy of the project, in which two languages were added and nothing else was changed."""
    copy = tmp_path_factory.mktemp("languages")
    for folder in ("companion", "printables", "missions", "rulebook", "templates"):
        shutil.copytree(CHECKOUT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for language, translate in ((PSEUDO, accented), (ARABIC, from_the_right)):
        folder = copy / "companion" / "locales" / language.replace("-", "_") / "LC_MESSAGES"
        folder.mkdir(parents=True)
        for domain in DOMAINS:
            with data.data_path("locales", "fr", "LC_MESSAGES", f"{domain}.po").open("rb") as file:
                source = read_po(file)
            added = Catalog(locale=None if language == PSEUDO else language)
            for message in source:
                if message.id:
                    texts = [message.id] if isinstance(message.id, str) else list(message.id)
                    forms = [translate(text) for text in texts]
                    if len(forms) == 2:
                        forms = [forms[0], *[forms[1]] * (added.num_plurals - 1)]
                    added.add(message.id, forms[0] if len(forms) == 1 else forms, context=message.context)
            with (folder / f"{domain}.mo").open("wb") as file:
                write_mo(file, added)
    return str(start_server(PYTHONPATH=str(copy), GONG_LANGUAGES=f"en,{PSEUDO},{ARABIC}").url)


PAGES = ("", "NB4", "NB5", "VI1", "JK1", "bonus", "scan", "privacy", "rules", "rules/link", "duels", "t/", "nothing")

# Words for readers that are not in the brackets of the pseudo-locale: texts, labels, titles and hints.
LEFT_OVER = r"""() => {
  const texts = [document.title.replace(document.querySelector('h1[lang]')?.textContent ?? '', '')];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (parent.closest('script, style, svg, [translate=no], .languages ul, [lang]:not(html)')) continue;
    texts.push(walker.currentNode.textContent);
  }
  for (const element of document.querySelectorAll('[aria-label], [title], [alt], [placeholder]'))
    if (!element.closest('[lang]:not(html)'))
      for (const name of ['aria-label', 'title', 'alt', 'placeholder']) texts.push(element.getAttribute(name) ?? '');
  return texts;
}"""
NAMES = re.compile(
    r"\b(?:GONG|JOKER|LINK|FAMILY|FIGHT|PROXIMA|NEBULA|ZETA|ANDROMEDE|SERPENS|SPARROW|VIRGO|OMEGA|NEMESIS|"
    r"gong-fight|gong-gentle|en-XA|Gang of Four|Gnoming A Round|Guimenon TCG|KWXHY|[A-Z]{2}[1-6]|JK[12])\b"
)


def without_brackets(text: str) -> str:
    while (shorter := re.sub(r"⟦[^⟦⟧]*⟧", "", text)) != text:
        text = shorter
    return text


def test_every_word_of_the_site_can_be_translated(open_phone: Any, url: str) -> None:
    page = open_phone(base_url=url, language="en")
    left = {}
    for path in PAGES:
        page.goto(f"{path}?lang={PSEUDO}")
        assert page.locator("html").get_attribute("lang") == PSEUDO
        texts = page.evaluate(LEFT_OVER)
        # A sentence is made of pieces; a bracket may open in one text and close in another.
        found = re.findall(r"[A-Za-z]{3,}", NAMES.sub("", without_brackets("\n".join(texts))))
        if found:
            left[path] = found
    assert left == {}, left


def test_a_language_from_the_right_is_mirrored(open_phone: Any, url: str) -> None:
    page = open_phone(base_url=url, language="ar")
    page.goto("NB4", wait_until="networkidle")
    assert page.locator("html").get_attribute("dir") == "rtl"
    at = "element => { const box = element.getBoundingClientRect(); return [box.left, box.right] }"
    home, menu = page.locator(".home").evaluate(at), page.locator(".languages").evaluate(at)
    assert menu[1] <= home[0]  # the way home stands at the beginning: right
    planet, name = page.locator(".scene .xphere").evaluate(at), page.locator(".scene strong").evaluate(at)
    assert name[0] < planet[0]
    code, kind = page.locator(".band b").evaluate(at), page.locator(".band .emblem").evaluate(at)
    assert code[1] < kind[0]
    assert page.locator(".band b").inner_text() == "NB4"  # codes are read from the left in every language
    assert page.locator(".sentence").evaluate("element => getComputedStyle(element).textAlign") in ("start", "right")


def test_pictures_flow_from_the_right_but_nobody_changes_seats(open_phone: Any, url: str) -> None:
    """NB5, "give 1 card to the player on your left": from me to the neighbour, who sits on the left in the picture."""
    order = """() => [...document.querySelectorAll('.card .signs > g')].map(sign => {
        const box = sign.getBoundingClientRect(), me = sign.querySelector('.me')?.getBoundingClientRect();
        const them = sign.querySelector('.them')?.getBoundingClientRect();
        return {at: box.left, neighbour: me && them ? them.left < me.left : null};
      })"""
    seen = {}
    for language in ("en", "ar"):
        page = open_phone(base_url=url, language=language)
        page.goto("NB5")
        seen[language] = page.evaluate(order)
    places = {language: [sign["at"] for sign in signs] for language, signs in seen.items()}
    assert places["en"] == sorted(places["en"])
    assert places["ar"] == sorted(places["ar"], reverse=True)
    assert [signs[-1]["neighbour"] for signs in seen.values()] == [True, True]


def test_longer_and_mirrored_words_fit_and_are_accessible(open_phone: Any, url: str) -> None:
    axe = Path(axe_playwright_python.__file__).with_name("axe.min.js").read_text("utf-8")
    for language in (PSEUDO, ARABIC):
        page = open_phone({"width": 320, "height": 640}, base_url=url, language="en")
        for path in ("", "NB4", "JK1", "bonus", "scan", "rules/link", "t/"):
            page.goto(f"{path}?lang={language}")
            assert page.evaluate("() => document.documentElement.scrollWidth") <= 320, (language, path)
        page.goto(f"NB4?lang={language}")
        page.evaluate(axe)
        tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
        found = page.evaluate("tags => axe.run(document, {runOnly: {type: 'tag', values: tags}})", tags)
        assert found["violations"] == []
