"""Tallies: merged in any order they give the same; chunks of a job give the whole."""

import random
from array import array

import pytest

from companion.missions.loader import load_pack
from companion.missions.mission_ids import MISSION_IDS
from companion.missions.pack import find_pack
from companion.verify.jobs import CounterLayout, SimulationJob, split
from companion.verify.reference import simulate
from companion.verify.tally import COUNTERS, FIRSTS, NEVER, Tally

PACK = load_pack(find_pack())


def some_tally(seed: int) -> Tally:
    """Return a tally of random numbers."""
    numbers = random.Random(seed)
    tally = Tally.empty(3, 5)
    for name in COUNTERS:
        old = getattr(tally, name)
        setattr(
            tally,
            name,
            array("q", [numbers.choice([0, 7, NEVER]) if name in FIRSTS else numbers.randrange(9) for _ in old]),
        )
    return tally


def merged(*tallies: Tally) -> Tally:
    """Return the sum of tallies."""
    total = Tally.empty(3, 5)
    for tally in tallies:
        total.merge(tally)
    return total


def test_merging_is_associative_and_commutative():
    a, b, c = map(some_tally, range(3))
    assert merged(a, b, c) == merged(c, a, b) == merged(merged(a, b), c) == merged(a, merged(b, c))
    assert merged(a, b) != merged(a, c)
    assert merged(a) == a


def test_sums_are_added_and_first_numbers_are_the_smallest():
    a, b = Tally.empty(2, 1), Tally.empty(2, 1)
    a.turns[0], b.turns[0] = 40, 2
    a.first_idle[3], b.first_idle[3], b.first_idle[4] = 17, 12, 1
    a.merge(b)
    assert a.turns[0] == 42
    assert list(a.first_idle[3:6]) == [12, 1, NEVER]


def test_tallies_of_something_else_cannot_be_merged():
    with pytest.raises(ValueError, match="cannot be merged"):
        Tally.empty(2, 5).merge(Tally.empty(3, 5))
    with pytest.raises(ValueError, match="cannot be merged"):
        Tally.empty(2, 5).merge(Tally.empty(2, 6))


def test_every_counter_has_64_bits_and_a_description():
    tally = Tally.empty(4, CounterLayout(PACK).steps)
    for name in COUNTERS:
        numbers = getattr(tally, name)
        assert numbers.typecode == "q"
        assert numbers.itemsize == 8
        assert f"        {name}: " in (Tally.__doc__ or "")
    assert len(tally.executions) == len(MISSION_IDS)


@pytest.mark.parametrize("size", [1, 7, 100])
def test_chunks_of_any_size_give_the_whole(size):
    job = SimulationJob(PACK, 3, seed=11, first=5, matches=15, judged=("B02", "F01"))
    chunks = list(split(job, size))
    assert [number for chunk in chunks for number in chunk.numbers] == list(job.numbers)
    assert max(chunk.matches for chunk in chunks) <= size
    total = Tally.empty(3, CounterLayout(PACK).steps)
    for chunk in random.Random(size).sample(chunks, len(chunks)):
        total.merge(simulate(chunk))
    assert total == whole()


_whole: list[Tally] = []


def whole() -> Tally:
    """Return the tally of the job in one piece, simulated once."""
    if not _whole:
        _whole.append(simulate(SimulationJob(PACK, 3, seed=11, first=5, matches=15, judged=("B02", "F01"))))
    return _whole[0]


def test_steps_of_all_missions_stand_in_a_row():
    layout = CounterLayout(PACK)
    ends = [first + len(program.steps) for first, program in zip(layout.first_step, layout.programs, strict=True)]
    assert layout.first_step == (0, *ends[:-1])
    assert layout.steps == ends[-1]
    assert tuple(program.mission.id for program in layout.programs) == MISSION_IDS
