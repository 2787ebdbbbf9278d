"""Cases "Printing" and bad input, each against the commands as people run them: the right file, or one sentence."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np
import pypdf
import pypdfium2
import pytest
import zxingcpp

from companion.cli import leaflets, main, printing
from companion.missions.pack import find_pack
from printables import fonts
from printables.layout import face_layout
from tests.processes import start

GONG = Path(sys.executable).with_name("gong")
SITE = ("--base-url", "https://gong.example")
LIGHT = ("--low-ink", "--cards", "54")
"""What is made quickly and differs in nothing that matters here."""
DOCS = Path(__file__).parents[2] / "docs" / "printing.md"

Gong = Callable[..., tuple[int, str]]

COMMANDS = ("deck", "calibrate", "rules", "missions", "scores", "box")
"""Those that write one PDF; images and press have tests of their own."""


@pytest.fixture
def gong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Gong:
    """Return what runs `gong print` in an empty folder without settings: exit status and what it said on stderr."""
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith("GONG_")]:
        monkeypatch.delenv(name)

    def run(*words: str) -> tuple[int, str]:
        capsys.readouterr()
        try:
            main(["print", *words])
            status = 0
        except SystemExit as end:
            status = int(end.code or 0)
        said = capsys.readouterr()
        assert said.out == ""
        return status, said.err

    return run


def _pages(path: Path, page_of: Any) -> Any:
    class Made:
        data = path.read_bytes()

    return page_of(Made)


def _render(path: Path, page: int, dpi: float) -> Any:
    document = pypdfium2.PdfDocument(path)
    try:
        return np.asarray(document[page].render(scale=dpi / 72).to_pil().convert("RGB"))
    finally:
        document.close()


# The cases


def test_back_offset(gong: Gong, tmp_path: Path, page_of: Any) -> None:
    assert gong("deck", "-o", "still.pdf", *SITE, *LIGHT, "--marks", "both")[0] == 0
    assert gong("deck", "-o", "moved.pdf", *SITE, *LIGHT, "--marks", "both", "--back-offset", "1.5,-2")[0] == 0
    pairs = zip(_pages(tmp_path / "still.pdf", page_of), _pages(tmp_path / "moved.pdf", page_of), strict=True)
    for number, (before, after) in enumerate(pairs):
        x, y = (1.5, -2.0) if number % 2 else (0.0, 0.0)
        for (name, bx, by), (other, ax, ay) in zip(before.forms, after.forms, strict=True):
            assert (name, ax - bx, ay - by) == (other, pytest.approx(x, abs=0.001), pytest.approx(y, abs=0.001))
        for (a, _, _), (b, _, _) in zip(before.lines, after.lines, strict=True):
            assert (b[0] - a[0], b[1] - a[1]) == pytest.approx((x, y), abs=0.001)


@pytest.mark.parametrize(("marks", "front", "back"), [("front", 16, 0), ("both", 16, 16), ("none", 0, 0)])
def test_marks(gong: Gong, tmp_path: Path, page_of: Any, marks: str, front: int, back: int) -> None:
    """(3 + 1) x 2 + (3 + 1) x 2 on every sheet, the last one too, and none touches a trim box."""
    assert gong("deck", "-o", "deck.pdf", *SITE, "--low-ink", "--marks", marks)[0] == 0
    pages = _pages(tmp_path / "deck.pdf", page_of)
    assert len(pages) == 14
    for number, page in enumerate(pages):
        found = [line for line in page.lines if line[2] == pytest.approx(0.1, abs=0.001)]
        assert len(found) == (back if number % 2 else front)
        for x, y in ((x, y) for a, b, _ in found for x, y in (a, b)):
            assert not (10.5 < x < 199.5 and 16.5 < y < 280.5)


def test_full_bleed_scaling_ruler_colours_and_size(gong: Gong, tmp_path: Path, page_of: Any) -> None:
    assert gong("deck", "-o", "deck.pdf", *SITE)[0] == 0
    path = tmp_path / "deck.pdf"
    # A trim window that is 1.5 mm off shows no paper-white pixel.
    dpi = 100
    scale = dpi / 25.4
    for page in (0, 1):
        picture = _render(path, page, dpi).min(axis=2)
        for dx, dy in ((-1.5, 0), (1.5, 0), (0, -1.5), (0, 1.5)):
            left, right = round((10.5 + dx) * scale) + 1, round((199.5 + dx) * scale) - 1
            top, bottom = round((16.5 + dy) * scale) + 1, round((280.5 + dy) * scale) - 1
            window = picture[top:bottom, left:right]
            for edge in (window[:2], window[-2:], window[:, :2], window[:, -2:]):
                assert edge.max() < 253
    # The printer is asked not to scale, and a ruler of exactly 50 mm stands on each sheet.
    file = pypdf.PdfReader(path)
    assert file.root_object["/ViewerPreferences"]["/PrintScaling"] == "/None"
    for page in _pages(path, page_of)[::2]:
        lengths = [abs(b[0] - a[0]) + abs(b[1] - a[1]) for a, b, _ in page.lines]
        assert lengths.count(pytest.approx(50, abs=0.001)) == 1
    # Codes of every kind are black on white: more than 50 % luma apart, on a panel of more than 75 %.
    layout, picture = face_layout(63, 88), _render(path, 0, 300)
    scale = 300 / 25.4
    for column, row in ((0, 0), (2, 0), (1, 1)):  # PR1 fight, PR3 malus, PR5 bonus
        x, y = 10.5 + column * 63 + layout.panel[0], 16.5 + row * 88 + 88 - layout.panel[1] - layout.panel_side
        inside = picture[
            round(y * scale) + 3 : round((y + layout.panel_side) * scale) - 3,
            round(x * scale) + 3 : round((x + layout.panel_side) * scale) - 3,
        ]
        luma = inside @ np.array([0.299, 0.587, 0.114]) / 255
        assert luma.max() > 0.99
        assert luma.min() < 0.01
        assert ((luma > 0.75) | (luma < 0.25)).mean() > 0.8, "between them lie only the edges of modules"
    # A full deck is small, and the back is stored once.
    assert path.stat().st_size < 3_000_000
    numbers = {
        page["/Resources"]["/XObject"].raw_get("/FormXob.back").idnum
        for page in file.pages
        if "/FormXob.back" in page["/Resources"]["/XObject"]
    }
    assert len(numbers) == 1


def test_host_of_40_characters(gong: Gong, tmp_path: Path) -> None:
    host = "a" * 36 + ".com"
    status, said = gong("deck", "-o", "deck.pdf", "--base-url", f"https://{host}", *LIGHT, "--trim", "44x68")
    assert status == 0
    found = re.search(r"QR version (\d), error correction ([LMQH]), module (0\.\d\d) mm\.", said)
    assert found, said
    assert "Warning: the codes are dense" in said
    read = zxingcpp.read_barcodes(_render(tmp_path / "deck.pdf", 0, 150), try_invert=False)
    assert len(read) == 16
    assert all(code.text.startswith(f"https://{host.upper()}/") for code in read)


def test_host_so_long_that_modules_are_too_small(gong: Gong, tmp_path: Path) -> None:
    status, said = gong("deck", "-o", "x.pdf", "--base-url", "https://" + ".".join(["a" * 60] * 4), "--trim", "44x68")
    assert status == 2
    assert re.search(r"^Error: The host .* has 243 characters.* the longest host that fits .* has 138 characters", said)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("title", "name"), [("\u0928\u0947 Rocket", "DEVANAGARI LETTER NA"), ("Rocket \U0001f680", "ROCKET")]
)
def test_title_with_a_character_that_the_font_lacks(gong: Gong, tmp_path: Path, title: str, name: str) -> None:
    folder = tmp_path / "pack"
    shutil.copytree(find_pack(), folder, ignore=shutil.ignore_patterns("hashes*", "release*"))
    titles = folder / "titles" / "en.yaml"
    text = titles.read_text("utf-8")
    old = re.search(r"^B07: (.*)$", text, re.M)
    assert old
    titles.write_text(text.replace(old[0], f'B07: "{title}"'), "utf-8")
    (tmp_path / "out.pdf").write_bytes(b"old and good")
    status, said = gong("missions", "-o", "out.pdf", "--pack", "pack")
    assert status == 1
    assert re.fullmatch(rf"Error: Card AN5, mission B07: the font .*{name}.* in language en; .*\n", said)
    assert (tmp_path / "out.pdf").read_bytes() == b"old and good"


@pytest.mark.parametrize(
    ("url", "prefix"),
    [
        ("http://192.168.1.20:8000", "http://192.168.1.20:8000/"),
        ("http://192.168.1.20:8000/gong", "http://192.168.1.20:8000/gong/"),
        ("http://192.168.1.20:8000/gong/", "http://192.168.1.20:8000/gong/"),
    ],
)
def test_base_urls_that_work(gong: Gong, tmp_path: Path, url: str, prefix: str) -> None:
    assert gong("deck", "-o", "deck.pdf", "--base-url", url, *LIGHT, "--duplex", "none")[0] == 0
    read = zxingcpp.read_barcodes(_render(tmp_path / "deck.pdf", 0, 100), try_invert=False)
    assert sorted(code.text for code in read)[0] == f"{prefix}NB1"


@pytest.mark.parametrize("url", ["192.168.1.20:8000", "http://192.168.1.20:8000?a=b"])
def test_base_urls_that_are_refused(gong: Gong, tmp_path: Path, url: str) -> None:
    status, said = gong("deck", "-o", "deck.pdf", "--base-url", url)
    assert status == 2
    assert said.startswith("Error: The base URL ")
    assert said.count("\n") == 1
    assert not list(tmp_path.iterdir())


# Bad input


WRONG = [
    # command, options, exit status, what the sentence says
    ("deck", (*SITE, "--trim", "88x63"), 2, "A trim of 88 x 63 mm does not work"),
    ("deck", (*SITE, "--trim", "0x0"), 2, "A trim of 0 x 0 mm does not work"),
    ("deck", (*SITE, "--trim", "1e9x2"), 2, "is not a size"),
    ("deck", (*SITE, "--back-offset", "9,0"), 2, "larger than the margin: .* sideways by at most 8.5 mm on A4"),
    ("deck", (*SITE, "--back-offset", "0,-99"), 2, "larger than the margin: .* up or down by at most 14.5 mm"),
    ("deck", (*SITE, "--back-offset", "nan,0"), 2, "is not two numbers"),
    ("calibrate", ("--back-offset", "9,0"), 2, "larger than the margin"),
    ("calibrate", ("--trim", "205x290"), 2, "A trim of 205 x 290 mm does not work"),
    ("calibrate", ("--trim", "10x15"), 2, "A trim of 10 x 15 mm does not work"),
    ("box", ("--trim", "10x15"), 2, "A trim of 10 x 15 mm does not work"),
    ("calibrate", ("--duplex", "fold"), 2, "'fold' is not one of 'long', 'short'"),
    ("box", ("--trim", "120x180"), 2, "has no room on A4 paper"),
    ("box", ("--thickness", "0"), 2, "A card of 0 mm is no card"),
    ("box", ("--thickness", "nan"), 2, "is no card"),
    ("box", ("--thickness", "thick"), 2, "'thick' is not a valid float"),
    ("rules", ("--language", "tlh"), 2, "language 'tlh': choose from en, "),
    ("rules", ("--duplex", "fold"), 2, "'fold' is not one of 'long', 'short', 'none'"),
    ("missions", ("--pack", "nowhere"), 2, "nowhere does not exist; name the folder of a pack"),
    ("missions", ("--pack", "old.pdf"), 2, "old.pdf is a file; name the folder of a pack"),
    ("missions", ("--pack", "."), 1, "pack.yaml"),
    ("scores", ("--game", "chess"), 2, "'chess' is not one of 'gong', 'gang-of-four', 'gnoming'"),
]


@pytest.mark.parametrize(("command", "options", "status", "sentence"), WRONG, ids=lambda value: str(value)[:50])
def test_wrong_use(
    gong: Gong, tmp_path: Path, command: str, options: tuple[str, ...], status: int, sentence: str
) -> None:
    (tmp_path / "old.pdf").write_bytes(b"old and good")
    found, said = gong(command, "-o", "old.pdf", *options)
    assert found == status
    assert re.search(sentence, said), said
    assert "Traceback" not in said
    assert (tmp_path / "old.pdf").read_bytes() == b"old and good"
    assert [path.name for path in tmp_path.iterdir()] == ["old.pdf"]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_missing_font(gong: Gong, tmp_path: Path, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "old.pdf").write_bytes(b"old and good")
    real = fonts.data_path
    monkeypatch.setattr(fonts, "data_path", lambda room, *parts: real(room, "no-such-folder", *parts))
    fonts.load.cache_clear()
    try:
        status, said = gong(command, "-o", "old.pdf", *(SITE if command == "deck" else ()))
    finally:
        fonts.load.cache_clear()
    assert status == 1
    assert re.fullmatch(r"Error: The font \S+ cannot be read \(.*\); install GONG Companion again\.\n", said)
    assert (tmp_path / "old.pdf").read_bytes() == b"old and good"
    assert [path.name for path in tmp_path.iterdir()] == ["old.pdf"]


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(("place", "sentence"), [("missing/x.pdf", "there is no folder missing"), (".", "a folder")])
def test_a_place_for_no_file(gong: Gong, tmp_path: Path, command: str, place: str, sentence: str) -> None:
    status, said = gong(command, "-o", place, *(SITE if command == "deck" else ()))
    assert status == 2
    assert sentence in said
    assert said.count("\n") == 1
    assert not list(tmp_path.iterdir())


SMALL_DISK = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
from companion.cli import main
import printables, printables.rules, printables.box, printables.files
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
main(sys.argv[1:])
"""


