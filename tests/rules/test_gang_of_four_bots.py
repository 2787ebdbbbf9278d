"""The bots of Gang of Four: what they do in clear situations, and that they win."""

import pytest

from companion import chance
from companion.rules.bots.gang_of_four_bots import cautious, greedy, turns_to_play
from companion.rules.bots.policies import choose_random, get_bot
from companion.rules.gang_of_four.cards import KEYS
from companion.rules.gang_of_four.game import GangOfFour

BOTS = pytest.mark.parametrize("bot", [greedy, cautious])


def keys(text):
    return tuple(sorted(KEYS[word] for word in text.split()))


def decide(bot, hand, legal, *, table=None, phase=None, sizes=(0, 9), barred=()):
    """What the bot does in seat 0 with this hand and these legal actions."""
    view = {
        "seat": 0, "phase": phase or ("respond" if table else "lead"), "hand": hand.split(), "table": table,
        "hand_sizes": [len(hand.split()), *sizes[1:]], "barred": list(barred),
    }  # fmt: skip
    return " ".join(bot(view, [tuple(action.split()) for action in legal], chance.stream(1)))


TABLE = {"seat": 1, "type": "single", "cards": ["G2"]}


@BOTS
def test_never_forgets_the_last_card(bot):
    legal = ["play G3 last-card", "play G3", "play R9 last-card", "play R9"]
    assert decide(bot, "G3 R9", legal).endswith("last-card")


@BOTS
def test_goes_out_when_it_can(bot):
    assert decide(bot, "R9 R9", ["play R9 last-card", "play R9", "play R9 R9"]) == "play R9 R9"


@BOTS
def test_passes_when_nothing_else_is_allowed(bot):
    assert decide(bot, "G1 R1", ["pass"], table=TABLE) == "pass"


@BOTS
def test_responds_with_the_lowest_single_that_is_no_part_of_a_set(bot):
    assert decide(bot, "G3 R9 R9 YP", ["play G3", "play R9", "play YP", "pass"], table=TABLE) == "play G3"


@BOTS
def test_gives_away_a_low_card_that_belongs_to_nothing(bot):
    assert decide(bot, "G1 R7 R7 RD", ["give G1", "give R7", "give RD"], phase="exchange") == "give G1"


def test_cautious_keeps_its_pair_and_greedy_does_not():
    legal = ["play R4", "play YP", "pass"]
    assert decide(greedy, "R4 Y4 R6 YP", legal, table=TABLE) == "play R4"
    assert decide(cautious, "R4 Y4 R6 YP", legal, table=TABLE) == "play YP"


def test_cautious_leads_no_low_single_before_a_player_with_one_card():
    legal = ["play G1", "play R5", "play RD"]
    assert decide(cautious, "G1 R5 RD", legal, sizes=(0, 1)) == "play RD"
    assert decide(cautious, "G1 R5 RD", legal, sizes=(0, 9)) == "play G1"


@pytest.mark.parametrize(
    ("hand", "turns"),
    [
        ("", 0), ("G1", 1), ("G1 R1", 1), ("G1 R1 Y2 R2 G2", 1), ("G1 G1 Y1 Y1", 1), ("G1 Y2 Y3 Y4 Y5", 1),
        ("R1 R3 R5 R7 R9", 1), ("G1 Y2 Y3 Y4 Y5 RD", 2), ("GP YP R3 R3 G3", 1), ("G1 Y1 Y2 Y3 Y4 Y5", 2),
        ("G1 Y1 Y2 Y3 Y4 Y5 R6 R7 R8 R9 R10", 3),
    ],
)  # fmt: skip
def test_turns_to_play(hand, turns):
    assert turns_to_play(keys(hand)) == turns


def share(first, second, seats, matches):
    game = GangOfFour(target=30)
    wins = 0.0
    for number in range(matches):
        state = game.initial_state(seats, 3, number)
        own = chance.stream(3, number, chance.BOT)
        while (player := state.current_player()) is not None:
            bot = first if player == number % seats else second
            action = bot(state.view(player), state.legal_actions(), own)
            state.apply(action)
        wins += state.returns()[number % seats]
    return wins / matches


@BOTS
@pytest.mark.parametrize("seats", [2, 4])
def test_beats_random_bots(bot, seats):
    assert share(bot, choose_random, seats, 8) >= 0.75


def test_bots_are_found_by_name():
    assert get_bot("gang-of-four", "greedy") is greedy
    assert get_bot("gang-of-four", "cautious") is cautious


@BOTS
def test_the_same_view_gives_the_same_decision(bot):
    state = GangOfFour().initial_state(4, seed=3)
    for _ in range(60):
        view, legal = state.view(state.player), state.legal_actions()
        action = bot(view, legal, chance.stream(5))
        assert action in legal
        assert bot(state.view(state.player), list(legal), chance.stream(5)) == action
        assert state.view(state.player) == view
        state.apply(action)
