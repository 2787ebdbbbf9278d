"""One scenario of `pass`: its sentence, its picture, and what it does."""

from tests.reading import picture, sentence
from tests.rules.gong_support import Scenario, hands

STEP = {"pass": {"dir": "left"}}


def test_everybody_passes_a_card_at_once():
    assert sentence(STEP) == "Everybody passes 1 card to the left."
    assert picture(STEP) == "all cards*1 pass-left"
    scene = Scenario([STEP], ["PR1 PR2", "OM1 OM2", "SE1"])
    assert hands(scene.run("0: card PR1", "1: card OM2")) == ["PR2 SE1", "PR1 OM1", "OM2"]