@pytest.mark.parametrize("command", ["deck", "rules"])
def test_a_disk_that_is_full_in_mid_write(tmp_path: Path, command: str) -> None:
    (tmp_path / "old.pdf").write_bytes(b"old and good")
    words = ["print", command, "-o", "old.pdf", *((*SITE, *LIGHT) if command == "deck" else ())]
    said = subprocess.run(
        [sys.executable, "-c", SMALL_DISK, *words], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (said.returncode, said.stdout) == (1, "")
    assert re.fullmatch(r"Error: Cannot write old\.pdf: .*; what was there before is unchanged\.\n", said.stderr)
    assert (tmp_path / "old.pdf").read_bytes() == b"old and good"
    assert [path.name for path in tmp_path.iterdir()] == ["old.pdf"]


def test_two_prints_to_one_file_at_once(tmp_path: Path) -> None:
    commands = [[GONG, "print", "box", "-o", "box.pdf", "--language", tag] for tag in ("en", "mk")]
    with ExitStack() as stack:
        running = [
            stack.enter_context(start(words, cwd=tmp_path, stderr=subprocess.PIPE, text=True)) for words in commands
        ]
        for process in running:
            _, err = process.communicate(timeout=120)
            assert (process.returncode, err) == (0, "box.pdf: a box for 56 cards on 1 page.\n")
    file = pypdf.PdfReader(tmp_path / "box.pdf")
    assert len(file.pages) == 1
    assert file.root_object["/Lang"] in ("en", "mk")
    assert [path.name for path in tmp_path.iterdir()] == ["box.pdf"]


# What people see


def test_data_goes_to_standard_output(tmp_path: Path) -> None:
    said = subprocess.run([GONG, "print", "scores", "-o", "-"], cwd=tmp_path, capture_output=True, check=True)
    assert said.stdout.startswith(b"%PDF-1.4")
    assert said.stderr == b"Standard output: a score sheet of GONG on 1 page.\n"
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo terminal")
def test_a_bar_on_a_terminal(tmp_path: Path) -> None:
    import pty

    ours, theirs = pty.openpty()
    with start(
        [GONG, "print", "deck", "-o", "deck.pdf", *SITE, *LIGHT], cwd=tmp_path, stderr=theirs, stdout=subprocess.PIPE,
        env={**os.environ, "TERM": "xterm"},
    ) as process:  # fmt: skip
        os.close(theirs)
        said = b""
        while True:
            try:
                part = os.read(ours, 4096)
            except OSError:
                break
            if not part:
                break
            said += part
        assert process.wait() == 0
    os.close(ours)
    assert b"Drawing" in said
    assert b"100%" in said
    assert b"54 cards on 12 pages" in said


PARAMETERS = [
    (name, parameter)
    for name, command in (
        ("deck", printing.deck),
        *((name, getattr(leaflets, name)) for name in COMMANDS[1:]),
    )
    for parameter in command.params
]


@pytest.mark.parametrize(("command", "parameter"), PARAMETERS, ids=lambda value: getattr(value, "name", value))
def test_every_option_has_help_and_is_documented(command: str, parameter: Any) -> None:
    assert getattr(parameter, "help", None)
    text = DOCS.read_text("utf-8")
    assert f"gong print {command}" in text
    for name in parameter.opts:
        assert f"`{name}`" in text or f"{name} " in text, f"{command} {name}"
