"""Where the missions and texts of a pack stand in its files, so that whatever is found about them can point there.

>>> pack = load_pack(find_pack())
>>> str(pack.locations.step("B08", 1))
'missions/gong-fight/1.0.0/bonus.yaml:40:18'
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, TypeAlias

Position: TypeAlias = tuple[int, int]
"""Line and column, both counted from 1."""


class Location(NamedTuple):
    """A position in a file.

    Attributes:
        path: the file, below the folder as the caller named it.
        line: 1 for the first line.
        column: 1 for the first character of the line.
    """

    path: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class MissionPositions:
    """Where the parts of a mission stand in its file.

    Attributes:
        file: name of the file in the folder of the pack.
        start: of the id.
        steps: of what stands behind each verb, those of steps inside others included, in the order of the file.
        branches: for each step: of its branches.
    """

    file: str
    start: Position
    steps: tuple[Position, ...]
    branches: tuple[tuple[Position, ...], ...]


@dataclass(frozen=True, slots=True)
class PackLocations:
    """Where everything in a pack stands.

    What is not in the files, because a program changed the pack after it was loaded, is located as closely as possible:
    at its mission or at the beginning of the pack.

    Attributes:
        folder: the folder, as the caller named it.
        version: of the version in `pack.yaml`.
        missions: by id.
        titles: by language and mission.
        sentences: by language, mission and wording (`two`, `more`).
    """

    folder: Path
    version: Position
    missions: Mapping[str, MissionPositions]
    titles: Mapping[str, Mapping[str, Position]]
    sentences: Mapping[str, Mapping[str, Mapping[str, Position]]]

    def whole(self) -> Location:
        """Return the location for what concerns the whole pack."""
        return self._in("pack.yaml", (1, 1))

    def version_number(self) -> Location:
        """Return where the version of the pack stands."""
        return self._in("pack.yaml", self.version)

    def mission(self, mission_id: str) -> Location:
        """Return where a mission begins."""
        found = self.missions.get(mission_id)
        return self.whole() if found is None else self._in(found.file, found.start)

    def step(self, mission_id: str, number: int) -> Location:
        """Return where a step stands; steps are numbered as `walk` yields them."""
        found = self.missions.get(mission_id)
        if found is None or number >= len(found.steps):
            return self.mission(mission_id)
        return self._in(found.file, found.steps[number])

    def branch(self, mission_id: str, number: int, which: int) -> Location:
        """Return where a branch of a step begins; branches are in the order of `Step.branches`."""
        found = self.missions.get(mission_id)
        if found is None or number >= len(found.branches) or which >= len(found.branches[number]):
            return self.step(mission_id, number)
        return self._in(found.file, found.branches[number][which])

    def title(self, mission_id: str, language: str) -> Location:
        """Return where the title of a mission stands."""
        position = self.titles.get(language, {}).get(mission_id)
        return self.mission(mission_id) if position is None else self._in(f"titles/{language}.yaml", position)

    def sentence(self, mission_id: str, language: str, variant: str) -> Location:
        """Return where a sentence written by hand stands, or the mission whose steps the sentence is made from."""
        position = self.sentences.get(language, {}).get(mission_id, {}).get(variant)
        return self.mission(mission_id) if position is None else self._in(f"sentences/{language}.yaml", position)

    def _in(self, file: str, position: Position) -> Location:
        return Location(str(self.folder / file), *position)
