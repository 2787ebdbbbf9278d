"""Tables (docs/tables.md): codes that notice slips, and the permutation of missions that all phones share."""

import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.deck import CARDS, KINDS
from companion.missions.card_map import dealt, mission_for, place_in_kind
from companion.missions.loader import load_pack
from companion.missions.pack import find_pack
from companion.missions.tables import (
    LETTERS,
    PLAYERS,
    SEEDS,
    Table,
    is_code,
    near_codes,
    parse_table,
    table_code,
    tidy,
    with_players,
)

DOC = (Path(__file__).parents[2] / "docs" / "tables.md").read_text("utf-8")
CODES = [(int(seed), int(players), code) for seed, players, code in re.findall(r"\| (\d+) \| (\d) \| `(\w+)` \|", DOC)]
DEALS = re.findall(r"\| `(\S+)` \| (\w+) \| (\d+) \| ([\d ]+) \|", DOC)
CORE = load_pack(find_pack())
GENTLE = load_pack(find_pack("gong-gentle"))

codes = st.builds(table_code, st.integers(0, SEEDS - 1), st.sampled_from(PLAYERS))


def test_the_document_has_vectors() -> None:
    assert len(CODES) >= 6
    assert len(DEALS) >= 20
    assert f"0 to {SEEDS - 1}" in DOC
    assert f"`{LETTERS}`" in DOC


@pytest.mark.parametrize(("seed", "players", "code"), CODES)
def test_codes_of_the_document(seed: int, players: int, code: str) -> None:
    assert table_code(seed, players) == code
    assert is_code(code)
    assert Table(code, 1, "gong-fight", "1.0.0").players == players


@pytest.mark.parametrize(("text", "kind", "total", "order"), DEALS)
def test_deals_of_the_document(text: str, kind, total: str, order: str) -> None:
    table = parse_table(text)
    assert table is not None
    assert [dealt(table, kind, int(total), place) for place in range(18)] == [int(number) for number in order.split()]


@given(codes, st.integers(0, 4), st.sampled_from(LETTERS))
def test_one_wrong_letter_is_noticed_and_the_right_code_offered(code: str, place: int, letter: str) -> None:
    typed = code[:place] + letter + code[place + 1 :]
    assert is_code(typed) == (typed == code)
    assert typed == code or code in near_codes(typed)


@given(codes, st.integers(0, 3))
def test_two_swapped_letters_are_noticed_and_the_right_code_is_offered_first(code: str, place: int) -> None:
    typed = code[:place] + code[place + 1] + code[place] + code[place + 2 :]
    assert is_code(typed) == (typed == code)
    assert typed == code or code in near_codes(typed)[:4]


@given(codes, st.integers(0, 4), st.sampled_from("AEIOULQ0158É"))
def test_a_sign_that_codes_do_not_have_tells_where_the_slip_is(code: str, place: int, sign: str) -> None:
    typed = code[:place] + sign + code[place + 1 :]
    assert not is_code(typed)
    assert near_codes(typed) == [code]


@given(st.text(max_size=40))
def test_any_text_is_looked_at_calmly(text: str) -> None:
    near = near_codes(tidy(text))
    assert all(is_code(code) for code in near)
    table = parse_table(text)
    assert table is None or str(table) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "KWXHY",
        "KWXHY/2",
        "KWXHZ/2/gong-fight/1.0.0",
        "kwxhy/2/gong-fight/1.0.0",
        "KWXHY/0/gong-fight/1.0.0",
        "KWXHY/1000/gong-fight/1.0.0",
        "KWXHY/02/gong-fight/1.0.0",
        "KWXHY/٣/gong-fight/1.0.0",
        "KWXHY/2/gong-fight/1.0",
        "KWXHY/2/gong-fight/1.0.0\n",
        "KWXHY/2/../1.0.0",
        "KWXHY/2/gong-fight/1.0.0/NB4",
        "KWXHY/2/" + "a" * 100 + "/1.0.0",
    ],
)
def test_what_is_no_table(text: str) -> None:
    assert parse_table(text) is None


@given(codes)
def test_other_numbers_of_players_are_other_codes_of_one_seed(code: str) -> None:
    family = [with_players(code, players) for players in PLAYERS]
    assert code in family
    assert len(set(family)) == len(PLAYERS)
    assert [Table(other, 1, "p", "1.0.0").players for other in family] == list(PLAYERS)


@given(codes, st.integers(1, 999))
def test_no_mission_comes_twice_in_a_round(code: str, number: int) -> None:
    table = Table(code, number, CORE.id, CORE.version)
    missions = [mission_for(CORE.missions, card, table=table) for card in CARDS[:54]]
    assert {mission.id for mission in missions} == set(CORE.missions)
    assert all(mission.kind == card.kind for mission, card in zip(missions, CARDS, strict=False))


def test_a_joker_has_no_mission() -> None:
    assert mission_for(CORE.missions, CARDS[54], table=Table("KWXHY", 1, CORE.id, CORE.version)) is None


@pytest.mark.parametrize("players", PLAYERS)
def test_missions_that_do_not_suit_the_players_are_not_dealt(players: int) -> None:
    limited = {mission.id for mission in GENTLE.missions.values() if players not in mission.players}
    assert bool(limited) == (players == 2)
    for number in range(1, 30):
        table = Table(with_players("KWXHY", players), number, GENTLE.id, GENTLE.version)
        shown = Counter(mission_for(GENTLE.missions, card, table=table).id for card in CARDS[:54])
        assert set(shown) == set(GENTLE.missions) - limited
        assert max(shown.values()) == (2 if limited else 1)


def test_if_no_mission_of_a_kind_suits_there_is_none() -> None:
    none = {key: mission.model_copy(update={"players": range(5, 7)}) for key, mission in CORE.missions.items()}
    table = Table(with_players("KWXHY", 2), 1, CORE.id, CORE.version)
    assert {mission_for(none, card, table=table) for card in CARDS} == {None}
    assert {mission_for(none, card, 4) for card in CARDS} == {None}
    assert None not in {mission_for(none, card, 5) for card in CARDS[:54]}


def test_rounds_versions_and_tables_differ() -> None:
    orders = {
        tuple(dealt(table, "bonus", 18, place) for place in range(18))
        for table in (
            Table("KWXHY", 1, "gong-fight", "1.0.0"),
            Table("KWXHY", 2, "gong-fight", "1.0.0"),
            Table("KWXHY", 1, "gong-fight", "1.0.1"),
            Table("KWXFR", 1, "gong-fight", "1.0.0"),
        )
    }
    assert len(orders) == 4


def test_every_mission_comes_to_a_card_equally_often() -> None:
    """1,800 tables: each of the 18 missions 100 times; chi-square of 17 degrees, 99.9 % are below 40.8."""
    seen = Counter(dealt(Table(table_code(n, 4), 1, "gong-fight", "1.0.0"), "malus", 18, 7) for n in range(1800))
    assert sum((seen[mission] - 100) ** 2 / 100 for mission in range(18)) < 40.8


def test_places_are_those_of_the_deck() -> None:
    for kind in KINDS:
        assert [place_in_kind(card) for card in CARDS if card.kind == kind] == list(range(18))
