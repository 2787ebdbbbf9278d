"""What the tests of missions share: the core pack, copies of it to spoil, and judging a mission from a few lines."""

import shutil
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from companion.cli import main
from companion.missions.checks import check_mission
from companion.missions.findings import Finding
from companion.missions.loader import check_pack, load_pack
from companion.missions.pack import Mission, Pack, find_pack
from companion.missions.shape import build
from companion.missions.source import read_source

Fault = tuple[int, int, str]
"""Line, column and code of a finding."""


@pytest.fixture(scope="session")
def core() -> Pack:
    """The core pack."""
    return load_pack(find_pack())


@pytest.fixture
def copy(tmp_path) -> Path:
    """A copy of the core pack, not released, that a test may spoil."""
    return Path(shutil.copytree(find_pack(), tmp_path / "pack", ignore=shutil.ignore_patterns("release.yaml")))


@pytest.fixture
def spoil(copy) -> Callable[..., list[Finding]]:
    """Write files (text, bytes, or None to remove one) into a copy of the core pack and return what is found."""

    def run(files: Mapping[str, str | bytes | None]) -> list[Finding]:
        for name, content in files.items():
            path = copy / name
            path.parent.mkdir(exist_ok=True)
            if content is None:
                path.unlink()
            elif isinstance(content, bytes):
                path.write_bytes(content)
            else:
                path.write_text(content, encoding="utf-8")
        pack, findings = check_pack(copy)
        assert (pack is None) == bool(findings), "a pack with a fault must not be loaded, not even partly"
        return findings

    return run


@pytest.fixture
def judge(tmp_path) -> Callable[[str], list[Finding]]:
    """Return the findings about one mission, given as the YAML of a list with one entry."""

    def run(text: str) -> list[Finding]:
        path = tmp_path / "mission.yaml"
        path.write_text(text, encoding="utf-8")
        source = read_source(path, "a mission")
        if source.root and not source.root.is_broken():
            [node] = source.root.value
            mission = build(Mission, node, source)
            if mission:
                check_mission(mission, node, source)
        return source.findings

    return run


def places(findings: list[Finding]) -> list[Fault]:
    """Return where the findings are, in order."""
    return [(finding.line, finding.column, finding.code) for finding in sorted(findings)]


@pytest.fixture
def gong(capsys, monkeypatch) -> Callable[..., tuple[int, str, str]]:
    """Run `gong` with these words; return the exit status, stdout and stderr."""

    def run(*words: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["gong"])
        with pytest.raises(SystemExit) as done:
            main([str(word) for word in words])
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return int(done.value.code or 0), out, err

    return run
