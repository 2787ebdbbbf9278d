"""`gong stats` and `gong backup`: what the store of a site holds."""

import json
import os
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, time
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

import click

from companion.deck import CARDS, parse_code
from companion.errors import UsageError
from companion.settings import load_settings
from companion.store.reading import back_up, read
from companion.store.rows import REASONS, CountRow, summed

RowKey = Callable[[CountRow], str]
COLUMNS: Final = ("shown", *REASONS)


class StatsError(UsageError):
    """No store is given, or a day or a time zone is invalid."""


def _store(given: Path | None) -> Path:
    """Return the store that is named by the option, else by the settings."""
    path = given or load_settings(os.environ, Path.cwd()).store
    if path is None:
        raise StatsError("No store is named: give --store FILE, or set GONG_STORE or store in gong.toml.")
    return path


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, LookupError):
        raise StatsError(f"There is no time zone {name!r}: write it like Europe/Paris or UTC.") from None


def _keys(zone: ZoneInfo) -> dict[str, RowKey]:
    """Return what rows can be summed by."""

    def local(row: CountRow) -> datetime:
        return datetime.fromtimestamp(row.hour, zone)

    return {
        "card": lambda row: row.shown.card or "no card",
        "mission": lambda row: f"{row.shown.pack} {row.shown.version} {row.shown.mission}",
        "language": lambda row: row.shown.language,
        "day": lambda row: local(row).date().isoformat(),
        "hour": lambda row: f"{local(row):%H}:00",
    }


def _since(day: str | None, zone: ZoneInfo) -> int:
    """Return the first second of a day in a time zone, in seconds since 1970."""
    if day is None:
        return 0
    try:
        return int(datetime.combine(date.fromisoformat(day), time(), zone).timestamp())
    except (ValueError, OverflowError):
        raise StatsError(f"--since {day!r} is not a day: write it like 2026-11-30.") from None


@click.command()
@click.option("--store", type=click.Path(path_type=Path), metavar="FILE", help="The store.  [default: as set]")
@click.option("--by", type=click.Choice([*_keys(ZoneInfo("UTC"))]), help="One table only.  [default: all but hour]")
@click.option("--since", metavar="DAY", help="Count from the start of this day on, like 2026-11-30.")
@click.option("--time-zone", default="UTC", show_default=True, metavar="NAME", help="Where the days begin.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def stats(store: Path | None, by: str | None, since: str | None, time_zone: str, as_json: bool) -> None:
    """Show how often missions were shown, and which ones did not work.

    Days and hours are those of the time zone; the store knows whole hours only.
    """
    zone = _zone(time_zone)
    rows = read(_store(store), _since(since, zone))
    keys = _keys(zone)
    chosen = (by,) if by else tuple(name for name in keys if name != "hour")
    tables = {name: dict(sorted(summed(rows, keys[name]).items(), key=_order(name))) for name in chosen}
    total = summed(rows, lambda _: "all").get("all", dict.fromkeys(COLUMNS, 0))
    if as_json:
        shown = {"time_zone": time_zone, "since": since, "updated": datetime.now(UTC).isoformat(timespec="seconds")}
        click.echo(json.dumps({**shown, "total": total, **{f"by_{n}": t for n, t in tables.items()}}, indent=2))
        return
    if not rows:
        click.echo("Nothing was counted yet." if since is None else f"Nothing was counted since {since}.")
        return
    for number, (name, table) in enumerate(tables.items()):
        if number:
            click.echo()
        for line in _lines(name, table):
            click.echo(line)
    click.echo()
    reasons = ", ".join(f"{total[reason]} {reason}" for reason in REASONS)
    click.echo(f"Shown {total['shown']} times; reported as not working: {reasons}.")


def _order(name: str) -> Callable[[tuple[str, Mapping[str, int]]], tuple[int, int, str]]:
    """Return the order of a table: cards as in the deck, time as it passed, else what was shown most often first."""

    def place(item: tuple[str, Mapping[str, int]]) -> tuple[int, int, str]:
        key, sums = item
        if name == "card":
            index = parse_code(key)
            return (len(CARDS) if index is None else index, 0, key)
        return (0, 0, key) if name in ("day", "hour") else (0, -sums["shown"], key)

    return place


def _lines(name: str, table: Mapping[str, Mapping[str, int]]) -> list[str]:
    """Return the lines of one table, numbers to the right below their names."""
    width = max(len(key) for key in (name, *table))
    lines = [f"{name:<{width}}" + "".join(f"  {column:>10}" for column in COLUMNS)]
    for key, sums in table.items():
        lines.append(f"{key:<{width}}" + "".join(f"  {sums[column]:>10}" for column in COLUMNS))
    return lines


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--store", type=click.Path(path_type=Path), metavar="FILE", help="The store.  [default: as set]")
def backup(file: Path, store: Path | None) -> None:
    """Copy the store to FILE, also while the site is serving.

    The copy is consistent: it holds the counts of one moment.
    """
    path = _store(store)
    back_up(path, file)
    click.echo(f"{path} is copied to {file}.", err=True)
