"""The deck: rules/gong.md 1.1 and the forgiving reading of typed codes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import deck
from companion.deck import CARDS, parse_code


def test_1_1_1_nine_galaxies_times_six_numbers_once_each():
    pairs = [(c.galaxy, c.number) for c in CARDS if not c.is_joker]
    assert len(pairs) == len(set(pairs)) == 54
    assert set(pairs) == {(g, n) for g in range(9) for n in range(1, 7)}


def test_1_1_2_galaxies_in_printed_order():
    assert [c.galaxy_name for c in CARDS[0:54:6]] == [
        "PROXIMA", "NEBULA", "ZETA", "ANDROMEDE", "SERPENS", "SPARROW", "VIRGO", "OMEGA", "NEMESIS",
    ]  # fmt: skip


def test_1_1_3_xphere_is_the_name_of_the_number():
    assert [c.xphere for c in CARDS[:6]] == ["Gold", "Obsidian", "Silver", "Ruby", "Ice", "Amethyst"]


def test_1_1_5_eighteen_cards_of_each_kind():
    kinds = [c.kind for c in CARDS if not c.is_joker]
    assert {kind: kinds.count(kind) for kind in deck.KINDS} == {"bonus": 18, "malus": 18, "fight": 18}
    assert [c.kind for c in CARDS[:6]] == ["fight", "fight", "malus", "malus", "bonus", "bonus"]


def test_1_1_6_two_jokers_without_galaxy_number_or_kind():
    jokers = [c for c in CARDS if c.is_joker]
    assert [(j.code, j.galaxy, j.number, j.kind) for j in jokers] == [
        ("JK1", None, None, None),
        ("JK2", None, None, None),
    ]
    assert len(CARDS) == deck.DECK_SIZE == 56


def test_index_is_the_place_in_the_deck():
    assert [c.index for c in CARDS] == list(range(56))


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("NB4", "NB4"), ("nb4", "NB4"), ("nb-4", "NB4"), ("NB4/", "NB4"), ("//NB4", "NB4"), (" n b 4 ", "NB4"),
        ("NBI", "NB1"), ("nbl", "NB1"), ("0m3", "OM3"), ("5e5", "SE5"), ("2E3", "ZE3"), ("JKI", "JK1"), ("v12", "VI2"),
    ],
)  # fmt: skip
def test_forgiving_codes(typed, code):
    assert CARDS[parse_code(typed)].code == code


@pytest.mark.parametrize("typed", ["", "NB", "NB7", "NB0", "JK3", "XX1", "NB44", "N" * 5000, "\0", "né4", "NB٤"])
def test_unknown_codes(typed):
    assert parse_code(typed) is None


@given(st.sampled_from(CARDS), st.sampled_from(["", " ", "-", ".", "/", "_"]), st.booleans())
def test_every_printed_code_is_read_back(card, separator, lower):
    typed = card.code[:2] + separator + card.code[2]
    assert parse_code(typed.lower() if lower else typed) == card.index


@given(st.text(max_size=40))
def test_any_text_is_a_card_or_none(typed):
    index = parse_code(typed)
    assert index is None or 0 <= index < 56
