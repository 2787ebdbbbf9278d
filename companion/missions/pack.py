"""A pack: a set of missions with an id and a version, and the texts that belong to it. All of it is immutable."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Final

from pydantic import Field

from companion import data
from companion.deck import Kind
from companion.errors import UsageError
from companion.missions.findings import listed, nearest, quoted
from companion.missions.locations import PackLocations
from companion.missions.mission_ids import KIND_OF_LETTER
from companion.missions.model import AnyStep
from companion.missions.selectors import SEATS, Model, SeatRange

CORE: Final = "gong-fight"
"""The pack that comes with the project."""

SOURCE_LANGUAGE: Final = "en"
"""The language that is shown where another one is missing."""

VERSION: Final = r"^(0|[1-9][0-9]{0,3})\.(0|[1-9][0-9]{0,3})\.(0|[1-9][0-9]{0,3})$"


class Mission(Model):
    """What one card asks for.

    Attributes:
        id: kind letter and a number from 01 to 18, for example `B07`.
        players: for how many players it is made.
        do: the steps, in order.
    """

    id: Annotated[str, Field(pattern=r"^[BMF](0[1-9]|1[0-8])$")]
    players: SeatRange = Field(default_factory=lambda: SEATS)
    do: Annotated[tuple[AnyStep, ...], Field(min_length=1)]

    @property
    def kind(self) -> Kind:
        """Return the kind, from the letter of the id."""
        return KIND_OF_LETTER[self.id[0]]


class PackInfo(Model):
    """What `pack.yaml` tells.

    Attributes:
        id: short name of the pack, for ever.
        version: three numbers (semantic versioning): a printed card would be wrong, missions or languages added,
            words mended.
        license: SPDX identifier of the licence of missions and texts.
        authors: who made it.
        name: the pack's name in each language.
        description: one or two sentences about it in each language.
    """

    id: Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40)]
    version: Annotated[str, Field(pattern=VERSION)]
    license: Annotated[str, Field(min_length=2, max_length=60)]
    authors: Annotated[tuple[str, ...], Field(min_length=1, max_length=50)]
    name: Annotated[dict[str, str], Field(min_length=1)]
    description: Annotated[dict[str, str], Field(min_length=1)]


@dataclass(frozen=True, slots=True)
class Pack:
    """A checked pack; made by `load_pack`.

    Attributes:
        id: short name of the pack.
        version: its version.
        missions: every mission by id, in the order B01..B18, M01..M18, F01..F18.
        languages: languages with titles, the source language first.
        info: what `pack.yaml` tells.
        titles: for each language the title of each mission.
        sentences: for each language the sentences that replace generated ones, by mission and wording (`two`, `more`).
        locations: where everything stands in the files; two packs with the same content are equal wherever they lie.
    """

    id: str
    version: str
    missions: Mapping[str, Mission]
    languages: tuple[str, ...]
    info: PackInfo
    titles: Mapping[str, Mapping[str, str]]
    sentences: Mapping[str, Mapping[str, Mapping[str, str]]]
    locations: PackLocations = field(compare=False, repr=False)

    def title(self, mission_id: str, language: str) -> str:
        """Return a mission's title, in the first language of the pack if `language` has no titles."""
        return self.titles.get(language, self.titles[self.languages[0]])[mission_id]

    def __str__(self) -> str:
        return f"{self.id} {self.version}"

    def __reduce__(self) -> tuple[Any, ...]:
        """Let a pack travel to another process; read-only views of mappings cannot do that by themselves."""
        return _thawed, tuple(_plain(getattr(self, each.name)) for each in fields(self))

    def __deepcopy__(self, memo: dict[int, Any]) -> Pack:
        """Return the pack itself: nothing in it can change."""
        return self


def frozen(value: Any) -> Any:
    """Return nested mappings as read-only views; anything else as it is."""
    if isinstance(value, Mapping):
        return MappingProxyType({key: frozen(item) for key, item in value.items()})
    return value


def _plain(value: Any) -> Any:
    """Return nested mappings as dictionaries."""
    return {key: _plain(item) for key, item in value.items()} if isinstance(value, Mapping) else value


def _thawed(*values: Any) -> Pack:
    """Return the pack that travelled as these plain values."""
    return Pack(*map(frozen, values))


class NoSuchPack(UsageError):  # noqa: N818 - a sentence for people, raised where somebody named a pack
    """A pack or a version that is not installed."""


def find_pack(name: str = CORE, version: str | None = None) -> Path:
    """Return the folder of an installed pack, of the newest version unless one is named.

    Raises:
        NoSuchPack: there is no such pack or version.
    """
    root = data.data_path("missions")
    names = sorted(entry.name for entry in root.iterdir() if entry.is_dir()) if root.is_dir() else []
    if name not in names:
        installed = f"installed are {listed(names, 'and')}" if names else "none is installed"
        raise NoSuchPack(f"There is no pack {quoted(name)}{nearest(name, names)}; {installed}.")
    versions = {
        tuple(map(int, entry.name.split("."))): entry
        for entry in (root / name).iterdir()
        if entry.is_dir() and re.match(VERSION, entry.name)
    }
    if not versions:
        raise NoSuchPack(f"The pack {quoted(name)} has no version in {root / name}.")
    if version is None:
        return versions[max(versions)]
    for folder in versions.values():
        if folder.name == version:
            return folder
    known = listed((versions[key].name for key in sorted(versions)), "and")
    raise NoSuchPack(f"The pack {quoted(name)} has no version {quoted(version)}; installed are {known}.")
