"""From counts to numbers for authors: each is computed from the counts in another way, or by hand."""

from dataclasses import replace

import pytest

from companion.missions import model as m
from companion.missions.loader import load_pack
from companion.missions.pack import find_pack
from companion.verify.jobs import CounterLayout, SimulationJob
from companion.verify.measurement import adjust, branch_names, expected_wins, is_dominated, measure
from companion.verify.statistics import Mean, mean, share
from companion.verify.tally import MAX_TURNS, Tally
from companion.verify.worker_pool import simulate

PACK = load_pack(find_pack())
JOB = SimulationJob(PACK, 4, seed=3, matches=400, judged=("B02", "M02"))
TALLY = simulate(JOB)
MEASURES = measure(JOB, TALLY)


def lengths(**counts: int) -> list[int]:
    """Return a histogram of lengths: `t30=5` is 5 matches of 30 turns."""
    found = [0] * (MAX_TURNS + 1)
    for name, count in counts.items():
        found[int(name[1:])] = count
    return found


def test_lengths_and_minutes():
    counts = [turns for turns, count in enumerate(TALLY.lengths) for _ in range(count)]
    found = MEASURES.lengths
    assert found.median == counts[199]
    assert (found.p90, found.p99) == (counts[359], counts[395])
    assert found.longest == counts[-1]
    assert found.longest_match == TALLY.first_length[counts[-1]]
    assert found.mean == pytest.approx(sum(counts) / 400)
    assert found.minutes == pytest.approx(found.median / 2)  # 30 s a turn
    assert measure(JOB, TALLY, seconds_per_turn=60).lengths.minutes == found.median


def test_waits():
    counts = [wait for wait, count in enumerate(TALLY.waits) for _ in range(count)]
    assert (MEASURES.waits.median, MEASURES.waits.longest) == (counts[199], counts[-1])
    assert MEASURES.waits.longest_match == TALLY.first_wait[counts[-1]]
    assert sum(MEASURES.waits.counts) == 400


def test_what_does_not_end_has_a_bound():
    assert MEASURES.unfinished.count == 0
    assert MEASURES.unfinished_at_most == pytest.approx(3 / 400, rel=0.01)
    assert MEASURES.unfinished_match is None
    literal = replace(JOB, seats=6, reshuffle="literal", matches=30, judged=())
    found = measure(literal, simulate(literal))
    assert found.unfinished.count > 5
    assert found.unfinished_at_most > found.unfinished.value
    assert simulate(replace(literal, first=found.unfinished_match or 0, matches=1)).unfinished[0] == 1


def test_victories_of_the_seats_are_all_victories():
    assert sum(seat.wins.value for seat in MEASURES.seats) == pytest.approx(1)
    assert sum(seat.expected for seat in MEASURES.seats) == pytest.approx(1)


def test_expected_wins_of_races():
    """Who begins always wins if everybody needs one turn, and nobody has a start if a race is long enough."""
    assert expected_wins(lengths(t1=10), 3) == pytest.approx([1, 0, 0])
    even = lengths(**{f"t{turns}": 1 for turns in range(1, 401)})
    assert max(expected_wins(even, 2)) < 0.51
    # one turn with chance 1/2, else two: seat 0 wins with 1 (1/2), or both need 2 (1/4)
    race = lengths(t1=500, t2=250, t3=250)
    assert expected_wins(race, 2) == pytest.approx([0.75, 0.25])


def test_hands_are_told_as_long_as_one_match_in_a_hundred_is_on():
    first, last = MEASURES.curve[0], MEASURES.curve[-1]
    assert (first.turns, first.going, first.mean, first.smallest, first.largest) == (0, 400, 9, 9, 9)
    assert last.going >= 4 > TALLY.going[last.turns + 1]
    assert all(moment.smallest <= moment.mean <= moment.largest for moment in MEASURES.curve)


def test_a_mission():
    found = MEASURES.missions["B08"]
    place = 7
    assert found.executions == TALLY.executions[place]
    assert found.drawn == share(TALLY.drawn[place], 400)
    assert found.effective.of == found.executions
    assert found.own.value == pytest.approx(sum(c * n for c, n in found.own_counts.items()) / found.executions)
    assert set(found.own_counts) == set(found.own_matches) <= {-3, -2, -1, 0}
    first, second = found.steps
    assert (first.verb, second.verb) == ("put", "put")
    (branch,) = first.branches
    assert branch.name == "otherwise"
    assert branch.taken.count == second.reached.count == first.reached.count - first.moved.count
    assert found.outcomes is None
    assert found.effect is None


