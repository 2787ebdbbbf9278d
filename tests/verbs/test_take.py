"""One scenario of `take`: its sentence, its picture, and what it does."""

from tests.reading import picture, sentence
from tests.rules.gong_support import Scenario, hands

STEP = {"take": {"from": "right"}}


def test_a_card_is_taken_without_looking():
    assert sentence(STEP) == "Take 1 card from the player on your right without looking."
    assert picture(STEP) == "right cards:back*1 arrow me blind"
    scene = Scenario([STEP], ["PR1", "OM1", "SE1 SE2"], blind="SE2")
    assert hands(scene.run()) == ["PR1 SE2", "OM1", "SE1"]
