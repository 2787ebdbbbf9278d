"""One scenario of `show`: its sentence, its picture, and what it does."""

from tests.reading import picture, sentence
from tests.rules.gong_support import Scenario, cards, hands

STEP = {"show": {"to": "left"}}


def test_a_shown_card_stays_in_the_hand():
    assert sentence(STEP) == "Show 1 card to the player on your left."
    assert picture(STEP) == "me cards*1 eye left"
    scene = Scenario([STEP], ["PR1 PR2", "OM1", "SE1"])
    assert hands(scene.run("0: card PR2")) == ["PR1 PR2", "OM1", "SE1"]
    assert [scene.state.view(seat)["known"][0] == cards("PR2") for seat in (1, 2)] == [True, False]
