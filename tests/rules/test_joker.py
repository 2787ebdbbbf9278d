"""The GONG JOKER in all three games, by the numbers of rules/gong.md 1.4 and its rulings R-05 to R-07."""

import pytest

from companion.rules.game import IllegalAction
from companion.rules.gong.cards import BIT, JOKER_MASK
from companion.rules.registry import create_game
from tests.rules.gong_support import Scenario, action, codes, family, hand, hands, legal, link, play

TABLE = ["JK1 PR1 PR2", "OM1 OM2 OM3", "SE1 SE2"]


def position(name, hands=TABLE, pile="ZE5 ZE6", **more):
    """Return the same hands in each game, at the decision in which the normal action is taken."""
    if name == "link":
        return link(hands, "NB4", pile=pile, **more)
    if name == "family":
        return family(hands, pile=pile, **more)
    return Scenario("M01", hands, pile=pile, **more).state


def used(state):
    """Return the jokers that are in no hand."""
    return [card for card in (54, 55) if not any(bits & BIT[card] for bits in state.hands)]


GAMES = pytest.mark.parametrize("name", ["link", "family", "fight"])
WITH_BAN = pytest.mark.parametrize("name", ["link", "fight"])


@GAMES
def test_1_4_1_a_joker_names_one_other_player_where_the_normal_action_is_taken(name):
    state = position(name)
    attacks = [words for words in legal(state) if words.startswith("joker")]
    assert attacks == ["joker 1", "joker 2"]
    with pytest.raises(IllegalAction):
        state.apply(("joker", 0))


@GAMES
def test_1_4_1_without_a_joker_there_is_no_attack(name):
    state = position(name, ["PR1 PR2", "OM1 JK1", "SE1 SE2"])
    assert not [words for words in legal(state) if words.startswith("joker")]
    with pytest.raises(IllegalAction) as caught:
        state.apply(("joker", 1))
    assert caught.value.code == "no-joker"


def test_1_4_2_the_target_must_hold_a_card():
    state = family(["JK1 PR1", "", "SE1"], pile="ZE5")
    assert [words for words in legal(state) if words.startswith("joker")] == ["joker 2"]


@WITH_BAN
def test_1_4_3_the_only_card_may_not_be_a_joker_that_attacks_r_05(name):
    state = position(name, ["JK1", "OM1 OM2", "SE1"])
    assert not [words for words in legal(state) if words.startswith("joker")]
    with pytest.raises(IllegalAction) as caught:
        state.apply(("joker", 1))
    assert caught.value.code == "last-card"


@WITH_BAN
def test_1_4_3_the_only_card_may_not_be_a_joker_that_counters_r_05(name):
    state = position(name, ["JK1 PR1 PR2", "JK2", "SE1"])
    play(state, "0: joker 1")
    assert legal(state) == ["decline"]


def test_1_4_3_in_family_it_may_be_the_only_card_r_05():
    state = family(["JK1", "JK2", "SE1"], pile="ZE5")
    assert legal(state) == ["joker 1", "joker 2", "draw"]
    play(state, "0: joker 1")
    assert legal(state) == ["counter", "decline"]
    play(state, "1: decline")
    assert hands(state) == ["JK2", "", "SE1"]
    assert state.current_player() == 0


@GAMES
def test_1_4_4_the_offer_to_counter_is_made_to_everybody_and_looks_the_same_to_others(name):
    with_joker = position(name, ["JK1 PR1 PR2", "OM1 OM2 JK2", "SE1 SE2"])
    without = position(name, ["JK1 PR1 PR2", "OM1 OM2 OM3", "SE1 SE2"])
    for state, answers in ((with_joker, ["counter", "decline"]), (without, ["decline"])):
        play(state, "0: joker 1")
        assert state.current_player() == 1
        assert legal(state) == answers
        assert state.view(0)["phase"] == state.view(2)["phase"] == "counter"
    for seat in (0, 2):
        assert with_joker.view(seat) == without.view(seat)


@GAMES
def test_1_4_4_who_has_no_joker_cannot_counter(name):
    state = position(name)
    play(state, "0: joker 1")
    with pytest.raises(IllegalAction) as caught:
        state.apply(("counter",))
    assert caught.value.code == "no-joker"


@GAMES
def test_1_4_5_the_complete_hands_are_exchanged(name):
    state = position(name, ["JK1 PR1 PR2", "OM1 OM2 JK2", "SE1 SE2"])
    play(state, "0: joker 1", "1: decline")
    assert hands(state) == ["OM1 OM2 JK2", "PR1 PR2", "SE1 SE2"]
    assert "Seat 0 and seat 1 exchange their hands." in state.public_events()


