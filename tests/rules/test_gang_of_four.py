"""Gang of Four: rules/gang-of-four.md 5.1-5.10 and its rulings, one test and more for each rule.

Combinations and their order are in test_combinations.py.
"""

import json
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import chance
from companion.rules.combinations import MULTICOLOUR
from companion.rules.game import IllegalAction, InvariantError, OptionError
from companion.rules.gang_of_four.cards import DECK, KEYS, NAMES, WORDS, load_scores
from companion.rules.gang_of_four.game import GangOfFour
from companion.rules.registry import create_game
from companion.rules.rule_tables import RuleTableError, RuleTablePathError

ALL_WORDS = Counter(WORDS[key] for key in DECK)


def scene(*hands, table="", by=None, player=0, number=2, phase=None, game=None, **changes):
    """A state in the middle of a round: hands as words, all other cards aside. Round 2 goes clockwise."""
    table = table.split()
    split = [sorted(hand.split(), key=lambda word: KEYS[word]) for hand in hands]
    gone = Counter(word for hand in split for word in hand) + Counter(table)
    log = [[by if by is not None else len(hands) - 1, "play", *table]] if table else []
    data = {
        "seats": len(hands), "seed": 1, "match": 0, "round": number, "dealer": 0,
        "phase": phase or ("respond" if table else "lead"), "player": player, "hands": split,
        "aside": sorted((ALL_WORDS - gone).elements(), key=lambda word: KEYS[word]),
        "table": table or None, "table_seat": log[0][0] if log else None,
        "passed": [], "announced": [], "barred": [], "exchange": None, "log": log,
        "sheet": [[0] * len(hands) for _ in range(number - 1)],
    }  # fmt: skip
    state = (game or GangOfFour()).state_from_json(data | changes)
    state.check_invariants()
    return state


def do(state, *actions):
    """Apply actions given as words: `do(state, "play G7", "pass")`."""
    for action in actions:
        state.apply(tuple(action.split()))
        state.check_invariants()
    return state


def legal(state):
    return {" ".join(action) for action in state.legal_actions()}


def refused(state, action):
    before = json.dumps(state.to_json())
    with pytest.raises(IllegalAction) as caught:
        state.apply(tuple(action.split()))
    assert json.dumps(state.to_json()) == before
    assert str(caught.value).endswith(".")
    return caught.value.code


def play_on(state, key=0, stop=lambda _: False):
    """Play at random to the end, or until `stop`."""
    choice = chance.stream(11, key, chance.BOT)
    while not state.is_terminal() and not stop(state):
        state.apply(choice.choice(state.legal_actions()))
    return state


# 5.1 Components


def test_5_1_1_the_64_cards():
    assert len(DECK) == 64
    assert (
        Counter(
            {f"{colour}{number}": 2 for colour in "GYR" for number in range(1, 11)}
            | {"M1": 1, "GP": 1, "YP": 1, "RD": 1}
        )
        == ALL_WORDS
    )


def test_5_1_2_and_5_1_3_the_deck_in_order():
    order = list(dict.fromkeys(WORDS[key] for key in DECK))
    assert order[:5] == ["G1", "Y1", "R1", "M1", "G2"]
    assert order[-4:] == ["R10", "GP", "YP", "RD"]


def test_5_1_names_of_the_cards():
    assert [NAMES[KEYS[word]] for word in ("G7", "M1", "YP", "RD")] == [
        "green 7", "multicolour 1", "yellow Phoenix", "Dragon",
    ]  # fmt: skip


# 5.2 Players and deal


@pytest.mark.parametrize("seats", [1, 5, 0, -1])
def test_5_2_1_two_to_four_players(seats):
    with pytest.raises(OptionError, match=f"Gang of Four is played by 2 to 4 players, not {seats}"):
        GangOfFour().initial_state(seats, seed=1)


@pytest.mark.parametrize(
    ("rule", "seats", "aside"), [("5.2.2", 4, 0), ("5.2.3", 3, 16), ("5.2.4 R-30", 2, 32)]
)  # fmt: skip
def test_5_2_sixteen_cards_each_the_rest_aside(rule, seats, aside):
    state = GangOfFour().initial_state(seats, seed=5)
    assert [len(hand) for hand in state.hands] == [16] * seats
    assert len(state.aside) == aside
    state.check_invariants()


