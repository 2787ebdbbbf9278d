"""Fixtures of the site: the application, the real server process, and a real browser."""

import os
import re
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.settings import Settings
from companion.site.app import close_app, create_app
from companion.site.serving.logs import FLUSH_INTERVAL
from tests.processes import GONG, start


@pytest.fixture(scope="session")
def app() -> Iterator[Flask]:
    app = create_app(Settings())
    yield app
    close_app(app)


@pytest.fixture(scope="module")
def make_app() -> Iterator[Callable[..., Flask]]:
    """Return `create_app`; what it makes is closed after the tests of the module."""
    with ExitStack() as stack:

        def make(*args: Any, **options: Any) -> Flask:
            app = create_app(*args, **options)
            stack.callback(close_app, app)
            return app

        yield make


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """Somebody who asks for no language in particular and does not take compressed answers."""
    return app.test_client()


@dataclass
class Server:
    """A running `gong serve`."""

    process: subprocess.Popen[str]
    url: str
    said: list[str]
    log: Path

    def logged(self, least: int = 0) -> list[str]:
        """Return the lines of the log when those on their way are in it, and at least as many as are expected."""
        end = time.monotonic() + 10
        time.sleep(4 * FLUSH_INTERVAL)
        while len(lines := self.log.read_text().splitlines()) < least and time.monotonic() < end:
            time.sleep(FLUSH_INTERVAL)
        return lines

    def stop(self, sign: int = signal.SIGTERM) -> int:
        self.process.send_signal(sign)
        return self.process.wait(20)


def _environment(**variables: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GONG_")}
    return {**kept, "PYTHONUNBUFFERED": "1", **variables}


@pytest.fixture(scope="session")
def environment() -> Callable[..., dict[str, str]]:
    """Return what makes an environment without any setting of the tester's own."""
    return _environment


@pytest.fixture
def run_serve(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Return what runs, in an empty folder, a `gong serve` that is expected to give up."""

    def run(*options: str, **variables: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*GONG, "serve", *options],
            cwd=tmp_path,
            env=_environment(**variables),
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    return run


@pytest.fixture(scope="session")
def start_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Server]]:
    """Return what starts `gong serve` on a free port, in an empty folder, without any setting of the tester's own."""
    running = ExitStack()

    def start_server(*options: str, **variables: str) -> Server:
        folder = tmp_path_factory.mktemp("serve")
        log = folder / "log"
        with log.open("w") as stderr:
            process = running.enter_context(
                start(
                    [*GONG, "serve", "--port", "0", *options],
                    cwd=folder,
                    env=_environment(**variables),
                    stdout=subprocess.PIPE,
                    stderr=stderr,
                    text=True,
                )
            )
        assert process.stdout is not None
        first = process.stdout.readline()
        found = re.fullmatch(r"GONG is open at (http://\S+)\n", first)
        assert found, f"the server printed {first!r} and logged {log.read_text()!r}"
        return Server(process, found[1], [first], log)

    with running:
        yield start_server


@pytest.fixture(scope="session")
def server(start_server: Callable[..., Server]) -> Server:
    return start_server()


PHONE: Mapping[str, int] = {"width": 360, "height": 640}

LEFT_AT_ONCE = "net::ERR_ABORTED"
"""What Chromium says of a request that it gave up because its page was left; icons are fetched last of all."""


@pytest.fixture
def open_phone(browser: Any, server: Server) -> Iterator[Callable[..., Any]]:
    """Return what opens an empty page on a small phone; what the browser complains of fails the test at its end."""
    contexts: list[Any] = []
    complaints: list[str] = []

    def failed(request: Any) -> None:
        if request.failure != LEFT_AT_ONCE:
            complaints.append(f"{request.url} {request.failure}")

    def said(message: Any) -> None:
        # A page that is not there is a test's own doing.
        if message.type in ("error", "warning") and "status of 404" not in message.text:
            complaints.append(message.text)

    def phone(viewport: Mapping[str, int] = PHONE, language: str = "en", **options: Any) -> Any:
        options = {"viewport": dict(viewport), "locale": language, "base_url": server.url, **options}
        context = browser.new_context(**{"reduced_motion": "reduce", **options})
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", said)
        page.on("requestfailed", failed)
        return page

    yield phone
    for context in contexts:
        context.close()
    assert complaints == []
