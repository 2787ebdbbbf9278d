"""Gnoming A Round: rules/gnoming-a-round.md 6.1-6.7 and its rulings, one test and more for each rule.

The score of a grid is in test_grid.py.
"""

import json
import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import chance
from companion.rules.game import IllegalAction, InvariantError, OptionError
from companion.rules.gnoming.cards import load_distribution
from companion.rules.gnoming.game import Gnoming
from companion.rules.grid import HAZARD, MULLIGAN, grid_score
from companion.rules.registry import create_game
from companion.rules.rule_tables import RuleTableError, RuleTablePathError

DECK = Counter(load_distribution())
SPECIAL = {"M": MULLIGAN, "H": HAZARD}


def cards(text):
    return [SPECIAL.get(word) or int(word) for word in text.split()]


def scene(*grids, pile="", a="1", b="1", rest=True, game=None, **changes):
    """Seat 0 draws in round 1. Grids as words, `?` before a face-down card; `pile` lies on top, its first card topmost.

    With `rest` all cards not named lie under the pile; without, they lie in one more grid outside (no invariants).
    """
    grid_words = [grid.split() for grid in grids]
    faces = [[SPECIAL.get(word.strip("?")) or int(word.strip("?")) for word in grid] for grid in grid_words]
    discards = {"A": cards(a), "B": cards(b)}
    top = cards(pile)[::-1]
    used = Counter(top)
    for place in (*faces, *discards.values()):
        used += Counter(place)
    removed = changes.get("removed", 0)
    assert used <= DECK, "more cards than the deck has"
    left = sorted((DECK - used - Counter({HAZARD: removed})).elements(), key=str) if rest else []
    data = {
        "seats": len(grids), "seed": 1, "match": 0, "round": 1, "phase": "draw", "player": 0, "turn_seat": 0,
        "turns": 0, "grids": faces, "up": [[not word.startswith("?") for word in grid] for grid in grid_words],
        "chosen": [], "pile": left + top, "discards": discards, "removed": 0, "held": None, "source": None,
        "filled": [], "flippers": [], "closer": None, "sheet": [], "reveal": None,
    }  # fmt: skip
    state = (game or Gnoming()).state_from_json(data | changes)
    if rest:
        state.check_invariants()
    return state


OTHER = "?9 ?9 ?8 ?8 ?7 ?7 ?6 ?6 ?3"
MINE = "?1 ?2 ?3 ?4 ?5 ?6 ?7 ?8 ?-1"


def do(state, *actions):
    """Apply actions given as words: `do(state, "draw pile", "place 3")`."""
    for action in actions:
        state.apply(act(action))
    return state


def act(text):
    return tuple(int(word) if re.fullmatch(r"-?\d+", word) else word for word in text.split())


def legal(state):
    return {" ".join(map(str, action)) for action in state.legal_actions()}


def refused(state, action):
    before = json.dumps(state.to_json())
    with pytest.raises(IllegalAction) as caught:
        state.apply(act(action))
    assert json.dumps(state.to_json()) == before
    assert str(caught.value).endswith(".")
    return caught.value.code


def play_on(state, key=0, stop=lambda _: False):
    choice = chance.stream(11, key, chance.BOT)
    while not state.is_terminal() and not stop(state):
        state.apply(choice.choice(state.legal_actions()))
    return state


def start(state):
    """Let everybody turn over the first two cards."""
    while state.phase == "start":
        do(state, "turn-up 0 1")
    return state


PLACES = {f"place {place}" for place in range(9)}

# 6.1 Components


def test_6_1_1_110_cards():
    assert sum(DECK.values()) == 110
    assert sum(count for card, count in DECK.items() if isinstance(card, int) and card > 0) == 82
    assert sum(count for card, count in DECK.items() if isinstance(card, int) and card < 0) == 22
    assert DECK[HAZARD] == DECK[MULLIGAN] == 3


def test_6_1_3_r40_the_proposed_distribution():
    assert {value: DECK[value] for value in range(1, 11)} == dict.fromkeys(range(1, 11), 8) | {5: 9, 6: 9}
    assert [DECK[value] for value in (-1, -2, -3, -4)] == [7, 6, 5, 4]


GOOD = "positive: {1: 40, 12: 42}\nnegative: {-2: 22}\nmulligans: 3\nhazards: 3\n"


def test_6_1_3_another_distribution(tmp_path):
    file = tmp_path / "cards.yaml"
    file.write_text(GOOD)
    state = create_game("gnoming", distribution=str(file)).initial_state(7, seed=3)
    state.check_invariants()
    assert {card for grid in state.grids for card in grid if isinstance(card, int)} <= {1, 12, -2}
    assert state.game.options()["distribution"] == str(file)


