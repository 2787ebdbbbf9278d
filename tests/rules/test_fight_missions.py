"""One scripted scenario or more for each mission of the core pack; an unused or unscripted choice is a failure.

Seat 0 has revealed the card; with three players seat 1 is on the left and opposite, seat 2 is on the right.
"""

from dataclasses import dataclass

import pytest

from companion.missions.mission_ids import MISSION_IDS
from tests.rules.gong_support import Scenario, cards, codes, hands


@dataclass(frozen=True)
class Case:
    """A mission, the table before it, what is chosen, the hands after it and what was put (the mission card not)."""

    mission: str
    before: tuple[str, ...]
    script: tuple[str, ...]
    after: tuple[str, ...]
    put: str = ""
    pile: str = "ZE1 ZE2"
    blind: str = ""
    luck: tuple[int, ...] = ()
    next: int = 1


def case(mission, before, script, after, put="", **more):
    return Case(
        mission, tuple(before.split("/")), tuple(filter(None, script.split("; "))), tuple(after.split("/")), put, **more
    )


BONUS = [
    case("B01", "PR1 PR2/OM1/SE1", "0: card PR2", "PR1/OM1/SE1", "PR2"),
    case("B02", "PR1 PR2 PR3/OM1/SE1", "0: card PR2; 0: card PR1", "PR3/OM1/SE1", "PR2 PR1"),
    case("B02", "PR1/OM1/SE1", "", "/OM1/SE1", "PR1", next=-1),
    case("B03", "PR1 PR2/OM1/SE1", "0: card PR1", "PR2/PR1 OM1/SE1"),
    case("B04", "PR1 PR2/OM1/SE1", "0: card PR1; 2: card SE1", "PR2/OM1/PR1", "SE1"),
    case("B05", "PR1 PR2 PR3/OM1/SE1", "0: player 2; 0: card PR3; 0: card PR1", "PR2/OM1/PR3 SE1", "PR1"),
    case("B06", "PR1 PR2 PR3/OM1/SE1", "0: card PR3; 0: card PR1", "PR2/PR3 OM1/PR1 SE1"),
    case("B06", "PR1 PR2/OM1", "0: card PR2", "PR1/PR2 OM1"),
    case("B07", "PR1 PR2 PR3/OM1 OM2/SE1", "0: card PR3; 0: card PR1", "PR2/OM1 OM2/PR1 PR3 SE1"),
    case("B07", "PR1 PR2 PR3/OM1/SE1", "0: player 1; 0: card PR3; 0: card PR2", "PR1/PR2 PR3 OM1/SE1"),
    case("B08", "PR6 NB6 ZE6 SE6 OM1/VI1", "0: card SE6; 0: card PR6; 0: card NB6", "ZE6 OM1/VI1", "SE6 PR6 NB6"),
    case("B08", "PR6 OM1/VI1", "", "OM1/VI1", "PR6"),
    case("B08", "PR1 OM1/VI1", "0: card OM1", "PR1/VI1", "OM1"),
    case("B09", "SE1 SE2 OM1/VI1", "", "OM1/VI1", "SE1 SE2"),
    case("B09", "PR1 OM1/VI1", "0: card PR1", "OM1/VI1", "PR1"),
    case("B10", "PR1/OM1/SE1", "0: player 2", "/OM1/PR1 SE1", next=-1),
    case("B10", "PR1 PR2 PR3/OM1/SE1", "0: player 1; 0: card PR3; 0: card PR2", "PR1 OM1/PR2 PR3/SE1", blind="OM1"),
    case("B11", "PR1 NB1 ZE3 OM3 SE4/VI1", "0: card NB1", "ZE3 SE4 OM3/VI1", "NB1 PR1"),
    case("B11", "PR1 NB2 ZE3 SE4/VI1", "0: card SE4", "PR1 NB2 ZE3/VI1", "SE4"),
    case("B12", "PR2 NB3 ZE4 SE6 OM3/VI1", "0: card OM3", "NB3 SE6/VI1", "OM3 PR2 ZE4"),
    case("B12", "PR2 NB3 ZE5 SE6/VI1", "0: card ZE5", "PR2 NB3 SE6/VI1", "ZE5"),
    case("B13", "PR6 NB6 ZE3 OM1/SE1", "0: card NB6", "PR6 ZE3/SE1", "NB6 OM1"),
    case("B13", "JK1 JK2/SE1", "0: card JK2", "JK1/SE1", "JK2"),
    case("B14", "PR1 PR2/OM1 OM2/SE1", "0: card PR1", "PR2/OM1 OM2/ZE1 SE1", "PR1"),
    case("B15", "PR1 PR2/OM1/SE1", "0: card PR1; 0: again", "PR2/OM1/SE1", "PR1", next=0),
    case("B15", "PR1 PR2/OM1/SE1", "0: card PR1; 0: stop", "PR2/OM1/SE1", "PR1"),
    case("B16", "PR2 NB4 ZE3 AN6/SE1", "0: option 0; 0: card PR2; 0: card AN6", "NB4 ZE3/SE1", "PR2 AN6"),
    case("B16", "PR2 NB4 ZE3 AN6/SE1", "0: option 1; 0: card ZE3", "PR2 NB4 AN6/SE1", "ZE3"),
    case("B16", "PR1 NB3/SE1", "0: card PR1", "NB3/SE1", "PR1"),
    case("B17", "PR1 PR2 PR3/SE1", "0: color blue; 0: card PR1; 0: card PR2", "PR3/SE1", "OM5 PR1 PR2", pile="OM5"),
    case("B17", "PR1 PR2 PR3/SE1", "0: color blue; 0: card PR1", "PR2 PR3/SE1", "OM4 PR1", pile="OM4"),
    case("B18", "PR1 PR2/OM1/SE1 SE2", "0: card PR1; 2: card SE2; 0: card PR2", "SE2/PR1/SE1 OM1", "PR2"),
]

