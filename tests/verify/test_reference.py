"""The simulation by the readable engine: every counter is what its description says."""

from collections import Counter
from functools import cache

import pytest

from companion.chance import BOT, stream
from companion.missions.loader import load_pack
from companion.missions.mission_ids import MISSION_IDS
from companion.missions.pack import find_pack
from companion.rules.bots.policies import get_bot, play_out
from companion.rules.fight.game import Fight
from companion.rules.fight.program import by_card
from companion.rules.fight.state import FightState
from companion.rules.match import Match
from companion.verify.jobs import MISSION_NUMBER, POLICIES, CounterLayout, Policy, Reshuffle, SimulationJob
from companion.verify.reference import MatchRecord, Player, simulate
from companion.verify.tally import BRANCHES, CHANGES, LOST, MAX_CHANGE, NEVER, OUTCOMES, TIE, UNIT, WON, Tally

PACK = load_pack(find_pack())
LAYOUT = CounterLayout(PACK)
SETTINGS = [
    (2, "random", "threshold"),
    (4, "greedy", "threshold"),
    (5, "cautious", "literal"),
    (6, "random", "literal"),
]


def job_of(seats, policy="random", reshuffle="threshold", matches=20, **other) -> SimulationJob:
    return SimulationJob(PACK, seats, policy, reshuffle, seed=7, matches=matches, **other)


@cache
def record_of(seats: int, policy: Policy, reshuffle: Reshuffle, number: int) -> MatchRecord:
    return Player(job_of(seats, policy, reshuffle), LAYOUT).play(number)


def records(job: SimulationJob) -> list[MatchRecord]:
    """Return the matches of a job."""
    return [record_of(job.seats, job.policy, job.reshuffle, number) for number in job.numbers]


@cache
def tally_of(seats: int, policy: Policy, reshuffle: Reshuffle) -> Tally:
    return simulate(job_of(seats, policy, reshuffle))


# The matches


@pytest.mark.parametrize(("seats", "policy", "reshuffle"), SETTINGS)
def test_they_are_the_matches_that_bots_play(seats, policy, reshuffle):
    job = job_of(seats, policy, reshuffle, matches=5)
    for number, record in enumerate(records(job)):
        match = Match(Fight(reshuffle=reshuffle), seats, 7, number)
        play_out(match, [get_bot("fight", policy)] * seats)
        assert record.decisions == len(match.actions)
        assert record.wins == [round(UNIT * share) for share in match.state.returns()]
        assert record.turns == min(match.state.turn, 500)
        assert record.unfinished == bool(match.state.capped)


def test_a_match_without_jokers_has_none():
    job = job_of(4, matches=10, jokers=False)
    assert simulate(job) != simulate(job_of(4, matches=10))
    for number in job.numbers:
        match = Match(Fight(jokers=False), 4, 7, number)
        play_out(match, [get_bot("fight", "random")] * 4)
        assert len(match.actions) == Player(job, LAYOUT).play(number).decisions


# Counters of matches


@pytest.mark.parametrize(("seats", "policy", "reshuffle"), SETTINGS)
def test_counters_of_matches(seats, policy, reshuffle):
    job = job_of(seats, policy, reshuffle)
    found, tally = records(job), tally_of(seats, policy, reshuffle)
    lengths = Counter(record.turns for record in found)
    assert tally.matches[0] == 20
    assert tally.decisions[0] == sum(record.decisions for record in found)
    assert tally.turns[0] == sum(record.turns for record in found) == sum(t * n for t, n in enumerate(tally.lengths))
    assert {turns: count for turns, count in enumerate(tally.lengths) if count} == lengths
    assert sum(tally.wins) == 20 * UNIT
    assert list(tally.wins) == [sum(record.wins[seat] for record in found) for seat in range(seats)]
    unfinished = [number for number, record in enumerate(found) if record.unfinished]
    assert tally.unfinished[0] == len(unfinished)
    assert tally.first_unfinished[0] == min(unfinished, default=NEVER)
    for turns in lengths:
        assert tally.first_length[turns] == next(n for n, record in enumerate(found) if record.turns == turns)
    assert [tally.first_length[turns] for turns in range(501) if turns not in lengths] == [NEVER] * (501 - len(lengths))


@pytest.mark.parametrize(("seats", "policy", "reshuffle"), SETTINGS)
def test_hands_at_the_beginning_of_each_turn(seats, policy, reshuffle):
    job = job_of(seats, policy, reshuffle)
    found, tally = records(job), tally_of(seats, policy, reshuffle)
    assert (tally.going[0], tally.hands[0]) == (20, 20 * 9 * seats)
    for turns in (1, 2, 10, 40, 499):
        sizes = [record.sizes[turns] for record in found if record.turns > turns]
        assert tally.going[turns] == len(sizes)
        assert tally.hands[turns] == sum(map(sum, sizes))
        assert tally.smallest[turns] == sum(map(min, sizes))
        assert tally.largest[turns] == sum(map(max, sizes))


