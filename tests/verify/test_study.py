"""When it is enough: a number of matches, a precision, or some time; and two packs side by side."""

from dataclasses import replace

import pytest

from companion.missions.diff import compare
from companion.missions.loader import load_pack
from companion.missions.pack import find_pack
from companion.verify import study as studying
from companion.verify.jobs import SimulationJob
from companion.verify.measurement import adjust, measure
from companion.verify.pack_differences import changed_missions, differences, only
from companion.verify.reference import simulate
from companion.verify.statistics import ConfidenceSequence
from companion.verify.study import StoppingRule, study
from companion.verify.tally import UNIT
from companion.verify.worker_pool import WorkerPool, open_pool

PACK = load_pack(find_pack())
JOB = SimulationJob(PACK, 2, seed=9, judged=("B02", "M02"))
OTHER = replace(JOB, seats=3)


@pytest.fixture
def pool():
    with open_pool("kernel", 1) as found:
        yield found


def plain(measures):
    """Return measures without the objects of packs, to be compared."""
    return [replace(found, job=None) for found in measures]


def test_a_fixed_number_of_matches(pool):
    progress = []
    found = study([JOB, OTHER], StoppingRule(matches=60), pool, lambda *how: progress.append(how))
    assert [measures.job.matches for measures in found] == [60, 60]
    jobs = [replace(job, matches=60) for job in (JOB, OTHER)]
    assert plain(found) == plain(adjust([measure(job, simulate(job)) for job in jobs]))
    assert progress[-1] == (120, 120)


def test_a_precision_ends_when_every_effect_is_known_so_well(pool, monkeypatch):
    monkeypatch.setattr(studying, "FIRST_ROUND", 100)
    progress = []
    (found,) = study([JOB], StoppingRule(until=0.08), pool, lambda *how: progress.append(how))
    effects = [found.missions[name].effect for name in JOB.judged]
    assert all(effect.half <= 0.08 for effect in effects)
    matches = found.job.matches
    assert matches in {100 * 2**k for k in range(12)}
    (before,) = study([JOB], StoppingRule(until=0.08, matches=matches // 2), pool)
    assert before.job.matches == matches // 2
    assert max(before.missions[name].effect.half for name in JOB.judged) > 0.08
    assert [done for done, _ in progress] == sorted(done for done, _ in progress)


def test_its_intervals_are_confidence_sequences_over_the_rounds(pool, monkeypatch):
    monkeypatch.setattr(studying, "FIRST_ROUND", 20)
    (found,) = study([JOB], StoppingRule(until=0.001, matches=60), pool)
    running = ConfidenceSequence(0.001)
    for first, matches in ((0, 20), (20, 20), (40, 20)):
        tally = simulate(replace(JOB, first=first, matches=matches))
        running.add(tally.pairs[1], tally.pair_wins[1] / UNIT, tally.pair_squares[1] / UNIT**2)
    assert found.missions["B02"].effect == running.mean()
    assert found.missions["B02"].executions == simulate(replace(JOB, matches=60)).executions[1]


def test_a_precision_does_not_depend_on_open_pool(monkeypatch):
    monkeypatch.setattr(studying, "FIRST_ROUND", 100)
    found = []
    for count in (1, 2):
        with open_pool("kernel", count) as pool:
            found.append(plain(study([JOB, OTHER], StoppingRule(until=0.1), pool)))
    assert found[0] == found[1]


def test_time_ends_a_run_in_whole_chunks(pool):
    (found,) = study([JOB], StoppingRule(seconds=0.3), pool)
    assert found.job.matches % pool.chunk == 0
    assert found.job.matches > 0
    fixed = measure(replace(JOB, matches=found.job.matches), simulate_with(pool, found.job.matches))
    assert fixed.missions["B02"].own == found.missions["B02"].own
    assert fixed.missions["B02"].effect.value == pytest.approx(found.missions["B02"].effect.value, abs=1e-9)
    assert fixed.missions["B02"].effect.half < found.missions["B02"].effect.half


def simulate_with(pool: WorkerPool, matches: int):
    return pool.run([replace(JOB, matches=matches)])[0]


def test_the_clock_lets_a_round_be_as_long_as_there_is_time(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(studying.time, "monotonic", lambda: now[0])
    planner = studying._RoundPlanner(StoppingRule(seconds=10.0), 100, 1)
    assert planner.next_round(0) == 100
    now[0] = 1.0
    planner.end_round(0.5)
    assert planner.next_round(100) == 100  # as many again, though there is time for 900
    now[0] = 8.0
    planner.end_round(0.5)
    assert planner.next_round(4000) == 0  # 100 took 7 s, and 2 s are left


def test_no_match_is_played_twice_or_left_out(pool):
    seen = []
    run = pool.run
    pool.run = lambda jobs, progress=None: (seen.append([job.numbers for job in jobs]), run(jobs, progress))[1]
    study([JOB, OTHER], StoppingRule(until=0.0001, matches=3000), pool)
    for numbers in zip(*seen, strict=True):
        assert [number for part in numbers for number in part] == list(range(3000))


# Two packs


def changed(**steps):
    """Return the core pack with other steps for some missions."""
    missions = {**PACK.missions, **{name: PACK.missions[name].model_copy(update=it) for name, it in steps.items()}}
    return replace(PACK, missions=missions, version="1.0.1")


def test_only_what_plays_otherwise_has_changed():
    new = changed(B01={"do": PACK.missions["B02"].do}, F01={"players": (3, 4)})
    titles = replace(new, titles={**new.titles, "en": {**new.titles["en"], "M01": "Other words"}})
    assert changed_missions(compare(PACK, titles)) == ("B01", "F01")
    assert changed_missions(compare(PACK, PACK)) == ()


def test_differences_of_a_changed_mission(pool):
    new = changed(B01={"do": PACK.missions["B02"].do}, F01={"players": (3, 4)})
    ids = ("B01", "F01")
    jobs = [replace(JOB, judged=ids, pack=pack) for pack in (PACK, new)]
    old, now = study(jobs, StoppingRule(matches=300), pool)
    first, second = differences(old, now, ids, fixed=True)
    assert (first.mission, first.seats, first.policy) == ("B01", 2, "random")
    assert first.old.own.value == -1
    assert first.new.own.value < -1.9
    assert first.effect.value == pytest.approx(first.new.effect.value - first.old.effect.value)
    assert first.effect.half == pytest.approx((first.new.effect.half**2 + first.old.effect.half**2) ** 0.5)
    assert second.new is second.effect is None
    anytime = next(differences(old, now, ids, fixed=False))
    assert anytime.effect.half == pytest.approx(first.new.effect.half + first.old.effect.half)
    assert set(only(now, ids).missions) == {"B01"}
