"""`gong play` and `gong replay`: the dialogue, what it must not tell, and saves that nothing can spoil."""

import fcntl
import io
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.chance import stream
from companion.cli import main
from companion.cli.play import play, replay
from companion.deck import CARDS
from companion.missions.loader import load_pack
from companion.missions.pack import find_pack
from companion.missions.wording.sentence import sentence
from companion.rules.match import Match
from companion.rules.registry import GAME_NAMES, create_game
from companion.rules.saves import SaveFile
from companion.rules.transcript import Transcript
from tests.processes import GONG, start

LINK = ("play", "link", "--bot", "random", "--seed", "7", "--seats", "4")


@pytest.fixture
def gong(capsys, monkeypatch):
    """Run `gong` with these words, typing `typed`; return the exit status, stdout and stderr."""

    def run(*args, typed=""):
        typed = typed.encode() if isinstance(typed, str) else typed
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed), "utf-8"))
        with pytest.raises(SystemExit) as done:
            main([str(arg) for arg in args])
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return done.value.code, out, err

    return run


@pytest.fixture
def path(tmp_path):
    return tmp_path / "evening.json"


# The dialogue


def test_a_person_plays_a_match_to_its_end_and_hears_the_result(gong):
    status, out, err = gong(*LINK, typed="1\n" * 500)
    assert status == 0
    assert err == ""
    assert re.search(r"\nSeat \d wins\.( Well done!)?\n$", out)
    assert out.startswith("GONG LINK, 4 seats, seed 7\n  Seat 0 holds PROXIMA 3, ")


@pytest.mark.parametrize("game", GAME_NAMES)
def test_every_game_can_be_played_to_its_end(gong, game):
    status, out, err = gong("play", game, "--bot", "random", "--seed", "3", typed="1\n" * 3000)
    assert (status, err) == (0, "")
    last = out.rstrip().splitlines()[-1]
    assert re.fullmatch(r"Seats? .* (wins|share the victory)\.( Well done!)?|Nobody is better .*", last)


@pytest.mark.parametrize("game", GAME_NAMES)
def test_bots_can_play_alone(gong, game):
    words = ("play", game, "--human", "none", "--bot", "random", "--seed", "3")
    status, out, _ = gong(*words)
    assert status == 0
    assert "(you)" not in out
    assert " holds " not in out.splitlines()[1]
    assert gong(*words)[1] == out


@pytest.mark.parametrize(
    "typed",
    ["3", "nebula 1", "NEBULA 1", "nb1", "NB 1", "nb-1", "NBI", "play nebula 1.", "Play NEBULA 1.", "neb", "1 neb"],
)
def test_a_choice_by_number_name_code_or_words(gong, typed):
    """The choices are SPARROW 3, SPARROW 5, NEBULA 1 and VIRGO 1."""
    _, out, _ = gong(*LINK, typed=f"{typed}\n")
    assert "\nSeat 0 (you): Play NEBULA 1.\n" in out


def test_wrong_input_asks_again_with_a_hint(gong):
    _, out, _ = gong(*LINK, typed="fly\n99\n\nplay\n?\ntable\nmenu\nquit\n")
    assert "No choice matches 'fly': type a number from 1 to " in out
    assert "No choice matches '99': type a number from 1 to " in out
    assert re.search(r"'play' matches \d+ choices:", out)
    assert "Choose by its number in the menu" in out
    assert out.count("Your hand: ") == 2  # at the question, and after `table`
    assert "(you): " not in out


def test_long_and_strange_input_is_only_a_wrong_answer(gong):
    status, out, err = gong(*LINK, typed=b"\xff\xfe\n" + b"x" * 100_000 + b"\n\x1b[A\n\0\nquit\n")
    assert status == 0
    assert "You left the match after 0 steps" in err
    assert max(map(len, out.splitlines())) < 100_100


@pytest.mark.parametrize("typed", ["", "1\n", "1\nquit\n", "1\nq\n", "1"])
def test_the_end_of_the_input_leaves_like_quit(gong, typed):
    status, _, err = gong(*LINK, typed=typed)
    assert status == 0
    assert re.fullmatch(r"You left the match after \d+ steps; it was not saved \(--save FILE keeps it\)\.\n", err)


