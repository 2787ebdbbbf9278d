"""The wording catalogues: complete, current, compiled, with the placeholders of their messages."""

import re
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from companion import languages
from companion.data import data_path

CODE = Path(__file__).parents[2] / "companion"
LANGUAGES = languages.available()
ROLES = {"pair", "with_", "who", "to"}
"""Players in the roles that a challenge offers; a language takes the one it needs."""


@cache
def extracted():
    """Return every message of the code: (context, text or (one, many))."""
    keywords = {"phrase": ((1, "c"), 2), "phrases": ((1, "c"), 2, 3)}
    found = set()
    for _, _, message, _, context in extract_from_dir(CODE, [("**.py", "python")], keywords=keywords):
        found.add((context, message))
    return found


def folder(language):
    return data_path("locales", language.replace("-", "_"), "LC_MESSAGES")


@cache
def catalogue(language) -> Catalog:
    with (folder(language) / "wording.po").open("rb") as file:
        return read_po(file)


def test_the_messages_are_found():
    assert ("put, do", "discard {cards}") in extracted()
    assert ("cards", ("{n} card", "{n} cards")) in extracted()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_is_translated_and_none_is_left_over(language):
    messages = {(message.context, message.id): message for message in catalogue(language) if message.id}
    assert set(messages) == extracted()
    for message in messages.values():
        texts = message.string if isinstance(message.string, tuple) else (message.string,)
        assert all(texts), message.id
        assert not message.fuzzy, message.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_catalogue_is_current(language):
    made = BytesIO()
    write_mo(made, catalogue(language))
    assert (folder(language) / "wording.mo").read_bytes() == made.getvalue(), "run `make translations`"


def placeholders(text):
    return set(re.findall(r"{(\w*)}", text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_use_the_placeholders_of_their_message(language):
    for message in catalogue(language):
        if not message.id:
            continue
        wanted = set().union(*map(placeholders, message.id if isinstance(message.id, tuple) else (message.id,)))
        for text in message.string if isinstance(message.string, tuple) else (message.string,):
            used = placeholders(text)
            if wanted & ROLES and message.context == "duel":
                assert used & ROLES, message.id
                used, needed = used - ROLES, wanted - ROLES
            else:
                needed = wanted
            assert used <= needed, message.id
            assert needed - used <= {"n", "who", "to", "from_"}, message.id


def test_english_says_what_the_code_says():
    for message in catalogue("en"):
        if message.id:
            assert message.string == message.id
