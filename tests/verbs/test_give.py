"""One scenario of `give`: its sentence, its picture, and what it does."""

from tests.reading import picture, sentence
from tests.rules.gong_support import Scenario, hands

STEP = {"give": {"to": "left", "n": 1}}


def test_a_card_goes_from_hand_to_hand():
    assert sentence(STEP) == "Give 1 card to the player on your left."
    assert picture(STEP) == "me cards*1 arrow left"
    scene = Scenario([STEP], ["PR1 PR2", "OM1", "SE1"])
    assert hands(scene.run("0: card PR2")) == ["PR1", "PR2 OM1", "SE1"]
