"""Golden playthroughs: for each game and each set of options a match and its transcript, as `gong replay` prints it.

A change of the rules or of the texts shows up here as a difference that can be read. `pytest --update-golden` rewrites
the files: a match that the new rules still allow keeps its actions, another one is replayed by the cautious bots.
"""

import dataclasses
import json

import pytest

from companion.rules.bots.policies import get_bot, play_out
from companion.rules.game import IllegalAction
from companion.rules.match import Match
from companion.rules.registry import GAME_NAMES, create_game, game_class
from companion.rules.saves import SaveFile
from companion.rules.transcript import full_transcript
from tests.conftest import GOLDEN

FOLDER = GOLDEN / "rules"

MATCHES = {
    "link": ("link", 3, {}),
    "link-without-jokers": ("link", 2, {"jokers": False}),
    "link-two-rounds": ("link", 4, {"rounds": 2}),
    "family": ("family", 3, {}),
    "family-without-jokers": ("family", 6, {"jokers": False}),
    "family-two-rounds": ("family", 2, {"rounds": 2}),
    "fight": ("fight", 4, {}),
    "fight-two-players": ("fight", 2, {}),
    "fight-without-jokers": ("fight", 6, {"jokers": False}),
    "fight-two-rounds": ("fight", 3, {"rounds": 2}),
    "fight-literal-reshuffle": ("fight", 5, {"reshuffle": "literal"}),
    "gang-of-four": ("gang-of-four", 4, {}),
    "gang-of-four-to-20": ("gang-of-four", 3, {"target": 20}),
    "gang-of-four-two-players": ("gang-of-four", 2, {"rounds": 2}),
    "gnoming": ("gnoming", 3, {}),
    "gnoming-one-round": ("gnoming", 5, {"rounds": 1}),
    "gnoming-few-turns": ("gnoming", 2, {"rounds": 1, "turn_limit": 4}),
    "guimenon": ("guimenon", 2, {}),
    "guimenon-same-decks": ("guimenon", 2, {"deck1": "hearth"}),
}
SEED = 2024


def update(name: str) -> None:
    """Write the match; it is played again if the rules do not allow it any more."""
    game, seats, options = MATCHES[name]
    file = FOLDER / f"{name}.json"
    rules = create_game(game, **options)
    try:
        actions = [tuple(action) for action in json.loads(file.read_text(encoding="utf-8"))["actions"]]
        match = Match(rules, seats, SEED, actions=actions)
    except (OSError, ValueError, IllegalAction):
        match = Match(rules, seats, SEED)
    play_out(match, [get_bot(game, "cautious")] * seats)
    file.unlink(missing_ok=True)
    SaveFile(file).write(match)


@pytest.mark.parametrize("name", MATCHES)
def test_the_transcript_is_as_before(name, golden, request):
    if request.config.getoption("--update-golden"):
        update(name)
    game, seats, options = MATCHES[name]
    match = SaveFile(FOLDER / f"{name}.json").read()
    assert (match.game, match.seats, match.seed) == (create_game(game, **options), seats, SEED)
    assert match.state.is_terminal()
    golden(f"rules/{name}.txt", "".join(f"{line}\n" for line in full_transcript(match)))


FILES = {"pack", "pool", "deck0", "locations", "distribution"}
"""Options that name files, whose own tests show what other files do."""


@pytest.mark.parametrize("name", GAME_NAMES)
def test_every_game_and_every_option_has_its_golden_match(name):
    golden = [options for game, _, options in MATCHES.values() if game == name]
    assert {} in golden, "no golden match with the default options"
    for field in dataclasses.fields(game_class(name)):
        assert field.name in FILES or any(field.name in options for options in golden), field.name


def test_every_golden_file_is_tested():
    assert {path.name for path in FOLDER.iterdir()} == {
        f"{name}.{kind}" for name in MATCHES for kind in ("json", "txt")
    }
