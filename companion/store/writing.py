"""The open store of a process that counts: a site.

Threads write together: whoever comes first writes what all have brought, and everybody waits until their own is
written (group commit). So one connection per process is enough, and a count is in the file when `count` returns.
"""

import contextlib
import os
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import astuple
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from companion.store.database import BUSY, Sync, code, connect, is_broken, log, put_aside, sentence
from companion.store.rows import HOUR, Reason, Shown

if TYPE_CHECKING:
    from sqlite_utils import Database

PAUSE: Final = 2.0
"""Seconds until writing is tried again after it failed, so that a locked store does not slow every page."""

CLOSE_TIMEOUT: Final = 5.0
"""Seconds that `close` takes at most to write what waits."""

ONE_TAP: Final = 10
"""Seconds in which reports of the same kind count as one, whoever sends them: a second tap changes nothing."""

MOST_WAITING: Final = 20_000
"""Rows kept in memory at most while nothing can be written; more are dropped, and the log says so."""

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
        """Add one to what was shown in this hour, and write it."""
        self.note(shown)
        self.flush()

    def note(self, shown: Shown) -> None:
        """Add one to what was shown in this hour; it waits for `flush`."""
        now = int(self._clock())
        with self._waiting_lock:
            self._check_process()
            if self._room():
                self._counts[now - now % HOUR, shown] += 1

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
        end = time.monotonic() + CLOSE_TIMEOUT
        self.flush(now=True)
        while self._locked and time.monotonic() < end:
            time.sleep(BUSY)
            self.flush(now=True)
        with self._writing:
            if lost := sum(self._counts.values()) + len(self._reports):
                log.error("store: %d counts are lost: %s", lost, self._problem)
            self._drop()

    # ------------------------------------------------------------ writing

    def _check_process(self) -> None:
        """Let go of what a parent process had open: SQLite connections do not outlive a fork."""
        if self._process != os.getpid():
            self._forget()

    def _room(self) -> bool:
        if len(self._counts) + len(self._reports) < MOST_WAITING:
            return True
        self._warn(f"more than {MOST_WAITING} rows wait; new ones are dropped")
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
            self._database = connect(self.path, self._sync)
        except sqlite3.DatabaseError as error:
            if not is_broken(error):
                raise
            put_aside(self.path)
            self._database = connect(self.path, self._sync)
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
        self._locked = code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
        if isinstance(error, sqlite3.DatabaseError) and is_broken(error):
            self._drop()
            with contextlib.suppress(OSError):
                put_aside(self.path)
            self._rest_until = 0.0
        self._warn(sentence(self.path, error))

    def _recovered(self) -> None:
        self._rest_until = 0.0
        self._locked = False
        if self._problem:
            log.warning("store: counting goes on")
            self._problem = ""

    def _warn(self, problem: str) -> None:
        if problem != self._problem:
            log.error("store: %s", problem)
            self._problem = problem


def _identity(path: Path) -> tuple[int, int] | None:
    """Return what tells this file from another one at the same place."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
