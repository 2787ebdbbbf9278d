"""Standard output that takes no more, and Ctrl-C: one sentence, the right status, never a traceback."""

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import gong, main
from tests.processes import start
from tests.sweeps import sweep

FULL = Path("/dev/full")
GONG = [sys.executable, "-c", "from companion.cli import main; main()"]
COMMANDS = [
    ["--help"],
    ["missions", "check"],
    ["missions", "check", "--format", "json"],
    ["missions", "show", "B07"],
    ["missions", "schema"],
    ["print", "deck", "-o", "-", "--base-url", "https://gong.example", "--low-ink", "--duplex", "none"],
    ["play", "link", "--human", "none", "--seed", "1"],
]


@pytest.mark.skipif(not FULL.exists(), reason="needs /dev/full")
@pytest.mark.parametrize("unbuffered", sweep(["", "1"], ""))
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_full_disk_is_one_sentence(command: list[str], unbuffered: str, tmp_path: Path) -> None:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GONG_")}
    with FULL.open("wb") as full:
        said = subprocess.run(
            [*GONG, *command],
            cwd=tmp_path,
            env={**kept, "PYTHONUNBUFFERED": unbuffered},
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert said.stderr == (
        "Error: Cannot write the output: No space left on device; make room or write it elsewhere.\n"
    )
    assert said.returncode == 1


INTERRUPTED = """
import sys
import companion.cli
from pathlib import Path
real = companion.cli.importlib.import_module
def load(name, package=None):
    module = real(name, package)
    if name == sys.argv[1]:  # the command is there: from here on it is at work
        print("at work", flush=True)
    return module
companion.cli.importlib.import_module = load
companion.cli.main(sys.argv[2:])
"""


@pytest.mark.skipif(os.name != "posix", reason="sends SIGINT")
@pytest.mark.parametrize(
    ("module", "command"),
    [
        ("missions", ["missions", "check"]),
        ("printing", ["print", "deck", "-o", "deck.pdf", "--base-url", "https://gong.example"]),
        ("export", ["export", "site", "--base-url", "https://gong.example"]),
    ],
)
def test_ctrl_c_is_no_verdict(module: str, command: list[str], tmp_path: Path) -> None:
    """130, as shells say; 1 would mean that what was checked is not good. Nothing half-made is left."""
    with start(
        [sys.executable, "-c", INTERRUPTED, f"companion.cli.{module}", *command],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert first == "at work\n", err
    assert process.returncode == 130, err
    assert err == "Stopped.\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="elsewhere the folder one is in cannot be removed")
def test_a_working_directory_that_is_gone(tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    code = f"import os; os.chdir({str(folder)!r}); os.rmdir({str(folder)!r}); from companion.cli import main; main()"
    said = subprocess.run([sys.executable, "-c", code, "stats"], capture_output=True, text=True, check=False)
    assert (said.returncode, said.stdout) == (1, "")
    assert said.stderr == "Error: The working directory: No such file or directory.\n"


def test_a_folder_that_may_not_be_entered(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def refuse(**_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", "/root/pack")

    monkeypatch.setattr(gong, "main", refuse)
    with pytest.raises(SystemExit, match="1"):
        main([])
    assert capsys.readouterr().err == "Error: /root/pack: Permission denied.\n"
