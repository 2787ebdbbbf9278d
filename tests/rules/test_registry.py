"""Games by name, and options from text: what does not exist is refused with the nearest word, never ignored."""

import subprocess
import sys

import pytest

from companion.rules.game import OptionError
from companion.rules.registry import GAME_NAMES, create_game, game_class


def test_the_six_games():
    assert GAME_NAMES == ("link", "family", "fight", "gang-of-four", "gnoming", "guimenon")


@pytest.mark.parametrize("name", GAME_NAMES)
def test_each_game_is_made_with_its_defaults_and_knows_its_name(name):
    game = create_game(name)
    assert type(game) is game_class(name)
    assert game.name == name
    assert game.title
    assert game.seat_numbers[0] >= 2


@pytest.mark.parametrize("name", GAME_NAMES)
def test_a_game_is_made_again_from_its_options(name):
    game = create_game(name)
    assert create_game(name, **game.options()) == game


def test_values_are_read_as_the_type_of_the_option(tiny):
    assert create_game("tiny", rounds="2", open="yes", order="7", label="5").options() == {
        "rounds": 2,
        "open": True,
        "order": 7,
        "label": "5",
    }
    assert create_game("tiny", rounds=2, open=False, order="down") == tiny(rounds=2, order="down")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"round": 1}, "TINY has no option 'round' (did you mean 'rounds'?); its options are: "),
        ({"x" * 999: 1}, f"TINY has no option '{'x' * 40}'; its options are: rounds, open, order, label."),
        ({"rounds": "two"}, "The option rounds of TINY must be a whole number, not 'two'."),
        ({"rounds": "--2"}, "The option rounds of TINY must be a whole number, not '--2'."),
        ({"rounds": "9" * 5000}, f"The option rounds of TINY must be a whole number, not '{'9' * 40}'."),
        ({"rounds": True}, "The option rounds of TINY must be a whole number, not 'True'."),
        ({"rounds": 1.0}, "The option rounds of TINY must be a whole number, not '1.0'."),
        ({"rounds": None}, "The option rounds of TINY must be a whole number, not 'None'."),
        ({"open": "maybe"}, "The option open of TINY must be true or false, not 'maybe'."),
        ({"order": "sideways"}, "The option order of TINY must be one of up, down, 7, not 'sideways'."),
    ],
)
def test_what_an_option_cannot_be_is_refused_in_one_sentence(tiny, options, sentence):
    with pytest.raises(OptionError) as caught:
        create_game("tiny", **options)
    assert str(caught.value).startswith(sentence)
    assert caught.value.exit_status == 2


@pytest.mark.parametrize("name", ["lnik", "LINK", "", "companion.rules.link:Link"])
def test_an_unknown_game_is_refused(name):
    with pytest.raises(OptionError, match=r"^There is no game .*; the games are link, family, fight, "):
        create_game(name)


def test_the_nearest_game_is_named():
    with pytest.raises(OptionError, match=r"did you mean 'gnoming'\?"):
        create_game("gnomig")


def test_no_game_is_imported_before_it_is_asked_for():
    code = "import sys, companion.rules.registry; print([m for m in sys.modules if 'rules.' in m])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['companion.rules.game', 'companion.rules.registry']"
