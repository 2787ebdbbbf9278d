"""`gong missions release`: a released version is frozen; what changes in it afterwards is found."""

import json
import os
import re
import shutil
from pathlib import Path

import pytest

from companion.missions.authoring import new_pack
from companion.missions.findings import PackError
from companion.missions.hashes import FILE, digest
from companion.missions.loader import check_pack, load_pack
from companion.missions.release import ReleaseError, release
from companion.missions.source import read_source


@pytest.fixture
def frozen(copy):
    """A released copy of the core pack."""
    release(copy)
    return copy


def edit(path, before, after):
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), encoding="utf-8")


def found(folder):
    return [(Path(finding.path).name, finding.line, finding.column, finding.code) for finding in check_pack(folder)[1]]


def test_a_released_pack_is_good(copy, gong):
    titles = len(list(copy.glob("titles/*.yaml")))
    status, out, err = gong("missions", "release", copy)
    assert (status, err) == (0, "")
    assert out == f"gong-fight 1.0.0 is released: {4 + titles} files are frozen by {copy}/release.yaml.\n"
    assert check_pack(copy)[1] == []
    assert gong("missions", "check", copy)[0] == 0


def test_the_file_holds_one_hash_for_each_file(frozen):
    told = read_source(frozen / FILE, "").root.plain()
    assert (told["id"], told["version"]) == ("gong-fight", "1.0.0")
    assert set(told["files"]) == {
        path.relative_to(frozen).as_posix() for path in frozen.rglob("*.yaml") if path.name != FILE
    }
    assert all(value.startswith("sha256:") and len(value) == 71 for value in told["files"].values())


def test_a_known_hash(tmp_path):
    """The hash is promised: SHA-256 of {"B01":"Été","B02":[1,true]}, whoever computes it."""
    (tmp_path / "x.yaml").write_text("B02: [1, true]\nB01: 'Été'\n", encoding="utf-8")
    known = "sha256:9e69520ac367caf1e0fe99708631b8e53ff1aea7003f49a3003a41391401be25"
    assert digest(read_source(tmp_path / "x.yaml", "").root) == known


def test_releasing_twice_changes_nothing(frozen, gong):
    before = (frozen / FILE).read_bytes()
    status, out, _ = gong("missions", "release", frozen)
    assert status == 0
    assert "was released before and has not changed" in out
    assert (frozen / FILE).read_bytes() == before


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("bonus.yaml", "n: 1", "n: 3"),
        ("malus.yaml", "- id: M01\n", "- id: M01\n  players: 2-6\n"),
        ("fight.yaml", "seconds: 60", "seconds: 30"),
        ("titles/en.yaml", "Drop Some Ballast", "Drop some Ballast"),
        ("pack.yaml", "CC-BY-4.0", "CC-BY-SA-4.0"),
    ],
)
def test_changed_content_is_found_in_its_file(name, before, after, frozen, gong):
    edit(frozen / name, before, after)
    assert found(frozen) == [(Path(name).name, 1, 1, "M501")]
    [finding] = check_pack(frozen)[1]
    assert finding.message == (
        "gong-fight 1.0.0 is released, and this file has changed since; put back what was released, or make the change "
        "in a copy of the folder that has a higher version and no release.yaml."
    )
    with pytest.raises(PackError):
        load_pack(frozen)
    assert gong("missions", "check", frozen, "--format", "github") == (
        1,
        f"::error file={frozen / name},line=1,col=1,title=M501::{finding.message}\n",
        "",
    )
    edit(frozen / name, after, before)
    assert found(frozen) == []


@pytest.mark.parametrize(
    "rewrite",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: "# a comment\n\n" + text + "\n\n# the end\n",
        lambda text: text.replace('"', "'"),
        lambda text: text.replace("schema.json", "other.json", 1),
        lambda text: text.replace("\n    - put: {n: 1}\n", "\n    - put:\n        n: 1\n"),
    ],
    ids=["line ends", "comments", "quotes", "editor schema", "block style"],
)
def test_how_it_is_written_makes_no_difference(rewrite, frozen):
    for path in frozen.rglob("*.yaml"):
        path.write_bytes(rewrite(path.read_text(encoding="utf-8")).encode())
    assert found(frozen) == []


