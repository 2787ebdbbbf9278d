"""One scenario of `if`: its sentence, its picture, and what it does."""

from tests.reading import picture, sentence
from tests.rules.gong_support import Scenario, hands

STEP = {"if": {"cond": {"hand_size": {"lt": 3}}, "then": [{"draw": {"n": 2}}], "else": [{"draw": {}}]}}


def test_the_condition_decides_what_runs():
    assert sentence(STEP) == "If you have fewer than 3 cards, draw 2 cards; otherwise, draw 1 card."
    assert picture(STEP) == (
        "me hand:1–2 question | [yes pile cards:back*2 arrow me] | [no pile cards:back*1 arrow me]"
    )
    scene = Scenario([STEP], ["PR1 PR2", "OM1"], pile="ZE1 ZE2")
    assert hands(scene.run()) == ["PR1 PR2 ZE1 ZE2", "OM1"]
