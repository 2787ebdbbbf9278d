"""GONG FIGHT by the numbers of rules/gong.md 4 and its rulings R-15 to R-20; the options of the game."""

import shutil

import pytest

from companion.chance import stream
from companion.deck import CARDS, KIND_OF_NUMBER
from companion.errors import GongError
from companion.missions.card_map import card_for, mission_id_for
from companion.missions.findings import PackError
from companion.missions.mission_ids import MISSION_IDS
from companion.missions.pack import NoSuchPack, find_pack
from companion.rules.fight.game import Fight
from companion.rules.fight.program import Program, by_card
from companion.rules.fight.state import FightState
from companion.rules.game import OptionError
from companion.rules.gong.shuffle import Pile
from companion.rules.registry import create_game
from tests.rules.gong_support import PACK, Scenario, cards, codes, hand, hands, legal, play

NOTHING = [{"show": {"to": "others"}}]
"""A mission that moves no card."""


def put(n=1, **more):
    return {"put": {"n": n, **more}}


# ---------------------------------------------------------------- 4.1, 4.2


def test_4_1_1_the_first_player_without_cards_wins():
    state = Scenario("B01", ["PR1", "OM1"]).run()
    assert state.is_terminal()
    assert list(state.returns()) == [1.0, 0.0]


def test_4_2_1_a_joker_may_be_played_before_revealing_and_then_one_reveals():
    scene = Scenario("M01", ["JK1 PR1", "OM1 OM2"], pile="ZE1")
    assert scene.legal() == ["reveal", "joker 1"]
    scene.run("0: joker 1", "1: decline", "0: reveal", reveal=False)
    assert hands(scene.state) == ["ZE1 OM1 OM2", "PR1"]


def test_4_2_1_the_question_is_the_same_with_and_without_a_joker():
    scene = Scenario("M01", ["PR1", "OM1 OM2"], pile="ZE1")
    assert (scene.legal(), scene.state.phase) == (["reveal"], "turn")


def test_4_2_2_the_revealed_card_lies_in_the_mission_zone_r_16():
    scene = Scenario("B01", ["PR1 PR2", "OM1"])
    play(scene.state, "0: reveal")
    assert scene.state.view(1)["revealed"] == cards("PR5")[0]
    assert scene.state.view(1)["mission"] == "B01"
    assert hand(scene.state, 0) == "PR1 PR2"
    assert scene.state.discard == []
    assert scene.state.public_events() == ["PROXIMA 5 is turned over: mission B01."]


@pytest.mark.parametrize("card", range(54))
def test_4_2_3_the_number_gives_the_kind_and_each_card_its_mission(card):
    mission = by_card({name: Program(one) for name, one in PACK.missions.items()}, 4)[card].mission
    assert mission.id == mission_id_for(card)
    assert mission.kind == KIND_OF_NUMBER[CARDS[card].number]
    assert card_for(mission.id) == card


def test_4_2_4_the_mission_is_carried_out_as_far_as_possible():
    assert hands(Scenario("M09", ["PR1", "OM1", "SE1"]).run("0: card PR1")) == ["SE1", "OM1", "PR1"]


def test_4_2_5_the_revealed_card_is_discarded_afterwards_unless_kept_r_16():
    assert codes(Scenario("M01", ["PR1", "OM1"], pile="ZE1").run().discard) == "PR3"
    state = Scenario("M03", ["PR1", "OM1"]).run()
    assert codes(state.discard) == ""
    assert hand(state, 0) == "PR1 NB3"
    assert state.view(1)["known"][0] == cards("NB3")


def test_4_2_6_the_turn_goes_clockwise():
    state = Scenario(NOTHING, ["PR1", "OM1", "SE1"], player=2).run()
    assert state.player == 0


def test_4_2_6_an_accepted_extra_turn_is_the_same_players():
    scene = Scenario("B15", ["PR1 PR2 PR3", "OM1"], pile="OM3 OM4")
    assert scene.run("0: card PR1", "0: again").player == 0
    assert scene.state.extra
    play(scene.state, "0: reveal")
    assert (scene.state.player, scene.state.extra) == (1, False)


