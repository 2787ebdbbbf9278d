"""The queue of `/print`: jobs wait in a private folder, and one process at a time makes them beside the site.

The folder holds, for a job: `ID.order` (what was ordered), `ID.job` (the same, while it waits or is being made),
`ID.progress`, and in the end `ID.pdf` or `ID.failed`. Server processes of one user on one machine share the folder, so
each of them can tell about every job; each has one worker of its own. Nothing of a reader's making becomes part of a
path: an ID is the hash of its order.

>>> queue = PrintQueue()
>>> queue.add(order)
>>> queue.state(order.id).name
'waiting'
"""

import contextlib
import os
import re
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

import companion
from companion.site.print.orders import Order

MOST_WAITING: Final = 8
"""Jobs that wait or are being made; more are turned away."""

KEPT_SECONDS: Final = 60 * 60
MOST_FILES: Final = 24
MOST_BYTES: Final = 64_000_000
"""How long, how many and how large finished files may be; the oldest go first."""

LONGEST: Final = 180.0
"""Seconds after which a job is given up."""

STALE: Final = MOST_WAITING * LONGEST
"""Seconds after which a waiting job that nobody took is that of a process that has gone."""

SHAPE: Final = re.compile("[0-9a-f]{24}")

StateName = Literal["waiting", "making", "ready", "failed", "gone"]


class QueueFullError(Exception):
    """As many jobs wait as may wait."""


@dataclass(frozen=True, slots=True)
class State:
    """How far a job is.

    Attributes:
        name: waits, is being made, is ready, failed, or nobody knows it (any more).
        place: jobs before it.
        done: pages that are made.
        total: pages in all, 0 while nobody knows.
        size: octets of the finished file.
        order: what was ordered, as long as that is known.
    """

    name: StateName
    place: int = 0
    done: int = 0
    total: int = 0
    size: int = 0
    order: Order | None = None


