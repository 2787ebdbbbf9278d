"""One scenario of `guess`: its sentence, its picture, and what it does."""

from tests.reading import picture, sentence
from tests.rules.gong_support import Scenario, codes, hands

STEP = {"guess": {"about": "pile_top_parity", "right": [{"put": {}}], "wrong": [{"draw": {}}]}}


def test_a_right_guess_has_its_own_steps():
    assert sentence(STEP) == (
        "Guess whether the next card from the pile is odd or even: if you are right, discard 1 card; if you "
        "are wrong, draw 1 card."
    )
    assert picture(STEP) == (
        "me think cards:odd*1 cards:even*1 pile | [yes me cards*1 arrow discard] | [no pile cards:back*1 arrow me]"
    )
    scene = Scenario([STEP], ["PR1 PR2", "OM1"], pile="ZE3 ZE4")
    assert hands(scene.run("0: parity odd", "0: card PR2")) == ["PR1", "OM1"]
    assert codes(scene.state.discard) == "ZE3 PR2 PR5"