def test_4_2_7_a_joker_turned_up_goes_into_the_hand_and_one_reveals_again_r_17():
    scene = Scenario("M01", ["PR1", "OM1 OM2"], drawn="JK1", pile="PR3 ZE1")
    play(scene.state, "0: reveal")
    assert scene.state.public_events() == ["JOKER 1 is turned over; seat 0 takes it into the hand."]
    assert scene.state.view(1)["known"][0] == [54]
    assert scene.legal() == ["reveal", "joker 1"]  # it may be played at once
    play(scene.state, "0: reveal")
    assert hand(scene.state, 0) == "PR1 ZE1 JK1"
    assert scene.state.player == 1


# ---------------------------------------------------------------- 4.3


def test_4_3_1_put_means_from_the_hand_to_the_discard_pile_r_18():
    assert codes(Scenario("B01", ["PR1 PR2", "OM1"]).run("0: card PR2").discard) == "PR2 PR5"


def test_4_3_2_a_draw_from_an_empty_pile_shuffles_the_discards_without_the_mission_card():
    state = Scenario("M02", ["PR1", "OM1"], discard="ZE1 ZE3 ZE4").run()
    assert hand(state, 0).startswith("PR1 ZE")
    assert codes(state.discard) == "PR4"
    assert len(state.pile) == 1


def test_4_3_2_without_discards_the_rest_of_the_draw_is_lost():
    state = Scenario("M02", ["PR1", "OM1"], pile="ZE1").run()
    assert hand(state, 0) == "PR1 ZE1"
    assert "There is no card for seat 0 to draw." in state.public_events()


def no_pile(discard, option, table=("PR1 PR2", "OM1", "SE1"), **more):
    return Scenario(NOTHING, table, no_pile=True, discard=discard, reshuffle=option, **more)


@pytest.mark.parametrize(
    ("discard", "option", "new_pile"),
    [
        ("ZE1 ZE3 ZE4", "threshold", True),
        ("ZE1 ZE3", "threshold", False),
        ("ZE1", "literal", True),
        ("", "literal", False),
    ],
)
def test_4_3_3_revealing_without_pile_needs_as_many_discards_as_players_r_19(discard, option, new_pile):
    scene = no_pile(discard, option, blind="" if new_pile else "PR1")
    before = hand(scene.state, 0)
    play(scene.state, "0: reveal")
    first = scene.state.public_events()[0]
    assert first.startswith("The discard pile is shuffled") == new_pile
    assert (hand(scene.state, 0) == before) == new_pile


def test_4_3_4_no_pile_turns_over_a_card_of_the_own_hand_blindly_r_19():
    scene = Scenario("B01", ["PR5 PR2 PR3", "OM1", "SE1"], drawn="PR5", no_pile=True, blind="PR5")
    scene.run("0: card PR2")
    assert hand(scene.state, 0) == "PR3"  # smaller by the revealed card and by the mission
    assert codes(scene.state.discard) == "PR2 PR5"
    assert scene.sentences[0] == "There is no pile; seat 0 turns over PROXIMA 5: mission B01."


def test_4_3_4_a_joker_is_never_the_card_turned_over_r_19():
    table = ["PR1 JK1", "OM1 OM2"]
    for seed in range(30):
        state = Scenario(NOTHING, table, no_pile=True).state
        state.pick_blind = lambda mask, seed=seed: stream(seed).choice([c for c in range(56) if mask >> c & 1])
        play(state, "0: reveal")
        assert state.discard[-1] == cards("PR1")[0]


def test_4_3_4_with_only_jokers_one_passes_r_19():
    scene = Scenario(NOTHING, ["JK1 JK2", "OM1 OM2"], no_pile=True)
    scene.run()
    assert hands(scene.state) == ["JK1 JK2", "OM1 OM2"]
    assert scene.state.player == 1
    assert scene.sentences == ["There is no pile and seat 0 has only jokers: the turn is passed."]


def test_4_3_4_the_last_card_turned_over_may_win():
    state = Scenario(NOTHING, ["PR1", "OM1 OM2"], no_pile=True).run()
    assert list(state.returns()) == [1.0, 0.0]


def test_4_3_4_who_keeps_the_card_turned_over_has_it_back():
    scene = Scenario([{"keep": {}}], ["PR5 PR2", "OM1 OM2"], no_pile=True, blind="PR5")
    assert hand(scene.run(), 0) == "PR2 PR5"


# ---------------------------------------------------------------- 4.4


def test_4_4_1_an_empty_hand_wins_also_when_it_is_not_the_players_turn():
    state = Scenario("M04", ["PR1 PR2", "OM1", "SE1"]).run()
    assert list(state.returns()) == [0.0, 1.0, 0.0]


