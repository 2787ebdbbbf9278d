"""One scenario of the duel `largest_galaxy`: its sentence, its picture, and how it is decided."""

from tests.reading import picture, sentence
from tests.rules.gong_support import Scenario, hands

STEP = {
    "duel": {"kind": "largest_galaxy", "vs": "left", "win": [{"put": {"who": "winner"}}, {"draw": {"who": "loser"}}]}
}


def test_the_bigger_group_wins():
    assert sentence(STEP) == (
        "You and the player on your left each show the cards of your biggest galaxy, and the bigger group "
        "wins: the winner discards 1 card and the loser draws 1 card."
    )
    assert picture(STEP) == (
        "me largest_galaxy left | [winner cards*1 arrow discard] | [pile cards:back*1 arrow loser]"
    )
    scene = Scenario([STEP], ["PR1 PR2 PR3", "OM5 OM6"], drawn="NM5", pile="ZE1")
    assert hands(scene.run("0: card PR3")) == ["PR1 PR2", "ZE1 OM5 OM6"]
