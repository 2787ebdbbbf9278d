"""The exported site: complete files, served by a plain file server, that do without a server what the site does."""

import hashlib
import http.server
import re
import threading
import urllib.request
from collections.abc import Callable, Iterator
from functools import partial
from html.parser import HTMLParser
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from click.testing import CliRunner
from flask import Flask

from companion.cli import gong, main
from companion.deck import CARDS, card
from companion.missions.card_map import mission_for, mission_id_for, missions_of
from companion.missions.loader import load_pack
from companion.missions.pack import find_pack
from companion.missions.tables import Table, table_code
from companion.missions.wording.sentence import sentence
from companion.settings import Settings
from companion.site.content.draws import drawn
from companion.site.static_export import SUMS, ExportError, site_files, write

LANGUAGES = ("en", "fr", "mk")
PACK = load_pack(find_pack())


@pytest.fixture(scope="session")
def files(make_app: Callable[..., Flask]) -> dict[str, bytes]:
    return site_files(make_app(Settings(languages=LANGUAGES)))


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A plain file server: `index.html` in folders, a redirect to their slash, nothing else."""

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="session")
def host(files: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the file server; the site lies below a path."""
    folder = tmp_path_factory.mktemp("host")
    write(files, folder / "club")
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/club/"
        server.shutdown()
        thread.join()


def fetch(url: str) -> str:
    with urllib.request.urlopen(url, timeout=20) as answer:
        return str(answer.read().decode())


