"""One scenario of the duel `reaction_tap`: its sentence, its picture, and how it is decided."""

from tests.reading import picture, sentence
from tests.rules.gong_support import Scenario, hands

STEP = {"duel": {"kind": "reaction_tap", "vs": "left", "win": [{"put": {"who": "winner"}}, {"draw": {"who": "loser"}}]}}


def test_skill_decides_after_one_more_try():
    assert sentence(STEP) == (
        "Play gong reflex on the phone with the player on your left, and the first to tap after the gong "
        "wins: the winner discards 1 card and the loser draws 1 card."
    )
    assert picture(STEP) == ("me reaction_tap left | [winner cards*1 arrow discard] | [pile cards:back*1 arrow loser]")
    scene = Scenario([STEP], ["PR1 PR2", "OM1"], drawn="NM5", pile="ZE1", luck=[0, 5, 0])
    assert hands(scene.run("0: card PR2")) == ["PR1", "ZE1 OM1"]
