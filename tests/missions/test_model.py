"""The effect language as objects: defaults and kinds of rules/missions.md 8.3-8.5, the card map of 8.2."""

import pytest
from pydantic import ValidationError

from companion import deck
from companion.missions import model as m
from companion.missions.card_map import card_for, mission_id_for
from companion.missions.mission_ids import MISSION_IDS
from companion.missions.pack import Mission
from companion.missions.selectors import CardFilter, Condition, HandSize, Is, Max, Players, Where


def read(step):
    """Return one step as an author writes it."""
    return Mission.model_validate({"id": "B01", "do": [step]}, by_name=False).do[0]


def test_8_2_card_to_mission_map():
    expected = {"PR5": "B01", "PR6": "B02", "NB5": "B03", "NM6": "B18", "PR3": "M01", "PR1": "F01", "PR2": "F02"}
    assert {code: mission_id_for(deck.card(code).index) for code in expected} == expected
    assert mission_id_for(54) is None
    assert mission_id_for(55) is None


def test_8_2_every_mission_has_one_card_of_its_kind():
    assert [mission_id_for(card_for(mission_id)) for mission_id in MISSION_IDS] == list(MISSION_IDS)
    letters = {"bonus": "B", "malus": "M", "fight": "F"}
    for card in deck.CARDS[:54]:
        assert mission_id_for(card.index)[0] == letters[card.kind]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ({"put": {}}, m.Put(who="self", n=1, where=None, otherwise=(), pick="owner")),
        ({"give": {"to": "left"}}, m.Give(from_="self", to="left", n=1, otherwise=(), pick="owner", bind=None)),
        ({"take": {"from": "right"}}, m.Take(to="self", from_="right", n=1, pick="blind")),
        ({"draw": {}}, m.Draw(who="self", n=1, until=None)),
        ({"keep": {}}, m.Keep(who="self")),
        ({"pass": {"dir": "left"}}, m.Pass(dir="left", n=1, pick="owner")),
        ({"swap": {"b": "left"}}, m.Swap(a="self", b="left", n=1, pick="owner")),
        ({"show": {"to": "all"}}, m.Show(who="self", to="all", n=1)),
        ({"guess": {"about": "pile_top_color"}}, m.Guess(who="self", about="pile_top_color", right=(), wrong=())),
        ({"again": {}}, m.Again(who="self", optional=False)),
        ({"if": {"cond": {"pile_empty": True}, "then": []}}, m.If(cond=Condition(pile_empty=True), then=(), else_=())),
        (
            {"choose": {"options": [[{"put": {}}], [{"draw": {}}]]}},
            m.Choose(who="self", options=((m.Put(),), (m.Draw(),))),
        ),
        (
            {"duel": {"kind": "stare", "vs": "left", "win": []}},
            m.Stare(kind="stare", vs="left", asymmetric=False, win=(), lose=None, tie=(), seconds=60),
        ),
    ],
)
def test_8_3_defaults(written, meant):
    assert read(written) == meant


@pytest.mark.parametrize("step", ["put", "give", "take", "swap"])
def test_8_3_who_picks(step):
    other = {"give": {"to": "left"}, "take": {"from": "left"}, "swap": {"b": "left"}}.get(step, {})
    assert read({step: {**other, "pick": "blind"}}).pick == "blind"


@pytest.mark.parametrize(("n", "meant"), [(1, 1), (3, 3), ({"max": 2}, Max(max=2)), ("all", "all")])
def test_8_3_counts(n, meant):
    assert read({"put": {"n": n}}).n == meant


def test_8_3_filters():
    where = {"number": [1, 2], "galaxy": "OMEGA", "color": "red", "parity": "odd", "extreme": "lowest", "group": "run"}
    step = read({"put": {"n": 2, "where": where}})
    assert step.where == Where(number=(1, 2), galaxy="OMEGA", color="red", parity="odd", extreme="lowest", group="run")
    assert read({"put": {"where": {"number": "drawn", "galaxy": "drawn", "shown": True}}}).where.shown is True
    assert read({"draw": {"n": 2, "until": {"color": "red"}}}).until == CardFilter(color="red")


def test_8_3_conditions():
    def condition(**written):
        return read({"if": {"cond": written, "then": []}}).cond

    assert condition(hand_size={"lt": 2}).hand_size == HandSize(who="self", lt=2)
    assert condition(has={"where": {"galaxy": "drawn"}}).has.where == CardFilter(galaxy="drawn")
    assert condition(**{"is": {"a": "winner", "b": "self"}}).is_ == Is(a="winner", b="self")
    assert condition(players={"eq": 2}).players == Players(eq=2)
    assert condition(pile_empty=False).pile_empty is False


KINDS = {
    "highest_xphere": {"cards": 1},
    "closest_sum": {"cards": 2, "target": 7},
    "rock_paper_scissors": {"first_to": 2},
    "guess_number": {"tries": 2, "guesser": "self"},
    "guess_galaxy": {"tries": 3, "guesser": "self"},
    "memory_sequence": {"phone": True},
    "reaction_tap": {"phone": True},
    "tap_race": {"phone": True, "seconds": 5},
    "best_combination": {"ranking": "gang_of_four", "max_cards": 5},
    "grid_3x3": {"scoring": "gnoming", "max_cards": 9},
    "three_locations": {"scoring": "guimenon", "max_cards": 6, "per_location": 4},
    "higher_lower": {"uses_pile": True},
    "largest_galaxy": {},
    "blind_battle": {"cards": 1, "replays": 3},
    "odd_even_fingers": {},
    "stare": {"manual": True, "seconds": 60},
    "highest_unique": {"cards": 1},
    "name_galaxies": {"manual": True, "seconds": 5},
}


@pytest.mark.parametrize("kind", KINDS)
def test_8_5_duel_kinds_and_their_parameters(kind):
    common = {"kind": kind, "vs": "others" if kind == "highest_unique" else "left", "win": []}
    duel = read({"duel": common})
    assert isinstance(duel, m.Duel)
    shared = set(m.Duel.model_fields)
    assert {name: value for name, value in duel if name not in shared} == KINDS[kind]
    assert read({"duel": {**common, **KINDS[kind]}}) == duel


def test_8_5_there_are_eighteen_kinds():
    assert len(KINDS) == len(m.DUELS) == 18


def test_nothing_can_be_changed(core):
    mission = core.missions["B10"]
    with pytest.raises(ValidationError):
        mission.do = ()
    with pytest.raises(ValidationError):
        mission.do[0].cond.hand_size.lt = 3
    with pytest.raises(TypeError):
        core.missions["B10"] = mission
    with pytest.raises(AttributeError):
        core.id = "x"
    with pytest.raises(TypeError):
        core.titles["en"]["B10"] = "x"
    assert isinstance(hash(mission.do), int)


def test_written_and_read_again(core):
    for mission in core.missions.values():
        written = mission.model_dump_json(by_alias=True, exclude_defaults=True)
        assert Mission.model_validate_json(written, by_name=False) == mission


@pytest.mark.parametrize(
    ("players", "meant"), [("2-6", range(2, 7)), ("3-6", range(3, 7)), ("4", range(4, 5)), (5, range(5, 6))]
)
def test_limits_of_players(players, meant):
    mission = {"id": "B01", "players": players, "do": [{"put": {}}]}
    assert Mission.model_validate(mission).players == meant
