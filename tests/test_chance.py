"""The generator against the published test vectors of docs/chance.md, and against known answers from elsewhere."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import chance
from companion.chance import MASK64, Chance, mix64, stream, text_key

DOC = Path(__file__).resolve().parents[1] / "docs" / "chance.md"
NAMES = {name: getattr(chance, name) for name in ("DEAL", "RESHUFFLE", "PICK", "DUEL", "BOT")}


def table(first_column: str) -> list[list[str]]:
    """Return the rows of the table of docs/chance.md whose heading begins so, without backquotes."""
    lines = DOC.read_text(encoding="utf-8").splitlines()
    start = next(place for place, line in enumerate(lines) if line.startswith(f"| {first_column} |"))
    rows = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip().strip("`") for cell in line.strip("|").split("|")])
    assert len(rows) >= 3
    return rows


def word(text: str) -> int:
    return int(text, 16)


def numbers(text: str) -> list[int]:
    return [int(part) for part in text.split(", ")]


@pytest.mark.parametrize(("z", "mixed"), table("z"))
def test_mix64(z, mixed):
    assert mix64(word(z)) == word(mixed)


@pytest.mark.parametrize(("text", "key"), table("text"))
def test_text_key(text, key):
    assert text_key(text) == word(key)


@pytest.mark.parametrize("row", table("state | 1st word"))
def test_words(row):
    made = Chance(word(row[0]))
    assert [made.next64() for _ in row[1:]] == [word(cell) for cell in row[1:]]


@pytest.mark.parametrize(("seed", "key", "state", "first"), table("seed"))
def test_streams(seed, key, state, first):
    made = stream(int(seed), *(NAMES.get(part) or int(part) for part in filter(None, re.split(", ?", key))))
    assert made.state == word(state)
    assert made.next64() == word(first)


@pytest.mark.parametrize(("state", "n", "found"), table("state | n | numbers"))
def test_below(state, n, found):
    made = Chance(word(state))
    assert [made.below(int(n)) for _ in numbers(found)] == numbers(found)


@pytest.mark.parametrize(("state", "n", "order"), table("state | n | order of 0 to n - 1"))
def test_shuffle(state, n, order):
    items = list(range(int(n)))
    Chance(word(state)).shuffle(items)
    assert items == numbers(order)


def test_the_purposes_are_documented():
    documented = {row[0]: word(row[1]) for row in table("text")}
    for name, key in NAMES.items():
        assert documented[name.lower()] == key


def test_splitmix64_as_others_publish_it():
    """The five numbers for seed 1234567 that implementations in many languages are checked against."""
    made = Chance(1234567)
    assert [made.next64() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_fnv_1a_as_the_draft_publishes_it():
    assert text_key("foobar") == 0x85944171F73967E8


def test_a_rejected_word_is_skipped():
    """Word 0 gives product 0, which is below the threshold of every n that is not a power of two."""
    made = Chance(-0x9E3779B97F4A7C15)
    assert Chance(made.state).next64() == 0
    second = Chance(0).next64()
    assert made.below(54) == ((second >> 32) * 54) >> 32
    assert made.state == 0x9E3779B97F4A7C15


@given(st.integers(0, MASK64), st.integers(1, 2**32))
def test_below_stays_below(state, n):
    assert 0 <= Chance(state).below(n) < n


@given(st.integers(0, MASK64), st.lists(st.integers()))
def test_a_shuffle_loses_nothing(state, items):
    shuffled = list(items)
    Chance(state).shuffle(shuffled)
    assert sorted(shuffled) == sorted(items)


@given(st.integers(), st.lists(st.integers(), max_size=4))
def test_only_the_last_64_bits_of_seed_and_key_count(seed, key):
    assert stream(seed, *key).state == stream(seed & MASK64, *(part & MASK64 for part in key)).state


def test_below_is_even():
    made, found = Chance(99), [0] * 6
    for _ in range(60_000):
        found[made.below(6)] += 1
    assert max(found) - min(found) < 500


def test_state_may_be_stored_and_set_again():
    made = Chance(5)
    made.next64()
    again = Chance(made.state)
    assert again.next64() == made.next64()
