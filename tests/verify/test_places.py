"""Findings point at the right line: every mission, step and branch of the installed packs is where its place says."""

from pathlib import Path

import pytest

from companion.missions.loader import load_pack
from companion.missions.pack import find_pack
from companion.rules.fight.program import branches
from companion.verify.places import Places

PACKS = [find_pack(), find_pack("gong-gentle")]


@pytest.fixture(scope="module", params=PACKS, ids=lambda folder: folder.parent.name)
def places(request):
    return Places(request.param, load_pack(request.param))


def text_at(place) -> str:
    """Return the rest of the line at a place."""
    return Path(place.path).read_text("utf-8").splitlines()[place.line - 1][place.column - 1 :]


def test_every_mission_is_where_its_place_says(places):
    for name in places.pack.missions:
        assert text_at(places.mission(name)) == name
        source = places.pack.sources[name]
        assert (Path(places.mission(name).path).name, places.mission(name).line) == (source.file, source.line)


def test_every_step_is_where_its_place_says(places):
    """The fields of a step begin there: behind its verb, or on the next line."""
    for name in places.pack.missions:
        for number, step in enumerate(places.program(name).steps):
            place = places.step(name, number)
            line = Path(place.path).read_text("utf-8").splitlines()[place.line - 1]
            before = line[: place.column - 1].rstrip()
            above = Path(place.path).read_text("utf-8").splitlines()[place.line - 2].rstrip()
            assert before.endswith(f"{step.verb}:") or above.endswith(f"{step.verb}:"), (name, number)


def test_every_branch_is_behind_its_step(places):
    found = 0
    for name in places.pack.missions:
        for number, step in enumerate(places.program(name).steps):
            for which, steps in enumerate(branches(step)):
                if steps:
                    found += 1
                    assert places.branch(name, number, which) > places.step(name, number)
    assert found > 20


def test_the_whole_pack_is_its_first_file(places):
    place = places.whole()
    assert (Path(place.path).name, place.line, place.column) == ("pack.yaml", 1, 1)


def test_the_path_is_as_the_caller_named_the_folder(monkeypatch):
    folder = find_pack()
    monkeypatch.chdir(folder.parent)
    near = Path(folder.name)
    assert Places(near, load_pack(near)).mission("B01").path == f"{folder.name}/bonus.yaml"
