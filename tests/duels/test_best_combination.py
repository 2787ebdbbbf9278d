"""One scenario of the duel `best_combination`: its sentence, its picture, and how it is decided."""

from tests.reading import picture, sentence
from tests.rules.gong_support import Scenario, hands

STEP = {
    "duel": {"kind": "best_combination", "vs": "left", "win": [{"put": {"who": "winner"}}, {"draw": {"who": "loser"}}]}
}


def test_the_better_combination_wins():
    assert sentence(STEP) == (
        "You and the player on your left each show your best combination of up to 5 cards, and the better one "
        "wins: the winner discards 1 card and the loser draws 1 card."
    )
    assert picture(STEP) == (
        "me best_combination left | [winner cards*1 arrow discard] | [pile cards:back*1 arrow loser]"
    )
    scene = Scenario([STEP], ["PR4 NB4", "OM6"], drawn="NM5", pile="ZE1")
    assert hands(scene.run("0: card NB4")) == ["PR4", "ZE1 OM6"]
