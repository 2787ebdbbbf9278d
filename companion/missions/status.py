"""How far the languages are: titles and sentences of a pack, and the words that the project itself has in each."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Final, get_args

from companion import data, languages
from companion.missions.hashes import FILE
from companion.missions.loader import read_pack
from companion.missions.mission_ids import MISSION_IDS
from companion.missions.source import Node, SourceFile
from companion.missions.texts import read_titles

DOMAINS: Final[tuple[languages.Domain, ...]] = get_args(languages.Domain)
"""The catalogues of words: of the sentences, of the site, of the rules, of printed things."""


@dataclass(frozen=True, slots=True)
class PackTexts:
    """What a pack has in one language.

    Attributes:
        titles: missions with a title.
        sentences: missions with a sentence written by hand; the others are made from the steps.
        name: whether the pack has its name.
        description: whether it is described.
    """

    titles: int
    sentences: int
    name: bool
    description: bool

    @property
    def complete(self) -> bool:
        """Return True if nothing is missing."""
        return self.titles == len(MISSION_IDS) and self.name and self.description


@dataclass(frozen=True, slots=True)
class PackStatus:
    """What a pack has so far; of a broken pack, as far as it can be read.

    Attributes:
        folder: where it is.
        id: its id, or None if `pack.yaml` has none.
        version: its version, or None if `pack.yaml` has none.
        released: whether the version is frozen.
        findings: number of faults that the check finds.
        texts: what it has in each language: those with a wording, and others that it has titles in.
    """

    folder: Path
    id: str | None
    version: str | None
    released: bool
    findings: int
    texts: dict[str, PackTexts]


def status(folder: Path) -> PackStatus:
    """Return what the pack in `folder` has so far."""
    _, findings, files = read_pack(folder)
    info = files["pack.yaml"].root if "pack.yaml" in files else None
    roots = {PurePosixPath(name): file.root for name, file in files.items()}
    titles = {
        path.stem: len(read_titles(SourceFile(str(path), "", root)))
        for path, root in roots.items()
        if path.parent.name == "titles"
    }
    sentences = {path.stem: len(_keys(root)) for path, root in roots.items() if path.parent.name == "sentences"}
    known = languages.available()
    tags = (*known, *sorted({*titles, *sentences} - {*known}))
    names, descriptions = (_keys(info and info.at((field,))) for field in ("name", "description"))
    return PackStatus(
        folder,
        _text(info, "id"),
        _text(info, "version"),
        (folder / FILE).is_file(),
        len(findings),
        {tag: PackTexts(titles.get(tag, 0), sentences.get(tag, 0), tag in names, tag in descriptions) for tag in tags},
    )


def _keys(node: Node | None) -> set[str]:
    return set(node.value) if node is not None and isinstance(node.value, dict) else set()


def _text(info: Node | None, field: str) -> str | None:
    node = info.value.get(field) if info is not None and isinstance(info.value, dict) else None
    return node.value if node is not None and isinstance(node.value, str) else None


@dataclass(frozen=True, slots=True)
class TranslatedShare:
    """How much of a catalogue is translated.

    Attributes:
        translated: messages with a translation.
        messages: all messages.
    """

    translated: int
    messages: int

    @property
    def percent(self) -> int:
        """Return the whole per cent; 100 only if nothing is missing."""
        return 100 if self.messages == 0 else 100 * self.translated // self.messages


def catalogues() -> dict[str, dict[languages.Domain, TranslatedShare]]:
    """Return for each language how much of each catalogue is translated; the messages are those of all languages."""
    found = {domain: {tag: _translated(domain, tag) for tag in languages.available()} for domain in DOMAINS}
    shares: dict[str, dict[languages.Domain, TranslatedShare]] = {tag: {} for tag in languages.available()}
    for domain, by_language in found.items():
        messages = {message for known in by_language.values() for message in known}
        for tag, known in by_language.items():
            done = (
                messages
                if tag == languages.SOURCE
                else {message for message, translated in known.items() if translated}
            )
            shares[tag][domain] = TranslatedShare(len(done), len(messages))
    return shares


def _translated(domain: languages.Domain, tag: str) -> dict[tuple[str, str], bool]:
    """Return the messages of a catalogue, each with whether it is translated."""
    from babel.messages.pofile import read_po  # only needed here; `check` starts faster without it

    path = data.data_path("locales", tag.replace("-", "_"), "LC_MESSAGES", f"{domain}.po")
    if not path.is_file():
        return {}
    with path.open("rb") as file:
        catalogue = read_po(file)
    return {
        (message.context or "", str(message.id)): not message.fuzzy
        and all(message.string if isinstance(message.string, tuple) else [message.string])
        for message in catalogue
        if message.id
    }
