"""`gong verify` finds real faults: each is planted into a copy of the core pack, and must be found and named.

The faults are written as an author would write them: a mission of a file is replaced, a sentence is added. What the
static check can prove (M codes) it tells before anything is simulated; the rest shows only in play (V codes).
"""

import json
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.missions.mission_ids import MISSION_IDS
from companion.missions.pack import find_pack

FILES = {"B": "bonus.yaml", "M": "malus.yaml", "F": "fight.yaml"}


@dataclass(frozen=True)
class Fault:
    """What is planted, and what must be told of it.

    Attributes:
        mission: the mission that is replaced.
        steps: its steps, as in a pack file.
        code: the code of the finding.
        words: what its sentence says.
        line: line of the finding, counted from that of the mission's id.
        run: how the pack is verified.
    """

    mission: str
    steps: str
    code: str
    words: str
    line: int
    run: tuple[str, ...] = ()


def duel(kind: str, *fields: str) -> str:
    return "\n".join([f"- duel:\n    kind: {kind}", *(f"    {field}" for field in fields)])


EFFECT = ("--seats", "4", "--matches", "10000")
COUNT = ("--seats", "4", "--matches", "2000", "--judge", "none")

FAULTS = {
    "a bonus that hurts: all the others discard more": Fault(
        "B01", "- put: {n: 1}\n- put: {who: others, n: 3}", "V205", "hurts its player: the chance to win falls", 0,
        (*EFFECT, "--judge", "B01"),
    ),
    "a malus that helps": Fault("M05", "- put: {n: 1}", "M305", "can take 1", 2),
    "a bonus that costs cards": Fault("B07", "- draw: {n: 1}", "M303", "1 more than before", 2),
    "a mission that can never be executed: no card has this colour and this number": Fault(
        "B09", "- put: {n: 2, where: {number: [6], color: red}}", "M323", "no card fits", 2
    ),
    "a branch that can never be taken": Fault(
        "F03", duel("rock_paper_scissors", "vs: left", "win: [{put: {who: winner}}]", "tie: [{draw: {n: 1}}]"), "M314",
        "these steps can never run", 6,
    ),
    "a branch that is never taken in play": Fault(
        "B08", "- if:\n    cond: {hand_size: {gt: 40}}\n    then: [{put: {n: 3}}]\n    else: [{put: {n: 2}}]", "V401",
        "never runs 'then' of 'if'", 4, (*EFFECT, "--judge", "none", "--limits", "branch = 0.002"),
    ),
    "a mission without effect": Fault("B03", "- show: {to: others, n: 1}", "M303", "as many as before", 2),
    "a mission that hardly ever has an effect": Fault(
        "F05", duel("guess_galaxy", "vs: choice", "tries: 1", "asymmetric: true", "win: [{put: {n: 1}}]", "lose: []"),
        "V203", "moves cards in only", 0, COUNT,
    ),
    "a duel that one side always wins": Fault(
        "F04", duel("guess_number", "vs: right", "tries: 5", "win: [{give: {from: winner, to: loser, n: 1}}]"), "V301",
        "is nearly always won by who draws it", 0, COUNT,
    ),
    "a duel that is better lost: the winner helps everybody else": Fault(
        "F03",
        duel(
            "rock_paper_scissors", "vs: left", "first_to: 1", "asymmetric: true",
            "win: [{put: {n: 1}}, {put: {who: others, n: 3}}]", "lose: []",
        ),
        "V302", "makes the winner worse off", 0, ("--seats", "4", "--matches", "10000", "--judge", "none"),
    ),
    "a mission much stronger than all others": Fault(
        "B02", "- put: {n: 3}\n- draw: {who: others, n: 3}\n- again: {}", "V208", "as much as the median bonus", 0,
        ("--seats", "6", "--matches", "5000", "--judge", ",".join(MISSION_IDS[:18])),
    ),
}  # fmt: skip
"""What is planted, by what it is."""


@pytest.fixture
def verify(gong):
    """Run `gong verify` on a pack with random players; return the status and what it tells."""

    def run(folder, *words):
        status, out, _ = gong("verify", folder, "--policy", "random", "--format", "json", *words)
        return status, json.loads(out)

    return run


@pytest.fixture
def plant(copy):
    """Replace the missions of a copy of the core pack; return its folder."""

    def run(missions: dict[str, str]) -> Path:
        for name, steps in missions.items():
            path = copy / FILES[name[0]]
            inside = "".join(f"    {line}\n" for line in steps.splitlines())
            text, done = re.subn(
                rf"(?ms)^- id: {name}\n.*?(?=^- id: |\Z)",
                lambda _, name=name, inside=inside: f"- id: {name}\n  do:\n{inside}\n",
                path.read_text(encoding="utf-8"),
            )
            assert done == 1
            path.write_text(text, encoding="utf-8")
        return copy

    return run


def line_of(folder: Path, mission: str) -> int:
    """Return the line on which a mission begins."""
    text = (folder / FILES[mission[0]]).read_text(encoding="utf-8")
    return text[: text.index(f"- id: {mission}\n")].count("\n") + 1


