"""`gong verify`: what it prints, its exit status, and that every command it prints shows what it says."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from companion.cli import main
from companion.cli.verify import verify
from companion.missions.mission_ids import MISSION_IDS
from companion.missions.pack import find_pack
from companion.store.rows import Shown
from companion.store.writing import Store
from tests.processes import start

CORE = find_pack()
QUICK = ("verify", "--seats", "4", "--policy", "random", "--matches", "300")
LENIENT = "strongest = 1000\nerror = 1e-9\n"


@pytest.fixture
def gong(capsys):
    """Run `gong` with these words; return the exit status, stdout and stderr."""

    def run(*args):
        with pytest.raises(SystemExit) as done:
            main([str(arg) for arg in args])
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return done.value.code or 0, out, err

    return run


@pytest.fixture
def lenient(tmp_path):
    """A file of limits that the core pack keeps to even in few matches."""
    path = tmp_path / "limits.toml"
    path.write_text(LENIENT, encoding="utf-8")
    return path


@pytest.fixture
def changed(tmp_path):
    """A copy of the core pack in which B01 discards 2 cards instead of 1, of a higher version."""
    folder = tmp_path / "changed"
    folder.mkdir()
    for file in CORE.rglob("*.yaml"):
        if file.name != "release.yaml":
            copy = folder / file.relative_to(CORE)
            copy.parent.mkdir(exist_ok=True)
            copy.write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    edit(folder / "bonus.yaml", "- id: B01\n  do:\n    - put: {n: 1}", "- id: B01\n  do:\n    - put: {n: 2}")
    edit(folder / "pack.yaml", "version: 1.0.0", "version: 1.1.0")
    return folder


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def replays(out: str) -> list[str]:
    """Return the commands of the findings."""
    return re.findall(r"^    (gong replay .*)$", out, re.M)


# What it prints


def test_a_good_pack(gong, lenient):
    status, out, err = gong(*QUICK, "--limits", lenient)
    assert status == 0
    assert re.search(r"^Played by the compiled kernel, (one process|\d+ threads)\.$", err, re.M)
    assert out.startswith("gong-fight 1.0.0: 300 matches with each number of players and policy, seed 0.\n")
    assert re.search(r"^4 +random +\d\d +\d+ +\d+ +\d+ +\d\d +none \(< 0\.99 %\) ", out, re.M)
    for name in MISSION_IDS:
        assert re.search(rf"^{name} .* \d\.\d\d +\d+ % +[+-]\d\.\d\d +[+-]\d\.\d\d +[+-]\d+\.\d", out, re.M)
    assert re.search(r"\nNo findings in \d+ questions, corrected for their number by Holm's method", out)


@pytest.mark.parametrize("form", ["text", "json"])
def test_the_output_does_not_depend_on_workers_or_on_the_engine(gong, form, monkeypatch):
    words = ("verify", "--seats", "2,3", "--policy", "random", "--matches", "30", "--judge", "B02", "--format", form)
    one, two = (gong(*words, "--jobs", count)[:2] for count in (1, 2))
    assert one == two
    monkeypatch.setattr("companion.verify.kernel.entry.available", lambda _: False)
    status, out, err = gong(*words, "--jobs", "1")
    assert (status, out) == one
    assert err == "Played by the reference engine, one process.\n"
    assert gong(*words, "--seed", "1")[1] != out


def test_endless_matches_are_found_with_a_witness(gong):
    """About 38 % of the matches of 6 players do not end with `reshuffle=literal` (rules/gong.md R-19)."""
    words = ("verify", "--policy", "random", "--matches", "400", "--option", "reshuffle=literal", "--judge", "none")
    status, out, _ = gong(*words, "--seats", "6")
    assert status == 1
    found = re.search(r"V101 (\d+) % of the matches do not end .*, with 6 random players", out)
    assert found
    assert 31 < int(found[1]) < 45
    command = next(command for command in replays(out) if "--last" in command)
    status, story, _ = gong(*shlex.split(command)[1:])
    assert status == 0
    turns = [int(number) for number in re.findall(r"^Turn (\d+), ", story, re.M)]
    assert turns == list(range(489, 501))
    assert "at the limit of turns" in story


def test_every_finding_ends_with_a_command_that_shows_it(gong, changed):
    status, out, _ = gong(
        "verify",
        changed,
        "--seats",
        "6",
        "--policy",
        "random",
        "--matches",
        "400",
        "--judge",
        "none",
        "--option",
        "reshuffle=literal",
    )
    assert status == 1
    commands = replays(out)
    assert commands
    findings = [line for line in out.splitlines() if re.match(r".*:\d+:\d+: V\d\d\d ", line)]
    assert len(commands) == len(findings)
    assert all(f"--pack {changed}" in command for command in commands)
    for command in commands[:3]:  # a story of 500 turns takes its time
        status, story, err = gong(*shlex.split(command)[1:])
        assert (status, err) == (0, "")
        assert story.count("\nTurn ") >= 1
        mission = re.search(r"--mission (\S+)", command)
        if mission:
            turned = re.findall(r": mission ([A-Z]\d\d)\.$", story, re.M)
            assert mission[1] in turned


def test_json(gong, lenient):
    status, out, _ = gong(*QUICK, "--limits", lenient, "--format", "json", "--judge", "B02,F01")
    data = json.loads(out)
    assert status == 0
    assert data["good"] is True
    assert data["judged"] == ["B02", "F01"]
    (setting,) = data["settings"]
    assert (setting["seats"], setting["policy"], setting["matches"], setting["seed"]) == (4, "random", 300, 0)
    assert sum(setting["lengths"]["counts"].values()) == 300
    assert setting["unfinished"]["at_most"] == pytest.approx(0.01, abs=1e-3)
    assert sum(seat["value"] for seat in setting["seats_won"]) == pytest.approx(1)
    effect = setting["missions"]["B02"]["effect"]
    assert effect["low"] < effect["value"] < effect["high"]
    assert setting["missions"]["B01"]["effect"] is None
    assert setting["missions"]["B08"]["steps"][0]["branches"][0]["name"] == "otherwise"


def test_github_marks_the_line(gong):
    words = ("verify", "--policy", "random", "--matches", "300", "--option", "reshuffle=literal", "--judge", "none")
    status, out, _ = gong(*words, "--seats", "6", "--format", "github")
    assert status == 1
    first = out.splitlines()[0]
    assert first.startswith("::error file=")
    assert "/gong-fight/1.0.0/pack.yaml,line=1,col=1,title=V101::" in first
    assert " See it: gong replay fight --seats 6 --seed 0 --match " in first


def test_minutes_follow_the_seconds_of_a_turn(gong, lenient):
    outs = [gong(*QUICK, "--judge", "none", "--limits", lenient, "--seconds-per-turn", s)[1] for s in (30, 60)]
    minutes = [re.search(r"^4 +random +\d+ +\d+ +\d+ +\d+ +(\d+) ", out, re.M)[1] for out in outs]
    assert abs(2 * int(minutes[0]) - int(minutes[1])) <= 1
    assert "was not measured (--judge)" in outs[0]


def test_a_precision(gong, lenient):
    words = ("verify", "--seats", "3", "--policy", "random", "--judge", "B02", "--limits", lenient, "--format", "json")
    out = gong(*words, "--until", "4pp")[1]
    data = json.loads(out)
    effect = data["settings"][0]["missions"]["B02"]["effect"]
    assert data["intervals"] == "anytime"
    assert 0 < (effect["high"] - effect["low"]) / 2 <= 0.04
    assert gong(*words, "--until", "4pp", "--jobs", "1")[1] == out


def test_some_time(gong, lenient):
    start = time.monotonic()
    status, out, _ = gong("verify", "--seats", "3", "--policy", "random", "--judge", "none", "--seconds", "0.2",
                          "--limits", lenient)  # fmt: skip
    assert time.monotonic() - start < 60
    assert status == 0
    assert "confidence sequences" in out


# Against another pack


def test_against_judges_only_what_changed(gong, changed, lenient):
    words = ("verify", changed, *QUICK[1:], "--against", CORE, "--limits", lenient)
    status, out, _ = gong(*words)
    assert status == 0
    assert out.startswith("gong-fight 1.1.0 against gong-fight 1.0.0: 300 matches")
    assert "Before, with gong-fight 1.0.0:" in out
    assert re.search(r"^  4 +random +100 -> 100 % +-1\.00 -> -[12]\.\d\d +\+0\.00 -> \+0\.00 +\S+ -> \S+: ", out, re.M)
    assert "B01 Drop Some Ballast" in out
    assert "B02" not in out
    data = json.loads(gong(*words, "--format", "json")[1])
    assert data["judged"] == ["B01"]
    (difference,) = data["against"]["differences"]
    assert difference["mission"] == "B01"
    assert difference["old"]["own"]["value"] == -1


def test_against_a_pack_that_plays_the_same(gong, changed):
    edit(changed / "bonus.yaml", "- id: B01\n  do:\n    - put: {n: 2}", "- id: B01\n  do:\n    - put: {n: 1}")
    status, out, err = gong("verify", changed, "--against", CORE)
    assert (status, err) == (0, "")
    assert out == "gong-fight 1.1.0 plays as gong-fight 1.0.0 does: there is nothing to judge.\n"
    data = json.loads(gong("verify", changed, "--against", CORE, "--format", "json")[1])
    assert (data["good"], data["settings"]) == (True, [])


# The report


def test_the_report_is_written_beside_the_text(gong, lenient, tmp_path):
    page = tmp_path / "report.html"
    status, _, err = gong(*QUICK, "--limits", lenient, "--report", page)
    assert status == 0
    assert f"The report is in {page}." in err
    assert page.read_text(encoding="utf-8").lower().startswith("<!doctype html>")


# What is wrong


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--seats", "7"), "'7' is no number of players; write 4, 2-6 or 2,4."),
        (("--seats", "6-2"), "'6-2' is no number of players"),
        (("--policy", "gready"), "there is no policy 'gready' (did you mean 'greedy'?)."),
        (("--judge", "B99"), "there is no mission 'b99'"),
        (("--until", "0.3"), "'0.3' is no precision; write percentage points such as 0.3pp."),
        (("--until", "0pp"), "'0pp' is no precision"),
        (("--until", "1pp", "--judge", "none"), "--until waits for the effects of missions"),
        (("--matches", "0"), "--matches"),
        (("--seconds", "0"), "--seconds"),
        (("--seconds", "nan"), "is no number of seconds"),
        (("--seconds-per-turn", "inf"), "--seconds-per-turn"),
        (("--jobs", "0"), "--jobs"),
        (("--option", "rounds=2"), "--option rounds is not for gong verify: a simulated match has one round."),
        (("--option", "pack=x"), "--option pack is not for gong verify: the pack is the argument DIR."),
        (("--option", "reshuffle=never"), "The option reshuffle of GONG FIGHT must be one of threshold, literal"),
        (("--option", "reshufle=literal"), "did you mean 'reshuffle'?"),
        (("nowhere",), "nowhere does not exist; name the folder of a pack"),
        (("--against", "nowhere"), "nowhere does not exist; name the folder of a pack"),
        (("--against", str(CORE), "--judge", "B01"), "--against judges the missions that changed; leave --judge out."),
        (("--limits", "nowhere.toml"), "nowhere.toml: there is no such file of limits."),
        (("--report", "/nowhere/report.html"), "there is no folder /nowhere"),
        (("--dask", "tcp://127.0.0.1:1"), "No Dask scheduler answers at 'tcp://127.0.0.1:1'"),
    ],
)
@pytest.mark.filterwarnings("default")
def test_wrong_usage_is_one_sentence(gong, words, sentence, monkeypatch):
    monkeypatch.setattr("companion.verify.worker_pool.CONNECT_TIMEOUT", 0.3)
    status, out, err = gong("verify", *words)
    assert (status, out) == (2, "")
    assert sentence in err


def test_a_pack_that_is_not_good_is_not_simulated(gong, changed):
    edit(changed / "bonus.yaml", "put: {n: 2}", "putt: {n: 2}")
    status, out, err = gong("verify", changed)
    assert status == 1
    assert re.search(r"bonus\.yaml:\d+:\d+: M204 ", out)
    assert "Only a good pack can be simulated" in err
    assert '"good": false' in gong("verify", changed, "--format", "json")[1]


# Real processes


WITHOUT_EXTRAS = """
import sys
for name in ("numba", "numpy", "joblib", "distributed", "matplotlib", "scipy"):
    sys.modules[name] = None
