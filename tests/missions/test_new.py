"""`gong missions new`: a pack to begin with, good and whole, or nothing at all."""

import json
import os
import re
from pathlib import Path

import pytest
from jsonschema import Draft7Validator
from ruamel.yaml import YAML

from companion import languages
from companion.missions import authoring
from companion.missions.authoring import BadPackId, NewPackError, new_pack
from companion.missions.card_map import card_for
from companion.missions.findings import PackError
from companion.missions.loader import check_pack, load_pack
from companion.missions.mission_ids import MISSION_IDS
from companion.missions.pack import find_pack

FILES = {"pack.yaml", "bonus.yaml", "malus.yaml", "fight.yaml"}
SCHEMAS = {f"schema/{name}.schema.json" for name in ("mission", "pack", "titles", "sentences")}


def files(folder):
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_it_checks_clean(tmp_path, gong):
    status, out, err = gong("missions", "new", tmp_path / "my-pack")
    assert (status, out) == (0, "")
    assert err == (
        f"my-pack 1.0.0 is in {tmp_path}/my-pack, with titles in en.\n"
        f"Change its files, then: gong missions check {tmp_path}/my-pack\n"
    )
    assert gong("missions", "check", tmp_path / "my-pack") == (
        0,
        "my-pack 1.0.0: 54 missions, titles in en: good.\n",
        "",
    )
    assert files(tmp_path / "my-pack") == FILES | SCHEMAS | {"titles/en.yaml"}


def test_the_example_of_the_docs(tmp_path, gong, monkeypatch):
    text = (Path(__file__).parents[2] / "docs" / "missions.md").read_text(encoding="utf-8")
    [words, shown] = re.search(r"^    \$ gong (missions new .*)\n((?:    .*\n)+)", text, re.MULTILINE).groups()
    monkeypatch.chdir(tmp_path)
    assert gong(*words.split()) == (0, "", shown.replace("\n    ", "\n").removeprefix("    "))


def test_its_missions_and_titles_are_those_of_the_core_pack(tmp_path, core):
    begun = new_pack(tmp_path / "x", "my-pack", ["fr", "en"])
    pack = load_pack(tmp_path / "x")
    assert pack.missions == core.missions
    assert dict(pack.titles) == {tag: core.titles[tag] for tag in ("en", "fr")}
    assert (pack.id, pack.version, pack.info.license) == ("my-pack", "1.0.0", core.info.license)
    assert pack.info.name == {"en": "My Pack", "fr": "My Pack"}
    assert (begun.languages, begun.untranslated) == (("fr", "en"), ())


def test_a_pack_in_french_alone(tmp_path, gong):
    assert gong("missions", "new", tmp_path / "pack", "--id", "mien", "--language", "fr-CA")[0] == 0
    pack = load_pack(tmp_path / "pack")
    assert (pack.id, pack.languages, pack.title("B01", "fr")) == ("mien", ("fr",), "Lâche du lest")
    assert "54 missions de GONG FIGHT" in pack.info.description["fr"]


def test_titles_in_a_language_that_has_none_wait_for_their_translation(tmp_path, gong, monkeypatch):
    known = (*languages.available(), "eo")
    monkeypatch.setattr(languages, "available", lambda: known)
    status, _, err = gong("missions", "new", tmp_path / "pack", "--language", "eo")
    assert status == 0
    assert "The titles in eo wait for their translation.\n" in err
    text = (tmp_path / "pack" / "titles" / "eo.yaml").read_text(encoding="utf-8")
    assert "These titles wait for their translation." in text
    assert 'B01: "Drop Some Ballast"' in text


@pytest.mark.parametrize(
    ("folder", "given", "name", "version"),
    [
        ("My Pack!", None, "my-pack", "1.0.0"),
        ("Été à la mer", None, "ete-a-la-mer", "1.0.0"),
        ("my-pack/2.1.0", None, "my-pack", "2.1.0"),
        ("any/where/at/all", "mine", "mine", "1.0.0"),
        ("123", None, "123", "1.0.0"),
        ("true", None, "true", "1.0.0"),
        ("x" * 60, None, "x" * 40, "1.0.0"),
        ("пакет", "paket", "paket", "1.0.0"),
    ],
)
def test_id_and_version(folder, given, name, version, tmp_path):
    begun = new_pack(tmp_path / folder, given)
    pack = load_pack(tmp_path / folder)
    assert (pack.id, pack.version) == (begun.id, begun.version) == (name, version)


