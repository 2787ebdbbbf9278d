"""The page script deals the missions of a table as the server does: vectors of docs/tables.md and docs/chance.md."""

import re
from pathlib import Path
from typing import Any

import pytest

from companion.deck import card
from companion.missions.card_map import dealt, mission_for
from companion.missions.loader import load_pack
from companion.missions.pack import find_pack
from companion.missions.tables import PLAYERS, Table, is_code, parse_table, table_code, with_players
from companion.missions.wording.sentence import sentence
from tests.sweeps import sweep

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

DOCS = Path(__file__).parents[2] / "docs"
TABLES = (DOCS / "tables.md").read_text("utf-8")
CHANCE = (DOCS / "chance.md").read_text("utf-8")
CODES = [
    [int(seed), int(players), code] for seed, players, code in re.findall(r"\| (\d+) \| (\d) \| `(\w+)` \|", TABLES)
]
DEALS = [
    [text, kind, int(total), [int(number) for number in order.split()]]
    for text, kind, total, order in re.findall(r"\| `(\S+)` \| (\w+) \| (\d+) \| ([\d ]+) \|", TABLES)
]
NUMBERS = [
    [state, int(n), [int(number) for number in numbers.split(", ")]]
    for state, n, numbers in re.findall(r"\| `([0-9a-f]{16})` \| (\d+) \| ((?:\d+, ){7}\d+) \|", CHANCE)
]
KEYS = re.findall(r"\| `([^`|]*)` \| `([0-9a-f]{16})` \|", CHANCE.split("| text | text_key |")[1].split("The names")[0])


@pytest.fixture
def page(open_phone: Any) -> Any:
    page = open_phone()
    page.goto("privacy")
    return page


def test_chance(page: Any) -> None:
    assert len(NUMBERS) >= 6
    assert len(KEYS) >= 6
    found = page.evaluate(
        """async ([numbers, keys]) => {
             const { Chance, textKey } = await import("/static/js/chance.js");
             const hex = n => n.toString(16).padStart(16, "0");
             return [numbers.map(([state, n]) => {
               const chance = new Chance(BigInt("0x" + state));
               return Array.from({length: 8}, () => chance.below(n));
             }), keys.map(([text]) => hex(textKey(text)))];
           }""",
        [NUMBERS, KEYS],
    )
    assert found == [[numbers for _, _, numbers in NUMBERS], [key for _, key in KEYS]]


def test_codes_and_deals_of_the_document(page: Any) -> None:
    found = page.evaluate(
        """async ([codes, deals]) => {
             const { tableCode, isCode, parseTable, dealt, withPlayers } = await import("/static/js/tables.js");
             return [codes.map(([seed, players]) => tableCode(seed, players)),
                     codes.map(([, , code]) => isCode(code)),
                     codes.map(([, , code]) => [2, 3, 4, 5, 6].map(players => withPlayers(code, players))),
                     deals.map(([text, kind, total]) => Array.from({length: 18},
                       (_, place) => dealt(parseTable(text), kind, total, place)))];
           }""",
        [CODES, DEALS],
    )
    assert found[0] == [code for _, _, code in CODES]
    assert found[1] == [True] * len(CODES)
    assert found[2] == [[with_players(code, players) for players in PLAYERS] for _, _, code in CODES]
    assert found[3] == [order for _, _, _, order in DEALS]


TEXTS = [
    "KWXHY/2/gong-fight/1.0.0",
    "KWXHY/999/a-b-c/0.10.9999",
    "KWXHZ/2/gong-fight/1.0.0",
    "kwxhy/2/gong-fight/1.0.0",
    "KWXHY/0/gong-fight/1.0.0",
    "KWXHY/1000/gong-fight/1.0.0",
    "KWXHY/2/gong-fight/1.0",
    "KWXHY/2/gong-fight/1.0.0.0",
    "KWXHY/2/gong-fight/1.0.01",
    "KWXHY/2/gong-fight/1.0.0\n",
    "KWXHY/2/../1.0.0",
    "KWXHY/2/gong-fight/1.0.0/NB4",
    "",
]


def test_many_tables_and_texts_agree_with_the_server(page: Any) -> None:
    codes = [table_code(seed, players) for seed in range(7, 26064, 869) for players in PLAYERS]
    slips = [code[:2] + letter + code[3:] for code in codes[::10] for letter in "BDKZAL"]
    found = page.evaluate(
        """async ([codes, slips, texts]) => {
             const { isCode, parseTable, dealt } = await import("/static/js/tables.js");
             return [codes.map(code => dealt({code, round: 3, pack: "gong-fight", version: "1.0.0"}, "malus", 18, 5)),
                     slips.map(isCode), texts.map(text => parseTable(text)?.players ?? null)];
           }""",
        [codes, slips, TEXTS],
    )
    assert found[0] == [dealt(Table(code, 3, "gong-fight", "1.0.0"), "malus", 18, 5) for code in codes]
    assert found[1] == [is_code(code) for code in slips]
    assert found[2] == [table.players if (table := parse_table(text)) else None for text in TEXTS]


@pytest.mark.parametrize("code", sweep(["AN5", "AN6", "NM6", "NB4"], "AN5"))
@pytest.mark.parametrize("players", [2, 5])
def test_a_card_of_a_pack_with_limited_missions(open_phone: Any, players: int, code: str) -> None:
    """Mission B07 of the pack gong-gentle is not for two; the script leaves it out as the server does."""
    pack = load_pack(find_pack("gong-gentle"))
    table = Table(table_code(77, players), 3, pack.id, pack.version)
    page = open_phone()
    page.goto(code)
    page.evaluate(
        """async table => {
             document.cookie = `table=${table}; path=/`;
             const { settle } = await import("/static/js/seat.js");
             await settle(document.querySelector("main"));
           }""",
        str(table),
    )
    mission = mission_for(pack.missions, card(code), table=table)
    assert mission is not None
    assert page.locator("h1").inner_text() == pack.title(mission.id, "en")
    assert page.locator(".sentence").inner_text() == sentence(pack, mission.id, "en", 2 if players == 2 else None)
