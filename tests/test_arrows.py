"""Who may import whom: the contract in pyproject.toml holds, and it really fails when an import breaks it."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.sweeps import sweep

ROOT = Path(__file__).resolve().parents[1]


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    code = "from importlinter.cli import lint_imports_command; lint_imports_command()"  # has no `-m` of its own
    return subprocess.run(
        [sys.executable, "-c", code, "--no-cache", "--no-logo"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_arrows_hold():
    done = lint_imports(ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "5 kept, 0 broken" in done.stdout


def test_every_module_has_its_place():
    config = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    layers = next(contract["layers"] for contract in config["contracts"] if contract["type"] == "layers")
    placed = {name.strip() for layer in layers for name in re.split(r"[:|]", layer)}
    found = {
        f"companion.{path.stem}"
        for path in (ROOT / "companion").iterdir()
        if (path.suffix == ".py" or (path / "__init__.py").exists()) and path.stem != "__init__"
    }
    assert found <= placed, f"give {', '.join(sorted(found - placed))} a layer in pyproject.toml"


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """A copy of the code to plant violations in."""
    folder = tmp_path_factory.mktemp("checkout")
    shutil.copy(ROOT / "pyproject.toml", folder)
    for package in ("companion", "printables"):
        shutil.copytree(
            ROOT / package, folder / package, ignore=lambda _, names: [n for n in names if Path(n).suffix == ".pyc"]
        )
    return folder


@pytest.mark.parametrize(
    ("module", "line", "arrow"),
    sweep(
        [
            ("companion/deck.py", "import companion.missions", "companion.deck -> companion.missions"),
            ("companion/missions/__init__.py", "import companion.rules", "companion.missions -> companion.rules"),
            ("companion/rules/match.py", "import companion.verify", "companion.rules.match -> companion.verify"),
            ("companion/rules/match.py", "import click", "companion.rules.match -> click"),
            ("companion/rules/bots/policies.py", "import flask", "companion.rules.bots.policies -> flask"),
            ("companion/rules/saves.py", "import companion.store", "companion.rules.saves -> companion.store"),
            ("companion/verify/__init__.py", "import sqlite3", "companion.verify -> sqlite3"),
            ("companion/verify/__init__.py", "import printables", "companion.verify -> printables"),
            ("printables/__init__.py", "import companion.rules", "printables -> companion.rules"),
            ("printables/__init__.py", "import companion.site", "printables -> companion.site"),
            ("companion/site/__init__.py", "import companion.cli", "companion.site -> companion.cli"),
            ("companion/site/content/pages.py", "import flask", "companion.site.content.pages -> flask"),
            (
                "companion/site/content/pages.py",
                "import companion.site.app_state",
                "companion.site.content.pages -> companion.site.app_state",
            ),
            (
                "companion/site/serving/logs.py",
                "import companion.site.views.http",
                "companion.site.serving.logs -> companion.site.views.http",
            ),
            ("companion/errors.py", "import click", "companion.errors -> click"),
        ],
        ("companion/missions/__init__.py", "import companion.rules", "companion.missions -> companion.rules"),
        ("companion/verify/__init__.py", "import sqlite3", "companion.verify -> sqlite3"),
        ("printables/__init__.py", "import companion.rules", "printables -> companion.rules"),
        (
            "companion/site/serving/logs.py",
            "import companion.site.views.http",
            "companion.site.serving.logs -> companion.site.views.http",
        ),
        several=True,
    ),
)
def test_a_planted_violation_is_found(checkout, module, line, arrow):
    path = checkout / module
    good = path.read_text()
    path.write_text(f"{good}\n{line}\n")
    try:
        done = lint_imports(checkout)
    finally:
        path.write_text(good)
    assert done.returncode == 1
    assert arrow in done.stdout.replace("\n", " "), done.stdout