MALUS = [
    case("M01", "PR1/OM1/SE1", "", "PR1 ZE1/OM1/SE1"),
    case("M02", "PR1/OM1/SE1", "", "PR1 ZE1 ZE2/OM1/SE1"),
    case("M03", "PR1/OM1/SE1", "", "PR1 NB3/OM1/SE1"),
    case("M04", "PR1/OM1 OM2 OM3/SE1", "1: card OM2; 1: card OM3", "PR1 OM2/OM1/SE1", "OM3"),
    case("M05", "PR1/OM1/SE1 SE2", "2: card SE1", "PR1 SE1/OM1/ZE1 SE2"),
    case("M06", "PR1/OM1 OM2 OM3/SE1", "1: card OM1; 1: card OM3", "PR1 OM1/OM2/SE1", "OM3"),
    case(
        "M06", "PR1/OM1 OM2 OM3/SE1 SE2 SE3", "0: player 2; 2: card SE1; 2: card SE3", "PR1 SE1/OM1 OM2 OM3/SE2", "SE3"
    ),
    case("M07", "PR1/OM1 OM2/SE1 SE2", "1: card OM2; 2: card SE1", "PR1 SE1 OM2/OM1/SE2"),
    case("M07", "PR1/OM1 OM2", "1: card OM2", "PR1 OM2/OM1"),
    case("M08", "PR1/OM1 OM2/SE1", "1: card OM1", "PR1 ZE1/OM2/SE1", "OM1"),
    case("M09", "PR1/OM1/SE1 SE2 JK1", "0: card SE2", "PR1 JK1/OM1/SE1 SE2", blind="SE2 JK1"),
    case(
        "M10",
        "PR1 PR2 PR3/OM1 OM2 OM3/SE1",
        "0: card PR1; 0: card PR3; 1: card OM3; 1: card OM2",
        "PR2 ZE1 OM2 OM3/PR1 PR3 OM1/SE1",
    ),
    case("M10", "PR1 PR2/OM1/SE1", "0: card PR2", "PR1 ZE1 OM1/PR2/SE1"),
    case("M11", "PR1/OM1", "", "PR1 ZE4/OM1", pile="ZE4 ZE5"),
    case("M11", "PR1/OM1", "", "PR1 ZE1 ZE5/OM1", pile="ZE5 ZE1 ZE4"),
    case("M12", "PR1 JK2/OM1", "", "PR1 ZE1 JK2/OM1"),
    case("M13", "PR1 PR2 PR3 PR4/OM1", "", "PR1 PR2 PR3 PR4 ZE1 ZE2/OM1"),
    case("M13", "PR1 PR2 PR3 PR4 PR5/OM1", "", "PR1 PR2 PR3 PR4 PR5 ZE1/OM1"),
    case("M14", "PR1/OM1/SE1 SE2", "0: player 2; 2: card SE2", "PR1 ZE1/OM1/SE1", "SE2"),
    case("M15", "PR1 OM1/SE1", "", "PR1 ZE1 OM1/SE1"),
    case("M15", "PR1/OM1 SE1", "", "PR1 ZE1 ZE2/SE1 OM1"),
    case("M16", "PR1/NB4 ZE4 ZE5/SE4", "1: card ZE4", "PR1 ZE4/NB4 ZE5/SE4", pile="VI1"),
    case("M16", "PR1/NB4 OM2/SE4", "", "PR1 NB4/OM2/SE4"),
    case("M16", "PR1/NB1 OM2/SE4", "", "PR1 ZE1/NB1 OM2/SE4"),
    case("M17", "PR1 PR2/OM1 OM2/SE1", "0: card PR1; 1: card OM2", "PR2 ZE1 OM2/SE1 OM1/PR1"),
    case("M18", "PR1/OM1", "0: parity odd", "PR1 ZE2/OM1", "ZE1", pile="ZE1 ZE2 ZE3"),
    case("M18", "PR1/OM1", "0: parity even", "PR1 ZE2 ZE3/OM1", "ZE1", pile="ZE1 ZE2 ZE3"),
]

