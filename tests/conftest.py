"""What tests of every room may use: a real browser."""

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

# How long an example takes depends on the machine; times are measured in benchmarks/.
settings.register_profile("gong", deadline=None, suppress_health_check=[HealthCheck.too_slow])
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
