"""What LINK, FAMILY and FIGHT share, by the numbers of rules/gong.md 1.1-1.3: deck, deal, rounds, information."""

import json

import pytest

from companion import deck
from companion.chance import DEAL, RESHUFFLE, stream
from companion.rules.game import InvariantError, OptionError
from companion.rules.gong.cards import ALL, BIT, GALAXY_CARDS, cards_of, mask_of
from companion.rules.gong.shuffle import Pile
from companion.rules.registry import create_game
from tests.rules.gong_support import cards, family, link, play

GAMES = ("link", "family", "fight")
PILES = {2: 38, 3: 29, 4: 20, 5: 11, 6: 2}


def dealt(name: str, seats: int, seed: int = 3, **options):
    """Return a match that was just dealt, without a family or link card turned over."""
    state = create_game(name, **options).initial_state(seats, seed)
    turned = [state.link] if name == "link" and state.link >= 0 else []
    laid = [card for galaxy in range(9) if name == "family" and state.owner[galaxy] >= 0 for card in [6 * galaxy] * 6]
    return state, turned, laid


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seats", PILES)
def test_1_2_2_nine_cards_each_the_rest_is_the_pile(name, seats):
    state, turned, laid = dealt(name, seats)
    assert [bits.bit_count() for bits in state.hands] == [9] * seats
    assert len(state.pile) + len(turned) + len(laid) == PILES[seats]
    assert sum(state.hands) + state.pile.mask() + mask_of(turned) == ALL


@pytest.mark.parametrize("name", GAMES)
def test_1_2_1_more_than_six_players_are_refused(name):
    with pytest.raises(OptionError, match="is played by 2 to 6 players, not 7"):
        create_game(name).initial_state(7, 1)


@pytest.mark.parametrize("name", GAMES)
def test_1_2_3_without_jokers_54_cards_and_with_six_players_no_pile_r_02(name):
    state, turned, _ = dealt(name, 6, jokers=False)
    assert not turned
    assert len(state.pile) == 0
    assert sum(state.hands) == GALAXY_CARDS
    assert len(dealt(name, 6)[0].pile) + len(dealt(name, 6)[1]) == 2


@pytest.mark.parametrize("name", ["link", "family"])
@pytest.mark.parametrize("seats", [2, 4])
def test_what_belongs_to_one_phase_is_empty_in_every_other(name, seats):
    """Else two equal situations would be two states, in saves and in the search for states."""
    phases = {"target": {"counter"}, "drawn": {"drawn"}, "suspect": {"call"}, "asked": {"call"}}
    met = set()
    for seed in range(12):
        state = create_game(name, rounds=2).initial_state(seats, seed)
        chance = stream(seed, 3)
        while not state.is_terminal():
            jokers = [choice for choice in state.legal_actions() if choice[0] in ("joker", "counter")]
            state.apply(chance.choice(jokers or state.legal_actions()))
            data = state.to_json()
            met.add(state.phase)
            for field, used in phases.items():
                assert field not in data or (data[field] == -1) == (state.phase not in used), (field, state.phase)
    assert "counter" in met


@pytest.mark.parametrize("name", GAMES)
def test_1_2_4_the_starter_of_each_round_is_the_next_clockwise_r_03(name):
    state = create_game(name, rounds=4).initial_state(3, 5)
    chance, starters = stream(5, 1), {}
    while not state.is_terminal():
        if state.turn == 1:
            starters.setdefault(state.round, state.player)
        state.apply(chance.choice(state.legal_actions()))
    assert starters == {0: 0, 1: 1, 2: 2, 3: 0}


@pytest.mark.parametrize("name", GAMES)
def test_1_2_5_a_point_for_each_round_and_most_points_win_r_04(name):
    for seed in range(3):
        state = create_game(name, rounds=3).initial_state(2, seed)
        chance, ends = stream(seed, 1), []
        while not state.is_terminal():
            assert list(state.returns()) == [0.0, 0.0]
            state.apply(chance.choice(state.legal_actions()))
            ends += [event for event in state.events if event[0] == "end"]
        points = [sum(seat in event[3:] for event in ends) for seat in (0, 1)]
        assert len(ends) == 3
        assert list(state.points) == points
        winner = points.index(max(points))
        assert list(state.returns()) == [float(seat == winner) for seat in (0, 1)]