def test_4_4_2_of_several_empty_hands_the_active_player_wins_r_20():
    steps = [put(3), {"put": {"who": "left", "n": 3}}]
    assert list(Scenario(steps, ["PR1", "OM1", "SE1"]).run().returns()) == [1.0, 0.0, 0.0]


def test_4_4_2_else_the_first_clockwise_from_the_active_player_r_20():
    steps = [{"put": {"who": "others", "n": 3}}]
    state = Scenario(steps, ["OM1", "SE1", "PR1", "VI1"], player=2).run()
    assert list(state.returns()) == [0.0, 0.0, 0.0, 1.0]


def test_4_4_3_nobody_wins_in_the_middle_of_a_mission_r_15():
    state = Scenario([put(1), {"draw": {}}], ["PR1", "OM1"], pile="ZE1").run()
    assert not state.is_terminal()
    assert hands(state) == ["ZE1", "OM1"]


@pytest.mark.parametrize(
    ("table", "returns"),
    [
        (["PR1", "OM1 OM2", "SE1 SE2"], [1.0, 0.0, 0.0]),
        (["PR3", "OM2", "SE1 SE2"], [0.0, 1.0, 0.0]),
        (["PR3", "JK1", "SE1 SE2"], [0.0, 1.0, 0.0]),
        (["PR2", "OM2", "SE1 SE2"], [0.5, 0.5, 0.0]),
    ],
)
def test_4_4_4_after_500_turns_the_fewest_cards_then_the_lower_sum_then_shared(table, returns):
    assert FightState.turn_cap == 500
    scene = Scenario(NOTHING, table, pile="ZE1")
    scene.state.turn = scene.state._start["turn"] = 500
    play(scene.state, "0: reveal")
    assert scene.state.is_terminal()
    assert list(scene.state.returns()) == returns
    assert scene.state.capped == 1


@pytest.mark.parametrize("extra", [False, True])
def test_1_4_7_the_turn_after_a_counter_is_no_extra_one(extra):
    state = Scenario(NOTHING, ["PR1 JK1", "OM1 OM2 JK2"], pile="ZE1").state
    state.extra = state._start["extra"] = extra
    play(state, "0: joker 1", "1: counter")
    assert (state.player, state.extra) == (1, False)


def test_4_4_4_turn_500_is_still_played():
    scene = Scenario(NOTHING, ["PR1", "OM1 OM2"], pile="ZE1")
    scene.state.turn = scene.state._start["turn"] = 499
    play(scene.state, "0: reveal")
    assert (scene.state.turn, scene.state.is_terminal()) == (500, False)


# ---------------------------------------------------------------- options, missions for some numbers of players


def test_the_pack_is_named_with_its_version_so_that_a_save_replays():
    assert Fight().options() == {
        "jokers": True,
        "rounds": 1,
        "reshuffle": "threshold",
        "pack": f"gong-fight/{PACK.version}",
    }
    assert Fight(pack=f"gong-fight/{PACK.version}") == Fight(pack="gong-fight") == create_game("fight")


def test_a_pack_may_be_a_folder(tmp_path):
    folder = tmp_path / "mine"
    shutil.copytree(find_pack(), folder)
    game = create_game("fight", pack=str(folder))
    assert game.options()["pack"] == str(folder)
    state = game.initial_state(3, 1)
    state.apply(("reveal",))
    assert game.state_from_json(state.to_json()).to_json() == state.to_json()


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"pack": "gong-fite"}, NoSuchPack, "There is no pack 'gong-fite' (did you mean 'gong-fight'?)"),
        ({"pack": "gong-fight/99.0.0"}, NoSuchPack, "has no version '99.0.0'"),
        ({"pack": "/no/such/folder"}, PackError, "does not exist"),
        ({"pack": ""}, OptionError, "must name a pack or its folder, and it is empty."),
        ({"reshuffle": "never"}, OptionError, "must be one of threshold, literal, not 'never'."),
    ],
)
def test_other_options_are_refused_in_one_sentence(options, error, words):
    with pytest.raises(error) as caught:
        create_game("fight", **options)
    assert isinstance(caught.value, GongError)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_mission_not_made_for_so_many_players_is_replaced_by_the_next_of_its_kind():
    def limited(players):
        made = {name: mission.model_copy(update={"players": range(3, 7)}) for name, mission in PACK.missions.items()}
        made["B02"] = PACK.missions["B02"].model_copy(update={"players": players})
        return by_card({name: Program(mission) for name, mission in made.items()}, 2)

    leads = {CARDS[card].code: one and one.mission.id for card, one in enumerate(limited(range(2, 3)))}
    assert {leads[CARDS[card_for(name)].code] for name in MISSION_IDS[:18]} == {"B02"}
    assert {leads[CARDS[card_for(name)].code] for name in MISSION_IDS[18:]} == {None}
    assert set(limited(range(3, 7))) == {None}