class Links(HTMLParser):
    """The addresses that a page names."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(html)

    def handle_starttag(self, _: str, attrs: list[tuple[str, str | None]]) -> None:
        names = ("href", "src", "data-scan")  # where a form goes to is what a script reads
        self.found += [value for name, value in attrs if name in names and value]


def test_every_link_leads_to_a_file(files: dict[str, bytes]) -> None:
    """In every page, wherever it lies: no link leads to nothing, none relies on a redirect."""
    checked = 0
    for path, content in files.items():
        if not path.endswith("index.html"):
            continue
        for link in Links(content.decode()).found:
            if link.startswith("data:"):
                continue
            target = urlsplit(urljoin(f"http://host/{path}", link))
            assert target.netloc == "host", (path, link)
            name = unquote(target.path).removeprefix("/")
            assert (f"{name}index.html" if name == "" or name.endswith("/") else name) in files, (path, link)
            checked += 1
    assert checked > 10_000


def test_the_page_of_what_is_not_there_works_at_any_depth(make_app: Callable[..., Flask]) -> None:
    files = site_files(make_app(Settings(languages=("en", "fr"))), prefix="/club")
    for path in ("404.html", "fr/404.html"):
        for link in Links(files[path].decode()).found:
            target = urlsplit(link)
            if target.scheme != "data" and not link.startswith("#"):
                assert target.path.startswith("/club/"), link


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_printed_code_leads_to_its_mission(host: str, language: str) -> None:
    """The loop: what is printed on the card, in capitals, and what a hand types, in small letters."""
    for found in CARDS:
        mission = mission_id_for(found.index)
        for address in (found.code, found.code.lower(), f"{language}/{found.code}"):
            page = fetch(f"{host}{address}")
            if mission is not None:
                tongue = language if "/" in address else "en"
                assert f">{sentence(PACK, mission, tongue)}</p>" in page.replace("&#39;", "'"), (address, mission)
    assert 'name="description"' in fetch(f"{host}{language}/NB4/2/") or "data-seats" in fetch(f"{host}{language}/NB4/")


def test_the_same_site_gives_the_same_files(files: dict[str, bytes], make_app: Callable[..., Flask]) -> None:
    assert site_files(make_app(Settings(languages=LANGUAGES))) == files


def test_the_checksums(files: dict[str, bytes]) -> None:
    sums = dict(reversed(line.split("  ")) for line in files[SUMS].decode().splitlines())  # type: ignore[misc]
    assert sums == {path: hashlib.sha256(data).hexdigest() for path, data in files.items() if path != SUMS}


def test_nothing_of_the_machine_is_in_the_files(files: dict[str, bytes]) -> None:
    for path, content in files.items():
        assert b"localhost" not in content, path
        assert b"127.0.0.1" not in content, path
        assert str(Path.home()).encode() not in content or str(Path.home()) == "/", path


def test_names_are_kept_apart_where_capitals_do_not_count(files: dict[str, bytes]) -> None:
    """On such a disk NB4 and nb4 are one folder: then both must be the same page."""
    seen: dict[str, tuple[str, bytes]] = {}
    for path, content in files.items():
        other, before = seen.setdefault(path.lower(), (path, content))
        assert before == content, (path, other)
    assert all(len(PurePosixPath(path).name) < 100 for path in files)


# ------------------------------------------------------------ the command


def test_the_command_writes_and_replaces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GONG_LANGUAGES", "en")
    folder = tmp_path / "site"
    for _ in range(2):
        done = CliRunner().invoke(gong, ["export", str(folder), "--base-url", "https://gong.example"])
        assert done.exit_code == 0, done.output
        assert re.fullmatch(
            rf"{re.escape(str(folder))}: \d+ files, [\d.]+ MB, for https://gong.example\.\n", done.output
        )
    assert (folder / "NB4" / "index.html").is_file()
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_a_folder_with_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear aunt")
    with pytest.raises(ExportError, match="is not an exported site: give a new or an empty folder"):
        write({"index.html": b"x"}, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_what_others_keep_in_the_folder_stays(tmp_path: Path) -> None:
    """A repository, the name of the domain for a file host."""
    folder = tmp_path / "site"
    sums = b"0  index.html\n0  fr/NB4/index.html\n0  old/index.html\n"
    write({"index.html": b"1", "fr/NB4/index.html": b"1", "old/index.html": b"1", SUMS: sums}, folder)
    (folder / ".git" / "refs").mkdir(parents=True)
    (folder / ".git" / "HEAD").write_text("ref: main")
    (folder / "CNAME").write_text("gong.example")
    (folder / "fr" / "mine.txt").write_text("mine")
    (folder / "link").symlink_to("CNAME")
    new = {"index.html": b"2", "fr/NB4/index.html": b"2", SUMS: b"0  index.html\n0  fr/NB4/index.html\n"}
    write(new, folder)
    kept = {".git", ".git/refs", ".git/HEAD", "CNAME", "fr/mine.txt", "link"}
    made = {*new, "fr", "fr/NB4"}
    assert {path.relative_to(folder).as_posix() for path in folder.rglob("*")} == kept | made
    assert (folder / "link").is_symlink()
    assert (folder / "index.html").read_bytes() == b"2"
    with pytest.raises(ExportError, match=r"CNAME is not of the export, which needs its place: move it away\.$"):
        write({**new, "CNAME": b"3"}, folder)
    assert (folder / "CNAME").read_text() == "gong.example"
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_a_failure_leaves_the_export_from_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "site"
    write({"index.html": b"old", SUMS: b""}, folder)

    def full(self: Path, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(ExportError, match=r"Cannot write .*: No space left on device"):
        write({"index.html": b"new", SUMS: b""}, folder)
    assert (folder / "index.html").read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_without_an_address_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GONG_BASE_URL", raising=False)
    with pytest.raises(SystemExit) as caught:
        main(["export", "site"])
    assert caught.value.code == 2
    assert "No base URL" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


# ------------------------------------------------------------ in a real browser

BROWSER = (pytest.mark.browser, pytest.mark.xdist_group("browser"))


def in_browser(test: Any) -> Any:
    for mark in BROWSER:
        test = mark(test)
    return test


KEPT = """async () => {
  const { scope } = await navigator.serviceWorker.ready;
  const kept = () => caches.match(scope, { cacheName: `gong ${scope} state` });
  while (!await kept()) await new Promise(done => setTimeout(done, 50));
}"""
"""Waits until the service worker has the bundle of this language."""

SAYS = "text => document.querySelector('.sentence')?.innerText === text"


def words(page: Any) -> str:
    return str(page.locator(".sentence").inner_text())


@in_browser
def test_a_scan_ends_in_the_reader_s_language(open_phone: Callable[..., Any], host: str) -> None:
    page = open_phone(language="fr-CA")
    page.goto(f"{host}NB4")
    page.wait_for_url(f"{host}fr/NB4/")
    assert words(page) == sentence(PACK, "M04", "fr")
    page.locator(".languages summary").click()
    page.locator(".languages a[hreflang=mk]").click()
    page.wait_for_url(f"{host}mk/NB4/?lang=mk")
    assert words(page) == sentence(PACK, "M04", "mk")
    page.goto(f"{host}pr1")  # the choice is remembered
    page.wait_for_url(f"{host}mk/PR1/")
    assert words(page) == sentence(PACK, "F01", "mk")


@in_browser
def test_two_players_read_their_own_wording(open_phone: Callable[..., Any], host: str) -> None:
    wordings = {
        found.code: (sentence(PACK, mission, "en", 2), sentence(PACK, mission, "en"))
        for found in CARDS
        if (mission := mission_id_for(found.index))
    }
    code, two = next((code, two) for code, (two, more) in wordings.items() if two != more)
    page = open_phone()
    page.goto(f"{host}en/{code}/")
    page.locator("nav.players a", has_text=re.compile("^2$")).click()
    page.wait_for_function(SAYS, arg=two)
    page.goto(f"{host}en/{code}/")  # still two
    page.wait_for_function(SAYS, arg=two)


@in_browser
def test_a_table_of_two_phones(open_phone: Callable[..., Any], host: str) -> None:
    """Both phones show the mission that docs/tables.md gives; no server knows of the table."""
    table = Table(table_code(4711, 4), 2, PACK.id, PACK.version)
    for language in ("en", "fr"):
        page = open_phone(language=language)
        page.goto(f"{host}{language}/t/#{table}")
        page.wait_for_function(
            "code => document.querySelector('[data-state=table] [data-slot=code]')?.innerText === code", arg=table.code
        )
        for code in ("NB4", "SE1"):
            mission = mission_for(PACK.missions, card(code), table=table)
            assert mission is not None
            page.goto(f"{host}{language}/{code}/")
            text = sentence(PACK, mission.id, language)
            page.wait_for_function(SAYS, arg=text)
            for link in page.locator(".card a").all():
                address = link.evaluate("link => link.href.replace(/#.*/, '')")
                assert fetch(address), address


@in_browser
def test_drawing_without_a_server(open_phone: Callable[..., Any], host: str) -> None:
    page = open_phone()
    page.goto(f"{host}en/draw/fight/#a/1")
    first = sentence(PACK, "F03", "en")  # docs/site.md: seed a begins with 2, counted from 0
    page.wait_for_function(SAYS, arg=first)


@in_browser
def test_of_draws_asked_for_quickly_the_last_is_shown(open_phone: Callable[..., Any], host: str) -> None:
    """The one before may be slower to arrive."""
    ids = [mission.id for mission in missions_of(PACK.missions, "fight")]
    second, third = (ids[drawn("fight", "a", n, len(ids))] for n in (2, 3))
    page = open_phone()
    page.add_init_script(f"""{{
        const real = window.fetch;
        window.fetch = async (address) => {{
            if (String(address).includes("/{second}")) await new Promise((done) => setTimeout(done, 700));
            return real(address);
        }};
    }}""")
    page.goto(f"{host}en/draw/fight/#a/1")
    page.wait_for_function(SAYS, arg=sentence(PACK, "F03", "en"))
    page.evaluate("location.hash = '#a/2'; setTimeout(() => { location.hash = '#a/3'; }, 50)")
    page.wait_for_function(SAYS, arg=sentence(PACK, third, "en"))
    page.wait_for_timeout(1000)
    assert words(page) == sentence(PACK, third, "en")
    assert page.locator("[data-slot=place]").inner_text() == "3 / 18"


@in_browser
def test_the_code_box_and_a_helper(open_phone: Callable[..., Any], host: str) -> None:
    page = open_phone()
    page.goto(f"{host}en/")
    page.locator("#code").fill("nb-4")
    page.locator("form.code button").click()
    page.wait_for_url(f"{host}en/NB4/")
    page.goto(f"{host}en/duels/tap_race/")
    page.locator(".helper [data-slot], .helper button").first.wait_for()
    assert page.locator("a[href*=print]").count() == 0


@in_browser
def test_days_without_network(open_phone: Callable[..., Any], host: str) -> None:
    page = open_phone()
    page.goto(f"{host}en/NB4/")
    page.evaluate(KEPT)
    page.context.set_offline(True)
    page.goto(f"{host}en/ZE1/")
    mission = mission_id_for(card("ZE1").index)
    assert words(page) == sentence(PACK, str(mission), "en")
    page.goto(f"{host}en/rules/fight/")
    assert page.locator("h1").count() == 1