def test_5_2_3_set_aside_cards_are_shuffled_back_in():
    state = GangOfFour().initial_state(3, seed=5)
    first = Counter(state.aside)
    play_on(state, stop=lambda state: state.round == 2)
    assert len(state.aside) == 16
    assert Counter(state.aside) != first


def test_5_2_5_the_winner_deals_the_next_round():
    state = play_on(GangOfFour().initial_state(4, seed=3), stop=lambda state: state.round == 2)
    assert state.dealer == state.sheet[0].index(0)


# 5.3 Direction and leader


def test_5_3_1_round_1_counter_clockwise_then_alternating():
    state = GangOfFour().initial_state(4, seed=3)
    directions = {}
    while not state.is_terminal() and state.round < 5:
        directions[state.round] = state.view(0)["direction"]
        play_on(state, stop=lambda state, before=state.round: state.round != before)
    assert directions == {1: "counter-clockwise", 2: "clockwise", 3: "counter-clockwise", 4: "clockwise"}


def test_5_3_1_who_is_next():
    assert do(scene("G7 G1", "G8 G2", "G9 G3", player=1, number=1, log=[[0, "pass"]]), "play G8 last-card").player == 0
    assert do(scene("G7 G1", "G8 G2", "G9 G3", player=1, number=2), "play G8 last-card").player == 2


@pytest.mark.parametrize("seed", range(5))
def test_5_3_2_holder_of_the_multicolour_1_opens_with_it(seed):
    state = GangOfFour().initial_state(4, seed)
    assert MULTICOLOUR in state.hands[state.current_player()]
    assert all("M1" in action for action in state.legal_actions())
    assert ("pass",) not in state.legal_actions()
    other = WORDS[next(key for key in state.hands[state.player] if key != MULTICOLOUR)]
    assert refused(state, f"play {other}") == "opening"


def test_5_3_2_the_opening_may_be_a_gang():
    state = scene("M1 R1 Y1 G1 G5", "G8 G2", number=1)
    assert legal(state) == {
        "play M1", "play M1 G1", "play M1 Y1", "play M1 R1", "play M1 Y1 G1", "play M1 R1 G1", "play M1 R1 Y1",
        "play M1 R1 Y1 G1 last-card", "play M1 R1 Y1 G1",
    }  # fmt: skip


def test_5_3_2_opening_with_seven_ones():
    state = scene("M1 R1 R1 Y1 Y1 G1 G1 G5 G6", "G8 G2", number=1)
    assert "play M1 R1 R1 Y1 Y1 G1 G1" in legal(state)


def test_5_3_2_only_the_first_play_is_bound():
    state = do(scene("M1 G5 R6", "G8 G2", number=1), "play M1", "pass")
    assert legal(state) >= {"play G5", "play R6"}


@pytest.mark.parametrize("seats", [2, 3])
def test_5_3_3_multicolour_1_aside_right_of_the_dealer_leads_anything(seats):
    states = [GangOfFour().initial_state(seats, seed) for seed in range(40)]
    aside = [state for state in states if MULTICOLOUR in state.aside]
    assert aside
    for state in aside:
        assert state.current_player() == seats - 1  # the dealer is seat 0, its right neighbour the seat before
        assert {action[1] for action in state.legal_actions() if len(action) == 2} == {
            WORDS[key] for key in state.hands[seats - 1]
        }


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_5_3_4_r31_the_previous_winner_leads_later_rounds_with_anything(seats):
    state = play_on(GangOfFour().initial_state(seats, seed=9), stop=lambda state: state.round == 2)
    winner = state.sheet[0].index(0)
    assert state.player == winner
    state.apply(state.legal_actions()[0])
    assert (state.player, state.phase) == (winner, "lead")
    assert {action[1] for action in state.legal_actions() if len(action) == 2} == {
        WORDS[key] for key in state.hands[winner]
    }


# 5.4, 5.5: legal plays (the order itself is tested in test_combinations.py)


