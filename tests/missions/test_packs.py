"""Finding installed packs, and what a loaded pack tells."""

import copy
import pickle

import pytest

from companion.data import data_path
from companion.missions import pack as packs
from companion.missions.loader import load_pack
from companion.missions.mission_ids import MISSION_IDS
from companion.missions.pack import NoSuchPack, find_pack


def test_the_core_pack(core):
    assert (core.id, core.version, str(core)) == ("gong-fight", "1.0.0", "gong-fight 1.0.0")
    assert tuple(core.missions) == MISSION_IDS
    assert [mission.id for mission in core.missions.values()] == list(MISSION_IDS)
    assert core.languages[0] == "en"
    assert core.info.license == "CC-BY-4.0"
    assert [core.missions[i].kind for i in ("B01", "M01", "F01")] == ["bonus", "malus", "fight"]
    assert all(mission.players == range(2, 7) for mission in core.missions.values())


def test_a_mission_knows_its_line(core):
    text = (find_pack() / "malus.yaml").read_text(encoding="utf-8").splitlines()
    location = core.locations.mission("M03")
    assert location.path.endswith("malus.yaml")
    assert text[location.line - 1] == "- id: M03"


def test_a_title_in_a_language_without_titles_is_english(core):
    assert core.title("B01", "tlh") == core.title("B01", "en") == "Drop Some Ballast"


def test_the_pack_is_found_as_data():
    assert find_pack() == data_path("missions", "gong-fight", "1.0.0")


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """A place for packs with versions that do not sort as text."""
    for name in ("one/1.9.0", "one/1.10.0", "one/0.1.0", "one/notes", "empty"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "mission.schema.json").write_text("{}")
    monkeypatch.setattr(packs.data, "data_path", lambda _room: tmp_path)
    return tmp_path


def test_the_newest_version_is_found_by_number(installed):
    assert find_pack("one") == installed / "one" / "1.10.0"


def test_a_version_by_its_name(installed):
    assert find_pack("one", "1.9.0") == installed / "one" / "1.9.0"


@pytest.mark.parametrize(
    ("name", "version", "sentence"),
    [
        ("on", None, "There is no pack 'on' (did you mean 'one'?); installed are empty and one."),
        ("one", "2.0.0", "The pack 'one' has no version '2.0.0'; installed are 0.1.0, 1.9.0 and 1.10.0."),
        ("one", "../one/1.9.0", "The pack 'one' has no version '../one/1.9.0'; installed are"),
        ("../other", None, "There is no pack '../other'"),
        ("empty", None, "The pack 'empty' has no version in"),
    ],
)
def test_a_pack_that_is_not_installed(name, version, sentence, installed):
    with pytest.raises(NoSuchPack) as refused:
        find_pack(name, version)
    assert str(refused.value).startswith(sentence)
    assert refused.value.exit_status == 2


def test_a_pack_travels_to_another_process_and_stays_closed(core):
    travelled = pickle.loads(pickle.dumps(core))
    assert travelled == core
    with pytest.raises(TypeError):
        travelled.titles["en"]["B01"] = "x"
    assert copy.deepcopy(core) is core


def test_two_loads_are_equal(core):
    assert load_pack(find_pack()) == core
