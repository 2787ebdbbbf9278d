"""DESIGN "Printing": code and address in clear beside the QR code, whatever the length of the address."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printables import fonts
from printables.clear_text import break_to_fit, draw
from printables.pen import Box

INK = (0.1, 0.2, 0.3)
SHORT, LONG = "https://gong.example/NB4", "https://companion.gong-table.example/NB4"


class RecordingPen:
    """Notes where lines of text begin, and where they end."""

    def __init__(self) -> None:
        self.lines: list[tuple[float, float, str, str, float, str]] = []
        self.spans: list[tuple[float, float]] = []

    def text(self, x: float, y: float, text: str, face: Any, size: float, colour: Any, align: str = "left") -> None:
        assert colour == INK
        left = x - fonts.width(text, face, size) * {"left": 0, "centre": 0.5, "right": 1}[align]
        self.spans.append((left, left + fonts.width(text, face, size)))
        self.lines.append((round(x, 3), round(y, 3), text, face, round(size, 3), align))


def drawn(address: str, room: Box, scale: float = 1.0) -> RecordingPen:
    pen: Any = RecordingPen()
    draw(pen, "NB4", address, room, scale, INK)
    return pen  # type: ignore[no-any-return]


@given(st.text("abcdefghijkmw.-:/", min_size=1, max_size=180))
def test_any_address_fits_into_its_room(host: str) -> None:
    address = f"https://{host}/NB4"
    lines, size = break_to_fit(address, 18.0, 4.7, 1.95)
    assert "".join(lines) == address
    assert len(lines) * size * 1.18 <= 4.7
    assert all(fonts.width(line, fonts.TEXT, size) <= 18.0 + 1e-9 for line in lines if len(line) > 1)


@pytest.mark.parametrize(
    ("address", "lines"),
    [
        ("https://gong.example/NB4", ["https://gong", ".example/NB4"]),
        ("https://companion.gong-table.example/NB4", ["https://companion", ".gong-table.example", "/NB4"]),
        ("http://192.168.1.20:8000/gong/NB4", ["http://192.168.1.20", ":8000/gong/NB4"]),
    ],
)
def test_lines_begin_at_a_sign_of_the_address(address: str, lines: list[str]) -> None:
    assert break_to_fit(address, 19.0, 7.0, 1.95)[0] == lines


@pytest.mark.parametrize(("address", "scale", "lines"), [
    (SHORT, 1.0, [
        (25.0, 7.69, "NB4", fonts.DISPLAY, 3.3, "centre"),
        (25.0, 5.2, SHORT, fonts.TEXT, 1.95, "centre"),
    ]),
    (SHORT, 1.5, [
        (37.5, 11.535, "NB4", fonts.DISPLAY, 4.95, "centre"),
        (37.5, 7.8, SHORT, fonts.TEXT, 2.925, "centre"),
    ]),
    (LONG, 1.0, [
        (10, 6.345, "NB4", fonts.DISPLAY, 3.3, "left"),
        (40, 7.927, "https://companion", fonts.TEXT, 1.78, "right"),
        (40, 5.827, ".gong-table.example/NB4", fonts.TEXT, 1.78, "right"),
    ]),
    (LONG, 1.5, [
        (15, 9.518, "NB4", fonts.DISPLAY, 4.95, "left"),
        (60, 11.891, "https://companion", fonts.TEXT, 2.67, "right"),
        (60, 8.741, ".gong-table.example/NB4", fonts.TEXT, 2.67, "right"),
    ]),
])  # fmt: skip
def test_where_code_and_address_stand(address: str, scale: float, lines: list[Any]) -> None:
    room = (10 * scale, 5 * scale, 40 * scale, 10 * scale)
    assert drawn(address, room, scale).lines == lines


@given(st.text("abcdefghijkmw.-:/", min_size=24, max_size=120), st.sampled_from([0.7, 1.0, 1.4]))
def test_lines_beside_the_code_leave_a_gap_and_are_centred_on_it(host: str, scale: float) -> None:
    pen = drawn(f"https://{host}/NB4", (10 * scale, 5 * scale, 38 * scale, 10 * scale), scale)
    code, *lines = pen.lines
    if code[5] == "centre":
        return
    (_, code_ends), *spans = pen.spans
    assert min(left for left, _ in spans) >= code_ends + 1.2 * scale - 1e-6
    middle_of_lines = (lines[0][1] + lines[-1][1] + lines[0][4] * fonts.CAP_HEIGHT) / 2
    assert middle_of_lines == pytest.approx(7.5 * scale, abs=0.002)
    assert len(lines) * lines[0][4] * 1.18 <= 5 * scale + 0.1
