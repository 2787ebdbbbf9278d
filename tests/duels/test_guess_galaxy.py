"""One scenario of the duel `guess_galaxy`: its sentence, its picture, and how it is decided."""

from tests.reading import picture, sentence
from tests.rules.gong_support import Scenario, hands

STEP = {"duel": {"kind": "guess_galaxy", "vs": "left", "win": [{"put": {"who": "winner"}}, {"draw": {"who": "loser"}}]}}


def test_the_guesser_has_three_tries():
    assert sentence(STEP) == (
        "The player on your left hides 1 of their cards, and you have 3 tries to guess its galaxy: the winner "
        "discards 1 card and the loser draws 1 card."
    )
    assert picture(STEP) == (
        "me think guess_galaxy:3× left | [winner cards*1 arrow discard] | [pile cards:back*1 arrow loser]"
    )
    scene = Scenario([STEP], ["PR1 PR2", "OM4 SE2"], drawn="NM5", pile="ZE1")
    assert hands(scene.run("1: card OM4", "0: galaxy 0", "0: galaxy 7", "0: card PR1")) == ["PR2", "ZE1 SE2 OM4"]