def test_the_order_of_keys_makes_no_difference_but_that_of_steps_does(frozen):
    edit(frozen / "pack.yaml", "id: gong-fight\nversion: 1.0.0\n", "version: 1.0.0\nid: gong-fight\n")
    assert found(frozen) == []
    edit(
        frozen / "bonus.yaml",
        "    - give: {to: choice, n: 1}\n    - put: {n: 1}\n",
        "    - put: {n: 1}\n    - give: {to: choice, n: 1}\n",
    )
    assert found(frozen) == [("bonus.yaml", 1, 1, "M501")]


def test_an_added_file(frozen):
    (frozen / "sentences").mkdir()
    (frozen / "sentences" / "en.yaml").write_text('B01: "Discard 1 card."\n', encoding="utf-8")
    assert found(frozen) == [("en.yaml", 1, 1, "M502")]


def test_a_missing_file(frozen):
    (frozen / "titles" / "fr.yaml").unlink()
    [(name, line, _, code)] = found(frozen)
    assert (name, code) == (FILE, "M503")
    assert "titles/fr.yaml" in (frozen / FILE).read_text().splitlines()[line - 1]


def test_a_missing_file_that_every_pack_needs_is_told_once(frozen):
    (frozen / "bonus.yaml").unlink()
    assert found(frozen) == [("bonus.yaml", 1, 1, "M101")]


@pytest.mark.parametrize(
    ("before", "after", "line"),
    [("version: 1.0.0", "version: 1.1.0", "version:"), ("id: gong-fight", "id: my-pack", "id:")],
)
def test_a_copy_that_became_another_version_or_pack(before, after, line, frozen):
    edit(frozen / "pack.yaml", before, after)
    edit(frozen / "bonus.yaml", "n: 1", "n: 3")
    [finding] = check_pack(frozen)[1]
    assert finding.code == "M504"
    assert (frozen / FILE).read_text().splitlines()[finding.line - 1].startswith(line)
    assert finding.message.startswith("this file freezes gong-fight 1.0.0, but the pack is ")
    assert finding.message.endswith("; remove it until that is released.")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "M108"),
        ("id: gong-fight\n", "M203"),
        ("id: gong-fight\nversion: 1.0.0\nfiles: {}\n", "M217"),
        ("id: gong-fight\nversion: 1.0.0\nfiles: {pack.yaml: 'md5:12'}\n", "M209"),
        ("id: gong-fight\nversion: 1.0.0\nfiles: [pack.yaml]\n", "M201"),
        ("files: &a {}\n", "M111"),
    ],
)
def test_a_damaged_release_file(text, code, frozen, gong):
    (frozen / FILE).write_text(text, encoding="utf-8")
    assert code in [entry[3] for entry in found(frozen)]
    assert {entry[0] for entry in found(frozen)} == {FILE}
    assert gong("missions", "release", frozen)[0] == 1


def test_a_pack_with_findings_is_not_released(copy, gong):
    edit(copy / "bonus.yaml", "put: {n: 1}", "putt: {n: 1}")
    status, out, err = gong("missions", "release", copy)
    assert (status, err) == (1, "")
    assert f"{copy}/bonus.yaml:" in out
    assert "M204" in out
    assert not (copy / FILE).exists()


def test_a_frozen_pack_that_changed_is_not_released_anew(frozen, gong):
    edit(frozen / "bonus.yaml", "n: 1", "n: 3")
    before = (frozen / FILE).read_bytes()
    status, out, _ = gong("missions", "release", frozen)
    assert status == 1
    assert "M501" in out
    assert (frozen / FILE).read_bytes() == before


@pytest.fixture
def versions(copy, tmp_path):
    """Version 1.0.0, released, and a copy beside it as 1.0.1, each in the folder of its name."""
    (tmp_path / "gong-fight").mkdir()
    one = copy.rename(tmp_path / "gong-fight" / "1.0.0")
    release(one)
    two = Path(shutil.copytree(one, one.with_name("1.0.1")))
    (two / FILE).unlink()
    edit(two / "pack.yaml", "version: 1.0.0", "version: 1.0.1")
    return one, two


