"""The loaded pack knows where its missions, steps, branches and texts stand, whatever becomes of it."""

import copy
import dataclasses
import pickle
import shutil
from pathlib import Path

import pytest

from companion.missions import source as source_module
from companion.missions.loader import check_pack, load_pack
from companion.missions.locations import Location
from companion.missions.pack import Mission, find_pack
from companion.missions.walk import walk

PACKS = [find_pack(), find_pack("gong-gentle")]


@pytest.fixture(scope="module", params=PACKS, ids=lambda folder: folder.parent.name)
def pack(request):
    return load_pack(request.param)


def lines(location: Location) -> list[str]:
    return Path(location.path).read_text("utf-8").splitlines()


def text_at(location: Location) -> str:
    """Return the rest of the line at a location."""
    return lines(location)[location.line - 1][location.column - 1 :]


def test_every_mission_is_where_its_location_says(pack):
    for name in pack.missions:
        assert text_at(pack.locations.mission(name)) == name


def test_every_step_is_where_its_location_says(pack):
    """The fields of a step begin there: behind its verb, or on the next line."""
    for name, mission in pack.missions.items():
        for number, context in enumerate(walk(mission.do)):
            location = pack.locations.step(name, number)
            before = lines(location)[location.line - 1][: location.column - 1].rstrip()
            above = lines(location)[location.line - 2].rstrip()
            assert before.endswith(f"{context.step.verb}:") or above.endswith(f"{context.step.verb}:"), (name, number)


def test_every_branch_is_behind_its_step(pack):
    found = 0
    for name, mission in pack.missions.items():
        for number, context in enumerate(walk(mission.do)):
            for which, branch in enumerate(context.step.branches()):
                if branch.steps:
                    found += 1
                    location = pack.locations.branch(name, number, which)
                    assert location > pack.locations.step(name, number)
                    assert text_at(location).startswith(("[", "{", "-")) or branch.steps[0].verb in text_at(location)
    assert found > 20


def test_every_text_is_where_its_location_says(pack):
    for language in pack.languages:
        for name in pack.missions:
            assert text_at(pack.locations.title(name, language)).strip("\"'").startswith(pack.title(name, language)[:5])
    for language, sentences in pack.sentences.items():
        for name, variants in sentences.items():
            for variant, text in variants.items():
                location = pack.locations.sentence(name, language, variant)
                assert Path(location.path).name == f"{language}.yaml"
                rest = " ".join(
                    [text_at(location), *map(str.strip, lines(location)[location.line : location.line + 4])]
                )
                assert text.split()[0] in rest


def test_what_has_no_text_of_its_own_is_at_its_mission(pack):
    assert pack.locations.title("B03", "tlh") == pack.locations.mission("B03")
    assert pack.locations.sentence("B03", "tlh", "two") == pack.locations.mission("B03")


def test_whole_pack_and_version(pack):
    assert Path(pack.locations.whole().path).name == "pack.yaml"
    assert pack.locations.whole()[1:] == (1, 1)
    assert text_at(pack.locations.version_number()).strip("\"'") == pack.version


def test_the_path_is_as_the_caller_named_the_folder(monkeypatch):
    folder = find_pack()
    monkeypatch.chdir(folder.parent)
    location = load_pack(Path(folder.name)).locations.mission("B01")
    assert location.path == f"{folder.name}/bonus.yaml"
    assert str(location) == f"{folder.name}/bonus.yaml:{location.line}:{location.column}"


def test_a_changed_mission_is_located_as_closely_as_possible():
    pack = load_pack(find_pack())
    many = pack.missions["F01"].do * 9
    changed = dataclasses.replace(pack, missions={**pack.missions, "B01": Mission(id="B01", do=many)})
    last = len(list(walk(many))) - 1
    assert changed.locations.step("B01", 0) == pack.locations.step("B01", 0)
    assert changed.locations.step("B01", last) == pack.locations.mission("B01")
    assert changed.locations.branch("B01", last, 0) == pack.locations.mission("B01")
    assert changed.locations.branch("B01", 0, 3) == pack.locations.step("B01", 0)
    assert changed.locations.mission("B99") == pack.locations.whole()


def test_locations_travel_with_the_pack(pack):
    assert pickle.loads(pickle.dumps(pack)).locations == pack.locations
    assert copy.deepcopy(pack) is pack
    assert len(pickle.dumps(pack.locations)) < 30_000


def test_packs_with_the_same_content_are_equal_wherever_they_lie(tmp_path):
    near, far = load_pack(find_pack()), load_pack(Path(shutil.copytree(find_pack(), tmp_path / "1.0.0")))
    assert near == far
    assert repr(near) == repr(far)
    assert near.locations != far.locations


def test_each_file_is_read_once(monkeypatch):
    read: list[Path] = []
    real = source_module._text
    monkeypatch.setattr(source_module, "_text", lambda path, file: read.append(path) or real(path, file))
    pack, findings = check_pack(find_pack())
    assert pack is not None
    assert not findings
    assert len(read) == len(set(read)) > 8
