"""`gong print check`: a fixture that fails for each finding, a clean deck, and files that are broken in any way.

Fixtures are drawn here, by ReportLab and pikepdf, as anybody's program would draw a deck.
"""

import io
import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pikepdf
import pytest
from click.testing import CliRunner
from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from companion.address import parse_base_url
from companion.cli.preflight import check as check_command
from companion.deck import CARDS
from printables import fonts, qr
from printables.output_files import write_whole
from printables.pen import Pen
from printables.preflight.check import Report, check
from printables.preflight.finding_codes import CODES
from printables.preflight.plates import Plates
from printables.singles import ShopOptions, build_press

BASE = parse_base_url("https://gong.example")
GONG = Path(sys.executable).with_name("gong")
DOCS = Path(__file__).parents[2] / "docs" / "printing.md"
MM = 72 / 25.4


class Drawn:
    """A deck in the making, one card of 69.85 x 95.25 mm on each page."""

    def __init__(self, **kwargs: Any) -> None:
        fonts.load(fonts.TEXT)
        self.buffer = io.BytesIO()
        first: Any = fonts.TEXT
        self.canvas: Any = Canvas(self.buffer, initialFontName=first, invariant=1, **kwargs)
        self.pen = Pen(self.canvas)

    def page(self, width: float = 69.85, height: float = 95.25) -> "Drawn":
        self.pen.begin_page(width, height)
        return self

    def end(self) -> "Drawn":
        self.pen.end_page()
        return self

    def code(
        self, text: str, x: float = 20.0, y: float = 20.0, panel: float = 25.0, module: Any = (0, 0, 0),
        ground: Any = (1, 1, 1), quiet: float = 4.0,
    ) -> "Drawn":  # fmt: skip
        symbol = qr.encode(text)
        size = symbol.module_size(panel)
        spare = (4 - quiet) * size
        self.pen.rect((x - 6, y - 6, x + panel + 6, y + panel + 6), fill=(0.1, 0.1, 0.3))
        self.pen.rect((x + spare, y + spare, x + panel - spare, y + panel - spare), fill=ground)
        with self.pen.at(x + 4 * size, y + 4 * size, scale=size):
            self.pen.path(qr.outline(symbol.matrix), fill=module)
        return self

    def letters(self, text: str, x: float = 24.0, y: float = 16.0) -> "Drawn":
        self.pen.text(x, y, text, fonts.TEXT, 3, (1, 1, 1))
        return self

    def data(self) -> bytes:
        self.canvas.save()
        return self.buffer.getvalue()


def address(code: str) -> str:
    return f"https://GONG.EXAMPLE/{code}"


def card(code: str = "PR1", **kwargs: Any) -> bytes:
    return Drawn().page().code(address(code), **kwargs).letters(code).end().data()


def changed(data: bytes, change: Callable[[pikepdf.Pdf], None], **kwargs: Any) -> bytes:
    with pikepdf.open(io.BytesIO(data)) as pdf:
        change(pdf)
        buffer = io.BytesIO()
        pdf.save(buffer, **kwargs)
    return buffer.getvalue()


@pytest.fixture(scope="module")
def press_pair() -> bytes:
    """The first two pages of the press file: a back and a face."""
    data = build_press(BASE, ShopOptions("dtc", cards=54)).data

    def two(pdf: pikepdf.Pdf) -> None:
        del pdf.pages[2:]

    return changed(data, two)


@pytest.fixture
def look(tmp_path: Path) -> Callable[..., Report]:
    def look(data: bytes, shop: str | None = None) -> Report:
        path = tmp_path / "deck.pdf"
        path.write_bytes(data)
        return check(path, shop)

    return look


def codes(report: Report) -> set[str]:
    """Return what was found, but that cards are missing: most fixtures are one card."""
    return {finding.code for finding in report.findings} - {"P501"}


# Clean


def test_one_clean_card_has_no_finding(look: Any) -> None:
    report = look(card())
    assert codes(report) == set()
    [symbol] = report.symbols
    assert (symbol.card, symbol.modules, symbol.level, symbol.printed) == ("PR1", 25, "Q", ("PR1",))
    assert symbol.module == pytest.approx(25 / 33, abs=0.01)
    assert symbol.quiet == pytest.approx(4, abs=0.1)
    assert symbol.contrast > 0.98
    assert symbol.missed == []


