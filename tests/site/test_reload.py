"""Changed packs come in while the site serves; broken ones do not."""

import shutil
import signal
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.missions.pack import find_pack
from companion.settings import Settings
from companion.site.serving.reload import reload_content


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A copy of the core pack that may be changed."""
    folder = tmp_path / "packs" / "gong-fight" / "1.0.0"
    shutil.copytree(find_pack(), folder, ignore=shutil.ignore_patterns("release.yaml"))
    return folder


def rename(pack: Path, new: str) -> None:
    """Give M04, the mission of NB4, another title."""
    titles = pack / "titles" / "en.yaml"
    lines = titles.read_text("utf-8").splitlines()
    titles.write_text("\n".join(f"M04: {new}" if line.startswith("M04:") else line for line in lines) + "\n", "utf-8")


def test_a_changed_pack_is_swapped_in(pack: Path, make_app: Callable[..., Flask]) -> None:
    app = make_app(Settings(pack=pack))
    client = app.test_client()
    before = client.get("/NB4")
    rename(pack, "A quite new title")
    assert client.get("/NB4").data == before.data
    assert reload_content(app)
    after = client.get("/NB4", headers={"If-None-Match": before.headers["ETag"]})
    assert after.status_code == 200
    assert "A quite new title" in after.text
    assert client.get("/readyz").text == "ok\n"


def test_a_broken_pack_leaves_the_old_one_in_place(pack: Path, make_app: Callable[..., Flask]) -> None:
    app = make_app(Settings(pack=pack))
    client = app.test_client()
    before = client.get("/NB4").data
    good = (pack / "malus.yaml").read_text("utf-8")
    (pack / "malus.yaml").write_text("- id: M04\n  do: [explode]\n", "utf-8")
    assert not reload_content(app)
    assert client.get("/NB4").data == before
    ready = client.get("/readyz")
    assert ready.status_code == 200
    assert "content is out of date: " in ready.text
    assert "malus.yaml:" in ready.text
    (pack / "malus.yaml").write_text(good, "utf-8")
    assert reload_content(app)
    assert client.get("/readyz").text == "ok\n"


def test_a_missing_pack_leaves_the_old_one_in_place(pack: Path, make_app: Callable[..., Flask]) -> None:
    app = make_app(Settings(pack=pack))
    shutil.rmtree(pack)
    assert not reload_content(app)
    assert app.test_client().get("/NB4").status_code == 200


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="this system has no SIGHUP")
def test_the_signal_reloads_a_running_site(start_server: Callable[..., Any], pack: Path) -> None:
    server = start_server(GONG_PACK=str(pack))

    def page() -> str:
        with urllib.request.urlopen(f"{server.url}NB4", timeout=20) as answer:
            return str(answer.read().decode())

    rename(pack, "Swapped while serving")
    server.process.send_signal(signal.SIGHUP)
    end = time.monotonic() + 30
    while "Swapped while serving" not in page():
        assert time.monotonic() < end, server.log.read_text()
        time.sleep(0.1)
    assert server.stop() == 0
    assert "content: gong-fight 1.0.0 is in place" in server.log.read_text()
