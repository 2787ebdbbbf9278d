"""A file is replaced wholly or not at all, whoever writes it: decks, saved matches, released packs."""

import os
from pathlib import Path

import pytest

from companion.files import CannotBeginError, replace_file


def test_a_new_file_and_a_replaced_one(tmp_path):
    path = tmp_path / "deck.pdf"
    replace_file(path, b"old")
    path.chmod(0o640)
    replace_file(path, b"new")
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == 0o640
    assert [file.name for file in tmp_path.iterdir()] == ["deck.pdf"]


def test_a_link_stays_a_link(tmp_path):
    target = tmp_path / "real"
    target.write_bytes(b"old")
    link = tmp_path / "link"
    link.symlink_to(target)
    replace_file(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"


@pytest.mark.parametrize(("owner", "step"), [(os, "fsync"), (Path, "replace")])
@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_failure_on_the_way_leaves_what_was_there(owner, step, error, tmp_path, monkeypatch):
    path = tmp_path / "deck.pdf"
    path.write_bytes(b"old")

    def fail(*_):
        raise error

    monkeypatch.setattr(owner, step, fail)
    with pytest.raises(type(error)):
        replace_file(path, b"new")
    assert path.read_bytes() == b"old"
    assert [file.name for file in tmp_path.iterdir()] == ["deck.pdf"]


@pytest.mark.parametrize("place", ["nowhere/deck.pdf", "file/deck.pdf"])
def test_a_place_where_no_file_can_be_made(place, tmp_path):
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(CannotBeginError) as caught:
        replace_file(tmp_path / place, b"new")
    assert caught.value.strerror
