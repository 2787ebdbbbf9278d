"""GONG LINK by the numbers of rules/gong.md 2 and its rulings R-08 to R-11."""

import pytest

from companion.chance import stream
from companion.deck import CARDS
from companion.rules.game import IllegalAction
from companion.rules.gong.cards import GALAXY_CARDS, JOKER_MASK, cards_of, mask_of
from companion.rules.gong.shuffle import Pile
from companion.rules.link import MATCHES, Link, LinkState
from tests.rules.gong_support import action, cards, codes, hand, legal, link, play


def refused(state, seat, words, code):
    assert state.current_player() == seat
    before = state.to_json()
    with pytest.raises(IllegalAction) as caught:
        state.apply(action(words))
    assert caught.value.code == code
    assert state.to_json() == before


# ---------------------------------------------------------------- 2.1, 2.2


def test_2_1_1_the_first_player_without_cards_wins_the_round():
    state = link(["NB1", "PR2", "PR3"])
    play(state, "0: play NB1")
    assert state.is_terminal()
    assert list(state.returns()) == [1.0, 0.0, 0.0]
    assert state.public_events() == ["Seat 0 wins round 1."]


def test_2_2_1_the_top_pile_card_is_the_link_card():
    state = Link().initial_state(2, 6)
    order = list(range(56))
    stream(6, 0, stream_purpose("deal"), 0).shuffle(order)
    assert state.link == order[-19] < 54
    assert len(state.pile) == 37


def stream_purpose(name):
    from companion.chance import text_key

    return text_key(name)


def seed_with_top(seats, wanted, **options):
    """Return a seed whose first card after the deal fulfils `wanted`."""
    for seed in range(2000):
        order = list(range(56))
        stream(seed, 0, stream_purpose("deal"), 0).shuffle(order)
        if wanted(order[: 56 - 9 * seats]):
            return seed, order[: 56 - 9 * seats]
    raise AssertionError("no such seed")


def test_2_2_2_a_joker_turned_up_goes_under_the_pile_r_08():
    seed, pile = seed_with_top(2, lambda pile: pile[-1] >= 54 and pile[-2] < 54)
    state = Link().initial_state(2, seed)
    assert state.link == pile[-2]
    assert state.pile.order() == [pile[-1], *pile[:-2]]


def test_2_2_2_with_only_jokers_left_there_is_no_link_card_r_08():
    seed, _ = seed_with_top(6, lambda pile: min(pile) >= 54)
    state = Link().initial_state(6, seed)
    assert state.link == -1
    assert sorted(state.pile.order()) == [54, 55]
    assert sorted(legal(state)) == sorted(f"play {code}" for code in hand(state, 0).split())


def test_2_2_2_without_pile_the_first_player_may_play_any_galaxy_card_r_08():
    state = Link(jokers=False).initial_state(6, 2)
    assert state.link == -1
    assert legal(state) == [f"play {code}" for code in hand(state, 0).split()]
    assert state.public_events() == ["There is no link card."]
    first = state.legal_actions()[3]
    state.apply(first)
    assert state.link == first[1]
    assert state.discard == []


def test_2_2_2_with_jokers_only_the_next_player_is_free_too():
    state = link(["JK1", "PR2 PR3"], link="")
    assert legal(state) == ["pass"]
    play(state, "0: pass")
    assert legal(state) == ["play PR2", "play PR3"]


# ---------------------------------------------------------------- 2.3


def test_2_3_1_a_card_matches_by_number_or_galaxy_and_a_joker_never():
    assert [codes(cards_of(MATCHES[card])) for card in cards("NB4 OM1")] == [
        "PR4 NB1 NB2 NB3 NB5 NB6 ZE4 AN4 SE4 SP4 VI4 OM4 NM4",
        "PR1 NB1 ZE1 AN1 SE1 SP1 VI1 OM2 OM3 OM4 OM5 OM6 NM1",
    ]
    assert all(not MATCHES[card] & JOKER_MASK for card in range(54))
    assert MATCHES[54:] == (0, 0)


