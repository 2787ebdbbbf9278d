"""Matches and their files: they play again exactly, and every fault of a file is one sentence that names it."""

import json
import os
import threading

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.errors import GongError
from companion.rules import match as match_module
from companion.rules import saves
from companion.rules.bots.policies import choose_random, decide, get_bot, play_out
from companion.rules.game import IllegalAction, InvariantError, OptionError
from companion.rules.match import Match, SaveError, match_from_json
from companion.rules.registry import GAME_NAMES
from companion.rules.saves import SaveFile, SavePathError, parse_match


@pytest.fixture
def played(tiny):
    """A match of three seats after four actions."""
    match = Match(tiny(), seats=3, seed=5, number=2)
    for _ in range(4):
        match.play(decide(choose_random, match))
    return match


@pytest.fixture
def path(tmp_path):
    return tmp_path / "a match é.json"


def test_a_match_from_json_stands_where_it_stood(played):
    data = json.loads(json.dumps(played.to_json()))
    again = match_from_json(data)
    assert again.state.to_json() == played.state.to_json()
    assert again.actions == played.actions
    assert (again.game, again.seats, again.seed, again.number) == (played.game, 3, 5, 2)


def test_an_illegal_action_leaves_the_match_unchanged(played):
    before = played.to_json()
    with pytest.raises(IllegalAction):
        played.play(("lay", 99))
    assert played.to_json() == before


def test_replay_shows_the_match_before_each_action(played):
    seen = [(match.state.current_player(), len(match.actions), action) for match, action in played.replay()]
    assert [(player, steps) for player, steps, _ in seen] == [(0, 0), (1, 1), (2, 2), (0, 3)]
    assert [action for *_, action in seen] == played.actions


def test_the_written_form_is_pinned(tiny, monkeypatch):
    monkeypatch.setattr(match_module, "version", lambda _: "9.9.9")
    match = Match(tiny(), seats=2, seed=5)
    match.play(("lay", 1))
    assert match.to_json() == {
        "format": "gong-match",
        "version": 1,
        "written_by": "9.9.9",
        "game": "tiny",
        "options": {"rounds": 3, "open": False, "order": "up", "label": "none"},
        "seats": 2,
        "seed": 5,
        "match": 0,
        "actions": [["lay", 1]],
        "digest": match.digest(),
    }


# Each row: how the data of a good match is spoiled, and the sentence.
SPOILED = [
    (lambda d: d.update(format="chess"), 'this is not a saved match: "format" is not "gong-match".'),
    (lambda d: d.pop("format"), 'this is not a saved match: "format" is not "gong-match".'),
    (
        lambda d: d.update(version=2),
        "it was written by a newer GONG Companion (format version 2, this one reads 1): "
        "update this program to read it.",
    ),
    (lambda d: d.update(version=0), '"version" must be a whole number from 1.'),
    (lambda d: d.update(version="1"), '"version" must be a whole number from 1.'),
    (lambda d: d.update(version=True), '"version" must be a whole number from 1.'),
    (lambda d: d.pop("version"), '"version" must be a whole number from 1.'),
    (lambda d: d.pop("actions"), '"actions" is missing.'),
    (lambda d: d.pop("digest"), '"digest" is missing.'),
    (lambda d: d.update(seats="3"), '"seats" must be a whole number.'),
    (lambda d: d.update(seed=None), '"seed" must be a whole number.'),
    (lambda d: d.update(match=True), '"match" must be a whole number.'),
    (lambda d: d.update(match=-1), '"match" must not be negative.'),
    (lambda d: d.update(options=[]), '"options" must be an object.'),
    (lambda d: d.update(actions={}), '"actions" must be a list.'),
    (lambda d: d.update(extra=1), "'extra' is unknown."),
    (lambda d: d.update(game="tinny"), "There is no game 'tinny'; "),
    (lambda d: d["options"].update(stakes=1), "TINY has no option 'stakes'; its options are: "),
    (lambda d: d["options"].update(rounds="many"), "The option rounds of TINY must be a whole number, not 'many'."),
    (lambda d: d.update(seats=9), "TINY is played by 2 to 3 players, not 9."),
    (lambda d: d["actions"].insert(2, "lay"), "step 3 must be a list of texts and whole numbers."),
    (lambda d: d["actions"][1].append(1.5), "this is not a saved match: 1.5 is not a whole number."),
    (lambda d: d["actions"][1].append(True), "step 2 must be a list of texts and whole numbers."),
    (lambda d: d["actions"][1].append([]), "step 2 must be a list of texts and whole numbers."),
    (lambda d: d["actions"].__setitem__(2, []), "step 3 [] is not allowed: You do not hold this card."),
    (lambda d: d["actions"].__setitem__(2, ["lay", 9]), 'step 3 ["lay", 9] is not allowed: You do not hold this card.'),
    (lambda d: d["actions"].append(["\ud800" * 99]), 'step 5 ["\\ud800'),
    (lambda d: d["actions"].pop(), "after its 3 steps the match does not stand as it did when it was saved"),
    (lambda d: d["options"].update(rounds=4), "after its 4 steps the match does not stand as it did when it was saved"),
    (lambda d: d.update(digest="0" * 64), "after its 4 steps the match does not stand as it did when it was saved"),
]


