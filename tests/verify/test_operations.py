"""The table of operations: every step of every mission in order, with its place in the file."""

import dataclasses
from pathlib import Path

import pytest

from companion.missions import model as m
from companion.missions.loader import load_pack
from companion.missions.mission_ids import MISSION_IDS
from companion.missions.pack import Mission, find_pack
from companion.rules.fight.program import Program
from companion.rules.gong.cards import GALAXY_CARDS, NUMBER_MASK
from companion.verify import operations as o
from companion.verify.kernel import columns as col
from companion.verify.kernel.verbs.registry import OP_NUMBERS

PACK = load_pack(find_pack())
TABLE = o.tabulate(PACK)


def operations(name: str, pack=PACK) -> list[o.Operation]:
    return [operation for operation in o.tabulate(pack).operations if operation.mission == name]


def with_mission(name: str, *steps: m.Step):
    mission = Mission(id=name, do=steps)
    return dataclasses.replace(PACK, missions={**PACK.missions, name: mission})


def test_every_step_has_one_operation_in_the_order_of_its_program():
    expected = [
        (name, number, m.verb(step))
        for name in MISSION_IDS
        for number, step in enumerate(Program(PACK.missions[name]).steps)
    ]
    assert [(found.mission, found.step, found.verb) for found in TABLE.operations] == expected
    assert all(TABLE.operations[place].mission == name for name, place in TABLE.first.items())
    assert all(TABLE.operations[place].step == 0 for place in TABLE.first.values())
    assert all(type(number) is int for row in TABLE.rows() for number in row)


def test_every_operation_knows_the_line_of_its_step():
    for operation in TABLE.operations:
        lines = Path(operation.location.path).read_text().splitlines()
        line = operation.location.line - 1
        assert f"{operation.verb}:" in lines[line] or lines[line - 1].endswith(f"{operation.verb}:"), operation
    assert str(operations("B08")[0]) == f"B08 step 0, {PACK.locations.step('B08', 0)}"


def test_what_follows_a_step_and_its_branches():
    inner, after = m.Draw(n=1), m.Keep()
    pack = with_mission(
        "B02", m.Put(n=2, otherwise=(m.Put(n=1), inner)), m.If(cond={"pile_empty": True}, then=()), after
    )
    rows = [operation.row for operation in operations("B02", pack)]
    first = o.tabulate(pack).first["B02"]
    put, one, draw, question, keep = rows
    assert [row[col.OP] for row in rows] == [OP_NUMBERS[verb] for verb in ("put", "put", "draw", "if", "keep")]
    assert (put[col.BRANCH], put[col.NEXT], put[col.KIND]) == (first + 1, first + 3, 1)
    assert (one[col.NEXT], draw[col.NEXT]) == (first + 2, first + 3)
    assert question[col.BRANCH : col.BRANCH + 4] == (first + 4, first + 4, col.NONE, col.NONE)
    assert (question[col.EMPTY], keep[col.NEXT]) == (0b11, col.END)


def test_counts_filters_and_players_become_numbers():
    where = {"number": (5, 6), "galaxy": "drawn", "extreme": "lowest"}
    pack = with_mission("B02", m.Give(from_="most", to="self", n="all", where=where, bind="p"), m.Draw(who="bound_p"))
    give, draw = (operation.row for operation in operations("B02", pack))
    assert give[col.MASK] == GALAXY_CARDS & (NUMBER_MASK[5] | NUMBER_MASK[6])
    assert (give[col.DRAWN], give[col.EXTREME], give[col.N], give[col.EXACT]) == (2, col.LOWEST, col.ALL_CARDS, 0)
    assert (give[col.WHO], give[col.TO], give[col.BIND], draw[col.WHO]) == (col.MOST, col.SELF, 1, col.BOUND)


def test_outcomes_of_duels_are_deeper():
    duel = operations("F01")
    assert [found.row[col.DEPTH] for found in duel] == [0, *[1] * (len(duel) - 1)]


def nested(depth: int) -> m.Step:
    inner = (nested(depth - 1),) if depth else (m.Put(),)
    return m.Stare(kind="stare", vs="left", win=inner)


def test_duels_in_duels_have_a_limit():
    o.tabulate(with_mission("F01", nested(col.MAX_DEPTH - 1)))
    with pytest.raises(col.OperationTableError, match="mission F01 duels are inside duels more than 3 deep"):
        o.tabulate(with_mission("F01", nested(col.MAX_DEPTH)))


def test_names_have_a_limit():
    gifts = [m.Give(to="left", bind=f"p{number}") for number in range(col.MAX_BOUND + 1)]
    o.tabulate(with_mission("B01", *gifts[:-1]))
    with pytest.raises(col.OperationTableError, match="mission B01 binds more than 8 names"):
        o.tabulate(with_mission("B01", *gifts))


def test_steps_have_a_limit():
    with pytest.raises(col.OperationTableError, match="more than 5000 steps"):
        o.tabulate(with_mission("B01", *(m.Draw() for _ in range(5_000))))