def schema_of(path):
    first = path.read_text(encoding="utf-8").splitlines()[0]
    assert first.startswith("# yaml-language-server: $schema=")
    return json.loads((path.parent / first.partition("=")[2]).read_text(encoding="utf-8"))


@pytest.mark.parametrize("folder", ["mine", "missions/mine/1.0.0"])
def test_every_file_finds_its_schema_from_its_place(folder, tmp_path):
    """An editor resolves the path from the file; the schema is current and accepts what is there."""
    (tmp_path / "missions").mkdir()
    new_pack(tmp_path / folder, tags=["en", "fr"])
    for path in (tmp_path / folder).rglob("*.yaml"):
        Draft7Validator(schema_of(path)).validate(YAML(typ="safe", pure=True).load(path))


def test_beside_the_core_pack_the_schemas_are_shared(tmp_path):
    for name in ("mission", "pack", "titles", "sentences"):
        (tmp_path / f"{name}.schema.json").write_text("{}")
    new_pack(tmp_path / "mine" / "1.0.0")
    assert files(tmp_path / "mine" / "1.0.0") == FILES | {"titles/en.yaml"}
    assert schema_of(tmp_path / "mine" / "1.0.0" / "titles" / "en.yaml") == {}
    assert schema_of(tmp_path / "mine" / "1.0.0" / "bonus.yaml") == {}


def test_each_mission_names_its_card(tmp_path):
    new_pack(tmp_path / "mine")
    text = "".join((tmp_path / "mine" / f"{kind}.yaml").read_text() for kind in ("bonus", "malus", "fight"))
    lines = [line for line in text.splitlines() if line.startswith("- id:")]
    assert len(lines) == 54
    assert lines[2] == "- id: B03  # behind NEBULA 5 (NB5)"
    assert [line.split()[2] for line in lines] == sorted(MISSION_IDS, key=MISSION_IDS.index)
    assert card_for("B03") == 10


def test_no_line_is_longer_than_an_editor_shows(tmp_path):
    new_pack(tmp_path / "mine", tags=["en", "fr"])
    for path in (tmp_path / "mine").rglob("*.yaml"):
        assert max(map(len, path.read_text(encoding="utf-8").splitlines())) <= 120


def test_the_commands_in_the_comments_work(tmp_path, gong, monkeypatch):
    new_pack(tmp_path / "mine")
    monkeypatch.chdir(tmp_path / "mine")
    assert gong("missions", "check", ".")[0] == 0
    assert gong("missions", "show", "M01", "--pack", ".")[1].startswith("M01  Stardust\nDraw 1 card.\n")
    assert gong("missions", "release", ".")[0] == 0


def test_an_empty_folder_stays_the_same_folder(tmp_path, monkeypatch, gong):
    """Somebody may stand in it."""
    here = tmp_path / "mine"
    here.mkdir()
    before = here.stat().st_ino
    monkeypatch.chdir(here)
    assert gong("missions", "new", ".")[0] == 0
    assert here.stat().st_ino == before
    assert load_pack(Path()).id == "mine"
    assert not list(here.glob(".*"))


def test_a_folder_with_something_in_it_is_refused_and_left_alone(tmp_path, gong):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / ".hidden").write_text("dear")
    assert gong("missions", "new", tmp_path / "mine") == (
        2,
        "",
        f"Error: {tmp_path}/mine is not empty; name a folder that does not exist yet or is empty.\n",
    )
    assert files(tmp_path / "mine") == {".hidden"}


def test_a_file_is_refused(tmp_path, gong):
    (tmp_path / "mine").write_text("dear")
    status, _, err = gong("missions", "new", tmp_path / "mine")
    assert (status, err) == (
        2, f"Error: {tmp_path}/mine is a file; name a folder that does not exist yet or is empty.\n",
    )  # fmt: skip
    assert (tmp_path / "mine").read_text() == "dear"


def test_a_folder_below_a_file(tmp_path):
    (tmp_path / "file").write_text("dear")
    with pytest.raises(NewPackError, match=r"Cannot write .*/file/mine \(.*\); nothing was written\."):
        new_pack(tmp_path / "file" / "mine")
    assert files(tmp_path) == {"file"}


