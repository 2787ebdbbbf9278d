"""The steps of a mission in a fixed order, so that coverage can name them.

A step comes before the steps of its branches; branches come in the order of `branches`.

>>> program = Program(pack.missions["B08"])
>>> [verb(step) for step in program.steps]
['put', 'put']
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from companion.deck import CARDS, JOKERS
from companion.missions.card_map import mission_for
from companion.missions.pack import Mission
from companion.missions.step import Step

Branches: TypeAlias = tuple[Sequence[Step], ...]


def branches(step: Step) -> Branches:
    """Return the lists of steps inside a step, in the order that events and coverage count them."""
    return tuple(branch.steps for branch in step.branches())


class Program:
    """A mission with its steps numbered.

    Attributes:
        mission: the mission.
        steps: all its steps; the number of a step is its index here.
        branches: the branches of each step.
    """

    def __init__(self, mission: Mission) -> None:
        self.mission = mission
        self.steps = tuple(_flat(mission.do))
        self.branches = tuple(branches(step) for step in self.steps)
        self._numbers = {id(step): number for number, step in enumerate(self.steps)}  # equal steps are not the same

    def number(self, step: Step) -> int:
        """Return the number of a step of this very mission."""
        return self._numbers[id(step)]


def _flat(steps: Iterable[Step]) -> Iterable[Step]:
    for step in steps:
        yield step
        for branch in branches(step):
            yield from _flat(branch)


def by_card(programs: Mapping[str, Program], seats: int) -> tuple[Program | None, ...]:
    """Return what each galaxy card leads to with this number of players; None where no mission suits it (8.2)."""
    missions = {name: program.mission for name, program in programs.items()}
    found = (mission_for(missions, card, seats) for card in CARDS[: JOKERS[0]])
    return tuple(None if mission is None else programs[mission.id] for mission in found)
