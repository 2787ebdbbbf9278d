"""One scenario of the duel `higher_lower`: its sentence, its picture, and how it is decided."""

from tests.reading import picture, sentence
from tests.rules.gong_support import Scenario, hands

STEP = {"duel": {"kind": "higher_lower", "vs": "left", "win": [{"put": {"who": "winner"}}, {"draw": {"who": "loser"}}]}}


def test_the_first_wrong_call_loses():
    assert sentence(STEP) == (
        "You and the player on your left take turns guessing if the next card from the pile is higher or "
        "lower, and a wrong guess loses: the winner discards 1 card and the loser draws 1 card."
    )
    assert picture(STEP) == ("me higher_lower left | [winner cards*1 arrow discard] | [pile cards:back*1 arrow loser]")
    scene = Scenario([STEP], ["PR1", "OM1 OM2"], drawn="NM5", pile="ZE2 ZE4 SE4 NB1")
    assert hands(scene.run("0: lower", "1: card OM2")) == ["PR1 SE4", "OM1"]