def test_without_a_seed_each_match_is_another_one(gong):
    titles = {gong("play", "link", typed="")[1].splitlines()[0] for _ in range(3)}
    assert len(titles) == 3


def test_the_other_seats_can_be_played_by_a_person(gong):
    _, out, _ = gong(*LINK, "--human", "2", typed="")
    assert "\n  Seat 2 (you)  " in out
    assert out.splitlines()[1].startswith("  Seat 2 holds ")


def test_options_are_given_by_name(gong):
    _, out, _ = gong(*LINK, "--option", "jokers=no", "--option", "rounds=2")
    assert out.startswith("GONG LINK, 4 seats, seed 7 (jokers=false, rounds=2)\n")


# Languages


@pytest.fixture
def no_language(monkeypatch):
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("words", "environment", "language"),
    [
        ([], {}, "en"),
        (["--language", "fr"], {}, "fr"),
        (["--language", "fr-CA"], {}, "fr"),
        (["--language", "en"], {"LANG": "fr_FR.UTF-8"}, "en"),
        ([], {"LANG": "fr_FR.UTF-8"}, "fr"),
        ([], {"LANG": "fr_FR.UTF-8", "LC_ALL": "en_GB.UTF-8"}, "en"),
        ([], {"LANG": "fr_FR.UTF-8", "LC_ALL": "C"}, "fr"),
        ([], {"LANGUAGE": "xx:fr:en", "LANG": "en_US.UTF-8"}, "fr"),
        ([], {"LANG": "C.UTF-8"}, "en"),
    ],
)
@pytest.mark.usefixtures("no_language")
def test_fight_says_its_missions_in_the_players_language(gong, monkeypatch, path, words, environment, language):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    _, out, _ = gong("play", "fight", "--bot", "random", "--seed", "1", *words, "--save", path)
    mission = re.search(r": mission (\w+)\.\n  (.*)\n", out)
    pack = load_pack(find_pack())
    assert mission[2] == sentence(pack, mission[1], language, 4)
    told = gong("replay", path, *words)[1]
    assert f": mission {mission[1]}.\n      {mission[2]}\n" in told


# What is told


@pytest.mark.parametrize("game", GAME_NAMES)
def test_the_story_for_one_ear_tells_no_secret_of_another(game):
    rules = create_game(game)
    for seed in range(3):
        match = Match(rules, rules.seat_numbers[-1], seed)
        heard = Transcript(match, known=(0,))
        assert {line.seat for line in heard.begin() if line.kind == "secret"} <= {0}
        chance = stream(seed)
        while (seat := match.state.current_player()) is not None and len(match.actions) < 400:
            action = chance.choice(match.state.legal_actions())
            own, public = match.state.describe(action), match.state.public(action)
            lines = heard.step(action)
            assert {line.seat for line in lines if line.kind == "secret"} <= {0}
            told = [line.text for line in lines if line.kind == "step"]
            assert told == [text for text in [own if seat == 0 else public] if text]


def test_no_card_is_named_before_it_is_seen(gong):
    """LINK: what is printed names only cards of the own hand, the link card, and cards that are played."""
    names = "|".join(card.name for card in CARDS)
    for seed in range(5):
        _, out, _ = gong("play", "link", "--bot", "random", "--seats", "4", "--seed", seed, typed="1\n" * 400)
        seen: set[str] = set()
        for line in out.splitlines():
            named = set(re.findall(names, line))
            mine = re.match(r"  (Seat 0 |Your hand)|Seat 0 \(you\)|\s*\d+  |'", line)
            shown = re.match(r"Seat \d: Play |  .*(is the link card|Link card: )", line)
            assert not named or mine or shown or named <= seen, line
            seen |= named


def test_there_are_no_step_numbers_while_playing(gong):
    """A gap in the numbers would tell of a decision that nobody may notice."""
    _, out, _ = gong(*LINK, "--human", "none")
    assert not re.search(r"^\s*\d+  Seat", out, re.M)


# Saves


def test_a_match_goes_on_from_its_save_as_if_it_had_never_stopped(gong, path):
    _, whole, _ = gong(*LINK, "--save", path, typed="1\n" * 500)
    end = path.read_text()
    path.unlink()
    for _ in range(200):
        status, out, err = gong(*LINK, "--save", path, typed="1\n")
        assert status == 0
        if not err:
            break
        assert re.fullmatch(rf"You left the match after \d+ steps; it is saved in {re.escape(str(path))}\.\n", err)
    assert path.read_text() == end
    assert whole.splitlines()[-1] == out.splitlines()[-1]


