"""The bots of Gnoming A Round: what they do in clear situations, and that they win."""

import pytest

from companion import chance
from companion.rules.bots.gnoming_bots import cautious, greedy
from companion.rules.bots.policies import choose_random, get_bot
from companion.rules.gnoming.cards import load_distribution
from companion.rules.gnoming.game import Gnoming
from companion.rules.grid import HAZARD as H
from companion.rules.grid import MULLIGAN as M

BOTS = pytest.mark.parametrize("bot", [greedy, cautious])
_ = None
HIDDEN = [_] * 9


def decide(bot, grid, legal, *, phase="draw", held=None, a=(8,), b=(9,), other=HIDDEN, closer=None):
    """What the bot does in seat 0 of two with this grid and these legal actions."""
    deck = load_distribution()
    view = {
        "seat": 0, "seats": 2, "turn": 0, "phase": phase, "deck": [[card, deck.count(card)] for card in set(deck)],
        "grids": [list(grid), list(other)], "discards": {"A": list(a), "B": list(b)}, "held": held,
        "removed_hazards": 0, "closer": closer,
    }  # fmt: skip
    return bot(view, legal, chance.stream(1))


DRAWS = [("draw", "pile"), ("draw", "A"), ("draw", "B")]
PLACES = [("place", place) for place in range(9)]
USES = [*PLACES, ("discard", "A"), ("discard", "B")]


@BOTS
def test_takes_the_card_that_completes_a_line(bot):
    grid = [5, 5, 9, 1, 2, 3, _, _, _]
    assert decide(bot, grid, DRAWS, a=(5,)) == ("draw", "A")
    assert decide(bot, grid, USES, phase="place", held=5) == ("place", 2)


@BOTS
def test_takes_a_mulligan_for_a_line(bot):
    assert decide(bot, [7, 7, 10, 1, 2, 3, _, _, _], DRAWS, b=(M,)) == ("draw", "B")


@BOTS
def test_rejects_a_hazard(bot):
    assert decide(bot, [1, 2, 3, 4, 5, 6, _, _, _], [*PLACES, ("discard", "away")], phase="place", held=H) == (
        "discard", "away",
    )  # fmt: skip


@BOTS
def test_replaces_the_worst_card_by_a_good_one(bot):
    assert decide(bot, [1, H, 3, 2, -1, 4, _, _, _], USES, phase="place", held=-4) == ("place", 1)


@BOTS
def test_does_not_draw_high_cards_from_the_discard_piles(bot):
    assert decide(bot, [1, 2, 3, 2, -1, 4, _, _, _], DRAWS, a=(10,), b=(9,)) == ("draw", "pile")


@BOTS
def test_turns_up_nothing_for_a_hazard(bot):
    assert decide(bot, HIDDEN, [("turn-up", 0), ("pass",)], phase="flip") == ("pass",)


@BOTS
def test_chooses_any_two_cards_at_the_start(bot):
    legal = [("turn-up", 0, 1), ("turn-up", 0, 2)]
    assert decide(bot, HIDDEN, legal, phase="start") in legal


def test_cautious_does_not_discard_what_completes_a_line_of_the_next_player():
    grid, other = [1, 2, 3, 2, -1, 4, -2, 1, 3], [6, 6, 10, 9, 8, 7, 1, 2, 3]
    assert decide(greedy, grid, USES, phase="place", held=6, other=other)[0] == "discard"
    assert decide(cautious, grid, USES, phase="place", held=6, other=other)[0] == "place"


def test_cautious_counts_on_nothing_in_the_last_turn():
    # A second 8 beside an 8 promises a line; when the round is closed it only costs, an 8 on the 8 changes nothing.
    grid = [8, 7, _, 1, 2, 3, -1, -1, -1]
    assert decide(cautious, grid, USES, phase="place", held=8) in [("place", 1), ("place", 2)]
    assert decide(cautious, grid, USES, phase="place", held=8, closer=1) in [("place", 0), *USES[9:]]


def share(first, second, seats, matches):
    game = Gnoming(rounds=1)
    wins = 0.0
    for number in range(matches):
        state = game.initial_state(seats, 3, number)
        own = chance.stream(3, number, chance.BOT)
        while (player := state.current_player()) is not None:
            bot = first if player == number % seats else second
            state.apply(bot(state.view(player), state.legal_actions(), own))
        wins += state.returns()[number % seats]
    return wins / matches


@BOTS
@pytest.mark.parametrize("seats", [2, 4])
def test_beats_random_bots(bot, seats):
    assert share(bot, choose_random, seats, 8) >= 0.75


def test_bots_are_found_by_name():
    assert get_bot("gnoming", "greedy") is greedy
    assert get_bot("gnoming", "cautious") is cautious


@BOTS
def test_the_same_view_gives_the_same_decision(bot):
    state = Gnoming().initial_state(4, seed=3)
    for _step in range(60):
        view, legal = state.view(state.player), state.legal_actions()
        action = bot(view, legal, chance.stream(5))
        assert action in legal
        assert bot(state.view(state.player), list(legal), chance.stream(5)) == action
        assert state.view(state.player) == view
        state.apply(action)
