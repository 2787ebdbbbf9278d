"""What the command line reads from the file of a site, which may be counting meanwhile."""

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from companion.files import replace_file
from companion.store.database import sentence
from companion.store.rows import CountRow, Shown, StoreError


@contextlib.contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    """Open the file without changing it, also while a site writes.

    Raises:
        StoreError: it is not there, or not a store.
    """
    if not os.access(path.parent, os.X_OK):
        raise StoreError(f"{path} cannot be read: this user may not enter its folder.")
    if not path.is_file():
        raise StoreError(f"There is no store at {path}; a site makes it when it first counts (setting store).")
    if not os.access(path, os.R_OK):
        raise StoreError(f"{path} cannot be read: this user has no right to.")
    try:
        with contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?{_mode(path)}", uri=True)) as connection:
            connection.execute("SELECT count(*) FROM counts").fetchone()
            connection.execute("SELECT count(*) FROM reports").fetchone()
            yield connection
    except sqlite3.Error as error:
        if "no such table" in str(error):
            raise StoreError(f"{path} is a database, but not the store of a GONG site.") from None
        raise StoreError(f"{sentence(path, error)}.") from None


def _mode(path: Path) -> str:
    """Return how to open the file.

    A reader needs the files beside it, which a site makes and takes away with it. Where none are and none can be made,
    as on a disk that cannot be written, no other process writes either (SQLite, "URI filenames": immutable).
    """
    alone = not Path(f"{path}-wal").exists()
    return "mode=ro&immutable=1" if alone and not os.access(path.parent, os.W_OK) else "mode=ro"


def read(path: Path, since: int = 0) -> tuple[CountRow, ...]:
    """Return all sums from the hour `since` (seconds since 1970) on, oldest first: what was shown, then reports.

    Raises:
        StoreError: there is no store at this path.
    """
    with _reading(path) as connection:
        shown = connection.execute("SELECT *, '' FROM counts WHERE hour >= ? ORDER BY hour", (since,)).fetchall()
        reported = connection.execute(
            "SELECT hour, card, pack, version, mission, language, count, reason FROM reports"
            " WHERE hour >= ? ORDER BY hour",
            (since,),
        ).fetchall()
    return tuple(CountRow(hour, Shown(*key), reason, count) for hour, *key, count, reason in (*shown, *reported))


def back_up(path: Path, target: Path) -> None:
    """Write a copy of the store, whole and in one piece, also while a site writes (SQLite's backup API).

    Raises:
        StoreError: there is no store at this path, or the copy cannot be written.
    """
    if target.resolve() == path.resolve():
        raise StoreError(f"{target} is the store itself: name another file for the copy.")
    with _reading(path) as connection, contextlib.closing(sqlite3.connect(":memory:")) as copy:
        connection.backup(copy)
        content = copy.serialize()
    try:
        replace_file(target, content)
    except OSError as error:
        raise StoreError(f"Cannot write {target}: {error.strerror}.") from error
