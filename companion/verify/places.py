"""Where missions, steps and branches stand in the files of a pack, so that a finding can point at them."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

from companion.deck import KINDS
from companion.missions import model as m
from companion.missions.pack import Mission, Pack
from companion.missions.source import Node, read_source
from companion.missions.step import StepPath as Below
from companion.missions.walk import walk
from companion.rules.fight.program import Program


class Place(NamedTuple):
    """A place in a file.

    Attributes:
        path: the file, as the caller named its folder.
        line: 1 for the first line.
        column: 1 for the first character of the line.
    """

    path: str
    line: int
    column: int


class Places:
    """Finds the places of a pack that was loaded from a folder.

    >>> Places(folder, pack).step("B08", 1)
    Place(path='missions/gong-fight/1.0.0/bonus.yaml', line=46, column=16)
    """

    def __init__(self, folder: Path, pack: Pack) -> None:
        self.pack = pack
        self.folder = folder
        self._nodes: Final[dict[str, tuple[str, Node]]] = {}
        for kind in KINDS:
            path = folder / f"{kind}.yaml"
            root = read_source(path, "").root
            for node in root.value if root and isinstance(root.value, list) else ():
                if isinstance(node, Node):
                    self._nodes[str(node.at(("id",)).value)] = str(path), node

    def program(self, name: str) -> Program:
        """Return a mission with its steps numbered."""
        return Program(self.pack.missions[name])

    def whole(self) -> Place:
        """Return the place for what is said about the whole pack."""
        return Place(str(self.folder / "pack.yaml"), 1, 1)

    def mission(self, name: str) -> Place:
        """Return where a mission begins."""
        return self._at(name, ("id",))

    def step(self, name: str, number: int) -> Place:
        """Return where a step stands; steps are numbered as in `companion.rules.fight.program`."""
        return self._at(name, _steps(self.pack.missions[name])[number][0])

    def branch(self, name: str, number: int, which: int) -> Place:
        """Return where a branch of a step begins."""
        path, step = _steps(self.pack.missions[name])[number]
        return self._at(name, (*path, *step.branches()[which].path))

    def _at(self, name: str, below: Below) -> Place:
        if name not in self._nodes:
            return self.whole()
        path, node = self._nodes[name]
        return Place(path, *node.at(below).place)


def _steps(mission: Mission) -> list[tuple[Below, m.Step]]:
    """Return the steps with their paths, in the order of their numbers."""
    return [(place.path, place.step) for place in walk(mission.do)]