RARE = {
    "a mission that nearly every other one dominates": Fault(
        "B18", "- put: {n: 1}\n- put: {who: others, n: 1}", "V209", "is dominated", 0,
        ("--seats", "4", "--matches", "60000", "--judge", ",".join(MISSION_IDS[:18])),
    ),
    "a malus that helps: all the others draw more": Fault(
        "M01", "- draw: {n: 1}\n- draw: {who: others, n: 3}\n- draw: {who: others, n: 3}", "V207",
        "helps its player: the chance to win rises", 0, ("--seats", "6", "--matches", "100000", "--judge", "M01"),
    ),
}  # fmt: skip
"""Small effects: they take more matches."""

ALL = [*FAULTS, *(pytest.param(what, marks=pytest.mark.slow) for what in RARE)]


@pytest.mark.parametrize("what", ALL)
def test_a_planted_fault_is_found_and_named(what, plant, verify, tmp_path):
    fault = (FAULTS | RARE)[what]
    folder = plant({fault.mission: fault.steps})
    words = list(fault.run)
    if "--limits" in words:
        limits = tmp_path / "limits.toml"
        limits.write_text(words[words.index("--limits") + 1], encoding="utf-8")
        words[words.index("--limits") + 1] = str(limits)
    status, told = verify(folder, *words)
    assert status == 1
    named = fault.mission if fault.code.startswith("V") else ""
    about = [it for it in told["findings"] if it["code"] == fault.code and it.get("mission", "") == named]
    assert len(about) == 1, told["findings"]
    [finding] = about
    assert fault.words in finding["message"]
    assert finding["path"] == str(folder / FILES[fault.mission[0]])
    assert finding["line"] == line_of(folder, fault.mission) + fault.line
    if fault.code.startswith("V"):
        assert finding["mission"] == fault.mission
        assert finding["message"].startswith(fault.mission)
        assert f"--mission {fault.mission}" in finding["replay"]


def test_a_text_that_says_the_wrong_number_is_found(copy, verify):
    (copy / "sentences").mkdir()
    (copy / "sentences" / "en.yaml").write_text('B02: "Discard 3 cards."\n', encoding="utf-8")
    status, told = verify(copy)
    assert status == 1
    [finding] = told["findings"]
    assert finding["code"] == "M406"
    assert (finding["path"], finding["line"]) == (str(copy / "sentences" / "en.yaml"), 1)


def test_a_text_that_says_the_wrong_direction_is_found(copy, verify):
    (copy / "sentences").mkdir()
    (copy / "sentences" / "en.yaml").write_text('B03: "Give 1 card to the player on your right."\n', encoding="utf-8")
    status, told = verify(copy)
    assert (status, [finding["code"] for finding in told["findings"]]) == (1, ["M407"])


TOO_LONG = ("B10", "B13")
"""Missions for which `again` would be a step or a word too many."""


def test_a_loop_by_again_is_found(copy, verify):
    """With `again` for the player on the right, two players alternate while the others wait (rules/gong.md 4.2.6)."""
    for name in ("bonus.yaml", "malus.yaml"):
        path = copy / name
        text = path.read_text(encoding="utf-8")
        mission = rf"(?ms)(^- id: (?!{'|'.join(TOO_LONG)})\w+\n.*?)\n(?=\n- id: |\Z)"
        path.write_text(re.sub(mission, r"\1\n    - again: {who: right}\n", text), encoding="utf-8")
    status, told = verify(copy, "--seats", "4", "--matches", "5000", "--judge", "none")
    assert status == 1
    [finding] = [finding for finding in told["findings"] if finding["code"] == "V104"]
    assert "a player waits for more than 30 turns" in finding["message"]
    assert "because of B" in finding["message"] or "because of M" in finding["message"]
    assert finding["line"] == line_of(copy, finding["mission"])


def test_matches_that_never_end_are_found_and_can_be_seen(verify, gong):
    """The literal pile rule leaves about 38 % of the matches of six without an end (rules/gong.md R-19)."""
    status, told = verify(
        find_pack(), "--seats", "6", "--matches", "200", "--judge", "none", "--option", "reshuffle=literal"
    )
    assert status == 1
    [finding] = [finding for finding in told["findings"] if finding["code"] == "V101"]
    [figure] = finding["figures"]
    assert figure["low"] < 0.38 < figure["high"]
    match = int(re.search(r"--match (\d+)", finding["replay"])[1])
    assert told["settings"][0]["unfinished_match"] == match
    words = finding["replay"].split()
    assert words[:3] == ["gong", "replay", "fight"]
    status, story, _ = gong(*words[1:])
    assert status == 0
    assert "Turn 500" in story


def test_the_core_pack_has_no_finding(verify):
    status, told = verify(find_pack(), "--seats", "2,6", "--matches", "2000")
    assert (status, told["findings"]) == (0, [])
    assert told["questions"] > 800
