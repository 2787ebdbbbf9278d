"""GONG FAMILY by the numbers of rules/gong.md 3 and its rulings R-12 to R-14."""

import pytest

from companion.deck import GALAXY_CODES
from companion.rules.family import Family, FamilyState
from companion.rules.game import IllegalAction
from companion.rules.gong.cards import cards_of, mask_of
from tests.rules.gong_support import action, cards, codes, family, hand, hands, legal, play

ALL_OF = {code: " ".join(f"{code}{number}" for number in range(1, 7)) for code in GALAXY_CODES}


def refused(state, words, code):
    before = state.to_json()
    with pytest.raises(IllegalAction) as caught:
        state.apply(action(words))
    assert caught.value.code == code
    assert state.to_json() == before


# ---------------------------------------------------------------- 3.1, 3.2


def test_3_1_1_six_cards_of_a_galaxy_are_a_family_and_most_families_win():
    state = family(["PR1 PR2 PR3 PR4 PR5", "PR6", "JK1"], laid=["NB ZE AN SE", "SP VI NM OM", ""])
    play(state, "0: ask 1 PR6")
    assert state.view(2)["families"][0] == [0, 1, 2, 3, 4]
    assert list(state.returns()) == [1.0, 0.0, 0.0]


def test_3_2_1_no_link_card_and_no_discard_pile():
    state = Family().initial_state(4, 1)
    assert not hasattr(state, "link")
    assert state.discard == []


def test_3_2_2_a_dealt_family_is_laid_down_at_once_the_starter_first():
    state = family(["OM1", "OM2", "OM3"], player=1)
    state.hands = [mask_of(cards(f"{ALL_OF['PR']} NB1")), mask_of(cards(f"{ALL_OF['ZE']} NB2")), mask_of(cards("NB3"))]
    state.deck = sum(state.hands)
    state.starter = 1
    state._begin()
    assert state.owner == [0, -1, 1, -1, -1, -1, -1, -1, -1]
    assert state.reached == [2, 1, 0]  # the starter was first
    assert hands(state) == ["NB1", "NB2", "NB3"]
    assert state.player == 1


# ---------------------------------------------------------------- 3.3


def test_3_3_1_with_an_empty_hand_draw_one_card_first_r_12():
    state = family(["PR1", "", "OM1"], pile="SE4 SE5 VI1")
    play(state, "0: ask 2 PR6")  # draws SE4, the turn ends
    assert hand(state, 1) == "SE5"
    assert (state.player, state.phase) == (1, "ask")
    assert "Seat 1 has no cards left and draws one." in state.public_events()


def test_3_3_1_with_an_empty_hand_and_no_pile_one_is_skipped_r_12():
    state = family(["PR1", "", "OM1", "PR2"])
    play(state, "0: ask 2 PR6")
    assert state.player == 2
    assert state.turn == 3  # the skipped turn counts
    assert "Seat 1 has no cards and the pile is empty: the turn is skipped." in state.public_events()


def test_3_3_2_ask_another_player_with_cards_for_one_exact_card():
    state = family(["PR1 PR2", "", "OM1"], pile="SE4")
    assert legal(state) == ["ask 2 PR3", "ask 2 PR4", "ask 2 PR5", "ask 2 PR6"]
    refused(state, "ask 1 PR3", "no-target")
    refused(state, "ask 0 PR3", "no-target")


def test_3_3_2_targets_clockwise_then_cards_ascending():
    state = family(["OM1", "PR1 PR2 PR3 PR4 PR6 NB1", "SE1"], pile="SE4", player=1)
    assert legal(state) == [
        *(f"ask {seat} {code}" for seat in (2, 0) for code in ["PR5", "NB2", "NB3", "NB4", "NB5", "NB6"]),
    ]


def test_3_3_3_one_must_hold_a_card_of_the_galaxy_but_not_the_card_itself_r_13():
    state = family(["PR1 PR2", "OM1 PR3"], pile="SE4")
    refused(state, "ask 1 OM1", "no-galaxy")
    refused(state, "ask 1 PR1", "own-card")
    assert "ask 1 PR3" in legal(state)