def test_2_3_2_a_matching_card_must_be_played_or_a_joker_r_09():
    state = link(["PR4 NB6 NB1 OM4 VI2 JK1", "PR1 PR2"], pile="ZE1")
    assert legal(state) == ["play NB1", "play NB6", "play PR4", "play OM4", "joker 1"]
    refused(state, 0, "draw", "must-play")
    refused(state, 0, "play VI2", "no-match")
    refused(state, 0, "play ZE4", "not-in-hand")


def test_2_3_2_without_a_matching_card_one_draws_or_plays_a_joker():
    state = link(["PR1 OM2 JK1", "PR5 PR2"], pile="ZE1")
    assert legal(state) == ["joker 1", "draw"]


def test_2_3_3_the_card_becomes_the_link_card_the_old_one_is_discarded():
    state = link(["NB1 PR1 PR2", "OM1 OM2"], discard="ZE5")
    play(state, "0: play NB1")
    assert codes([state.link]) == "NB1"
    assert codes(state.discard) == "ZE5 NB4"
    assert state.current_player() == 1


def test_2_3_4_a_joker_goes_under_the_link_card_which_does_not_change():
    state = link(["JK1 PR1 PR2", "OM1 OM2", "SE1 SE2"], discard="ZE5")
    play(state, "0: joker 1", "1: decline")
    assert codes([state.link]) == "NB4"
    assert codes(state.discard) == "ZE5 JK1"


def test_2_3_5_a_drawn_card_that_matches_may_be_played_at_once():
    for choice, link_card, left in (("play NB2", "NB2", "PR1 PR2"), ("keep", "NB4", "PR1 PR2 NB2")):
        state = link(["PR1 PR2", "OM1 OM2"], pile="NB2 ZE1")
        play(state, "0: draw")
        assert legal(state) == ["play NB2", "keep"]
        play(state, f"0: {choice}")
        assert (codes([state.link]), hand(state, 0)) == (link_card, left)
        assert state.current_player() == 1


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.code)
def test_2_3_5_each_card_drawn_without_a_link_card_may_be_played_or_kept(card):
    """Galaxy cards are played, jokers attack: the last galaxy card is 53, the first joker 54."""
    state = link([card.code, "SE1" if card.code != "SE1" else "SE2"], "")
    state.hands[0] |= mask_of(cards("PR1 PR2"))
    state.phase, state.drawn, state._legal = "drawn", card.index, None
    assert legal(state) == ["joker 1" if card.number is None else f"play {card.code}", "keep"]


def test_2_3_5_only_the_drawn_card_may_be_played_after_drawing():
    state = link(["PR1 PR2 JK2", "OM1 OM2"], pile="NB2 ZE1")
    play(state, "0: draw")
    assert legal(state) == ["play NB2", "keep"]


def test_2_3_5_a_drawn_joker_may_be_played_at_once():
    state = link(["PR1 PR2", "OM1 OM2 OM3", "SE1 SE2"], pile="JK1 ZE1")
    play(state, "0: draw")
    assert legal(state) == ["joker 1", "joker 2", "keep"]
    play(state, "0: joker 1", "1: decline")
    assert hand(state, 0) == "OM1 OM2 OM3"
    assert state.current_player() == 0


def test_2_3_5_any_other_card_is_kept_and_the_turn_ends():
    state = link(["PR1 PR2", "OM1 OM2"], pile="ZE1 ZE2")
    play(state, "0: draw")
    assert hand(state, 0) == "PR1 PR2 ZE1"
    assert state.current_player() == 1


def test_2_3_6_without_a_card_to_draw_one_passes():
    state = link(["PR1 PR2", "NB1 NB2"])
    assert legal(state) == ["pass"]
    play(state, "0: pass")
    assert state.current_player() == 1
    assert hand(state, 0) == "PR1 PR2"


def test_2_3_6_a_pass_is_not_for_who_can_draw():
    refused(link(["PR1 PR2", "NB1 NB2"], pile="ZE1"), 0, "pass", "not-legal")


# ---------------------------------------------------------------- 2.4


