"""DESIGN "Printing" and cases "Printing", looked at in the finished file."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from companion import deck
from companion.address import card_address, parse_base_url
from printables.layout import face_layout
from printables.options import DeckOptions
from printables.sheet import plan
from tests.sweeps import sweep

Make = Callable[..., Any]

FORTY = "https://" + "a" * 36 + ".com"
"""A host of 40 characters."""

ADDRESSES = {card_address(parse_base_url("https://gong.example"), card.code) for card in deck.CARDS}


# The file


def test_fourteen_a4_pages(pdf: Any) -> None:
    assert pdf.deck.pages == len(pdf.pages) == 14
    assert {(round(page.width, 2), round(page.height, 2)) for page in pdf.pages} == {(210.0, 297.0)}


def test_letter_pages(make_pdf: Make) -> None:
    pages = make_pdf(paper="letter").pages
    assert {(round(page.width, 2), round(page.height, 2)) for page in pages} == {(215.9, 279.4)}


@pytest.mark.parametrize(
    ("duplex", "preference", "pages"),
    [
        ("long", "/DuplexFlipLongEdge", 14),
        ("short", "/DuplexFlipShortEdge", 14),
        ("fold", "/Simplex", 14),
        ("none", "/Simplex", 7),
    ],
)
def test_viewer_preferences(make_pdf: Make, duplex: str, preference: str, pages: int) -> None:
    pdf = make_pdf(duplex=duplex)
    wishes = pdf.reader.root_object["/ViewerPreferences"]
    assert wishes["/PrintScaling"] == "/None"
    assert wishes["/Duplex"] == preference
    assert len(pdf.pages) == pages


def test_language_and_title(pdf: Any) -> None:
    assert pdf.reader.root_object["/Lang"] == "en"
    assert pdf.reader.metadata.title == "GONG, 56 cards for https://gong.example"


def test_every_font_is_embedded(pdf: Any) -> None:
    fonts = [o for o in pdf.streams() if isinstance(o, dict) and o.get("/Type") == "/Font"]
    assert {str(font["/BaseFont"]).partition("+")[2] for font in fonts} == {"Exo2-ExtraBold", "Exo2-SemiBold"}
    assert all("/FontFile2" in font["/FontDescriptor"] for font in fonts)


@pytest.mark.parametrize("low_ink", [False, True])
def test_everything_is_vector_and_opaque(make_pdf: Make, low_ink: bool) -> None:
    for found in make_pdf(low_ink=low_ink).streams():
        if isinstance(found, dict):
            assert found.get("/Subtype") != "/Image"
            assert "/SMask" not in found
            assert "/ca" not in found


def test_sky_gem_and_back_are_stored_once(pdf: Any) -> None:
    placed = [name for page in pdf.pages for name, _, _ in page.forms]
    assert placed.count("back") == 56
    assert placed.count("sky-3") == 6
    stored = {
        name: page["/Resources"]["/XObject"].raw_get(name).idnum
        for page in pdf.reader.pages
        for name in page["/Resources"].get("/XObject", {})
    }
    numbers = {
        page["/Resources"]["/XObject"].raw_get("/FormXob.back").idnum
        for page in pdf.reader.pages
        if "/FormXob.back" in page["/Resources"]["/XObject"]
    }
    assert len(numbers) == 1
    assert len([name for name in stored if "sky" in name]) == 10
    assert len(set(stored.values())) == len(stored)


def test_size(pdf: Any, make_pdf: Make) -> None:
    assert len(pdf.deck.data) <= 3_000_000
    assert len(make_pdf(low_ink=True).deck.data) <= 1_000_000


def test_same_input_same_bytes_in_another_process(pdf: Any) -> None:
    program = (
        "import hashlib\nfrom companion.address import parse_base_url\n"
        "from printables.deck_pdf import build_deck\nfrom printables.options import DeckOptions\n"
        "print(hashlib.sha256(build_deck(parse_base_url('https://gong.example'), DeckOptions()).data).hexdigest())"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "4711", "TZ": "Asia/Tokyo"}
    said = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert said.stdout.strip() == hashlib.sha256(pdf.deck.data).hexdigest()


# The words


def test_a_face_says_all_there_is_to_know(pdf: Any) -> None:
    texts = pdf.texts()
    everything = "\n".join(texts)
    for card in deck.CARDS:
        assert f"https://gong.example/{card.code}" in everything
    first = texts[0]
    for word in (
        "PROXIMA",
        "NEBULA",
        "Gold",
        "Obsidian",
        "Silver",
        "Ruby",
        "Ice",
        "Amethyst",
        "FIGHT",
        "MALUS",
        "BONUS",
    ):
        assert word in first
    assert "JOKER" in texts[12]
    assert "50 mm = 100 %" in first
    assert "GONG · https://gong.example · 1/7" in first


@pytest.mark.parametrize(("cards", "jokers"), [(54, 0), (55, 1), (56, 2)])
def test_number_of_jokers(make_pdf: Make, cards: int, jokers: int) -> None:
    pdf = make_pdf(cards=cards, duplex="none")
    assert pdf.deck.cards == cards
    codes = [code for page in range(pdf.deck.pages) for code in pdf.decode(page, 72)]
    assert len(codes) == len(set(codes)) == cards
    assert sum("/JK" in code for code in codes) == jokers


# The codes


@pytest.mark.parametrize("dpi", sweep([72, 100, 150, 300], 72, 150))
def test_every_code_is_read_at_every_resolution(pdf: Any, dpi: int) -> None:
    codes = [code for page in range(pdf.deck.pages) for code in pdf.decode(page, dpi)]
    assert sorted(codes) == sorted(ADDRESSES)


@pytest.mark.parametrize(
    "options",
    sweep(
        [
            {"low_ink": True}, {"duplex": "fold"}, {"paper": "letter", "trim": (63.5, 88.9)}, {"trim": (44.0, 68.0)},
            {"trim": (40.0, 60.0)}, {"trim": (120.0, 180.0)}, {"url": "http://192.168.1.20:8000/gong"}, {"url": FORTY},
            {"url": "https://" + ".".join(["a" * 58] * 3)},
        ],
        {"low_ink": True}, {"trim": (40.0, 60.0)}, {"url": FORTY},
    ),
    ids=str,
)  # fmt: skip
def test_codes_are_read_however_they_are_printed(make_pdf: Make, options: dict[str, Any]) -> None:
    """On the first, the middle and the last sheet; what differs from sheet to sheet is tested above."""
    choice = {"duplex": "none", **options}
    pdf = make_pdf(**choice)
    base = parse_base_url(choice.pop("url", "https://gong.example"))
    per_sheet = plan(DeckOptions(**choice)).cards
    for page in {0, pdf.deck.pages // 2, pdf.deck.pages - 1}:
        cards = deck.CARDS[page * per_sheet : (page + 1) * per_sheet]
        assert sorted(pdf.decode(page, 100)) == sorted(card_address(base, card.code) for card in cards)


def test_a_host_of_40_characters_is_dense_only_on_a_small_card(make_pdf: Make) -> None:
    assert make_pdf(url=FORTY, duplex="none").deck.module == pytest.approx(30 / 37)
    assert not make_pdf(url=FORTY, duplex="none").deck.dense
    assert make_pdf(url=FORTY, duplex="none", trim=(44.0, 68.0)).deck.dense


def test_each_code_is_one_black_path_on_a_white_panel_with_four_modules_of_quiet(pdf: Any) -> None:
    layout = face_layout(63, 88)
    page = pdf.pages[0]
    # Nine panels and nine codes are filled on the page itself; all else lies in forms.
    codes = [loop for loop in page.fills if len(loop) > 100]
    assert len(codes) == 9
    module = layout.panel_side / 33
    skies = sorted(page.placed("sky"), key=lambda form: (-round(form[2]), round(form[1])))
    for code in codes:
        left, bottom = min(x for x, _ in code), min(y for _, y in code)
        right, top = max(x for x, _ in code), max(y for _, y in code)
        assert right - left == pytest.approx(25 * module, abs=0.01)
        assert top - bottom == pytest.approx(25 * module, abs=0.01)
        origins = [
            (left - layout.panel[0] - 4 * module - x, bottom - layout.panel[1] - 4 * module - y) for _, x, y in skies
        ]
        assert min(abs(dx) + abs(dy) for dx, dy in origins) < 0.01


@pytest.mark.parametrize("dpi", [300])
def test_quiet_zone_is_pure_white_and_modules_pure_black(pdf: Any, dpi: int) -> None:
    layout = face_layout(63, 88)
    picture = np.asarray(pdf.render(0, dpi))
    scale = dpi / 25.4
    module = layout.panel_side / 33
    for _, x, y in pdf.pages[0].placed("sky"):
        left, bottom = x + layout.panel[0], y + layout.panel[1]
        rows = slice(round((297 - bottom - layout.panel_side) * scale) + 2, round((297 - bottom) * scale) - 2)
        columns = slice(round(left * scale) + 2, round((left + layout.panel_side) * scale) - 2)
        panel = picture[rows, columns]
        ring = int(4 * module * scale) - 4
        for edge in (panel[:ring], panel[-ring:], panel[:, :ring], panel[:, -ring:]):
            assert edge.min() == 255
        assert panel.min() == 0
        assert int((panel.max(axis=2) - panel.min(axis=2)).max()) == 0  # no colour anywhere in it


# The sheets


def _corners(page: Any, *prefixes: str) -> list[tuple[float, float]]:
    return sorted((round(x, 3), round(y, 3)) for _, x, y in page.placed(*prefixes))


@pytest.mark.parametrize("edge", ["long", "short"])
@pytest.mark.parametrize("trim", [(63.0, 88.0), (70.0, 120.0)])
def test_backs_lie_behind_fronts_on_every_sheet_and_the_last(
    make_pdf: Make, edge: str, trim: tuple[float, float]
) -> None:
    pages = make_pdf(duplex=edge, trim=trim).pages
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        fronts, backs = _corners(front, "sky"), _corners(back, "back")
        upright = (edge == "long") == (front.height >= front.width)
        turned = [(front.width - x - trim[0], y) if upright else (x, front.height - y - trim[1]) for x, y in fronts]
        for (x, y), (bx, by) in zip(sorted(turned), backs, strict=True):
            assert (x, y) == pytest.approx((bx, by), abs=0.01)


def test_last_sheet_is_partly_filled(pdf: Any) -> None:
    assert _corners(pdf.pages[12], "sky") == [(10.5, 192.5), (73.5, 192.5)]
    assert _corners(pdf.pages[13], "back") == [(73.5, 192.5), (136.5, 192.5)]


def test_back_offset_moves_every_back_and_its_marks_and_no_front(make_pdf: Make) -> None:
    still = make_pdf(marks="both").pages
    moved = make_pdf(marks="both", back_offset=(1.5, -2.0)).pages
    for number, (before, after) in enumerate(zip(still, moved, strict=True)):
        x, y = (1.5, -2.0) if number % 2 else (0.0, 0.0)
        assert len(before.forms) == len(after.forms)
        for (name, bx, by), (other, ax, ay) in zip(before.forms, after.forms, strict=True):
            assert name == other
            assert (ax - bx, ay - by) == pytest.approx((x, y), abs=0.001)
        for (b0, b1, _), (a0, a1, _) in zip(before.lines, after.lines, strict=True):
            assert (a0[0] - b0[0], a0[1] - b0[1], a1[0] - b1[0], a1[1] - b1[1]) == pytest.approx(
                (x, y, x, y), abs=0.001
            )


def _marks(page: Any) -> list[Any]:
    return [line for line in page.lines if line[2] == pytest.approx(0.1, abs=0.001)]


@pytest.mark.parametrize(("marks", "front", "back"), [("front", 16, 0), ("both", 16, 16), ("none", 0, 0)])
def test_marks_on_every_sheet(make_pdf: Make, marks: str, front: int, back: int) -> None:
    for number, page in enumerate(make_pdf(marks=marks).pages):
        assert len(_marks(page)) == (back if number % 2 else front)


def test_no_mark_touches_a_card(make_pdf: Make) -> None:
    for page in make_pdf(marks="both").pages:
        for x, y in ((x, y) for start, end, _ in _marks(page) for x, y in (start, end)):
            assert not (10.5 - 1e-6 <= x <= 199.5 + 1e-6 and 16.5 - 1e-6 <= y <= 280.5 + 1e-6)


def test_fold_has_marks_for_every_cell(make_pdf: Make) -> None:
    assert [len(_marks(page)) for page in make_pdf(duplex="fold").pages] == [16] * 14  # 4 columns and 2 rows of sides


def test_fold_has_each_back_right_beside_its_front(make_pdf: Make) -> None:
    for page in make_pdf(duplex="fold").pages:
        assert _corners(page, "back") == [(pytest.approx(x + 63, abs=0.01), y) for x, y in _corners(page, "sky")]


@pytest.mark.parametrize(
    "options", [{}, {"paper": "letter"}, {"duplex": "fold"}, {"paper": "letter", "trim": (63.5, 88.9)}], ids=str
)
def test_a_ruler_of_exactly_50_mm_on_every_sheet(make_pdf: Make, options: dict[str, Any]) -> None:
    pdf = make_pdf(**options)
    step = 1 if options.get("duplex") == "fold" else 2
    for page in pdf.pages[::step]:
        lengths = [abs(b[0] - a[0]) + abs(b[1] - a[1]) for a, b, _ in page.lines]
        assert lengths.count(pytest.approx(50, abs=0.001)) == 1


@pytest.mark.parametrize("page", [0, 1, 12, 13])
def test_no_paper_white_at_the_edge_when_the_cut_is_1_5_mm_off(pdf: Any, page: int) -> None:
    dpi = 200
    picture = np.asarray(pdf.render(page, dpi)).min(axis=2)
    scale = dpi / 25.4
    for x, y in _corners(pdf.pages[page], "sky", "back"):
        for dx, dy in ((-1.5, 0), (1.5, 0), (0, -1.5), (0, 1.5), (1.5, 1.5), (-1.5, -1.5)):
            left, right = round((x + dx) * scale) + 1, round((x + dx + 63) * scale) - 1
            top, bottom = round((297 - y - dy - 88) * scale) + 1, round((297 - y - dy) * scale) - 1
            window = picture[top:bottom, left:right]
            band = 3
            for edge in (window[:band], window[-band:], window[:, :band], window[:, -band:]):
                assert edge.max() < 253


def test_low_ink_uses_little_ink(pdf: Any, make_pdf: Make) -> None:
    full, low = (1 - np.asarray(p.render(2, 50)).mean() / 255 for p in (pdf, make_pdf(low_ink=True)))
    assert full > 0.4
    assert low < 0.12