from companion.cli import main
main(sys.argv[1:])
"""


def run(*args, **options):
    return subprocess.run([sys.executable, *map(str, args)], capture_output=True, text=True, timeout=120, **options)


def test_the_base_installation_is_enough():
    """Neither numba nor numpy nor joblib: the reference engine in one process gives what the kernel gives."""
    words = ("verify", "--seats", "3", "--policy", "random", "--matches", "80", "--judge", "B02")
    done = run("-c", WITHOUT_EXTRAS, *words)
    assert done.stderr == "Played by the reference engine, one process.\n"
    with_kernel = run("-c", "from companion.cli import main; main()", *words)
    assert "compiled kernel" in with_kernel.stderr
    assert (done.returncode, done.stdout) == (with_kernel.returncode, with_kernel.stdout)
    refused = run("-c", WITHOUT_EXTRAS, *words, "--report", "report.html")
    assert refused.returncode == 2
    assert "pip install 'gong-companion[verify]'" in refused.stderr
    refused = run("-c", WITHOUT_EXTRAS, *words, "--dask", "tcp://127.0.0.1:1")
    assert refused.returncode == 2
    assert "pip install 'gong-companion[cluster]'" in refused.stderr


INTERRUPTED = """
import sys
from pathlib import Path
from companion.cli import main
from companion.verify import study
from companion.verify.kernel import entry as kernel