def test_coming_back_tells_where_the_match_stands(gong, path):
    gong(*LINK, "--save", path, typed="1\n" * 5)
    _, out, _ = gong("play", "link", "--save", path)
    assert re.search(r"\d+ steps so far; the last of them:", out)
    assert "Your hand: " in out


def test_a_match_that_is_over_only_tells_its_end(gong, path):
    gong(*LINK, "--save", path, typed="1\n" * 500)
    before = path.read_bytes()
    status, out, err = gong("play", "link", "--save", path)
    assert (status, err) == (0, "")
    assert "wins" in out
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["family"], "the file holds another match (game link): give another file, or continue that match."),
        (["link", "--seats", "3"], "the file holds another match (4 seats): "),
        (["link", "--seed", "8"], "the file holds another match (seed 7): "),
        (["link", "--option", "rounds=2"], "the file holds another match (rounds=1): "),
        (["link", "--seats", "2", "--seed", "8"], "the file holds another match (4 seats, seed 7): "),
    ],
)
def test_another_match_is_never_overwritten(gong, path, words, sentence):
    gong(*LINK, "--save", path, typed="1\n1\n")
    before = path.read_bytes()
    status, out, err = gong("play", *words, "--save", path, typed="1\n")
    assert (status, out) == (2, "")
    assert err.startswith(f"Error: {path}: {sentence}")
    assert err.count("\n") == 1
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"", b"my diary", b"{}", b"\xff", b"[" * 100_000])
@pytest.mark.parametrize("command", ["play", "replay"])
def test_a_damaged_save_is_refused_and_left_alone(gong, path, content, command):
    path.write_bytes(content)
    words = ("play", "link", "--save", path) if command == "play" else ("replay", path)
    status, out, err = gong(*words)
    assert (status, out) == (1, "")
    assert err.startswith(f"Error: {path}:")
    assert err.count("\n") == 1
    assert path.read_bytes() == content


def test_a_save_that_was_tampered_with_names_the_step(gong, path):
    gong(*LINK, "--save", path, typed="1\n" * 4)
    data = json.loads(path.read_text())
    data["actions"][2] = ["play", 99]
    path.write_text(json.dumps(data))
    status, _, err = gong("replay", path)
    assert status == 1
    assert err.startswith(f'Error: {path}: step 3 ["play", 99] is not allowed: ')


def test_a_place_that_cannot_take_a_save_is_refused_before_the_first_card(gong, tmp_path):
    for where in (tmp_path, tmp_path / "no" / "folder.json"):
        status, out, err = gong(*LINK, "--save", where)
        assert (status, out) == (2, "")
        assert err.startswith(f"Error: {where}: ")
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_in_the_middle_keeps_the_last_save(gong, path, monkeypatch):
    gong(*LINK, "--save", path, typed="1\n")
    before = path.read_bytes()

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    status, _, err = gong(*LINK, "--save", path, typed="1\n1\n")
    assert status == 1
    assert "no space left on device" in err
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


# Wrong usage


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["chess"], "There is no game 'chess'; the games are link, family, "),
        (["gnomng"], "There is no game 'gnomng' (did you mean 'gnoming'?); "),
        (["link", "--seats", "7"], "GONG LINK is played by 2 to 6 players, not 7."),
        (["link", "--seats", "0"], "GONG LINK is played by 2 to 6 players, not 0."),
        (["guimenon", "--seats", "4"], "Guimenon "),
        (["link", "--bot", "clever"], "There is no bot 'clever'; the bots are random, greedy, cautious."),
        (["link", "--human", "4"], "--human must be a seat from 0 to 3 or none, not '4'."),
        (["link", "--human", "me"], "--human must be a seat from 0 to 3 or none, not 'me'."),
        (["link", "--option", "jokers"], "--option 'jokers' must be written NAME=VALUE, for example jokers=false."),
        (["link", "--option", "joker=no"], "GONG LINK has no option 'joker' (did you mean 'jokers'?); "),
        (["link", "--option", "rounds=x"], "The option rounds of GONG LINK must be a whole number, not 'x'."),
        (["link", "--option", "rounds=0"], "The option rounds of GONG LINK must be 1 to 99, not 0."),
        (["link", "--option", "rounds=1", "--option", "rounds=2"], "--option rounds is given twice."),
        (["link", "--language", "fr"], "--language is for fight, whose missions are translated."),
        (["fight", "--language", "xx"], "There are no missions in the language 'xx'; there are "),
    ],
)
def test_wrong_usage_is_one_sentence_and_status_2(gong, path, words, sentence):
    status, out, err = gong("play", *words, "--save", path)
    assert (status, out) == (2, "")
    assert err.startswith(f"Error: {sentence}")
    assert err.count("\n") == 1
    assert not path.exists()


