"""What holds in every game, with every option and every number of seats.

Hypothesis plays: it draws the actions, and a match that fails is shrunk to the shortest one that still does.
"""

import json
import os
import subprocess
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.chance import stream
from companion.rules.bots.policies import decide, get_bot
from companion.rules.game import IllegalAction, OptionError, State
from companion.rules.match import Match, match_from_json
from companion.rules.registry import GAME_NAMES, create_game
from tests.sweeps import examples

FEW = settings(max_examples=examples(3, 12), suppress_health_check=list(HealthCheck))
WHOLE = settings(FEW, max_examples=examples(1, 4))
"""For tests that play matches to the end, which are long in some games."""

SEEDS = st.integers(0, 2**64 - 1)
MAX_ACTIONS = 60_000
"""No match of any game is longer."""


def play_on(state: State, chance, steps: int = MAX_ACTIONS) -> list:
    """Play random actions, at most so many, and return them."""
    actions = []
    while len(actions) < steps and not state.is_terminal():
        action = chance.choice(state.legal_actions())
        state.apply(action)
        actions.append(action)
    return actions


def states_on_the_way(case, seed: int, number: int):
    """Yield so many states at random moments of a random match, with a stream of chance."""
    chance = stream(seed, 1)
    state = case.state(seed)
    for _ in range(number):
        if state.is_terminal():
            return
        yield state, chance
        play_on(state, chance, 1 + chance.below(12))


def dumped(state: State) -> str:
    return json.dumps(state.to_json(), sort_keys=True, allow_nan=False)


def check(state: State) -> None:
    """Check what must hold in every state."""
    state.check_invariants()
    player = state.current_player()
    legal = list(state.legal_actions())
    assert state.is_terminal() == (player is None)
    returns = list(state.returns())
    assert len(returns) == state.seats
    if player is None:
        assert legal == []
        assert sum(returns) == pytest.approx(1.0)
        assert all(value >= 0 for value in returns)
    else:
        assert type(player) is int
        assert 0 <= player < state.seats
        assert legal
        assert len(set(legal)) == len(legal)
        assert returns == [0.0] * state.seats
        for action in legal:
            assert type(action) is tuple
            assert action
            assert all(type(word) in (str, int) for word in action)
            assert type(action[0]) is str


@FEW
@given(data=st.data())
def test_every_state_of_any_match_is_sound(case, data):
    state = case.state(data.draw(SEEDS, label="seed"))
    check(state)
    for _ in range(data.draw(st.integers(0, 60), label="steps")):
        legal = state.legal_actions()
        if not legal:
            break
        state.apply(legal[data.draw(st.integers(0, len(legal) - 1), label="action")])
        check(state)


@WHOLE
@given(seed=SEEDS)
def test_a_random_match_ends_with_a_result(case, seed):
    state = case.state(seed)
    actions = play_on(state, stream(seed, 2))
    assert state.is_terminal(), f"no end after {len(actions)} actions"
    check(state)


@FEW
@given(seed=SEEDS)
def test_every_legal_action_can_be_played_and_told_apart(case, seed):
    for state, chance in states_on_the_way(case, seed, 6):
        before = dumped(state)
        legal = state.legal_actions()
        labels = [state.describe(action) for action in legal]
        assert len(set(labels)) == len(labels), "two choices look alike in the menu"
        heard = [text for action in legal if (text := state.public(action))]  # an empty one: nobody notices
        for label in labels + heard:
            assert label == label.strip()
            assert label.endswith((".", "!", '"', "?"))
            assert "\n" not in label
            assert label.isprintable()
        some = legal if len(legal) <= 40 else [chance.choice(legal) for _ in range(40)]
        for action in some:
            clone = state.clone()
            clone.apply(action)
            check(clone)
            for sentence in clone.public_events():
                assert sentence.endswith((".", "!", '"', "?"))
                assert "\n" not in sentence
        assert dumped(state) == before


@FEW
@given(seed=SEEDS)
def test_looking_changes_nothing(case, seed):
    for state, _ in states_on_the_way(case, seed, 5):
        before = dumped(state)
        first = list(state.legal_actions())
        views = [json.dumps(state.view(seat), allow_nan=False) for seat in range(state.seats)]
        for action in first[:20]:
            state.describe(action)
            state.public(action)
        state.returns()
        state.check_invariants()
        for seat in range(state.seats):
            spoil(state.view(seat))
        spoil(state.to_json())
        legal = state.legal_actions()
        if isinstance(legal, list):  # a list is the caller's own or nobody's
            legal.clear()
        assert list(state.legal_actions()) == first, "the legal actions are not stable"
        assert dumped(state) == before
        assert [json.dumps(state.view(seat), allow_nan=False) for seat in range(state.seats)] == views


