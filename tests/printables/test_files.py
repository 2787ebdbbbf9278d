"""Nothing half-written remains, and an older good file is never destroyed."""

import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from printables.output_files import OutputPathError, WriteError, require_writable, write_whole

OLD, NEW = b"%PDF old and good", b"%PDF new " * 2000


def _names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_new_file_has_the_usual_permissions(tmp_path: Path) -> None:
    mask = os.umask(0o027)
    try:
        write_whole(tmp_path / "deck.pdf", NEW)
    finally:
        os.umask(mask)
    assert (tmp_path / "deck.pdf").read_bytes() == NEW
    assert stat.S_IMODE((tmp_path / "deck.pdf").stat().st_mode) == 0o640
    assert _names(tmp_path) == ["deck.pdf"]


def test_an_older_file_is_replaced_and_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "deck.pdf"
    path.write_bytes(OLD)
    path.chmod(0o600)
    write_whole(path, NEW)
    assert path.read_bytes() == NEW
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_link_goes_on_pointing_to_the_file(tmp_path: Path) -> None:
    target = tmp_path / "target.pdf"
    target.write_bytes(OLD)
    link = tmp_path / "deck.pdf"
    link.symlink_to(target)
    write_whole(link, NEW)
    assert link.is_symlink()
    assert target.read_bytes() == NEW


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("folder", r"Cannot write .*folder: it is a folder; name a file in it"),
        ("missing/deck.pdf", r"Cannot write .*: there is no folder .*missing; make it first or name another\."),
        ("file.txt/deck.pdf", r"Cannot write .*: there is no folder .*file\.txt"),
        ("a" * 256, r"Cannot write .*: File name too long; name another\."),
        ("a" * 256 + "/deck.pdf", r"Cannot write .*: (File name too long; name another|there is no folder .*)"),
        ("circle/deck.pdf", r"Cannot write .*: there is no folder .*circle; make it first or name another\."),
    ],
)
def test_a_place_for_no_file(tmp_path: Path, name: str, sentence: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file.txt").write_text("x")
    (tmp_path / "circle").symlink_to("circle")
    for action in (require_writable, lambda path: write_whole(path, NEW)):
        with pytest.raises(OutputPathError, match=sentence) as caught:
            action(tmp_path / name)
        assert caught.value.exit_status == 2
    assert _names(tmp_path) == ["circle", "file.txt", "folder"]


@pytest.mark.parametrize("name", ["é" * 125 + ".pdf", "☀" * 83 + ".pdf"])
def test_the_longest_names_are_written(tmp_path: Path, name: str) -> None:
    write_whole(tmp_path / name, NEW)
    assert _names(tmp_path) == [name]


@pytest.mark.parametrize(("name", "sentence"), [("deck.pdf", "the file is"), ("other.pdf", "the folder .* is")])
def test_a_protected_file_and_folder(tmp_path: Path, name: str, sentence: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "deck.pdf").write_bytes(OLD)
    monkeypatch.setattr(os, "access", lambda *_: False)  # an administrator may write everywhere
    with pytest.raises(OutputPathError, match=f"{sentence} write-protected; name another"):
        write_whole(tmp_path / name, NEW)
    assert (tmp_path / "deck.pdf").read_bytes() == OLD


LIMITED = """
import resource, signal, sys
from pathlib import Path
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
from printables.output_files import WriteError, write_whole
try:
    write_whole(Path(sys.argv[1]), b"x" * 100_000)
except WriteError as error:
    print(error)
"""


def test_a_full_disk_leaves_the_older_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "deck.pdf"
    path.write_bytes(OLD)
    said = subprocess.run([sys.executable, "-c", LIMITED, str(path)], capture_output=True, text=True, check=True)
    assert said.stdout.startswith(f"Cannot write {path}: ")
    assert said.stdout.endswith("; what was there before is unchanged.\n")
    assert said.stdout.count("\n") == 1
    assert path.read_bytes() == OLD
    assert _names(tmp_path) == ["deck.pdf"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_device_is_written_to_and_never_replaced() -> None:
    with pytest.raises(WriteError, match="No space left on device"):
        write_whole(Path("/dev/full"), NEW)
    assert stat.S_ISCHR(Path("/dev/full").stat().st_mode)


def test_an_interruption_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "deck.pdf"
    path.write_bytes(OLD)

    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_whole(path, NEW)
    assert path.read_bytes() == OLD
    assert _names(tmp_path) == ["deck.pdf"]


def test_two_prints_to_one_file_leave_one_whole_file(tmp_path: Path) -> None:
    path = tmp_path / "deck.pdf"
    versions = [bytes([i]) * 200_000 for i in range(8)]
    threads = [threading.Thread(target=write_whole, args=(path, version)) for version in versions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert path.read_bytes() in versions
    assert _names(tmp_path) == ["deck.pdf"]
