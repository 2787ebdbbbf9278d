"""The texts of a pack: titles, sentences written by hand, and whether every sentence fits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from companion.missions.findings import nearest, quoted, some
from companion.missions.locations import Position
from companion.missions.mission_ids import MISSION_IDS
from companion.missions.pack import Mission
from companion.missions.shape import describe
from companion.missions.source import Node, SourceFile
from companion.missions.step import Step
from companion.missions.walk import walk
from companion.missions.wording.facts import DIRECTIONS, numbers, verb_words, words_found
from companion.missions.wording.sentence import MAX_SENTENCE, generate_sentence
from companion.phrases import Phrase

MAX_TITLE: Final = 28
"""Longest title, in characters: what fits on one line of a card page."""

VARIANTS: Final[dict[str, int | None]] = {"two": 2, "more": None}
"""The two wordings of a sentence and the number of players that asks for them; None is three or more."""

_ENDS: Final = re.compile(r"[.!?…。！？](?=\s|$)")
_BLANK: Final = re.compile(r"[\x00-\x1f]|\s{2}|^\s|\s$")


def _entries(source: SourceFile, what: str) -> Iterator[tuple[str, Node]]:
    """Give the entries of a file that maps mission ids to something."""
    root = source.root
    if root is None or root.broken:
        return
    if not isinstance(root.value, dict):
        source.add(root.place, "M201", f"the file must map mission ids to {what}, not be {describe(root)}.")
        return
    for mission_id, node in root.value.items():
        if mission_id not in MISSION_IDS:
            message = f"there is no mission {quoted(mission_id)}{nearest(mission_id, MISSION_IDS)}"
            source.add(root.keys[mission_id], "M402", f"{message}; ids are B01 to B18, M01 to M18, F01 to F18.")
        elif not node.is_broken():
            yield mission_id, node


def _line(node: Node, what: str, source: SourceFile) -> str | None:
    """Return one line of text, or None after noting what is wrong with it."""
    if not isinstance(node.value, str):
        source.add(node.place, "M404", f"{what} must be text in quotes, not {describe(node)}.")
    elif not node.value or _BLANK.search(node.value):
        source.add(node.place, "M404", f"{what} must be one line of text without blanks around it or doubled in it.")
    else:
        return node.value
    return None


def read_titles(source: SourceFile) -> dict[str, str]:
    """Return the titles of one file, noting what is wrong."""
    titles = {}
    for mission_id, node in _entries(source, "titles"):
        title = _line(node, f"the title of {mission_id}", source)
        if title and len(title) > MAX_TITLE:
            message = f"the title of {mission_id} has {len(title)} characters; at most {MAX_TITLE} fit."
            source.add(node.place, "M403", message)
        elif title:
            titles[mission_id] = title
    if source.root and isinstance(source.root.value, dict) and not source.findings:
        missing = [mission_id for mission_id in MISSION_IDS if mission_id not in source.root.value]
        if missing:
            source.add(source.root.place, "M401", f"there is no title for {some(missing)}.")
    return titles


def read_sentences(source: SourceFile, language: str, missions: Mapping[str, Mission]) -> dict[str, dict[str, str]]:
    """Return the sentences of one file by mission and wording, noting what is wrong.

    A sentence is one text for any number of players, or a mapping with `two` and `more`.
    """
    sentences: dict[str, dict[str, str]] = {}
    for mission_id, node in _entries(source, "sentences"):
        written = {"more": node}
        if isinstance(node.value, dict):
            written = {key: text for key, text in node.value.items() if key in VARIANTS}
            for key in node.value.keys() - VARIANTS.keys():
                message = f"a sentence has no wording {quoted(key)}{nearest(key, VARIANTS)}; there are two and more."
                source.add(node.keys[key], "M202", message)
        found = {variant: _line(text, f"the sentence of {mission_id}", source) for variant, text in written.items()}
        texts = {variant: text for variant, text in found.items() if text}
        if mission_id in missions:
            for variant, text in texts.items():
                _SentenceCheck(text, missions[mission_id], language, variant, written[variant].place, source).run()
        if not isinstance(node.value, dict):
            texts |= {"two": texts["more"]} if texts else {}
        sentences[mission_id] = texts
    return sentences


class _SentenceCheck:
    """Notes where a sentence written by hand and the steps of its mission disagree."""

    def __init__(
        self, text: str, mission: Mission, language: str, variant: str, place: Position, source: SourceFile
    ) -> None:
        self.text = text
        self.mission = mission
        self.language = language
        self.variant = variant
        self.place = place
        self.source = source
        self.made = generate_sentence(mission.do, language, VARIANTS[variant])

    def run(self) -> None:
        """Check length and form, numbers, directions and verbs."""
        if len(self.text) > MAX_SENTENCE:
            self._add("M405", f"has {len(self.text)} characters; at most {MAX_SENTENCE} fit")
        if len(_ENDS.findall(self.text)) != 1 or not _ENDS.search(self.text[-1:]):
            self._add("M412", "must be one sentence that ends with a full stop")
        steps = [found.step for found in walk(self.mission.do)]
        counts = {str(n) for step in steps if isinstance(n := _count(step), int) and n > 1}
        said = set(numbers(self.text))
        self._agree("M406", counts, said, {*numbers(self.made), "1"})
        directions = set().union(*(step.directions() for step in steps)) if self.variant == "more" else set()
        self._words("M407", directions, DIRECTIONS)
        verbs = verb_words()
        self._words("M408", {step.verb for step in steps} & verbs.keys(), verbs)

    def _words(self, code: str, wanted: set[str], words: Mapping[str, Phrase]) -> None:
        said, made = (words_found(text, words, self.language) for text in (self.text, self.made))
        self._agree(code, wanted, said, made)

    def _agree(self, code: str, wanted: set[str], said: set[str], allowed: set[str]) -> None:
        """Note what the sentence lacks, or says although neither the steps nor their own sentence do."""
        if wanted - said:
            self._add(code, f"does not say '{min(wanted - said)}', as its steps do")
        elif said - wanted - allowed:
            self._add(code, f"says '{min(said - wanted - allowed)}', but its steps do not")

    def _add(self, code: str, message: str) -> None:
        self.source.add(self.place, code, f"the sentence of {self.mission.id} {message}.")


def _count(step: Step) -> object:
    n = getattr(step, "n", None)
    return getattr(n, "max", n)


def check_length(
    mission: Mission, language: str, written: Mapping[str, str], place: Position, source: SourceFile
) -> None:
    """Note in the mission's file if a sentence made from its steps is too long.

    Args:
        mission: the mission.
        language: the language of the sentence.
        written: the wordings for which there is a sentence by hand.
        place: where the mission's steps stand.
        source: the mission's file.
    """
    wanted = {"two": 2 in mission.players, "more": mission.players[-1] > 2}
    for variant, seats in VARIANTS.items():
        if variant in written or not wanted[variant]:
            continue
        length = len(generate_sentence(mission.do, language, seats))
        if length > MAX_SENTENCE:
            message = (
                f"the sentence of {mission.id} in '{language}' has {length} characters; at most {MAX_SENTENCE} fit"
            )
            source.add(place, "M405", f"{message}; make the mission simpler or write its sentence by hand.")
            return
