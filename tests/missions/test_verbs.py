"""The registries of verbs and kinds of duels, and what is made from them."""

from pathlib import Path

import pytest

from companion.missions.duels.registry import DUEL_KINDS
from companion.missions.model import DUELS, STEPS
from companion.missions.pictograms import pictogram
from companion.missions.shape import _OWNERS
from companion.missions.signs import SIGNS
from companion.missions.step import Step
from companion.missions.verbs.registry import VERBS
from companion.missions.walk import walk
from tests.missions.strategies import Context, holds_steps, types, values, verbs
from tests.reading import read

TESTS = Path(__file__).parents[1]
EXAMPLES = [(verb, example) for verb, cls in VERBS.items() for example in cls.examples]
DUEL = {"vs": "others", "win": [{"put": {}}], "lose": [{"draw": {}}], "tie": [{"keep": {}}]}


def test_the_order_of_the_language_never_changes():
    """Schemas, messages and the numbers of operations follow it: new verbs and kinds come last."""
    assert list(STEPS) == [
        "put", "give", "take", "draw", "keep", "pass", "swap", "show", "guess", "choose", "if", "again", "duel",
    ]  # fmt: skip
    assert list(DUEL_KINDS) == [
        "highest_xphere", "closest_sum", "rock_paper_scissors", "guess_number", "guess_galaxy", "memory_sequence",
        "reaction_tap", "tap_race", "best_combination", "grid_3x3", "three_locations", "higher_lower", "largest_galaxy",
        "blind_battle", "odd_even_fingers", "stare", "highest_unique", "name_galaxies",
    ]  # fmt: skip
    assert tuple(DUEL_KINDS.values()) == DUELS


@pytest.mark.parametrize(("folder", "names"), [("verbs", VERBS), ("duels", DUEL_KINDS)], ids=["verbs", "duels"])
def test_each_has_a_scenario_of_its_name(folder, names):
    assert {path.stem for path in (TESTS / folder).glob("test_*.py")} == {f"test_{name}" for name in names}


@pytest.mark.parametrize(("verb", "example"), EXAMPLES)
def test_the_examples_are_steps_with_pictures(verb, example):
    (step,) = read({verb: example})
    assert step.verb == verb
    assert {sign.name for group in pictogram((step,)) for sign in group.signs} <= set(SIGNS)


def inner(value):
    """Return how many steps a value as authors write it holds, at any depth."""
    if isinstance(value, dict):
        return sum(key in STEPS and isinstance(below, dict) for key, below in value.items()) + sum(
            map(inner, value.values())
        )
    return sum(map(inner, value)) if isinstance(value, list | tuple) else 0


@pytest.mark.parametrize(("verb", "written"), [*EXAMPLES, *(("duel", {"kind": kind, **DUEL}) for kind in DUEL_KINDS)])
def test_no_step_inside_a_step_is_overlooked(verb, written):
    steps = read({verb: written})
    assert len(list(walk(steps))) == inner([{verb: written}])


def test_branches_have_the_names_of_their_fields():
    names = {verb: [branch.name for branch in read({verb: example})[0].branches()] for verb, example in EXAMPLES}
    assert {verb: found for verb, found in names.items() if found} == {
        "put": ["otherwise"],
        "give": ["otherwise"],
        "guess": ["right", "wrong"],
        "choose": ["option 1", "option 2"],
        "if": ["then", "else"],
        "duel": ["win", "lose", "tie"],
    }


def test_findings_know_the_fields_of_every_verb_and_kind():
    assert {**STEPS, **DUEL_KINDS}.items() <= _OWNERS.items()


def test_random_missions_are_drawn_from_every_verb_and_every_type_of_field():
    assert set(verbs(Context())) == set(VERBS)
    for cls in (member for verb in VERBS.values() for member in verb.members()):
        for kind in types(cls).values():
            assert holds_steps(kind) or values(kind, Context()) is not None


def test_the_base_class_declares_nothing_by_itself():
    assert Step.__abstractmethods__ == {"outcomes", "clause", "pictogram"}
    assert not any(hasattr(Step, name) for name in ("verb", "number", "examples"))
