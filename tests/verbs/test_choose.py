"""One scenario of `choose`: its sentence, its picture, and what it does."""

from tests.reading import picture, sentence
from tests.rules.gong_support import Scenario, hands

STEP = {"choose": {"options": [[{"put": {}}], [{"draw": {}}]]}}


def test_the_option_that_was_chosen_runs():
    assert sentence(STEP) == "Choose: discard 1 card, or draw 1 card."
    assert picture(STEP) == "me fork | [or me cards*1 arrow discard] | [or pile cards:back*1 arrow me]"
    scene = Scenario([STEP], ["PR1 PR2", "OM1"], pile="ZE1")
    assert hands(scene.run("0: option 1")) == ["PR1 PR2 ZE1", "OM1"]