def test_2_4_1_the_flag_opens_with_one_card_and_goes_when_it_is_not_one():
    state = link(["NB1 NB2", "PR1 PR2", "OM5 OM6"], pile="ZE4 ZE3 ZE6")
    play(state, "0: play NB1")
    assert state.flags == ["open", "none", "none"]
    play(state, "0: silent", "1: play PR1", "0: silent", "1: silent", "2: silent", "1: silent", "2: draw")
    assert state.flags == ["catchable", "catchable", "none"]
    play(state, "0: silent", "1: silent", "2: silent", "1: silent", "2: silent", "0: silent", "0: draw")
    assert state.flags == ["none", "catchable", "none"]


def test_2_4_1_any_cause_opens_the_flag_an_exchange_too():
    state = link(["JK1 PR1", "OM1 OM2", "SE1 SE2"], pile="ZE1")
    play(state, "0: joker 1")
    assert state.flags == ["open", "none", "none"]  # one card is left while the counter is offered
    play(state, "1: decline")
    assert state.flags == ["none", "open", "none"]
    assert [hand(state, 0), hand(state, 1)] == ["OM1 OM2", "PR1"]


def test_2_4_1_an_exchange_of_single_cards_opens_both_flags_again():
    state = link(["JK1 PR1", "OM1", "SE1 SE2"], pile="ZE1 ZE2")
    play(state, "0: joker 1", "1: decline")
    assert state.flags == ["open", "open", "none"]


def test_2_4_2_the_player_may_say_it_while_open_or_catchable():
    state = link(["NB1 NB2", "PR5 PR2", "OM5 OM6"], pile="ZE2 ZE3 ZE5")
    play(state, "0: play NB1")
    assert legal(state) == ["gong 0", "silent"]
    later = state.clone()
    play(state, "0: gong 0")
    assert state.flags[0] == "safe"
    assert state.current_player() == 1
    play(later, "0: silent", "1: draw", "0: gong 0")
    assert later.flags[0] == "safe"
    assert later.current_player() == 2


def test_2_4_3_others_may_catch_when_the_next_player_has_finished_the_turn():
    state = link(["NB1 NB2", "PR5 PR2", "OM5 OM6"], pile="ZE2 ZE3 ZE5")
    play(state, "0: play NB1", "0: silent")
    assert state.current_player() == 1
    assert legal(state) == ["draw"]  # nobody can be caught yet
    play(state, "1: draw", "0: silent", "1: silent", "2: gong 0")
    assert hand(state, 0) == "NB2 ZE3"
    assert state.flags[0] == "none"
    assert (state.current_player(), state.phase) == (2, "turn")


def test_2_4_3_the_first_to_call_ends_the_question():
    state = link(["NB1 NB2", "PR5 PR2", "OM5 OM6"], pile="ZE2 ZE3 ZE5")
    play(state, "0: play NB1", "0: silent", "1: draw", "0: silent", "1: gong 0")
    assert state.public_events() == ["Seat 0 draws 1 penalty card."]
    assert state.current_player() == 2
    assert state.phase == "turn"


def test_2_4_4_the_window_closes_with_the_own_next_turn():
    state = link(["NB1 OM2", "PR5 PR2", "SE5 SE6"], pile="ZE2 ZE3 ZE5 AN6")
    play(state, "0: play NB1", "0: silent", "1: draw", "0: silent", "1: silent", "2: silent", "2: draw")
    play(state, "0: silent", "1: silent", "2: silent")
    assert (state.phase, state.current_player()) == ("turn", 0)
    assert state.flags[0] == "safe"
    assert hand(state, 0) == "OM2"


def test_2_4_4_a_hand_of_one_card_kept_by_passing_is_not_asked_for_again():
    state = link(["NB1 OM2", "PR5 PR2"])
    state.discard, state.pile = [], Pile([])
    play(state, "0: play NB1")  # the old link card is now the only discard
    assert len(state.discard) == 1
    play(state, "0: silent", "1: draw", "1: keep", "0: silent", "1: silent")
    assert (state.flags[0], legal(state)) == ("safe", ["pass"])
    play(state, "0: pass")
    assert state.flags[0] == "safe"
    assert (state.current_player(), state.phase) == (1, "turn")


