"""One scenario of the duel `rock_paper_scissors`: its sentence, its picture, and how it is decided."""

from tests.reading import picture, sentence
from tests.rules.gong_support import Scenario, hands

STEP = {
    "duel": {
        "kind": "rock_paper_scissors",
        "vs": "left",
        "win": [{"put": {"who": "winner"}}, {"draw": {"who": "loser"}}],
    }
}


def test_luck_decides():
    assert sentence(STEP) == (
        "Play rock-paper-scissors with the player on your left until one of you has 2 wins: the winner "
        "discards 1 card and the loser draws 1 card."
    )
    assert picture(STEP) == (
        "me rock_paper_scissors:2× left | [winner cards*1 arrow discard] | [pile cards:back*1 arrow loser]"
    )
    scene = Scenario([STEP], ["PR1 PR2", "OM1"], drawn="NM5", pile="ZE1", luck=[1])
    assert hands(scene.run()) == ["PR1 PR2 ZE1", ""]
