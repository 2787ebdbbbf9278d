"""Score sheets: rules/gang-of-four.md 5.3, 5.7, 5.9; rules/gnoming-a-round.md 6.2, 6.5, 6.6; rules/gong.md 1.2, 3.4."""

import copy
import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.chance import stream
from companion.rules.registry import create_game
from companion.rules.scorekeeping.game_sheets import Exchange
from companion.rules.scorekeeping.score_sheet import ScoreError
from companion.rules.scorekeeping.sheets import SHEETS, new_sheet, on_paper, sheet_from_json


def gang(*rounds, seats=4, **options):
    sheet = new_sheet("gang-of-four", seats=seats, **options)
    for cards in rounds:
        sheet = sheet.enter(cards)
    return sheet


# Gang of Four


@pytest.mark.parametrize(
    ("cards", "points"),
    [(1, 1), (5, 5), (7, 7), (8, 16), (9, 18), (10, 20), (11, 33), (13, 39), (14, 56), (15, 60), (16, 80)],
)
def test_5_9_cards_left_become_points_through_the_table(cards, points):
    assert gang([0, cards], seats=2).points() == ((0, points),)


def test_5_9_totals_run_on_and_the_lowest_leads():
    sheet = gang([0, 5, 9, 16], [3, 0, 8, 1])
    assert sheet.points() == ((0, 5, 18, 80), (3, 0, 16, 1))
    assert sheet.totals() == (3, 5, 34, 81)
    assert (sheet.leaders(), sheet.winners(), sheet.is_over()) == ((0,), (), False)


def test_5_9_1_the_match_ends_after_the_round_in_which_somebody_reaches_100():
    sheet = gang([0, 16, 3, 1], [1, 11, 0, 2])
    assert sheet.totals() == (1, 113, 3, 3)
    assert (sheet.is_over(), sheet.winners()) == (True, (0,))
    with pytest.raises(ScoreError, match="This match of Gang of Four is over; start a new sheet"):
        sheet.enter([0, 1, 1, 1])
    assert gang([0, 16, 3, 1], [0, 10, 3, 1]).is_over(), "80 + 20 is 100"
    assert not gang([0, 16, 3, 1], [0, 9, 3, 1]).is_over()


def test_5_9_1_r_38_equal_lowest_totals_share_the_victory():
    assert gang([0, 16, 2], [2, 16, 0], seats=3).winners() == (0, 2)


def test_the_target_may_be_another():
    sheet = gang([0, 9], seats=2, target=18)
    assert (sheet.is_over(), sheet.winners()) == (True, (0,))


def test_5_3_1_the_direction_changes_each_round():
    sheet = gang(seats=3)
    seen = []
    for _ in range(4):
        seen.append(sheet.direction())
        sheet = sheet.enter([0, 1, 1])
    assert seen == ["counter-clockwise", "clockwise", "counter-clockwise", "clockwise"]
    assert sheet.undo().direction() == "clockwise"


def test_5_3_4_the_winner_leads_the_next_round():
    assert gang().leader() is None
    assert gang([5, 0, 1, 1]).leader() == 1


@pytest.mark.parametrize(
    ("rounds", "exchange"),
    [
        ([], None),
        ([[0, 4, 9, 2]], Exchange(2, 0)),
        ([[0, 2, 1, 1], [9, 9, 0, 1]], Exchange(1, 2)),  # 9 each; 18 + 0 against 18 + 2
        ([[9, 4, 9, 0]], Exchange(2, 3)),  # equal in all: nearest counter-clockwise from seat 3 is seat 2
        ([[9, 0, 9, 4]], Exchange(0, 1)),
        ([[0, 16, 1, 1], [0, 8, 1, 1], [0, 8, 1, 1]], None),  # the match is over
    ],
)
def test_5_7_1_who_exchanges_before_the_next_round(rounds, exchange):
    assert gang(*rounds).exchange() == exchange


def test_5_8_3_a_round_won_because_all_others_are_barred():
    sheet = gang(seats=3).enter([6, 1, 1], winner=0)
    assert (sheet.totals(), sheet.leader()) == ((0, 1, 1), 0)
    assert sheet_from_json(sheet.to_json()) == sheet
    for cards, winner in (([6, 2, 1], 0), ([0, 1, 1], 0), ([6, 1, 1], 1), ([6, 1, 1], 3)):
        with pytest.raises(ScoreError):
            gang(seats=3).enter(cards, winner=winner)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_sheet_says_what_the_engine_of_gang_of_four_says(seats, seed):
    """The points of each round, the totals, the end, the winners and the exchange of a random match."""
    state = create_game("gang-of-four").initial_state(seats, seed)
    chance = stream(seed, 77)
    sheet = new_sheet("gang-of-four", seats=seats)
    cards_of = {0: 0, **{gang([0, cards], seats=2).totals()[1]: cards for cards in range(1, 17)}}
    while not state.is_terminal():
        before = len(state.sheet)
        state.apply(chance.choice(state.legal_actions()))
        for line in state.sheet[before:]:
            sheet = sheet.enter([cards_of[points] for points in line])
            assert sheet.points()[-1] == tuple(line)
            assert sheet.is_over() == state.is_terminal()
            if not state.is_terminal():
                assert sheet.exchange().winner == sheet.leader()
    assert list(sheet.totals()) == state.scores
    returns = state.returns()
    assert sheet.winners() == tuple(seat for seat in range(seats) if returns[seat] > 0)


