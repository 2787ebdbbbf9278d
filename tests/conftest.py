"""Fixtures for the tests of every room: golden files and a real browser."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.sweeps import examples

# How long an example takes depends on the machine; times are measured in benchmarks/.
settings.register_profile(
    "gong", max_examples=examples(30, 200), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("gong")

CHROMIUM = os.environ.get("GONG_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
SWITCHES = (
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-sync",
    "--no-first-run",
)


GOLDEN = Path(__file__).with_name("golden")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="rewrite the files in tests/golden")


@pytest.fixture(scope="session")
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare a text with the file of that name in tests/golden; `pytest --update-golden` rewrites the file.

    >>> golden("cli/play-help.txt", result.output)
    """

    def compare(name: str, text: str) -> None:
        path = GOLDEN / name
        if request.config.getoption("--update-golden"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="")
        assert path.is_file(), f"tests/golden/{name} is missing: run pytest --update-golden"
        with path.open(encoding="utf-8", newline="") as file:
            assert text == file.read()

    return compare


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A real Chromium. Without one these tests are left out, unless GONG_TEST_BROWSER=require."""
    if CHROMIUM is None:
        if os.environ.get("GONG_TEST_BROWSER") == "require":
            pytest.fail("no Chromium found; install it or name it in GONG_CHROMIUM")
        pytest.skip("no Chromium found; install it or name it in GONG_CHROMIUM")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(SWITCHES))
        yield browser
        browser.close()
