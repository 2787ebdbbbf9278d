"""Decks for print shops: exact pixels, bleed, safe area, inks, boxes, order; and folders that are whole or absent."""

import importlib
import io
import itertools
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pypdf
import pypdfium2
import pytest
import zxingcpp
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from companion import deck
from companion.address import card_address, parse_base_url
from companion.cli.shops import images
from companion.cli.shops import press as press_command
from companion.files import replace_folder
from printables import fonts, ink
from printables.colour import BLACK
from printables.files import OutputPathError, WriteError, write_folder
from printables.images import is_picture, pictures
from printables.options import OptionError
from printables.shops import DTC, MPC, TGC, Shop
from printables.singles import ShopOptions, build_press, build_sides
from tests.processes import start

BASE = parse_base_url("https://gong.example")
GONG = Path(sys.executable).with_name("gong")
MM = 72 / 25.4


@pytest.fixture(scope="module")
def press() -> bytes:
    return build_press(BASE, ShopOptions("dtc")).data


# Pictures


@pytest.mark.parametrize(
    ("shop", "trim", "pixels"),
    [("tgc", None, (825, 1125)), ("mpc", None, (816, 1110)), ("mpc", (63.5, 88.9), (822, 1122))],
)
def test_pictures_have_the_exact_pixels_and_say_their_resolution(shop: str, trim: Any, pixels: tuple[int, int]) -> None:
    options = ShopOptions(shop, trim)
    made = list(itertools.islice(pictures(BASE, options), 2))
    assert [name for name, _ in made] == ["01-PR1.png", "02-PR2.png"]
    for card, (_, data) in zip(deck.CARDS, made, strict=False):
        picture = Image.open(io.BytesIO(data))
        assert (picture.size, picture.mode) == (pixels, "RGB")
        assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.01)
        [code] = zxingcpp.read_barcodes(picture, try_invert=False)
        assert code.text == card_address(BASE, card.code)


def test_the_same_pictures_again() -> None:
    one, other = (next(pictures(BASE, ShopOptions("tgc", language="mk"))) for _ in range(2))
    assert one == other


def test_names_sort_in_the_order_of_printing() -> None:
    document = pypdfium2.PdfDocument(build_sides(BASE, ShopOptions("tgc")).data)
    assert len(document) == 57
    document.close()
    names = [f"{place:02}-{card.code}.png" for place, card in enumerate(deck.CARDS, 1)] + ["back.png"]
    assert names == sorted(names)
    assert all(is_picture(name) for name in names)
    assert not is_picture("holiday.png")


SAMPLES = (0, 7, 15, 23, 31, 39, 47, 53, 54, -1)  # a face of most galaxies, a joker, the back


@pytest.fixture(scope="module")
def sides() -> Callable[[Shop], dict[int, Any]]:
    """Return the sample sides of a shop as arrays."""
    names = {TGC.name: "tgc", MPC.name: "mpc"}
    made: dict[str, dict[int, Any]] = {}

    def make(shop: Shop) -> dict[int, Any]:
        if shop.name not in made:
            document = pypdfium2.PdfDocument(build_sides(BASE, ShopOptions(names[shop.name])).data)
            made[shop.name] = {
                page: document[page % len(document)].render(scale=300 / 72 * (1 - 1e-6)).to_numpy()[..., :3].copy()
                for page in SAMPLES
            }
            document.close()
        return made[shop.name]

    return make


@pytest.mark.parametrize("shop", [TGC, MPC], ids=lambda shop: shop.name)
def test_art_reaches_over_the_bleed(shop: Shop, sides: Any) -> None:
    """Cut 1.5 mm off in any direction, and up to the edge of the picture: nowhere at the cut is paper white."""
    (width, height), product = shop.sheet(shop.products[0]), shop.products[0]
    scale = shop.dpi / 25.4
    left, top = (width - product.trim[0]) / 2, (height - product.trim[1]) / 2
    for picture in sides(shop).values():
        lightest = picture.min(axis=2)
        for dx, dy in itertools.product((-1.5, 0, 1.5), repeat=2):
            x, y = round((left + dx) * scale), round((top + dy) * scale)
            window = lightest[y : y + round(product.trim[1] * scale), x : x + round(product.trim[0] * scale)]
            for edge in (window[:3], window[-3:], window[:, :3], window[:, -3:]):
                assert edge.max() < 253
        for edge in (lightest[:2], lightest[-2:], lightest[:, :2], lightest[:, -2:]):
            assert edge.max() < 253


