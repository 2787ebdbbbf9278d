"""Pack files that broke other people's tools: one finding per fault, at its place, and never a partial pack."""

import os
import shutil
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.missions.findings import PackError
from companion.missions.loader import check_pack, load_pack
from companion.missions.pack import find_pack
from tests.sweeps import examples

CASES = Path(__file__).parent / "cases"

RIGHT = {
    "alias": ("bonus.yaml", 2, 7, "M111", ["&one", "4:7", "not allowed"]),
    "bonus-that-hurts": ("bonus.yaml", 2, 7, "M303", ["bonus", "fewer", "1 more"]),
    "branch-never-runs": ("malus.yaml", 2, 64, "M314", ["'if'", "never holds"]),
    "bound-before-bind": ("bonus.yaml", 2, 22, "M311", ["bound_p", "bind: p"]),
    "condition-always-holds": ("bonus.yaml", 2, 20, "M321", ["always holds"]),
    "duel-with-self": ("fight.yaml", 2, 42, "M308", ["themselves"]),
    "duplicate-id": ("bonus.yaml", 3, 7, "M212", ["B01", "second", "line 1, column 7"]),
    "duplicate-key": ("bonus.yaml", 3, 3, "M113", ["'do'", "second", "line 2, column 3"]),
    "empty": ("bonus.yaml", 1, 1, "M108", ["empty", "list of missions"]),
    "filter-no-card-fits": ("bonus.yaml", 2, 22, "M323", ["no card fits"]),
    "guess-about-nothing": ("malus.yaml", 2, 72, "M325", ["the same"]),
    "number-as-text": ("bonus.yaml", 2, 18, "M207", ["'n'", "whole number", "'one'"]),
    "option-never-chosen": ("bonus.yaml", 2, 45, "M322", ["never be chosen"]),
    "tab": ("bonus.yaml", 2, 1, "M107", ["tab", "spaces"]),
    "tag": ("bonus.yaml", 2, 7, "M112", ["os.system", "not allowed"]),
    "titles-french-colon": ("titles/fr.yaml", 1, 16, "M110", ["colon", "quoted"]),
    "titles-norway": ("titles/fr.yaml", 1, 1, "M402", ["'no'", "B01 to B18"]),
    "too-many-cards": ("bonus.yaml", 2, 18, "M301", ["at most 3", "4"]),
    "unknown-step": ("bonus.yaml", 2, 9, "M204", ["'putt'", "did you mean 'put'?", "give, take, draw"]),
    "unknown-target": ("bonus.yaml", 2, 20, "M206", ["'lefft'", "did you mean 'left'?", "neighbours"]),
    "until-for-one-card": ("malus.yaml", 2, 29, "M324", ["1 card"]),
    "winner-outside-duel": ("fight.yaml", 2, 20, "M312", ["winner", "outside"]),
}


def test_every_case_has_its_right_answer():
    assert {path.stem for path in CASES.glob("*.yaml")} == set(RIGHT)


@pytest.mark.parametrize("case", sorted(RIGHT))
def test_exactly_one_finding_at_its_place(case, copy, spoil):
    name, line, column, code, words = RIGHT[case]
    [finding] = spoil({name: (CASES / f"{case}.yaml").read_text(encoding="utf-8")})
    assert (finding.line, finding.column, finding.code) == (line, column, code)
    assert str(finding) == f"{copy / name}:{line}:{column}: {code} {finding.message}"
    for word in words:
        assert word in finding.message
    with pytest.raises(PackError) as refused:
        load_pack(copy)
    assert refused.value.findings == (finding,)
    assert refused.value.exit_status == 1
    assert str(refused.value) == str(finding)


@pytest.mark.parametrize("case", sorted(RIGHT))
def test_the_command_ends_with_1_and_one_line(case, copy, spoil, gong):
    name = RIGHT[case][0]
    [finding] = spoil({name: (CASES / f"{case}.yaml").read_text(encoding="utf-8")})
    assert gong("missions", "check", copy) == (1, f"{finding}\n", "")


