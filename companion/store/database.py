"""The database file: its tables, and the errors it can have."""

import contextlib
import logging
import os
import sqlite3
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

if TYPE_CHECKING:
    from sqlite_utils import Database

BUSY: Final = 0.25
"""Seconds to wait for another process that writes; what waits longer is kept in memory."""

Sync: TypeAlias = Literal["normal", "full"]

log = logging.getLogger("gong.store")


_KEY: Final = "hour INTEGER, card TEXT, pack TEXT, version TEXT, mission TEXT, language TEXT"
_COLUMNS: Final = "hour, card, pack, version, mission, language"


def _migrate(database: "Database") -> None:
    """Bring the tables up to date."""
    from sqlite_utils import Migrations

    migrations = Migrations("gong")

    @migrations()
    def counts_and_reports(db: "Database") -> None:
        # Rows are found by their key alone, so they are stored in its order.
        db.execute(f"CREATE TABLE counts ({_KEY}, count INTEGER NOT NULL, PRIMARY KEY ({_COLUMNS})) WITHOUT ROWID")
        db.execute(
            f"CREATE TABLE reports ({_KEY}, reason TEXT, count INTEGER NOT NULL, last INTEGER NOT NULL,"
            f" PRIMARY KEY ({_COLUMNS}, reason)) WITHOUT ROWID"
        )

    if migrations.pending(database):
        migrations.apply(database)


class ForeignDatabaseError(sqlite3.DatabaseError):
    """The file is the database of another program."""


def connect(path: Path, sync: Sync) -> "Database":
    """Return a connection to the file, its tables up to date."""
    from sqlite_utils import (
        Database,  # takes longer to import than all the rest; a site without a store does not need it
    )

    connection = sqlite3.connect(path, timeout=BUSY, isolation_level=None, check_same_thread=False)
    try:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if tables and "_sqlite_migrations" not in tables:
            raise ForeignDatabaseError
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(f"PRAGMA synchronous = {sync}")
        database = Database(connection, execute_plugins=False)
        _migrate(database)
    except BaseException:
        connection.close()
        raise
    return database


def code(error: Exception) -> int | None:
    """Return SQLite's primary result code, or None for an error of another kind."""
    extended = getattr(error, "sqlite_errorcode", None)
    return None if extended is None else extended & 0xFF


def is_broken(error: sqlite3.DatabaseError) -> bool:
    """Return True if the file is no database, or a damaged one."""
    return code(error) in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT)


def put_aside(path: Path) -> None:
    """Rename a broken store and the files that belong to it; a new one is begun at its place.

    Raises:
        OSError: it cannot be renamed.
    """
    guard = path.with_name(f"{path.name}.guard")
    try:
        os.close(os.open(guard, os.O_CREAT | os.O_EXCL))  # another process may be doing the same
    except FileExistsError:
        if time.time() - guard.stat().st_mtime > 10:  # left behind by a process that was killed
            guard.unlink(missing_ok=True)
        return
    try:
        try:
            _check(path)
        except sqlite3.DatabaseError as error:
            if is_broken(error):
                end = time.strftime("corrupt-%Y%m%d-%H%M%S", time.gmtime())
                for suffix in ("-wal", "-shm", ""):
                    with contextlib.suppress(FileNotFoundError):
                        Path(f"{path}{suffix}").rename(f"{path}.{end}{suffix}")
                log.error("store: %s is damaged; it is kept as %s.%s, counting starts again from zero", path, path, end)
    finally:
        guard.unlink(missing_ok=True)


def _check(path: Path) -> None:
    """Raise DatabaseError if the file at the path, which another process may have replaced, is broken."""
    with contextlib.closing(sqlite3.connect(path, timeout=BUSY)) as connection:
        found = connection.execute("PRAGMA quick_check(1)").fetchone()
    if found != ("ok",):
        error = sqlite3.DatabaseError(str(found))
        error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise error


def sentence(path: Path, error: Exception) -> str:
    """Return what is wrong with the store and what to do."""
    if os.path.isdir(path):  # noqa: PTH112 - unlike Path.is_dir, quiet about folders that may not be entered
        return f"{path} is a folder; name a file in it"
    if isinstance(error, ForeignDatabaseError):
        return f"{path} is a database, but not the store of a GONG site; name another file"
    match code(error):
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return f"{path} is locked by another program; counts wait in memory"
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            return f"{path} may not be written; give the site's user the right to"
        case sqlite3.SQLITE_CANTOPEN:
            return f"{path} cannot be opened; its folder must exist and be writable"
        case sqlite3.SQLITE_FULL:
            return f"{path} cannot grow: the disk is full; counts wait in memory"
        case sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_CORRUPT:
            return f"{path} is damaged"
    return f"{path}: {error}"
