"""The queue of `/print`: jobs wait in a database of huey, and one process at a time makes them beside the site.

A private folder holds `queue.db` and the finished files, `ID.pdf`. The server processes of one user on one machine
share it, so each of them can report every job; each makes jobs in one thread, which starts a process for each PDF. A
job that waits or is being made when the server stops is made after the next start, when its page is loaded again.
Nothing that a reader typed becomes part of a path: an ID is the hash of its order.

>>> queue = PrintQueue()
>>> queue.add(order, "192.0.2.7")
>>> queue.status(order.id).name
'waiting'
"""

import contextlib
import hashlib
import ipaddress
import json
import logging
import os
import re
import secrets
import sqlite3
import stat
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

from huey import SqliteHuey
from huey.exceptions import HueyException
from huey.registry import Message
from huey.serializer import Serializer

from companion.site.print import printer
from companion.site.print.orders import Order, OrderError

MAX_WAITING: Final = 32
"""Jobs that may wait; more are refused."""

MAX_WAITING_PER_CLIENT: Final = 2

KEPT_SECONDS: Final = 60 * 60
MAX_FILES: Final = 24
MAX_BYTES: Final = 64_000_000
"""How long, how many and how large finished files may be; the oldest go first."""

JOB_TIMEOUT: Final = 180.0
"""Seconds after which the process of a job is killed, and after which a job without news is taken over."""

ID_PATTERN: Final = re.compile("[0-9a-f]{24}")

CLIENT_KEY: Final = "client-key"
"""Where the queue keeps the random key for the hashes of clients; it goes when no job waits."""

RECORD: Final = {"order", "name", "done", "total", "at"}
"""What the queue keeps about each job."""

StatusName = Literal["waiting", "making", "ready", "failed", "gone"]

log: Final = logging.getLogger("gong.print")


class QueueFullError(Exception):
    """The queue has no room for another job."""


class ClientLimitError(Exception):
    """This client has as many jobs waiting as one client may have."""


class QueueUnavailableError(Exception):
    """The queue cannot be read or written: no space, no permission, a damaged database."""


@dataclass(frozen=True, slots=True)
class JobStatus:
    """How far a job is.

    Attributes:
        name: `gone` if there is no such job (any more).
        place: jobs before it.
        done: pages that are made.
        total: pages in all, 0 until the first is made.
        size: octets of the finished file.
        order: what was ordered, as long as that is known.
    """

    name: StatusName
    place: int = 0
    done: int = 0
    total: int = 0
    size: int = 0
    order: Order | None = None


class JsonSerializer(Serializer):  # type: ignore[misc]
    """Writes tasks as JSON; the default, pickle, would run what somebody put into the database."""

    def _serialize(self, data: Any) -> bytes:
        return json.dumps(data).encode()

    def _deserialize(self, data: bytes) -> Any:
        value = json.loads(data)
        return Message(*value) if isinstance(value, list) else value