@pytest.mark.parametrize("shop", [TGC, MPC, DTC], ids=lambda shop: shop.name)
def test_everything_important_lies_in_the_safe_area(shop: Shop) -> None:
    """Letters, frame, code and star patterns; what is text is asked from the file itself."""
    for product in shop.products:
        options = ShopOptions("dtc") if shop is DTC else ShopOptions({TGC: "tgc", MPC: "mpc"}[shop], product.trim)
        data = (build_press if shop is DTC else build_sides)(BASE, options).data
        width, height = shop.sheet(product)
        inset = ((width - product.trim[0]) / 2 + shop.safe, (height - product.trim[1]) / 2 + shop.safe)
        document = pypdfium2.PdfDocument(data)
        for page in (1, 3, 9, len(document) - 2, len(document) - 1):
            text = document[page].get_textpage()
            assert text.count_chars() > 6
            for i in range(text.count_chars()):
                if text.get_text_range(i, 1).strip():
                    left, bottom, right, top = (side / MM for side in text.get_charbox(i))
                    assert inset[0] <= left + 0.01
                    assert right <= width - inset[0] + 0.01
                    assert inset[1] <= bottom + 0.01
                    assert top <= height - inset[1] + 0.01
        document.close()


def test_a_trim_that_the_shop_does_not_make() -> None:
    with pytest.raises(OptionError, match=r"MakePlayingCards makes no cards of 44 x 68 mm here: use --trim 63x88 or"):
        build_sides(BASE, ShopOptions("mpc", (44.0, 68.0)))


# Folders


def _names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def _files(mark: bytes) -> list[tuple[str, bytes]]:
    return [("01-PR1.png", mark), ("back.png", mark * 1000)]


def test_a_folder_is_replaced_as_a_whole(tmp_path: Path) -> None:
    target = tmp_path / "cards"
    write_folder(target, [*_files(b"old"), ("56-JK2.png", b"joker")], is_picture)
    write_folder(target, _files(b"new"), is_picture)
    assert _names(target) == ["01-PR1.png", "back.png"]
    assert (target / "01-PR1.png").read_bytes() == b"new"
    assert _names(tmp_path) == ["cards"]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("mine", r"Cannot write the folder .*mine: it holds other files \(holiday.jpg\); name a new or empty one"),
        ("file", r"Cannot write the folder .*file: it is a file; name a folder"),
        ("no/cards", r"Cannot write the folder .*: there is no folder .*no; make it first"),
        ("a" * 256, r"Cannot write the folder .*: File name too long; name another"),
    ],
)
def test_places_for_no_folder(tmp_path: Path, name: str, sentence: str) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "holiday.jpg").write_bytes(b"dear")
    (tmp_path / "file").write_bytes(b"dear")
    with pytest.raises(OutputPathError, match=sentence):
        write_folder(tmp_path / name, _files(b"x"), is_picture)
    assert _names(tmp_path) == ["file", "mine"]
    assert (tmp_path / "mine" / "holiday.jpg").read_bytes() == b"dear"


FULL_DISK = """
import resource, signal, sys
from pathlib import Path
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
from printables.files import WriteError, write_folder
from printables.images import is_picture
try:
    write_folder(Path(sys.argv[1]), [("01-PR1.png", b"x"), ("back.png", b"x" * 100_000)], is_picture)
except WriteError as error:
    print(error)
"""


def test_a_full_disk_in_the_middle_leaves_the_older_folder_and_nothing_else(tmp_path: Path) -> None:
    target = tmp_path / "cards"
    write_folder(target, _files(b"old"), is_picture)
    said = subprocess.run([sys.executable, "-c", FULL_DISK, str(target)], capture_output=True, text=True, check=True)
    assert said.stdout == f"Cannot write the folder {target}: File too large; what was there before is unchanged.\n"
    assert _names(tmp_path) == ["cards"]
    assert (target / "01-PR1.png").read_bytes() == b"old"


def test_an_interruption_leaves_the_older_folder(tmp_path: Path) -> None:
    def interrupted() -> Any:
        yield ("01-PR1.png", b"new")
        raise KeyboardInterrupt

    target = tmp_path / "cards"
    write_folder(target, _files(b"old"), is_picture)
    with pytest.raises(KeyboardInterrupt):
        write_folder(target, interrupted(), is_picture)
    assert _names(tmp_path) == ["cards"]
    assert (target / "01-PR1.png").read_bytes() == b"old"


