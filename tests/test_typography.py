"""Signs between the words: every text of every language is set as its readers are used to.

A language with a row below is held to its own rules; one without a row only to those for all languages.
"""

import re
from functools import cache

import pytest
from babel.messages.pofile import read_po

from companion import languages
from companion.data import data_path
from companion.missions.loader import load_pack
from companion.missions.pack import find_pack
from companion.missions.wording.sentence import sentence
from companion.rulebook import lookup
from companion.rulebook.catalogue import read_catalogue, template

NARROW, NO_BREAK = "\u202f", "\u00a0"
LANGUAGES = languages.available()
MACEDONIAN = "АБВГДЃЕЖЗЅИЈКЛЉМНЊОПРСТЌУФХЦЧЏШабвгдѓежзѕијклљмнњопрстќуфхцчџшЀЍѐѝ"

EVERYWHERE = {
    r"'": "a straight apostrophe",
    r'"': "a straight quotation mark",
    r"\.\.\.": "three full stops instead of an ellipsis",
    r"  |^ | $": "a blank too many",
    r"(?<!\w)-(?=\d)": "a hyphen instead of a minus sign",
    NO_BREAK: "a wide no-break space",
}
OWN = {
    "en": {"[«»„]": "a quotation mark of another language", r" [,.;:!?]": "a blank before a sign"},
    "fr": {
        "[“”„]": "a quotation mark of another language",
        rf"[^{NARROW}][;:!?»]": "no narrow no-break space before the sign",
        rf"«[^{NARROW}]": "no narrow no-break space in the quotation marks",
        r" [,.]": "a blank before a sign",
    },
    "es": {
        "[“”„]": "a quotation mark of another language",
        r"[ \u202f][,.;:!?»]|[«¿¡][ \u202f]": "a blank at the wrong side of a sign",
        r"(?<=\w)[¿¡«]": "no blank before an opening sign",
        r"\.»": "a full stop inside the quotation marks",
        r"\b[Ss]ólo\b": "an accent that is no longer written",
    },
    "mk": {
        "[«»”]": "a quotation mark of another language",
        r"[ \u202f][,.;:!?“]|„[ \u202f]": "a blank at the wrong side of a sign",
        r"\w„|“\w": "no blank outside of a quotation mark",
        r"[A-Za-z][\u0400-\u04ff]|[\u0400-\u04ff][A-Za-z]": "a word of two alphabets",
        f"[\u0400-\u04ff](?<![{MACEDONIAN}])": "a Cyrillic letter that Macedonian does not have",
        r"\b[Сс]е уште|(?<![Сс])ѐ": "сѐ without its accent, or the accent elsewhere",
        r"\d+ (?:поени|обиди|прсти|џокери|светови|потези|знаци|редови)\b": "no counted plural after a number",
    },
    "pt": {  # as in Brazil
        "[«»„]": "a quotation mark of another language",
        r"[ \u202f][,.;:!?”]|“ ": "a blank at the wrong side of a sign",
        r"\w[“]|”\w": "no blank outside of a quotation mark",
    },
}
"""What a text must not have: pattern and what is wrong."""

PAIRS = {"en": ("“”",), "mk": ("„“",), "pt": ("“”",), "fr": ("«»",), "es": ("«»", "¿?", "¡!")}
"""Signs that open and close; as many of the one as of the other."""


def forms(text: str | tuple[str, ...]) -> tuple[str, ...]:
    """Return a translation as its forms for one, two, many."""
    return (text,) if isinstance(text, str) else tuple(text)


@cache
def texts(language: str) -> tuple[str, ...]:
    """Return all that readers of a language read: missions, titles, the pack, the site, printed things, the rules."""
    pack = load_pack(find_pack())
    found = [sentence(pack, mission_id, language, seats) for mission_id in pack.missions for seats in (None, 2)]
    for other in (pack, load_pack(find_pack("gong-gentle"))):
        found += [other.title(mission_id, language) for mission_id in other.missions]
        found += [other.info.name[language], other.info.description[language]]
    for domain in ("site", "print"):
        with data_path("locales", language.replace("-", "_"), "LC_MESSAGES", f"{domain}.po").open("rb") as file:
            found += [text for message in read_po(file) if message.id for text in forms(message.string)]
    if language == languages.SOURCE:
        found += [str(message.id) for message in template(lookup.book()) if message.id]
    else:
        found += [str(message.string) for message in read_catalogue(language) if message.id]
    return tuple(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_signs(language: str) -> None:
    wrong = [
        f"{fault}: {text}"
        for text in texts(language)
        for pattern, fault in {**EVERYWHERE, **OWN.get(language, {})}.items()
        if re.search(pattern, text)
    ]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_opens_is_closed(language: str) -> None:
    pairs = PAIRS.get(language, ())
    assert [text for text in texts(language) for a, b in pairs if text.count(a) != text.count(b)] == []


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("fr", r"veuillez|cliquez|tapez"),
        ("es", r"vosotr[oa]s|vuestr[oa]s?|os|usted|ustedes|\w+[áé]is"),  # the first three only in Spain
        ("es", r"co[gj](er|e|es|en|a|as|an|o|emos|ido)"),  # a coarse word in much of America
        ("mk", r"ваш(а|е|и|от|ата|ето|ите)?|кликн\w*|ве молиме"),  # the reader is "ти"
        ("pt", r"tu|te|ti|teus?|tuas?|contigo|vós|voss[oa]s?|clique|senhora?"),  # the reader is "você"
        (
            "pt",
            r"telemóvel|telemóveis|ecrãs?|bónus|baralh(e|ar|em)|ronda|rondas|troca-troca",
        ),  # words of Portugal alone
    ],
)
def test_words_that_readers_should_not_meet(language: str, forms: str) -> None:
    """Whom we speak to is a friend, on either side of an ocean."""
    if language in LANGUAGES:
        assert [text for text in texts(language) if re.search(rf"\b({forms})\b", text, re.IGNORECASE)] == []
