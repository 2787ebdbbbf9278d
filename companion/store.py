"""What a site may count: how often a mission was shown, and which missions did not work. The only module with SQLite.

    >>> store = Store(Path("/var/lib/gong/counts.db"))
    >>> store.count(Shown("NB4", "gong-fight", "1.0.0", "M22", "fr"))
    >>> store.close()

A row is a sum for one hour: no address, no device, no name, no order of events. A site with a missing, locked, corrupt,
read-only or full store serves on: what could not be written waits in memory and is written when that works again. A
file that is not a database is put aside, never deleted.

Threads write together: whoever comes first writes what all have brought, and everybody waits until their own is
written (group commit). So one connection per process is enough, and a count is in the file when `count` returns.
"""

import contextlib
import logging
import os
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from companion.errors import GongError
from companion.files import replace_file

if TYPE_CHECKING:
    from sqlite_utils import Database

HOUR: Final = 3600
BUSY: Final = 0.25
"""Seconds to wait for another process that writes; what waits longer is kept in memory."""

PAUSE: Final = 2.0
"""Seconds until writing is tried again after it failed, so that a locked store does not slow every page."""

FAREWELL: Final = 5.0
"""Seconds that `close` takes at most to write what waits."""

ONE_TAP: Final = 10
"""Seconds in which reports of the same kind count as one, whoever sends them: a second tap changes nothing."""

MOST_WAITING: Final = 20_000
"""Rows kept in memory at most while nothing can be written; more are dropped, and the log says so."""

Reason: TypeAlias = Literal["impossible", "unclear", "unfair"]
REASONS: Final[tuple[Reason, ...]] = ("impossible", "unclear", "unfair")
Sync: TypeAlias = Literal["normal", "full"]

log = logging.getLogger("gong.store")


class StoreError(GongError):
    """A store that cannot be read, or a backup that cannot be written."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What is counted of one shown mission.

    Attributes:
        card: code of the scanned card, or "" for a mission without a card.
        pack: id of the pack.
        version: its version.
        mission: id of the mission.
        language: language it was shown in.
    """

    card: str
    pack: str
    version: str
    mission: str
    language: str


@dataclass(frozen=True, slots=True)
class Row:
    """A sum: `count` times in the hour that begins at `hour` (seconds since 1970, UTC); `reason` is "" when shown."""

    hour: int
    shown: Shown
    reason: str
    count: int


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


_COUNT: Final = """INSERT INTO counts VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT DO UPDATE SET count = count + excluded.count"""

_REPORT: Final = """INSERT INTO reports VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?)
ON CONFLICT DO UPDATE SET count = count + (abs(excluded.last - last) >= ?), last = excluded.last"""

Key: TypeAlias = tuple[int, Shown]


