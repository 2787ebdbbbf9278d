"""The compiled kernel plays the very matches of the readable engine and counts the same (DESIGN 6)."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.chance import BOT, GOLDEN, MASK64, Chance, mix64, stream
from companion.missions.loader import load_pack
from companion.missions.mission_ids import MISSION_IDS
from companion.missions.pack import find_pack
from companion.rules.bots.policies import get_bot
from companion.rules.combinations import GALAXY_RULES, best_combination
from companion.rules.fight.game import Fight
from companion.rules.fight.state import FightState
from companion.rules.gong.cards import GALAXY_OF, NUMBER_OF, mask_of
from companion.verify import reference
from companion.verify.jobs import POLICIES, CounterLayout, SimulationJob
from companion.verify.kernel import entry as kernel
from companion.verify.operations import tabulate
from companion.verify.state_hash import state_hash
from companion.verify.tally import COUNTERS, Tally
from tests.verify.packs import MISSIONS, with_missions

pytest.importorskip("numba")

from companion.verify.kernel.run import trace

CORE = load_pack(find_pack())
OPTIONS = [{}, {"reshuffle": "literal"}, {"jokers": False}]
JUDGED = ("B01", "B15", "M05", "F04", "F12")


def hashes(job: SimulationJob) -> Iterator[tuple[int, list[int], list[str]]]:
    """Give the number of each match, the hash of the reference at each turn, and the mission carried out before."""
    programs = CounterLayout(job.pack).by_card(job.seats)
    game = Fight(jokers=job.jokers, reshuffle=job.reshuffle)
    bot = get_bot("fight", job.policy)
    for number in job.numbers:
        state = FightState(game, programs).start(job.seats, job.seed, number)
        found, missions, decisions, turn = [], [], 0, 0
        while (seat := state.current_player()) is not None:
            if state.turn != turn:
                turn = state.turn
                found.append(state_hash(state, decisions))
                missions.append(state.mission)
            legal = state.legal_actions()
            chance = stream(job.seed, number, BOT, decisions)
            action = chance.choice(legal) if job.policy == "random" else bot(state.view(seat), legal, chance)
            state.apply(action)
            decisions += 1
        yield number, found, missions


def assert_same_matches(job: SimulationJob) -> None:
    """Both engines stand at the same state at the start of every turn of every match."""
    table = tabulate(job.pack)
    for number, expected, missions in hashes(job):
        found = trace(replace(job, first=number, matches=1), table)
        if found != expected:
            turn = next(i for i, (a, b) in enumerate(zip([*found, 0], [*expected, 0], strict=False)) if a != b)
            pytest.fail(f"match {number} differs at turn {turn + 1}, after {(*missions, 'the end')[turn]}")


def assert_same_counts(job: SimulationJob) -> None:
    found, expected = kernel.simulate(job), reference.simulate(job)
    different = [name for name in COUNTERS if getattr(found, name) != getattr(expected, name)]
    assert not different, f"{different} of {job.seats} seats, {job.policy}, {job.reshuffle}"
    assert isinstance(found, Tally)
    assert found == expected


def few(policy: str) -> int:
    return 6 if policy == "random" else 2


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_random_matches_stand_the_same_at_every_turn(seats, options):
    assert_same_matches(SimulationJob(CORE, seats, seed=2026, matches=8, **options))


@pytest.mark.slow
@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_three_thousand_random_matches_stand_the_same_at_every_turn(seats, options):
    assert_same_matches(SimulationJob(CORE, seats, seed=2027, matches=3_000, **options))


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("seats", range(2, 7))
def test_counts_are_the_same(seats, policy):
    assert_same_counts(SimulationJob(CORE, seats, policy, seed=5, first=100, matches=few(policy), judged=JUDGED))


@pytest.mark.slow
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("seats", range(2, 7))
def test_many_counts_are_the_same(seats, policy, options):
    job = SimulationJob(CORE, seats, policy, seed=6, matches=300, judged=MISSION_IDS[::9], **options)
    assert_same_counts(job)
    assert_same_matches(job)


@pytest.mark.parametrize("policy", POLICIES)
def test_the_gentle_pack_too(policy):
    assert_same_counts(
        SimulationJob(load_pack(find_pack("gong-gentle")), 3, policy, seed=1, matches=4, judged=MISSION_IDS[::5])
    )


def test_every_mission_can_be_judged_at_once():
    assert_same_counts(SimulationJob(CORE, 3, seed=8, matches=2, judged=MISSION_IDS))


@pytest.mark.parametrize("seed", [0, -1, 2**63, 2**64 - 1, 2**80 + 5])
def test_any_seed_and_any_number_of_a_match(seed):
    assert_same_counts(SimulationJob(CORE, 2, seed=seed, first=2**40 + 3, matches=2))


def test_no_match_at_all():
    job = SimulationJob(CORE, 4, matches=0)
    assert kernel.simulate(job) == reference.simulate(job) == Tally.empty(4, CounterLayout(CORE).steps)


# ---------------------------------------------------------------- generated packs

PACKS = st.lists(MISSIONS, min_size=1, max_size=8).map(lambda found: with_missions(CORE, found))
JOBS = st.builds(
    SimulationJob, PACKS, st.integers(2, 6), st.sampled_from(POLICIES), st.sampled_from(["threshold", "literal"]),
    st.booleans(), st.integers(0, 2**64), st.just(0), st.just(1),
)  # fmt: skip
CHECKS = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example]


@given(JOBS)
@settings(max_examples=8, suppress_health_check=CHECKS)  # 2000 in the slow test below
def test_random_packs_stand_the_same_at_every_turn(job):
    assert_same_matches(job)
    assert_same_counts(replace(job, judged=("B01", "B02", "M03")))


@pytest.mark.slow
@given(JOBS)
@settings(max_examples=2_000, suppress_health_check=CHECKS)
def test_two_thousand_random_packs_stand_the_same_at_every_turn(job):
    assert_same_matches(job)
    assert_same_counts(replace(job, judged=("B01", "B02", "M03")))


# ---------------------------------------------------------------- small parts


@pytest.fixture(scope="module")
def parts():
    """Parts of the kernel, compiled to be called from here."""
    import numpy as np
    from numba import njit

    from companion.verify.kernel import chance_words, combination_values, match_loop, memory, memory_layout

    @njit("int64(int64, int64, boolean)")
    def decide(address, n, filled):
        m = memory.memory_of(address)
        if filled:
            chance_words.fill_words(m)
        return chance_words.decide(m, n)

    @njit("UniTuple(int64, 2)(int64, int64)")
    def select(mask, k):
        return memory.select(mask, k), memory.select_anywhere(mask, k)

    @njit("UniTuple(int64, 2)(int64)")
    def best(mask):
        value = combination_values.best_value(mask)
        return value, combination_values.value_cards(value)

    block = np.zeros(memory_layout.LISTS, np.int64)  # all that belongs to a match, the words made ahead too

    def decision(state: int, step: int, n: int, filled: bool) -> int:
        block[memory_layout.BOT_WORD], block[memory_layout.STEP] = chance_words.signed(state), step
        block[memory_layout.WORDS_FIRST] = -match_loop.FAR  # as at the start of a match: no word is ready
        return decide(block.ctypes.data, n, filled)

    return decision, select, best


@given(
    state=st.integers(0, 2**64 - 1),
    step=st.integers(0, 10_000),
    n=st.sampled_from([1, 2, 3, 8, 56, 2**30 + 1]),
    filled=st.booleans(),
)
def test_numbers_are_those_of_docs_chance(parts, state, step, n, filled):
    """With the words computed ahead and without. For n = 2^30 + 1 a quarter of the words is refused."""
    expected = Chance(mix64(((state ^ step) + GOLDEN) & MASK64)).below(n)
    assert parts[0](state, step, n, filled) == expected


@given(st.sets(st.integers(0, 55), min_size=1), st.data())
def test_a_bit_is_found_with_and_without_the_fast_instruction(parts, cards, data):
    k = data.draw(st.integers(0, len(cards) - 1))
    assert parts[1](mask_of(cards), k) == (sorted(cards)[k],) * 2


@given(*[st.sets(st.integers(0, 53), min_size=1, max_size=14)] * 2)
def test_combinations_compare_like_those_of_the_rules(parts, one, other):
    found = [parts[2](mask_of(cards)) for cards in (one, other)]
    best = [best_combination([(NUMBER_OF[c], GALAXY_OF[c]) for c in cards], GALAXY_RULES) for cards in (one, other)]
    for (_, shown), combination in zip(found, best, strict=True):
        assert shown == mask_of(6 * galaxy + number - 1 for number, galaxy in combination.cards)
    assert (found[0][0] > found[1][0]) == (best[0] > best[1])
    assert (found[0][0] == found[1][0]) == (best[0] == best[1])
