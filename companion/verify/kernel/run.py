"""A job in the kernel: its memory is laid out, the matches are played, the counters are read."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
from numba import njit

from companion import chance, deck
from companion.chance import GOLDEN, MASK64, mix64
from companion.deck import DECK_SIZE, JOKERS
from companion.missions.mission_ids import MISSION_IDS
from companion.rules import combinations
from companion.rules.gong import cards, state
from companion.verify import tally
from companion.verify.jobs import MISSION_NUMBER, POLICIES, CounterLayout, SimulationJob
from companion.verify.kernel import columns as col
from companion.verify.kernel import memory_layout as p
from companion.verify.kernel.chance_words import signed
from companion.verify.kernel.duels.registry import KIND_NUMBERS
from companion.verify.kernel.match_loop import play_matches
from companion.verify.kernel.verbs.registry import OP_NUMBERS
from companion.verify.operations import OperationTable
from companion.verify.tally import BRANCHES, CHANGES, MAX_TURNS, NEVER, OUTCOMES, Tally

MemoryBlock: TypeAlias = np.ndarray[Any, np.dtype[np.int64]]

_FAR: Final = 99  # more than a hand can hold
_LINE: Final = 8  # numbers in a line of the processor's cache


_CONSTANTS: Final = (chance, deck, cards, combinations, state, tally)
"""Modules of other rooms whose constants are compiled in."""


def compiled_sources() -> list[Path]:
    """Return the files whose functions and constants are compiled."""
    return [
        *sorted(Path(__file__).parent.rglob("*.py")),
        *(Path(module.__file__) for module in _CONSTANTS if module.__file__),
    ]


def _fingerprint() -> str:
    """Return a hash of all that is compiled: numba looks only at the file of the function that it keeps on disk."""
    numbers = repr((list(OP_NUMBERS), list(KIND_NUMBERS))).encode()
    return hashlib.sha256(b"".join([numbers, *(file.read_bytes() for file in compiled_sources())])).hexdigest()


def _entry(fingerprint: str) -> Callable[[int, int, int, int], None]:
    """Return the one function that Python calls; what was compiled before from the same code is found on disk."""

    def play(memory: int, other: int, first: int, count: int) -> None:
        if fingerprint:
            play_matches(memory, other, first, count)

    signature = "void(int64, int64, int64, int64)"
    try:
        return njit(signature, nogil=True, error_model="numpy", cache=True)(play)
    except RuntimeError:  # no folder to keep it in can be written
        return njit(signature, nogil=True, error_model="numpy")(play)


play: Final = _entry(_fingerprint())


def lay_out(job: SimulationJob, table: OperationTable) -> MemoryBlock:
    """Return the memory in which a job begins."""
    m = _block(p.TABLE - _LINE + p.ROW * len(table.operations))
    seats = range(job.seats)
    for me in seats:
        for who, order in _lists(me, job.seats).items():
            m[p.LISTS + 8 * me + who] = sum(seat + 1 << 4 * place for place, seat in enumerate(order))
    m[p.PAD + job.seats : p.PAD + 8] = _FAR
    programs = CounterLayout(job.pack).by_card(job.seats)
    for card, program in enumerate(programs):
        m[p.MISSION_OF + card] = -1 if program is None else MISSION_NUMBER[program.mission.id]
    for number, name in enumerate(MISSION_IDS):
        m[p.FIRST + number] = p.TABLE + p.ROW * table.first[name]
        m[p.JUDGED + number] = name in job.judged
    m[p.SEAT_COUNT] = job.seats
    m[p.POLICY] = POLICIES.index(job.policy)
    m[p.LITERAL] = job.reshuffle == "literal"
    m[p.DECK_SIZE] = DECK_SIZE if job.jokers else JOKERS[0]
    m[p.SEED_WORD] = signed(mix64((job.seed + GOLDEN) & MASK64))
    m[p.FIRST_UNFINISHED] = NEVER
    for column in (p.FIRST_LENGTH, p.FIRST_WAIT):
        m[column : column + MAX_TURNS + 1] = NEVER
    m[p.FIRST_DRAWN : p.FIRST_DRAWN + p.MISSIONS] = NEVER
    records = _records(m)
    records[:, p.FIRST_IDLE] = NEVER
    _outcomes(records, p.FIRST_DUEL)[:] = NEVER
    _changes(records, p.FIRST_OWN)[:] = NEVER
    rows = _rows(m)
    rows[:, _LINE : _LINE + col.WIDTH] = table.rows()
    for column in (_LINE + col.NEXT, *range(_LINE + col.BRANCH, _LINE + col.BRANCH + col.BRANCHES)):
        rows[:, column] = np.where(rows[:, column] < 0, -1, p.TABLE + p.ROW * rows[:, column])
    return m


def _block(size: int) -> MemoryBlock:
    """Return so many numbers, all 0, that begin where a line of the cache begins."""
    block = np.zeros(size + _LINE, np.int64)
    skipped = -(block.ctypes.data // block.itemsize) % _LINE
    return block[skipped : skipped + size]


def _records(m: MemoryBlock) -> MemoryBlock:
    """Return the counters of the missions."""
    return m[p.RECORDS : p.RECORDS + p.MISSIONS * p.RECORD].reshape(p.MISSIONS, p.RECORD)


def _outcomes(records: MemoryBlock, column: int) -> MemoryBlock:
    """Return a counter of each outcome of the duels."""
    return records[:, column : column + OUTCOMES * p.OUTCOME_SIZE : p.OUTCOME_SIZE]


def _changes(records: MemoryBlock, column: int) -> MemoryBlock:
    """Return a counter of each change of self's hand."""
    return records[:, column : column + CHANGES * p.CHANGE_SIZE : p.CHANGE_SIZE]


