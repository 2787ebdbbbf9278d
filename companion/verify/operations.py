"""Missions as a flat table of whole numbers: what the compiled kernel carries out (DESIGN 6).

Each step of each mission is one operation, a row of numbers in the order of `Program.steps`; the words of the effect
language (rules/missions.md 8.3) have become numbers and masks, and what follows is the number of a row. The columns
are those of companion.verify.kernel.columns. Every operation knows where it comes from, so that what is counted for it
can be reported in the author's words.

>>> table = tabulate(pack)
>>> str(table.operations[table.first["B08"]])
'B08 step 0, missions/gong-fight/1.0.0/bonus.yaml:37:9'
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from companion.missions import model as m
from companion.missions.locations import Location
from companion.missions.mission_ids import MISSION_IDS
from companion.missions.pack import Mission, Pack
from companion.rules.fight.program import Program, branches
from companion.verify.kernel import columns as col
from companion.verify.kernel.columns import OperationTableError
from companion.verify.kernel.verbs.registry import OP_NUMBERS, VERBS

MAX_OPERATIONS: Final = 5_000


@dataclass(frozen=True, slots=True)
class Operation:
    """One row of the table.

    Attributes:
        mission: id of the mission.
        step: number of the step in `Program.steps`.
        verb: verb of the step.
        location: where the step stands.
        row: the numbers.
    """

    mission: str
    step: int
    verb: str
    location: Location
    row: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.mission} step {self.step}, {self.location}"


@dataclass(frozen=True, slots=True)
class OperationTable:
    """All missions of a pack.

    Attributes:
        operations: every step of every mission, in the order of `MISSION_IDS`.
        first: number of the first operation of each mission.
    """

    operations: tuple[Operation, ...]
    first: Mapping[str, int]

    def rows(self) -> list[tuple[int, ...]]:
        """Return the numbers alone."""
        return [operation.row for operation in self.operations]


def tabulate(pack: Pack) -> OperationTable:
    """Return the table of a pack.

    Raises:
        OperationTableError: the pack does not fit.
    """
    operations: list[Operation] = []
    first: dict[str, int] = {}
    for name in MISSION_IDS:
        first[name] = len(operations)
        mission = pack.missions[name]
        writer = _MissionWriter(mission, len(operations))
        for number, (step, row) in enumerate(zip(writer.program.steps, writer.rows(), strict=True)):
            operations.append(Operation(name, number, m.verb(step), pack.locations.step(name, number), row))
    if len(operations) > MAX_OPERATIONS:
        raise OperationTableError(f"The pack {pack} has more than {MAX_OPERATIONS} steps.")
    return OperationTable(tuple(operations), first)


class _MissionWriter:
    """Writes the rows of one mission."""

    def __init__(self, mission: Mission, base: int) -> None:
        self.mission = mission
        self.program = Program(mission)
        self.base = base
        self.selectors = col.SelectorWriter(mission.id)
        self.written: dict[int, tuple[int, ...]] = {}

    def rows(self) -> Iterator[tuple[int, ...]]:
        """Return the rows in the order of the steps."""
        self._steps(self.mission.do, col.END, 0)
        for number in range(len(self.program.steps)):
            yield self.written[number]

    def _steps(self, steps: Sequence[m.Step], following: int, depth: int) -> None:
        """Write a list of steps after which `following` is carried out."""
        if depth > col.MAX_DEPTH:
            raise OperationTableError(
                f"In the mission {self.mission.id} duels are inside duels more than {col.MAX_DEPTH} deep."
            )
        for step, after in zip(steps, (*steps, None)[1:], strict=True):
            self._step(step, following if after is None else self._row_number(after), depth)

    def _row_number(self, step: m.Step) -> int:
        return self.base + self.program.number(step)

    def _step(self, step: m.Step, following: int, depth: int) -> None:
        row = [0] * col.WIDTH
        verb = m.verb(step)
        row[col.OP], row[col.NEXT], row[col.DEPTH] = OP_NUMBERS[verb], following, depth
        for column, value in VERBS[verb].columns(step, self.selectors).items():
            row[column] = int(value)
        row[col.SPECIAL] = int(any(row[column] for column in (col.DRAWN, col.EXTREME, col.GROUP, col.SHOWN)))
        ways = branches(step)
        for which in range(col.BRANCHES):
            way = ways[which] if which < len(ways) else None
            row[col.EMPTY] |= int(way == ()) << which
            row[col.BRANCH + which] = col.NONE if way is None else self._row_number(way[0]) if way else following
        self.written[self.program.number(step)] = tuple(row)
        for way in ways:
            self._steps(way, following, depth + isinstance(step, m.Duel))