def test_two_prints_to_one_folder_leave_one_whole_folder(tmp_path: Path) -> None:
    target = tmp_path / "cards"
    marks = [bytes([65 + i]) for i in range(8)]
    threads = [threading.Thread(target=replace_folder, args=(target, _files(mark))) for mark in marks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert _names(tmp_path) == ["cards"]
    assert _names(target) == ["01-PR1.png", "back.png"]
    mark = (target / "01-PR1.png").read_bytes()
    assert mark in marks
    assert (target / "back.png").read_bytes() == mark * 1000


def test_a_failure_of_the_last_move_brings_the_old_folder_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "cards"
    write_folder(target, _files(b"old"), is_picture)
    rename = Path.rename

    def fails(self: Path, goal: Path) -> Any:
        if self.name.endswith(".part"):
            raise OSError(5, "Input/output error")
        return rename(self, goal)

    monkeypatch.setattr(Path, "rename", fails)
    with pytest.raises(WriteError, match="Input/output error; what was there before is unchanged"):
        write_folder(target, _files(b"new"), is_picture)
    assert _names(tmp_path) == ["cards"]
    assert (target / "01-PR1.png").read_bytes() == b"old"


# Inks


@given(st.tuples(*[st.floats(0, 1)] * 3))
def test_no_colour_needs_more_ink_than_the_limit(colour: tuple[float, float, float]) -> None:
    inks = ink.cmyk(colour)
    assert all(0 <= part <= 1 for part in inks)
    assert sum(inks) <= ink.LIMIT
    assert sum(ink.cmyk_bytes(*(round(part * 255) for part in colour))) <= ink.LIMIT * 255


@given(st.floats(0, 1), st.floats(0, 1))
def test_darker_greys_get_more_ink(one: float, other: float) -> None:
    low, high = sorted((one, other))
    dark, light = ink.cmyk((low,) * 3), ink.cmyk((high,) * 3)
    assert dark[3] >= light[3]
    assert sum(dark) >= sum(light) - 1e-9


@pytest.mark.parametrize(
    ("colour", "inks"),
    [
        ((1.0, 1.0, 1.0), (0, 0, 0, 0)), ((0.0, 0.0, 0.0), (0.5, 0.42, 0.42, 1.0)), ((1.0, 0.0, 0.0), (0, 1, 1, 0)),
        ((0.0, 1.0, 1.0), (1, 0, 0, 0)), ((0.5, 0.5, 0.5), (0.3333, 0.28, 0.28, 0.25)),
    ],
)  # fmt: skip
def test_inks_of_colours_that_everybody_knows(colour: Any, inks: Any) -> None:
    assert ink.cmyk(colour) == pytest.approx(inks, abs=1e-4)


# The press file


def test_back_and_face_of_each_card_follow_one_another(press: bytes) -> None:
    document = pypdfium2.PdfDocument(press)
    assert len(document) == 112
    for page in (0, 1, 40, 41, 110, 111):
        text = document[page].get_textpage().get_text_bounded()
        card = deck.CARDS[page // 2]
        assert (f"{BASE}/{card.code}" in text) == (page % 2 == 1)
    document.close()


def test_boxes_of_the_press_file(press: bytes) -> None:
    for page in pypdf.PdfReader(io.BytesIO(press)).pages:
        assert [float(side) for side in page.mediabox] == [0, 0, 198, 270]  # 2.75 x 3.75 inches
        assert [float(side) for side in page.trimbox] == pytest.approx([9, 9, 189, 261])
        assert [float(side) for side in page.bleedbox] == pytest.approx([0, 0, 198, 270])


def test_the_code_is_black_ink_alone_and_all_else_is_ink_too(press: bytes) -> None:
    reader = pypdf.PdfReader(io.BytesIO(press))
    content = reader.pages[1].get_contents().get_data().decode("latin-1").split()
    operators = set(content)
    assert not operators & {"rg", "RG", "g", "G", "cs", "CS", "sc", "scn", "gs", "sh"}
    fills = [tuple(content[i - 4 : i]) for i, token in enumerate(content) if token == "k"]
    assert ("0", "0", "0", "1") in fills  # the code
    assert ("0", "0", "0", "0") in fills  # its panel
    text = b"".join(
        found.get_data() for found in _streams(reader) if found.get("/Subtype") != "/Image" and "/Length1" not in found
    )
    for operator in (b" rg", b" RG", b" gs"):
        assert operator + b"\n" not in text
    spaces = {str(found["/ColorSpace"]) for found in _dictionaries(reader) if "/ColorSpace" in found}
    assert spaces == {"/DeviceCMYK"}
    assert not any("/SMask" in found or "/ca" in found or "/CA" in found for found in _dictionaries(reader))


def _dictionaries(reader: pypdf.PdfReader) -> Any:
    for number in range(1, len(reader.xref[0]) + 1):
        found = reader.get_object(number)
        if isinstance(found, dict):
            yield found


def _streams(reader: pypdf.PdfReader) -> Any:
    return (found for found in _dictionaries(reader) if isinstance(found, pypdf.generic.StreamObject))


def test_what_the_press_file_says_of_itself(press: bytes) -> None:
    reader = pypdf.PdfReader(io.BytesIO(press))
    assert reader.metadata is not None
    assert reader.metadata["/GTS_PDFXVersion"] == "PDF/X-1a:2003"
    assert reader.metadata["/Trapped"] == "/False"
    [intent] = reader.root_object["/OutputIntents"]
    assert intent["/S"] == "/GTS_PDFX"
    assert intent["/OutputConditionIdentifier"] == "CGATS TR 001"
    assert "/ID" in reader.trailer


def test_the_same_press_file_again() -> None:
    code = (
        "import hashlib; from companion.address import parse_base_url as p; from printables.singles import *; "
        "print(hashlib.sha256(build_press(p('https://gong.example'), ShopOptions('dtc')).data).hexdigest())"
    )
    sums = {
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(sums) == 1


def test_pure_black_means_black_ink() -> None:
    assert BLACK == (0.0, 0.0, 0.0)
    assert ink.BLACK_INK == (0.0, 0.0, 0.0, 1.0)


# The commands


@pytest.mark.parametrize("module", ["shops:images", "shops:press", "preflight:check", "camera:scan"])
def test_every_option_has_help_and_a_place_in_the_documentation(module: str) -> None:
    name, _, attribute = module.partition(":")
    command = getattr(importlib.import_module(f"companion.cli.{name}"), attribute)
    text = (Path(__file__).parents[2] / "docs" / "printing.md").read_text("utf-8")
    for option in command.params:
        if isinstance(option, click.Option):
            assert option.help, option.name
            assert any(name in text for name in (*option.opts, *option.secondary_opts)), option.name


@pytest.mark.parametrize("command", [images, press_command])
def test_missing_fonts_leave_the_older_file(command: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "out"
    if command is images:
        write_folder(target, _files(b"old"), is_picture)
    else:
        target.write_bytes(b"old")
    fonts.load.cache_clear()
    monkeypatch.setattr(fonts, "data_path", lambda *parts: tmp_path.joinpath("no fonts", *parts))
    options = ["-o", str(target), "--shop", "tgc" if command is images else "dtc", "--base-url", str(BASE)]
    said = CliRunner().invoke(command, options)
    monkeypatch.undo()
    fonts.load.cache_clear()
    assert isinstance(said.exception, fonts.FontError)
    assert "cannot be read" in str(said.exception)
    assert _names(tmp_path) == ["out"]
    assert (target / "01-PR1.png" if command is images else target).read_bytes() == b"old"


def test_two_press_files_at_once_leave_one_whole_file(tmp_path: Path) -> None:
    words = [GONG, "print", "press", "-o", "press.pdf", "--cards", "54", "--base-url"]
    with (
        start([*words, "https://a.example"], cwd=tmp_path, stderr=subprocess.DEVNULL) as first,
        start([*words, "https://b.example"], cwd=tmp_path, stderr=subprocess.DEVNULL) as second,
    ):
        assert [first.wait(60), second.wait(60)] == [0, 0]
    assert _names(tmp_path) == ["press.pdf"]
    document = pypdfium2.PdfDocument(tmp_path / "press.pdf")
    assert len(document) == 108
    document.close()


def _gong(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GONG_")}
    return subprocess.run([GONG, "print", *words], cwd=folder, env=kept, capture_output=True, text=True, check=False)


def test_the_press_command(tmp_path: Path) -> None:
    said = _gong(tmp_path, "press", "-o", "press.pdf", "--base-url", "https://gong.example", "--cards", "54")
    assert (said.returncode, said.stdout) == (0, "")
    assert said.stderr == (
        "press.pdf: 54 cards on 108 pages for https://gong.example, in CMYK for DriveThruCards; QR version 2, "
        "error correction Q, module 0.92 mm.\n"
    )
    assert _names(tmp_path) == ["press.pdf"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("images", "-o", "out", "--shop", "tgc"), "Where is the site"),
        (("images", "-o", "out", "--shop", "tgc", "--trim", "63x88", "--base-url", "https://a.example"), "The Game"),
        (("images", "-o", "old", "--shop", "tgc", "--base-url", "https://a.example"), "it holds other files"),
        (("press", "-o", "no/x.pdf", "--base-url", "https://a.example"), "there is no folder no"),
        (("press", "-o", "x.pdf", "--base-url", "https://a.example", "--language", "tlh"), "no cards in language"),
    ],
)
def test_wrong_use_is_one_sentence(tmp_path: Path, words: tuple[str, ...], sentence: str) -> None:
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "holiday.jpg").write_bytes(b"dear")
    said = _gong(tmp_path, *words)
    assert said.returncode == 2
    [line] = said.stderr.splitlines()
    assert line.startswith("Error: ")
    assert sentence in line
    assert _names(tmp_path) == ["old"]
