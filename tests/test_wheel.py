"""The built wheel works without the checkout."""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, CHECKOUT],
        check=True,
        capture_output=True,
    )
    [built] = folder.glob("*.whl")
    return built


def run_with(paths: list[Path], *arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run the command line with exactly these import paths; -S leaves out the editable install of the checkout."""
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": os.pathsep.join(map(str, paths))}
    code = "import sys; from companion.cli import main; main(sys.argv[1:])"
    return subprocess.run(
        [sys.executable, "-S", "-P", "-c", code, *arguments], cwd=cwd, env=environment, capture_output=True, text=True
    )


def test_installed_wheel_needs_no_checkout(wheel, tmp_path):
    target = tmp_path / "site"
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", target, wheel],
        check=True,
    )
    paths = [target, Path(sysconfig.get_path("purelib"))]
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()

    check = run_with(paths, "missions", "check", cwd=elsewhere)
    assert (check.returncode, check.stderr) == (0, "")

    show = run_with(paths, "missions", "show", "B07", "--language", "fr", cwd=elsewhere)
    assert show.returncode == 0, show.stderr
    assert "B07" in show.stdout

    deck = run_with(paths, "print", "deck", "-o", "deck.pdf", "--base-url", "https://gong.example", cwd=elsewhere)
    assert deck.returncode == 0, deck.stderr
    assert (elsewhere / "deck.pdf").read_bytes().startswith(b"%PDF-")

    where = run_with(paths, "--version", cwd=elsewhere)
    assert where.returncode == 0


@pytest.mark.slow
def test_wheel_in_an_empty_environment(wheel, tmp_path):
    """Install with the real dependencies, by their lock, where nothing else is."""
    venv = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", venv], check=True)
    python = venv / "bin" / "python"
    lock = CHECKOUT / "requirements" / "base.txt"
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--require-hashes", "-r", lock], check=True)
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--no-deps", wheel], check=True)
    for arguments in (["missions", "check"], ["print", "deck", "-o", "deck.pdf", "--base-url", "https://gong.example"]):
        done = subprocess.run([venv / "bin" / "gong", *arguments], cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