# Gnoming A Round


def gnoming(*rounds, seats=3):
    sheet = new_sheet("gnoming", seats=seats)
    for grids, closer in rounds:
        sheet = sheet.enter(grids, closer)
    return sheet


@pytest.mark.parametrize(
    ("grids", "closer", "points"),
    [
        ([4, 9, 12], 0, (-1, 9, 12)),
        ([4, 9, 12], 1, (4, 14, 12)),
        ([4, 4, 12], 1, (4, -1, 12)),
        ([-3, 0, 8], None, (-3, 0, 8)),
    ],
)
def test_6_5_6_r_47_the_closer(grids, closer, points):
    assert gnoming((grids, closer)).points() == (points,)


def test_6_6_three_rounds_and_the_lowest_total_wins():
    sheet = gnoming(([4, 9, 12], None), ([4, 9, 12], None))
    assert (sheet.is_over(), sheet.winners()) == (False, ())
    sheet = sheet.enter([40, 9, 1])
    assert (sheet.totals(), sheet.is_over(), sheet.winners()) == ((48, 27, 25), True, (2,))
    with pytest.raises(ScoreError, match="is over"):
        sheet.enter([1, 1, 1])


def test_6_6_a_tie_is_decided_by_the_third_round_or_shared():
    assert gnoming(([0, 3, 9], None), ([5, 5, 9], None), ([7, 4, 9], None)).winners() == (1,)
    assert gnoming(([3, 3, 9], None), ([5, 5, 9], None), ([7, 7, 9], None)).winners() == (0, 1)


def test_6_6_the_closers_bonus_counts_in_the_tie():
    assert gnoming(([0, 0, 9], None), ([0, 5, 9], None), ([9, 9, 20], 1)).totals()[:2] == (9, 9)
    assert gnoming(([0, 0, 9], None), ([0, 5, 9], None), ([9, 9, 20], 1)).winners() == (1,)


def test_6_2_4_the_starter_moves_one_seat_clockwise():
    assert [gnoming(*[([1, 1, 1], None)] * number).starter() for number in range(3)] == [0, 1, 2]


@pytest.mark.parametrize("seats", [2, 5])
def test_the_sheet_says_what_the_engine_of_gnoming_says(seats):
    state = create_game("gnoming").initial_state(seats, 4)
    chance = stream(5, seats)
    sheet = new_sheet("gnoming", seats=seats)
    while not state.is_terminal():
        before = len(state.sheet)
        state.apply(chance.choice(state.legal_actions()))
        if len(state.sheet) > before:
            sheet = sheet.enter(state.reveal["grid_scores"], state.reveal["closer"])
    assert [list(line) for line in sheet.points()] == state.sheet
    assert sheet.winners() == tuple(seat for seat, value in enumerate(state.returns()) if value > 0)


# GONG


def test_1_2_5_a_point_for_each_round_won_ties_are_shared():
    sheet = new_sheet("gong", seats=3, length=4)
    for winner in (2, 0, 0, 2):
        assert not sheet.is_over()
        sheet = sheet.enter(winner)
    assert (sheet.totals(), sheet.winners()) == ((2, 0, 2), (0, 2))
    with pytest.raises(ScoreError, match="This match of GONG is over"):
        sheet.enter(1)


def test_an_open_end_has_leaders_but_no_winners():
    sheet = new_sheet("gong", seats=2).enter(1)
    assert (sheet.leaders(), sheet.winners(), sheet.is_over()) == ((1,), (), False)


def test_1_2_4_the_starter_rotates_clockwise():
    sheet = new_sheet("gong", seats=2)
    starters = []
    for _ in range(3):
        starters.append(sheet.starter())
        sheet = sheet.enter(0)
    assert starters == [0, 1, 0]


def test_3_4_2_most_families_win_a_round_of_family():
    sheet = new_sheet("gong", seats=3).enter_families([2, 4, 3]).enter(0).enter_families([0, 0, 9])
    assert (sheet.totals(), sheet.families()) == ((1, 1, 1), (2, 4, 12))


