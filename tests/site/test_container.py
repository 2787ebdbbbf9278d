"""The container image: nobody's process, a read-only root, no HOME, asked for its health with the right Host."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.processes import GONG, start

ROOT = Path(__file__).parents[2]


def docker() -> str | None:
    """Return the container engine that works here, if one does."""
    for engine in ("docker", "podman"):
        found = shutil.which(engine)
        if found and subprocess.run([found, "info"], capture_output=True, check=False).returncode == 0:
            return found
    return None


@pytest.mark.slow
def test_the_image_is_built_and_runs(tmp_path: Path) -> None:
    engine = docker()
    if engine is None:
        pytest.skip("no container engine works here; the sandbox below stands for it")
    name = f"gong-test-{os.getpid()}"
    subprocess.run([engine, "build", "-t", name, "-f", "Containerfile", "."], cwd=ROOT, check=True)
    settings = ["-e", "GONG_BASE_URL=https://gong.example/gong", "-e", "GONG_TRUSTED_HOSTS=gong.example"]
    run = [engine, "run", "--rm", "-d", "--name", name, "--read-only", "--cap-drop", "ALL", *settings, name]
    subprocess.run(run, check=True, capture_output=True)
    try:
        ask = [engine, "exec", name, "gong", "health"]
        end = time.monotonic() + 60
        while (done := subprocess.run(ask, capture_output=True, text=True, check=False)).returncode:
            assert time.monotonic() < end, done.stderr
            time.sleep(0.5)
        assert done.stdout == "ok\n"
        who = subprocess.run([engine, "exec", name, "id", "-u"], capture_output=True, text=True, check=True)
        assert who.stdout == "65534\n"
    finally:
        subprocess.run([engine, "stop", name], capture_output=True, check=False)
        subprocess.run([engine, "rmi", name], capture_output=True, check=False)


# Everything read-only but a tmpfs at /tmp, as in the container; then the site as nobody, without any environment.
SANDBOX = """
set -e
mount --make-rprivate /
mount -t tmpfs tmpfs /tmp
mount -o remount,bind,ro /
mount -o remount,ro /tmp
cd /
exec setpriv --no-new-privs "$@"
"""

NOBODY = ("--reuid", "65534", "--regid", "65534", "--clear-groups")
POWERLESS = ("--bounding-set", "-all", "--inh-caps", "-all")  # where nobody may not read this Python


def sandboxed(who: tuple[str, ...], *command: str) -> list[str]:
    return ["unshare", "--mount", "sh", "-c", SANDBOX, "sh", *who, "env", "-i", *command]


def test_the_site_runs_powerless_with_nothing_to_write_to(environment: Callable[..., dict[str, str]]) -> None:
    if os.name != "posix" or os.geteuid() != 0 or not shutil.which("unshare") or not shutil.which("setpriv"):
        pytest.skip("needs root and util-linux to make a sandbox")
    for who in (NOBODY, POWERLESS):
        first_try = sandboxed(who, sys.executable, "-c", "import companion")
        tried = subprocess.run(first_try, capture_output=True, text=True, check=False, timeout=60)
        if tried.returncode == 0:
            break
    else:
        pytest.skip(f"no sandbox here: {tried.stderr.strip().splitlines()[-1]}")
    settings = [
        "GONG_BASE_URL=https://gong.example/gong",
        "GONG_TRUSTED_HOSTS=gong.example",
        "GONG_STORE=/data/counts.db",
    ]
    with start(
        sandboxed(who, *settings, *GONG, "serve", "--port", "0"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        first = process.stdout.readline()
        assert first.startswith("GONG is open at http://127.0.0.1:"), process.stderr.read()
        port = str(urlsplit(first.split()[-1]).port)
        health = subprocess.run(
            [*GONG, "health", "--port", port],
            env=environment(**dict(setting.split("=", 1) for setting in settings)),
            cwd="/",
            capture_output=True,
            text=True,
            check=False,
        )
        assert health.stdout.startswith("ok\ncounts are not written: /data/counts.db cannot be opened"), health.stderr
        assert health.returncode == 0
        process.terminate()
        assert process.wait(20) == 0
