"""One scenario of `draw`: its sentence, its picture, and what it does."""

from tests.reading import picture, sentence
from tests.rules.gong_support import Scenario, hands

STEP = {"draw": {"n": 3, "until": {"color": "red"}}}


def test_cards_are_drawn_until_one_is_red():
    assert sentence(STEP) == "Draw until you get a red card, but no more than 3 cards."
    assert picture(STEP) == "pile up-to:back*3 arrow me stop cards:red*1"
    scene = Scenario([STEP], ["PR1", "OM1"], pile="NB1 ZE3 SE5")
    assert hands(scene.run()) == ["PR1 NB1 ZE3", "OM1"]
