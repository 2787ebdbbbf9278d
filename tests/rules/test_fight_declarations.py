"""The rules of each verb and kind of duel: complete or not imported, whether a step can move a card, bots' values."""

import importlib

import pytest

from companion.missions import model
from companion.missions.pack import Mission
from companion.registry import REQUIRED, IncompleteRegistryError
from companion.rules.fight.context import MissionContext
from companion.rules.fight.declarations import DuelRules, VerbRules
from companion.rules.fight.duels import closest_sum
from companion.rules.fight.duels import registry as duels
from companion.rules.fight.valuation import FEWEST_CARDS, FIRST, MOST_CARDS, SHED, declared, merge
from companion.rules.fight.verbs import put
from companion.rules.fight.verbs import registry as verbs
from companion.rules.game import InvariantError
from companion.rules.gong.shuffle import Pile
from tests.rules.gong_support import Scenario, cards

# ---------------------------------------------------------------- registries


def test_every_verb_and_kind_of_duel_has_its_rules():
    assert list(verbs.VERBS) == list(model.STEPS)
    assert list(duels.KINDS) == list(model.DUEL_KINDS)


def test_a_verb_without_a_module_is_refused_at_import(monkeypatch):
    monkeypatch.setitem(model.STEPS, "drop", model.Put)
    with pytest.raises(IncompleteRegistryError) as caught:
        importlib.reload(verbs)
    assert str(caught.value) == (
        "The verb 'drop' is missing in companion.rules.fight.verbs: there is no module drop.py."
    )


@pytest.mark.parametrize("part", ["run", "can_move", "valuations", "roles"])
def test_a_verb_without_a_part_is_refused_at_import(monkeypatch, part):
    parts = {name: getattr(put.RULES, name) for name in VerbRules.__dataclass_fields__}
    monkeypatch.setattr(put, "RULES", VerbRules(**{**parts, part: REQUIRED}))
    with pytest.raises(IncompleteRegistryError) as caught:
        importlib.reload(verbs)
    assert str(caught.value) == (
        f"The verb 'put' is incomplete in companion.rules.fight.verbs: RULES in put.py lacks {part}."
    )


@pytest.mark.parametrize("part", ["play", "galaxy_cards", "replay", "valuations"])
def test_a_kind_of_duel_without_a_part_is_refused_at_import(monkeypatch, part):
    parts = {name: getattr(closest_sum.RULES, name) for name in DuelRules.__dataclass_fields__}
    monkeypatch.setattr(closest_sum, "RULES", DuelRules(**{**parts, part: REQUIRED}))
    with pytest.raises(IncompleteRegistryError) as caught:
        importlib.reload(duels)
    assert str(caught.value) == (
        f"The duel 'closest_sum' is incomplete in companion.rules.fight.duels: RULES in closest_sum.py lacks {part}."
    )


# ---------------------------------------------------------------- bots


def test_what_bots_think_of_a_decision_is_declared_once():
    assert merge([{"put": SHED}, {"put": SHED, "hide": FIRST}]) == {"put": SHED, "hide": FIRST}
    with pytest.raises(InvariantError, match="'giver' is declared in two ways"):
        merge([{"giver": MOST_CARDS}, {"giver": FEWEST_CARDS}])


def test_a_decision_that_no_verb_declares_is_an_error():
    assert declared({"put": SHED}, "put") == SHED
    with pytest.raises(InvariantError, match="declares what bots do with the decision or role 'burn'"):
        declared({"put": SHED}, "burn")


def test_bots_choose_the_player_with_the_most_cards_only_to_lose_some():
    roles = merge(rules.roles for rules in verbs.VERBS.values())
    assert {role for role, chosen in roles.items() if chosen == MOST_CARDS} == {"put", "giver"}


# ---------------------------------------------------------------- whether a step can move a card


def can_move(step, hands, pile="", discard="", revealed="NM5"):
    """Return True if seat 0's step can move a card on this table."""
    state = Scenario("B01", hands).state
    state.pile, state.discard = Pile(cards(pile)[::-1]), cards(discard)
    state.revealed = cards(revealed)[0] if revealed else -1
    mission = Mission.model_validate({"id": "B01", "do": [step]})
    return MissionContext(state, 0, cards("NM5")[0], verbs.CAN_MOVE).can_move(mission.do[0])


SIXES = {"number": [6]}