def test_the_longest_wait():
    assert MatchRecord(seats=[0, 1, 2, 0, 1, 2], sizes=[[]] * 6, wins=[0] * 3).wait == 2
    assert MatchRecord(seats=[0, 1, 2, 2, 0], sizes=[[]] * 5, wins=[0] * 3).wait == 3
    assert MatchRecord(seats=[0, 1, 0, 1, 0], sizes=[[]] * 5, wins=[0] * 3).wait == 5
    assert MatchRecord(seats=[0, 1, 2, 1, 2, 1], sizes=[[]] * 6, wins=[0] * 3).wait == 5
    found, tally = records(job_of(4)), tally_of(4, "random", "threshold")
    assert {wait: count for wait, count in enumerate(tally.waits) if count} == Counter(record.wait for record in found)
    assert tally.first_wait[found[0].wait] == 0


# Counters of missions


@pytest.mark.parametrize(("seats", "policy", "reshuffle"), SETTINGS)
def test_counters_of_missions(seats, policy, reshuffle):
    job = job_of(seats, policy, reshuffle)
    tally = tally_of(seats, policy, reshuffle)
    found = [(number, execution) for number, record in enumerate(records(job)) for execution in record.executions]
    for name, place in MISSION_NUMBER.items():
        mine = [(number, execution) for number, execution in found if execution.mission == name]
        assert tally.executions[place] == len(mine)
        assert tally.drawn[place] == len({number for number, _ in mine})
        assert tally.first_drawn[place] == min((number for number, _ in mine), default=NEVER)
        assert tally.effective[place] == sum(any(cards for _, cards in execution.steps) for _, execution in mine)
        idle = [number for number, execution in mine if not any(cards for _, cards in execution.steps)]
        assert tally.first_idle[place] == min(idle, default=NEVER)
        assert tally.own[place] == sum(execution.own for _, execution in mine)
        assert tally.others[place] == sum(execution.others for _, execution in mine)
        changes = tally.own_counts[place * CHANGES : (place + 1) * CHANGES]
        assert sum(changes) == len(mine)
        for change in range(-MAX_CHANGE, MAX_CHANGE + 1):
            such = [number for number, execution in mine if execution.own == change]
            assert changes[change + MAX_CHANGE] == len(such)
            assert tally.first_own[place * CHANGES + change + MAX_CHANGE] == min(such, default=NEVER)
        for outcome in range(OUTCOMES):
            such = [(number, execution) for number, execution in mine if execution.outcome == outcome]
            assert tally.duels[place * OUTCOMES + outcome] == len(such)
            assert tally.duel_own[place * OUTCOMES + outcome] == sum(execution.own for _, execution in such)
            assert tally.duel_opponents[place * OUTCOMES + outcome] == sum(execution.opponents for _, execution in such)
            assert tally.first_duel[place * OUTCOMES + outcome] == min((number for number, _ in such), default=NEVER)
        for number in range(len(LAYOUT.programs[place].steps)):
            step = LAYOUT.first_step[place] + number
            cards = [moved for _, execution in mine for reached, moved in execution.steps if reached == number]
            assert tally.reached[step] == len(cards)
            assert tally.moved[step] == sum(moved > 0 for moved in cards)
            assert tally.cards[step] == sum(cards)
            taken = Counter(which for _, execution in mine for at, which in execution.branches if at == number)
            assert [tally.branches[step * BRANCHES + which] for which in range(BRANCHES)] == [
                taken[which] for which in range(BRANCHES)
            ]


@pytest.mark.parametrize(("seats", "policy", "reshuffle"), SETTINGS)
def test_executions_are_what_the_hands_say(seats, policy, reshuffle):
    """The hands are followed through a match in another way: between the decisions of `Match`."""
    job = job_of(seats, policy, reshuffle, matches=5)
    for number, record in enumerate(records(job)):
        match = Match(Fight(reshuffle=reshuffle), seats, 7, number)
        bot = get_bot("fight", policy)
        executions = iter(record.executions)
        expected = None
        while (seat := match.state.current_player()) is not None:
            turn = match.state.turn
            hands = [hand.bit_count() for hand in match.state.hands]
            legal = match.state.legal_actions()
            chance = stream(7, number, BOT, len(match.actions))
            match.play(bot(match.state.view(seat), legal, chance))
            for event in match.state.events:
                if event[0] in ("revealed", "no-pile"):
                    expected = [seat, turn, hands, event[3], len(match.actions)]
                    expected[2][seat] -= event[0] == "no-pile"
            if expected and (match.state.turn != turn or match.state.is_terminal()):
                execution = next(executions)
                assert [
                    execution.seat, execution.turn, execution.before, execution.mission, execution.step
                ] == expected  # fmt: skip
                assert execution.after == [hand.bit_count() for hand in match.state.hands]
                expected = None
        assert next(executions, None) is None