def spoil(data) -> None:
    """Change everything in plain data that can be changed."""
    if isinstance(data, dict):
        for value in data.values():
            spoil(value)
        data.clear()
    elif isinstance(data, list):
        for value in data:
            spoil(value)
        data.clear()


@FEW
@given(seed=SEEDS)
def test_a_clone_is_independent(case, seed):
    for state, chance in states_on_the_way(case, seed, 4):
        before = dumped(state)
        clone = state.clone()
        assert type(clone) is type(state)
        assert dumped(clone) == before
        actions = play_on(clone, chance, 60)
        assert dumped(state) == before, "playing the clone changed the original"
        end = dumped(clone)
        other = state.clone()
        for action in actions:
            other.apply(action)
        assert dumped(other) == end
        play_on(other, chance, 60)
        assert dumped(clone) == end, "playing one clone changed another"


@FEW
@given(seed=SEEDS)
def test_a_state_from_json_goes_on_the_same(case, seed):
    for state, chance in states_on_the_way(case, seed, 4):
        text = dumped(state)
        again = case.game.state_from_json(json.loads(text))
        assert dumped(again) == text
        assert [again.view(seat) for seat in range(state.seats)] == [state.view(seat) for seat in range(state.seats)]
        one = state.clone()
        while not one.is_terminal() and chance.below(60):
            legal = one.legal_actions()
            assert list(again.legal_actions()) == list(legal)
            action = chance.choice(legal)
            assert again.describe(action) == one.describe(action)
            assert again.public(action) == one.public(action)
            one.apply(action)
            again.apply(action)
            assert list(again.public_events()) == list(one.public_events())
        assert dumped(again) == dumped(one)
        assert list(again.returns()) == list(one.returns())


@WHOLE
@given(seed=SEEDS)
def test_the_last_state_survives_json_too(default_case, seed):
    state = default_case.state(seed)
    play_on(state, stream(seed, 2))
    again = default_case.game.state_from_json(json.loads(dumped(state)))
    check(again)
    assert dumped(again) == dumped(state)
    assert list(again.returns()) == list(state.returns())


@FEW
@given(seed=SEEDS)
def test_the_same_seed_gives_the_same_match(case, seed):
    one, two = case.state(seed), case.state(seed)
    assert dumped(one) == dumped(two)
    actions = play_on(one, stream(seed, 3), 150)
    for action in actions:
        two.apply(action)
    assert dumped(one) == dumped(two)


def test_seed_and_match_number_both_decide_the_deal(case):
    deals = {dumped_deal(case.state(seed, match)) for seed in range(3) for match in range(3)}
    assert len(deals) == 9


def dumped_deal(state: State) -> str:
    """Return the start without the seed and match number that are written in it."""
    return json.dumps({key: value for key, value in state.to_json().items() if key not in ("seed", "match")})


GARBAGE = [
    (),
    ("",),
    ("no-such-verb",),
    ("play",),
    ("play", -1),
    ("play", 10**30),
    ("play", "\0"),
    ("play", True),
    ("play", 1.5),
    ("play", None),
    ("draw", "draw", "draw"),
    (1,),
    (None,),
    (("play",),),
    ("play", ()),
    ("x" * 10_000,),
]


@FEW
@given(seed=SEEDS)
def test_an_illegal_action_is_refused_and_changes_nothing(case, seed):
    elsewhere = stream(seed, 4)
    foreign = set()
    for other in (case.state(seed + 1), case.state(seed + 2)):
        for _ in range(1 + elsewhere.below(100)):
            foreign.update(other.legal_actions()[:30])
            play_on(other, elsewhere, 1)
    for state, chance in states_on_the_way(case, seed, 4):
        legal = list(state.legal_actions())
        some = legal[0]
        mixed = [(*some, 0), (*some, "x"), some[:-1], (some[0], *reversed(some[1:])), (some[0].upper(), *some[1:])]
        mixed += [(*some[:place], word, *some[place + 1 :]) for place in range(len(some)) for word in ("?", -1, 999)]
        pool = sorted(foreign, key=repr)
        mixed += [chance.choice(pool) for _ in range(30)]
        refuse(state, [action for action in [*GARBAGE, *mixed] if action not in legal])