FIGHT = [
    case("F01", "PR2 PR6/OM1 OM2/SE1", "0: player 1; 0: card PR6; 1: card OM2", "PR2/OM1 OM2/SE1", "PR6"),
    case("F01", "PR2 PR6/OM1/SE3", "0: player 2; 0: card PR2", "PR2 PR6/OM1/", "SE3", next=-1),
    case(
        "F01",
        "PR2 PR6/OM2 OM6/SE1",
        "0: player 1; 0: card PR6; 1: card OM6; 0: card PR6; 1: card OM6; 0: card PR2",
        "PR6/OM2 OM6/SE1",
        "PR2",
    ),
    case(
        "F02",
        "PR1 PR5 PR6/OM1 OM5/SE1",
        "0: card PR1; 0: card PR6",
        "PR5/OM1 OM5/SE1",
        "PR1 PR6",
    ),
    case(
        "F02",
        "PR1 PR5 NB2/OM1 OM2/SE1",
        "0: card PR1; 0: card NB2; 0: card PR1; 0: card NB2; 0: card PR5",
        "PR1 NB2/OM1 OM2/SE1",
        "PR5",
    ),
    case("F03", "PR1 PR2/OM1/SE1 SE2", "0: player 2; 2: card SE2", "PR1 PR2 ZE1/OM1/SE1", "SE2", luck=(1,)),
    case("F04", "PR1 PR2/OM1/SE3 SE5", "2: card SE5; 0: number 3; 0: number 5; 0: card PR2", "PR1/OM1/PR2 SE3 SE5"),
    case("F04", "PR1 PR2/OM1/SE3 SE5", "2: card SE5; 0: number 3; 0: number 4", "PR1 PR2 ZE1/OM1/SE3 SE5"),
    case(
        "F05",
        "PR1 SE2 ZE3/OM1/SE1",
        "0: player 1; 0: card SE2; 1: galaxy 0; 1: galaxy 1; 1: galaxy 2; 0: card PR1; 0: card SE2",
        "ZE3/OM1/SE1",
        "PR1 SE2",
        pile="VI1",
    ),
    case(
        "F05",
        "PR1 SE2 ZE3/OM1 OM2/SE1",
        "0: player 1; 0: card SE2; 1: galaxy 0; 1: galaxy 4; 1: card OM2",
        "PR1 ZE3 SE2/OM1/SE1",
        "OM2",
        pile="VI1",
    ),
    case("F06", "PR1 PR2 PR3/OM1/SE1", "0: card PR1; 0: card PR2", "PR3/OM1/SE1", "PR1 PR2", luck=(1, 0), pile="SP1"),
    case("F06", "PR1 PR2 PR3/OM1/SE1", "", "PR1 PR2 PR3/OM1/SE1", luck=(0,), pile="SP1"),
    case("F07", "PR1/OM1 OM2/SE1", "1: card OM1", "PR1 ZE1/OM2/SE1", "OM1", luck=(7, 1)),
    case("F07", "PR1 PR2/OM1/SE1", "0: card PR1", "PR2/ZE1 OM1/SE1", "PR1", luck=(0, 7, 0)),
    case("F08", "PR1 PR2/OM1/SE1", "0: card PR1", "PR2/OM1/SE1", "PR1", luck=(3, 0)),
    case(
        "F09",
        "PR4 NB4 ZE4 OM1/OM2 SE2 SP5/VI1",
        "0: player 1; 0: card NB4; 0: card ZE4",
        "PR4 OM1/AN1 SE2 SP5 OM2/VI1",
        "NB4 ZE4",
        pile="AN1",
    ),
    case(
        "F10",
        "PR1 NB1 ZE1 OM6/OM1 OM2 OM3/VI1",
        "0: lay PR1; 0: lay NB1; 0: lay ZE1; 0: leave; 0: leave; 0: leave; 0: leave; 0: leave; 0: leave; "
        "1: leave; 1: leave; 1: leave; 1: leave; 1: leave; 1: leave; 1: lay OM3; 1: lay OM1; 1: lay OM2; "
        "0: card OM6; 0: card NB1",
        "PR1 ZE1/OM1 OM2 OM3/VI1",
        "OM6 NB1",
        pile="",
    ),
    case(
        "F11",
        "PR1 PR2 PR3/OM4 OM5 OM6/SE1",
        "0: place PR1 0; 0: place PR2 0; 0: place PR3 1; 1: place OM4 2; 1: place OM5 0; 1: place OM6 1; "
        "1: card OM4; 1: card OM6",
        "PR1 PR2 PR3/OM5/SE1",
        "OM4 OM6",
    ),
    case(
        "F12",
        "PR1 PR2/OM1 OM2/SE1",
        "0: player 1; 0: higher; 1: lower; 0: card PR2",
        "PR1/ZE6 OM1 OM2/SE1",
        "ZE3 ZE5 NB5 PR2",
        pile="ZE3 ZE5 NB5 ZE6",
    ),
    case("F13", "PR1 PR2 NB3/OM1/SE1 SE4 SE5", "2: card SE5; 2: card SE1", "PR1 PR2 NB3/OM1/SE4", "SE5 SE1"),
    case("F13", "PR1 PR3/OM1/SE1", "", "/OM1/SE1", "PR1 PR3", next=-1),
    case("F14", "PR1 PR4/OM1 OM4/SE1", "", "PR1 PR4/OM1 OM4/SE1", blind="PR1 OM1 PR4 OM4 PR1 OM1 PR4 OM4"),
    case("F14", "PR1 PR4/OM1 OM3/SE1", "", "PR1/ZE1 OM1 OM3/SE1", "PR4", blind="PR4 OM3"),
    case("F15", "PR1 PR2 PR3/NB1/SE1", "0: card PR3; 0: card PR1", "PR2/NB1/SE1", "PR3 PR1", luck=(0,)),
    case("F15", "PR1/NB1 NB2/SE1", "1: card NB2", "PR1/NB1/SE1", "NB2", luck=(1,)),
    case("F16", "PR1/NB1/SE1 SE2", "0: player 2; 2: card SE2", "PR1 ZE1/NB1/SE1", "SE2", luck=(5, 1)),
    case("F17", "PR1 PR6/OM6/SE5 SE1", "0: card PR6; 2: card SE5", "PR1 PR6/OM6/", "SE1 SE5", next=-1),
    case("F17", "PR1 PR6/OM6", "0: card PR6; 0: card PR1", "PR6/OM6", "PR1"),
    case("F17", "PR1 PR2 PR6/OM5/SE1", "0: card PR6; 0: card PR1; 0: card PR2", "PR6/OM5/SE1", "PR1 PR2"),
    case("F18", "PR1 PR2/OM1/SE1 SE2", "", "PR1 PR2//SE1 SE2", "OM1", luck=(1, 1), next=-1),
    case("F18", "PR1 PR2/OM1/SE1 SE2", "0: card PR2", "PR1/OM1/SE1 SE2", "PR2", luck=(1, 0)),
]


