"""The bots of LINK, FAMILY and FIGHT: what they decide, from the view alone, and that they beat random play."""

import pytest

from companion.chance import Chance
from companion.rules.bots import policies
from companion.rules.match import Match
from companion.rules.registry import create_game
from tests.rules.gong_support import Scenario, action, cards, family, link, play

POLICIES = pytest.mark.parametrize("policy", ["greedy", "cautious"])


def choice(game, policy, state):
    """Return what the bot decides for the seat that must decide."""
    seat = state.current_player()
    return policies.get_bot(game, policy)(state.view(seat), state.legal_actions(), Chance(0))


@POLICIES
def test_link_says_gong_and_catches(policy):
    state = link(["NB1 NB2", "PR5 PR2", "OM5 OM6"], pile="ZE2 ZE3 ZE5")
    play(state, "0: play NB1")
    assert choice("link", policy, state) == action("gong 0")
    play(state, "0: silent", "1: draw", "0: silent")
    assert choice("link", policy, state) == action("gong 0")


@POLICIES
@pytest.mark.parametrize("game", ["link", "family", "fight"])
def test_a_joker_counters(game, policy):
    table = ["JK1 PR1 PR2", "OM1 OM2 JK2"]
    state = {
        "link": lambda: link(table, pile="ZE1"),
        "family": lambda: family(table, pile="ZE1"),
        "fight": lambda: Scenario("M01", table, pile="ZE1").state,
    }[game]()
    play(state, "0: joker 1")
    assert choice(game, policy, state) == ("counter",)


@pytest.mark.parametrize(("policy", "wanted"), [("greedy", "joker 1"), ("cautious", "play NB1")])
def test_link_joker_against_a_smaller_hand(policy, wanted):
    state = link(["JK1 NB1 PR2 PR3 PR5 PR6", "OM1 OM2 OM3", "SE1 SE2 SE3 SE5"])
    assert choice("link", policy, state) == action(wanted)
    state = link(["JK1 NB1 PR2 PR3 PR5 PR6", "OM1 OM2", "SE1 SE2 SE3 SE5"])
    assert choice("link", policy, state) == action("joker 1")


@POLICIES
def test_link_plays_the_card_that_leaves_most_to_play(policy):
    state = link(["NB1 NB2 PR1 ZE1 AN1", "OM1 OM2"])
    assert choice("link", policy, state) == action("play NB1")


@POLICIES
def test_family_asks_for_a_card_that_was_shown(policy):
    state = family(["PR1 PR2 PR3", "NB1 PR4", "NB2 SE1"], pile="ZE1 ZE2 ZE3")
    state.shown[1] = 1 << cards("PR4")[0]
    assert choice("family", policy, state) == action("ask 1 PR4")


@POLICIES
def test_family_does_not_ask_for_what_was_denied(policy):
    state = family(["PR1 PR2 PR3 PR4 PR5", "NB1 PR6", "NB2 SE1 SE2 SE3 SE4"], pile="ZE1 ZE2 ZE3")
    state.denied[2] = 1 << cards("PR6")[0]
    assert choice("family", policy, state) == action("ask 1 PR6")


def test_family_cautious_does_not_tell_of_new_galaxies():
    state = family(["PR1 PR2 NB1", "OM1 OM2", "SE1 SE2"], pile="ZE1 ZE2 ZE3")
    state.claims[0] = 1 << 1
    assert choice("family", "greedy", state)[2] in cards("PR3 PR4 PR5 PR6")
    assert choice("family", "cautious", state)[2] in cards("NB2 NB3 NB4 NB5 NB6")


@pytest.mark.parametrize(("policy", "wanted"), [("greedy", "joker 2"), ("cautious", "reveal")])
def test_fight_joker_against_a_smaller_hand(policy, wanted):
    state = Scenario("M01", ["JK1 PR1 PR2 PR4 PR5 PR6", "OM1 OM2 OM3 OM4", "SE1 SE2 SE3"], pile="ZE1").state
    assert choice("fight", policy, state) == action(wanted)


@POLICIES
def test_fight_keeps_jokers_and_gives_to_the_smallest_hand(policy):
    scene = Scenario("B05", ["JK1 PR1 PR6 NB6", "OM1 OM2", "SE1"])
    play(scene.state, "0: reveal")
    assert choice("fight", policy, scene.state) == action("player 2")
    play(scene.state, "0: player 2")
    assert choice("fight", policy, scene.state) != action("card JK1")
    scene = Scenario("M14", ["PR1", "OM1 OM2", "SE1"], pile="ZE1")
    play(scene.state, "0: reveal")
    assert choice("fight", policy, scene.state) == action("player 1")  # who puts a card should have many


@POLICIES
def test_fight_duels_and_guesses(policy):
    scene = Scenario("F01", ["PR2 PR6 PR4", "OM1 OM2"], pile="ZE1")
    play(scene.state, "0: reveal")
    assert choice("fight", policy, scene.state) == action("card PR6")
    scene = Scenario("F02", ["PR1 PR4 PR5 PR6", "OM1 OM2"], pile="ZE1")
    play(scene.state, "0: reveal", "0: card PR6")
    assert choice("fight", policy, scene.state) == action("card PR1")  # 7
    scene = Scenario("F12", ["PR1 PR4", "OM1 OM2"], pile="ZE5 ZE6")
    play(scene.state, "0: reveal")
    assert choice("fight", policy, scene.state) == action("lower")
    scene = Scenario("B15", ["PR1 PR4", "OM1 OM2"])
    play(scene.state, "0: reveal", "0: card PR1")
    assert choice("fight", policy, scene.state) == action("again")


@POLICIES
@pytest.mark.parametrize(("game", "matches", "least"), [("link", 400, 0.26), ("family", 12, 0.9), ("fight", 100, 0.4)])
def test_one_bot_among_three_random_ones_wins_more_than_its_share(game, matches, least, policy):
    rules, clever, wins = create_game(game), policies.get_bot(game, policy), 0.0
    for number in range(matches):
        match = Match(rules, 4, 3, number)
        seat = number % 4
        policies.play_out(match, [clever if other == seat else policies.choose_random for other in range(4)])
        wins += match.state.returns()[seat]
    assert wins / matches > least


@POLICIES
@pytest.mark.parametrize(("game", "seats"), [("link", 2), ("family", 3), ("family", 4), ("fight", 5)])
def test_bots_among_themselves_do_not_go_round_for_ever(game, seats, policy):
    rules, bot = create_game(game), policies.get_bot(game, policy)
    for number in range(20):
        match = Match(rules, seats, 3, number)
        policies.play_out(match, [bot] * seats)
        assert match.state.capped == 0
