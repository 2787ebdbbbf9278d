"""One scenario of the duel `highest_unique`: its sentence, its picture, and how it is decided."""

from tests.reading import picture, sentence
from tests.rules.gong_support import Scenario, hands

STEP = {
    "duel": {"kind": "highest_unique", "vs": "others", "win": [{"put": {"who": "winner"}}, {"draw": {"who": "loser"}}]}
}


def test_the_highest_number_that_is_there_once_wins():
    assert sentence(STEP) == (
        "Everybody shows 1 card at the same time, and the highest number that appears only once wins: the "
        "winner discards 1 card and the loser draws 1 card."
    )
    assert picture(STEP) == (
        "me highest_unique others | [winner cards*1 arrow discard] | [pile cards:back*1 arrow loser]"
    )
    scene = Scenario([STEP], ["PR6 PR5", "OM6", "SE4 SE3", "VI2"], drawn="NM5", pile="ZE1")
    assert hands(scene.run("0: card PR6", "2: card SE4", "2: card SE3")) == ["PR5 PR6", "OM6", "SE4", "ZE1 VI2"]
