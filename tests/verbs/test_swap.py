"""One scenario of `swap`: its sentence, its picture, and what it does."""

from tests.reading import picture, sentence
from tests.rules.gong_support import Scenario, hands

STEP = {"swap": {"b": "opposite"}}


def test_two_players_exchange_a_card_each():
    assert sentence(STEP) == "Swap 1 card with the player opposite you."
    assert picture(STEP) == "me cards*1 swap cards*1 opposite"
    scene = Scenario([STEP], ["PR1 PR2", "NB1", "OM1 OM2", "SE1"])
    assert hands(scene.run("0: card PR2", "2: card OM1")) == ["PR1 OM1", "NB1", "PR2 OM2", "SE1"]
