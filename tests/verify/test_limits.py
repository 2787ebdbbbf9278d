"""The file of limits: what comes with the project, what an own file may change, and every fault as one sentence."""

import re
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from companion.verify.limits import MAX_BYTES, Limits, LimitsError, default_file, load_limits

DOCS = Path(__file__).parents[2] / "docs" / "verify-findings.md"
USUAL = load_limits()


@pytest.fixture
def write(tmp_path):
    def run(content: str | bytes) -> Path:
        path = tmp_path / "limits.toml"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return run


def test_the_limits_of_the_project_are_whole():
    """Every limit stands in the file, with the value that is used, and nothing else does."""
    table = tomllib.loads(default_file().read_text("utf-8"))
    assert list(table) == [field.name for field in fields(Limits)]
    for name, value in table.items():
        assert getattr(USUAL, name) == (tuple(value) if isinstance(value, list) else value)


def test_what_the_rules_ask():
    """Every mission moves cards in half of its draws, matches last 20 to 50 turns, seats are within 2 points."""
    assert (USUAL.effect, USUAL.median_turns, USUAL.seat_advantage) == (0.5, (20, 50), 0.02)


def test_an_own_file_needs_only_what_differs(write):
    own = load_limits(write("effect = 0.75\nmedian_turns = [10, 30]\n"))
    assert (own.effect, own.median_turns) == (0.75, (10, 30))
    assert own.one_sided == USUAL.one_sided


def test_an_empty_file_changes_nothing(write):
    assert load_limits(write("")) == USUAL


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("effekt = 0.5", ":1: there is no limit 'effekt' (did you mean 'effect'?)."),
        ("[matches]\neffect = 0.5", ":1: there is no limit 'matches'"),
        ("\n\nzzz = 1", ":3: there is no limit 'zzz'; there are unfinished, median_turns"),
        ("effect = 1.5", ":1: effect must be a share from 0 to 1, not 1.5."),
        ("effect = -0.1", ":1: effect must be a share from 0 to 1, not -0.1."),
        ('effect = "half"', ":1: effect must be a share from 0 to 1, not 'half'."),
        ("effect = true", ":1: effect must be a share from 0 to 1, not true."),
        ("effect = nan", ":1: effect must be a share from 0 to 1, not nan."),
        ("effect = []", ":1: effect must be a share from 0 to 1, not []."),
        ("median_turns = 30", ":1: median_turns must be the fewest and the most turns, from 1 to 500"),
        ("median_turns = [50, 20]", ":1: median_turns must be the fewest and the most turns"),
        ("median_turns = [20, 501]", ":1: median_turns must be the fewest and the most turns"),
        ("median_turns = [20.0, 50.0]", ":1: median_turns must be the fewest and the most turns"),
        ("long_turns = 0", ":1: long_turns must be a whole number of turns from 1 to 500, not 0."),
        ("wait_turns = 3.5", ":1: wait_turns must be a whole number of turns from 1 to 500, not 3.5."),
        ("wait_turns = true", ":1: wait_turns must be a whole number of turns from 1 to 500, not true."),
        ("dominated = 18", ":1: dominated must be a whole number of missions from 0 to 17, not 18."),
        ("one_sided = 0.4", ":1: one_sided must be a share from 0.5 to 1, not 0.4."),
        ("bonus_win = 2", ":1: bonus_win must be a difference of chances from -1 to 1"),
        ("strongest = 0.5", ":1: strongest must be a number from 1 to 1000, not 0.5."),
        ("error = 0", ":1: error must be a chance between 0 and 0.5, not 0."),
        ("effect = 0.5\neffect 0.6\n", ":2:8: this is not TOML: expected '=' after a key"),
        ("effect = ", ": this is not TOML: invalid value"),
        ("effect = 0.5\neffect = 0.6", ": this is not TOML: cannot overwrite a value."),
        ("a = 2030-01-01", ":1: there is no limit 'a'"),
        ("error = 2030-01-01", ":1: error must be a chance between 0 and 0.5, not"),
        ("x = " + "[" * 5000, "this is not TOML"),
        (b"effect = \xff", ": byte 10 is not UTF-8 text."),
        (b"#" * (MAX_BYTES + 1), "is larger than 64 KB"),
    ],
)  # fmt: skip
def test_a_fault_is_one_sentence(text, sentence, write):
    path = write(text)
    with pytest.raises(LimitsError) as caught:
        load_limits(path)
    [problem] = caught.value.problems
    if "[[" not in str(text):
        assert sentence in problem
    assert problem.startswith(str(path))
    assert problem.endswith(".")
    assert "\n" not in problem


def test_every_fault_is_told_at_once(write):
    with pytest.raises(LimitsError) as caught:
        load_limits(write("effect = 2\nerorr = 0.1\ndrawn = 'often'\n"))
    assert [re.search(r":(\d):", problem)[1] for problem in caught.value.problems] == ["1", "2", "3"]


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(LimitsError, match=r"none\.toml: there is no such file of limits\."):
        load_limits(tmp_path / "none.toml")
    with pytest.raises(LimitsError, match=r"cannot be read: Is a directory\."):
        load_limits(tmp_path)


def test_the_command_refuses_wrong_limits_before_anything_is_simulated(write, gong, tmp_path):
    path = write("effect = 2\nerorr = 0.1\n")
    status, out, err = gong("verify", "--limits", path)
    assert (status, out) == (2, "")
    assert err.count("\n") == 2
    assert gong("verify", "--limits", tmp_path / "none.toml")[0] == 2


def test_limits_decide_the_status(write, gong, readable):
    words = ("verify", "--seats", "2", "--policy", "random", "--matches", "300", "--judge", "none")
    assert gong(*words)[0] == 0
    status, out, _ = gong(*words, "--limits", write("median_turns = [100, 200]\n"))
    assert status == 1
    assert "V102 half of the matches last" in out


def test_the_page_explains_every_limit_with_its_value():
    text = DOCS.read_text("utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` \| ([^|]+) \|", text, re.MULTILINE))
    assert list(rows) == [field.name for field in fields(Limits)]
    for name, value in rows.items():
        told = tomllib.loads(f"value = {value}")["value"]
        assert getattr(USUAL, name) == (tuple(told) if isinstance(told, list) else told)