def test_2_4_5_the_own_call_is_asked_first_then_the_others_clockwise_r_10():
    state = link(["OM5 OM6", "NB1 NB2", "PR5 PR2", "ZE5 ZE6"], pile="SE2 SE3 SE5", player=1)
    play(state, "1: play NB1", "1: silent", "2: draw")
    order = []
    while state.phase == "call":
        order.append(state.current_player())
        state.apply(("silent",))
    assert order == [1, 2, 3, 0]


def test_2_4_5_of_several_last_cards_the_next_player_is_first_then_clockwise():
    state = link(["NB1 OM1", "NB2 OM2", "NB3 OM3", "PR5 PR6"], pile="SE1 SE2 SE3 SE5")
    play(state, "0: play NB1", "0: silent", "1: play NB2", "0: silent", "1: silent", "2: silent", "3: silent")
    assert (state.suspect, state.current_player()) == (1, 1)
    play(state, "1: silent", "2: play NB3")
    asked = []
    while state.phase == "call":
        asked.append((state.suspect, state.current_player()))
        state.apply(("silent",))
    assert asked == [(0, 0), (0, 1), (0, 2), (0, 3), (1, 1), (1, 2), (1, 3), (1, 0), (2, 2)]


def test_2_4_5_with_two_players_between_the_opponents_turn_and_the_own_action_r_10():
    state = link(["NB1 OM2", "PR5 PR2"], pile="ZE2 ZE3")
    play(state, "0: play NB1", "0: silent", "1: draw", "0: silent", "1: gong 0")
    assert hand(state, 0) == "ZE3 OM2"
    assert (state.current_player(), state.phase) == (0, "turn")


def test_2_4_6_the_next_player_is_who_takes_the_next_turn():
    state = link(["NB1 NB2", "PR5 PR2 JK1", "OM5 OM6", "ZE5 JK2 ZE6"], pile="SE1 SE2 SE3 SE5 SE6")
    play(state, "0: play NB1", "0: silent", "1: joker 3", "3: counter")
    assert state.player == 3  # seat 2 is skipped
    assert state.flags[0] == "catchable"  # seat 1, whose turn it was, has finished it
    assert state.current_player() == 0
    play(state, "0: silent", "1: silent", "2: gong 0")
    assert hand(state, 0) == "NB2 SE1"


def test_2_4_7_without_a_card_to_draw_there_is_no_penalty():
    state = link(["NB1 OM2", "NB5 PR2 NB3", "SE5 SE6"])
    state.discard = []
    play(state, "0: play NB1", "0: silent", "1: play NB5")
    state.deck ^= mask_of(state.discard)
    state.discard = []
    play(state, "0: silent", "1: gong 0")
    assert hand(state, 0) == "OM2"
    assert state.flags[0] == "safe"
    assert state.public_events() == ["Seat 0 has no card to draw."]


def test_2_4_7_a_wrong_call_is_never_offered():
    state = link(["NB1 NB2 NB3", "PR5 PR2"], pile="ZE1")
    play(state, "0: play NB1")
    assert state.phase == "turn"
    refused(state, 1, "gong 0", "not-legal")


# ---------------------------------------------------------------- 2.5, 2.6


def test_2_5_1_a_catchable_player_who_plays_the_last_card_wins():
    state = link(["NB1 NB2", "PR5 PR2", "OM5 OM6"], pile="ZE1 ZE3 ZE5")
    play(state, "0: play NB1", "0: silent", "1: draw", "1: keep", "0: silent", "1: silent", "2: silent", "2: draw")
    assert state.flags[0] == "catchable"
    play(state, "0: silent", "1: silent", "2: silent", "0: play NB2")
    assert list(state.returns()) == [1.0, 0.0, 0.0]


