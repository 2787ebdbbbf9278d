"""One scenario of `duel`: its sentence, its picture, and what it does."""

from tests.reading import picture, sentence
from tests.rules.gong_support import Scenario, hands

STEP = {"duel": {"kind": "highest_xphere", "vs": "left", "win": [{"draw": {"who": "loser"}}]}}


def test_the_loser_draws_a_card():
    assert sentence(STEP) == (
        "You and the player on your left each show 1 card at the same time, and the higher number wins: the "
        "loser draws 1 card."
    )
    assert picture(STEP) == "me highest_xphere left | [pile cards:back*1 arrow loser]"
    scene = Scenario([STEP], ["PR1 PR6", "OM3", "SE1"], pile="ZE1")
    assert hands(scene.run("0: card PR6")) == ["PR1 PR6", "ZE1 OM3", "SE1"]