def test_a_pair_of_press_pages_has_no_finding(look: Any, press_pair: bytes) -> None:
    report = look(press_pair, "dtc")
    assert codes(report) == set()
    assert report.pdfx
    assert 1.5 < report.most_ink <= 2.4 + 4 * 0.5 / 255
    assert report.symbols[0].quiet == pytest.approx(4, abs=0.8)


@pytest.mark.slow
@pytest.mark.parametrize("shop", [None, "dtc"])
def test_our_own_decks_have_no_finding_at_72_to_300_dpi(look: Any, make_pdf: Any, shop: str | None) -> None:
    data = build_press(BASE, ShopOptions("dtc")).data if shop else make_pdf().deck.data
    report = look(data, shop)
    assert report.findings == []
    assert len(report.symbols) == 56
    assert all(symbol.missed == [] for symbol in report.symbols)


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [
        {"duplex": "short"}, {"duplex": "fold"}, {"duplex": "none", "low_ink": True}, {"low_ink": True},
        {"back_offset": (1.5, -2.0)}, {"paper": "letter", "trim": (63.5, 88.9)}, {"trim": (44.0, 68.0)},
    ],
    ids=str,
)  # fmt: skip
def test_every_way_to_print_passes(look: Any, make_pdf: Any, options: Any) -> None:
    assert look(make_pdf(**options).deck.data).findings == []


# A fixture that fails for each finding


def _no_page(_: Any) -> bytes:
    return changed(card(), lambda pdf: pdf.pages.__delitem__(0))


def _encrypted(_: Any) -> bytes:
    return changed(card(), lambda _: None, encryption=pikepdf.Encryption(owner="o", user="u"))


def _huge(_: Any) -> bytes:
    return Drawn().page(2000, 2000).end().data()


def _damaged(_: Any) -> bytes:
    return re.sub(rb"startxref\s+\d+", b"startxref 7", card())


def _font(_: Any) -> bytes:
    drawn = Drawn().page().code(address("PR1"))
    drawn.canvas.setFont("Helvetica", 3)
    drawn.canvas.drawString(24, 16, "PR1")
    return drawn.end().data()


def _picture(_: Any) -> bytes:
    drawn = Drawn().page()
    noise = np.random.Generator(np.random.PCG64(1)).integers(0, 255, (40, 30, 3), dtype=np.uint8)
    drawn.canvas.drawImage(ImageReader(Image.fromarray(noise)), 0, 0, 69.85, 95.25)
    return drawn.code(address("PR1")).letters("PR1").end().data()


def _boxes(_: Any) -> bytes:
    drawn = Drawn()
    drawn.pen.boxes((3, 3, 80, 90), (0, 0, 69.85, 95.25))
    return drawn.page().code(address("PR1")).letters("PR1").end().data()


def _narrow_bleed(pair: bytes) -> bytes:
    def change(pdf: pikepdf.Pdf) -> None:
        for page in pdf.pages:
            page.obj.BleedBox = pikepdf.Array([8, 8, 190, 262])

    return changed(pair, change)


def _sizes(_: Any) -> bytes:
    drawn = Drawn().page().code(address("PR1")).letters("PR1").end()
    return drawn.page(100, 120).code(address("PR2")).letters("PR2").end().data()


def _content(pair: bytes, operators: bytes, **resources: Any) -> bytes:
    def change(pdf: pikepdf.Pdf) -> None:
        page = pdf.pages[0]
        page.contents_coalesce()
        page.contents_add(pdf.make_stream(b"q " + operators + b" 9 9 40 40 re f Q"))
        for name, value in resources.items():
            page.resources[f"/{name}"] = pikepdf.Dictionary(value)

    return changed(pair, change)


def _rgb(pair: bytes) -> bytes:
    return _content(pair, b"1 0 0 rg")


def _transparent(pair: bytes) -> bytes:
    return _content(pair, b"/Half gs 1 0 0 0 k", ExtGState={"/Half": pikepdf.Dictionary(ca=0.5)})


def _ink(pair: bytes) -> bytes:
    return _content(pair, b"1 1 1 0 k")


def _no_intent(pair: bytes) -> bytes:
    return changed(pair, lambda pdf: pdf.Root.__delitem__("/OutputIntents"))


