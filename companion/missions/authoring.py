"""A new pack for an author to begin with: the core pack, with comments and with schemas that editors find."""

from __future__ import annotations

import contextlib
import json
import os
import re
import secrets
import shutil
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from companion import data, languages
from companion.deck import CARDS, KINDS, Kind
from companion.errors import GongError, UsageError
from companion.missions.card_map import card_for
from companion.missions.findings import quoted
from companion.missions.loader import load_pack
from companion.missions.mission_ids import MISSION_IDS
from companion.missions.pack import VERSION, Pack, find_pack
from companion.missions.schema import NAMES, schema
from companion.missions.wording.sentence import language_for

FIRST_VERSION: Final = "1.0.0"
"""The version of a new pack whose folder is not named after one."""

_ID: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*\Z")
_ID_LENGTH: Final = 40


class NewPackError(GongError):
    """The files of the new pack cannot be written."""


class BadPlace(UsageError):  # noqa: N818 - a sentence for the person at the terminal
    """A folder in which no new pack can be begun."""


class BadPackId(UsageError):  # noqa: N818
    """An id that no new pack can have."""


@dataclass(frozen=True, slots=True)
class NewPack:
    """A pack that was begun.

    Attributes:
        folder: where it is.
        id: its id.
        version: its version.
        languages: the languages of its titles.
        untranslated: those among them in which the titles are still in another language.
    """

    folder: Path
    id: str
    version: str
    languages: tuple[str, ...]
    untranslated: tuple[str, ...]


def new_pack(folder: Path, pack_id: str | None = None, tags: Sequence[str] = ()) -> NewPack:
    """Write a pack that the check finds good: a copy of the newest core pack under another name.

    The folder is made with those above it. Its name is the version if it looks like one (`my-pack/1.0.0`), and the
    folder above it then names the pack. Either all files are there in the end or none.

    Args:
        folder: a folder that does not exist or is empty.
        pack_id: the id of the pack; None takes it from the name of the folder.
        tags: the languages of the titles; none means the source language.

    Raises:
        BadPlace: there is something in the folder, or it is none.
        BadPackId: the id has a wrong form, or an installed pack has it.
        NoSuchLanguage: there is no wording in a language.
        NewPackError: the files cannot be written.
        PackError: the installed core pack is broken.
    """
    place = Path(os.path.realpath(folder))
    _require_free(place, folder)
    versioned = re.match(VERSION, place.name) is not None
    version = place.name if versioned else FIRST_VERSION
    name = _id(pack_id, place.parent.name if versioned else place.name)
    wanted = tuple(dict.fromkeys(map(language_for, tags or (languages.SOURCE,))))
    origin = find_pack()
    core = load_pack(origin)
    files = _Files(core, origin, name, version, wanted, place).all()
    try:
        _put(place, files)
    except OSError as error:
        raise NewPackError(f"Cannot write {folder} ({error.strerror}); nothing was written.") from None
    return NewPack(folder, name, version, wanted, tuple(tag for tag in wanted if tag not in core.languages))


def _require_free(place: Path, folder: Path) -> None:
    """Make sure that nothing is lost when a pack is written to this place."""
    try:
        taken = "is not empty" if place.is_dir() and any(place.iterdir()) else ""
        if place.exists() and not place.is_dir():
            taken = "is a file"
    except OSError as error:
        raise BadPlace(f"{folder} cannot be looked into ({error.strerror}); name another folder.") from None
    if taken:
        raise BadPlace(f"{folder} {taken}; name a folder that does not exist yet or is empty.")


def _id(given: str | None, folder: str) -> str:
    """Return the id of the new pack: the given one, or one made of the name of its folder."""
    if given is None:
        letters = unicodedata.normalize("NFKD", folder).encode("ascii", "ignore").decode().lower()
        found = re.sub(r"[^a-z0-9]+", "-", letters)[:_ID_LENGTH].strip("-")
        if not found:
            raise BadPackId(f"No id can be made of the folder name {quoted(folder)}; give one with --id my-pack.")
    else:
        found = given
        if not _ID.match(found) or len(found) > _ID_LENGTH:
            why = f"it has small letters, digits and single hyphens, {_ID_LENGTH} at most"
            raise BadPackId(f"{quoted(found)} is no id of a pack; {why}, like my-pack.")
    if data.data_path("missions", found).is_dir():
        raise BadPackId(
            f"There is a pack {quoted(found)} already: give yours another id with --id, or copy the folder of that "
            "pack to make a new version of it."
        )
    return found


_ABOUT: Final[dict[Kind, str]] = {
    "bonus": "# Bonus missions (blue): their player has 1 to 3 cards fewer afterwards.",
    "malus": "# Malus missions (red): their player has 1 or 2 cards more afterwards.",
    "fight": "# Fight missions (yellow): one duel each; winning must be better than losing.",
}
_HOW: Final = """\
# Change what stands after `do`; `players: 3-6` below an id is for missions that need more than two. In this folder,
#   gong missions show {example} --pack .    tells what players will read
#   gong missions check .              tells every fault
# Steps, players and duels: docs/missions.md
"""
_PACK: Final = """\
# This folder is a pack of missions, begun as a copy of {core}: bonus.yaml, malus.yaml and fight.yaml hold the
# missions, titles/ their names. When it is ready for others: gong missions release .

# The id stays for ever. A higher version is a new folder: gong missions diff tells which number must rise.
id: {id}
version: {version}

# What you keep of the missions and titles you begin with stays under their licence and needs their authors' names; add
# yours. The licence is an SPDX identifier.
license: {license}
authors: {authors}

# In each language that has titles.
name:
{names}description:
{descriptions}"""
_TITLES: Final = """\
# What each mission is called, at most 28 characters, in quotes.
"""
_TO_TRANSLATE: Final = """\
# What each mission is called, at most 28 characters, in quotes. These titles wait for their translation.
"""


