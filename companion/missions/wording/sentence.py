"""The sentence of a mission, generated from its steps or written by hand in the pack.

>>> sentence(load_pack(find_pack()), "B03", "en")
'Give 1 card to the player on your left.'
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from companion import languages
from companion.errors import UsageError
from companion.missions.findings import listed, nearest, quoted
from companion.missions.pack import Pack
from companion.missions.step import Step
from companion.missions.wording import connectives
from companion.missions.wording.clauses import ClauseBuilder, Scope
from companion.phrases import Translator

MAX_SENTENCE: Final = 185
"""Longest sentence, in characters (rules/missions.md 8.7.4)."""


class NoSuchLanguage(UsageError):  # noqa: N818 - a sentence for people
    """A language without wording."""


def language_for(tag: str) -> str:
    """Return the language with a wording for a language tag: `fr` for `fr-CA`.

    Raises:
        NoSuchLanguage: there is none.
    """
    known = languages.available()
    found = languages.lookup([tag], known)
    if found is None:
        message = f"There is no wording in {quoted(tag)}{nearest(tag, known)}"
        raise NoSuchLanguage(f"{message}; the languages are {listed(known, 'and')}.")
    return found


def sentence(pack: Pack, mission_id: str, language: str, seats: int | None = None) -> str:
    """Return what a mission asks for, in one sentence.

    Args:
        pack: the pack.
        mission_id: the mission.
        language: tag of the language; words that it lacks come from the source language.
        seats: number of players if it is known; 2 gives the simpler words for two, None those for three and more.
    """
    written = pack.sentences.get(language, {}).get(mission_id, {})
    key = "two" if seats == 2 else "more"
    return written[key] if key in written else generate_sentence(pack.missions[mission_id].do, language, seats)


@lru_cache(maxsize=4096)
def generate_sentence(steps: Sequence[Step], language: str, seats: int | None = None) -> str:
    """Return the sentence for a list of steps."""
    translator = Translator(language, seats)
    text = ClauseBuilder(translator).sequence(steps, Scope(alone=len(steps) == 1)).text
    text = text or translator.format(connectives.NOTHING)
    return translator.format(connectives.SENTENCE, text=text[:1].upper() + text[1:])