@pytest.mark.parametrize(
    "words", [["play"], ["replay"], ["play", "link", "--seed", "x"], ["replay", "x", "--until", "-1"]]
)
def test_what_click_refuses_is_status_2_too(gong, words):
    status, out, err = gong(*words)
    assert (status, out) == (2, "")
    assert "Error: " in err


def test_replaying_nothing(gong, tmp_path):
    status, _, err = gong("replay", tmp_path / "none.json")
    assert (status, err) == (2, f"Error: {tmp_path / 'none.json'}: there is no such file.\n")


@pytest.mark.parametrize("command", ["play", "replay"])
def test_help(gong, command):
    status, out, _ = gong(command, "-h")
    assert status == 0
    assert out.startswith(f"Usage: gong {command}")


# Replay


def test_replay_tells_every_step_and_all_hands(gong, path):
    _, heard, _ = gong(*LINK, "--save", path, typed="1\n" * 500)
    status, out, err = gong("replay", path)
    assert (status, err) == (0, "")
    match = SaveFile(path).read()
    steps = re.findall(r"^ *(\d+)  Seat (\d): ", out, re.M)
    assert [int(number) for number, _ in steps] == list(range(1, len(match.actions) + 1))
    assert out.count(" holds ") == 4
    assert out.rstrip().splitlines()[-1].strip() == heard.rstrip().splitlines()[-1].removesuffix(" Well done!")
    assert gong("replay", path)[1] == out


def test_replay_until(gong, path):
    gong(*LINK, "--save", path, typed="1\n" * 500)
    whole = gong("replay", path)[1]
    status, out, err = gong("replay", path, "--until", "4")
    total = len(SaveFile(path).read().actions)
    assert (status, err) == (0, f"Stopped after step 4 of {total}.\n")
    assert whole.startswith(out)
    assert re.findall(r"^ *(\d+)  Seat", out, re.M) == ["1", "2", "3", "4"]
    assert gong("replay", path, "--until", "0")[1] == "".join(
        whole.splitlines(True)[: out[: out.index("   1  ")].count("\n")]
    )
    assert gong("replay", path, "--until", "99999")[1:] == (whole, "")


def test_replay_of_a_match_that_is_not_over(gong, path):
    gong(*LINK, "--save", path, typed="1\n")
    status, out, err = gong("replay", path)
    assert (status, err) == (0, "The match is not over.\n")
    assert "wins" not in out


def _told(out):
    """Return the numbers of the turns and of the steps that were told."""
    return [re.findall(pattern, out, re.M) for pattern in (r"^Turn (\d+), seat \d$", r"^ *(\d+)  Seat \d: ")]


def test_replay_tells_the_last_turns_with_the_hands_before_each(gong, path):
    gong(*LINK, "--save", path, typed="1\n" * 500)
    whole = gong("replay", path)[1]
    status, out, err = gong("replay", path, "--last", "2")
    assert (status, err) == (0, "")
    turns, steps = _told(out)
    assert len(turns) == 2
    assert steps == re.findall(r"^ *(\d+)  Seat", whole, re.M)[-len(steps) :]
    assert out.count(" holds ") == 8
    told = [line for line in out.splitlines() if " holds " not in line and not line.startswith("Turn ")]
    assert whole.splitlines()[0] == told[0]
    assert whole.splitlines()[-len(told) + 1 :] == told[1:]
    every = _told(gong("replay", path, "--last", "9999")[1])
    assert every[0] == [str(number) for number in range(1, len(every[0]) + 1)]
    assert every[1] == re.findall(r"^ *(\d+)  Seat", whole, re.M)


