"""Which numbers, directions and verbs a text mentions, to compare a written sentence with the steps."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from companion.missions.model import STEPS
from companion.phrases import Phrase, Translator, phrase

# Each message lists the words for one thing, separated by blanks; a star stands for any ending.
DIRECTIONS: Final = {
    "left": phrase("words of a check", "left"),
    "right": phrase("words of a check", "right"),
}
_NUMBER: Final = re.compile(r"[0-9]+")


def numbers(text: str) -> list[str]:
    """Return the numbers that a text has in digits."""
    return _NUMBER.findall(text)


def verb_words() -> dict[str, Phrase]:
    """Return the words of each verb that a sentence by hand must have, for verbs that have them."""
    return {word: cls.check_words for word, cls in STEPS.items() if cls.check_words}


def words_found(text: str, words: Mapping[str, Phrase], language: str) -> set[str]:
    """Return the keys of `words` of which a word stands in the text."""
    translator = Translator(language)
    found = set()
    for key, message in words.items():
        stems = translator.format(message).split()
        pattern = "|".join(re.escape(stem).replace(r"\*", r"\w*") for stem in stems)
        if re.search(rf"(?<!\w)(?:{pattern})(?!\w)", text, re.IGNORECASE):
            found.add(key)
    return found
