"""Languages: which there are, which one a reader gets, and their catalogues.

A language is a BCP 47 tag such as `fr` or `pt-BR`; a language exists when it has a catalogue of mission wording.

    >>> lookup(["fr-CA", "en"], ("en", "fr"))
    'fr'
"""

import gettext
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final, Literal

from companion import data

Domain = Literal["wording", "site", "rules", "print"]

SOURCE: Final = "en"
"""The language in which the messages of the catalogues are written."""


@cache
def available() -> tuple[str, ...]:
    """Return the tags of all languages, the source language first."""
    found = {
        file.parents[1].name.replace("_", "-") for file in data.data_path("locales").glob("*/LC_MESSAGES/wording.mo")
    }
    return (SOURCE, *sorted(found - {SOURCE}))


def lookup(preferences: Sequence[str], available: Iterable[str]) -> str | None:
    """Return the language for a reader, or None if nothing fits (RFC 4647, section 3.4, "lookup").

    Each preference is shortened from the end until it is available, before the next preference is looked at: a
    reader of `fr-CA, en` gets `fr`. Wildcards and whatever is not a tag fit nothing.

    Args:
        preferences: language ranges, the dearest first.
        available: tags that can be given; they are returned as they are spelled here.
    """
    tags = {tag.lower(): tag for tag in available}
    for preference in preferences:
        subtags = preference.strip().lower().replace("_", "-").split("-")
        while subtags:
            if "-".join(subtags) in tags:
                return tags["-".join(subtags)]
            subtags.pop()
            if subtags and len(subtags[-1]) == 1:  # a singleton introduces what was just taken away
                subtags.pop()
    return None


@cache
def translations(domain: Domain, language: str) -> gettext.NullTranslations:
    """Return the catalogue of a language; messages that it lacks come from a shorter tag, then from the source."""
    folder = data.data_path("locales")
    chain = []
    subtags = language.split("-")
    while subtags:
        chain.append("_".join(subtags))
        subtags.pop()
    return gettext.translation(domain, folder, [*chain, SOURCE], fallback=True)


def native_name(language: str) -> str:
    """Return what a language calls itself: `français`."""
    return _locale(language)[0]


def direction(language: str) -> Literal["ltr", "rtl"]:
    """Return the direction in which a language is written."""
    return _locale(language)[1]


@cache
def _locale(language: str) -> tuple[str, Literal["ltr", "rtl"]]:
    """Return name and direction of a language; a tag unknown to Babel names itself."""
    from babel import Locale, UnknownLocaleError  # only pages need names; a check of missions starts faster without

    try:
        locale = Locale.parse(language, sep="-")
    except (UnknownLocaleError, ValueError):
        return language, "ltr"
    return locale.get_display_name() or language, "rtl" if locale.text_direction == "rtl" else "ltr"