def refuse(state: State, actions) -> None:
    before = dumped(state)
    legal = list(state.legal_actions())
    for action in actions:
        with pytest.raises(IllegalAction) as caught:
            state.apply(action)
        assert caught.value.code
        assert caught.value.code == caught.value.code.lower()
        assert caught.value.exit_status == 1
        sentence = str(caught.value)
        assert sentence.endswith(".")
        assert "\n" not in sentence
        assert len(sentence) < 400
        sentence.encode()
    assert dumped(state) == before
    assert list(state.legal_actions()) == legal


@WHOLE
@given(seed=SEEDS)
def test_after_the_end_nothing_is_legal(default_case, seed):
    state = default_case.state(seed)
    actions = play_on(state, stream(seed, 2))
    refuse(state, [*GARBAGE, *actions[-5:]])
    with pytest.raises(IllegalAction) as caught:
        state.apply(actions[-1])
    assert caught.value.code == "game-over"


@FEW
@given(seed=SEEDS)
def test_a_match_replays_from_its_file(case, seed):
    match = Match(case.game, case.seats, seed, 1)
    chance = stream(seed, 5)
    for _ in range(chance.below(120)):
        if match.state.is_terminal():
            break
        match.play(chance.choice(match.state.legal_actions()))
    again = match_from_json(json.loads(json.dumps(match.to_json())))
    assert dumped(again.state) == dumped(match.state)


@pytest.mark.parametrize("name", GAME_NAMES)
def test_other_numbers_of_seats_are_refused(name):
    game = create_game(name)
    for seats in (-1, 0, 1, game.seat_numbers[-1] + 1, 1000):
        with pytest.raises(OptionError, match=r"is played by .* players, not -?\d+\.$"):
            game.initial_state(seats, 1)


@pytest.mark.parametrize("name", GAME_NAMES)
def test_unknown_options_are_refused(name):
    with pytest.raises(OptionError, match="has no option 'stakes'"):
        create_game(name, stakes=5)


@pytest.mark.parametrize("seed", [-1, 0, 2**64, 2**80, -(2**70)])
@pytest.mark.parametrize("name", GAME_NAMES)
def test_any_whole_number_is_a_seed(name, seed):
    game = create_game(name)
    state = game.initial_state(game.seat_numbers[0], seed)
    play_on(state, stream(seed), 20)
    state.check_invariants()
    assert dumped(game.state_from_json(json.loads(dumped(state)))) == dumped(state)


@pytest.mark.parametrize("policy", ["greedy", "cautious"])
def test_bots_play_legally_and_always_the_same(default_case, policy):
    bot = careful(get_bot(default_case.name, policy))
    ways = []
    for _ in range(2):
        match = Match(default_case.game, default_case.seats, 31)
        while not match.state.is_terminal() and len(match.actions) < 60:
            match.play(decide(bot, match))
        ways.append(match.actions)
    assert ways[0] == ways[1]


def careful(bot):
    """Return the bot, watched: it gets only plain data and leaves them as they are."""

    def watched(view, legal, chance, /):
        own = json.loads(json.dumps(view))
        action = bot(own, tuple(legal), chance)
        assert own == view
        return action

    return watched


DIGESTS = """
import sys
from companion.chance import stream
from companion.rules.match import Match
from companion.rules.registry import create_game
for name in sys.argv[1:]:
    game = create_game(name)
    match = Match(game, game.seat_numbers[-1], 20)
    chance = stream(20, 6)
    while not match.state.is_terminal() and len(match.actions) < 300:
        match.play(chance.choice(match.state.legal_actions()))
    print(name, match.digest())
"""


def test_another_process_plays_the_same_matches():
    """Nothing depends on the hash seed of the process, the only thing that differs by itself between two of them."""
    runs = {
        subprocess.run(
            [sys.executable, "-c", DIGESTS, *GAME_NAMES],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hash_seed in ("0", "1", "4242")
    }
    assert len(runs) == 1
    assert len(runs.pop().splitlines()) == len(GAME_NAMES)


SHORT = {"gang-of-four": {"rounds": 1}}
"""Options of the ten thousand matches: random play needs 25 rounds to reach 100 points, one after the other alike."""


@pytest.mark.slow
def test_ten_thousand_random_matches_end(default_case):
    game = create_game(default_case.name, **SHORT.get(default_case.name, {}))
    for match in range(10_000):
        state = game.initial_state(default_case.seats, 7, match)
        actions = play_on(state, stream(7, 8, match))
        assert state.is_terminal(), f"match {match}: no end after {len(actions)} actions"
        check(state)
