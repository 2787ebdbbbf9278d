"""One scenario of the duel `three_locations`: its sentence, its picture, and how it is decided."""

from tests.reading import picture, sentence
from tests.rules.gong_support import Scenario, hands

STEP = {
    "duel": {"kind": "three_locations", "vs": "left", "win": [{"put": {"who": "winner"}}, {"draw": {"who": "loser"}}]}
}


def test_two_worlds_win():
    assert sentence(STEP) == (
        "You and the player on your left secretly share out the same number of cards among 3 worlds, and "
        "whoever is stronger in 2 of them wins: the winner discards 1 card and the loser draws 1 card."
    )
    assert picture(STEP) == (
        "me three_locations left | [winner cards*1 arrow discard] | [pile cards:back*1 arrow loser]"
    )
    scene = Scenario([STEP], ["PR1 PR2 PR3", "OM4 OM5 OM6"], drawn="NM5", pile="ZE1")
    script = [
        "0: place PR1 0", "0: place PR2 0", "0: place PR3 1", "1: place OM4 2", "1: place OM5 0", "1: place OM6 1",
        "1: card OM4",
    ]  # fmt: skip
    assert hands(scene.run(*script)) == ["PR1 PR2 PR3 ZE1", "OM5 OM6"]
