"""What a typed answer means: number, card name or code, or any words that leave one choice."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cli.dialogue import MAX_SHOWN, find_choices, menu_lines
from companion.deck import CARDS

MENU = [
    "Play NEBULA 4.",
    "Play NEMESIS 4.",
    "Play OMEGA 1.",
    "Play OMEGA 1 and say GONG.",
    "Play JOKER 1 against seat 2.",
    "Draw a card.",
    "Play red 10, green 10.",
    "Play red 1.",
]


@pytest.mark.parametrize(
    ("typed", "places"),
    [
        ("play 1", [2, 3, 4, 7]),
        ("play 1 omega", [2, 3]),
        ("2 jk1", [4]),
        ("1 jk1", []),
        ("card a draw", [5]),
        ("1", [0]),
        (" 8 ", [7]),
        ("0", []),
        ("9", []),
        ("999999999999", []),
        ("-1", []),
        ("Play NEBULA 4.", [0]),
        ("play nebula 4", [0]),
        ("NEBULA 4", [0]),
        ("4 nebula", [0]),
        ("neb 4", [0]),
        ("ne 4", [0, 1]),
        ("nb4", [0]),
        ("NB-4", [0]),
        ("nb 4", [0]),
        ("play NB4!", [0]),
        ("nm4", [1]),
        ("om1", [2, 3]),
        ("omega 1", [2, 3]),
        ("play omega 1", [2]),
        ("om1 gong", [3]),
        ("gong", [3]),
        ("jk1", [4]),
        ("joker", [4]),
        ("2", [1]),
        ("seat 2", [4]),
        ("d", [5]),
        ("draw", [5]),
        ("red 1", [7]),
        ("red 10", [6]),
        ("10 10", [6]),
        ("10 10 10", []),
        ("pl", [0, 1, 2, 3, 4, 6, 7]),
        ("pr6", []),
        ("fly", []),
        ("", []),
        ("...", []),
        ("\x1b[A", []),
        ("🃏", []),
    ],
)
def test_what_is_typed(typed, places):
    assert find_choices(typed, MENU) == places


@given(st.text(max_size=40))
def test_any_text_is_read(text):
    assert all(0 <= place < len(MENU) for place in find_choices(text, MENU))


@given(st.sampled_from(CARDS))
def test_each_card_is_found_by_name_and_by_code(card):
    menu = [f"Ask seat 1 for {other.name}." for other in CARDS]
    for typed in (card.name, card.code, card.name.lower(), f"ask 1 {card.code.lower()}"):
        assert find_choices(typed, menu) == [card.index]


def test_a_short_menu_is_one_column():
    assert menu_lines(MENU[:3], 200) == ["1  Play NEBULA 4.", "2  Play NEMESIS 4.", "3  Play OMEGA 1."]


def test_a_long_menu_fills_the_width_column_by_column():
    labels = [f"Ask {n}." for n in range(1, 13)]
    lines = menu_lines(labels, 40)
    assert lines == [
        " 1  Ask 1.     5  Ask 5.     9  Ask 9.",
        " 2  Ask 2.     6  Ask 6.    10  Ask 10.",
        " 3  Ask 3.     7  Ask 7.    11  Ask 11.",
        " 4  Ask 4.     8  Ask 8.    12  Ask 12.",
    ]
    assert len(menu_lines(labels, 1)) == 12


def test_a_menu_shows_a_part_under_the_same_numbers():
    assert menu_lines(MENU, 80, [2, 3]) == ["3  Play OMEGA 1.", "4  Play OMEGA 1 and say GONG."]


def test_many_choices_that_differ_in_numbers_are_told_together():
    asks = [
        f"Ask seat {seat} for {card}."
        for seat in (1, 2, 3, 4)
        for card in ("NEBULA 1", "NEBULA 5", "OMEGA 2", "ZETA 1", "ZETA 2", "ZETA 3", "ZETA 4", "ZETA 6")
    ]
    labels = [*asks, "Play a joker against seat 2."]
    assert menu_lines(labels, 80) == [
        "Ask seat 1, 2, 3 or 4 for NEBULA 1 or 5.",
        "Ask seat 1, 2, 3 or 4 for OMEGA 2.",
        "Ask seat 1, 2, 3 or 4 for ZETA 1, 2, 3, 4 or 6.",
        "Play a joker against seat 2.",
        "Type enough of it to be clear, for example: ask seat 1 for nebula 1",
    ]
    assert find_choices("2 ze4", labels) == [labels.index("Ask seat 2 for ZETA 4.")]
    assert menu_lines(labels, 80, [3, 4])[0] == " 4  Ask seat 1 for ZETA 1."
    uneven = [label for label in labels if label != "Ask seat 2 for ZETA 4."]
    assert "Ask seat 2 for ZETA 6." in menu_lines(uneven, 80)
    assert "Ask seat 2 for ZETA 4." not in menu_lines(uneven, 80)


def test_braces_and_signs_in_a_choice_are_kept():
    labels = [f"Say {{#}} {number}." for number in range(30)]
    assert "{#}" in menu_lines(labels, 80)[0]


def test_a_huge_menu_says_how_to_find_the_rest():
    lines = menu_lines([f"Play {chr(0x4E00 + n)}." for n in range(1000)], 80)
    assert lines[-1] == f"... and {1000 - MAX_SHOWN} more: type a word of what you want to see fewer."
    assert all(len(line) <= 80 for line in lines)
