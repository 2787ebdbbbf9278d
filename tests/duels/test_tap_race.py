"""One scenario of the duel `tap_race`: its sentence, its picture, and how it is decided."""

from tests.reading import picture, sentence
from tests.rules.gong_support import Scenario, hands

STEP = {
    "duel": {
        "kind": "tap_race",
        "vs": "left",
        "seconds": 8,
        "win": [{"put": {"who": "winner"}}, {"draw": {"who": "loser"}}],
    }
}


def test_skill_decides():
    assert sentence(STEP) == (
        "Have a tap race on the phone with the player on your left, and whoever taps more in 8 seconds wins: "
        "the winner discards 1 card and the loser draws 1 card."
    )
    assert picture(STEP) == "me tap_race left | [winner cards*1 arrow discard] | [pile cards:back*1 arrow loser]"
    scene = Scenario([STEP], ["PR1 PR2", "OM1"], drawn="NM5", pile="ZE1", luck=[5, 0])
    assert hands(scene.run("0: card PR2")) == ["PR1", "ZE1 OM1"]