def done(planner, old=study._RoundPlanner.done):
    Path(sys.argv[1]).touch()  # now it is at work
    return old(planner)

study._RoundPlanner.done = done
if sys.argv[2] == "reference":
    kernel.available = lambda job: False
main(sys.argv[3:])
"""


@pytest.mark.parametrize("engine", ["reference", pytest.param("kernel", marks=pytest.mark.slow)])
def test_ctrl_c_ends_at_once_and_cleanly(engine, tmp_path):
    """As at a terminal, all processes of the command get the signal."""
    mark = tmp_path / "at-work"
    words = ("verify", "--matches", "100000", "--judge", "none", "--jobs", "2")
    command = [sys.executable, "-c", INTERRUPTED, mark, engine, *words]
    with start(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        while not mark.exists():
            assert process.poll() is None
            time.sleep(0.02)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert out == ""
    assert err.splitlines()[-1] == "Stopped before the end: nothing is judged."


# Documentation


def test_the_page_names_every_option_and_the_status():
    page = (Path(__file__).parents[2] / "docs" / "verify.md").read_text(encoding="utf-8")
    for parameter in verify.params:
        assert parameter.param_type_name == "argument" or f"`{parameter.opts[0]}" in page
        assert parameter.param_type_name == "argument" or parameter.help


def test_what_players_reported_stands_beside_what_was_simulated(gong, tmp_path):
    path = tmp_path / "counts.db"
    store = Store(path)
    store.count(Shown("NB4", "gong-fight", "1.0.0", "M04", "fr"))
    store.report(Shown("NB4", "gong-fight", "1.0.0", "M04", "fr"), "impossible")
    store.report(Shown("NB4", "gong-fight", "0.9.0", "M05", "fr"), "unfair")  # another version
    store.close()
    words = ("verify", "--matches", "20", "--seats", "3", "--policy", "random", "--judge", "none", "--store", str(path))
    _, out, _ = gong(*words)
    line = "M04 was reported as not working: 1 impossible, 0 unclear, 0 unfair; shown 1 times. In the simulation it"
    assert line in out
    assert "M05 was reported" not in out
    data = json.loads(gong(*words, "--format", "json")[1])
    assert data["reported"] == {"M04": {"shown": 1, "impossible": 1, "unclear": 0, "unfair": 0}}
