"""`gong stats` and `gong backup` as somebody runs them."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli import gong, main
from companion.store.reading import read
from companion.store.rows import Shown
from companion.store.writing import Store

LATE = 1_798_758_000  # 2026-12-31 23:00 UTC, already the new year in Paris
NB4 = Shown("NB4", "gong-fight", "1.0.0", "M22", "fr")
PR1 = Shown("PR1", "gong-fight", "1.0.0", "F37", "en")
LIST = Shown("", "gong-fight", "1.0.0", "M22", "fr")


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "counts.db"
    for shown, hours, times in ((NB4, 0, 3), (PR1, -30, 12), (LIST, -31, 1)):
        store = Store(path, clock=lambda hours=hours: LATE + 3600 * hours)
        for _ in range(times):
            store.count(shown)
        if shown is NB4:
            store.report(shown, "unclear")
        store.close()
    return path


def run(*arguments: str) -> Result:
    done = CliRunner().invoke(gong, arguments, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done


def refused(*arguments: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    with pytest.raises(SystemExit) as caught:
        main([*arguments])
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return int(caught.value.code or 0), err


def test_the_tables_are_readable(store: Path) -> None:
    assert (
        run("stats", "--store", str(store), "--time-zone", "Europe/Paris").stdout
        == """\
card          shown  impossible     unclear      unfair
PR1              12           0           0           0
NB4               3           0           1           0
no card           1           0           0           0

mission                    shown  impossible     unclear      unfair
gong-fight 1.0.0 F37          12           0           0           0
gong-fight 1.0.0 M22           4           0           1           0

language       shown  impossible     unclear      unfair
en                12           0           0           0
fr                 4           0           1           0

day              shown  impossible     unclear      unfair
2026-12-30          13           0           0           0
2027-01-01           3           0           1           0

Shown 16 times; reported as not working: 0 impossible, 1 unclear, 0 unfair.
"""
    )


def test_a_day_begins_where_the_table_is(store: Path) -> None:
    found = {
        zone: json.loads(run("stats", "--store", str(store), "--by", "day", "--json", "--time-zone", zone).stdout)
        for zone in ("UTC", "Europe/Paris", "America/Los_Angeles")
    }
    assert {zone: [*data["by_day"]] for zone, data in found.items()} == {
        "UTC": ["2026-12-30", "2026-12-31"],
        "Europe/Paris": ["2026-12-30", "2027-01-01"],
        "America/Los_Angeles": ["2026-12-30", "2026-12-31"],
    }
    assert found["UTC"]["total"] == {"shown": 16, "impossible": 0, "unclear": 1, "unfair": 0}


def test_since_counts_from_the_start_of_a_day(store: Path) -> None:
    arguments = ("stats", "--store", str(store), "--since", "2027-01-01", "--by", "hour")
    assert "Nothing was counted since 2027-01-01." in run(*arguments).stdout
    assert "00:00           3" in run(*arguments, "--time-zone", "Europe/Paris").stdout


def test_the_store_of_the_settings(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GONG_STORE", str(store))
    assert "Shown 16 times" in run("stats").stdout


def test_a_backup_is_a_store(store: Path, tmp_path: Path) -> None:
    done = run("backup", str(tmp_path / "copy.db"), "--store", str(store))
    assert done.stdout == ""
    assert read(tmp_path / "copy.db") == read(store)


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["stats"], 2, "No store is named: give --store FILE"),
        (["stats", "--store", "nowhere.db"], 1, "There is no store at nowhere.db"),
        (["stats", "--store", "x", "--time-zone", "Mars/Olympus"], 2, "There is no time zone 'Mars/Olympus'"),
        (["stats", "--store", "x", "--time-zone", "../../etc"], 2, "There is no time zone"),
        (["stats", "--store", "x", "--since", "yesterday"], 2, "is not a day: write it like 2026-11-30"),
        (["stats", "--store", "x", "--since", "0001-01-01", "--time-zone", "Asia/Tokyo"], 1, "There is no store"),
        (["backup", "copy.db", "--store", "nowhere.db"], 1, "There is no store at nowhere.db"),
        (["backup", "no/folder/copy.db", "--store", "STORE"], 1, "Cannot write no/folder/copy.db"),
    ],
)
def test_one_sentence_for_what_is_wrong(
    arguments: list[str],
    status: int,
    said: str,
    store: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GONG_STORE", raising=False)
    arguments = [str(store) if word == "STORE" else word for word in arguments]
    code, sentence = refused(*arguments, capsys=capsys)
    assert code == status
    assert said in sentence