def _scratched(_: Any) -> bytes:
    """A code with as many white spots as error correction mends only where pixels are fine."""
    chance = random.Random(3)
    drawn = Drawn().page().code(address("PR1")).letters("PR1")
    for _ in range(16):
        x, y = chance.uniform(24, 41), chance.uniform(24, 41)
        drawn.pen.rect((x, y, x + 1, y + 1), fill=(1, 1, 1))
    return drawn.end().data()


def _quiet(_: Any) -> bytes:
    return card(quiet=2.0)


def _small(_: Any) -> bytes:
    return card(panel=15.0)


def _inverted(_: Any) -> bytes:
    return card(module=(1, 1, 1), ground=(0, 0, 0))


def _pale(_: Any) -> bytes:
    return card(module=(0.55, 0.55, 0.55))


def _other_letters(_: Any) -> bytes:
    return Drawn().page().code(address("PR1")).letters("NB4").end().data()


def _rich_black(pair: bytes) -> bytes:
    def change(pdf: pikepdf.Pdf) -> None:
        page = pdf.pages[1]
        page.contents_coalesce()
        page.Contents.write(page.Contents.read_bytes().replace(b"0 0 0 1 k", b".5 .4 .4 1 k"))

    return changed(pair, change)


def _twice(_: Any) -> bytes:
    drawn = Drawn().page().code(address("PR1")).letters("PR1").end()
    return drawn.page().code(address("PR1")).letters("PR1").end().data()


def _two_sites(_: Any) -> bytes:
    drawn = Drawn().page().code(address("PR1")).letters("PR1").end()
    return drawn.page().code("https://OTHER.EXAMPLE/PR2").letters("PR2").end().data()


def _elsewhere(_: Any) -> bytes:
    return Drawn().page().code("https://GONG.EXAMPLE/RULES").end().data()


def _askew(_: Any) -> bytes:
    drawn = Drawn()
    for code, shift in (("PR1", 0.0), ("PR2", 0.0)):
        drawn.page(210, 297)
        drawn.code(address(code), 30, 200).letters(code, 34, 196).end()
        drawn.page(210, 297)
        drawn.pen.rect((30 + shift, 100, 67, 137), fill=(0.1, 0.1, 0.3))
        drawn.end()
    return drawn.data()


FIXTURES: dict[str, tuple[Callable[[Any], bytes], str | None, str]] = {
    # code: how it is made, shop, what the sentence says
    "P101": (lambda _: b"no PDF at all", None, "cannot be read as a PDF"),
    "P102": (_encrypted, None, "encrypted with a password"),
    "P103": (_no_page, None, "no page"),
    "P104": (_huge, None, r"2000 x 2000 mm is too large"),
    "P105": (_damaged, None, "damaged"),
    "P201": (_font, None, "The font Helvetica is not embedded"),
    "P202": (_picture, None, r"A picture has 1\d pixels per inch"),
    "P203": (_boxes, None, "The TrimBox reaches out of the bleed"),
    "P204": (_narrow_bleed, "dtc", r"The bleed is 0.4 mm wide; DriveThruCards asks for 3.2 mm"),
    "P205": (_sizes, None, r"The pages have 2 sizes"),
    "P301": (_rgb, "dtc", "screen colours"),
    "P302": (_transparent, "dtc", "an opacity below 100 %"),
    "P303": (_ink, "dtc", "up to 300% of ink"),
    "P304": (_no_intent, None, "needs one output intent"),
    "P401": (_scratched, None, r"The code is not read by (zbar|zxing) at 72"),
    "P402": (_quiet, None, r"There are 2\.\d modules of white"),
    "P403": (_small, None, r"The modules are 0\.4\d mm"),
    "P404": (_inverted, None, "light on dark"),
    "P405": (_other_letters, None, "The code leads to PR1, and NB4 is printed beside it"),
    "P406": (_rich_black, "dtc", r"5\d% of coloured ink"),
    "P501": (lambda _: card(), None, r"53 of the 54 cards have no code that is read: PR2, .* \.\.\."),
    "P502": (_twice, None, "there 2 times, on page 1, 2"),
    "P503": (_two_sites, None, r"The codes lead to 2 sites: https://gong.example \(1\), https://other.example \(1\)"),
    "P504": (_elsewhere, None, "which is no card's address"),
    "P505": (_askew, None, "The backs do not lie behind the fronts of page 1"),
}


