"""DESIGN "Addresses" and "Printing": payload, version, error correction, module, outline, colours of the codes."""

import itertools
from typing import Any

import pytest
import zxingcpp
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw
from qrcode import constants
from qrcode.main import QRCode
from qrcode.util import QRData

from companion.address import BaseUrl, card_address, parse_base_url
from printables import qr
from printables.colour import BLACK, WHITE

HOSTS = [
    # base URL, version, level, module in mm on a panel of 25 mm
    ("https://gong.example", 2, "Q", 0.758),
    ("https://" + "a" * 17 + ".com", 2, "M", 0.758),  # 21 characters: the longest at version 2 and level M
    ("https://" + "a" * 18 + ".com", 2, "L", 0.758),
    ("https://" + "a" * 36 + ".com", 3, "M", 0.676),  # 40 characters
    ("http://192.168.1.20:8000", 2, "M", 0.758),
    ("http://192.168.1.20:8000/gong", 2, "L", 0.758),
    ("http://[2001:db8::1]:8000", 2, "L", 0.758),
]


@pytest.mark.parametrize(("url", "version", "level", "module"), HOSTS)
def test_version_and_level_of_an_address(url: str, version: int, level: str, module: float) -> None:
    symbol = qr.encode(card_address(parse_base_url(url), "NB4"))
    assert (symbol.version, symbol.level) == (version, level)
    assert symbol.module_size(25) == pytest.approx(module, abs=0.001)


def _picture(symbol: qr.QrSymbol, scale: int = 4) -> Image.Image:
    side = symbol.modules + 2 * qr.QUIET
    picture = Image.new("L", (side * scale, side * scale), 255)
    pen = ImageDraw.Draw(picture)
    for row, line in enumerate(symbol.matrix):
        for column, dark in enumerate(line):
            if dark:
                x, y = (column + qr.QUIET) * scale, (row + qr.QUIET) * scale
                pen.rectangle((x, y, x + scale - 1, y + scale - 1), fill=0)
    return picture


@pytest.mark.parametrize("url", [host[0] for host in HOSTS] + ["https://gong.example/a~b_c/D"])
def test_a_decoder_reads_exactly_the_address(url: str) -> None:
    address = card_address(parse_base_url(url), "SE6")
    [found] = zxingcpp.read_barcodes(_picture(qr.encode(address)), try_invert=False)
    assert found.text == address


@pytest.mark.parametrize("url", [host[0] for host in HOSTS])
def test_the_level_is_the_highest_that_does_not_raise_the_version(url: str) -> None:
    address = card_address(parse_base_url(url), "NB4")
    symbol = qr.encode(address)
    levels = {
        "L": constants.ERROR_CORRECT_L, "M": constants.ERROR_CORRECT_M,
        "Q": constants.ERROR_CORRECT_Q, "H": constants.ERROR_CORRECT_H,
    }  # fmt: skip

    def smallest(level: str) -> int:
        code: QRCode[Any] = QRCode(error_correction=levels[level], border=0)
        for mode, part in qr.segments(address):
            code.add_data(QRData(part.encode(), mode=mode), optimize=0)
        return int(code.best_fit())

    order = "LMQH"
    assert symbol.version == smallest("L") == smallest(symbol.level)
    for higher in order[order.index(symbol.level) + 1 :]:
        assert smallest(higher) > symbol.version


def _bits(parts: list[tuple[int, str]]) -> int:
    return sum(
        12 + 8 * len(text) if mode == 4 else 13 + len(text) // 2 * 11 + len(text) % 2 * 6 for mode, text in parts
    )