@pytest.mark.parametrize(
    ("old", "new", "finding"),
    [
        ("12: 42", "12: 41", ":1:1: T204 there must be 82 positive cards, not 81."),
        ("-2: 22", "-2: 23", ":2:1: T204 there must be 22 negative cards, not 23."),
        ("mulligans: 3", "mulligans: 4", ":3:1: T204 there must be 3 mulligans, not 4."),
        ("hazards: 3", "hazards: 0", ":4:1: T204 there must be 3 hazards, not 0."),
        ("hazards: 3", "hazards: true", ":4:10: T203 hazards must be a whole number, not true."),
        ("hazards: 3", "", ":1:1: T202 the table lacks hazards."),
        ("hazards: 3", "hazards: 3\njokers: 2",
         ":5:1: T201 'jokers' is unknown; a table has positive, negative, mulligans and hazards."),
        ("12: 42", "0: 42", ":1:19: T204 0 is no positive value; these go from 1 to 99."),
        ("12: 42", "100: 42", ":1:19: T204 100 is no positive value; these go from 1 to 99."),
        ("-2: 22", "2: 22", ":2:12: T204 2 is no negative value; these go from -1 to -99."),
        ("12: 42", "12: -1", ":1:23: T203 positive: 12 must be a whole number from 0, not the number -1."),
        ("12: 42", "twelve: 42", ":1:19: T203 positive: 'twelve' must be a whole number of at most 4 digits."),
        ("12: 42", "12: [42]", ":1:23: T203 positive: 12 must be a whole number from 0, not a list."),
        ("{1: 40, 12: 42}", "82", ":1:11: T203 positive must be lines like `1: 8`, not the number 82."),
        ("{-2: 22}", "{-2: 11, -2: 11}",
         ":2:20: M113 the key '-2' stands here a second time, first at line 2, column 12."),
    ],
)  # fmt: skip
def test_6_1_3_a_broken_distribution_is_one_sentence(tmp_path, old, new, finding):
    file = tmp_path / "cards.yaml"
    assert old in GOOD
    file.write_text(GOOD.replace(old, new))
    with pytest.raises(RuleTableError) as caught:
        create_game("gnoming", distribution=str(file))
    assert str(caught.value) == f"{file}{finding}"
    assert caught.value.exit_status == 1


@pytest.mark.parametrize("content", [b"\xff\xfe", b"a" * 300_000, b"\x00", b"[" * 5000, b"!!python/object:os.x {}"])
def test_6_1_3_no_table_at_all(tmp_path, content):
    file = tmp_path / "cards.yaml"
    file.write_bytes(content)
    with pytest.raises(RuleTableError) as caught:
        load_distribution(file)
    assert all(line.startswith(f"{file}:1:") for line in str(caught.value).splitlines())


def test_6_1_3_a_distribution_that_is_no_file(tmp_path):
    for path in (tmp_path / "none.yaml", tmp_path, tmp_path / "a\0b"):
        with pytest.raises(RuleTablePathError, match="There is no file '") as caught:
            create_game("gnoming", distribution=str(path))
        assert caught.value.exit_status == 2


@pytest.mark.parametrize("seats", [1, 8, 0])
def test_6_1_4_r41_two_to_seven_players(seats):
    with pytest.raises(OptionError, match=f"Gnoming A Round is played by 2 to 7 players, not {seats}"):
        Gnoming().initial_state(seats, seed=1)


# 6.2 Setup of a round


@pytest.mark.parametrize("seats", range(2, 8))
def test_6_2_1_nine_face_down_cards_each_the_rest_is_the_draw_pile(seats):
    state = Gnoming().initial_state(seats, seed=3)
    assert [len(grid) for grid in state.grids] == [9] * seats
    assert not any(any(up) for up in state.up)
    assert len(state.pile) == 110 - 9 * seats - 2
    assert all(len(cards) == 1 for cards in state.discards.values())
    state.check_invariants()


def test_6_2_2_r42_no_hazard_starts_a_discard_pile():
    tops = [
        card for seed in range(300) for cards in Gnoming().initial_state(2, seed).discards.values() for card in cards
    ]
    assert HAZARD not in tops
    assert MULLIGAN in tops


def test_6_2_3_each_player_turns_up_two_cards():
    state = Gnoming().initial_state(3, seed=3)
    assert len(state.legal_actions()) == 36
    assert refused(state, "turn-up 1 1") == "choose-two"
    assert refused(state, "turn-up 3 2") == "choose-two"
    assert refused(state, "draw pile") == "choose-two"
    do(state, "turn-up 0 8", "turn-up 3 4", "turn-up 1 2")
    assert [[place for place in range(9) if up[place]] for up in state.up] == [[0, 8], [3, 4], [1, 2]]
    assert (state.phase, state.player) == ("draw", 0)


