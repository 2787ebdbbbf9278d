"""The table of each game as a player sees it: one example in a golden file, and every state without a slip."""

import json

import pytest

from companion.chance import stream
from companion.cli.table_lines import table_lines
from companion.rules.bots.policies import choose_random, decide
from companion.rules.match import Match
from companion.rules.registry import GAME_NAMES, create_game
from companion.rules.transcript import hand_names

STEPS = {"link": 30, "family": 60, "fight": 40, "gang-of-four": 30, "gnoming": 30, "guimenon": 14}


@pytest.mark.parametrize("name", GAME_NAMES)
def test_the_table_looks_as_before(name, golden):
    game = create_game(name)
    match = Match(game, min(3, game.seat_numbers[-1]), 2024)
    for _ in range(STEPS[name]):
        match.play(decide(choose_random, match))
    golden(f"cli/table-{name}.txt", "".join(f"{line}\n" for line in table_lines(name, match.state.view(0))))


@pytest.mark.parametrize("name", GAME_NAMES)
def test_every_table_is_made_of_words_and_shows_the_hand(name):
    game = create_game(name)
    for seats in game.seat_numbers:
        state = game.initial_state(seats, 9)
        chance = stream(9, seats)
        for _ in range(150):
            seat = chance.below(seats)
            view = json.loads(json.dumps(state.view(seat)))
            lines = table_lines(name, view)
            text = "\n".join(lines)
            assert all(line and line == line.rstrip() and line.isprintable() for line in lines)
            assert not any(slip in text for slip in ("None", "True", "False", "[", "{", "_"))
            assert all(card in text for card in hand_names(name, view))
            if state.is_terminal():
                break
            state.apply(chance.choice(state.legal_actions()))
