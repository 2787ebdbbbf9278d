"""The log of the site on standard error: plain lines, or one JSON object a line."""

import contextlib
import json
import logging
import sys
import threading
import time
from collections import deque
from datetime import UTC, datetime
from typing import Final, Literal, TextIO

REQUEST = "request"
"""Attribute of the log record of a request: method, path, status and ms, for the JSON format."""

FLUSH_INTERVAL: Final = 0.05
"""Seconds in which lines are collected before they are written together."""

FLUSH_TIMEOUT: Final = 1.0
"""Seconds that `flush` waits at most."""

MAX_BUFFERED: Final = 50_000
"""Lines kept while the stream blocks, for example because a pager reads it."""


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


class BackgroundHandler(logging.Handler):
    """Writes the lines of all threads in batches, in a thread of its own, until it is closed.

    A thread that writes its own line releases the GIL and waits for it again behind all the others; a site that logs
    this way answers half as many requests (benchmarks/bench_site.py). It also blocks when whatever reads the log does;
    here lines wait in a buffer, and when that is full the oldest are dropped and counted.
    """

    def __init__(self, stream: TextIO) -> None:
        super().__init__()
        self._stream: Final = stream
        self._lines: Final[deque[str]] = deque()
        self._dropped = 0
        self._wake: Final = threading.Event()
        self._writing = False
        self._closed = False
        self._buffer_lock: Final = (
            threading.Lock()
        )  # not the handler's own: `logging.shutdown` holds that while it flushes
        self._writer: Final = threading.Thread(target=self._run, name="log", daemon=True)
        self._writer.start()

    def emit(self, record: logging.LogRecord) -> None:
        """Add the line to the buffer."""
        try:
            line = self.format(record)
        except Exception:  # like every handler of `logging`: a faulty record must not break the request
            self.handleError(record)
            return
        with self._buffer_lock:
            if len(self._lines) >= MAX_BUFFERED:
                self._lines.popleft()
                self._dropped += 1
            self._lines.append(line)
        if not self._wake.is_set():
            self._wake.set()

    def flush(self) -> None:
        """Wait until the buffer is written, but not longer than FLUSH_TIMEOUT: perhaps nothing reads the stream."""
        self._wake.set()
        end = time.monotonic() + FLUSH_TIMEOUT
        while (self._lines or self._writing) and self._writer.is_alive() and time.monotonic() < end:
            time.sleep(FLUSH_INTERVAL / 5)

    def close(self) -> None:
        """Write the buffer and end the thread."""
        self.flush()
        self._closed = True
        self._wake.set()
        self._writer.join(FLUSH_TIMEOUT)
        super().close()

    def _take(self) -> list[str]:
        with self._buffer_lock:
            lines, dropped = list(self._lines), self._dropped
            self._lines.clear()
            self._dropped = 0
        return [f"{dropped} older lines are lost: nothing read the log", *lines] if dropped else lines

    def _run(self) -> None:
        while not self._closed and self._wake.wait():
            time.sleep(FLUSH_INTERVAL)
            self._wake.clear()
            self._writing = True
            with contextlib.suppress(OSError, ValueError):  # the stream is closed
                self._stream.write("".join(f"{line}\n" for line in self._take()))
                self._stream.flush()
            self._writing = False


def set_up(form: Literal["text", "json"], *, background: bool = False) -> logging.Handler:
    """Send the log of the whole process to standard error, and return the handler that writes it.

    Args:
        form: plain lines, or JSON.
        background: write in a thread of its own, for servers of many threads; not for those that fork afterwards.
    """
    handler: logging.Handler = BackgroundHandler(sys.stderr) if background else logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if form == "json" else logging.Formatter("%(asctime)s %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    # "Task queue depth is 1" only means that a thread has yet to wake up; the log has one line for each request.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    return handler