def test_5_5_1_same_number_of_cards_and_higher():
    state = scene("G4 Y5 R5 G6 Y6 R9", "G1 G2", table="G5")
    assert legal(state) == {"play Y5", "play R5", "play G6", "play Y6", "play R9", "pass"}


def test_5_5_2_a_gang_on_anything():
    state = scene("G4 G4 Y4 Y4 R6 R9", "G1 G2", table="R10 Y10")
    assert legal(state) == {"play Y4 Y4 G4 G4", "pass"}


def test_5_5_2_on_a_gang_only_a_higher_gang():
    state = scene("G4 G4 Y4 Y4 R6 G9 G9 R9 R9 Y9", "G1 G2", table="R5 R5 G5 G5")
    assert legal(state) == {
        "play R9 R9 Y9 G9", "play R9 R9 G9 G9", "play R9 Y9 G9 G9", "play R9 R9 Y9 G9 G9", "pass",
    }  # fmt: skip


def test_5_5_8_an_equal_card_may_not_be_played():
    state = scene("G5 G3 G2", "G1 G2", table="G5")
    assert legal(state) == {"pass"}
    assert refused(state, "play G5") == "too-low"


def test_legal_actions_name_combinations_not_physical_copies():
    state = scene("G5 G5 R5 Y7 Y7", "G1 G2")
    assert [" ".join(action) for action in state.legal_actions()] == [
        "play G5", "play R5", "play Y7", "play G5 G5", "play R5 G5", "play Y7 Y7", "play R5 G5 G5",
        "play R5 G5 G5 Y7 Y7",
    ]  # fmt: skip


# 5.6 Course of a round


def test_5_6_1_the_leader_may_not_pass():
    state = scene("G5 G3", "G1 G2")
    assert "pass" not in legal(state)
    assert refused(state, "pass") == "must-lead"


def test_5_6_2_passing_is_always_allowed_when_responding():
    assert "pass" in legal(scene("RD YP", "G1 G2", table="G5"))


def test_5_6_3_r34_a_player_who_passed_may_play_again_in_the_cycle():
    state = scene("G3 R9 R8", "G4 R7 Y9", "G5 R6 Y8", player=0)
    do(state, "play G3", "pass", "play G5")
    assert state.player == 0
    do(state, "pass")
    assert state.player == 1
    do(state, "play R7")
    assert state.passed == []


def test_5_6_4_a_cycle_ends_when_all_others_passed_in_succession():
    state = scene("G3 R9 R8", "G4 R7 Y9", "G5 R6 Y8", player=0)
    do(state, "play G3", "play G4", "pass", "pass")
    assert (state.phase, state.player, state.table) == ("lead", 1, None)
    assert any("All others have passed: seat 1 leads." in line for line in state.public_events())


def test_5_6_4_two_players_one_pass_ends_the_cycle():
    state = do(scene("G3 R9 R8", "G4 R7 Y9"), "play G3", "pass")
    assert (state.phase, state.player) == ("lead", 0)


def test_5_6_5_the_view_shows_the_table_combination():
    state = do(scene("G3 R9 R8", "G4 R7 Y9"), "play R9")
    assert state.view(1)["table"] == {"seat": 0, "type": "single", "cards": ["R9"]}


def test_5_6_6_the_round_ends_immediately():
    state = scene("G3", "G4 RD Y9", "G5 R6 Y8 R10", player=0)
    do(state, "play G3")
    assert state.round == 3
    assert state.sheet[-1] == [0, 3, 4]


# 5.7 Exchange


def round_end(*hands, scores=None, winner=0):
    """The state after `winner` plays the only card that is left to them; the others' hands stay as given."""
    sheet = [scores or [0] * len(hands)]
    state = scene(*hands, player=winner, sheet=sheet)
    card = WORDS[state.hands[winner][0]]
    return do(state, f"play {card}")


def test_5_7_1_most_cards_left_is_the_loser():
    state = round_end("G3", "G4 RD Y9", "G5 R6 Y8 R10")
    assert state.exchange["loser"] == 2
    assert state.exchange["winner"] == 0