def test_6_2_3_the_choice_is_hidden_until_all_have_chosen():
    state = Gnoming().initial_state(3, seed=3)
    assert state.public(("turn-up", 0, 8)) == "Choose two cards to turn over."
    assert state.describe(("turn-up", 0, 8)) == "Turn over the cards at row 1, column 1 and row 3, column 3."
    do(state, "turn-up 0 8")
    assert not any(any(up) for up in state.up)
    assert state.public_events() == ()
    assert [state.view(seat)["chosen"] for seat in range(3)] == [[0, 8], None, None]
    other = Gnoming().initial_state(3, seed=3)
    do(other, "turn-up 1 2")
    assert [state.view(seat) for seat in (1, 2)] == [other.view(seat) for seat in (1, 2)]


def test_6_2_3_they_stay_whatever_they_are():
    state = scene("?H ?M ?3 ?4 ?5 ?6 ?7 ?8 ?-1", OTHER, phase="start", player=0)
    do(state, "turn-up 0 1", "turn-up 0 1")
    assert state.view(1)["grids"][0][:3] == [HAZARD, MULLIGAN, None]
    assert state.removed == 0


def test_6_2_4_the_starter_moves_one_seat_clockwise_each_round():
    state = Gnoming(rounds=4).initial_state(3, seed=3)
    starters = []
    while not state.is_terminal():
        starters.append(start(state).player)
        play_on(state, stop=lambda state: state.phase == "start")
    assert starters == [0, 1, 2, 0]


def test_6_2_4_play_is_clockwise():
    state = start(Gnoming().initial_state(3, seed=3))
    turns = []
    for _ in range(7):
        turns.append(state.player)
        play_on(state, stop=lambda state, before=state.turns: state.turns > before and state.phase == "draw")
    assert turns == [0, 1, 2, 0, 1, 2, 0]


# 6.3 Turn


def test_6_3_1_draw_from_the_pile_or_a_or_b():
    assert legal(scene(MINE, OTHER)) == {"draw pile", "draw A", "draw B"}
    assert legal(scene(MINE, OTHER, a="")) == {"draw pile", "draw B"}
    assert do(scene(MINE, OTHER, a="1 5"), "draw A").held == 5
    assert do(scene(MINE, OTHER, b="4 -3"), "draw B").held == -3
    assert do(scene(MINE, OTHER, pile="10"), "draw pile").held == 10
    assert refused(scene(MINE, OTHER, a=""), "draw A") == "must-draw"


@pytest.mark.parametrize("source", ["A", "B"])
def test_6_3_2_r43_a_card_from_a_discard_pile_must_be_placed(source):
    state = do(scene(MINE, OTHER), f"draw {source}")
    assert legal(state) == PLACES
    assert refused(state, "discard A") == "must-place"


def test_6_3_2_a_card_from_the_draw_pile_may_be_rejected():
    state = do(scene(MINE, OTHER, pile="10"), "draw pile")
    assert legal(state) == PLACES | {"discard A", "discard B"}


def test_6_3_3_the_rejected_card_is_discarded():
    state = do(scene(MINE, OTHER, pile="10"), "draw pile", "discard B")
    assert state.discards["B"] == [1, 10]
    assert state.player == 1
    assert state.face_down(0) == list(range(9))


def test_6_3_4_place_on_a_face_down_card():
    state = do(scene(MINE, OTHER, pile="10"), "draw pile", "place 1")
    assert state.view(1)["grids"][0] == [None, 10, *[None] * 7]
    assert state.held == 2
    assert state.public_events() == ("The card at row 1, column 2 was 2.",)
    assert legal(state) == {"discard A", "discard B"}
    do(state, "discard A")
    assert state.discards["A"] == [1, 2]


def test_6_3_4_place_on_a_face_up_card():
    state = do(scene("4 ?2 ?3 ?1 ?5 ?6 ?7 ?8 ?-1", OTHER, pile="10"), "draw pile", "place 0", "discard A")
    assert state.view(1)["grids"][0] == [10, *[None] * 8]
    assert state.discards["A"] == [1, 4]


def test_6_3_4_a_hazard_may_be_placed():
    state = do(scene(MINE, OTHER, pile="H"), "draw pile", "place 1")
    assert state.grids[0][1] == HAZARD
    assert legal(state) == {"discard A", "discard B"}
    assert state.removed == 0


ONE_MULLIGAN = "M ?2 ?3 ?1 ?5 ?6 ?7 ?8 ?-1"
TWO_MULLIGANS = "M ?2 ?3 M ?5 ?6 ?7 ?8 ?-1"


def test_6_3_5_a_first_mulligan_goes_anywhere():
    assert legal(do(scene(MINE, OTHER, pile="M"), "draw pile")) == PLACES | {"discard A", "discard B"}


