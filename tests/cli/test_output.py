"""Standard output that takes no more: one sentence, never a traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

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
@pytest.mark.parametrize("unbuffered", ["", "1"])
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