def test_1_2_5_a_tie_for_most_points_is_shared():
    state = link(["NB1", "PR2 PR3", "ZE1"], rounds=2)
    state.points, state.round = [0, 1, 0], 1
    play(state, "0: play NB1")
    assert list(state.returns()) == [0.5, 0.5, 0.0]


@pytest.mark.parametrize("rounds", [0, -1, 100])
@pytest.mark.parametrize("name", GAMES)
def test_1_2_5_a_number_of_rounds_that_makes_no_sense_is_refused(name, rounds):
    with pytest.raises(OptionError, match=rf"The option rounds of GONG \w+ must be 1 to 99, not {rounds}\."):
        create_game(name, rounds=rounds)


def test_1_2_6_an_empty_pile_is_made_of_the_discard_pile():
    state = link(["PR1 PR2", "OM1 OM2"], pile="", discard="ZE1 ZE2 ZE3")
    play(state, "0: draw")
    assert len(state.pile) == 2
    assert state.discard == []
    assert "The discard pile is shuffled into a new pile of 3 cards." in state.public_events()


@pytest.mark.parametrize("name", GAMES)
def test_1_3_1_a_view_holds_the_own_hand_and_what_is_public(name):
    state = create_game(name).initial_state(3, 8)
    for seat in range(3):
        view = state.view(seat)
        assert view["hand"] == cards_of(state.hands[seat])
        assert view["hand_sizes"] == [bits.bit_count() for bits in state.hands]
        assert view["pile"] == len(state.pile)
        assert view["discard"] == state.discard
        text = json.dumps({key: value for key, value in view.items() if key != "hand"})
        assert json.dumps(view["hand"]) not in text


def test_the_deal_is_the_full_shuffle_of_the_ascending_cards_from_its_end():
    order = list(range(deck.DECK_SIZE))
    stream(77, 2, DEAL, 0).shuffle(order)
    state = create_game("family").initial_state(4, 77, 2)
    for seat in range(4):
        assert state.hands[seat] == mask_of([order.pop() for _ in range(9)])
    assert state.pile.order() == order


def test_the_starter_is_dealt_to_first():
    state = create_game("family", rounds=2).initial_state(3, 4)
    state._end_round([0])
    order = list(range(deck.DECK_SIZE))
    stream(4, 0, DEAL, 1).shuffle(order)
    assert [state.hands[seat] for seat in (1, 2, 0)] == [mask_of([order.pop() for _ in range(9)]) for _ in range(3)]


def test_each_new_pile_has_its_own_stream():
    state = link(["PR1 PR2", "OM1 OM2"], discard="ZE1 ZE2 ZE3 SE1 SE2 SE5")
    order = sorted(state.discard)
    stream(1, 0, RESHUFFLE, 0).shuffle(order)
    play(state, "0: draw")
    assert state.pile.order() == order[:-1]
    state.discard, state.pile = cards("VI1 VI2 VI3 VI5"), Pile([])
    state.deck = sum(state.hands) | mask_of([*state.discard, state.link])
    order = sorted(state.discard)
    stream(1, 0, RESHUFFLE, 1).shuffle(order)
    play(state, "1: draw")
    assert state.pile.order() == order[:-1]


@pytest.mark.parametrize("change", ["lost", "twice", "pile"])
def test_the_invariants_find_a_lost_or_doubled_card(change):
    state = family(["PR1 PR2", "OM1"], pile="ZE1 ZE2")
    if change == "lost":
        state.hands[0] ^= BIT[0]
    elif change == "twice":
        state.hands[1] |= BIT[0]
    else:
        state.pile = Pile(cards("ZE1 ZE1 ZE2"))
    with pytest.raises(InvariantError):
        state.check_invariants()


def test_the_invariants_find_a_state_in_which_nobody_can_act():
    state = link(["PR1 PR2", "OM1 OM2"])
    state._legal = ()
    with pytest.raises(InvariantError, match="Nobody can act"):
        state.check_invariants()


@pytest.mark.parametrize("name", GAMES)
def test_a_copy_has_every_attribute(name):
    state = create_game(name).initial_state(3, 8)
    of_the_turn = {"chosen", "grid", "places", "again"} if name == "fight" else set()
    of_the_game = {"game", "events"} | ({"programs", "literal"} if name == "fight" else set())
    kept = {attribute for attribute in vars(state) if not attribute.startswith("_")}
    assert set(state.fields) == kept - of_the_turn - of_the_game
    assert {attribute for attribute in vars(state.clone()) if not attribute.startswith("_")} == kept