def test_3_3_4_a_hit_is_given_openly_and_one_asks_again():
    state = family(["PR1", "PR3 OM1", "SE1"], pile="SE4")
    play(state, "0: ask 1 PR3")
    assert hands(state) == ["PR1 PR3", "OM1", "SE1"]
    assert state.public_events() == ["Seat 1 gives PROXIMA 3 to seat 0."]
    assert state.current_player() == 0
    assert state.view(2)["shown"] == [cards("PR3"), [], []]
    play(state, "0: ask 2 PR4")  # another player
    assert state.player == 1


def test_3_3_5_a_miss_draws_one_card_and_ends_the_turn():
    state = family(["PR1", "OM1", "SE1"], pile="SE4 SE5")
    play(state, "0: ask 1 PR3")
    assert hand(state, 0) == "PR1 SE4"
    assert state.player == 1
    assert state.public_events() == ["Seat 1 does not have it.", "Seat 0 draws a card."]


def test_3_3_5_drawing_exactly_the_requested_card_is_lucky():
    state = family(["PR1", "OM1", "SE1"], pile="PR3 SE5")
    play(state, "0: ask 1 PR3")
    assert hand(state, 0) == "PR1 PR3"
    assert state.current_player() == 0
    assert "Seat 0 draws the very card: PROXIMA 3." in state.public_events()
    assert state.view(1)["shown"][0] == cards("PR3")


def test_3_3_5_a_drawn_joker_is_never_the_requested_card():
    state = family(["PR1", "OM1", "SE1"], pile="JK1 PR3")
    play(state, "0: ask 1 PR3")
    assert hand(state, 0) == "PR1 JK1"
    assert state.player == 1


def test_3_3_6_a_miss_with_an_empty_pile_just_ends_the_turn():
    state = family(["PR1", "OM1", "SE1"])
    play(state, "0: ask 1 PR3")
    assert hand(state, 0) == "PR1"
    assert state.player == 1


@pytest.mark.parametrize(
    ("table", "pile", "choices"),
    [
        (["JK1", "OM1"], "SE4", ["joker 1", "draw"]),
        (["JK1 JK2", "OM1"], "", ["joker 1", "pass"]),
        (["PR1", ""], "SE4", ["draw"]),
        (["JK1 PR1", ""], "SE4", ["draw"]),
        (["JK1", ""], "", ["pass"]),
    ],
)
def test_3_3_7_without_a_legal_question_play_a_joker_or_draw_r_14(table, pile, choices):
    state = family(table, pile=pile)
    assert legal(state) == choices


def test_3_3_7_drawing_ends_the_turn():
    state = family(["JK1", "OM1"], pile="SE4")
    play(state, "0: draw")
    assert hand(state, 0) == "SE4 JK1"
    assert state.player == 1
    refused(family(["PR1", "OM1"], pile="SE4"), "draw", "not-legal")


def test_3_3_8_a_complete_galaxy_is_laid_down_in_the_middle_of_a_turn():
    state = family(["PR1 PR2 PR3 PR4 PR5 OM1", "PR6 SE1"], pile="SE4")
    play(state, "0: ask 1 PR6")
    assert hand(state, 0) == "OM1"
    assert state.owner[0] == 0
    assert state.current_player() == 0
    assert state.public_events() == ["Seat 1 gives PROXIMA 6 to seat 0.", "Seat 0 lays down the family PROXIMA."]


def test_3_3_8_an_emptied_hand_is_refilled_and_one_goes_on():
    for pile, asked in (("SE4", "PR6"), ("PR6 SE4", "PR6")):  # a hit, a lucky draw
        state = family(["PR1 PR2 PR3 PR4 PR5", "PR6 SE1" if pile == "SE4" else "SE1"], pile=pile)
        play(state, f"0: ask 1 {asked}")
        assert hand(state, 0) == "SE4"
        assert (state.player, state.phase) == (0, "ask")


def test_3_3_8_an_emptied_hand_without_pile_ends_the_turn():
    state = family(["PR1 PR2 PR3 PR4 PR5", "PR6 SE1"])
    play(state, "0: ask 1 PR6")
    assert hand(state, 0) == ""
    assert state.player == 1


def test_3_3_8_a_card_drawn_without_luck_completes_a_family_too():
    state = family(["PR1 PR2 PR3 PR4 PR5 OM1", "SE1"], pile="PR6 SE4")
    play(state, "0: ask 1 OM2")
    assert state.owner[0] == 0
    assert hand(state, 0) == "OM1"
    assert state.player == 1