def test_5_7_1_tie_on_cards_higher_total():
    assert round_end("G3", "G4 RD Y9", "G5 R6 Y8", scores=[0, 7, 5]).exchange["loser"] == 1
    assert round_end("G3", "G4 RD Y9", "G5 R6 Y8", scores=[0, 5, 7]).exchange["loser"] == 2


@pytest.mark.parametrize(("winner", "loser"), [(0, 3), (1, 0), (2, 1), (3, 2)])
def test_5_7_1_still_tied_nearest_counter_clockwise_from_the_winner(winner, loser):
    hands = ["G4 RD Y9", "G5 R6 Y8", "G7 R7 Y7", "G8 R8 Y6"]
    hands[winner] = "G3"
    assert round_end(*hands, winner=winner).exchange["loser"] == loser


def test_5_7_1_the_total_counts_after_the_round_was_added():
    # Both have 8 cards left; only the total with the 16 new points orders them: it is the same difference.
    state = round_end("G3", "G4 RD Y9 Y4 Y5 Y6 Y7 Y8", "G5 R6 G8 G9 G10 R7 R8 R9", scores=[0, 1, 2])
    assert state.sheet[-1] == [0, 16, 16]
    assert state.scores == [0, 17, 18]
    assert state.exchange["loser"] == 2


def test_5_7_2_the_highest_card_of_the_new_hand_no_choice():
    state = play_on(GangOfFour().initial_state(4, seed=4), stop=lambda state: state.round == 2)
    cards = list(DECK)
    chance.stream(4, 0, chance.DEAL, 2).shuffle(cards)
    loser, winner = state.exchange["loser"], state.exchange["winner"]
    dealt = [sorted(cards[16 * seat : 16 * seat + 16]) for seat in range(4)]
    assert state.exchange["given"] == WORDS[max(dealt[loser])]
    assert state.hands[loser] == dealt[loser][:-1]
    assert state.hands[winner] == sorted([*dealt[winner], dealt[loser][-1]])


def exchange(hand="G3 R9 RD", other="G4 G5"):
    return scene(hand, other, phase="exchange", exchange={"loser": 1, "winner": 0, "given": "RD", "returned": None})


def test_5_7_3_the_winner_gives_any_one_card():
    assert legal(exchange()) == {"give G3", "give R9", "give RD"}
    state = do(exchange(), "give G3")
    assert [WORDS[key] for key in state.hands[1]] == ["G3", "G4", "G5"]
    assert (state.phase, state.player) == ("lead", 0)


def test_5_7_3_r35_the_same_card_may_go_back():
    state = do(exchange(), "give RD")
    assert [WORDS[key] for key in state.hands[1]] == ["G4", "G5", "RD"]


def test_5_7_3_nothing_else_before_the_gift():
    assert refused(exchange(), "pass") == "must-give"
    assert refused(exchange(), "play G3") == "must-give"
    assert refused(exchange(), "give G10") == "not-in-hand"


def test_5_7_4_both_cards_are_shown_to_everybody():
    state = do(exchange(), "give G3")
    for seat in range(2):
        assert state.view(seat)["exchange"] == {"loser": 1, "winner": 0, "given": "RD", "returned": "G3"}


def test_5_7_5_no_exchange_before_round_1():
    state = GangOfFour().initial_state(4, seed=1)
    assert (state.exchange, state.phase) == (None, "lead")


# 5.8 Last card


def test_5_8_1_a_play_that_leaves_one_card_comes_with_and_without_announcement():
    state = scene("G3 R9 R9", "G4 R7 Y8")
    assert legal(state) == {"play G3", "play R9", "play R9 R9", "play R9 R9 last-card"}
    assert do(state, "play R9 R9 last-card").announced == [0]


def test_5_8_1_no_false_announcement():
    assert refused(scene("G3 R9 R9", "G4 R7 Y8"), "play G3 last-card") == "no-announcement"
    assert refused(scene("G3", "G4 R7 Y8"), "play G3 last-card") == "no-announcement"


def test_5_8_2_r36_not_announced_keeps_the_card_is_passed_over_and_scores_1():
    state = scene("G3 R9", "G4 R7 Y9", "Y8 Y10", player=0)
    do(state, "play G3")
    assert state.barred == [0]
    do(state, "play G4", "pass")  # seat 0 is passed over: the cycle ends after seat 2
    assert (state.phase, state.player) == ("lead", 1)
    do(state, "play R7 last-card", "play Y10 last-card")
    assert state.player == 1
    do(state, "pass", "play Y8")
    assert state.sheet[-1] == [1, 1, 0]