@pytest.mark.parametrize("played", [*BONUS, *MALUS, *FIGHT], ids=lambda played: played.mission)
def test_scenario(played):
    scene = Scenario(played.mission, played.before, pile=played.pile, blind=played.blind, luck=played.luck)
    scene.run(*played.script)
    state = scene.state
    assert hands(state) == list(played.after)
    mission_card = [] if played.mission == "M03" else [card for card in state.discard if card == scene.revealed]
    assert codes(state.discard) == codes([*cards(played.put), *mission_card])
    assert state.is_terminal() == (played.next < 0)
    if played.next >= 0:
        assert state.player == played.next
        assert state.extra == (played.next == 0)


def test_every_mission_has_a_scenario():
    assert sorted({case.mission for case in [*BONUS, *MALUS, *FIGHT]}) == sorted(MISSION_IDS)


def test_an_unscripted_choice_fails_a_scenario():
    with pytest.raises(AssertionError, match="unscripted choice of seat 0"):
        Scenario("B01", ["PR1 PR2", "OM1"]).run()


def test_an_unused_choice_fails_a_scenario():
    with pytest.raises(AssertionError, match="unused choice '0: card PR1'"):
        Scenario("B01", ["PR1 PR2 PR3", "OM1"]).run("0: card PR2", "0: card PR1")


@pytest.mark.parametrize("chance", [{"blind": "OM1"}, {"luck": (1,)}])
def test_unused_chance_fails_a_scenario(chance):
    with pytest.raises(AssertionError, match="unused"):
        Scenario("B01", ["PR1 PR2", "OM1"], **chance).run("0: card PR2")
