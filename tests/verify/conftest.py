"""What the tests of the simulation share: the command, and copies of the core pack to spoil."""

import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.cli import main
from companion.missions.pack import find_pack


@pytest.fixture
def copy(tmp_path) -> Path:
    """A copy of the core pack, not released, that a test may spoil."""
    return Path(shutil.copytree(find_pack(), tmp_path / "pack", ignore=shutil.ignore_patterns("release.yaml")))


@pytest.fixture
def gong(capsys, monkeypatch) -> Callable[..., tuple[int, str, str]]:
    """Run `gong` with these words; return the exit status, stdout and stderr."""

    def run(*words: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["gong", *map(str, words)])
        with pytest.raises(SystemExit) as done:
            main([str(word) for word in words])
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return int(done.value.code or 0), out, err

    return run


@pytest.fixture
def readable(monkeypatch) -> None:
    """Let the readable engine play: for a few matches it is sooner ready than the kernel."""
    monkeypatch.setattr("companion.cli.verify.choose_engine", lambda _: "reference")