def test_5_8_2_all_pass_on_the_card_of_a_barred_player_the_next_one_leads():
    state = do(scene("G3 R9", "G4 R7 Y9", "Y8 Y10", player=0), "play R9", "pass", "pass")
    assert (state.phase, state.player) == ("lead", 1)


def test_5_8_3_the_only_player_not_barred_wins_at_once():
    state = do(scene("G3 R9", "G4 R7", "Y8 Y10 Y3", player=0), "play G3", "play G4")
    assert state.round == 3
    assert state.sheet[-1] == [1, 1, 0]
    assert state.exchange["winner"] == 2
    assert state.exchange["loser"] in (0, 1)


def test_5_8_3_two_players_forgetting_loses_the_round():
    state = do(scene("G3 R9", "G4 R7 R8 R10"), "play R9")
    assert state.sheet[-1] == [1, 0]


def test_5_8_4_no_announcement_when_going_out_with_several_cards():
    assert legal(scene("R9 R9", "G4 R7 Y8")) == {"play R9 last-card", "play R9", "play R9 R9"}
    assert do(scene("R9 R9", "G4 R7 Y8"), "play R9 R9").sheet[-1] == [0, 3]


def test_5_8_4_hand_sizes_are_public():
    assert scene("R9 R9", "G4 R7 Y8").view(0)["hand_sizes"] == [2, 3]


def test_5_8_5a_must_play_the_highest_single():
    state = scene("G3 R9 Y10", "G4", "G5 R6", table="G7", announced=[1])
    assert legal(state) == {"play Y10"}
    assert refused(state, "play R9") == "duty"
    assert refused(state, "pass") == "duty"


def test_5_8_5a_r37_a_gang_may_be_played_instead():
    state = scene("G3 G3 Y3 Y3 R9 Y10", "G4", "G5 R6", table="G7", announced=[1])
    assert legal(state) == {"play Y10", "play Y3 Y3 G3 G3"}


def test_5_8_5a_r37_a_gang_when_the_highest_single_does_not_beat():
    state = scene("G3 G3 Y3 Y3 R9 Y10", "G4", "G5 R6", table="YP", announced=[1])
    assert legal(state) == {"play Y3 Y3 G3 G3"}


def test_5_8_5a_pass_only_if_neither_is_possible():
    assert legal(scene("G3 R9 Y10", "G4", "G5 R6", table="YP", announced=[1])) == {"pass"}


def test_5_8_5a_no_duty_when_the_table_is_no_single():
    state = scene("G3 R9 R9", "G4", "G5 R6", table="G7 R7", announced=[1])
    assert legal(state) == {"play R9 R9 last-card", "play R9 R9", "pass"}


def test_5_8_5b_must_lead_something_other_than_a_single():
    state = scene("G3 G3 R9 Y10", "G4", "G5 R6", announced=[1])
    assert legal(state) == {"play G3 G3"}
    assert refused(state, "play Y10") == "duty"


def test_5_8_5b_otherwise_the_highest_single():
    assert legal(scene("G3 G5 R9 Y10", "G4", "G5 R6", announced=[1])) == {"play Y10"}


def test_5_8_6_the_duty_binds_nobody_else():
    state = scene("G5 R6 R8", "G3 R9 Y10", "G4", table="G5", by=2, announced=[2])
    assert legal(state) == {"play R6", "play R8", "pass"}


def test_5_8_6_the_duty_binds_two_when_two_have_announced():
    state = scene("G3 R9 Y10", "G4", "G5", table="G5 Y5", announced=[1, 2], by=2)
    assert state.has_duty(0)
    assert state.has_duty(1)
    assert not state.has_duty(2)


def test_5_8_6_the_announcer_with_a_duty_plays_the_last_card_if_it_beats():
    state = scene("G3 R9 Y10", "G8", "G5", table="G7", by=0, player=1, announced=[1, 2])
    assert legal(state) == {"play G8"}


