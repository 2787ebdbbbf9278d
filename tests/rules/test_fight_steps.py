"""The effect language of FIGHT by rules/missions.md 8.3 and 8.4: players, cards, who picks, steps, fallbacks."""

import pytest

from companion.missions.pack import Mission
from companion.rules.fight.context import MissionContext, completions
from companion.rules.fight.program import Program, branches
from companion.rules.fight.verbs.registry import CAN_MOVE
from companion.rules.game import InvariantError
from companion.rules.gong.cards import cards_of, mask_of
from tests.rules.gong_support import Scenario, cards, codes, hand, hands, legal, play

FIVE = ["PR1 PR2", "OM1 OM2", "SE1", "VI1 VI2 VI3", "AN1"]


def seats_of(selector, table, me=0):
    """Return the seats that the selector can mean."""
    context = MissionContext(Scenario("B01", table, player=me).state, me, cards("PR5")[0], CAN_MOVE)
    return list(context.candidates(selector))


# ---------------------------------------------------------------- selectors


@pytest.mark.parametrize(
    ("selector", "me", "seats"),
    [
        ("self", 0, [0]), ("left", 0, [1]), ("right", 0, [4]), ("left", 4, [0]), ("right", 2, [1]),
        ("neighbours", 0, [1, 4]), ("neighbours", 2, [3, 1]), ("opposite", 0, [2]), ("opposite", 3, [0]),
        ("choice", 2, [3, 4, 0, 1]), ("others", 2, [3, 4, 0, 1]), ("all", 3, [3, 4, 0, 1, 2]),
        ("most", 0, [3]), ("most", 3, [0, 1]), ("fewest", 0, [2, 4]), ("fewest", 2, [4]),
    ],
)  # fmt: skip
def test_8_3_selectors_with_five_players_clockwise_from_self(selector, me, seats):
    assert seats_of(selector, FIVE, me) == seats


@pytest.mark.parametrize("selector", ["left", "right", "neighbours", "opposite", "choice", "others", "most", "fewest"])
@pytest.mark.parametrize("me", [0, 1])
def test_8_3_with_two_players_every_selector_means_the_other(selector, me):
    assert seats_of(selector, ["PR1 PR2", "OM1"], me) == [1 - me]