@given(st.text("aA1:/_", min_size=1, max_size=9))
def test_segments_are_the_shortest_of_all(text: str) -> None:
    found = qr.segments(text)
    assert "".join(part for _, part in found) == text
    assert all(mode == 4 or set(part) <= set("A1:/") for mode, part in found)
    best = None
    for modes in itertools.product((2, 4), repeat=len(text)):
        if any(mode == 2 and character in "a_" for mode, character in zip(modes, text, strict=True)):
            continue
        parts: list[tuple[int, str]] = []
        for mode, character in zip(modes, text, strict=True):
            if parts and parts[-1][0] == mode:
                parts[-1] = (mode, parts[-1][1] + character)
            else:
                parts.append((mode, character))
        best = _bits(parts) if best is None else min(best, _bits(parts))
    assert _bits([(mode, part) for mode, part in found]) == best


def _inside(x: float, y: float, loops: list[list[tuple[int, int]]]) -> tuple[bool, bool]:
    """Tell whether a point lies inside by the even-odd and by the non-zero rule."""
    crossings = winding = 0
    for loop in loops:
        for (x0, y0), (x1, y1) in zip(loop, [*loop[1:], loop[0]], strict=True):
            if x0 == x1 and x0 > x and min(y0, y1) < y < max(y0, y1):
                crossings += 1
                winding += 1 if y1 > y0 else -1
    return crossings % 2 == 1, winding != 0


@given(
    st.integers(1, 7).flatmap(
        lambda n: st.lists(st.lists(st.booleans(), min_size=n, max_size=n), min_size=n, max_size=n)
    )
)
def test_outline_paints_the_matrix_by_both_fill_rules(rows: list[list[bool]]) -> None:
    matrix = tuple(tuple(row) for row in rows)
    loops = qr.outline(matrix)
    for row, line in enumerate(matrix):
        for column, dark in enumerate(line):
            assert _inside(column + 0.5, len(matrix) - row - 0.5, loops) == (dark, dark)


def test_outline_has_corners_only_where_it_turns() -> None:
    assert qr.outline(((True, True), (True, True))) == [[(0, 0), (2, 0), (2, 2), (0, 2)]]


@pytest.mark.parametrize(
    ("module", "panel", "scans"),
    [
        (BLACK, WHITE, True),
        ((0.0, 0.0, 0.0), (1.0, 0.82, 0.18), True),  # black on the yellow of a fight
        ((0.66, 0.08, 0.17), WHITE, True),  # red on white
        ((1.0, 0.82, 0.18), WHITE, False),  # yellow on white: too little difference
        (WHITE, BLACK, False),  # inverted
        (BLACK, (0.08, 0.31, 0.71), False),  # black on blue: panel too dark
        (BLACK, (0.74, 0.74, 0.74), False),
        ((0.3, 0.3, 0.3), (0.79, 0.79, 0.79), False),
    ],
)
def test_colours_that_do_not_scan_are_refused(module: Any, panel: Any, scans: bool) -> None:
    if scans:
        qr.require_contrast(module, panel)
    else:
        with pytest.raises(qr.ContrastError, match="does not scan"):
            qr.require_contrast(module, panel)


def test_a_host_too_long_is_refused_with_the_longest_that_fits() -> None:
    base = BaseUrl("https", "a" * 60 + "." + "b" * 60 + "." + "c" * 56 + ".com")
    with pytest.raises(qr.HostTooLongError, match=r"has 182 characters.*longest host.* has 179 characters"):
        qr.require_fit(base, 25)
    longest = qr.longest_host(base, 25)
    assert qr.fits(BaseUrl("https", "a" * longest), 25)
    assert not qr.fits(BaseUrl("https", "a" * (longest + 1)), 25)
    symbol = qr.encode(card_address(BaseUrl("https", "a" * longest), "NB4"))
    assert symbol.module_size(25) >= 0.5


def test_a_path_too_long_is_refused() -> None:
    with pytest.raises(qr.HostTooLongError, match="no host fits beside this path"):
        qr.require_fit(BaseUrl("https", "gong.example", "/" + "p" * 300), 25)
    with pytest.raises(qr.HostTooLongError, match="too long"):
        qr.encode("https://" + "a" * 500)