def test_3_4_2_on_a_tie_who_reached_the_number_first():
    sheet = new_sheet("gong", names=["Ana", "Bo", ""])
    with pytest.raises(ScoreError, match="Ana and Bo have 4 families each: say who of them had so many first"):
        sheet.enter_families([4, 4, 1])
    assert sheet.enter_families([4, 4, 1], first=1).totals() == (0, 1, 0)
    with pytest.raises(ScoreError, match="say who"):
        sheet.enter_families([4, 4, 1], first=2)
    with pytest.raises(ScoreError, match="Bo alone has most families"):
        sheet.enter_families([2, 6, 1], first=0)


# Bad entries


@pytest.mark.parametrize(
    ("cards", "sentence"),
    [
        ([0, 0, 3, 4], "Exactly one player ends a round without cards; here 2 players have none left."),
        ([1, 2, 3, 4], "Exactly one player ends a round without cards; here nobody has none left."),
        ([0, 17, 3, 4], "The cards left of Bo must be a whole number from 0 to 16."),
        ([0, -1, 3, 4], "The cards left of Bo must be a whole number from 0 to 16."),
        ([0, 2.0, 3, 4], "The cards left of Bo must be a whole number from 0 to 16."),
        ([0, True, 3, 4], "The cards left of Bo must be a whole number from 0 to 16."),
        ([0, "2", 3, 4], "The cards left of Bo must be a whole number from 0 to 16."),
        ([0, 1, 3, None], "The cards left of player 4 must be a whole number from 0 to 16."),
        ([0, 1, 3], "There must be a number of cards left for each of the 4 players."),
        ("0134", "There must be a number of cards left for each of the 4 players."),
    ],
)
def test_an_impossible_line_is_refused_in_one_sentence(cards, sentence):
    sheet = new_sheet("gang-of-four", seats=4, names=["Ana", "Bo"])
    with pytest.raises(ScoreError) as caught:
        sheet.enter(cards)
    assert str(caught.value) == sentence
    assert caught.value.exit_status == 1
    assert sheet.rounds == ()


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: new_sheet("gnoming", 3).enter([1, 2, 501]), "points of player 3 must be a whole number from -500 to"),
        (lambda: new_sheet("gnoming", 3).enter([1, 2, 3], 3), "The closer must be one of the 3 players."),
        (lambda: new_sheet("gong", 3).enter(3), "The winner must be one of the 3 players."),
        (lambda: new_sheet("gong", 3).enter(True), "The winner must be one of the 3 players."),
        (
            lambda: new_sheet("gong", 3).enter_families([1, 2, 3]),
            "All 9 families are laid down at the end of a round, n",
        ),
        (lambda: new_sheet("poker", 3), "There is no score sheet for 'poker'; there are gang-of-four, gnoming, gong."),
        (lambda: new_sheet("gong", 3, stakes=1), "The sheet of GONG has no option 'stakes'; its options are: length."),
        (lambda: new_sheet("gnoming", 3, target=1), "no option 'target'; its options are: none."),
        (lambda: new_sheet("gong", 7), "GONG is played by 2 to 6 players, not 7."),
        (lambda: new_sheet("gong", 10**9), "GONG is played by 2 to 6 players, not"),
        (lambda: new_sheet("gong"), "GONG is played by 2 to 6 players, not 0."),
        (lambda: new_sheet("gang-of-four", 5), "Gang of Four is played by 2 to 4 players, not 5."),
        (lambda: new_sheet("gnoming", 8), "Gnoming A Round is played by 2 to 7 players, not 8."),
        (lambda: new_sheet("gong", 2, ["a", "b", "c"]), "There are 3 names for 2 players."),
        (lambda: new_sheet("gong", 2, ["Eva", "Eva"]), "Two players are called Eva; write a letter more."),
        (lambda: new_sheet("gong", 2, ["x" * 25]), "The name of player 1 has 25 characters; at most 24 fit."),
        (lambda: new_sheet("gong", 2, ["", "a\nb"]), "The name of player 2 must be plain text"),
        (lambda: new_sheet("gong", 2, length=-1), "The number of rounds must be a whole number up to 500, or 0"),
        (lambda: new_sheet("gang-of-four", 2, target=0), "The target must be a whole number from 1 to 10000 points."),
        (lambda: new_sheet("gong", 2).undo(), "There is no line to take back."),
    ],
)
def test_what_cannot_be_is_said_in_one_sentence(call, sentence):
    with pytest.raises(ScoreError) as caught:
        call()
    assert sentence in str(caught.value)
    assert str(caught.value).endswith(".")
    assert "\n" not in str(caught.value)


# Undo and JSON