def test_6_3_5_r44_a_second_mulligan_only_on_top_of_the_first():
    state = do(scene(ONE_MULLIGAN, OTHER, pile="M"), "draw pile")
    assert legal(state) == {"place 0", "discard A", "discard B"}
    assert refused(state, "place 4") == "mulligans"
    assert legal(do(scene(ONE_MULLIGAN, OTHER, a="M"), "draw A")) == {"place 0"}


def test_6_3_5_a_face_down_mulligan_does_not_count():
    state = do(scene("?M ?2 ?3 ?1 ?5 ?6 ?7 ?8 ?-1", OTHER, pile="M"), "draw pile")
    assert legal(state) == PLACES | {"discard A", "discard B"}


def test_6_3_5_other_cards_are_free_with_one_mulligan():
    assert legal(do(scene(ONE_MULLIGAN, OTHER, pile="5"), "draw pile")) == PLACES | {"discard A", "discard B"}


def test_6_3_5_r44_with_two_one_must_be_replaced_in_the_next_turn():
    state = do(scene(TWO_MULLIGANS, OTHER, pile="5"), "draw pile")
    assert legal(state) == {"place 0", "place 3"}
    assert refused(state, "discard A") == "mulligans"
    do(state, "place 3")
    assert state.mulligans(0) == [0]
    assert state.held == MULLIGAN


def test_6_3_5_with_two_a_third_changes_nothing_and_may_not_be_taken():
    state = scene(TWO_MULLIGANS, OTHER, pile="M")
    assert legal(do(state, "draw pile")) == {"place 0", "place 3"}
    state = scene(TWO_MULLIGANS, OTHER, a="M")
    assert legal(state) == {"draw pile", "draw B"}
    assert refused(state, "draw A") == "mulligans"
    assert legal(scene(TWO_MULLIGANS, OTHER, a="M", b="", rest=False)) == {"draw A"}


def test_6_3_5_the_start_flip_may_give_two():
    state = scene("?M ?M ?3 ?1 ?5 ?6 ?7 ?8 ?-1", OTHER, pile="4", phase="start", player=0)
    do(state, "turn-up 0 1", "turn-up 0 1", "draw pile")
    assert legal(state) == {"place 0", "place 1"}


BOUNCE = "5 ?5 ?3 ?2 ?10 ?6 ?7 ?8 ?-1"


def test_6_3_6_a_replaced_face_down_card_that_matches_a_face_up_card_may_bounce():
    state = do(scene(BOUNCE, OTHER, pile="4"), "draw pile", "place 1")
    assert state.phase == "bounce"
    assert legal(state) == PLACES - {"place 1"} | {"discard A", "discard B"}
    assert state.public_events() == ("The card at row 1, column 2 was 5, which may bounce.",)
    do(state, "place 3")
    assert state.view(0)["grids"][0] == [5, 4, None, 5, None, None, None, None, None]
    assert (state.phase, state.held) == ("discard", 2)


def test_6_3_6_it_may_match_the_card_just_placed():
    state = do(scene(BOUNCE, OTHER, pile="3"), "draw pile", "place 2")
    assert (state.phase, state.held) == ("bounce", 3)


def test_6_3_6_the_bounce_may_be_declined():
    state = do(scene(BOUNCE, OTHER, pile="4"), "draw pile", "place 1", "discard A")
    assert state.discards["A"] == [1, 5]
    assert state.player == 1


def test_6_3_6_a_chain_of_bounces():
    state = scene("5 ?5 ?4 ?4 ?5 ?2 ?7 ?8 ?-1", OTHER, pile="4")
    do(state, "draw pile", "place 1")  # 4 on the face-down 5, which matches the 5
    do(state, "place 2")  # 5 on a face-down 4, which matches the 4 just placed
    assert (state.phase, state.held) == ("bounce", 4)
    assert legal(state) == PLACES - {"place 1", "place 2"} | {"discard A", "discard B"}
    do(state, "place 3")  # 4 on the other face-down 4
    assert (state.phase, state.held) == ("bounce", 4)
    do(state, "place 4")  # on a face-down 5
    do(state, "place 5")  # on a face-down 2: the chain ends
    assert (state.phase, state.held) == ("discard", 2)
    assert state.view(0)["grids"][0] == [5, 4, 5, 4, 4, 5, None, None, None]


def test_6_3_6_r45_no_bounce_when_the_replaced_card_was_face_up():
    state = do(scene("5 5 ?3 ?2 ?10 ?6 ?7 ?8 ?-1", OTHER, pile="4"), "draw pile", "place 1")
    assert state.phase == "discard"
    bounced_on_face_up = do(scene("5 ?5 3 ?3 ?10 ?6 ?7 ?8 ?-1", OTHER, pile="4"), "draw pile", "place 1", "place 2")
    assert (bounced_on_face_up.phase, bounced_on_face_up.held) == ("discard", 3)