class _Files:
    """Makes the text of every file of a new pack."""

    def __init__(self, core: Pack, origin: Path, pack_id: str, version: str, tags: Sequence[str], place: Path) -> None:
        self.core = core
        self.origin = origin
        self.id = pack_id
        self.version = version
        self.tags = tags
        above = place.parent.parent  # missions/<id>/<version> finds the schemas where those of the core pack are
        self.own_schemas = not all((above / f"{name}.schema.json").is_file() for name in NAMES)

    def all(self) -> dict[str, str]:
        """Return the texts by their names in the folder."""
        files = {f"{kind}.yaml": self._missions(kind) for kind in KINDS}
        files |= {f"titles/{tag}.yaml": self._titles(tag) for tag in self.tags}
        if self.own_schemas:
            for name in NAMES:
                files[f"schema/{name}.schema.json"] = _schema_text(name)
        return files | {"pack.yaml": self._pack()}

    def _schema(self, name: str, up: str = "") -> str:
        """Return the line by which editors find the schema of a file; `up` leads from it to the pack's folder."""
        folder = f"{up}schema" if self.own_schemas else f"{up}../.."
        return f"# yaml-language-server: $schema={folder}/{name}.schema.json\n"

    def _pack(self) -> str:
        info = self.core.info
        title = self.id.replace("-", " ").title()
        described = {tag: info.description.get(tag, info.description[self.core.languages[0]]) for tag in self.tags}
        return self._schema("pack") + _PACK.format(
            core=self.core,
            id=_quote(self.id),
            version=self.version,
            license=info.license,
            authors=f"[{', '.join(map(_quote, info.authors))}]",
            names="".join(f"  {tag}: {_quote(title)}\n" for tag in self.tags),
            descriptions="".join(f"  {tag}: {_quote(text)}\n" for tag, text in described.items()),
        )

    def _missions(self, kind: Kind) -> str:
        text = _body((self.origin / f"{kind}.yaml").read_text(encoding="utf-8"))
        for mission_id in MISSION_IDS:
            card = CARDS[card_for(mission_id)]
            text = text.replace(f"- id: {mission_id}\n", f"- id: {mission_id}  # behind {card.name} ({card.code})\n")
        example = next(mission.id for mission in self.core.missions.values() if mission.kind == kind)
        return f"{self._schema('mission')}{_ABOUT[kind]}\n{_HOW.format(example=example)}\n{text}"

    def _titles(self, tag: str) -> str:
        known = tag in self.core.languages
        file = self.origin / "titles" / f"{tag if known else self.core.languages[0]}.yaml"
        head = _TITLES if known else _TO_TRANSLATE
        return f"{self._schema('titles', '../')}{head}{_body(file.read_text(encoding='utf-8'))}"


@cache
def _schema_text(name: str) -> str:
    return json.dumps(schema(name), indent=2, ensure_ascii=False) + "\n"


def _quote(text: str) -> str:
    """Return text in double quotes, which mean the same in YAML as in JSON."""
    return json.dumps(text, ensure_ascii=False)


def _body(text: str) -> str:
    """Return a file without the comments and blank lines at its beginning."""
    lines = text.splitlines(keepends=True)
    while lines and (lines[0].startswith("#") or not lines[0].strip()):
        del lines[0]
    return "".join(lines)


def _put(place: Path, files: Mapping[str, str]) -> None:
    """Write the files elsewhere, check them there, and move them to their place.

    An empty folder that is there stays the same folder, since somebody may stand in it.

    Raises:
        OSError: writing failed; nothing is left of it.
    """
    there = place.exists()
    work = (place if there else place.parent) / f".{place.name[:100]}.{secrets.token_hex(4)}.part"
    moved: list[Path] = []
    made: list[Path] = []
    try:
        _make(place.parent, made)
        for name, text in files.items():
            path = work / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())
        load_pack(work)  # an author must never begin with a pack that is not good
        if there:
            for entry in sorted(work.iterdir(), key=lambda entry: entry.name == "pack.yaml"):
                moved.append(entry.rename(place / entry.name))
            work.rmdir()
        else:
            work.rename(place)
    except BaseException:
        for entry in (work, *moved):
            if entry.is_dir():
                shutil.rmtree(entry, ignore_errors=True)
            else:
                entry.unlink(missing_ok=True)
        for folder in made:
            with contextlib.suppress(OSError):
                folder.rmdir()
        raise


def _make(folder: Path, made: list[Path]) -> None:
    """Make a folder and those above it that are missing, and put each into `made`, the deepest first."""
    if not folder.exists():
        _make(folder.parent, made)
        folder.mkdir()
        made.insert(0, folder)