class Store:
    """The open store of one process; every method may be called from every thread, and none fails.

    Args:
        path: the file; it is made when there is something to write.
        sync: `normal` outlives every end of the process; `full` a power cut too, at the price of a write to the disk
            for every count (SQLite, "PRAGMA synchronous", WAL mode).
        clock: seconds since 1970.
    """

    def __init__(self, path: Path, sync: Sync = "normal", clock: Callable[[], float] = time.time) -> None:
        self.path: Final = path
        self._sync: Final = sync
        self._clock: Final = clock
        self._writing: Final = threading.Lock()
        self._waiting_lock: Final = threading.Lock()
        self._forget()

    def _forget(self) -> None:
        """Have nothing open and nothing waiting: at the start, and in a child process after a fork."""
        self._process = os.getpid()
        # What a parent opened is kept, not closed: closing it here would end the parent's locks on the file.
        self._inherited = getattr(self, "_database", None)
        self._database: Database | None = None
        self._identity: tuple[int, int] | None = None
        self._counts: Counter[Key] = Counter()
        self._reports: dict[tuple[int, Shown, str], int] = {}
        self._rest_until = 0.0
        self._problem = ""
        self._locked = False

    # ------------------------------------------------------------ what a site does

    def count(self, shown: Shown) -> None:
        """Add one to what was shown in this hour."""
        now = int(self._clock())
        with self._waiting_lock:
            self._check_process()
            if self._room():
                self._counts[now - now % HOUR, shown] += 1
        self.flush()

    def report(self, shown: Shown, reason: Reason) -> None:
        """Note that a mission did not work."""
        now = int(self._clock())
        with self._waiting_lock:
            self._check_process()
            if self._room():
                self._reports[now - now % HOUR, shown, reason] = now
        self.flush()

    def flush(self, *, now: bool = False) -> None:
        """Write what waits; after a failure not before some seconds have passed, unless `now` is set."""
        with self._writing:
            if (not self._counts and not self._reports) or (not now and time.monotonic() < self._rest_until):
                return
            try:
                self._write()
            except (sqlite3.Error, OSError) as error:
                self._failed(error)
            else:
                self._recovered()

    def problem(self) -> str:
        """Return why counts are not written at the moment, or nothing."""
        return self._problem

    def probe(self) -> str:
        """Try whether the store can be written, and return why not, or nothing."""
        with self._writing:
            try:
                database = self._open()
                database.conn.execute("BEGIN IMMEDIATE")
                database.conn.execute("ROLLBACK")
            except (sqlite3.Error, OSError) as error:
                self._failed(error)
            else:
                if not self._counts and not self._reports:
                    self._recovered()
        return self._problem

    def close(self) -> None:
        """Write what waits, as far as that is possible in some seconds, and close the file."""
        end = time.monotonic() + FAREWELL
        self.flush(now=True)
        while self._locked and time.monotonic() < end:
            time.sleep(BUSY)
            self.flush(now=True)
        with self._writing:
            self._drop()

    # ------------------------------------------------------------ writing

    def _check_process(self) -> None:
        """Let go of what a parent process had open: SQLite connections do not outlive a fork."""
        if self._process != os.getpid():
            self._forget()

    def _room(self) -> bool:
        if len(self._counts) + len(self._reports) < MOST_WAITING:
            return True
        self._say(f"more than {MOST_WAITING} rows wait; new ones are dropped")
        return False

    def _write(self) -> None:
        """Write everything that waits in one transaction; what comes meanwhile waits for the next."""
        with self._waiting_lock:
            counts, self._counts = self._counts, Counter()
            reports, self._reports = self._reports, {}
        try:
            connection = self._open().conn
            connection.execute("BEGIN IMMEDIATE")
            try:
                connection.executemany(_COUNT, [(hour, *astuple(key), n) for (hour, key), n in counts.items()])
                connection.executemany(
                    _REPORT, [(hour, *astuple(key), reason, at, ONE_TAP) for (hour, key, reason), at in reports.items()]
                )
                connection.execute("COMMIT")
            except BaseException:
                with contextlib.suppress(sqlite3.Error):
                    connection.execute("ROLLBACK")
                raise
        except BaseException:
            with self._waiting_lock:
                self._counts.update(counts)
                self._reports = {**reports, **self._reports}
            raise

    def _open(self) -> "Database":
        """Return the connection, to the file that is at the path now: somebody may have moved the one of before."""
        if self._database is not None and self._identity == _identity(self.path):
            return self._database
        self._drop()
        try:
            self._database = _connect(self.path, self._sync)
        except sqlite3.DatabaseError as error:
            if not _is_broken(error):
                raise
            put_aside(self.path)
            self._database = _connect(self.path, self._sync)
        self._identity = _identity(self.path)
        return self._database

    def _drop(self) -> None:
        """Close the connection without a word: it may be broken."""
        if self._database is not None:
            with contextlib.suppress(sqlite3.Error):
                self._database.conn.close()
        self._database = self._identity = None

    def _failed(self, error: Exception) -> None:
        self._rest_until = time.monotonic() + PAUSE
        self._locked = _code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
        if isinstance(error, sqlite3.DatabaseError) and _is_broken(error):
            self._drop()
            with contextlib.suppress(OSError):
                put_aside(self.path)
            self._rest_until = 0.0
        self._say(_sentence(self.path, error))

    def _recovered(self) -> None:
        self._rest_until = 0.0
        self._locked = False
        if self._problem:
            log.warning("store: counting goes on")
            self._problem = ""

    def _say(self, problem: str) -> None:
        if problem != self._problem:
            log.error("store: %s", problem)
            self._problem = problem