def test_6_3_6_a_face_down_card_is_no_match():
    state = do(scene("?5 ?5 ?3 ?2 ?10 ?6 ?7 ?8 ?-1", OTHER, pile="4"), "draw pile", "place 1")
    assert state.phase == "discard"


@pytest.mark.parametrize(
    ("grid", "drawn"),
    [
        ("-1 ?-1 ?3 ?2 ?10 ?6 ?7 ?8 ?1", "-1"),
        ("H ?H ?3 ?2 ?10 ?6 ?7 ?8 ?1", "4"),
        ("M ?M ?3 ?2 ?10 ?6 ?7 ?8 ?1", "4"),
        ("M ?5 ?3 ?2 ?10 ?6 ?7 ?8 ?1", "4"),
    ],
)  # fmt: skip
def test_6_3_6_negative_hazard_and_mulligan_never_bounce_and_a_mulligan_is_no_match(grid, drawn):
    state = do(scene(grid, OTHER, pile=drawn), "draw pile", "place 1")
    assert state.phase in ("discard", "flip")


def test_6_3_6_no_bounce_when_every_place_was_filled():
    grid = "5 5 5 5 5 5 5 ?3 ?5"
    state = scene(grid, OTHER, phase="bounce", held=5, source="grid", filled=[0, 1, 2, 3, 4, 5, 6, 7], rest=False)
    do(state, "place 8")
    assert (state.phase, state.held) == ("discard", 5)


def test_6_3_7_the_discard_goes_on_a_or_b():
    for letter in ("A", "B"):
        state = do(scene(MINE, OTHER, pile="10"), "draw pile", "place 1", f"discard {letter}")
        assert state.discards[letter] == [1, 2]


def test_6_3_7_it_must_go_on_an_empty_pile():
    state = do(scene(MINE, OTHER, a="1", b="4 4"), "draw A", "place 1")
    assert state.discards == {"A": [2], "B": [4, 4]}
    assert state.player == 1
    assert "The 2 goes to discard pile A, which is empty." in state.public_events()
    state = do(scene(MINE, OTHER, a="", pile="10"), "draw pile")
    assert legal(state) == PLACES | {"discard A"}


def test_6_3_8_a_discarded_hazard_is_removed_and_refills_no_empty_pile():
    state = do(scene(MINE, OTHER, a="", pile="H"), "draw pile")
    assert legal(state) == PLACES | {"discard away"}
    do(state, "discard away")
    assert state.removed == 1
    assert state.discards["A"] == []


def test_6_3_8_a_replaced_hazard_is_removed():
    state = do(scene("?H ?2 ?3 ?4 ?5 ?6 ?7 ?8 ?-1", OTHER, pile="10"), "draw pile", "place 0")
    assert state.removed == 1
    assert (state.phase, state.player) == ("flip", 1)


def test_6_3_9_every_other_player_clockwise_may_turn_up_one_card():
    state = scene(MINE, OTHER, OTHER.replace("9", "10"), pile="H", player=1, turn_seat=1)
    do(state, "draw pile", "discard away")
    assert state.player == 2
    assert legal(state) == {f"turn-up {place}" for place in range(9)} | {"pass"}
    do(state, "turn-up 4")
    assert state.public_events() == ("It is 7.",)
    assert (state.player, state.phase) == (0, "flip")
    do(state, "pass")
    assert (state.player, state.phase) == (2, "draw")
    assert state.face_down(2) == [0, 1, 2, 3, 5, 6, 7, 8]
    assert len(state.face_down(0)) == 9


def test_6_3_9_not_the_only_face_down_card():
    last = "9 9 8 8 7 7 6 6 ?3"
    state = do(scene(MINE, last, OTHER.replace("9", "10"), pile="H"), "draw pile", "discard away")
    assert state.player == 2


def test_6_3_9_no_bounce_from_a_flip():
    state = do(scene(MINE, "9 ?9 ?8 ?8 ?7 ?7 ?6 ?6 ?3", pile="H"), "draw pile", "discard away", "turn-up 1")
    assert (state.phase, state.player, state.held) == ("draw", 1, None)


def test_6_3_9_only_face_down_cards():
    state = do(scene(MINE, "9 ?9 ?8 ?8 ?7 ?7 ?6 ?6 ?3", pile="H"), "draw pile", "discard away")
    assert "turn-up 0" not in legal(state)
    assert refused(state, "turn-up 0") == "not-legal"


