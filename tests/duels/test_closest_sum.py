"""One scenario of the duel `closest_sum`: its sentence, its picture, and how it is decided."""

from tests.reading import picture, sentence
from tests.rules.gong_support import Scenario, hands

STEP = {"duel": {"kind": "closest_sum", "vs": "left", "win": [{"put": {"who": "winner"}}, {"draw": {"who": "loser"}}]}}


def test_the_sum_closer_to_seven_wins():
    assert sentence(STEP) == (
        "You and the player on your left each show 2 cards at the same time, and the sum closer to 7 wins: "
        "the winner discards 1 card and the loser draws 1 card."
    )
    assert picture(STEP) == ("me closest_sum:7 left | [winner cards*1 arrow discard] | [pile cards:back*1 arrow loser]")
    scene = Scenario([STEP], ["PR1 PR6", "OM2 OM4"], drawn="NM5", pile="ZE1")
    assert hands(scene.run("0: card PR1")) == ["PR6", "ZE1 OM2 OM4"]
