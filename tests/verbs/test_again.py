"""One scenario of `again`: its sentence, its picture, and what it does."""

from tests.reading import picture, sentence
from tests.rules.gong_support import Scenario, hands

STEP = {"again": {}}


def test_the_same_player_has_the_next_turn():
    assert sentence(STEP) == "Take another turn."
    assert picture(STEP) == "me again"
    scene = Scenario([STEP], ["PR1", "OM1"])
    assert hands(scene.run()) == ["PR1", "OM1"]
    assert (scene.state.player, scene.state.extra) == (0, True)