def test_every_finding_has_a_fixture_and_a_place_in_the_documentation() -> None:
    assert set(FIXTURES) == set(CODES)
    text = DOCS.read_text("utf-8")
    assert [code for code in CODES if f"| `{code}` |" not in text] == []


ALONE = {"P201", "P202", "P203", "P204", "P402", "P405", "P502", "P503", "P504", "P505"}
"""Faults that bring no other fault with them."""


@pytest.mark.parametrize("code", FIXTURES)
def test_what_is_wrong_is_found_and_what_is_right_is_not(look: Any, press_pair: bytes, code: str) -> None:
    make, shop, sentence = FIXTURES[code]
    report = look(make(press_pair), shop)
    assert not report.good
    found = [finding for finding in report.findings if finding.code == code]
    assert found, [str(finding) for finding in report.findings]
    assert any(re.search(sentence, finding.message) for finding in found), found
    assert all("\n" not in finding.message for finding in report.findings)
    if code in ALONE:
        assert codes(report) == {code}


@pytest.mark.parametrize("make", [_pale])
def test_pale_codes_too(look: Any, make: Any) -> None:
    [finding] = [f for f in look(make(None)).findings if f.code == "P404"]
    assert "contrast of 45%" in finding.message


@pytest.mark.parametrize("pages", [1, 3])
def test_press_pages_that_are_no_pairs(look: Any, press_pair: bytes, pages: int) -> None:
    def change(pdf: pikepdf.Pdf) -> None:
        if pages == 1:
            del pdf.pages[0]
        else:
            pdf.pages.append(pdf.pages[0])

    assert "P505" in codes(look(changed(press_pair, change), "dtc"))


# Ink


def test_ink_is_measured_where_it_lies_and_in_gradients(press_pair: bytes) -> None:
    def change(pdf: pikepdf.Pdf) -> None:
        page = pdf.pages[0]
        page.contents_coalesce()
        function = pikepdf.Dictionary(FunctionType=2, Domain=[0, 1], N=1, C0=[0, 0, 0, 0], C1=[1, 1, 1, 1])
        page.resources["/Shading"] = pikepdf.Dictionary()
        page.resources["/Shading"]["/Test"] = pikepdf.Dictionary(
            ShadingType=2, ColorSpace=pikepdf.Name.DeviceCMYK, Coords=[0, 0, 198, 0], Function=function
        )
        page.contents_add(pdf.make_stream(b"q"), prepend=True)
        page.contents_add(pdf.make_stream(b"Q q 0 0 198 135 re W n /Test sh Q q 0 0.5 0 0 k 0 200 50 50 re f Q"))

    plates = Plates(changed(press_pair, change))
    inks = plates.inks(0, 72)
    plates.close()
    total = inks.sum(axis=2)
    assert total[-20, 190] == pytest.approx(4 * 190 / 198, abs=0.05)
    assert total[-20, 99] == pytest.approx(2, abs=0.05)
    assert inks[40, 20] == pytest.approx([0, 0.5, 0, 0], abs=0.01)  # what lies above counts, not what it hides


@pytest.mark.skipif(not Path("/usr/bin/gs").exists(), reason="needs Ghostscript")
def test_ink_agrees_with_another_renderer(press_pair: bytes, tmp_path: Path) -> None:
    (tmp_path / "pair.pdf").write_bytes(press_pair)
    subprocess.run(
        ["gs", "-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=tiff32nc", "-r100", "-dGraphicsAlphaBits=4",
         "-dTextAlphaBits=4", "-sOutputFile=page%d.tif", "pair.pdf"],
        cwd=tmp_path, check=True,
    )  # fmt: skip
    plates = Plates(press_pair)
    for page in (0, 1):
        theirs = np.asarray(Image.open(tmp_path / f"page{page + 1}.tif"), dtype=float) / 255
        ours = plates.inks(page, 100)
        assert ours.shape == theirs.shape
        assert np.abs(ours - theirs).mean() < 0.02
        assert ours.sum(axis=2).max() == pytest.approx(theirs.sum(axis=2).max(), abs=0.02)
    plates.close()


# Files that are broken in any way


