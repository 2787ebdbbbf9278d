"""One scenario of `put`: its sentence, its picture, and what it does."""

from tests.reading import picture, sentence
from tests.rules.gong_support import Scenario, codes, hands

STEP = {"put": {"n": 2, "where": {"parity": "even"}}}


def test_two_even_cards_go_to_the_discard_pile():
    assert sentence(STEP) == "Put 2 cards with even numbers on the discard pile."
    assert picture(STEP) == "me cards:even*2 arrow discard"
    scene = Scenario([STEP], ["PR1 PR2 NB4 SE6", "OM1"])
    assert hands(scene.run("0: card NB4", "0: card SE6")) == ["PR1 PR2", "OM1"]
    assert codes(scene.state.discard) == "NB4 SE6 PR5"
