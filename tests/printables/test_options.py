"""What can be chosen, and how it is written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printables.options import DeckOptions, PrintOptionError, parse_offset, parse_trim


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("63x88", (63, 88)),
        ("poker", (63.5, 88.9)),
        ("Poker", (63.5, 88.9)),
        ("44.5X68", (44.5, 68)),
        ("63×88", (63, 88)),
    ],
)
def test_trim(text: str, size: tuple[float, float]) -> None:
    assert parse_trim(text) == size


@pytest.mark.parametrize(
    "text", ["", "63", "63x", "x88", "63x88x2", "-63x88", "63,88", "bridgee", "1e3x88", "nanxnan", "63x88mm"]
)
def test_trim_that_is_no_size(text: str) -> None:
    with pytest.raises(PrintOptionError, match="is not a size: write width x height in millimetres"):
        parse_trim(text)


@pytest.mark.parametrize(
    ("text", "offset"), [("1.5,-2", (1.5, -2)), ("0,0", (0, 0)), (" -1 , +2 ", (-1, 2)), (".5,0", (0.5, 0))]
)
def test_offset(text: str, offset: tuple[float, float]) -> None:
    assert parse_offset(text) == offset


@pytest.mark.parametrize("text", ["", "1", "1,2,3", "a,b", "1;2", "nan,0", "0,inf", "1,", "1,2mm"])
def test_offset_that_is_not_two_numbers(text: str) -> None:
    with pytest.raises(PrintOptionError, match="is not two numbers"):
        parse_offset(text)


@given(st.text(max_size=60))
def test_any_text_is_taken_or_refused_in_one_line(text: str) -> None:
    for parse in (parse_trim, parse_offset):
        try:
            assert len(parse(text)) == 2
        except PrintOptionError as error:
            assert "\n" not in str(error)
            assert len(str(error)) < 400


def test_number_of_cards() -> None:
    with pytest.raises(PrintOptionError, match="54, 55 or 56 cards, not 53"):
        DeckOptions(cards=53)


@pytest.mark.parametrize("duplex", ["fold", "none"])
def test_back_offset_needs_backs_behind_fronts(duplex: str) -> None:
    with pytest.raises(PrintOptionError, match="use it with duplex long or short"):
        DeckOptions(duplex=duplex, back_offset=(1, 0))  # type: ignore[arg-type]
