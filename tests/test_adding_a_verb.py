"""docs/adding-a-verb.md works: its files, written into a copy of the project, add a verb to every room."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "adding-a-verb.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"```python\n# (\S+)\n(.*?)```", PAGE, re.DOTALL))
VERB = "burn"
ROOMS = {
    "missions": "companion.missions.verbs",
    "engine": "companion.rules.fight.verbs",
    "kernel": "companion.verify.kernel.verbs",
}
NEEDED = "companion.rules.fight.game, companion.verify.operations"
"""Modules that import all three rooms."""

TESTS = (
    "tests/reading.py", "tests/rules/gong_support.py", "tests/missions/strategies.py", "tests/verify/packs.py",
    "tests/verify/test_kernel.py", "tests/conftest.py", "tests/sweeps.py",
)  # fmt: skip
"""What the scenario and the comparison of kernel and engine need."""

TABULATE = """
import sys
from pathlib import Path
import companion
from companion.missions.loader import load_pack
from companion.verify.kernel.columns import N
from companion.verify.operations import tabulate
assert Path(companion.__file__).is_relative_to(Path.cwd()), companion.__file__
operations = tabulate(load_pack(Path(sys.argv[1]))).operations
print([operation.row[N] for operation in operations if operation.verb == "burn"])
"""


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with the files of the page, and a pack in which B01 burns cards."""
    copy = tmp_path_factory.mktemp("checkout")
    skipped = shutil.ignore_patterns("__pycache__", "static", "*.po", "release.yaml")
    for name in ("companion", "missions", "rulebook"):
        shutil.copytree(ROOT / name, copy / name, ignore=skipped)
    for name in TESTS:
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, copy / name)
    for name, text in FILES.items():
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        (copy / name).write_text(text, encoding="utf-8")
    pack = copy / "missions" / "gong-fight" / "1.0.0"
    missions = (pack / "bonus.yaml").read_text(encoding="utf-8")
    first = re.search(r"- id: B01\n.*?(?=\n- id: B02)", missions, re.DOTALL)
    assert first
    changed = "- id: B01\n  do:\n    - put: {}\n    - burn: {n: 2}\n"
    (pack / "bonus.yaml").write_text(missions.replace(first[0], changed), encoding="utf-8")
    return copy


def python(checkout: Path, *words: str, status: int = 0) -> str:
    """Run Python in the copy and return what it writes; stderr if it must fail."""
    environment = {**os.environ, "PYTHONPATH": str(checkout), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, *words], cwd=checkout, env=environment, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == status, done.stdout + done.stderr
    return done.stderr if status else done.stdout


def gong(checkout: Path, *words: str) -> str:
    return python(checkout, "-c", "from companion.cli import main; main()", *words)


def pack_of(checkout: Path) -> str:
    return str(checkout / "missions" / "gong-fight" / "1.0.0")


def test_the_page_has_a_file_for_each_room_and_a_scenario() -> None:
    rooms = [f"{package.replace('.', '/')}/{VERB}.py" for package in ROOMS.values()]
    assert list(FILES) == [*rooms, f"tests/verbs/test_{VERB}.py"]


def test_the_check_and_the_sentence_know_the_verb(checkout: Path) -> None:
    assert gong(checkout, "missions", "check", pack_of(checkout)).endswith(": good.\n")
    shown = gong(checkout, "missions", "show", "B01", "--pack", pack_of(checkout)).splitlines()
    assert "Discard 1 card, then discard the top 2 cards of the pile." in shown
    assert "- burn: {n: 2}" in shown
    assert '"Burn"' in gong(checkout, "missions", "schema", "mission")


def test_its_scenario_passes_in_the_engine(checkout: Path) -> None:
    options = ("-q", "-p", "no:cacheprovider", "--import-mode=importlib")
    assert "1 passed" in python(checkout, "-m", "pytest", *options, f"tests/verbs/test_{VERB}.py")


def test_the_operation_table_has_it(checkout: Path) -> None:
    assert python(checkout, "-c", TABULATE, pack_of(checkout)) == "[2]\n"


@pytest.mark.slow
def test_the_kernel_plays_it_like_the_engine(checkout: Path) -> None:
    """In the pack and in random missions; to compile the kernel anew takes most of a minute."""
    pytest.importorskip("numba")
    words = ("-q", "-p", "no:cacheprovider", "--import-mode=importlib", "-k", "random_matches or random_packs")
    done = python(
        checkout, "-m", "pytest", *words, "-m", "not slow", "-o", "markers=slow", "tests/verify/test_kernel.py"
    )
    assert " passed" in done


@pytest.mark.parametrize("room", ["engine", "kernel"])
def test_a_room_without_its_file_is_not_imported(checkout: Path, room: str) -> None:
    package = ROOMS[room]
    path = checkout / package.replace(".", "/") / f"{VERB}.py"
    text = path.read_text(encoding="utf-8")
    path.unlink()
    try:
        error = python(checkout, "-c", f"import {NEEDED}", status=1).splitlines()[-1]
    finally:
        path.write_text(text, encoding="utf-8")
    assert error == (
        f"companion.registry.IncompleteRegistryError: The verb '{VERB}' is missing in {package}: "
        f"there is no module {VERB}.py."
    )


def test_a_verb_that_missions_do_not_have_is_not_imported_elsewhere(checkout: Path) -> None:
    path = checkout / "companion" / "missions" / "verbs" / f"{VERB}.py"
    text = path.read_text(encoding="utf-8")
    path.unlink()
    try:
        error = python(checkout, "-c", f"import {NEEDED}", status=1).splitlines()[-1]
    finally:
        path.write_text(text, encoding="utf-8")
    package = ROOMS["engine"]
    assert error == (
        f"companion.registry.IncompleteRegistryError: {package} has a module {VERB}.py, but there is no verb '{VERB}'."
    )


def test_an_incomplete_declaration_is_named(checkout: Path) -> None:
    path = checkout / "companion" / "missions" / "verbs" / f"{VERB}.py"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("    def pictogram(", "    def picture("), encoding="utf-8")
    try:
        error = python(checkout, "-c", "import companion.missions.model", status=1).splitlines()[-1]
    finally:
        path.write_text(text, encoding="utf-8")
    assert error == (
        f"companion.registry.IncompleteRegistryError: The verb '{VERB}' is incomplete in companion.missions.verbs: "
        f"VERB in {VERB}.py lacks pictogram."
    )
