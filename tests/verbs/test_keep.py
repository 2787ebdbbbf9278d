"""One scenario of `keep`: its sentence, its picture, and what it does."""

from tests.reading import picture, sentence
from tests.rules.gong_support import Scenario, hands

STEP = {"keep": {}}


def test_the_revealed_card_goes_to_the_hand():
    assert sentence(STEP) == "Add this card to your hand."
    assert picture(STEP) == "this arrow me"
    scene = Scenario([STEP], ["PR1", "OM1"], drawn="NM5")
    assert hands(scene.run()) == ["PR1 NM5", "OM1"]