@pytest.mark.parametrize(("seats", "opposite"), [(2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_8_3_opposite_is_half_the_table_clockwise(seats, opposite):
    table = ["PR1", "OM1", "SE1", "VI1", "AN1", "SP1"][:seats]
    assert seats_of("opposite", table) == [opposite]


def test_8_3_choice_is_asked_of_self_and_ties_of_most_and_fewest_too():
    scene = Scenario([{"draw": {"who": "choice"}}], ["PR1", "OM1", "SE1"], pile="ZE1")
    play(scene.state, "0: reveal")
    assert scene.legal() == ["player 1", "player 2"]
    scene = Scenario([{"draw": {"who": "most"}}], ["PR1", "OM1 OM2", "SE1", "VI1 VI2"], pile="ZE1")
    play(scene.state, "0: reveal")
    assert scene.legal() == ["player 1", "player 3"]
    scene.run("0: player 3", reveal=False)
    assert hand(scene.state, 3) == "ZE1 VI1 VI2"


@pytest.mark.parametrize(
    ("gift", "bound"),
    [
        ({"to": "others", "bind": "p"}, 1),
        ({"to": "choice", "bind": "p"}, 2),
        ({"from": "others", "to": "self", "bind": "p"}, 1),
        ({"from": "right", "to": "left", "bind": "p"}, 1),
    ],
)
def test_8_3_bind_fixes_the_first_receiver_or_the_first_giver_to_self(gift, bound):
    scene = Scenario([{"give": gift}, {"draw": {"who": "bound_p"}}], ["", "", ""], pile="ZE1", luck=[])
    scene.run(*(["0: player 2"] if gift["to"] == "choice" else []))
    assert scene.state.hands[bound] == mask_of(cards("ZE1"))


@pytest.mark.parametrize("role", ["winner", "loser", "opponent", "bound_p"])
def test_8_3_a_role_that_there_is_not_is_an_error(role):
    with pytest.raises(InvariantError, match=f"means {role} where there is none"):
        Scenario([{"draw": {"who": role}}], ["PR1", "OM1", "SE1"], pile="ZE1").run()


def test_8_3_outside_a_duel_no_card_is_shown():
    state = Scenario([{"put": {"who": "all", "n": "all", "where": {"shown": True}}}], ["PR1", "OM1"]).run()
    assert hands(state) == ["PR1", "OM1"]


def test_8_3_bind_fixes_a_player_for_later_steps():
    steps = [{"give": {"to": "choice", "bind": "p"}}, {"draw": {"who": "bound_p"}}]
    scene = Scenario(steps, ["PR1 PR2", "OM1", "SE1"], pile="ZE1")
    assert hands(scene.run("0: player 2", "0: card PR1")) == ["PR2", "OM1", "PR1 ZE1 SE1"]
    steps = [{"give": {"from": "choice", "to": "self", "bind": "p"}}, {"draw": {"who": "bound_p"}}]
    scene = Scenario(steps, ["PR1", "OM1", "SE1 SE2"], pile="ZE1")
    assert hands(scene.run("0: player 2", "2: card SE2")) == ["PR1 SE2", "OM1", "ZE1 SE1"]


# ---------------------------------------------------------------- counts, filters, groups


def put(table, script=(), drawn="", blind="", **fields):
    """Return what seat 0 puts of its hand, as codes."""
    state = Scenario([{"put": fields}], table, drawn=drawn, blind=blind).run(*script)
    return codes(state.discard[:-1])


TABLE = ["PR1 PR2 NB2 ZE3 SE6 JK1", "OM1 OM2"]


def test_8_3_a_whole_number_is_as_many_as_possible():
    assert put(TABLE, n=3, where={"parity": "even"}) == "PR2 NB2 SE6"
    assert put(TABLE, n=3, where={"number": [1, 3]}) == "PR1 ZE3"


def test_8_3_max_is_all_eligible_cards_at_most_so_many():
    assert put(TABLE, n={"max": 3}, where={"number": [2]}) == "PR2 NB2"
    assert put(TABLE, ["0: card SE6", "0: card PR1"], n={"max": 2}) == "SE6 PR1"


def test_8_3_all_is_all_eligible_cards():
    assert put(TABLE, n="all", where={"parity": "even"}) == "PR2 NB2 SE6"
    state = Scenario([{"put": {"n": "all"}}], TABLE).run()
    assert hand(state, 0) == ""


@pytest.mark.parametrize(
    ("where", "fitting"),
    [
        ({"number": "drawn"}, "PR5 NB5 SE5"),
        ({"number": [1, 6]}, "PR1 ZE1 SE6 OM6"),
        ({"galaxy": "drawn"}, "ZE1 ZE3"),
        ({"galaxy": "NEBULA"}, "NB3 NB5"),
        ({"color": "blue"}, "PR5 NB5 SE5 SE6 OM6"),
        ({"color": "red"}, "NB3 ZE3"),
        ({"color": "yellow"}, "PR1 ZE1 SE2"),
        ({"parity": "even"}, "SE2 SE6 OM6"),
        ({"parity": "odd", "color": "yellow"}, "PR1 ZE1"),
    ],
)
def test_8_3_filters_and_a_joker_fails_every_one(where, fitting):
    table = ["PR1 PR5 NB3 NB5 ZE1 ZE3 SE2 SE5 SE6 OM6 JK1 JK2", "VI1 VI2"]
    state = Scenario([{"put": {"n": "all", "where": where}}], table, drawn="ZE5").run()
    put_cards = sorted(card for card in state.discard if card != cards("ZE5")[0])
    assert codes(put_cards) == fitting


def test_8_3_extreme_is_the_highest_or_lowest_number_and_ties_are_the_owners_choice():
    table = ["PR5 NB5 ZE1 SE3 JK1", "OM1"]
    assert put(table, ["0: card NB5"], drawn="PR6", where={"extreme": "highest"}) == "NB5"
    assert put(table, drawn="PR6", where={"extreme": "lowest"}) == "ZE1"
    assert put(table, drawn="PR6", n=3, where={"extreme": "lowest"}, script=["0: card NB5"]) == "ZE1 SE3 NB5"
    assert put(table, drawn="PR6", n="all", where={"extreme": "highest"}) == "PR5 NB5"
    assert put(table, drawn="PR6", where={"extreme": "highest", "parity": "odd", "number": [1, 3]}) == "SE3"


@pytest.mark.parametrize(
    ("group", "hand_before", "size", "taken", "next_cards"),
    [
        ("same_number", "PR1 NB1 ZE2 OM2 AN2 SE3", 2, "", "PR1 NB1 ZE2 AN2 OM2"),
        ("same_number", "PR1 NB1 ZE2 OM2 AN2 SE3", 2, "ZE2", "AN2 OM2"),
        ("same_number", "PR1 NB1 ZE2 OM2 AN2 SE3", 3, "", "ZE2 AN2 OM2"),
        ("same_number", "PR1 NB1 ZE2 OM2 AN2 SE3", 4, "", ""),
        ("same_galaxy", "PR1 PR2 NB1 NB3 NB5 SE1", 3, "", "NB1 NB3 NB5"),
        ("same_galaxy", "PR1 PR2 NB1 NB3 NB5 SE1", 2, "PR1", "PR2"),
        ("run", "PR1 NB2 ZE3 OM5 SE6", 3, "", "PR1 NB2 ZE3"),
        ("run", "PR1 NB2 ZE3 OM3 SE4", 3, "OM3", "PR1 NB2 SE4"),
        ("run", "PR1 NB2 ZE3 OM3 SE4", 3, "OM3 SE4", "NB2"),
        ("run", "PR1 NB3 ZE5", 2, "", ""),
        ("run", "PR1 NB2 ZE3 SE4 OM5 VI6", 6, "", "PR1 NB2 ZE3 SE4 VI6 OM5"),
    ],
)
def test_8_3_groups_can_be_completed_card_by_card(group, hand_before, size, taken, next_cards):
    found = completions(group, mask_of(cards(hand_before)), mask_of(cards(taken)), size)
    assert codes(cards_of(found)) == next_cards


def test_8_3_a_group_that_is_not_there_is_not_executable():
    table = ["PR1 NB2 ZE3 JK1 JK2", "OM1"]
    steps = [{"put": {"n": 2, "where": {"group": "same_number"}}}]
    scene = Scenario(steps, table)
    assert hand(scene.run(), 0) == "PR1 NB2 ZE3 JK1 JK2"
    assert put(["PR1 NB1 ZE1 ZE3", "OM1"], n={"max": 3}, where={"group": "same_number"}) == "PR1 NB1 ZE1"
    assert put(["PR1 NB2 ZE3 ZE5 ZE6", "OM1"], n="all", where={"group": "run"}) == "PR1 NB2 ZE3"


def test_8_3_the_largest_group_may_be_of_any_cards_and_of_any_size():
    same = {"group": "same_number"}
    assert put(["NB2 ZE2 OM3", "OM1"], n=2, where=same) == "NB2 ZE2"
    assert put(["NB2 ZE2 OM3", "OM1"], n={"max": 3}, where=same) == "NB2 ZE2"
    assert put(["NB2", "OM1"], n="all", where=same) == "NB2"


# ---------------------------------------------------------------- who picks


def test_8_3_the_owner_picks_what_is_put_given_passed_and_swapped():
    for steps, line in (
        ([{"put": {}}], "0: card PR2"),
        ([{"give": {"to": "left"}}], "0: card PR2"),
        ([{"pass": {"dir": "left"}}], "0: card PR2"),
        ([{"swap": {"b": "left"}}], "0: card PR2"),
    ):
        scene = Scenario(steps, ["PR1 PR2 PR3", "OM1"])
        scene.run(line)
        assert not scene.state.hands[0] & mask_of(cards("PR2"))


def test_8_3_taking_is_blind():
    state = Scenario([{"take": {"from": "left", "n": 2}}], ["PR1", "OM1 OM2 OM3"], blind="OM3 OM1").run()
    assert hands(state) == ["PR1 OM1 OM3", "OM2"]


def test_8_3_a_put_can_be_blind_too():
    assert put(["PR1 PR2 PR3 NB1", "OM1"], blind="PR1", pick="blind", where={"parity": "odd"}) == "PR1"


def test_8_3_the_taker_may_pick_from_the_open_hand():
    scene = Scenario([{"take": {"from": "left", "pick": "taker_open"}}], ["PR1", "OM1 OM2 JK1", "SE1"])
    play(scene.state, "0: reveal")
    assert scene.legal() == ["card OM1", "card OM2", "card JK1"]
    assert scene.state.view(0)["known"][1] == cards("OM1 OM2 JK1")
    assert scene.state.view(2)["known"][1] == []
    assert scene.state.public(("card", 54)) == "Take a card from seat 1."
    scene.run("0: card JK1", reveal=False)
    assert hands(scene.state) == ["PR1 JK1", "OM1 OM2", "SE1"]


def test_8_3_a_swap_with_open_hands_is_picked_by_the_other_side():
    steps = [{"swap": {"b": "left", "pick": "taker_open"}}]
    state = Scenario(steps, ["PR1 PR2", "OM1 OM2"]).run("1: card PR2", "0: card OM1")
    assert hands(state) == ["PR1 OM1", "PR2 OM2"]


# ---------------------------------------------------------------- steps


def test_8_3_give_with_several_givers_or_receivers_is_n_for_each_pair():
    state = Scenario([{"give": {"to": "others"}}], ["PR1 PR2 PR3", "OM1", "SE1"]).run("0: card PR3", "0: card PR1")
    assert hands(state) == ["PR2", "PR3 OM1", "PR1 SE1"]
    state = Scenario([{"give": {"from": "others", "to": "self"}}], ["PR1", "OM1 OM2", "SE1 SE2"]).run(
        "1: card OM2", "2: card SE1"
    )
    assert hands(state) == ["PR1 SE1 OM2", "OM1", "SE2"]
    steps = [{"give": {"from": "all", "to": "right"}}]
    state = Scenario(steps, ["PR1 PR2", "OM1 OM2", "SE1 SE2"]).run("0: card PR1", "1: card OM1")
    assert hands(state) == ["PR2", "OM2", "PR1 SE1 SE2 OM1"]  # nobody gives to oneself


def test_8_3_draw_is_card_by_card_and_until_stops_after_a_card_of_that_kind():
    steps = [{"draw": {"n": 3, "until": {"parity": "even"}}}]
    scene = Scenario(steps, ["PR1", "OM1"], pile="JK1 ZE2 ZE4")
    assert hand(scene.run(), 0) == "PR1 ZE2 JK1"
    assert "Seat 0 draws ZETA 2." in scene.sentences  # it is shown: else nobody could know where to stop
    assert scene.state.view(1)["known"][0] == cards("ZE2 JK1")
    scene = Scenario([{"draw": {}}], ["PR1", "OM1"], pile="ZE2")
    scene.run()
    assert "Seat 0 draws a card." in scene.sentences


def test_8_3_keep_gives_the_revealed_card_to_a_hand():
    state = Scenario([{"keep": {"who": "left"}}], ["PR1", "OM1"]).run()
    assert hands(state) == ["PR1", "PR5 OM1"]
    state = Scenario([{"keep": {}}, {"keep": {"who": "left"}}], ["PR1", "OM1"]).run()
    assert hands(state) == ["PR1 PR5", "OM1"]  # there is only one


@pytest.mark.parametrize(("way", "after"), [("left", ["SE2", "PR1", "OM1"]), ("right", ["OM1", "SE2", "PR1"])])
def test_8_3_pass_is_chosen_in_secret_and_happens_at_once(way, after):
    scene = Scenario([{"pass": {"dir": way}}, {"draw": {"n": 1}}], ["PR1 JK1", "OM1 JK2", "SE2"], pile="ZE1")
    play(scene.state, "0: reveal", "0: card PR1")
    assert hand(scene.state, 1) == "OM1 JK2"
    assert scene.state.view(1)["hand_sizes"] == [2, 2, 1]
    scene.run("1: card OM1", reveal=False)
    found = [
        " ".join(code for code in text.split() if code not in ("JK1", "JK2", "ZE1")) for text in hands(scene.state)
    ]
    assert found == after


def test_8_3_swap_is_as_many_as_both_have():
    state = Scenario([{"swap": {"b": "left", "n": 3}}], ["PR1 PR2 PR3", "OM1 OM2"]).run("0: card PR1", "0: card PR2")
    assert hands(state) == ["PR3 OM1 OM2", "PR1 PR2"]
    state = Scenario([{"swap": {"a": "right", "b": "left"}}], ["PR1", "OM1", "SE1"]).run()
    assert hands(state) == ["PR1", "SE1", "OM1"]


@pytest.mark.parametrize(
    ("step", "sentences"),
    [
        ({"swap": {"b": "left"}}, ["Exchange PROXIMA 1 with seat 1.", "Exchange OMEGA 1 with seat 0."]),
        ({"swap": {"b": "left", "pick": "taker_open"}},
         ["Exchange PROXIMA 1 with seat 0.", "Exchange OMEGA 1 with seat 1."]),
        ({"pass": {"dir": "left"}}, ["Pass PROXIMA 1 to the left.", "Pass OMEGA 1 to the left."]),
    ],
)  # fmt: skip
def test_8_3_cards_are_chosen_for_the_other_player_and_nothing_stays_chosen(step, sentences):
    scene = Scenario([step, {"put": {}}], ["PR1 PR2 PR3", "OM1 OM2 OM3"])
    play(scene.state, "0: reveal")
    found = []
    while scene.state.phase != "put":
        action = scene.state.legal_actions()[0]
        found.append(scene.state.describe(action))
        assert scene.state.public(action) in ("Choose a card to exchange.", "Choose a card to pass.")
        scene.state.apply(action)
    assert found == sentences
    assert scene.state.chosen == [0, 0]


def test_8_3_show_moves_nothing_and_only_those_named_see_it():
    scene = Scenario([{"show": {"to": "left", "n": 1}}], ["PR1 PR2", "OM1", "SE1"])
    state = scene.run("0: card PR2")
    assert hands(state) == ["PR1 PR2", "OM1", "SE1"]
    assert [state.view(seat)["known"][0] for seat in (1, 2)] == [cards("PR2"), []]
    assert scene.sentences[-1] == "Seat 0 shows 1 card."
    scene = Scenario([{"show": {"to": "others", "n": "all"}}], ["PR1 JK2", "OM1", "SE1"])
    scene.run()
    assert scene.sentences[-1] == "Seat 0 shows PROXIMA 1, JOKER 2."


@pytest.mark.parametrize(
    ("about", "top", "guess", "right"),
    [
        ("pile_top_color", "OM6", "color blue", True),
        ("pile_top_color", "OM3", "color red", True),
        ("pile_top_color", "OM3", "color yellow", False),
        ("pile_top_parity", "OM3", "parity odd", True),
        ("pile_top_parity", "OM4", "parity odd", False),
        ("pile_top_parity", "JK1", "parity odd", False),
        ("pile_top_color", "JK1", "color red", False),
    ],
)
def test_8_3_a_guess_shows_the_top_card_and_discards_it(about, top, guess, right):
    steps = [{"guess": {"about": about, "right": [{"draw": {"n": 1}}], "wrong": [{"draw": {"n": 2}}]}}]
    state = Scenario(steps, ["PR1", "NB1"], pile=f"{top} SE1 SE2").run(f"0: {guess}")
    assert state.hands[0].bit_count() == (2 if right else 3)
    assert codes(state.discard) == f"{top} PR5"


def test_8_3_choose_offers_what_can_move_a_card():
    options = [[{"put": {"where": {"number": [6]}}}], [{"draw": {}}], [{"take": {"from": "left"}}]]
    scene = Scenario([{"choose": {"options": options}}], ["PR1 PR6", "OM1 OM2"], drawn="NB5", pile="ZE1")
    play(scene.state, "0: reveal")
    assert scene.legal() == ["option 0", "option 1", "option 2"]
    scene = Scenario([{"choose": {"options": options}}], ["PR1", "OM1 OM2"], drawn="NB5", blind="OM2")
    scene.run()  # only taking is possible: a single option is not asked for
    assert hand(scene.state, 0) == "PR1 OM2"
    assert "Only option 3 is possible for seat 0." in scene.sentences


def test_8_3_choose_offers_everything_when_nothing_can_move_a_card():
    options = [[{"put": {"where": {"number": [6]}}}], [{"show": {"to": "left"}}]]
    scene = Scenario([{"choose": {"options": options}}], ["PR1", "OM1"])
    play(scene.state, "0: reveal")
    assert scene.legal() == ["option 0", "option 1"]


def test_8_3_choose_may_be_for_another_player():
    options = [[{"put": {"who": "left"}}], [{"draw": {"who": "left"}}]]
    scene = Scenario([{"choose": {"who": "left", "options": options}}], ["PR1", "OM1 OM2"], pile="ZE1")
    assert hands(scene.run("1: option 1")) == ["PR1", "ZE1 OM1 OM2"]


def branch(cond, table=("PR1 PR2", "OM1 SE2", "SE1"), **more):
    """Return True if the condition holds."""
    steps = [{"if": {"cond": cond, "then": [{"draw": {"n": 1}}], "else": []}}]
    scene = Scenario(steps, list(table), **more)
    scene.run()
    return ("branch", 0, 0) in scene.events


@pytest.mark.parametrize(
    ("cond", "holds"),
    [
        ({"hand_size": {"lt": 3}}, True), ({"hand_size": {"lt": 2}}, False), ({"hand_size": {"gt": 1}}, True),
        ({"hand_size": {"who": "right", "eq": 1}}, True), ({"hand_size": {"who": "others", "eq": 1}}, False),
        ({"hand_size": {"who": "all", "lt": 3}}, True), ({"hand_size": {"gt": 2}}, False),
        ({"hand_size": {"who": "others", "lt": 2}}, False), ({"hand_size": {"who": "others", "gt": 1}}, False),
        ({"has": {"who": "others", "where": {"number": [2]}}}, False),
        ({"has": {"where": {"number": [2]}}}, True), ({"has": {"where": {"galaxy": "OMEGA"}}}, False),
        ({"has": {"who": "left", "where": {"galaxy": "OMEGA", "number": [2]}}}, False),
        ({"is": {"a": "left", "b": "opposite"}}, True), ({"is": {"a": "self", "b": "left"}}, False),
        ({"pile_empty": False}, True), ({"pile_empty": True}, False),
        ({"players": {"eq": 3}}, True), ({"players": {"eq": 4}}, False),
    ],
)  # fmt: skip
def test_8_3_conditions(cond, holds):
    assert branch(cond, pile="ZE1") == holds


def test_8_3_pile_empty_holds_while_the_mission_card_is_the_last():
    assert branch({"pile_empty": True}, pile="", discard="")


def test_8_3_another_turn_is_offered_or_given():
    scene = Scenario([{"again": {}}], ["PR1", "OM1"])
    assert (scene.run().player, scene.state.extra) == (0, True)
    scene = Scenario([{"again": {"optional": True}}], ["PR1", "OM1"])
    assert scene.run("0: stop").player == 1


def test_8_3_not_more_than_one_extra_turn_in_a_row():
    scene = Scenario([{"again": {}}], ["PR1", "OM1"])
    scene.state.extra = scene.state._start["extra"] = True
    assert (scene.run().player, scene.state.extra) == (1, False)
    scene = Scenario([{"again": {"optional": True}}], ["PR1", "OM1"])
    scene.state.extra = scene.state._start["extra"] = True
    assert scene.run().player == 1  # not even asked


def test_8_3_another_turn_for_another_player_goes_on_from_there():
    scene = Scenario([{"again": {"who": "right"}}], ["PR1", "OM1", "SE1", "VI1"], pile="NB3")
    assert (scene.run().player, scene.state.extra) == (3, True)
    play(scene.state, "3: reveal")
    assert (scene.state.player, scene.state.extra) == (0, False)


def test_8_3_steps_run_in_order_and_several_players_clockwise_from_self():
    steps = [{"put": {"who": "all"}}, {"draw": {"who": "all"}}]
    scene = Scenario(steps, ["OM1 OM2", "SE1 SE2", "PR1 PR2"], player=2, pile="ZE1 ZE2 ZE3")
    assert hands(scene.run("2: card PR1", "0: card OM1", "1: card SE1")) == ["ZE2 OM2", "ZE3 SE2", "PR2 ZE1"]


# ---------------------------------------------------------------- 8.4


def test_8_4_1_missing_cards_are_ignored_r_61():
    state = Scenario([{"give": {"to": "left", "n": 3}}, {"draw": {"n": 3}}], ["PR1", "OM1"], pile="ZE1").run()
    assert hands(state) == ["ZE1", "PR1 OM1"]


def test_8_4_2_otherwise_runs_only_if_no_card_at_all_was_moved():
    steps = [{"put": {"n": 3, "where": {"number": [6]}, "otherwise": [{"draw": {}}]}}]
    assert hand(Scenario(steps, ["PR6 PR1", "OM1"], pile="ZE1").run(), 0) == "PR1"
    scene = Scenario(steps, ["PR1", "OM1"], pile="ZE1")
    assert hand(scene.run(), 0) == "PR1 ZE1"
    assert "That is not possible; the mission says what to do instead." in scene.sentences
    steps = [{"give": {"from": "others", "to": "self", "where": {"number": [6]}, "otherwise": [{"draw": {}}]}}]
    assert hand(Scenario(steps, ["PR1", "OM1", "SE6"], pile="ZE1").run(), 0) == "PR1 SE6"


def test_8_4_3_the_mission_card_is_no_card_of_hand_or_pile():
    steps = [{"if": {"cond": {"hand_size": {"eq": 2}}, "then": [{"put": {"n": "all", "where": {"number": [5]}}}]}}]
    state = Scenario(steps, ["PR1 NB5", "OM1"]).run()
    assert hand(state, 0) == "PR1"
    assert codes(state.discard) == "NB5 PR5"


def test_8_4_3_the_mission_card_cannot_be_drawn():
    scene = Scenario([{"draw": {"n": 3}}], ["PR1", "OM1"])
    assert hand(scene.run(), 0) == "PR1"
    assert codes(scene.state.discard) == "PR5"


def test_8_4_4_with_nothing_to_reveal_a_guess_is_wrong():
    steps = [{"guess": {"about": "pile_top_color", "right": [{"put": {}}], "wrong": [{"again": {}}]}}]
    scene = Scenario(steps, ["PR1 PR2", "OM1"])
    assert (scene.run().extra, hand(scene.state, 0)) == (True, "PR1 PR2")


def test_8_4_4_a_guess_may_need_a_new_pile():
    steps = [{"guess": {"about": "pile_top_color"}}]
    scene = Scenario(steps, ["PR1 PR2", "OM1"], discard="ZE3")
    scene.run("0: color red")
    assert codes(scene.state.discard) == "ZE3 PR5"


def test_8_4_5_a_player_with_an_empty_hand_gives_nothing_but_still_draws():
    steps = [{"put": {}}, {"give": {"to": "left"}}, {"draw": {}}]
    state = Scenario(steps, ["PR1", "OM1"], pile="ZE1").run()
    assert hands(state) == ["ZE1", "OM1"]


def test_8_4_5_a_player_with_an_empty_hand_loses_a_card_duel():
    steps = [{"put": {}}, {"duel": {"kind": "highest_xphere", "vs": "left", "win": [{"draw": {"who": "loser"}}]}}]
    state = Scenario(steps, ["PR6", "OM1"], pile="ZE1").run()
    assert hands(state) == ["ZE1", "OM1"]


def test_8_4_6_taking_from_a_joker_holder_may_take_the_joker():
    state = Scenario("M09", ["PR1", "OM1", "SE1 SE2 JK1"], blind="JK1 SE2").run("0: card PR1")
    assert hand(state, 0) == "SE2 JK1"


def test_8_4_7_a_duel_cannot_be_refused():
    scene = Scenario("F01", ["PR2 PR3", "OM1 OM2"], pile="ZE1")
    play(scene.state, "0: reveal")
    assert scene.legal() == ["card PR2", "card PR3"]
    play(scene.state, "0: card PR2")
    assert scene.legal() == ["card OM1", "card OM2"]


def test_8_4_9_choices_of_cards_stay_hidden_choices_of_players_are_spoken():
    scene = Scenario("B05", ["PR1 PR2 PR3", "OM1", "SE1"])
    play(scene.state, "0: reveal")
    assert scene.state.public(("player", 2)) == scene.state.describe(("player", 2)) == "Choose seat 2."
    play(scene.state, "0: player 2")
    assert scene.state.public(("card", 0)) == "Give a card to seat 2."


# ---------------------------------------------------------------- coverage


def test_every_step_and_branch_leaves_an_event():
    scene = Scenario("B08", ["PR1 PR2", "OM1"])
    scene.run("0: card PR1")
    assert [event for event in scene.events if event[0] in ("step", "branch")] == [
        ("step", 0, 0),
        ("branch", 0, 0),
        ("step", 1, 1),
    ]


@pytest.mark.parametrize(
    ("step", "table", "more", "events"),
    [
        ({"put": {"n": 2}}, ["PR1 PR2", "OM1"], {}, [("put", 0, "PR1", 1), ("put", 0, "PR2", 1), ("step", 0, 2)]),
        ({"put": {}}, ["PR1 PR2", "OM1"], {"script": ["0: card PR2"]}, [("put", 0, "PR2", 0), ("step", 0, 1)]),
        ({"give": {"to": "left", "n": 2}}, ["PR1 PR2", "OM1"], {},
         [("give", 0, 1, "PR1", 1), ("give", 0, 1, "PR2", 1), ("step", 0, 2)]),
        ({"give": {"to": "left"}}, ["PR1 PR2", "OM1"], {"script": ["0: card PR2"]},
         [("give", 0, 1, "PR2", 0), ("step", 0, 1)]),
        ({"take": {"from": "left"}}, ["PR1", "OM1 OM2"], {"blind": "OM2"}, [("take", 0, 1, "OM2", 1), ("step", 0, 1)]),
        ({"take": {"from": "left", "n": 3}}, ["PR1", "OM1 OM2"], {},
         [("take", 0, 1, "OM1", 1), ("take", 0, 1, "OM2", 1), ("step", 0, 2)]),
        ({"draw": {"n": 3}}, ["PR1", "OM1"], {"pile": "ZE1 ZE2"},
         [("draw", 0, "ZE1", 0), ("draw", 0, "ZE2", 0), ("nothing", 0), ("step", 0, 2)]),
        ({"draw": {"until": {"number": [2]}, "n": 2}}, ["PR1", "OM1"], {"pile": "ZE2 ZE1"},
         [("draw", 0, "ZE2", 1), ("step", 0, 1)]),
        ({"keep": {"who": "left"}}, ["PR1", "OM1"], {}, [("keep", 1, "PR5"), ("step", 0, 1)]),
        ({"pass": {"dir": "right"}}, ["PR1", "OM1", ""], {}, [("passed", "right", 1), ("step", 0, 2)]),
        ({"swap": {"b": "right", "n": 2}}, ["PR1", "OM1", "SE1 SE2"], {"script": ["2: card SE2"]},
         [("swap", 0, 2, 1), ("step", 0, 2)]),
        ({"swap": {"a": "left", "b": "right"}}, ["PR1", "OM1"], {}, [("step", 0, 0)]),  # the same player
        ({"swap": {"b": "left"}}, ["PR1", ""], {}, [("step", 0, 0)]),
        ({"show": {"to": "others"}}, ["PR1", "OM1"], {}, [("shows", 0, "PR1", 1), ("step", 0, 0)]),
        ({"guess": {"about": "pile_top_color"}}, ["PR1", "OM1"], {"pile": "ZE3", "script": ["0: color red"]},
         [("top", "ZE3"), ("guessed", 1), ("step", 0, 0), ("branch", 0, 0)]),
        ({"guess": {"about": "pile_top_color"}}, ["PR1", "OM1"], {}, [("step", 0, 0), ("branch", 0, 1)]),
        ({"again": {"who": "left"}}, ["PR1", "OM1"], {}, [("again", 1), ("step", 0, 0)]),
        ({"choose": {"options": [[{"keep": {}}], [{"put": {}}]]}}, ["PR1 PR2", "OM1"], {"script": ["0: option 0"]},
         [("step", 0, 0), ("branch", 0, 0), ("keep", 0, "PR5"), ("step", 1, 1)]),
        ({"if": {"cond": {"pile_empty": False}, "then": [], "else": [{"keep": {}}]}}, ["PR1", "OM1"], {},
         [("step", 0, 0), ("branch", 0, 1), ("keep", 0, "PR5"), ("step", 1, 1)]),
    ],
)  # fmt: skip
def test_every_step_leaves_the_events_of_what_it_did(step, table, more, events):
    script = more.pop("script", [])
    scene = Scenario([step], table, drawn="PR5", **more)
    scene.run(*script)
    masks = {"shows"}
    expected = [
        tuple(
            (mask_of(cards(word)) if event[0] in masks else cards(word)[0]) if is_code(word) else word for word in event
        )
        for event in events
    ]
    assert scene.events[1 : 1 + len(expected)] == expected


def is_code(word):
    return isinstance(word, str) and len(word) == 3 and word[:2].isupper()


def test_the_steps_of_a_mission_are_numbered_from_outside_to_inside():
    steps = [
        {"if": {"cond": {"pile_empty": True}, "then": [{"put": {}}], "else": [{"put": {}}, {"draw": {}}]}},
        {"put": {}},
    ]
    program = Program(Mission.model_validate({"id": "B01", "do": steps}))
    assert [type(step).__name__ for step in program.steps] == ["If", "Put", "Put", "Draw", "Put"]
    assert [program.number(step) for step in program.steps] == [0, 1, 2, 3, 4]
    assert [len(part) for part in branches(program.steps[0])] == [1, 2]


def test_legal_actions_of_cards_are_ascending():
    scene = Scenario("B01", ["SE1 PR2 NB3 JK2 JK1", "OM1"])
    play(scene.state, "0: reveal")
    assert legal(scene.state) == ["card PR2", "card NB3", "card SE1", "card JK1", "card JK2"]