@pytest.mark.parametrize(
    "seed", [pytest.param(seed, marks=[] if seed < 6 else pytest.mark.slow) for seed in range(200)]
)
def test_no_mutation_makes_it_fail(look: Any, press_pair: bytes, seed: int) -> None:
    """Truncated, bytes changed, parts cut out, numbers and names replaced: a finding or none, never an exception."""
    chance = random.Random(seed)
    data = bytearray(press_pair if seed % 2 else card())
    match seed % 4:
        case 0:
            data = data[: chance.randrange(len(data))]
        case 1:
            for _ in range(chance.choice([1, 20, 500])):
                data[chance.randrange(len(data))] = chance.randrange(256)
        case 2:
            start = chance.randrange(len(data))
            del data[start : start + chance.randrange(1, 2000)]
        case 3:
            spots = [m.span() for m in re.finditer(rb"/[A-Za-z]{2,9}|\b\d+\b", bytes(data))]
            for start, end in chance.sample(spots, 10):
                new = chance.choice([b"0", b"-1", b"9" * 12, b"/X", b"null", b"[", b"<<", b"1e9"])
                data[start:end] = new.ljust(end - start)[: end - start]
    report = look(bytes(data), "dtc" if seed % 3 == 0 else None)
    assert all(finding.code in CODES for finding in report.findings)


@pytest.mark.parametrize("data", [b"", b"%PDF-1.4", b"%PDF-1.4\n%%EOF\n", b"\0" * 5000, b"%PDF-1.7\n" + b"<" * 100_000])
def test_what_is_hardly_a_file(look: Any, data: bytes) -> None:
    assert codes(look(data)) == {"P101"}


# The command


def _gong(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [GONG, "print", "check", *words], cwd=folder, capture_output=True, text=True, check=False,
        env={**os.environ, "COLUMNS": "120"},
    )  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a full clean deck, one card for each page, and one with a fault."""
    path = tmp_path_factory.mktemp("check")
    drawn = Drawn()
    drawn.page(210, 297)
    for place, face in enumerate(CARDS[:54]):
        if place and place % 24 == 0:
            drawn.end().page(210, 297)
        x, y = 10 + place % 24 % 6 * 32, 20 + place % 24 // 6 * 45
        drawn.code(address(face.code), x, y, panel=18.0).letters(face.code, x + 2, y - 3)
    write_whole(path / "good.pdf", drawn.end().data())
    write_whole(path / "bad.pdf", card(quiet=1.0))
    return path


def test_a_good_file_ends_with_0(folder: Path) -> None:
    said = _gong(folder, "good.pdf")
    assert (said.returncode, said.stderr) == (0, "")
    assert re.fullmatch(r"good.pdf: 3 pages, 54 codes of 54 cards, modules of 0.5[45] mm or more: good.\n", said.stdout)


def test_a_bad_file_ends_with_1_in_every_format(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    text, data, github = (
        CliRunner().invoke(check_command, ["bad.pdf", "--format", form]) for form in ("text", "json", "github")
    )
    assert {said.exit_code for said in (text, data, github)} == {1}
    assert re.match(r"bad.pdf: P501 53 of the 54", text.stdout.splitlines()[0])
    assert re.match(r"bad.pdf: P402 page 1, card PR1: There are 1\.\d modules", text.stdout.splitlines()[1])
    told = json.loads(data.stdout)
    assert told["good"] is False
    assert [finding["code"] for finding in told["findings"]] == ["P501", "P402"]
    assert told["codes"][0]["card"] == "PR1"
    assert re.match(r"::error file=bad.pdf,title=P501::53 of", github.stdout)


@pytest.mark.parametrize(("words", "sentence"), [(("no.pdf",), "Cannot read no.pdf"), ((".",), "Cannot read .")])
def test_no_file_ends_with_2(folder: Path, words: tuple[str, ...], sentence: str) -> None:
    said = _gong(folder, *words)
    assert (said.returncode, said.stdout) == (2, "")
    [line] = said.stderr.splitlines()
    assert line.startswith(f"Error: {sentence}")


def test_a_missing_library_is_one_sentence(folder: Path) -> None:
    code = (
        "import sys; sys.modules['zxingcpp'] = None; from companion.cli import main; "
        "main(['print', 'check', 'good.pdf'])"
    )
    said = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=False, env={**os.environ}
    )
    assert said.returncode == 1
    [line] = said.stderr.splitlines()
    assert line.startswith("Error: This needs what the extra `scan` brings (")
    assert "pip install 'gong-companion[scan]'" in line