@pytest.mark.parametrize("game", GAME_NAMES)
def test_a_game_instead_of_a_file_is_played_by_bots(gong, game):
    from companion.rules.bots.policies import get_bot, play_out

    seats = create_game(game).seat_numbers[-1]
    words = ("replay", game, "--seats", seats, "--seed", "7", "--match", "123", "--policy", "greedy")
    status, out, err = gong(*words)
    assert (status, err) == (0, "")
    match = Match(create_game(game), seats, 7, 123)
    play_out(match, [get_bot(game, "greedy")] * seats)
    assert out.startswith(f"{match.game.title}, {seats} seats, seed 7, match 123\n")
    assert len(_told(out)[1]) > 2
    assert gong(*words)[1] == out


def test_replay_tells_only_the_turns_with_a_mission(gong):
    words = ("replay", "fight", "--seats", "5", "--seed", "7", "--option", "reshuffle=literal")
    whole = gong(*words)[1]
    missions = re.findall(r": mission ([A-Z]\d\d)\.$", whole, re.M)
    mission = max(missions, key=missions.count)
    status, out, err = gong(*words, "--mission", mission.lower())
    assert (status, err) == (0, "")
    assert re.findall(r": mission ([A-Z]\d\d)\.$", out, re.M) == [mission] * missions.count(mission)
    assert len(_told(out)[0]) == missions.count(mission) > 1
    absent = next(name for name in load_pack(find_pack()).missions if name not in missions)
    status, out, err = gong(*words, "--mission", absent)
    assert (status, out) == (2, "")
    assert err == f"Error: The mission '{absent}' did not come up in this match.\n"


def test_replay_with_a_pack_of_a_folder(gong):
    words = ("replay", "fight", "--seats", "4", "--seed", "1")
    gentle = gong(*words, "--pack", find_pack("gong-gentle"))[1]
    assert gentle != gong(*words)[1]
    assert "gong-gentle" in gentle.splitlines()[0]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("x.json", "--match", "3"), "--match goes with the name of a game"),
        (("x.json", "--option", "jokers=no"), "--option goes with the name of a game"),
        (("link", "--pack", "here"), "--pack is for fight"),
        (("link", "--mission", "B01"), "--mission is for fight"),
        (("fight", "--pack", "here", "--option", "pack=there"), "--pack and --option pack are the same"),
        (("fight", "--until", "3", "--last", "2"), "--until counts steps from the start"),
        (("fight", "--policy", "gready"), "There is no bot 'gready' (did you mean 'greedy'?)"),
        (("fight", "--seats", "9"), "GONG FIGHT is played by 2 to 6 players, not 9."),
        (("gang-of-four", "--last", "2"), "Gang of Four is not played turn by turn"),
        (("fight", "--last", "0"), "--last"),
    ],
)
def test_replay_says_what_does_not_go_together(gong, words, sentence):
    status, out, err = gong("replay", *words)
    assert (status, out) == (2, "")
    assert sentence in err


# Real processes


def start_gong(*args, env=(), **options):
    return start([*GONG, *map(str, args)], env={**os.environ, "TERM": "xterm", **dict(env)}, **options)


