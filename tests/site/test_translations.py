"""Every word of the site in every language: extracted from the sources, looked up in the catalogues."""

import re
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

from companion import languages
from companion.data import data_path

SITE = Path(__file__).parents[2] / "companion" / "site"
LANGUAGES = languages.available()
TRANSLATIONS = [language for language in LANGUAGES if language != "en"]


@cache
def extracted() -> frozenset[str | tuple[str, ...]]:
    """Return the messages of templates and code."""
    found = set()
    for folder, method in ((data_path("templates"), [("**.html", "jinja2")]), (SITE, [("**.py", "python")])):
        for _, _, message, _, _ in extract_from_dir(folder, method, keywords=DEFAULT_KEYWORDS):
            found.add(message if isinstance(message, str) else tuple(part for part in message if part))
    return frozenset(found)


@cache
def catalogue(language: str, suffix: str) -> Catalog:
    path = data_path("locales", language.replace("-", "_"), "LC_MESSAGES", f"site.{suffix}")
    with path.open("rb") as file:
        return read_po(file) if suffix == "po" else read_mo(file)


def texts(catalog: Catalog) -> dict[tuple[str, ...], tuple[str, ...]]:
    return {forms(message.id): forms(message.string) for message in catalog if message.id}


def forms(text: object) -> tuple[str, ...]:
    """Return the forms of a message: one, or several of one with a number."""
    return (text,) if isinstance(text, str) else tuple(text)  # type: ignore[arg-type]


def test_the_messages_are_found() -> None:
    assert {"Open", "Lost in space!", "Swap hands!", "Blue missions help you get rid of your cards."} <= extracted()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_is_translated_and_none_is_left_over(language: str) -> None:
    messages = {message.id: message for message in catalogue(language, "po") if message.id}
    assert set(messages) == extracted()
    for message in messages.values():
        assert message.string, message.id
        assert not message.fuzzy, message.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_catalogue_is_current(language: str) -> None:
    assert texts(catalogue(language, "mo")) == texts(catalogue(language, "po"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_and_codes_survive(language: str) -> None:
    for message in (message for message in catalogue(language, "po") if message.id):
        for pattern in (r"%\(\w+\)s", r"\bNB4\b", r"\b(?:GONG|LINK|FAMILY|FIGHT)\b"):
            for form in forms(message.string):
                assert sorted(re.findall(pattern, forms(message.id)[0])) == sorted(re.findall(pattern, form))


def test_english_is_the_source() -> None:
    assert all(key == value for key, value in texts(catalogue("en", "po")).items())


def test_french_says_tu() -> None:
    for message in (form for text in texts(catalogue("fr", "po")).values() for form in text):
        assert not re.search(r"\b(?:votre|veuillez|cliquez|tapez)\b", message, re.IGNORECASE), message


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_nothing_is_left_in_english(language: str) -> None:
    same = {key[0] for key, value in texts(catalogue(language, "po")).items() if key[0] in value}
    names = {"Joker", "Mulligan", "Hazard"}  # of cards
    sets = {"Trio", "Flush", "Full house"}  # of cards, as players say it in Portuguese
    sizes = {"44 × 68 mm (mini)", "70 × 120 mm (tarot)"}
    everywhere = {"Table", "Total"}
    assert same <= names | sets | sizes | everywhere