def test_the_mission_of_a_skipped_turn_does_nothing():
    scene = Scenario([{"draw": {}}], ["PR1", "OM1"], pile="ZE1")
    scene.state.skip_turn = scene.state.turn
    assert hand(scene.run(), 0) == "PR1"
    assert scene.events[1] == ("skipped", 0)


def test_without_any_mission_nothing_happens():
    scene = Scenario(NOTHING, ["PR1", "OM1"])
    scene.state.programs = (None,) * 54
    scene.run()
    assert scene.sentences == ["PROXIMA 5 is turned over.", "No mission is made for 2 players: nothing happens."]


# ---------------------------------------------------------------- state


def test_a_copy_in_the_middle_of_a_mission_goes_on_the_same():
    state = Fight().initial_state(4, 12)
    chance = stream(12, 1)
    for _ in range(300):
        copy, again = state.clone(), Fight().state_from_json(state.to_json())
        if state.is_terminal():
            break
        choice = chance.choice(state.legal_actions())
        for one in (state, copy, again):
            one.apply(choice)
        assert copy.to_json() == again.to_json() == state.to_json()
        assert copy.public_events() == again.public_events() == state.public_events()


def test_hidden_choices_stay_hidden_until_they_are_shown():
    scene = Scenario("F01", ["PR2 PR6", "OM1 OM2", "SE1"])
    play(scene.state, "0: reveal", "0: player 1", "0: card PR6")
    assert scene.state.view(0)["chosen"] == cards("PR6")
    assert scene.state.view(1)["chosen"] == scene.state.view(2)["chosen"] == []
    other = Scenario("F01", ["PR2 PR6", "OM1 OM2", "SE1"])
    play(other.state, "0: reveal", "0: player 1", "0: card PR2")
    assert [scene.state.view(seat) for seat in (1, 2)] == [other.state.view(seat) for seat in (1, 2)]


def test_who_was_shown_a_card_knows_it_until_it_may_have_left_the_hand():
    scene = Scenario([{"show": {"to": "left", "n": "all"}}], ["PR1 PR2", "OM1", "SE1"], pile="AN3 ZE3")
    state = scene.run()
    assert [state.view(seat)["known"][0] for seat in range(3)] == [[], cards("PR1 PR2"), []]
    state.pile = Pile(cards("PR4 NB4"))
    state._replay([])
    state._leaves_hidden(0, 2, cards("PR1")[0])
    assert state.view(1)["known"][0] == []


def test_orders_read_well():
    scene = Scenario("B05", ["PR1 PR2 PR3 JK1", "OM1", "SE1"])
    state = scene.state
    assert [state.describe(choice) for choice in state.legal_actions()] == [
        "Turn over the top card.",
        "Play a joker against seat 1.",
        "Play a joker against seat 2.",
    ]
    play(state, "0: reveal")
    assert [state.describe(choice) for choice in state.legal_actions()] == ["Choose seat 1.", "Choose seat 2."]
    play(state, "0: player 2")
    assert state.describe(state.legal_actions()[0]) == "Give PROXIMA 1 to seat 2."
    assert state.public(state.legal_actions()[0]) == "Give a card to seat 2."
    play(state, "0: card PR1")
    assert state.public(state.legal_actions()[0]) == "Put PROXIMA 2."


def test_an_action_of_another_decision_is_refused():
    state = Scenario("B05", ["PR1 PR2 PR3 JK1", "OM1", "SE1"]).state
    play(state, "0: reveal")
    assert legal(state) == ["player 1", "player 2"]
    for choice in (("reveal",), ("joker", 1), ("card", 0), ("player", 0), ("counter",)):
        with pytest.raises(GongError, match="may not do"):
            state.apply(choice)