def test_all_faults_of_all_files_are_found(spoil):
    findings = spoil(
        {
            "pack.yaml": "id: gong-fight\nversion: 1.0\n",
            "bonus.yaml": "- id: B01\n  do: [{putt: {n: 1}}, {put: {who: lefft, n: 0}}]\n- id: B02\n  do: *x\n",
            "malus.yaml": None,
            "fight.yaml": b"\xff\xfe",
            "titles/en.yaml": 'B01: "A"\nB01: "B"\nB99: "C"\n',
            "titles/fr.yaml": "",
        }
    )
    assert {(Path(f.path).name, f.line, f.column, f.code) for f in findings} == {
        ("pack.yaml", 2, 10, "M201"),
        ("pack.yaml", 1, 1, "M203"),
        ("bonus.yaml", 2, 9, "M204"),
        ("bonus.yaml", 2, 36, "M206"),
        ("bonus.yaml", 2, 46, "M207"),
        ("bonus.yaml", 4, 7, "M111"),
        ("malus.yaml", 1, 1, "M101"),
        ("fight.yaml", 1, 1, "M104"),
        ("en.yaml", 2, 1, "M113"),
        ("en.yaml", 3, 1, "M402"),
        ("fr.yaml", 1, 1, "M108"),
    }


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("bonus.yaml", "- {k: 1}\n"),
        ("bonus.yaml", "- {k: }\n"),
        ("bonus.yaml", "- id: k\n"),
        ("bonus.yaml", "- {id: B01, do: [{k: {n: 1}}]}\n"),
        ("bonus.yaml", "- {id: B01, do: [{k: 1, put: 1}]}\n"),
        ("bonus.yaml", "- {id: B01, do: [{give: {to: k}}]}\n"),
        ("bonus.yaml", "- {id: B01, do: [{put: {n: k}}]}\n"),
        ("bonus.yaml", "- {id: B01, do: [{duel: {kind: k}}]}\n"),
        ("bonus.yaml", "- {id: B01, do: [{put: {where: {galaxy: k}}}]}\n"),
        ("bonus.yaml", "- {id: B01, players: k, do: []}\n"),
        ("bonus.yaml", "{k: 1, k: 2}\n"),
        ("bonus.yaml", "- &k 1\n"),
        ("bonus.yaml", "- !k 1\n"),
        ("pack.yaml", "id: k!\n"),
        ("pack.yaml", "{version: k, k: 1}\n"),
        ("titles/en.yaml", 'k: "x"\n'),
        ("sentences/en.yaml", 'k: "x"\n'),
        ("sentences/en.yaml", 'B07: {k: "x"}\n'),
    ],
)
def test_whatever_is_long_is_cut_in_the_message(name, text, spoil):
    for finding in spoil({name: text.replace("k", "k" * 3000, 2)}):
        assert len(finding.message) < 300, finding.message


MANY = 2000


@pytest.mark.parametrize(
    "text",
    [
        "- id: B01\n  do: [{" + ", ".join(f"k{n}: 1" for n in range(MANY)) + "}]\n",
        "- &a 1\n" + "- *a\n" * MANY,
        "- id: B01\n  do: [{if: {cond: {" + ", ".join(f"k{n}: 1" for n in range(MANY)) + "}, then: []}}]\n",
        "- id: B01\n  do: [{draw: {until: {number: [" + ", ".join(map(str, range(MANY))) + "]}}}]\n",
        "- id: B01\n  do: [{choose: {options: [" + "[{put: {}}], " * MANY + "]}}]\n",
    ],
)
def test_whatever_is_many_is_cut_in_the_message(text, spoil):
    for finding in spoil({"bonus.yaml": text}):
        assert len(finding.message) < 300, finding.message


def test_the_example_of_an_id_is_one_of_its_kind(copy, spoil):
    pack = (copy / "pack.yaml").read_text(encoding="utf-8").replace("id: gong-fight", "id: Gong Fight")
    [finding] = spoil({"pack.yaml": pack})
    assert (finding.code, finding.message) == ("M209", "'id' cannot be 'Gong Fight'; it must look like my-pack.")
    [finding, *_] = spoil({"pack.yaml": pack.replace("Gong Fight", "gong-fight"), "bonus.yaml": "- {id: B7, do: []}"})
    assert (finding.code, finding.message) == ("M209", "'id' cannot be 'B7'; it must look like B07.")


def test_a_folder_that_is_not_there(tmp_path):
    with pytest.raises(PackError, match=r":1:1: M100 this does not exist"):
        load_pack(tmp_path / "nowhere")