class PrintQueue:
    """The jobs of one site; nothing is opened before the first call.

    Attributes:
        folder: the private folder; by default one below the system's temporary folder.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._chosen = folder
        self._lock = threading.RLock()
        self._stopping = threading.Event()
        self._opened: SqliteHuey | None = None
        self._task: Any = None
        self._thread: threading.Thread | None = None
        self._child: subprocess.Popen[str] | None = None

    @property
    def folder(self) -> Path:
        """Return the folder, private to the user that runs the site."""
        if self._chosen is None or not self._chosen.is_dir():
            self._chosen = _private_folder() if self._chosen is None else self._chosen
            self._chosen.mkdir(mode=0o700, exist_ok=True)
        return self._chosen

    def add(self, order: Order, client: str) -> None:
        """Add an order, unless the same order waits, is being made or is ready.

        Args:
            order: what to make.
            client: network address of the reader; only a keyed hash of it is kept, as long as the job waits.

        Raises:
            ClientLimitError: too many jobs of this client wait.
            QueueFullError: too many jobs wait.
            QueueUnavailableError: the job cannot be written down.
        """
        with _failures_reported(), self._lock:
            self._clean()
            if self.status(order.id).name in ("waiting", "making", "ready"):
                return
            waiting = self._huey.pending()
            client = self._client_hash(client)
            if [task.kwargs["client"] for task in waiting].count(client) >= MAX_WAITING_PER_CLIENT:
                raise ClientLimitError
            if len(waiting) >= MAX_WAITING:
                raise QueueFullError
            self._enqueue(order.id, order.text, client)
            self._start()

    def status(self, job: str) -> JobStatus:
        """Return how far a job is; anything that is no job is gone.

        Raises:
            QueueUnavailableError: the queue cannot be read.
        """
        if not ID_PATTERN.fullmatch(job):
            return JobStatus("gone")
        with _failures_reported():
            records = self._records()
            if job not in records:
                return JobStatus("gone")
            record = records[job]
            try:
                order = Order.read(record["order"])
            except OrderError:
                return JobStatus("gone")
            if self._path(job).exists():
                return JobStatus("ready", size=self._path(job).stat().st_size, order=order)
            if record["name"] == "failed":
                return JobStatus("failed", order=order)
            if record["name"] == "ready":  # its file was removed to make room
                return JobStatus("gone", order=order)
            waiting = [task.id for task in self._huey.pending()]
            if job not in waiting and time.time() - record["at"] > JOB_TIMEOUT:  # its server was killed
                if len(waiting) >= MAX_WAITING:
                    return JobStatus("waiting", place=len(waiting), order=order)
                self._enqueue(job, record["order"])
                waiting.append(job)
            if job in waiting:
                self._start()
                making = [one["name"] for one in records.values()].count("making")
                return JobStatus("waiting", place=waiting.index(job) + making, order=order)
            name: StatusName = "making" if record["total"] else "waiting"
            return JobStatus(name, done=record["done"], total=record["total"], order=order)

    def file(self, job: str) -> bytes | None:
        """Return the finished file, or None."""
        try:
            return self._path(job).read_bytes() if ID_PATTERN.fullmatch(job) else None
        except OSError:
            return None

    def close(self) -> None:
        """Stop at once; what is not made yet stays in the queue, and an empty queue is removed."""
        self._stopping.set()
        if child := self._child:
            child.kill()
        if thread := self._thread:
            thread.join(10)
        if self._opened is None:
            return
        with self._lock, contextlib.suppress(QueueUnavailableError), _failures_reported():
            try:
                self._clean()
                empty = not self._huey.pending_count() and not list(self.folder.glob("*.pdf"))
            finally:
                self._opened.storage.close()
                self._opened = None
            if empty and not self._database.with_name("queue.db-wal").exists():  # it goes with the last connection
                self._database.unlink()
                self.folder.rmdir()

    # The database: huey keeps the tasks that wait, and a record of each job under its ID

    @property
    def _database(self) -> Path:
        return self.folder / "queue.db"

    @property
    def _huey(self) -> SqliteHuey:
        """Return the open database; it is opened again if the temporary folder was swept meanwhile."""
        with self._lock:
            if self._opened is not None and not self._database.exists():
                self._opened.storage.close()
                self._opened = None
            if self._opened is None:
                self._opened = self._open()
                self._task = self._opened.task(name="make", context=True)(self._make)
            return self._opened

    def _open(self) -> SqliteHuey:
        """Open the database; a damaged one is set aside, since its jobs can be ordered again."""
        options = {"filename": str(self._database), "serializer": JsonSerializer(), "strict_fifo": True}
        try:
            return SqliteHuey("print", **options)
        except sqlite3.OperationalError:  # locked, read-only or full: not damaged
            raise
        except sqlite3.DatabaseError as error:
            log.error("print: the queue is damaged (%s); it is kept as queue.db.damaged and begun again", error)
            self._database.replace(self._database.with_name("queue.db.damaged"))
            for suffix in ("-wal", "-shm"):
                self._database.with_name(f"queue.db{suffix}").unlink(missing_ok=True)
            return SqliteHuey("print", **options)

    def _enqueue(self, job: str, order: str, client: str = "", priority: int = 0) -> None:
        self._record(job, order, "waiting")
        task = self._task.task_class(kwargs={"order": order, "client": client}, id=job, priority=priority)
        self._huey.enqueue(task)

    def _record(self, job: str, order: str, name: StatusName, done: int = 0, total: int = 0) -> None:
        self._huey.put(job, {"order": order, "name": name, "done": done, "total": total, "at": time.time()})

    def _records(self) -> dict[str, Any]:
        """Return the record of each job, without those that another version of this program wrote."""
        values = {}
        for key, data in self._huey.all_results().items():
            with contextlib.suppress(ValueError):
                values[key] = json.loads(data)
        return {key: value for key, value in values.items() if isinstance(value, dict) and value.keys() >= RECORD}

    def _client_hash(self, client: str) -> str:
        key = None
        while key is None:  # another process may delete the key between the two calls
            self._huey.put_if_empty(CLIENT_KEY, secrets.token_hex(16))
            key = self._huey.get(CLIENT_KEY, peek=True)
        return hashlib.blake2b(_network(client).encode(), key=key.encode(), digest_size=12).hexdigest()

    # The files

    def _path(self, job: str) -> Path:
        return self.folder / f"{job}.pdf"

    def _clean(self) -> None:
        """Remove what is too old, and the oldest files of too many."""
        oldest = time.time() - KEPT_SECONDS
        files = []
        for path in self.folder.glob("*.p*"):  # finished files, and parts that a killed process left
            with contextlib.suppress(FileNotFoundError):
                files.append((path.stat().st_mtime, path.stat().st_size, path))
        files.sort()
        while files and (
            files[0][0] < oldest or len(files) >= MAX_FILES or sum(size for _, size, _ in files) > MAX_BYTES
        ):
            files.pop(0)[2].unlink(missing_ok=True)
        waiting = {task.id for task in self._huey.pending()}
        for job, record in self._records().items():
            if job not in waiting and record["at"] < oldest:
                self._huey.delete(job)

    # The thread that makes the jobs

    def _start(self) -> None:
        with self._lock:
            if not self._stopping.is_set() and (self._thread is None or not self._thread.is_alive()):
                self._thread = threading.Thread(target=self._work, name="print queue", daemon=True)
                self._thread.start()

    def _work(self) -> None:
        try:
            while not self._stopping.is_set():
                with self._lock:
                    task = self._huey.dequeue()
                    if task is None:
                        self._huey.delete(CLIENT_KEY)
                        self._thread = None
                        return
                task.execute()
        except _FAILURES as error:
            log.error("a print job cannot be made: %s", error)

    def _make(self, order: str, client: str, task: Any) -> None:  # noqa: ARG002 - huey calls it as it was enqueued
        """Make a job: it ends as ready or failed, or waits again if the server stops."""
        part = self.folder / f"{task.id}.part"
        self._record(task.id, order, "making")
        if self._render(order, part, lambda done, total: self._record(task.id, order, "making", done, total)):
            part.replace(self._path(task.id))
            self._record(task.id, order, "ready")
        elif self._stopping.is_set():
            self._enqueue(task.id, order, priority=1)
        else:
            self._record(task.id, order, "failed")
        part.unlink(missing_ok=True)

    def _render(self, order: str, path: Path, progress: Callable[[int, int], None]) -> bool:
        """Let another process make the PDF, so that pages need not wait for it; return True if it is complete."""
        with printer.start(path) as child, contextlib.ExitStack() as stack:
            self._child = child
            stack.callback(child.kill)
            timer = threading.Timer(JOB_TIMEOUT, child.kill)
            timer.start()
            stack.callback(timer.cancel)
            if self._stopping.is_set():
                return False
            for done, total in printer.communicate(child, order):
                progress(done, total)
            return child.wait() == 0


_FAILURES: Final = (OSError, sqlite3.Error, HueyException, ValueError)
"""What a full disk, a missing permission or a damaged database raises."""


@contextlib.contextmanager
def _failures_reported() -> Iterator[None]:
    try:
        yield
    except _FAILURES as error:
        raise QueueUnavailableError(str(error)) from error


def _network(address: str) -> str:
    """Return what the addresses of one client have in common: an IPv6 client has a whole /64."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        return str(found.ipv4_mapped or ipaddress.ip_network((found, 64), strict=False))
    return str(found)


def _private_folder() -> Path:
    """Return a folder below the system's temporary one that only this user can look into."""
    if not hasattr(os, "getuid"):  # Windows keeps a temporary folder for each user
        return Path(tempfile.gettempdir()) / "gong-print"
    path = Path(tempfile.gettempdir()) / f"gong-print-{os.getuid()}"
    with contextlib.suppress(FileExistsError):
        path.mkdir(mode=0o700)
    found = path.lstat()
    if stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not stat.S_IMODE(found.st_mode) & 0o077:
        return path
    return Path(tempfile.mkdtemp(prefix="gong-print-"))  # another user made it first
