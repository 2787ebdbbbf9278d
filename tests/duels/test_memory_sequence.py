"""One scenario of the duel `memory_sequence`: its sentence, its picture, and how it is decided."""

from tests.reading import picture, sentence
from tests.rules.gong_support import Scenario, hands

STEP = {
    "duel": {"kind": "memory_sequence", "vs": "left", "win": [{"put": {"who": "winner"}}, {"draw": {"who": "loser"}}]}
}


def test_skill_decides():
    assert sentence(STEP) == (
        "Play the memory game on the phone with the player on your left, and the first to make a mistake "
        "loses: the winner discards 1 card and the loser draws 1 card."
    )
    assert picture(STEP) == (
        "me memory_sequence left | [winner cards*1 arrow discard] | [pile cards:back*1 arrow loser]"
    )
    scene = Scenario([STEP], ["PR1", "OM1 OM2"], drawn="NM5", pile="ZE1", luck=[1, 1])
    assert hands(scene.run("1: card OM2")) == ["PR1 ZE1", "OM1"]
