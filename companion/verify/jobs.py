"""What is to be simulated: a job, split into chunks whose results are merged (DESIGN 6).

>>> job = SimulationJob(load_pack(find_pack()), seats=4, seed=7, matches=10_000)
>>> [chunk.first for chunk in split(job, 4_000)]
[0, 4000, 8000]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias, get_args

from companion.missions.mission_ids import MISSION_IDS
from companion.missions.pack import Pack
from companion.rules.fight.program import Program, by_card

Policy: TypeAlias = Literal["random", "greedy", "cautious"]
Reshuffle: TypeAlias = Literal["threshold", "literal"]

POLICIES: Final[tuple[Policy, ...]] = get_args(Policy)


@dataclass(frozen=True, eq=False)
class SimulationJob:
    """Some matches of GONG FIGHT, of one round each: the numbers `first` to `first + matches - 1` of a seed.

    The match with a number is the same in every job, whatever its chunk, engine or machine: it is the match that
    `Match(Fight(...), seats, seed, number)` is when every seat is played by `companion.rules.bots.policies.decide`.

    Attributes:
        pack: the missions; it travels to other processes and machines with the job.
        seats: number of players, 2-6.
        policy: how every seat decides (companion.rules.bots).
        reshuffle: the option of FIGHT.
        jokers: the option of FIGHT.
        seed: any whole number.
        first: number of the first match.
        matches: how many.
        judged: ids of the missions whose causal effect is measured (see `Tally.pairs`); it costs one more match for
            each of them that is carried out.
    """

    pack: Pack
    seats: int
    policy: Policy = "random"
    reshuffle: Reshuffle = "threshold"
    jokers: bool = True
    seed: int = 0
    first: int = 0
    matches: int = 1
    judged: tuple[str, ...] = ()

    @property
    def numbers(self) -> range:
        """Return the numbers of the matches."""
        return range(self.first, self.first + self.matches)


def split(job: SimulationJob, size: int) -> Iterator[SimulationJob]:
    """Yield the job in chunks of `size` matches, the last one with what is left."""
    for first in job.numbers[::size]:
        yield replace(job, first=first, matches=min(size, job.first + job.matches - first))


class CounterLayout:
    """The missions of a pack in a row, and all their steps in a row, so that counters have a place for each.

    Attributes:
        programs: the missions with their steps numbered, in the order of `MISSION_IDS`; a mission's number is its
            place here.
        first_step: place of the first step of each mission; the step `number` of mission `i` (see
            `companion.rules.fight.program`) has the place `first_step[i] + number`.
        steps: number of all steps.
    """

    def __init__(self, pack: Pack) -> None:
        self.programs = tuple(Program(pack.missions[name]) for name in MISSION_IDS)
        counts = [len(program.steps) for program in self.programs]
        self.first_step = tuple(sum(counts[:place]) for place in range(len(counts)))
        self.steps = sum(counts)

    def by_card(self, seats: int) -> Sequence[Program | None]:
        """Return what each galaxy card leads to with this number of players."""
        return by_card({program.mission.id: program for program in self.programs}, seats)


MISSION_NUMBER: Final = {name: number for number, name in enumerate(MISSION_IDS)}
"""The place of each mission in the counters."""
