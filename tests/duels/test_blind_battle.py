"""One scenario of the duel `blind_battle`: its sentence, its picture, and how it is decided."""

from tests.reading import picture, sentence
from tests.rules.gong_support import Scenario, hands

STEP = {"duel": {"kind": "blind_battle", "vs": "left", "win": [{"put": {"who": "winner"}}, {"draw": {"who": "loser"}}]}}


def test_a_random_card_of_each_hand_decides():
    assert sentence(STEP) == (
        "You and the player on your left each turn over 1 card from your hand without looking, and the higher "
        "number wins: the winner discards 1 card and the loser draws 1 card."
    )
    assert picture(STEP) == ("me blind_battle left | [winner cards*1 arrow discard] | [pile cards:back*1 arrow loser]")
    scene = Scenario([STEP], ["PR1 PR4", "OM3 OM4"], drawn="NM5", pile="ZE1", blind="PR4 OM3")
    assert hands(scene.run("0: card PR1")) == ["PR4", "ZE1 OM3 OM4"]