def test_5_8_6_a_barred_player_between_is_passed_over():
    state = scene("G3 R9 Y10", "G4", "G5", table="G7", by=2, announced=[2], barred=[1])
    assert legal(state) == {"play Y10"}


def test_5_8_6_the_duty_ends_with_the_round():
    state = do(scene("R6 G3 G4", "G5", "G6", table="G6", by=2, player=1, passed=[0], announced=[2]), "pass")
    assert state.announced == [2]
    do(state, "play G6")
    assert state.announced == []


def test_5_8_7_with_2_players_each_is_before_the_other():
    state = scene("G3 R9 Y10", "G4", table="G7", announced=[1])
    assert legal(state) == {"play Y10"}


def test_5_8_5_the_duty_follows_the_direction_of_the_round():
    clockwise = scene("G3 R9 Y10", "G4", "G5 R6", table="G2", announced=[1], number=2)
    counter = scene("G3 R9 Y10", "G4", "G5 R6", table="G2", announced=[1], number=3)
    assert (clockwise.has_duty(0), clockwise.has_duty(2)) == (True, False)
    assert (counter.has_duty(0), counter.has_duty(2)) == (False, True)


# 5.9 Scoring and end


def test_5_9_the_score_table():
    assert load_scores() == (0, 1, 2, 3, 4, 5, 6, 7, 16, 18, 20, 33, 36, 39, 56, 60, 80)


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("points_per_card: {1: 1, 8: 2, 17: 3}", ":1:31: T204 17 cards: a hand has 1 to 16 cards."),
        ("points_per_card: {2: 1}", ":1:1: T204 points_per_card must say what 1 card costs."),
        ("points_per_card: {1: 0}", ":1:19: T204 every card left must cost at least 1 point."),
        ("points_per_card: {1: one}",
         ":1:22: T203 points_per_card: 1 must be a whole number from 0, not the text 'one'."),
        ("points_per_card: {1: -1}",
         ":1:22: T203 points_per_card: 1 must be a whole number from 0, not the number -1."),
        ("points_per_card: {a: 1}", ":1:19: T203 points_per_card: 'a' must be a whole number of at most 4 digits."),
        ("points_per_card: {01: 1}", ":1:19: T203 points_per_card: '01' must be a whole number of at most 4 digits."),
        ("points_per_card: 5", ":1:18: T203 points_per_card must be lines like `1: 8`, not the number 5."),
        ("{}", ":1:1: T202 the table lacks points_per_card."),
        ("- 1", ":1:1: T203 the file must be a table with points_per_card, not a list."),
        ("", ":1:1: M108 the file is empty; a table with points_per_card was expected."),
        ("points_per_card: {1: 1, 1: 2}",
         ":1:25: M113 the key '1' stands here a second time, first at line 1, column 19."),
    ],
)  # fmt: skip
def test_5_9_a_broken_score_table_is_one_sentence(tmp_path, text, finding):
    file = tmp_path / "scores.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(RuleTableError) as caught:
        load_scores(file)
    assert str(caught.value) == f"{file}{finding}"
    assert caught.value.exit_status == 1


def test_5_9_every_wrong_entry_of_a_table_is_told(tmp_path):
    file = tmp_path / "scores.yaml"
    file.write_text("points: {1: 1}\ncards: 3\n")
    with pytest.raises(RuleTableError) as caught:
        load_scores(file)
    assert [(finding.line, finding.code) for finding in caught.value.findings] == [
        (1, "T201"),
        (1, "T202"),
        (2, "T201"),
    ]


def test_5_9_a_missing_score_table(tmp_path):
    with pytest.raises(RuleTablePathError, match=r"There is no file '.*'; give the path of a YAML file") as caught:
        load_scores(tmp_path / "none.yaml")
    assert caught.value.exit_status == 2


def test_5_9_1_the_match_ends_at_100_and_the_lowest_total_wins():
    state = do(scene("G3", "G4 RD Y9", sheet=[[20, 97]]), "play G3")
    assert state.scores == [20, 100]
    assert state.is_terminal()
    assert state.current_player() is None
    assert state.legal_actions() == ()
    assert state.returns() == [1.0, 0.0]
    assert refused(state, "pass") == "game-over"