@pytest.mark.parametrize(("spoil", "sentence"), SPOILED)
def test_spoiled_data_is_refused_in_one_sentence(played, path, spoil, sentence):
    data = played.to_json()
    spoil(data)
    path.write_text(json.dumps(data))
    with pytest.raises(SaveError) as caught:
        SaveFile(path).read()
    assert str(caught.value).startswith(f"{path}: {sentence}")
    assert "\n" not in str(caught.value)
    str(caught.value).encode()  # it can be printed
    assert caught.value.exit_status == 1


def test_another_seed_is_noticed(tiny, path):
    match = Match(tiny(rounds=1), seats=2, seed=5)
    data = match.to_json() | {"seed": 6}
    path.write_text(json.dumps(data))
    with pytest.raises(SaveError, match="after its 0 steps the match does not stand as it did"):
        SaveFile(path).read()


# Each row: the bytes of a file, and the sentence.
BROKEN = [
    (b"", ":1:1: this is not JSON: expecting value."),
    (b'{"format": "gong-match",\n "version": }', ":2:13: this is not JSON: expecting value."),
    (b"[" * 200_000, ": this is not a saved match: it is nested too deeply."),
    (b"\xff\xfe{}", ": this is not a saved match: byte 1 is not UTF-8 text."),
    (b'{"format": "gong\xe9"}', ": this is not a saved match: byte 17 is not UTF-8 text."),
    (b"null", ': this is not a saved match: "format" is not "gong-match".'),
    (b"[1, 2]", ': this is not a saved match: "format" is not "gong-match".'),
    (b'{"seed": NaN}', ": this is not a saved match: NaN is not a whole number."),
    (b'{"seed": 1.5}', ": this is not a saved match: 1.5 is not a whole number."),
    (b'{"seed": 1, "seed": 2}', ": this is not a saved match: a name is given twice in one object."),
    (b'{"seed": ' + b"9" * 5000 + b"}", ": this is not a saved match: Exceeds the limit"),
    (b"PK\x03\x04", ":1:1: this is not JSON: expecting value."),
]


@pytest.mark.parametrize(("content", "sentence"), BROKEN)
def test_a_broken_file_is_refused_in_one_sentence(path, content, sentence):
    path.write_bytes(content)
    with pytest.raises(SaveError) as caught:
        SaveFile(path).read()
    assert str(caught.value).startswith(f"{path}{sentence}")
    assert "\n" not in str(caught.value)


@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_no_bytes_at_all_bring_a_traceback(content):
    with pytest.raises(SaveError, match=r"^here"):
        parse_match(content, "here")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_no_change_of_one_value_brings_a_traceback_or_goes_unnoticed(played, data):
    good = played.to_json()
    key = data.draw(st.sampled_from([key for key in good if key != "written_by"]))
    spoiled = good | {key: data.draw(JSON)}
    content = json.dumps(spoiled).encode()
    try:
        again = parse_match(content, "here")
    except SaveError:
        return
    assert again.state.to_json() == played.state.to_json()


def test_a_file_too_large_is_not_read(path):
    with path.open("wb") as file:
        file.truncate(saves.MAX_BYTES + 1)
    with pytest.raises(SaveError, match=r"larger than 8 MB\.$"):
        SaveFile(path).read()


def test_paths_that_give_no_file(tmp_path, path):
    with pytest.raises(SavePathError, match=r"there is no such file\.$") as caught:
        SaveFile(path).read()
    assert caught.value.exit_status == 2
    with pytest.raises(SavePathError, match=r"this is a folder; a match is saved in a file\.$"):
        SaveFile(tmp_path).read()
    os.mkfifo(path)
    with pytest.raises(SavePathError, match=r"this is not an ordinary file"):
        SaveFile(path).read()
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "nowhere")
    with pytest.raises(SavePathError, match=r"this link points to nothing\.$"):
        SaveFile(link).read()
    for name in ("x" * 300, "\0", "a/b/c.json"):
        with pytest.raises(SavePathError):
            SaveFile(tmp_path / name).read()


def test_paths_that_take_no_file(played, tmp_path, path):
    for where in (tmp_path, tmp_path / "no" / "folder.json", tmp_path / ("x" * 300), tmp_path / "\0"):
        with pytest.raises(SavePathError) as caught:
            SaveFile(where).write(played)
        assert "\n" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_a_save_is_written_and_read(played, path):
    SaveFile(path).write(played)
    assert SaveFile(path).read().to_json() == played.to_json()
    assert list(path.parent.iterdir()) == [path]
    assert path.read_text().count("\n") == 1


