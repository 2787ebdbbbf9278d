"""One scenario of the duel `highest_xphere`: its sentence, its picture, and how it is decided."""

from tests.reading import picture, sentence
from tests.rules.gong_support import Scenario, hands

STEP = {
    "duel": {"kind": "highest_xphere", "vs": "left", "win": [{"put": {"who": "winner"}}, {"draw": {"who": "loser"}}]}
}


def test_the_higher_number_wins():
    assert sentence(STEP) == (
        "You and the player on your left each show 1 card at the same time, and the higher number wins: the "
        "winner discards 1 card and the loser draws 1 card."
    )
    assert picture(STEP) == (
        "me highest_xphere left | [winner cards*1 arrow discard] | [pile cards:back*1 arrow loser]"
    )
    scene = Scenario([STEP], ["PR1 PR4", "OM3 OM6"], drawn="NM5", pile="ZE1")
    assert hands(scene.run("0: card PR4", "1: card OM3", "0: card PR1")) == ["PR4", "ZE1 OM3 OM6"]