def test_5_9_1_99_is_not_the_end():
    state = do(scene("G3", "G4 RD Y9", sheet=[[20, 96]]), "play G3")
    assert not state.is_terminal()
    assert state.returns() == [0.0, 0.0]


def test_5_9_1_r38_equal_lowest_totals_share_the_victory():
    state = do(scene("G3", "G4 RD Y9", "Y8 R8", sheet=[[20, 97, 18]]), "play G3")
    assert state.scores == [20, 100, 20]
    assert state.returns() == [0.5, 0.0, 0.5]


def test_5_9_1_the_winner_of_the_last_round_need_not_win_the_match():
    state = do(scene("G3", "G4 RD Y9", sheet=[[99, 97]]), "play G3")
    assert state.returns() == [1.0, 0.0]
    state = do(scene("G3", "Y9", "Y8 R8", sheet=[[101, 97, 10]]), "play G3")
    assert state.returns() == [0.0, 0.0, 1.0]


def test_option_target_and_rounds():
    state = do(scene("G3", "G4 RD Y9", game=GangOfFour(target=3)), "play G3")
    assert state.is_terminal()
    state = do(scene("G3", "G4 RD Y9", game=GangOfFour(rounds=2)), "play G3")
    assert state.is_terminal()
    assert not do(scene("G3", "G4 RD Y9", game=GangOfFour(rounds=3)), "play G3").is_terminal()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"target": 0}, "target of Gang of Four must be 1 to 10000 points, not 0"),
        ({"target": "many"}, "target of Gang of Four must be a whole number, not 'many'"),
        ({"rounds": -1}, "rounds of Gang of Four must be 0 .no limit. to 1000, not -1"),
        ({"points": 3}, "no option 'points'"),
    ],
)  # fmt: skip
def test_wrong_options(options, sentence):
    with pytest.raises(OptionError, match=sentence):
        create_game("gang-of-four", **options)


# 5.10 Hidden and public


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_5_10_a_view_does_not_depend_on_what_is_hidden(seats):
    state = GangOfFour().initial_state(seats, seed=8)
    choice = chance.stream(12, seats, chance.BOT)
    while state.round < 3 and not state.is_terminal():
        swapped = state.clone()
        hidden = [card for seat in range(1, seats) for card in state.hands[seat]] + state.aside
        choice.shuffle(hidden)
        for seat in range(1, seats):
            size = len(state.hands[seat])
            swapped.hands[seat], hidden = sorted(hidden[:size]), hidden[size:]
        swapped.aside = sorted(hidden)
        if not state.opening or MULTICOLOUR in swapped.hands[state.player]:
            same = swapped.view(0)
            if state.round == 1 and not state.log:  # who opens is public, where the multicolour 1 lies with it
                same["opening"] = state.view(0)["opening"]
            assert same == state.view(0)
        state.apply(choice.choice(state.legal_actions()))


def test_5_10_public_parts_are_the_same_for_all():
    state = play_on(GangOfFour().initial_state(4, seed=8), stop=lambda state: state.round == 2 and len(state.log) > 9)
    views = [state.view(seat) for seat in range(4)]
    for view in views:
        assert view.pop("hand") == [WORDS[key] for key in state.hands[view.pop("seat")]]
    assert views[0] == views[1] == views[2] == views[3]
    assert set(views[0]) >= {"hand_sizes", "exchange", "log", "announced", "scores", "passed", "barred"}


# Wording


