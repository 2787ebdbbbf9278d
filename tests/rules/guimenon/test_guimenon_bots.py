"""The bots of Guimenon: they see only the view, read the cards, and beat random play clearly."""

import ast
import inspect

import pytest

from companion.chance import stream
from companion.rules.bots import guimenon_bots
from companion.rules.bots.policies import get_bot, play_out
from companion.rules.guimenon.game import Guimenon
from companion.rules.match import Match

GAME = Guimenon()
POLICIES = ["greedy", "cautious"]


@pytest.mark.parametrize("policy", POLICIES)
def test_a_bot_beats_random_play(policy):
    """60 deals, each with both decks. A bot that were no better than random would pass once in a million runs."""
    points = 0.0
    for number in range(60):
        bots = [get_bot("guimenon", policy), get_bot("guimenon", "random")]
        match = Match(GAME, 2, 3, number // 2)
        play_out(match, bots if number % 2 == 0 else bots[::-1])
        points += match.state.returns()[number % 2]
    assert points >= 48


def test_bots_know_nothing_of_the_engine_or_of_single_cards(sample):
    tree = ast.parse(inspect.getsource(guimenon_bots))
    imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name for name in imported if name.startswith("companion")} == {"companion.chance", "companion.rules.game"}
    texts = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    assert not texts & {*sample.cards, *sample.tokens, *sample.locations}


def decide(policy, s):
    state = s.state
    seat = state.current_player()
    return get_bot("guimenon", policy)(state.view(seat), state.legal_actions(), stream(1))


@pytest.mark.parametrize("policy", POLICIES)
def test_bots_play_the_ram_where_it_can_destroy(scene, policy):
    s = scene(turn=3).put(1, 2, "dust-sprite", "comet-cub").hand(0, "ember-ram").build()
    assert decide(policy, s) == ("play", "ember-ram", 2)


@pytest.mark.parametrize("policy", POLICIES)
def test_bots_lay_the_fox_where_their_beings_are(scene, policy):
    s = scene().put(0, 1, "comet-cub", "tide-otter", "echo-owl").put(1, 1, "old-moon").hand(0, "lantern-fox").build()
    assert decide(policy, s) == ("play", "lantern-fox", 1)


@pytest.mark.parametrize("policy", POLICIES)
def test_bots_finish_when_nothing_helps(scene, policy):
    s = scene(turn=6).hand(0, "moon-shard").build()
    assert decide(policy, s) == ("done",)


def test_the_cautious_bot_moves_the_strongest_enemy_away(scene):
    s = scene().put(1, 0, "comet-cub", "old-moon", "tide-otter").hand(0, "storm-drake").build()
    s.act("play", "storm-drake", 0).act("done").act("done")
    assert s.state.describe(decide("cautious", s)).startswith("Choose Old Moon of seat 1")


@pytest.mark.parametrize("policy", POLICIES)
def test_bots_give_star_dust_to_an_own_being_rather_than_none(scene, policy):
    s = scene().put(0, 0, "comet-cub", "echo-owl").hand(0, "star-dust").build()
    s.act("play", "star-dust", 0).act("done").act("done")
    assert decide(policy, s)[0] == "choose"
    assert s.act(*decide(policy, s)).side(0) == [7, 0]


def test_the_cautious_bot_gathers_through_the_gate_what_is_lost_elsewhere(scene):
    s = scene().put(0, 0, "comet-cub", "echo-owl").put(1, 0, "old-moon").put(1, 1, "tide-otter").hand(0, "twin-gate")
    s = s.build().act("play", "twin-gate", 1).act("done").act("done")
    while s.state.agenda.asking:
        s.act(*decide("cautious", s))
    assert s.state.result().controllers[1] == 0


def test_the_cautious_bot_spreads_where_the_greedy_one_piles_up(scene):
    """It leads by far on the left; three more Stars are worth more where they turn a Location."""
    s = scene().put(0, 0, "old-moon").put(1, 1, "comet-cub").put(1, 2, "old-moon").hand(0, "tide-otter").build()
    assert decide("cautious", s) == ("play", "tide-otter", 1)


@pytest.mark.parametrize("policy", POLICIES)
def test_bots_discard_what_is_worth_least(scene, policy):
    hand = ("comet-cub", "tide-otter", "cloud-whale", "storm-drake", "old-moon", "night-sun", "world-turtle")
    s = scene(turn=4).hand(0, *hand).deck(0, "star-weaver").build().play()
    assert decide(policy, s) == ("discard", "comet-cub")


@pytest.mark.parametrize("policy", POLICIES)
def test_a_bot_decides_the_same_on_the_same_view(policy):
    matches = [Match(GAME, 2, 8, 1) for _ in range(2)]
    for match in matches:
        play_out(match, [get_bot("guimenon", policy)] * 2)
    assert matches[0].actions == matches[1].actions
