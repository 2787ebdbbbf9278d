"""`gong missions`: what it prints, where, and with which exit status."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion import languages
from companion.missions.findings import listed
from companion.missions.pack import find_pack

ALL_LANGUAGES = listed(languages.available(), "and")
GONG = Path(sys.executable).with_name("gong")
IDS = "ids are B01 to B18, M01 to M18, F01 to F18, codes of cards are like ZE5."


def test_check_of_the_installed_packs(gong):
    status, out, err = gong("missions", "check")
    assert (status, err) == (0, "")
    assert f"gong-fight 1.0.0: 54 missions, titles in {ALL_LANGUAGES}: good.\n" in out
    assert all(line.endswith(": good.") for line in out.splitlines())


def test_check_of_a_good_folder_in_each_format(gong, copy):
    assert gong("missions", "check", copy)[0] == 0
    status, out, err = gong("missions", "check", copy, "--format", "json")
    assert (status, json.loads(out), err) == (0, {"good": True, "findings": []}, "")
    assert gong("missions", "check", copy, "--format", "github") == (0, "", "")


BROKEN = "- id: B01\n  do: [{putt: {n: 1}}, {give: {to: lefft}}]\n"


@pytest.fixture
def broken(copy):
    (copy / "bonus.yaml").write_text(BROKEN, encoding="utf-8")
    return copy


def test_findings_as_text(gong, broken):
    status, out, err = gong("missions", "check", broken)
    first, second = out.splitlines()
    assert (status, err) == (1, "")
    assert first.startswith(f"{broken}/bonus.yaml:2:9: M204 there is no step 'putt'")
    assert second.startswith(f"{broken}/bonus.yaml:2:36: M206 there is no player 'lefft'")


def test_findings_as_json(gong, broken):
    status, out, err = gong("missions", "check", broken, "--format", "json")
    told = json.loads(out)
    assert (status, err, told["good"]) == (1, "", False)
    assert [(f["path"], f["line"], f["column"], f["code"]) for f in told["findings"]] == [
        (f"{broken}/bonus.yaml", 2, 9, "M204"),
        (f"{broken}/bonus.yaml", 2, 36, "M206"),
    ]
    assert told["findings"][0]["message"].startswith("there is no step")


def test_findings_as_annotations(gong, broken):
    renamed = broken.rename(broken.with_name("100%, really:"))
    status, out, _ = gong("missions", "check", renamed, "--format", "github")
    assert status == 1
    path = str(renamed / "bonus.yaml").replace("%", "%25").replace(",", "%2C").replace(":", "%3A")
    assert out.startswith(f"::error file={path},line=2,col=9,title=M204::there is no step 'putt'")
    assert len(out.splitlines()) == 2


def test_several_folders_are_all_checked(gong, broken, tmp_path):
    good = shutil.copytree(find_pack(), tmp_path / "good")
    status, out, _ = gong("missions", "check", good, broken)
    assert status == 1
    assert "M204" in out
    assert "gong-fight 1.0.0: 54 missions" in out


def test_a_folder_that_is_not_there_is_wrong_usage(gong, tmp_path):
    status, out, err = gong("missions", "check", tmp_path / "nowhere")
    assert (status, out) == (2, "")
    assert (
        err == f"Error: {tmp_path}/nowhere does not exist; name the folder of a pack, the one that holds pack.yaml.\n"
    )


def test_a_file_instead_of_a_folder_is_wrong_usage(gong, copy):
    status, _, err = gong("missions", "check", copy / "bonus.yaml")
    assert status == 2
    assert "is a file; name the folder of a pack" in err


@pytest.mark.parametrize(
    "words",
    [
        ("check", "--format", "xml"),
        ("check", "--loud"),
        ("show",),
        ("show", "B01", "--seats", "7"),
        ("schema", "x"),
        ("fly",),
    ],
)
def test_wrong_usage(gong, words):
    status, out, err = gong("missions", *words)
    assert (status, out) == (2, "")
    assert "Error:" in err


def test_show(gong):
    status, out, err = gong("missions", "show", "B07", "--language", "fr")
    assert (status, err) == (0, "")
    assert out == (
        "B07  Le plein du petit vaisseau\n"
        "Donne 2 cartes au joueur qui a le moins de cartes.\n"
        "bonus, card AN5 (ANDROMEDE 5), gong-fight 1.0.0\n"
        "- give: {to: fewest, n: 2}\n"
    )


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("b07",), "B07  Refuel the Little Ship"),
        (("an5",), "B07  Refuel the Little Ship"),  # the code of its card
        (("B07", "--language", "fr-CA"), "B07  Le plein du petit vaisseau"),
        (("B07", "--seats", "2"), "Give 2 cards to the other player."),
        (("B07", "--seats", "4"), "Give 2 cards to the player with the fewest cards."),
        (("F04",), "fight, card NB2 (NEBULA 2), gong-fight 1.0.0"),
        (("F17", "--language", "fr"), "combat, card NM1 (NEMESIS 1), gong-fight 1.0.0"),
        (("B08",), "- put: {n: {max: 3}, where: {number: drawn}, otherwise: [{put: {}}]}"),
        (("B15",), "- again: {optional: true}"),
    ],
)
def test_show_takes_what_people_type(gong, words, line):
    status, out, _ = gong("missions", "show", *words)
    assert status == 0
    assert line in out.splitlines()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("B77",), f"There is no mission and no card 'B77' (did you mean 'B17'?); {IDS}"),
        (("",), f"There is no mission and no card ''; {IDS}"),
        (("AN7",), f"There is no mission and no card 'AN7'; {IDS}"),
        (
            ("AN5", "--pack", "nowhere"),
            "nowhere does not exist; name the folder of a pack, the one that holds pack.yaml.",
        ),
        (("JK1",), "JOKER 1 leads to a help page, not to a mission."),
        (
            ("B07", "--language", "frr"),
            f"There is no wording in 'frr' (did you mean 'fr'?); the languages are {ALL_LANGUAGES}.",
        ),
        (("B07", "--language", "tlh"), f"There is no wording in 'tlh'; the languages are {ALL_LANGUAGES}."),
    ],
)
def test_show_of_what_does_not_exist(gong, words, sentence):
    assert gong("missions", "show", *words) == (2, "", f"Error: {sentence}\n")


def test_show_of_a_mission_for_another_number_of_players(gong, copy):
    text = (copy / "bonus.yaml").read_text(encoding="utf-8")
    (copy / "bonus.yaml").write_text(text.replace("- id: B06", "- id: B06\n  players: 3-6"), encoding="utf-8")
    status, _, err = gong("missions", "show", "B06", "--seats", "2", "--pack", copy)
    assert (status, err) == (2, "Error: B06 is for 3 to 6 players, not 2.\n")


def test_show_from_a_broken_pack_tells_its_findings(gong, broken):
    status, out, err = gong("missions", "show", "B01", "--pack", broken)
    assert (status, out) == (1, "")
    assert "bonus.yaml:2:9: M204" in err
    assert "bonus.yaml:2:36: M206" in err


def test_schema_is_json(gong):
    status, out, err = gong("missions", "schema")
    assert (status, err) == (0, "")
    assert json.loads(out)["title"] == "Missions of a GONG mission pack"


@pytest.mark.parametrize("words", [(), ("check",), ("show",), ("schema",)])
def test_help(gong, words):
    status, out, _ = gong("missions", *words, "-h")
    assert status == 0
    assert "Usage:" in out


def test_in_a_pipe_that_speaks_no_utf_8(copy):
    """A French sentence leaves the process as UTF-8 where the terminal can; nothing ends in a traceback where not."""
    done = subprocess.run(
        [GONG, "missions", "show", "B08", "--language", "fr"],
        capture_output=True,
        env={**os.environ, "LC_ALL": "C", "PYTHONIOENCODING": "utf-8"},
        check=True,
    )
    assert "n’en as pas" in done.stdout.decode()


def test_check_imports_no_site_and_no_printer():
    code = "import sys; import companion.cli.missions; print('\\n'.join(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split()
    assert not {"flask", "werkzeug", "jinja2", "babel", "reportlab", "PIL", "sqlite3", "numpy"} & set(loaded)