def test_the_version_before_asks_for_a_number_that_is_high_enough(versions, gong):
    _, two = versions
    edit(two / "bonus.yaml", "n: 1", "n: 3")
    status, out, err = gong("missions", "release", two)
    assert (status, err) == (1, "")
    assert out == (
        f"{two}/pack.yaml:3:10: M505 the version is 1.0.1, but a minor change after 1.0.0 needs 1.1.0 or higher.\n"
    )
    assert not (two / FILE).exists()
    three = two.rename(two.with_name("1.1.0"))
    edit(three / "pack.yaml", "version: 1.0.1", "version: 1.1.0")
    assert gong("missions", "release", three)[0] == 0


def test_the_version_before_is_found_by_number(versions, gong):
    """1.9.0 follows 1.0.0, not 1.10.0 or 2.0.0; an empty 1.8.0 is no version."""
    one, two = versions
    nine = two.rename(two.with_name("1.9.0"))
    edit(nine / "pack.yaml", "version: 1.0.1", "version: 1.9.0")
    for name in ("1.10.0", "2.0.0"):
        shutil.copytree(one, one.with_name(name))
    for name in ("1.8.0", "notes"):
        (one.parent / name).mkdir()
    assert gong("missions", "release", nine)[0] == 0


def test_a_broken_version_before_is_told(versions, gong):
    one, two = versions
    edit(one / "bonus.yaml", "n: 1", "n: 3")
    status, out, _ = gong("missions", "release", two)
    assert status == 1
    assert f"{one}/bonus.yaml:1:1: M501" in out


def test_another_pack_beside_is_no_version_before(versions, gong):
    one, two = versions
    (one / FILE).unlink()
    edit(one / "pack.yaml", "id: gong-fight", "id: other")
    edit(two / "bonus.yaml", "n: 1", "n: 3")
    assert gong("missions", "release", two)[0] == 0


def test_the_example_of_the_docs(tmp_path, gong, monkeypatch):
    text = (Path(__file__).parents[2] / "docs" / "missions.md").read_text(encoding="utf-8")
    [words, shown] = re.search(r"^    \$ gong (missions release .*)\n    (.*\n)", text, re.MULTILINE).groups()
    monkeypatch.chdir(tmp_path)
    new_pack(Path("my-pack/1.0.0"), tags=["en", "fr"])
    assert gong(*words.split()) == (0, shown, "")


def test_as_data(copy, gong):
    status, out, _ = gong("missions", "release", copy, "--format", "json")
    told = json.loads(out)
    assert status == 0
    assert (told["good"], told["new"], told["id"], told["version"]) == (True, True, "gong-fight", "1.0.0")
    assert told["file"] == str(copy / FILE)
    assert "bonus.yaml" in told["files"]
    assert json.loads(gong("missions", "release", copy, "--format", "json")[1])["new"] is False
    edit(copy / "bonus.yaml", "n: 1", "n: 3")
    status, out, _ = gong("missions", "release", copy, "--format", "json")
    assert (status, json.loads(out)["good"]) == (1, False)
    assert [finding["code"] for finding in json.loads(out)["findings"]] == ["M501"]


def test_as_annotations(copy, gong):
    assert gong("missions", "release", copy, "--format", "github") == (0, "", "")
    edit(copy / "bonus.yaml", "n: 1", "n: 3")
    status, out, _ = gong("missions", "release", copy, "--format", "github")
    assert status == 1
    assert out.startswith(f"::error file={copy}/bonus.yaml,line=1,col=1,title=M501::")


@pytest.mark.parametrize(("owner", "step"), [(os, "fsync"), (Path, "replace")])
def test_a_full_disk_releases_nothing(owner, step, copy, monkeypatch):
    before = {*copy.rglob("*")}

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(owner, step, fail)
    with pytest.raises(ReleaseError, match=r"No space left on device\); the version is not released\."):
        release(copy)
    assert {*copy.rglob("*")} == before


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_must_not_be_written(copy):
    copy.chmod(0o500)
    with pytest.raises(ReleaseError, match="Permission denied"):
        release(copy)


def test_a_folder_that_is_not_there(tmp_path, gong):
    status, out, err = gong("missions", "release", tmp_path / "nowhere")
    assert (status, out) == (2, "")
    assert "does not exist; name the folder of a pack" in err
