"""The whole loop: print the deck of a running site, read every code from the paper, open it, find that card's mission.

Nothing here is a stand-in: the server and the printer are real processes, the decoder is one that phones use, and what
the decoder read is what the browser asks for.
"""

import http.client
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urlsplit

import pypdfium2
import pytest
import zxingcpp

from companion import deck, languages
from companion.address import card_address, parse_base_url
from companion.missions.card_map import mission_id_for
from companion.missions.loader import load_pack
from companion.missions.pack import find_pack
from companion.missions.wording.sentence import sentence
from tests.processes import start
from tests.sweeps import sweep

GONG = Path(sys.executable).with_name("gong")
LANGUAGES = languages.available()


def _environment() -> dict[str, str]:
    """Return the environment without any setting of the tester's own."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GONG_")}
    return {**kept, "PYTHONUNBUFFERED": "1"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a real `gong serve` on a free port of this machine."""
    folder = tmp_path_factory.mktemp("serve")
    with (
        (folder / "log").open("w") as log,
        start(
            [GONG, "serve", "--port", "0"],
            cwd=folder,
            env=_environment(),
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        ) as process,
    ):
        first = process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+", first)
        assert found, f"the server printed {first!r} and logged {(folder / 'log').read_text()!r}"
        yield found[0]
        process.terminate()
        process.wait(20)


@pytest.fixture(scope="module")
def scanned(site: str, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What a decoder reads from every page of the deck printed for that site, in the order of the pages."""
    path = tmp_path_factory.mktemp("print") / "deck.pdf"
    subprocess.run(
        [GONG, "print", "deck", "-o", path, "--base-url", site],
        cwd=path.parent,
        env=_environment(),
        check=True,
        capture_output=True,
    )
    document = pypdfium2.PdfDocument(path)
    try:
        pictures = [page.render(scale=150 / 72, grayscale=True).to_pil() for page in document]
    finally:
        document.close()
    return [code.text for picture in pictures for code in zxingcpp.read_barcodes(picture, try_invert=False)]


class _Page(HTMLParser):
    """Collects the words of a page: its language, title, heading, and the sentence of its mission."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.language = ""
        self.title = ""
        self.heading = ""
        self.sentence = ""
        self._inside: str | None = None
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if tag == "html":
            self.language = attributes.get("lang") or ""
        if tag in ("h1", "title"):
            self._inside = "heading" if tag == "h1" else "title"
        elif "sentence" in (attributes.get("class") or "").split():
            self._inside = "sentence"

    def handle_endtag(self, tag: str) -> None:
        if tag in ("h1", "p", "title"):
            self._inside = None

    def handle_data(self, data: str) -> None:
        if self._inside:
            setattr(self, self._inside, getattr(self, self._inside) + data)


def _open(address: str, language: str) -> tuple[int, _Page]:
    """Ask for exactly the path that was printed; follow no redirect."""
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(parts.netloc, timeout=20)
    try:
        connection.request("GET", parts.path, headers={"Accept-Language": language})
        answer = connection.getresponse()
        return answer.status, _Page(answer.read().decode())
    finally:
        connection.close()


@pytest.mark.xdist_group("loop")
def test_every_card_of_the_printed_deck_is_scanned(site: str, scanned: list[str]) -> None:
    base = parse_base_url(site)
    assert sorted(scanned) == sorted(card_address(base, card.code) for card in deck.CARDS)


@pytest.mark.xdist_group("loop")
@pytest.mark.parametrize("language", sweep(LANGUAGES, "mk"))
def test_every_scanned_card_opens_its_own_mission(scanned: list[str], language: str) -> None:
    pack = load_pack(find_pack())
    missions = [address for address in scanned if "/JK" not in address]
    assert len(missions) == 54
    for address in missions:
        mission = mission_id_for(deck.card(address[-3:]).index)
        assert mission is not None
        status, page = _open(address, language)
        assert status == 200, address
        assert page.language == language
        assert page.sentence.strip() == sentence(pack, mission, language), address
        assert page.heading.strip() == pack.title(mission, language), address


@pytest.mark.xdist_group("loop")
@pytest.mark.parametrize("language", LANGUAGES)
def test_both_jokers_open_the_page_of_the_joker(scanned: list[str], language: str) -> None:
    jokers = [address for address in scanned if "/JK" in address]
    assert len(jokers) == 2
    for address in jokers:
        status, page = _open(address, language)
        assert status == 200
        assert page.language == language
        assert "GONG JOKER" in page.title
        assert page.heading.strip()
        assert page.sentence == ""  # a joker has no mission