def test_6_3_10_r46_an_empty_draw_pile_is_refilled_from_all_but_the_tops():
    state = scene(MINE, OTHER, pile="10", a="1 2 3", b="4 4 -4", rest=False)
    do(state, "draw pile", "discard A")
    assert state.discards == {"A": [10], "B": [-4]}
    assert Counter(state.pile) == Counter([1, 2, 3, 4, 4])
    assert "The discarded cards below the top ones are shuffled into a new draw pile." in state.public_events()


def test_6_3_10_no_other_discards_draw_from_a_or_b():
    state = do(scene(MINE, OTHER, OTHER, pile="H", a="1", b="2", rest=False), "draw pile", "discard away")
    do(state, "pass", "pass")
    assert legal(state) == {"draw A", "draw B"}


def test_6_3_10_r46_nothing_to_draw_reveals_the_round_without_closer():
    grids = ("9 9 9 8 8 8 7 7 ?7", "1 1 1 2 2 2 3 3 ?3")
    state = scene(*grids, pile="H", a="", b="", rest=False, game=Gnoming(rounds=1))
    do(state, "draw pile", "discard away")
    assert state.is_terminal()
    assert state.sheet == [[-24, -6]]
    assert state.reveal["closer"] is None


# 6.4 End of a round


CLOSING = "1 1 1 2 2 2 3 4 ?-1"


def test_6_4_1_the_first_without_face_down_cards_after_the_own_turn_is_the_closer():
    state = do(scene(CLOSING, OTHER, pile="5"), "draw pile", "place 8", "discard A")
    assert state.closer == 0
    assert not state.is_terminal()


def test_6_4_2_every_other_player_gets_exactly_one_more_turn():
    state = scene(OTHER, CLOSING, OTHER, OTHER.replace("8", "10"), pile="5 4 4 4 4", player=1, turn_seat=1)
    do(state, "draw pile", "place 8", "discard A")
    turns = []
    while state.round == 1:
        turns.append(state.player)
        do(state, "draw pile", "discard A")
    assert turns == [2, 3, 0]


def test_6_4_2_a_second_player_without_face_down_cards_is_no_closer():
    other = "9 9 8 8 7 7 6 6 ?3"
    state = do(scene(CLOSING, other, pile="5 8"), "draw pile", "place 8", "discard A", "draw pile", "place 8")
    state = do(state, "discard A")
    assert state.reveal["closer"] == 0


def test_6_4_3_all_cards_are_turned_up_and_stay():
    state = scene(CLOSING, "?1 ?M ?M ?H ?7 ?7 ?6 ?6 ?3", pile="5 10", game=Gnoming(rounds=1))
    do(state, "draw pile", "place 8", "discard A", "draw pile", "discard A")
    assert state.reveal["grids"][1] == [1, MULLIGAN, MULLIGAN, HAZARD, 7, 7, 6, 6, 3]  # both Mulligans stay
    assert state.reveal["grid_scores"][1] == -1 + 10 + 7 + 7 + 6 + 6 + 3
    assert all(all(up) for up in state.up)


# 6.5 Score


def closed(mine, other, **changes):
    """The end of a round that seat 0 closed and in which seat 1 made the last turn."""
    state = scene(mine, other, pile="8", closer=0, player=1, turn_seat=1, game=Gnoming(rounds=1), **changes)
    return do(state, "draw pile", "discard A")


def test_6_5_6_the_closer_with_the_lowest_score_gains_5():
    state = closed("1 1 1 2 2 2 3 3 3", OTHER)
    assert state.reveal["grid_scores"] == [-6, 63]
    assert state.sheet == [[-11, 63]]


def test_6_5_6_r47_tied_for_the_lowest_still_gains_5():
    state = closed("1 1 2 3 4 5 6 7 10", "1 1 2 3 4 5 6 7 ?10")
    assert state.reveal["grid_scores"] == [39, 39]
    assert state.sheet == [[34, 39]]


def test_6_5_6_otherwise_the_closer_loses_5():
    state = closed("9 9 10 8 8 7 6 6 3", "1 1 1 2 2 2 3 3 ?4")
    assert state.sheet == [[66 + 5, -3 + 10]]


def test_6_5_scores_are_those_of_the_grids():
    state = play_on(Gnoming(rounds=1).initial_state(5, seed=6))
    assert state.reveal["grid_scores"] == [grid_score(grid) for grid in state.grids]


# 6.6 Game


def test_6_6_three_rounds():
    state = play_on(Gnoming().initial_state(4, seed=2))
    assert len(state.sheet) == 3
    assert state.is_terminal()
    assert state.current_player() is None
    assert state.legal_actions() == ()
    assert refused(state, "draw pile") == "game-over"


def over(*sheet):
    seats = len(sheet[0])
    state = Gnoming(rounds=len(sheet)).initial_state(seats, seed=1)
    state.sheet, state.round, state.phase, state.player = [list(points) for points in sheet], len(sheet), "over", None
    return state


