"""The open store of a process that counts: a site.

Group commit: the first thread writes the pending rows of all threads, and each thread waits until its own rows are
written. So one connection per process is enough, and a count is in the file when `count` returns.
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

RETRY_DELAY: Final = 2.0
"""Time until a failed write is retried (s), so that a locked store does not slow every page."""

DRAIN_TIMEOUT: Final = 5.0
"""Longest time that `close` takes to write pending rows (s)."""

REPEAT_INTERVAL: Final = 10
"""Time in which equal reports count as one, from the same sender or not (s): a second tap changes nothing."""

MAX_PENDING: Final = 20_000
"""Most rows kept in memory while nothing can be written; more are dropped, and this is logged."""

_COUNT: Final = """INSERT INTO counts VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT DO UPDATE SET count = count + excluded.count"""

_REPORT: Final = """INSERT INTO reports VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?)
ON CONFLICT DO UPDATE SET count = count + (abs(excluded.last - last) >= ?), last = excluded.last"""

CountKey: TypeAlias = tuple[int, Shown]


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
        self._pending_lock: Final = threading.Lock()
        self._reset()

    def _reset(self) -> None:
        """Start with nothing open and nothing pending: in `__init__`, and in a child process after a fork."""
        self._process = os.getpid()
        # Keep a reference to the connection of the parent: closing it here would release the locks of the parent.
        self._inherited = getattr(self, "_database", None)
        self._database: Database | None = None
        self._identity: tuple[int, int] | None = None
        self._counts: Counter[CountKey] = Counter()
        self._reports: dict[tuple[int, Shown, str], int] = {}
        self._retry_at = 0.0
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
        with self._pending_lock:
            self._check_process()
            if self._room():
                self._counts[now - now % HOUR, shown] += 1

    def report(self, shown: Shown, reason: Reason) -> None:
        """Count a report that a mission did not work."""
        now = int(self._clock())
        with self._pending_lock:
            self._check_process()
            if self._room():
                self._reports[now - now % HOUR, shown, reason] = now
        self.flush()

    def flush(self, *, now: bool = False) -> None:
        """Write what waits; after a failure not before some seconds have passed, unless `now` is set."""
        with self._writing:
            if (not self._counts and not self._reports) or (not now and time.monotonic() < self._retry_at):
                return
            try:
                self._write()
            except (sqlite3.Error, OSError) as error:
                self._failed(error)
            else:
                self._recovered()

    def problem(self) -> str:
        """Return why counts are not written at the moment, or an empty string."""
        return self._problem

    def probe(self) -> str:
        """Check that the store can be written; return why not, or an empty string."""
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
        end = time.monotonic() + DRAIN_TIMEOUT
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
        """Reset after a fork: a SQLite connection must not be used in a child process."""
        if self._process != os.getpid():
            self._reset()

    def _room(self) -> bool:
        if len(self._counts) + len(self._reports) < MAX_PENDING:
            return True
        self._log_problem(f"more than {MAX_PENDING} rows wait; new ones are dropped")
        return False

    def _write(self) -> None:
        """Write everything that waits in one transaction; what comes meanwhile waits for the next."""
        with self._pending_lock:
            counts, self._counts = self._counts, Counter()
            reports, self._reports = self._reports, {}
        try:
            connection = self._open().conn
            connection.execute("BEGIN IMMEDIATE")
            try:
                connection.executemany(_COUNT, [(hour, *astuple(key), n) for (hour, key), n in counts.items()])
                connection.executemany(
                    _REPORT,
                    [(hour, *astuple(key), reason, at, REPEAT_INTERVAL) for (hour, key, reason), at in reports.items()],
                )
                connection.execute("COMMIT")
            except BaseException:
                with contextlib.suppress(sqlite3.Error):
                    connection.execute("ROLLBACK")
                raise
        except BaseException:
            with self._pending_lock:
                self._counts.update(counts)
                self._reports = {**reports, **self._reports}
            raise

    def _open(self) -> "Database":
        """Return the connection, to the file that is at the path now: the one before may have been moved."""
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
        """Close the connection and ignore errors: it may be broken."""
        if self._database is not None:
            with contextlib.suppress(sqlite3.Error):
                self._database.conn.close()
        self._database = self._identity = None

    def _failed(self, error: Exception) -> None:
        self._retry_at = time.monotonic() + RETRY_DELAY
        self._locked = code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
        if isinstance(error, sqlite3.DatabaseError) and is_broken(error):
            self._drop()
            with contextlib.suppress(OSError):
                put_aside(self.path)
            self._retry_at = 0.0
        self._log_problem(sentence(self.path, error))

    def _recovered(self) -> None:
        self._retry_at = 0.0
        self._locked = False
        if self._problem:
            log.warning("store: counting goes on")
            self._problem = ""

    def _log_problem(self, problem: str) -> None:
        if problem != self._problem:
            log.error("store: %s", problem)
            self._problem = problem


def _identity(path: Path) -> tuple[int, int] | None:
    """Return device and inode, which differ for another file at the same path."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
