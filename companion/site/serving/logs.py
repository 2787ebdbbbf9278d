"""The log of the site on standard error: lines for people, or one JSON object a line for programs."""

import json
import logging
import sys
import threading
import time
from collections import deque
from datetime import UTC, datetime
from typing import Final, Literal, TextIO

REQUEST = "request"
"""Attribute of a log record of a request: method, path, status and ms, for programs."""

GATHER: Final = 0.05
"""Seconds in which lines are gathered before they are written."""

PATIENCE: Final = 1.0
"""Seconds that the end of the process waits for the last lines."""

MOST_WAITING: Final = 50_000
"""Lines kept at most while the log cannot be written, as when a pager reads it and nobody turns the page."""


class JsonFormatter(logging.Formatter):
    """Writes a record as one JSON object on one line: time (RFC 3339, UTC), level, logger, message, request, fault."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if request := getattr(record, REQUEST, None):
            line[REQUEST] = request
        if record.exc_info:
            line["fault"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


class Gathered(logging.Handler):
    """Writes the lines of all threads together, in a thread of its own.

    Whoever writes a line gives the interpreter away and queues for it again behind all other threads; a site whose
    threads each write their own lines answers half as often (benchmarks/bench_site.py). It also stands still when
    whatever reads the log does; here lines wait, and when they are too many the oldest are lost and counted.
    """

    def __init__(self, stream: TextIO) -> None:
        super().__init__()
        self._stream: Final = stream
        self._lines: Final[deque[str]] = deque()
        self._lost = 0
        self._some: Final = threading.Event()
        self._writing = False
        self._taking: Final = threading.Lock()  # not that of the handler, which `logging.shutdown` holds while it waits
        threading.Thread(target=self._write_on, name="log", daemon=True).start()

    def emit(self, record: logging.LogRecord) -> None:
        """Let the line wait for the next writing."""
        try:
            line = self.format(record)
        except Exception:  # as every handler does: a log line that cannot be made stops nobody
            self.handleError(record)
            return
        with self._taking:
            if len(self._lines) >= MOST_WAITING:
                self._lines.popleft()
                self._lost += 1
            self._lines.append(line)
        if not self._some.is_set():
            self._some.set()

    def flush(self) -> None:
        """Wait until all lines are written, but not longer than PATIENCE: perhaps nobody reads them."""
        self._some.set()
        end = time.monotonic() + PATIENCE
        while (self._lines or self._writing) and time.monotonic() < end:
            time.sleep(GATHER / 5)

    def _take(self) -> list[str]:
        with self._taking:
            lines, lost = list(self._lines), self._lost
            self._lines.clear()
            self._lost = 0
        return [f"{lost} older lines are lost: nothing read the log", *lines] if lost else lines

    def _write_on(self) -> None:
        while self._some.wait():
            time.sleep(GATHER)
            self._some.clear()
            self._writing = True
            try:
                self._stream.write("".join(f"{line}\n" for line in self._take()))
                self._stream.flush()
            except (OSError, ValueError):
                pass  # the log is closed: there is nobody to tell
            self._writing = False


def set_up(form: Literal["text", "json"], *, gathered: bool = False) -> None:
    """Send the log of the whole process to standard error in this form.

    Args:
        form: lines for people or for programs.
        gathered: write in a thread of its own, for servers of many threads; not for those that fork after this.
    """
    handler = Gathered(sys.stderr) if gathered else logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if form == "json" else logging.Formatter("%(asctime)s %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    # "Task queue depth is 1" only says that a thread has yet to wake up; the log has one line for each request.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