def test_6_6_the_lowest_total_wins():
    assert over([5, 1, 7], [5, 1, 7], [9, 20, 6]).returns() == [1.0, 0.0, 0.0]


def test_6_6_tie_lowest_third_round():
    assert over([1, 5, 7], [5, 5, 7], [9, 5, 6]).returns() == [0.0, 1.0, 0.0]


def test_6_6_still_tied_shared():
    assert over([1, 5, 7], [9, 5, 7], [5, 5, 6]).returns() == [0.5, 0.5, 0.0]


def test_6_6_nothing_before_the_end():
    assert start(Gnoming().initial_state(3, seed=2)).returns() == [0.0, 0.0, 0.0]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"rounds": 0}, "rounds of Gnoming A Round must be 1 to 100, not 0"),
        ({"turn_limit": 0}, "turn_limit of Gnoming A Round must be 1 to 1000, not 0"),
        ({"rounds": "three"}, "rounds of Gnoming A Round must be a whole number, not 'three'"),
        ({"cards": 3}, "no option 'cards'"),
    ],
)  # fmt: skip
def test_wrong_options(options, sentence):
    with pytest.raises(OptionError, match=sentence):
        create_game("gnoming", **options)


def test_no_round_is_endless():
    state = start(Gnoming(rounds=1, turn_limit=20).initial_state(2, seed=2))
    for turn in range(40):
        assert state.turns == turn
        state.apply(("draw", "pile"))
        state.apply(state.legal_actions()[-1])  # always reject
        while state.phase == "flip":
            state.apply(("pass",))
    assert state.is_terminal()
    assert state.reveal["closer"] is None


# 6.7 Hidden and public


def test_6_7_face_down_cards_are_unknown_even_to_their_owner():
    view = start(Gnoming().initial_state(3, seed=3)).view(0)
    assert [[card is None for card in grid] for grid in view["grids"]] == [[False] * 2 + [True] * 7] * 3


@pytest.mark.parametrize("seats", [2, 5])
def test_6_7_a_view_does_not_depend_on_what_is_hidden(seats):
    state = Gnoming().initial_state(seats, seed=8)
    choice = chance.stream(12, seats, chance.BOT)
    for _ in range(250):
        if state.is_terminal():
            break
        other = state.clone()
        watcher = choice.below(seats)
        hold = state.source == "pile" and watcher != state.player
        hidden = [card for grid, up in zip(state.grids, state.up, strict=True) for card, shown in
                  zip(grid, up, strict=True) if not shown] + state.pile + [state.held] * hold  # fmt: skip
        choice.shuffle(hidden)
        for grid, up in zip(other.grids, other.up, strict=True):
            grid[:] = [card if shown else hidden.pop() for card, shown in zip(grid, up, strict=True)]
        if hold:
            other.held = hidden.pop()
        other.pile = hidden
        assert other.view(watcher) == state.view(watcher)
        if watcher == state.player:
            assert other.legal_actions() == state.legal_actions()
        state.apply(choice.choice(state.legal_actions()))


def test_6_7_a_card_from_the_draw_pile_is_seen_by_the_drawer_alone():
    state = do(scene(MINE, OTHER, pile="10"), "draw pile")
    assert [state.view(seat)["held"] for seat in (0, 1)] == [10, None]
    state = do(scene(MINE, OTHER, a="7"), "draw A")
    assert [state.view(seat)["held"] for seat in (0, 1)] == [7, 7]


def test_6_7_all_discards_are_public():
    assert scene(MINE, OTHER, a="1 2", b="3").view(1)["discards"] == {"A": [1, 2], "B": [3]}


# Wording


def test_describe_says_what_an_action_does():
    state = scene("4 ?2 ?3 ?1 ?5 ?6 ?7 ?8 ?-1", OTHER, pile="M H", a="1 -2")
    assert state.describe(("draw", "A")) == "Take the -2 from discard pile A."
    assert state.describe(("draw", "pile")) == "Draw the top card of the draw pile."
    do(state, "draw pile")
    assert state.describe(("place", 0)) == "Put the Mulligan at row 1, column 1, in place of the 4."
    assert state.describe(("place", 8)) == "Put the Mulligan at row 3, column 3, in place of the face-down card."
    assert state.describe(("discard", "B")) == "Discard the Mulligan on pile B."
    do(state, "discard A", "draw pile")
    assert state.describe(("discard", "away")) == "Discard the Hazard: it leaves the game."
    do(state, "discard away")
    assert state.describe(("turn-up", 5)) == "Turn over the card at row 2, column 3."
    assert state.describe(("pass",)) == "Turn over no card."