def test_a_file_that_was_not_read_is_never_overwritten(played, path):
    path.write_text("my diary")
    with pytest.raises(SavePathError, match="somebody else wrote this file meanwhile"):
        SaveFile(path).write(played)
    assert path.read_text() == "my diary"


def test_a_save_that_another_program_changed_is_left_alone(played, path):
    mine, theirs = SaveFile(path), SaveFile(path)
    mine.write(played)
    theirs.read()
    played.play(played.state.legal_actions()[0])
    theirs.write(played)
    kept = path.read_bytes()
    played.play(played.state.legal_actions()[0])
    with pytest.raises(SavePathError, match="somebody else wrote this file meanwhile"):
        mine.write(played)
    assert path.read_bytes() == kept


def test_a_save_that_vanished_is_not_silently_made_anew(played, path):
    save = SaveFile(path)
    save.write(played)
    path.unlink()
    with pytest.raises(SavePathError, match="meanwhile"):
        save.write(played)


def test_a_failed_writing_keeps_the_old_save(played, path, monkeypatch):
    save = SaveFile(path)
    save.write(played)
    old = path.read_bytes()
    played.play(played.state.legal_actions()[0])

    def full(_):
        raise OSError(28, "No space left on device")

    sentence = r"could not be saved: no space left on device; what was there is unchanged\.$"
    with monkeypatch.context() as patch, pytest.raises(SaveError, match=sentence):
        patch.setattr(os, "fsync", full)
        save.write(played)
    assert path.read_bytes() == old
    assert list(path.parent.iterdir()) == [path]
    save.write(played)  # and it can be tried again
    assert SaveFile(path).read().to_json() == played.to_json()


def test_a_read_only_save_is_left_alone(played, path, monkeypatch):
    save = SaveFile(path)
    save.write(played)
    monkeypatch.setattr(os, "access", lambda _, mode: mode != os.W_OK)  # root may write everything
    played.play(played.state.legal_actions()[0])
    with pytest.raises(SavePathError, match="read-only"):
        save.write(played)


def test_writing_goes_through_a_link_and_keeps_the_mode(played, tmp_path, path):
    SaveFile(path).write(played)
    path.chmod(0o600)
    link = tmp_path / "link.json"
    link.symlink_to(path)
    save = SaveFile(link)
    match = save.read()
    match.play(match.state.legal_actions()[0])
    save.write(match)
    assert link.is_symlink()
    assert path.stat().st_mode & 0o777 == 0o600
    assert SaveFile(path).read().to_json() == match.to_json()


def test_a_reader_never_sees_half_a_save(played, path):
    save = SaveFile(path)
    save.write(played)
    stop, faults, read = threading.Event(), [], []

    def look():
        while not stop.is_set():
            try:
                read.append(len(SaveFile(path).read().actions))
            except GongError as error:
                faults.append(error)

    reader = threading.Thread(target=look)
    reader.start()
    while not played.state.is_terminal():
        for _ in range(5):
            save._known = path.read_bytes()
            save.write(played)
        played.play(played.state.legal_actions()[0])
    stop.set()
    reader.join()
    assert faults == []
    assert read


def test_bots_are_found_by_game_and_policy():
    assert get_bot("link", "random") is choose_random
    with pytest.raises(
        OptionError, match=r"^There is no bot 'gredy' \(did you mean 'greedy'\?\); the bots are random, "
    ):
        get_bot("link", "gredy")
    with pytest.raises(OptionError, match=r"^There is no game 'chess'; the games are link, "):
        get_bot("chess", "random")


@pytest.mark.parametrize("policy", ["greedy", "cautious"])
@pytest.mark.parametrize("game", GAME_NAMES)
def test_every_game_has_its_bots(game, policy):
    assert callable(get_bot(game, policy))


def test_a_bot_sees_only_the_view_of_the_seat_that_decides(tiny):
    match = Match(tiny(), seats=2, seed=1)
    seen = []

    def bot(view, legal, chance, /):
        seen.append(view)
        return legal[-1]

    play_out(match, [bot, bot])
    assert [view["seat"] for view in seen] == [0, 1, 0, 1, 0, 1]
    assert set(seen[0]) == {"seat", "current_player", "hand", "hand_sizes", "points"}


def test_a_bot_that_cheats_is_found(tiny):
    match = Match(tiny(), seats=2, seed=1)
    with pytest.raises(InvariantError, match="The bot of seat 0 chose"):
        decide(lambda *_: ("lay", 9), match)


def test_bots_go_on_after_a_save_as_if_it_had_never_stopped(tiny, path):
    whole = Match(tiny(), seats=3, seed=11)
    play_out(whole, [choose_random] * 3)
    for stop in range(len(whole.actions)):
        part = Match(tiny(), seats=3, seed=11, actions=whole.actions[:stop])
        again = match_from_json(json.loads(json.dumps(part.to_json())))
        play_out(again, [choose_random] * 3)
        assert again.actions == whole.actions