def test_a_file_instead_of_a_folder(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(PackError, match=r":1:1: M100 this is not a folder"):
        load_pack(tmp_path / "file")


@pytest.mark.parametrize("up", [1, 2])
def test_the_folder_of_the_versions_or_of_all_packs(up, core, tmp_path):
    pack = tmp_path / core.id / core.version
    shutil.copytree(find_pack(), pack)
    with pytest.raises(PackError) as refused:
        load_pack(pack.parents[up - 1])
    message = f"this folder holds packs, but is not one itself; name the folder of one of them, like {pack}."
    assert [(f.code, f.message) for f in refused.value.findings] == [("M100", message)]


def test_an_empty_folder_lacks_every_file(tmp_path):
    with pytest.raises(PackError) as refused:
        load_pack(tmp_path)
    found = {(Path(f.path).name, f.code) for f in refused.value.findings}
    assert found == {(f"{name}.yaml", "M101") for name in ("pack", "bonus", "malus", "fight", "en")}


def test_a_folder_instead_of_a_file(copy, spoil):
    (copy / "bonus.yaml").unlink()
    (copy / "bonus.yaml").mkdir()
    [finding] = spoil({})
    assert finding.code == "M102"


def test_a_pipe_instead_of_a_file_is_not_waited_for(copy, spoil):
    (copy / "bonus.yaml").unlink()
    os.mkfifo(copy / "bonus.yaml")
    [finding] = spoil({})
    assert finding.code == "M102"


def test_a_file_instead_of_the_titles_folder(copy, spoil):
    shutil.rmtree(copy / "titles")
    (copy / "titles").write_text("x")
    [finding] = spoil({})
    assert finding.code == "M102"


BONUS = (find_pack() / "bonus.yaml").read_text(encoding="utf-8")


@given(
    st.lists(
        st.tuples(
            st.integers(0, len(BONUS)),
            st.integers(0, 12),
            st.sampled_from(
                ["", " ", "\n", ": ", "- ", "{", "}", "[", "]", '"', "'", "#", "&a ", "*a", "!t ", "all", "0", "é"]
            ),
        ),
        min_size=1,
        max_size=3,
    )
)
@settings(max_examples=examples(25, 100))
def test_a_file_spoiled_anywhere_is_told_or_still_good(tmp_path_factory, changes):
    folder = tmp_path_factory.getbasetemp() / "spoiled"
    if not folder.exists():
        shutil.copytree(find_pack(), folder)
    text = BONUS
    for start, length, put in changes:
        text = text[:start] + put + text[start + length :]
    (folder / "bonus.yaml").write_text(text, encoding="utf-8")
    pack, findings = check_pack(folder)
    assert (pack is None) == bool(findings)
    last = len(text.splitlines()) + 1
    for finding in findings:
        assert 1 <= finding.line <= last or finding.path != str(folder / "bonus.yaml")
        assert finding.column >= 1
        assert finding.message.endswith((".", '"'))


def test_a_misspelled_file_is_not_silently_ignored(spoil):
    [finding] = spoil({"bonus.yml": "[]"})
    assert finding.code == "M118"
    assert "did you mean 'bonus.yaml'?" in finding.message


def test_a_folder_with_letters_of_any_script(spoil, copy):
    moved = copy.rename(copy.with_name("pâck ✨ пакет"))
    assert load_pack(moved).id == "gong-fight"


@pytest.mark.parametrize(
    ("text", "line", "column", "code"),
    [
        ("- id: M01\n  do: [{put: {n: 1}}]\n", 1, 7, "M211"),  # the letter of another kind
        ("- id: B1\n  do: [{put: {n: 1}}]\n", 1, 7, "M209"),
        ("- id: B19\n  do: [{put: {n: 1}}]\n", 1, 7, "M209"),
        ("- id: b01\n  do: [{put: {n: 1}}]\n", 1, 7, "M209"),
        ("- id: 7\n  do: [{put: {n: 1}}]\n", 1, 7, "M201"),
        ("- do: [{put: {n: 1}}]\n", 1, 3, "M203"),
        ("- id: B01\n", 1, 3, "M203"),
        ("- id: B02\n  do: [{put: {n: 1}}]\n- id: B01\n  do: [{put: {n: 1}}]\n", 3, 7, "M214"),
        ("- id: B01\n  do: [{put: {n: 1}}]\n", 1, 3, "M213"),  # B02 to B18 are missing
        ("- B01\n", 1, 3, "M201"),
        ("B01: put\n", 1, 1, "M201"),
        ("just words\n", 1, 1, "M201"),
        ("[]\n", 1, 1, "M213"),
    ],
)
def test_ids(text, line, column, code, spoil):
    assert [(f.line, f.column, f.code) for f in spoil({"bonus.yaml": text})] == [(line, column, code)]


def test_missing_missions_are_told_once_and_counted(spoil):
    [finding] = spoil({"malus.yaml": "- id: M03\n  do: [{draw: {n: 1}}]\n"})
    assert "M01, M02 and 15 more" in finding.message


def test_each_number_of_players_needs_a_mission_of_each_kind(copy, spoil):
    text = (copy / "fight.yaml").read_text(encoding="utf-8")
    findings = spoil({"fight.yaml": text.replace("\n  do:", "\n  players: 3-5\n  do:")})
    assert [(f.code, f.message) for f in findings] == [
        ("M316", "there is no fight mission for 2 players."),
        ("M316", "there is no fight mission for 6 players."),
    ]


def test_the_folder_of_a_version_has_its_name(copy, spoil):
    moved = copy.rename(copy.with_name("1.0.1"))
    with pytest.raises(PackError, match=r"pack.yaml:3:10: M219 the version is 1.0.0, but the folder is named 1.0.1"):
        load_pack(moved)
