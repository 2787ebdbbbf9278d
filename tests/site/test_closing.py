"""An application is closed as a whole, and importing a part of the site does not load the rest."""

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from companion.settings import Settings
from companion.site.app import close_app, create_app
from companion.site.context import resources


def open_files() -> set[str]:
    """Return what this process has open; the interpreter opens sources and data for a moment."""
    found = set()
    for link in Path("/proc/self/fd").iterdir():
        try:
            found.add(f"{link.name} {link.readlink()}")
        except FileNotFoundError:
            continue  # the folder itself
    return found


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="needs /proc")
def test_five_applications_leave_nothing_open(tmp_path: Path) -> None:
    create_app(Settings(), ahead=False)  # whatever is loaded once for the process
    files, threads = open_files(), set(threading.enumerate())
    for number in range(5):
        app = create_app(Settings(store=tmp_path / f"{number}.db"), ahead=False)
        client = app.test_client()
        assert client.get("/NB4", headers={"User-Agent": "Phone"}).status_code == 200
        assert any(str(tmp_path) in name for name in open_files())
        close_app(app)
    assert open_files() == files
    assert set(threading.enumerate()) == threads


def test_closing_twice_is_harmless_and_the_last_opened_is_closed_first() -> None:
    app = create_app(Settings(), ahead=False)
    closed: list[str] = []
    resources(app).callback(closed.append, "first")
    resources(app).callback(closed.append, "second")
    close_app(app)
    close_app(app)
    assert closed == ["second", "first"]


def modules(name: str) -> set[str]:
    """Return the modules that importing `name` loads in a new process."""
    code = f"import sys, {name}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.mark.parametrize("name", ["orders", "preview", "printer"])
def test_making_a_print_job_loads_no_framework_and_no_database(name: str) -> None:
    loaded = modules(f"companion.site.print.{name}")
    assert loaded.isdisjoint({"flask", "werkzeug", "jinja2", "sqlite3", "sqlite_utils", "companion.site.app"})


@pytest.mark.parametrize("name", ["content.pages", "serving.server", "serving.logs", "context", "views.http"])
def test_a_part_of_the_site_does_not_load_the_application(name: str) -> None:
    loaded = modules(f"companion.site.{name}")
    assert "companion.site.app" not in loaded
    assert "sqlite3" not in loaded
    assert ("flask" in loaded) == (name in ("context", "views.http"))