def _connect(path: Path, sync: Sync) -> "Database":
    """Return a connection to the file, its tables up to date."""
    from sqlite_utils import Database  # takes longer to import than all the rest; a site without a store needs it not

    connection = sqlite3.connect(path, timeout=BUSY, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(f"PRAGMA synchronous = {sync}")
        database = Database(connection, execute_plugins=False)
        _migrate(database)
    except BaseException:
        connection.close()
        raise
    return database


def _identity(path: Path) -> tuple[int, int] | None:
    """Return what tells this file from another one at the same place."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _code(error: Exception) -> int | None:
    """Return SQLite's primary result code, or None for an error of another kind."""
    code = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


def _is_broken(error: sqlite3.DatabaseError) -> bool:
    """Tell whether the file is no database, or a damaged one."""
    return _code(error) in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT)


def put_aside(path: Path) -> None:
    """Rename a broken store and the files that belong to it; a new one is begun at its place.

    Raises:
        OSError: it cannot be renamed.
    """
    guard = path.with_name(f"{path.name}.guard")
    try:
        os.close(os.open(guard, os.O_CREAT | os.O_EXCL))  # another process may be about to do the same
    except FileExistsError:
        if time.time() - guard.stat().st_mtime > 10:  # whoever made it is gone
            guard.unlink(missing_ok=True)
        return
    try:
        try:
            _check(path)
        except sqlite3.DatabaseError as error:
            if _is_broken(error):
                end = time.strftime("corrupt-%Y%m%d-%H%M%S", time.gmtime())
                for suffix in ("-wal", "-shm", ""):
                    with contextlib.suppress(FileNotFoundError):
                        Path(f"{path}{suffix}").rename(f"{path}.{end}{suffix}")
                log.error("store: %s is damaged; it is kept as %s.%s, counting begins anew", path, path, end)
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


def _sentence(path: Path, error: Exception) -> str:
    """Return what is wrong with the store and what to do."""
    if path.is_dir():
        return f"{path} is a folder; name a file in it"
    match _code(error):
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


# ------------------------------------------------------------ reading


@contextlib.contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    """Open the file without changing it, also while a site writes.

    Raises:
        StoreError: it is not there, or not a store.
    """
    if not path.is_file():
        raise StoreError(f"There is no store at {path}; a site makes it when it first counts (setting store).")
    try:
        with contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            connection.execute("SELECT count(*) FROM counts").fetchone()
            connection.execute("SELECT count(*) FROM reports").fetchone()
            yield connection
    except sqlite3.Error as error:
        if "no such table" in str(error):
            raise StoreError(f"{path} is a database, but not the store of a GONG site.") from None
        raise StoreError(f"{_sentence(path, error)}.") from None


def read(path: Path, since: int = 0) -> tuple[Row, ...]:
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
    return tuple(Row(hour, Shown(*key), reason, count) for hour, *key, count, reason in (*shown, *reported))


def back_up(path: Path, target: Path) -> None:
    """Write a copy of the store, whole and in one piece, also while a site writes (SQLite's backup API).

    Raises:
        StoreError: there is no store at this path, or the copy cannot be written.
    """
    with _reading(path) as connection, contextlib.closing(sqlite3.connect(":memory:")) as copy:
        connection.backup(copy)
        content = copy.serialize()
    try:
        replace_file(target, content)
    except OSError as error:
        raise StoreError(f"Cannot write {target}: {error.strerror}.") from error


def summed(rows: tuple[Row, ...], key: Callable[[Row], str]) -> Mapping[str, Mapping[str, int]]:
    """Return how often each key was shown and reported: {key: {"shown": 12, "impossible": 1, ...}}."""
    sums: dict[str, dict[str, int]] = {}
    for row in rows:
        line = sums.setdefault(key(row), dict.fromkeys(("shown", *REASONS), 0))
        name = row.reason or "shown"
        line[name] = line.get(name, 0) + row.count
    return sums
