"""One scenario of the duel `odd_even_fingers`: its sentence, its picture, and how it is decided."""

from tests.reading import picture, sentence
from tests.rules.gong_support import Scenario, hands

STEP = {
    "duel": {"kind": "odd_even_fingers", "vs": "left", "win": [{"put": {"who": "winner"}}, {"draw": {"who": "loser"}}]}
}


def test_luck_decides():
    assert sentence(STEP) == (
        "Say odd or even, then show 0 to 5 fingers at the same time as the player on your left: the winner "
        "discards 1 card and the loser draws 1 card."
    )
    assert picture(STEP) == (
        "me odd_even_fingers left | [winner cards*1 arrow discard] | [pile cards:back*1 arrow loser]"
    )
    scene = Scenario([STEP], ["PR1 PR2", "OM1"], drawn="NM5", pile="ZE1", luck=[0])
    assert hands(scene.run("0: card PR1")) == ["PR2", "ZE1 OM1"]