def test_describe_says_what_an_action_does():
    state = scene("G3 R9 R9", "G4 R7 Y8")
    assert state.describe(("play", "R9", "R9", "last-card")) == 'Play a pair: two red 9s, and say "last card".'
    assert state.describe(("play", "R9", "R9")) == 'Play a pair: two red 9s, without saying "last card".'
    assert state.describe(("play", "G3")) == "Play the green 3."
    assert state.describe(("pass",)) == "Pass."
    assert exchange().describe(("give", "RD")) == "Give the Dragon to seat 1."
    full = scene("R7 G7 G7 YP GP G1 G2", "G4 R8 Y8")
    assert full.describe(("play", "R7", "G7", "G7", "YP", "GP")) == (
        "Play a full house: red 7, two green 7s, yellow Phoenix, green Phoenix."
    )


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ("", "not-legal"), ("dance", "not-legal"), ("play", "no-combination"), ("play X9", "unknown-card"),
        ("play G4 R9", "no-combination"), ("play G10", "not-in-hand"), ("play Y9 R9", "wrong-order"),
        ("play R9 Y9 R9", "not-in-hand"), ("pass now", "not-legal"), ("give G4", "not-legal"),
        ("play last-card", "no-combination"), ("play G4", "too-low"), ("play G6", "wrong-size"),
    ],
)  # fmt: skip
def test_every_refusal_has_a_code_and_leaves_the_state_alone(action, code):
    table = "G5 Y5" if code == "wrong-size" else "G5" if code == "too-low" else ""
    state = scene("G4 G6 R9 Y9", "R7 Y8 G1", table=table)
    assert refused(state, action) == code


def test_a_gang_on_the_table_is_named_in_the_refusal():
    state = scene("G4 G6 R9 Y9", "R7 Y8 G1", table="R5 R5 Y5 Y5")
    with pytest.raises(IllegalAction, match="Only a higher gang may be played on a gang"):
        do(state, "play R9 Y9")


# Engine


@given(st.integers(2, 4), st.integers(0, 2**64), st.integers(0, 2**32))
def test_random_play_keeps_every_invariant(seats, seed, key):
    state = GangOfFour(target=20).initial_state(seats, seed)
    choice = chance.stream(key, chance.BOT)
    for _ in range(150):
        if state.is_terminal():
            break
        legal = state.legal_actions()
        assert len(set(legal)) == len(legal) > 0
        action = choice.choice(legal)
        assert state.describe(action).endswith(".")
        state.apply(action)
        state.check_invariants()


@given(st.integers(2, 4), st.integers(0, 1000), st.integers(0, 300))
def test_clone_and_json_are_independent_copies(seats, seed, steps):
    state = GangOfFour().initial_state(seats, seed)
    choice = chance.stream(seed, chance.BOT)
    for _ in range(steps):
        if state.is_terminal():
            return
        state.apply(choice.choice(state.legal_actions()))
    data = json.loads(json.dumps(state.to_json()))
    copies = [state.clone(), state.game.state_from_json(data)]
    before = state.to_json()
    for copy in copies:
        assert copy.to_json() == before
        assert copy.legal_actions() == state.legal_actions()
        assert [copy.view(seat) for seat in range(seats)] == [state.view(seat) for seat in range(seats)]
        if not copy.is_terminal():
            copy.apply(copy.legal_actions()[-1])
            assert state.to_json() == before
    assert copies[0].to_json() == copies[1].to_json()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_whole_match_ends_with_one_returned_point(seats):
    state = play_on(GangOfFour(target=30).initial_state(seats, seed=2))
    assert state.is_terminal()
    assert sum(state.returns()) == pytest.approx(1)
    assert max(state.scores) >= 30
    assert all(points.count(0) == 1 for points in state.sheet)


def test_seed_and_match_number_decide_the_deal():
    deals = [GangOfFour().initial_state(4, *key).hands for key in ((1, 0), (1, 0), (1, 1), (2, 0))]
    assert deals[0] == deals[1]
    assert deals[0] != deals[2] != deals[3] != deals[0]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda state: state.hands[0].pop(), "the cards are not the deck"),
        (lambda state: state.hands[0].reverse(), "a hand is not in order"),
        (lambda state: state.barred.append(0), "a barred player does not hold one card"),
        (lambda state: state.announced.append(0), "an announcer does not hold one card"),
        (lambda state: setattr(state, "phase", "respond"), "the table and the phase disagree"),
        (lambda state: state.sheet.append([0, 1]), "the rounds and the sheet disagree"),
        (lambda state: setattr(state, "player", None), "nobody can act"),
    ],
)  # fmt: skip
def test_invariants_notice_what_is_broken(change, sentence):
    state = scene("G3 R9", "G4 R7 Y9")
    change(state)
    with pytest.raises(InvariantError, match=sentence):
        state.check_invariants()
