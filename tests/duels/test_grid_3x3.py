"""One scenario of the duel `grid_3x3`: its sentence, its picture, and how it is decided."""

from tests.reading import picture, sentence
from tests.rules.gong_support import Scenario, hands

STEP = {"duel": {"kind": "grid_3x3", "vs": "left", "win": [{"put": {"who": "winner"}}, {"draw": {"who": "loser"}}]}}


def test_the_lower_score_wins():
    assert sentence(STEP) == (
        "You and the player on your left each lay the same number of cards in a 3 by 3 grid, and the lower "
        "score wins: the winner discards 1 card and the loser draws 1 card."
    )
    assert picture(STEP) == "me grid_3x3 left | [winner cards*1 arrow discard] | [pile cards:back*1 arrow loser]"
    scene = Scenario([STEP], ["PR1 NB1 ZE1", "OM2 SP2 VI2"], drawn="NM5", pile="ZE2")
    script = [
        "0: lay PR1", "0: lay NB1", "0: lay ZE1", "0: leave", "0: leave", "0: leave",
        "0: leave", "0: leave", "0: leave", "1: lay OM2", "1: leave", "1: leave",
        "1: lay SP2", "1: leave", "1: leave", "1: lay VI2", "1: leave", "1: leave",
        "1: card OM2",
    ]  # fmt: skip
    assert hands(scene.run(*script)) == ["PR1 NB1 ZE1 ZE2", "SP2 VI2"]
