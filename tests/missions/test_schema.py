"""The JSON Schemas for editors: current, valid draft-07, and of one mind with the models."""

import json
from pathlib import Path

import pytest
from jsonschema import Draft7Validator

from companion.data import data_path
from companion.missions.pack import find_pack
from companion.missions.schema import NAMES, schema
from companion.missions.source import read_source

CASES = Path(__file__).parent / "cases"


def plain(path):
    source = read_source(path, "")
    assert source.findings == []
    return source.root.plain()


def validator(name):
    return Draft7Validator(schema(name))


@pytest.mark.parametrize("name", NAMES)
def test_the_committed_schema_is_current(name):
    committed = data_path("missions", f"{name}.schema.json").read_text(encoding="utf-8")
    assert json.loads(committed) == schema(name), f"run `gong missions schema {name} > missions/{name}.schema.json`"


@pytest.mark.parametrize("name", NAMES)
def test_it_is_draft_07(name):
    assert schema(name)["$schema"] == "http://json-schema.org/draft-07/schema#"
    Draft7Validator.check_schema(schema(name))
    assert '"$defs"' not in json.dumps(schema(name))


@pytest.mark.parametrize("file", ["bonus.yaml", "malus.yaml", "fight.yaml"])
def test_the_core_pack_is_valid(file):
    validator("mission").validate(plain(find_pack() / file))


@pytest.mark.parametrize("file", ["titles/en.yaml", "titles/fr.yaml"])
def test_its_titles_are_valid(file):
    validator("titles").validate(plain(find_pack() / file))


def test_its_pack_file_is_valid():
    validator("pack").validate(plain(find_pack() / "pack.yaml"))


def test_sentences():
    good = validator("sentences")
    assert good.is_valid({"B01": "Discard 1 card.", "B02": {"two": "x", "more": "y"}, "B03": {"two": "x"}})
    for wrong in ({"B99": "x"}, {"B01": 7}, {"B01": {}}, {"B01": {"tow": "x"}}, {"B01": "x" * 186}):
        assert not good.is_valid(wrong)


@pytest.mark.parametrize("case", ["number-as-text", "unknown-step", "unknown-target"])
def test_faults_of_shape_are_seen_in_the_editor_too(case):
    assert not validator("mission").is_valid(plain(CASES / f"{case}.yaml"))


@pytest.mark.parametrize(
    "mission",
    [
        {"id": "B7", "do": [{"put": {}}]},
        {"id": "B01", "do": []},
        {"id": "B01", "do": [{"put": {"n": 0}}]},
        {"id": "B01", "do": [{"put": {"n": True}}]},
        {"id": "B01", "do": [{"put": {}, "draw": {}}]},
        {"id": "B01", "do": [{"give": {"n": 1}}]},
        {"id": "B01", "do": [{"give": {"from_": "self", "to": "left"}}]},
        {"id": "B01", "do": [{"duel": {"kind": "stare", "vs": "left", "win": [], "tries": 2}}]},
        {"id": "B01", "do": [{"put": {"where": {"color": None}}}]},
        {"id": "B01", "players": "6-7", "do": [{"put": {}}]},
    ],
)
def test_refused(mission):
    assert not validator("mission").is_valid([mission])


def test_editors_find_words_to_show():
    definitions = schema("mission")["definitions"]
    assert definitions["Put"]["description"] == "Move cards from a hand to the discard pile."
    assert definitions["Give"]["properties"]["from"]["description"] == "who gives."
    assert definitions["Stare"]["properties"]["win"]["description"].startswith("steps when it is decided")
    for name, definition in definitions.items():
        assert definition.get("description") or name in ("AnyStep",), name


@pytest.mark.parametrize("file", sorted(find_pack().rglob("*.yaml"), key=str), ids=lambda file: file.name)
def test_every_file_of_the_core_pack_names_its_schema(file):
    first = file.read_text(encoding="utf-8").splitlines()[0]
    assert first.startswith("# yaml-language-server: $schema=")
    assert (file.parent / first.partition("=")[2]).resolve().is_file()