def test_3_3_9_the_joker_goes_into_the_pile_and_the_attacker_goes_on_asking():
    state = family(["JK1 PR1", "OM1 OM2"], pile="SE4")
    play(state, "0: joker 1", "1: decline")
    assert hands(state) == ["OM1 OM2", "PR1"]
    assert sorted(codes(state.pile.order()).split()) == ["JK1", "SE4"]
    assert (state.current_player(), state.phase) == (0, "ask")
    assert "ask 1 OM3" in legal(state)


def test_3_3_9_what_is_known_of_the_hands_is_exchanged_with_them():
    state = family(["PR1 JK1", "PR3 OM1", "SE1"], pile="SE4")
    play(state, "0: ask 1 PR3", "0: joker 2", "2: decline")
    view = state.view(1)
    assert view["shown"] == [[], [], cards("PR3")]
    assert view["claims"] == [[], [], [0]]


# ---------------------------------------------------------------- 3.4


def almost_over(table, laid, pile=""):
    return family(table, laid=laid, pile=pile)


def test_3_4_1_the_round_ends_with_the_ninth_family_jokers_are_ignored():
    state = almost_over(["PR1 PR2 PR3 PR4 PR5 JK1", "PR6 JK2"], ["NB ZE AN SE SP", "VI OM NM"])
    play(state, "0: ask 1 PR6")
    assert state.is_terminal()
    assert list(state.returns()) == [1.0, 0.0]


def test_3_4_1_a_ninth_family_from_the_pile_ends_it_too():
    state = almost_over(["PR1 PR2 PR3 PR4 PR5 JK1", "JK2"], ["NB ZE AN SE SP", "VI OM NM"], pile="PR6")
    play(state, "0: ask 1 PR6")
    assert state.is_terminal()
    state = almost_over(["JK1", "PR1 PR2 PR3 PR4 PR5"], ["NB ZE AN SE SP", "VI OM NM"], pile="PR6")
    play(state, "0: joker 1", "1: decline")
    while not state.is_terminal():
        state.apply(state.legal_actions()[-1])
    assert list(state.returns()) == [1.0, 0.0]


def test_3_4_2_a_tie_goes_to_who_reached_the_number_first():
    state = family(["PR1 PR2 PR3 PR4 PR5", "PR6", "JK1"], laid=["NB ZE AN", "SP VI NM OM", "SE"])
    state.reached = [3, 7, 8]
    play(state, "0: ask 1 PR6")
    assert state.reached == [9, 7, 8]
    assert list(state.returns()) == [0.0, 1.0, 0.0]  # four each, seat 1 was first


def test_3_4_3_after_1000_turns_the_families_so_far_count():
    assert FamilyState.turn_cap == 1000
    state = family(["PR1", "OM1", "SE1"], laid=["NB", "ZE", ""])
    state.turn = 1000
    play(state, "0: ask 1 PR2")
    assert state.is_terminal()
    assert state.capped == 1
    assert list(state.returns()) == [1.0, 0.0, 0.0]  # one each, seat 0 was first


def test_3_4_3_without_any_family_at_the_limit_all_share():
    state = family(["PR1", "OM1", "SE1"])
    state.turn = 1000
    play(state, "0: ask 1 PR2")
    assert list(state.returns()) == [pytest.approx(1 / 3)] * 3


# ---------------------------------------------------------------- view, words


def test_what_was_said_is_remembered():
    state = family(["PR1 PR2", "OM1 PR3", "SE1"], pile="SE4 SE5")
    play(state, "0: ask 1 PR4")
    view = state.view(2)
    assert view["claims"] == [[0], [], []]
    assert view["denied"] == [[], cards("PR4"), []]  # seat 0 has drawn a card since
    play(state, "1: ask 0 PR1")
    assert state.view(2)["claims"] == [[0], [0], []]
    assert cards_of(state.hands[1]) == cards("PR1 PR3 OM1")


def test_orders_read_well():
    state = family(["PR1 JK1", "OM1", "SE1"], pile="SE4")
    assert state.describe(("ask", 2, cards("PR4")[0])) == "Ask seat 2 for PROXIMA 4."
    assert state.describe(("joker", 1)) == "Play a joker against seat 1."
