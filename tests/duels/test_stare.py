"""One scenario of the duel `stare`: its sentence, its picture, and how it is decided."""

from tests.reading import picture, sentence
from tests.rules.gong_support import Scenario, hands

STEP = {"duel": {"kind": "stare", "vs": "left", "win": [{"put": {"who": "winner"}}, {"draw": {"who": "loser"}}]}}


def test_people_judge():
    assert sentence(STEP) == (
        "Look the player on your left in the eyes, and the first to laugh or speak loses: the winner discards "
        "1 card and the loser draws 1 card."
    )
    assert picture(STEP) == "me stare left | [winner cards*1 arrow discard] | [pile cards:back*1 arrow loser]"
    scene = Scenario([STEP], ["PR1 PR2", "OM1"], drawn="NM5", pile="ZE1", luck=[1, 0])
    assert hands(scene.run("0: card PR1")) == ["PR2", "ZE1 OM1"]