def test_2_5_1_the_drawn_card_may_win():
    """An exchange leaves the hand of the joker's owner at one card; here the drawn card is played from two."""
    state = link(["PR1", "OM1 OM2"], pile="NB2")
    play(state, "0: draw", "0: play NB2")
    assert hand(state, 0) == "PR1"
    assert state.flags[0] == "open"


@pytest.mark.parametrize(("sizes", "returns"), [((2, 3, 4), [1.0, 0.0, 0.0]), ((3, 2, 2), [0.0, 0.5, 0.5])])
def test_2_5_2_after_1000_turns_the_fewest_cards_win_and_ties_are_shared(sizes, returns):
    names = iter(["PR1", "PR2", "PR3", "PR5", "ZE1", "ZE2", "ZE3", "ZE5", "SE1", "SE2", "SE3", "SE5"])
    state = link([" ".join(next(names) for _ in range(size)) for size in sizes], link="NB6")
    assert LinkState.turn_cap == 1000
    state.turn = 1000
    play(state, "0: pass")
    assert state.is_terminal()
    assert list(state.returns()) == returns
    assert state.capped == 1


def test_2_6_1_the_link_card_stays_when_the_discards_become_the_pile():
    state = link(["PR1 PR2", "OM1 OM2"], discard="ZE1 ZE2 ZE3")
    play(state, "0: draw")
    assert codes([state.link]) == "NB4"
    assert (state.pile.mask() | state.hands[0]) == mask_of(cards("ZE1 ZE2 ZE3 PR1 PR2"))


def test_2_6_1_a_penalty_card_may_need_a_new_pile_too():
    state = link(["NB1 OM2", "NB5 PR2 NB3", "SE5 SE6"], discard="ZE2")
    play(state, "0: play NB1", "0: silent", "1: play NB5", "0: silent", "1: gong 0")
    assert state.hands[0].bit_count() == 2
    assert state.discard == []


def test_2_6_2_thirteen_cards_match_so_nobody_waits_for_ever_r_11():
    assert {MATCHES[card].bit_count() for card in range(54)} == {13}
    for card in range(54):
        assert MATCHES[card] & GALAXY_CARDS == MATCHES[card]


def test_2_6_2_with_all_cards_in_hands_somebody_plays_within_one_circle_r_11():
    for seed in range(20):
        state = Link(jokers=False).initial_state(6, seed)
        chance = stream(seed, 1)
        passes = 0
        while not state.is_terminal():
            action_now = chance.choice(state.legal_actions())
            passes = passes + 1 if action_now == ("pass",) else 0 if action_now[0] == "play" else passes
            assert passes < 6
            state.apply(action_now)


# ---------------------------------------------------------------- view, words


def test_only_the_owner_sees_that_a_drawn_card_can_be_played():
    state = link(["PR1 PR2", "OM1 OM2"], pile="NB2 ZE1")
    play(state, "0: draw")
    own, other = state.view(0), state.view(1)
    assert (own["phase"], own["drawn"]) == ("drawn", cards("NB2")[0])
    assert (other["phase"], other["drawn"]) == ("turn", None)
    assert state.describe(("keep",)) == "Keep NEBULA 2."
    assert state.public(("keep",)) == ""


def test_orders_read_well():
    state = link(["NB1 NB2 JK1", "PR5 PR2", "OM5 OM6"], pile="ZE2 ZE3")
    assert state.describe(("play", cards("NB1")[0])) == "Play NEBULA 1."
    assert state.describe(("joker", 2)) == "Play a joker against seat 2."
    play(state, "0: joker 2")
    assert [state.describe(choice) for choice in (("counter",), ("decline",))] == [
        "Counter with a joker.",
        "Do not counter.",
    ]
    state = link(["NB1 NB2", "PR5 PR2", "OM5 OM6"], pile="ZE2 ZE3")
    play(state, "0: play NB1")
    assert state.describe(("gong", 0)) == 'Say "GONG".'
    play(state, "0: silent", "1: draw", "0: silent")
    assert state.describe(("gong", 0)) == 'Say "GONG" against seat 0.'
    assert state.public(("silent",)) == ""