def test_a_kept_card_from_the_hand_counts_as_gained():
    """The card that was turned over in a turn without pile is in no hand before (4.3.4)."""
    job = job_of(6, matches=60)
    found = [execution for record in records(job) for execution in record.executions if execution.no_pile]
    assert found
    assert {execution.own for execution in found if execution.mission == "M03"} == {1}
    assert {execution.own for execution in found if execution.mission == "B01"} == {-1}


def test_a_duel_of_everybody_is_against_all_others():
    found = [
        execution
        for record in records(job_of(4, matches=60))
        for execution in record.executions
        if execution.mission == "F17"
    ]
    assert {execution.opponent for execution in found} == {-1}
    assert {execution.outcome for execution in found} == {WON, LOST, TIE}
    for execution in found:
        assert execution.opponents == execution.others


# The mission that does nothing


def first_turn_of(record: MatchRecord, mission: str) -> int | None:
    return next((execution.turn for execution in record.executions if execution.mission == mission), None)


@pytest.mark.parametrize("policy", POLICIES)
def test_a_skipped_mission_does_nothing_and_all_before_is_the_same(policy):
    job = job_of(4, policy, matches=6)
    player = Player(job, LAYOUT)
    for number, record in enumerate(records(job)):
        skipped = record.executions[len(record.executions) // 2]
        other = player.play(number, skipped.turn)
        kept = [execution for execution in record.executions if execution.turn < skipped.turn]
        assert other.executions[: len(kept)] == kept
        assert all(execution.turn != skipped.turn for execution in other.executions)
        assert other.sizes[: skipped.turn] == record.sizes[: skipped.turn]
        if other.turns > skipped.turn:
            assert other.sizes[skipped.turn] == skipped.before


def test_the_skipped_card_is_discarded_and_said_aloud():
    state = FightState(Fight(), by_card({p.mission.id: p for p in LAYOUT.programs}, 3))
    state.skip_turn = 1
    state.start(3, 7, 0)
    for _ in range(9):
        before = [hand.bit_count() for hand in state.hands]
        state.apply(("reveal",))
        if state.turn == 2:
            break
    assert ("skipped", 0) in state.events
    assert "does nothing" in " ".join(state.public_events())
    assert len(state.discard) == 1
    assert [hand.bit_count() for hand in state.hands] == before
    assert state.player == 1


def test_copies_skip_the_same_turn_and_saves_none():
    state = FightState(Fight(), by_card({p.mission.id: p for p in LAYOUT.programs}, 4))
    state.skip_turn = 3
    state.start(4, 7, 2)
    copy = state.clone()
    assert copy.clone().skip_turn == 3
    assert "skip_turn" not in state.to_json()
    assert Fight().state_from_json(state.to_json()).skip_turn == 0


@pytest.mark.parametrize(("seats", "policy", "reshuffle"), SETTINGS)
def test_pairs_compare_with_the_first_execution_skipped(seats, policy, reshuffle):
    judged = ("B02", "M03", "F17")
    job = job_of(seats, policy, reshuffle, matches=12, judged=judged)
    player, tally = Player(job, LAYOUT), simulate(job)
    for name in MISSION_IDS:
        wins, turns = [], []
        for number, record in enumerate(records(job)):
            turn = first_turn_of(record, name)
            if turn is not None and name in judged:
                seat = record.seats[turn - 1]
                other = player.play(number, turn)
                wins.append(record.wins[seat] - other.wins[seat])
                turns.append(record.turns - other.turns)
        place = MISSION_NUMBER[name]
        assert tally.pairs[place] == len(wins)
        assert tally.pair_wins[place] == sum(wins)
        assert tally.pair_squares[place] == sum(win * win for win in wins)
        assert tally.pair_turns[place] == sum(turns)
    assert sum(tally.pairs) > 0


def test_judging_changes_no_other_counter():
    judged, plain = simulate(job_of(4, matches=4, judged=MISSION_IDS)), simulate(job_of(4, matches=4))
    for name in ("pairs", "pair_wins", "pair_squares", "pair_turns"):
        assert getattr(judged, name) != getattr(plain, name)
        setattr(judged, name, getattr(plain, name))
    assert judged == plain