def test_1_4_5_completed_families_do_not_move():
    state = family(["JK1 PR1", "OM1 OM2", "SE1"], laid=["NB", "ZE AN", ""], pile="SP5")
    play(state, "0: joker 1", "1: decline")
    assert state.view(2)["families"] == [[1], [2, 3], []]


@GAMES
def test_1_4_6_the_attacker_then_takes_a_full_turn_which_may_include_a_second_joker(name):
    state = position(name, ["JK1 PR1 PR2", "OM1 OM2 JK2", "SE1 SE2"])
    play(state, "0: joker 1", "1: decline")
    assert state.current_player() == 0
    attacks = [words for words in legal(state) if words.startswith("joker")]
    assert attacks == ["joker 1", "joker 2"]
    play(state, "0: joker 2", "2: decline")
    assert hands(state) == ["SE1 SE2", "PR1 PR2", "OM1 OM2"]
    assert state.current_player() == 0
    assert not [words for words in legal(state) if words.startswith("joker")]


@GAMES
def test_1_4_7_after_a_counter_the_turn_ends_and_those_between_are_skipped_r_06(name):
    state = position(name, ["JK1 PR1 PR2", "OM1 OM2", "SE1 SE2 JK2", "VI1 VI2"], pile="ZE5 ZE6 AN5 AN6")
    turn = state.turn
    play(state, "0: joker 2", "2: counter")
    assert hands(state) == ["PR1 PR2", "OM1 OM2", "SE1 SE2", "VI1 VI2"]
    assert (state.player, state.turn) == (2, turn + 1)
    if name == "link":
        play(state, "2: draw")
    elif name == "family":
        play(state, "2: ask 3 SE6")
    else:
        play(state, "2: reveal", "2: card SE1") if state.phase == "put" else play(state, "2: reveal")
    while state.player == 2:
        state.apply(state.legal_actions()[-1])
    assert state.player == 3  # clockwise from the counter-player


@GAMES
def test_1_4_8_a_counter_cannot_be_countered(name):
    state = position(name, ["JK1 PR1 PR2", "OM1 OM2 JK2", "SE1 SE2"])
    play(state, "0: joker 1", "1: counter")
    assert state.player == 1
    assert not any(bits & JOKER_MASK for bits in state.hands) or name == "family"


@WITH_BAN
def test_1_4_9_used_jokers_go_to_the_discard_pile(name):
    state = position(name, ["JK1 PR1 PR2", "OM1 OM2 JK2", "SE1 SE2"])
    play(state, "0: joker 1", "1: counter")
    assert codes(state.discard) == "JK1 JK2"


@pytest.mark.parametrize("pile", ["ZE5 ZE6", ""])
def test_1_4_9_in_family_they_go_back_into_the_pile_which_is_shuffled(pile):
    state = family(["JK1 PR1", "OM1 JK2", "SE1"], pile=pile)
    play(state, "0: joker 1")
    assert "JOKER 1 goes into the pile, which is shuffled again." in state.public_events()
    assert sorted(state.pile.order())[-1] == 54
    play(state, "1: counter")
    assert codes(sorted(state.pile.order())) == f"{pile} JK1 JK2".strip()
    assert state.discard == []
    assert state.shuffles == 2


@GAMES
def test_1_4_9_who_holds_both_plays_joker_1_first(name):
    state = position(name, ["JK1 JK2 PR1", "OM1 OM2", "SE1 SE2"])
    play(state, "0: joker 1", "1: decline")
    assert used(state) == [54]
    assert hand(state, 1) == "PR1 JK2"


@GAMES
def test_1_4_10_jokers_count_as_cards_of_the_hand(name):
    state = position(name)
    assert state.view(2)["hand_sizes"] == [3, 3, 2]


def test_1_4_10_a_joker_that_a_mission_moves_has_no_effect_r_07():
    scene = Scenario("B03", ["JK1 PR1", "OM1 OM2", "SE1"])
    scene.run("0: card JK1")
    assert hands(scene.state) == ["PR1", "OM1 OM2 JK1", "SE1"]
    scene = Scenario("B01", ["JK1 PR1", "OM1 OM2", "SE1"])
    scene.run("0: card JK1")
    assert codes(scene.state.discard) == "JK1 PR5"


@GAMES
def test_without_the_option_there_are_no_jokers(name):
    state = create_game(name, jokers=False).initial_state(4, 3)
    assert not state.deck & JOKER_MASK
    state.check_invariants()


@GAMES
def test_a_joker_is_played_on_the_own_turn_only(name):
    state = position(name, ["PR1 PR2", "JK1 OM1", "SE1 SE2"])
    with pytest.raises(IllegalAction):
        state.apply(action("joker 2"))
