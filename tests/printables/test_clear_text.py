"""DESIGN "Printing": code and address in clear beside the QR code, whatever the length of the address."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printables import fonts
from printables.clear_text import break_to_fit


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