class PrintQueue:
    """The jobs of one site.

    Attributes:
        folder: where they are; made when it is first needed.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._chosen = folder
        self._lock = threading.Lock()
        self._waiting: deque[str] = deque()
        self._mine: set[str] = set()
        self._worker: threading.Thread | None = None
        self._child: subprocess.Popen[bytes] | None = None
        self._stopped = False

    @property
    def folder(self) -> Path:
        """Return the folder, private to the user that runs the site."""
        if self._chosen is None or not self._chosen.is_dir():
            self._chosen = _private_folder() if self._chosen is None else self._chosen
            self._chosen.mkdir(mode=0o700, exist_ok=True)
        return self._chosen

    def add(self, order: Order) -> None:
        """Let an order wait for its turn; one that waits, is made or is ready already is not taken a second time.

        Raises:
            QueueFullError: too many wait.
            OSError: the folder cannot be written.
        """
        with self._lock:
            self._clean()
            if self._path(order.id, "pdf").exists() or self._is_alive(order.id):
                return
            if len(self._jobs()) >= MOST_WAITING:
                raise QueueFullError
            self._path(order.id, "failed").unlink(missing_ok=True)
            self._path(order.id, "progress").unlink(missing_ok=True)
            try:
                with self._path(order.id, "job").open("x", encoding="utf-8") as file:
                    file.write(order.text)
            except FileExistsError:  # another process was a moment faster, or one left it when it went
                if self._is_alive(order.id):
                    return
                self._path(order.id, "job").write_text(order.text, "utf-8")
            self._path(order.id, "order").write_text(order.text, "utf-8")
            self._waiting.append(order.id)
            self._mine.add(order.id)
            if self._worker is None or not self._worker.is_alive():
                self._start()

    def state(self, job: str) -> State:
        """Return how far a job is; anything that is no job is gone."""
        if not SHAPE.fullmatch(job):
            return State("gone")
        order = self._order(job)
        with contextlib.suppress(FileNotFoundError):
            return State("ready", size=self._path(job, "pdf").stat().st_size, order=order)
        if self._is_alive(job):
            done, total = self._progress(job)
            if total:
                return State("making", done=done, total=total, order=order)
            jobs = self._jobs()
            return State("waiting", place=jobs.index(job) if job in jobs else 0, order=order)
        if self._path(job, "failed").exists():
            return State("failed", order=order)
        return State("gone", order=order)

    def file(self, job: str) -> bytes | None:
        """Return the finished file, or None."""
        if not SHAPE.fullmatch(job):
            return None
        try:
            return self._path(job, "pdf").read_bytes()
        except FileNotFoundError:
            return None

    def close(self) -> None:
        """Stop the worker and take away what this process made."""
        self._stopped = True
        child = self._child
        if child is not None and child.poll() is None:
            child.kill()
        worker = self._worker
        if worker is not None and worker is not threading.current_thread():
            worker.join(10)
        if self._chosen is None or not self._chosen.is_dir():
            return
        for job in self._mine:
            for suffix in ("job", "order", "progress", "pdf", "failed"):
                with contextlib.suppress(OSError):
                    self._path(job, suffix).unlink(missing_ok=True)
        with contextlib.suppress(OSError):  # another process still has something there
            self._chosen.rmdir()

    # The folder

    def _path(self, job: str, suffix: str) -> Path:
        return self.folder / f"{job}.{suffix}"

    def _jobs(self) -> list[str]:
        """Return the jobs that wait or are being made, the oldest first."""
        found = []
        for path in self.folder.glob("*.job"):
            with contextlib.suppress(FileNotFoundError):
                age = path.stat().st_mtime_ns
                if time.time() - age / 1e9 < STALE:
                    found.append((age, path.stem))
        return [job for _, job in sorted(found)]

    def _is_alive(self, job: str) -> bool:
        try:
            return time.time() - self._path(job, "job").stat().st_mtime < STALE
        except FileNotFoundError:
            return False

    def _order(self, job: str) -> Order | None:
        try:
            return Order.read(self._path(job, "order").read_text("utf-8"))
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def _progress(self, job: str) -> tuple[int, int]:
        try:
            done, _, total = self._path(job, "progress").read_text("ascii").partition("/")
            return int(done), int(total)
        except (OSError, ValueError):
            return 0, 0

    def _clean(self) -> None:
        """Take away what is too old, and the oldest files of too many."""
        now = time.time()
        files = []
        for path in self.folder.iterdir():
            with contextlib.suppress(FileNotFoundError):
                status = path.stat()
                if now - status.st_mtime > max(KEPT_SECONDS, STALE):
                    path.unlink()
                elif path.suffix == ".pdf":
                    files.append((status.st_mtime_ns, status.st_size, path))
        files.sort()
        while files and (len(files) >= MOST_FILES or sum(size for _, size, _ in files) > MOST_BYTES):
            _, _, oldest = files.pop(0)
            for suffix in (".pdf", ".order", ".progress"):
                oldest.with_suffix(suffix).unlink(missing_ok=True)

    # The worker

    def _start(self) -> None:
        self._worker = threading.Thread(target=self._work, name="printing", daemon=True)
        self._worker.start()

    def _work(self) -> None:
        while not self._stopped:
            with self._lock:
                if not self._waiting:
                    self._worker = None
                    return
                job = self._waiting.popleft()
            try:
                self._make(job)
            except OSError:  # the folder is gone or full: the page says that the file could not be made
                with contextlib.suppress(OSError):
                    self._path(job, "failed").touch()
            finally:
                with contextlib.suppress(OSError):
                    self._path(job, "job").unlink(missing_ok=True)

    def _make(self, job: str) -> None:
        """Let another process make a job, so that pages need not wait for it."""
        source = str(Path(companion.__file__).parents[1])
        path = os.pathsep.join(filter(None, (source, os.environ.get("PYTHONPATH", ""))))
        self._child = subprocess.Popen(  # noqa: S603 - our own module, and an ID of hexadecimal digits
            [sys.executable, "-m", "companion.site.print.printer", str(self.folder), job],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": path},
        )
        try:
            self._child.wait(LONGEST)
        except subprocess.TimeoutExpired:
            self._child.kill()
            self._child.wait()
        if not self._path(job, "pdf").exists() and not self._stopped:
            self._path(job, "failed").touch()


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
    return Path(tempfile.mkdtemp(prefix="gong-print-"))  # somebody else was there first