def test_in_a_pipe_there_are_no_colours_and_the_dialogue_is_whole():
    pipe = subprocess.PIPE
    with start_gong(*LINK, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        out, err = process.communicate("1\nquit\n", timeout=30)
    assert process.returncode == 0
    assert "\x1b" not in out + err
    assert "> 1\n" in out
    assert "> quit\n" in out


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_are_no_traceback(path, closed):
    line = f"'{sys.executable}' -c 'from companion.cli import main; main()' {' '.join(LINK)} --save '{path}' {closed}"
    done = subprocess.run(["sh", "-c", line], input="1\n", capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0
    assert "Traceback" not in done.stdout + done.stderr
    assert SaveFile(path).read().seats == 4


def test_a_reader_that_goes_away_is_no_traceback(path):
    with start_gong(*LINK, "--human", "none", stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        err = process.stderr.read()
        process.wait(timeout=30)
    assert b"Traceback" not in err


class Terminal:
    """A process at a terminal of its own."""

    def __init__(self, process, master):
        self.process = process
        self.master = master
        self.seen = ""

    def wait_for(self, text, timeout=30.0):
        """Read until the text has appeared since the last call."""
        start, end = len(self.seen), time.monotonic() + timeout
        while text not in self.seen[start:]:
            assert time.monotonic() < end, self.seen
            if select.select([self.master], [], [], 0.2)[0]:
                try:
                    self.seen += os.read(self.master, 65536).decode()
                except OSError:  # the process has closed its side
                    assert text in self.seen[start:], self.seen
        return self.seen[start:]

    def type(self, text):
        os.write(self.master, text.encode())

    def end(self):
        status = self.process.wait(timeout=30)
        try:
            while more := os.read(self.master, 65536):
                self.seen += more.decode()
        except OSError:
            pass
        return status


@pytest.fixture
def open_terminal():
    """Start `gong` with these arguments at a terminal of its own."""
    with ExitStack() as stack:

        def open_terminal(*args, env=()):
            master, slave = pty.openpty()
            stack.callback(os.close, master)

            def own_terminal():
                fcntl.ioctl(slave, termios.TIOCSCTTY, 0)

            streams = {"stdin": slave, "stdout": slave, "stderr": slave}
            process = stack.enter_context(start_gong(*args, env=env, preexec_fn=own_terminal, **streams))
            os.close(slave)
            return Terminal(process, master)

        yield open_terminal


def test_a_dialogue_at_a_terminal(open_terminal, path):
    terminal = open_terminal(*LINK, "--save", path)
    terminal.wait_for("> ")
    assert "\x1b[1m" in terminal.seen  # bold
    terminal.type("nonsense\n")
    terminal.wait_for("No choice matches 'nonsense'")
    terminal.type("1\n")
    terminal.wait_for("Seat 0 (you): Play ")
    terminal.wait_for("> ")
    terminal.type("quit\n")
    assert terminal.end() == 0
    assert f"it is saved in {path}." in terminal.seen
    assert SaveFile(path).read().actions


@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_colours_where_they_are_not_wanted(open_terminal, env):
    terminal = open_terminal(*LINK, env=env)
    terminal.wait_for("> ")
    terminal.type("quit\n")
    assert terminal.end() == 0
    assert "\x1b" not in terminal.seen


@pytest.mark.parametrize("key", ["\x03", "\x04"], ids=["Ctrl-C", "Ctrl-D"])
def test_leaving_with_a_key_keeps_the_save(open_terminal, path, key):
    terminal = open_terminal(*LINK, "--save", path)
    terminal.wait_for("> ")
    terminal.type("1\n")
    terminal.wait_for("> ")
    terminal.type(key)
    assert terminal.end() == 0
    assert "Traceback" not in terminal.seen
    match = SaveFile(path).read()
    assert f"You left the match after {len(match.actions)} steps; it is saved in {path}." in terminal.seen
    assert len(match.actions) >= 3
    assert list(path.parent.iterdir()) == [path]


def test_a_killed_process_loses_nothing_that_a_person_chose(open_terminal, path):
    terminal = open_terminal(*LINK, "--save", path)
    terminal.wait_for("> ")
    terminal.type("1\n")
    terminal.wait_for("> ")
    terminal.process.send_signal(signal.SIGKILL)
    assert terminal.end() == -signal.SIGKILL
    assert len(SaveFile(path).read().actions) >= 3


# Documentation


def test_the_page_names_every_option():
    page = (Path(__file__).parents[2] / "docs" / "play.md").read_text(encoding="utf-8")
    for command in (play, replay):
        for parameter in command.params:
            assert parameter.param_type_name == "argument" or parameter.opts[0] in page
    for game in GAME_NAMES:
        line = next(line for line in page.splitlines() if line.startswith("| ") and f"`{game}`" in line.split("|")[1])
        assert set(re.findall(r"`(\w+)`", line)) >= set(create_game(game).options())


def test_the_example_in_the_docs_is_what_is_told(capsys):
    """docs/play.md shows a command and its output."""
    text = (Path(__file__).parents[2] / "docs" / "play.md").read_text("utf-8")
    found = re.search(r"^    \$ gong (replay link .*)\n((?:    .+\n)+)", text, re.MULTILINE)
    with pytest.raises(SystemExit) as ended:
        main(found[1].split())
    assert not ended.value.code
    assert capsys.readouterr().out == re.sub("^    ", "", found[2], flags=re.MULTILINE)