@pytest.mark.parametrize(
    ("state", "action", "code"),
    [
        (scene(MINE, OTHER), "place 1", "must-draw"),
        (scene(MINE, OTHER), "", "must-draw"),
        (do(scene(MINE, OTHER), "draw A"), "place 9", "must-place"),
        (do(scene(BOUNCE, OTHER, pile="4"), "draw pile", "place 1"), "place 1", "must-place"),
        (do(scene(MINE, OTHER, pile="10"), "draw pile", "place 1"), "place 2", "must-discard"),
        (do(scene(MINE, OTHER, pile="10"), "draw pile", "place 1"), "discard away", "must-discard"),
    ],
)  # fmt: skip
def test_every_refusal_has_a_code_and_leaves_the_state_alone(state, action, code):
    assert refused(state, action) == code


def test_the_end_of_a_round_is_told():
    state = closed("1 1 1 2 2 2 3 3 3", OTHER)
    assert state.public_events() == (
        "All cards are turned over. Points of round 1: seat 0 -11 = -11, seat 1 +63 = 63.",
        "The match is over; the lowest total wins: seat 0.",
    )


# Engine


@given(st.integers(2, 7), st.integers(0, 2**64), st.integers(0, 2**32))
def test_random_play_keeps_every_invariant(seats, seed, key):
    state = Gnoming(rounds=2).initial_state(seats, seed)
    choice = chance.stream(key, chance.BOT)
    for _ in range(250):
        if state.is_terminal():
            break
        legal = state.legal_actions()
        assert len(set(legal)) == len(legal) > 0
        action = choice.choice(legal)
        assert state.describe(action).endswith(".")
        state.apply(action)
        state.check_invariants()


@given(st.integers(2, 7), st.integers(0, 1000), st.integers(0, 400))
def test_clone_and_json_are_independent_copies(seats, seed, steps):
    state = Gnoming().initial_state(seats, seed)
    choice = chance.stream(seed, chance.BOT)
    for _ in range(steps):
        if state.is_terminal():
            return
        state.apply(choice.choice(state.legal_actions()))
    data = json.loads(json.dumps(state.to_json()))
    copies = [state.clone(), state.game.state_from_json(data)]
    before = json.dumps(state.to_json())
    for copy in copies:
        assert json.dumps(copy.to_json()) == before
        assert copy.legal_actions() == state.legal_actions()
        assert [copy.view(seat) for seat in range(seats)] == [state.view(seat) for seat in range(seats)]
        if not copy.is_terminal():
            copy.apply(copy.legal_actions()[-1])
            assert json.dumps(state.to_json()) == before
    assert copies[0].to_json() == copies[1].to_json()


@given(st.integers(2, 7), st.integers(0, 2**32))
def test_at_most_one_face_up_mulligan_is_ever_placed(seats, seed):
    """6.3.5: the number of face-up Mulligans of a player never rises above one through the own turn."""
    state = Gnoming(rounds=1).initial_state(seats, seed)
    choice = chance.stream(seed, chance.BOT)
    while not state.is_terminal():
        seat, phase = state.player, state.phase
        before = len(state.mulligans(seat))
        state.apply(choice.choice(state.legal_actions()))
        if phase in ("place", "bounce") and not state.is_terminal():
            assert len(state.mulligans(seat)) <= max(1, before)


@pytest.mark.parametrize("seats", range(2, 8))
def test_a_whole_match_ends_with_one_returned_point(seats):
    state = play_on(Gnoming().initial_state(seats, seed=2))
    assert sum(state.returns()) == pytest.approx(1)
    state.check_invariants()


def test_seed_and_match_number_decide_the_deal():
    deals = [Gnoming().initial_state(4, *key).grids for key in ((1, 0), (1, 0), (1, 1), (2, 0))]
    assert deals[0] == deals[1]
    assert deals[0] != deals[2] != deals[3] != deals[0]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda state: state.pile.pop(), "the cards are not the deck"),
        (lambda state: state.pile.append(state.grids[0].pop()), "a grid has not nine cards"),
        (lambda state: setattr(state, "held", state.pile.pop()), "a card is held at the wrong time"),
        (lambda state: state.filled.append(0), "a filled place is face down"),
        (lambda state: (state.discards["A"].append(HAZARD), state.pile.remove(HAZARD)), "a Hazard was discarded"),
        (lambda state: setattr(state, "closer", 0), "the closer has a face-down card"),
        (lambda state: setattr(state, "player", None), "nobody can act"),
        (lambda state: setattr(state, "player", 1), "the wrong player decides"),
        (lambda state: state.sheet.append([0, 1]), "the rounds and the sheet disagree"),
    ],
)  # fmt: skip
def test_invariants_notice_what_is_broken(change, sentence):
    state = scene(MINE, OTHER)
    change(state)
    with pytest.raises(InvariantError, match=sentence):
        state.check_invariants()