@pytest.mark.parametrize(
    ("step", "hands", "expected"),
    [
        ({"put": {}}, ["PR1", "OM1"], True),
        ({"put": {}}, ["", "OM1"], False),
        ({"put": {"where": SIXES}}, ["PR1", "OM6"], False),
        ({"put": {"who": "others", "where": SIXES}}, ["PR6", "OM1", "SE6"], True),  # one of several is enough
        ({"put": {"n": 2, "where": {"group": "same_number"}}}, ["PR1 PR2", "OM1"], False),
        ({"give": {"to": "left"}}, ["PR1", ""], True),
        ({"give": {"to": "left"}}, ["", "OM1"], False),
        ({"give": {"to": "left", "where": SIXES}}, ["PR1", "OM6"], False),
        ({"give": {"from": "all", "to": "self"}}, ["PR1", "", ""], False),  # a card does not go to its own hand
        ({"give": {"from": "all", "to": "self"}}, ["", "", "SE1"], True),
        ({"give": {"from": "all", "to": "left"}}, ["", "OM1", ""], False),
        ({"give": {"from": "self", "to": "all"}}, ["PR1", "", ""], True),
        ({"take": {"from": "left"}}, ["", "OM1"], True),
        ({"take": {"from": "left"}}, ["PR1", ""], False),
        ({"take": {"from": "others"}}, ["", "", "SE1"], True),
        ({"take": {"to": "left", "from": "all"}}, ["", "OM1", ""], False),
        ({"take": {"to": "left", "from": "all"}}, ["PR1", "", ""], True),
        ({"take": {"to": "all", "from": "left"}}, ["", "OM1", ""], True),
        ({"pass": {"dir": "left"}}, ["", "", "SE1"], True),
        ({"pass": {"dir": "left"}}, ["", "", ""], False),
        ({"swap": {"b": "left"}}, ["PR1", "OM1"], True),
        ({"swap": {"b": "left"}}, ["PR1", ""], False),
        ({"swap": {"b": "left"}}, ["", "OM1"], False),
        ({"swap": {"a": "left", "b": "right"}}, ["", "OM1"], False),  # with two players it is the same hand
        ({"swap": {"b": "choice"}}, ["PR1", "", "SE1"], True),
        ({"show": {"to": "left"}}, ["PR1", "OM1"], False),
        ({"again": {}}, ["PR1", "OM1"], False),
        ({"duel": {"kind": "stare", "vs": "left", "win": []}}, ["", ""], True),
        ({"choose": {"options": [[{"put": {}}], [{"show": {"to": "left"}}]]}}, ["PR1", "OM1"], True),
        ({"choose": {"options": [[{"show": {"to": "left"}}], [{"put": {}}]]}}, ["PR1", "OM1"], True),
        ({"choose": {"options": [[{"put": {}}], [{"show": {"to": "left"}}, {"pass": {"dir": "left"}}]]}},
         ["", "OM1"], False),  # the first step decides
        ({"if": {"cond": {"players": {"eq": 2}}, "then": [{"put": {}}]}}, ["PR1", "OM1"], True),
        ({"if": {"cond": {"players": {"eq": 2}}, "then": [{"put": {}}]}}, ["PR1", "OM1", "SE1"], False),
        ({"if": {"cond": {"players": {"eq": 2}}, "then": [{"put": {}}]}}, ["", "OM1"], False),
        ({"if": {"cond": {"players": {"eq": 2}}, "then": [{"again": {}}], "else": [{"put": {}}]}},
         ["PR1", "OM1"], False),
        ({"if": {"cond": {"players": {"eq": 2}}, "then": [{"again": {}}], "else": [{"put": {}}]}},
         ["PR1", "OM1", "SE1"], True),
    ],
)  # fmt: skip
def test_8_3_whether_a_step_can_move_a_card(step, hands, expected):
    assert can_move(step, hands, pile="ZE1") is expected


@pytest.mark.parametrize("step", [{"draw": {}}, {"guess": {"about": "pile_top_color"}}])
@pytest.mark.parametrize(("pile", "discard", "expected"), [("ZE1", "", True), ("", "ZE1", True), ("", "", False)])
def test_8_3_drawing_and_guessing_need_a_card_of_a_pile(step, pile, discard, expected):
    assert can_move(step, ["PR1", "OM1"], pile, discard) is expected


@pytest.mark.parametrize(("revealed", "expected"), [("NM5", True), ("PR1", True), ("", False)])
def test_8_3_keeping_needs_the_revealed_card(revealed, expected):
    assert can_move({"keep": {}}, ["PR1", "OM1"], "ZE1", revealed=revealed) is expected