def test_a_duel():
    won, lost, tied = MEASURES.missions["F07"].outcomes or ()
    assert won.share.count + lost.share.count + tied.share.count == MEASURES.missions["F07"].executions
    assert won.own is not None
    assert won.own < 0 < (lost.own or 0)
    assert (won.opponents or 0) > 0 > (lost.opponents or 0)


def test_an_effect_is_the_mean_of_the_pairs():
    place = 1
    effect = MEASURES.missions["B02"].effect
    assert effect == mean(TALLY.pairs[place], TALLY.pair_wins[place] / 60, TALLY.pair_squares[place] / 3600)
    assert MEASURES.missions["B02"].effect_turns == TALLY.pair_turns[place] / TALLY.pairs[place]


def test_missions_for_other_numbers_of_players_are_left_out():
    missions = dict(PACK.missions)
    missions["B01"] = missions["B01"].model_copy(update={"players": (5, 6)})
    pack = replace(PACK, missions=missions)
    for seats in (4, 5):
        job = SimulationJob(pack, seats, matches=20)
        assert ("B01" in measure(job, simulate(job)).missions) == (seats == 5)


def test_a_branch_that_is_never_taken_is_told():
    empty = measure(JOB, simulate(replace(JOB, matches=1)))
    never = {(mission.id, step.number, branch.name) for mission in empty.missions.values()
             for step, branch in mission.never_taken}  # fmt: skip
    assert ("B13", 0, "otherwise") in never
    for name, number, _ in never:
        assert empty.missions[name].steps[number].branches


def test_names_of_branches():
    found = {step.verb if isinstance(step, str) else m.verb(step): branch_names(step)
             for mission in PACK.missions.values() for step in mission.do}  # fmt: skip
    assert found["put"] == ("otherwise",)
    assert found["choose"][0] == "option 1"
    assert found["if"] == ("then", "else")
    assert found["duel"] == ("win", "lose", "tie")
    assert found["guess"] == ("right", "wrong")


# Corrections and comparisons


def test_effects_are_adjusted_over_all_settings():
    effects = {"B02": Mean(100, 0.1, 0.05, 0.15, 0.012), "M02": Mean(100, -0.01, -0.05, 0.03, 0.5)}
    other = {"B02": Mean(100, 0.1, 0.05, 0.15, 0.001), "M02": Mean(100, -0.01, -0.05, 0.03, 0.6)}
    one, two = adjust([measure(JOB, TALLY, effects=found) for found in (effects, other)])
    assert one.missions["B02"].effect == effects["B02"]
    assert one.missions["B02"].adjusted == pytest.approx(3 * 0.012)
    assert two.missions["B02"].adjusted == pytest.approx(4 * 0.001)
    assert one.missions["B02"].significant
    assert one.missions["M02"].adjusted == 1
    assert one.missions["B01"].adjusted is None
    assert not one.missions["B01"].significant


def test_dominated_is_worse_in_every_respect_beyond_doubt():
    base = MEASURES.missions["B01"]
    weak = replace(base, effect=Mean(9, 0.0, -0.01, 0.01, 1), own=Mean(9, -1, -1.1, -0.9, 0), others=0.0)
    strong = replace(base, id="B02", effect=Mean(9, 0.05, 0.04, 0.06, 0), own=Mean(9, -2, -2.1, -1.9, 0), others=0.5)
    assert is_dominated(weak, strong)
    assert not is_dominated(strong, weak)
    assert not is_dominated(weak, replace(strong, kind="malus"))
    assert not is_dominated(weak, replace(strong, others=0.0))
    assert not is_dominated(weak, replace(strong, effect=None))
    assert not is_dominated(weak, replace(strong, effect=Mean(9, 0.05, 0.005, 0.1, 0)))
    assert not is_dominated(weak, replace(strong, own=Mean(9, -2, -3, -1, 0)))
    assert not is_dominated(weak, weak)


def test_nothing_was_counted_of_a_mission_never_drawn():
    tally = Tally.empty(4, CounterLayout(PACK).steps)
    tally.merge(simulate(replace(JOB, matches=1)))
    found = measure(JOB, tally).missions
    never = next(mission for mission in found.values() if not mission.executions)
    assert (never.drawn.value, never.effective.value, never.effective.high) == (0, 0, 1)
    assert never.drawn_match is never.idle_match is None