def test_a_link_that_leads_nowhere(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "gone")
    new_pack(tmp_path / "link", "mine")
    assert load_pack(tmp_path / "gone").id == "mine"


@pytest.mark.parametrize("there", [False, True])
@pytest.mark.parametrize("call", range(0, 14, 3))
def test_a_full_disk_leaves_nothing(call, there, tmp_path, monkeypatch):
    """Whichever write fails, no file is left, nor a folder that was not there before."""
    if there:
        (tmp_path / "a" / "b").mkdir(parents=True)
    before = {*tmp_path.rglob("*")}
    calls = iter(range(100))
    write, rename = Path.write_bytes, Path.rename

    def failing(function):
        def run(*args):
            if next(calls) == call:
                raise OSError(28, "No space left on device")
            return function(*args)

        return run

    monkeypatch.setattr(Path, "write_bytes", failing(write))
    monkeypatch.setattr(Path, "rename", failing(rename))
    wanted = 9 + (6 if there else 1)  # writes and renamings in all
    if call < wanted:
        with pytest.raises(NewPackError, match=r"\(No space left on device\); nothing was written\."):
            new_pack(tmp_path / "a" / "b")
        assert {*tmp_path.rglob("*")} == before
    else:
        new_pack(tmp_path / "a" / "b")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_must_not_be_written(tmp_path):
    (tmp_path / "locked").mkdir(mode=0o500)
    with pytest.raises(NewPackError, match="Permission denied"):
        new_pack(tmp_path / "locked" / "mine")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("My Pack", "'My Pack' is no id of a pack; it has small letters"),
        ("-x", "'-x' is no id"),
        ("a--b", "'a--b' is no id"),
        ("", "'' is no id"),
        ("../x", "'../x' is no id"),
        ("a\n", "is no id"),
        ("x" * 41, "40 at most"),
        ("gong-fight", "There is a pack 'gong-fight' already: give yours another id with --id"),
    ],
)
def test_ids_that_are_refused(name, words, tmp_path):
    with pytest.raises(BadPackId) as refused:
        new_pack(tmp_path / "mine", name)
    assert words in str(refused.value)
    assert refused.value.exit_status == 2
    assert files(tmp_path) == set()


@pytest.mark.parametrize("folder", ["пакет", "!!!", "пакет/1.0.0"])
def test_a_folder_name_without_letters_of_an_id(folder, tmp_path):
    with pytest.raises(BadPackId, match="give one with --id"):
        new_pack(tmp_path / folder)


def test_a_language_without_wording(tmp_path, gong):
    status, out, err = gong("missions", "new", tmp_path / "mine", "--language", "frr")
    assert (status, out) == (2, "")
    assert err.startswith("Error: There is no wording in 'frr' (did you mean 'fr'?); the languages are en, ")
    assert not (tmp_path / "mine").exists()


def test_a_broken_core_pack_is_told_before_anything_is_written(tmp_path, copy, monkeypatch):
    (copy / "bonus.yaml").unlink()
    monkeypatch.setattr(authoring, "find_pack", lambda: copy)
    with pytest.raises(PackError, match="M101"):
        new_pack(tmp_path / "mine")
    assert not (tmp_path / "mine").exists()


def test_what_is_written_is_checked_where_it_is_written(tmp_path, monkeypatch):
    """A pack that is not good never gets to its place."""
    monkeypatch.setattr(authoring, "_TITLES", "no: 1\n")
    with pytest.raises(PackError):
        new_pack(tmp_path / "a" / "mine")
    assert not list(tmp_path.iterdir())


def test_it_follows_the_core_pack(tmp_path):
    """Nothing of the core pack is repeated in the code: every mission and title is read from its files."""
    new_pack(tmp_path / "mine", tags=["fr"])
    assert check_pack(tmp_path / "mine")[1] == []
    for kind in ("bonus", "malus", "fight"):
        mine = (tmp_path / "mine" / f"{kind}.yaml").read_text()
        theirs = (find_pack() / f"{kind}.yaml").read_text()
        steps = [[line for line in text.splitlines() if line.startswith("    ")] for text in (mine, theirs)]
        assert steps[0] == steps[1]