def _rows(m: MemoryBlock) -> MemoryBlock:
    """Return the operations, each with its counters before its columns."""
    return m[p.TABLE - _LINE :].reshape(-1, p.ROW)


def _lists(me: int, seats: int) -> dict[int, Sequence[int]]:
    """Return the seats that the fixed selectors mean, clockwise from self (rules/missions.md 8.3)."""
    left, right = (me + 1) % seats, (me - 1) % seats
    clockwise = [(me + step) % seats for step in range(seats)]
    return {
        col.SELF: [me],
        col.LEFT: [left],
        col.RIGHT: [right],
        col.OPPOSITE: [(me + seats // 2) % seats],
        col.NEIGHBOURS: list(dict.fromkeys([left, right])),
        col.OTHERS: clockwise[1:],
        col.EVERYBODY: clockwise,
    }


def run(job: SimulationJob, table: OperationTable) -> Tally:
    """Play the matches of a job and return the counts."""
    m = lay_out(job, table)
    spare = _block(m.size)
    spare[:] = m
    spare[p.JUDGED : p.JUDGED + p.MISSIONS] = 0
    play(m.ctypes.data, spare.ctypes.data, job.first, job.matches)
    return read(m, job.seats, len(table.operations))


def trace(job: SimulationJob, table: OperationTable, most: int = 1_000_000) -> list[int]:
    """Return the hash of the state at the start of every turn of the matches, one match after the other."""
    m = lay_out(replace(job, judged=()), table)  # a judged mission would be played a second time, and traced
    hashes = np.zeros(most, np.int64)
    m[p.TRACE], m[p.TRACE_END] = hashes.ctypes.data, most
    spare = m.copy()
    play(m.ctypes.data, spare.ctypes.data, job.first, job.matches)
    return [int(found) & MASK64 for found in hashes[: m[p.TRACED]]]


def read(m: MemoryBlock, seats: int, steps: int) -> Tally:
    """Return the counters of a memory."""
    records, rows = _records(m), _rows(m)
    going = m[p.GOING : p.GOING + 4 * MAX_TURNS].reshape(MAX_TURNS, 4)
    length = MAX_TURNS + 1
    counters: dict[str, Any] = {
        "matches": m[p.MATCHES],
        "decisions": m[p.DECISIONS],
        "turns": m[p.TURNS],
        "unfinished": m[p.UNFINISHED],
        "first_unfinished": m[p.FIRST_UNFINISHED],
        "wins": m[p.VICTORIES : p.VICTORIES + seats],
        "drawn": m[p.DRAWN : p.DRAWN + p.MISSIONS],
        "first_drawn": m[p.FIRST_DRAWN : p.FIRST_DRAWN + p.MISSIONS],
        "branches": rows[:, _LINE + p.TAKEN : _LINE + p.TAKEN + BRANCHES],
        "own_counts": _changes(records, p.OWN_COUNTS),
        "first_own": _changes(records, p.FIRST_OWN),
    }
    for name in ("lengths", "first_length", "waits", "first_wait"):
        column = getattr(p, name.upper())
        counters[name] = m[column : column + length]
    for column, name in enumerate(("going", "hands", "smallest", "largest")):
        counters[name] = going[:, column]
    for name, column in (("reached", p.REACHED), ("moved", p.MOVING), ("cards", p.CARDS)):
        counters[name] = rows[:, _LINE + column]
    for name in (
        "executions", "effective", "own", "others", "first_idle", "pairs", "pair_wins",
        "pair_squares", "pair_turns",
    ):  # fmt: skip
        counters[name] = records[:, getattr(p, name.upper())]
    for name in ("duels", "duel_own", "duel_opponents", "first_duel"):
        counters[name] = _outcomes(records, getattr(p, name.upper()))
    return Tally(seats, steps, **{name: array("q", np.ravel(found).tolist()) for name, found in counters.items()})
