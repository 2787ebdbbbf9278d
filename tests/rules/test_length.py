"""How long matches last: none reaches the limit of turns; FIGHT as in rules/missions.md 8.7.8 and R-19 (slow)."""

import statistics

import pytest

from companion.chance import stream
from companion.rules.fight.game import Fight
from companion.rules.fight.state import FightState
from companion.rules.registry import create_game

TABLE = {2: (24, 12, 43), 3: (30, 16, 53), 4: (36, 20, 64), 5: (41, 23, 75), 6: (42, 23, 75)}
"""Median, 10 % and 90 % of the turns, by players (8.7.8)."""

MAY_REACH_IT = {("family", 5): 10, ("family", 6): 50}
"""How many of 10,000: with many players who ask at random FAMILY goes on for long (3.4.3 and its rulings)."""

STUCK = {6: 0.46, 5: 0.085, 4: 0.005}
"""Share of matches not ended after 3,000 turns with the literal reshuffle (4.3.5)."""


def lengths(seats: int, matches: int, **options) -> list[int]:
    """Return the turns of random matches; a match that was ended by the limit counts as one turn more."""
    game, found = Fight(**options), []
    for match in range(matches):
        state = game.initial_state(seats, 19, match)
        chance = stream(19, match, 1)
        while not state.is_terminal():
            state.apply(chance.choice(state.legal_actions()))
        found.append(state.turn)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("seats", TABLE)
def test_4_3_5_with_the_threshold_matches_end_and_last_as_long_as_stated(seats):
    found = lengths(seats, 1500)
    assert max(found) <= FightState.turn_cap
    tenths = statistics.quantiles(found, n=10)
    for measured, stated in zip((statistics.median(found), tenths[0], tenths[8]), TABLE[seats], strict=True):
        assert measured == pytest.approx(stated, abs=4, rel=0.12)


@pytest.mark.slow
@pytest.mark.parametrize("seats", STUCK)
def test_4_3_5_the_literal_reshuffle_does_not_always_end_r_19(seats, monkeypatch):
    monkeypatch.setattr(FightState, "turn_cap", 3000)
    matches = 600
    stuck = sum(turns > 3000 for turns in lengths(seats, matches, reshuffle="literal")) / matches
    assert stuck == pytest.approx(STUCK[seats], abs=0.08 if seats == 6 else 0.04)


@pytest.mark.slow
@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("name", ["link", "family", "fight"])
def test_of_ten_thousand_random_matches_none_reaches_the_limit_of_turns(name, seats):
    game, capped = create_game(name), 0
    for match in range(10_000):
        state, chance = game.initial_state(seats, 7, match), stream(7, 8, match)
        while not state.is_terminal():
            state.apply(chance.choice(state.legal_actions()))
        state.check_invariants()
        capped += state.capped
    assert capped <= MAY_REACH_IT.get((name, seats), 0)