@st.composite
def sheets(draw):
    game = draw(st.sampled_from(["gang-of-four", "gnoming", "gong"]))
    seats = draw(st.integers(2, 4))
    names = draw(st.lists(st.sampled_from(["", "Ana", "Bo", "Čedo", "Δ"]), max_size=seats))
    names = [name if name not in names[:index] else "" for index, name in enumerate(names)]
    sheet = new_sheet(game, seats, names)
    history = [sheet]
    for _ in range(draw(st.integers(0, 6))):
        if sheet.is_over():
            break
        if game == "gang-of-four":
            cards = draw(st.lists(st.integers(1, 16), min_size=seats, max_size=seats))
            cards[draw(st.integers(0, seats - 1))] = 0
            sheet = sheet.enter(cards)
        elif game == "gnoming":
            grids = draw(st.lists(st.integers(-40, 90), min_size=seats, max_size=seats))
            sheet = sheet.enter(grids, draw(st.none() | st.integers(0, seats - 1)))
        else:
            sheet = sheet.enter(draw(st.integers(0, seats - 1)))
        history.append(sheet)
    return history


@given(history=sheets())
def test_undo_goes_back_line_by_line(history):
    for before, after in pairwise(history):
        assert after.undo() == before
        assert after.totals() == tuple(
            was + points for was, points in zip(before.totals(), after.points()[-1], strict=True)
        )


@given(history=sheets())
def test_json_round_trip(history):
    for sheet in history:
        data = json.loads(json.dumps(sheet.to_json()))
        again = sheet_from_json(data)
        assert again == sheet
        assert again.to_json() == data
        assert (again.totals(), again.winners()) == (sheet.totals(), sheet.winners())


def test_json_of_a_sheet_is_a_copy():
    sheet = gang([0, 1, 2, 3])
    sheet.to_json()["rounds"][0]["cards_left"][1] = 16
    assert sheet.totals() == (0, 1, 2, 3)


def put(path, value):
    def tamper(data):
        *parents, last = path
        for key in parents:
            data = data[key]
        if value is None:
            del data[last]
        else:
            data[last] = value

    tamper.__name__ = f"{path}={value}"
    return tamper


@pytest.mark.parametrize(
    "tamper",
    [
        put(["format"], "csv"),
        put(["format"], None),
        put(["version"], 2),
        put(["version"], True),
        put(["game"], "chess"),
        put(["game"], ["gnoming"]),
        put(["game"], "gnoming"),
        put(["names"], "Ana"),
        put(["names"], [1, 2, 3, 4]),
        put(["names"], ["Ana"]),
        put(["names"], ["Ana", "Ana", "", ""]),
        put(["names"], ["", "", ""]),
        put(["target"], None),
        put(["target"], "100"),
        put(["target"], 3),
        put(["extra"], 1),
        put(["rounds"], {}),
        put(["rounds"], [[0, 1, 2, 3]]),
        put(["rounds"], [{}] * 501),
        put(["rounds", 0], {}),
        put(["rounds", 0, "cards_left"], [0, 1, 2]),
        put(["rounds", 0, "cards_left"], 7),
        put(["rounds", 0, "cards_left", 1], 0),
        put(["rounds", 0, "cards_left", 1], 99),
        put(["rounds", 0, "winner"], 2),
        put(["rounds", 0, "closer"], 2),
    ],
    ids=lambda tamper: tamper.__name__,
)
def test_a_tampered_sheet_is_refused_in_one_sentence(tamper):
    data = copy.deepcopy(gang([0, 1, 2, 3], [4, 0, 1, 1]).to_json())
    tamper(data)
    with pytest.raises(ScoreError) as caught:
        sheet_from_json(data)
    assert str(caught.value).endswith(".")
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 160


@pytest.mark.parametrize("data", [None, [], "", 0, {}])
def test_what_is_no_sheet_at_all_is_refused(data):
    with pytest.raises(ScoreError, match="This is not a score sheet"):
        sheet_from_json(data)


# On paper


@pytest.mark.parametrize("game", SHEETS)
def test_a_sheet_of_paper_counts_what_the_sheet_on_the_screen_counts(game):
    facts = on_paper(game)
    sheet = new_sheet(game, seats=facts["seats"])
    assert (facts["game"], facts["title"], facts["seats"]) == (game, sheet.title, sheet.seat_numbers[-1])
    if game == "gang-of-four":
        one = gang((0, 9, 1, 1))
        assert one.points()[0] == tuple(facts["points"][cards] for cards in (0, 9, 1, 1))
    if game == "gnoming":
        closed = new_sheet(game, seats=2).enter([3, 9], closer=0)
        assert closed.points() == ((3 - facts["closer"], 9),)
        assert facts["rounds"] == sheet.LENGTH == 3


def test_there_is_paper_only_for_games_with_a_sheet():
    with pytest.raises(
        ScoreError, match=r"There is no score sheet for 'chess'; there are gang-of-four, gnoming, gong\."
    ):
        on_paper("chess")
