"""The server behind `gong serve`: waitress, with three things that a busy evening needs besides.

- What a card leads to is in memory, so it is answered in the loop that reads the question. To hand such a question to
  a thread and its answer back takes longer than the answer. What is to be written for the answers of one turn of the
  loop, their counts, is written in one go before the next turn sends them.
- The loop lets threads send in peace. While a thread that sends waits for the interpreter, waitress sees an answer that
  is not sent yet, turns and turns and keeps the interpreter busy; on some machines that left 50 answers a second.
- When it is to stop, the loop goes on until everything that has begun is sent.

Figures: benchmarks/bench_site.py.
"""

import contextlib
import socket
import threading
import time
from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING, Any, Final

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.wasyncore import dispatcher

from companion.site.serving.counting import TOGETHER

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

THREADS: Final = 4
"""For what may have to wait, as for the disk. All share one interpreter, so more would not answer sooner."""

CONNECTIONS: Final = 5000
"""Open sockets at once; phones keep theirs open for a while, and a slow one costs no thread."""

OTHER_FILES: Final = 100
"""Files that may be open besides: the store, pages of the interpreter, the log."""

LARGEST_HEADER: Final = 32 * 1024
LARGEST_BODY: Final = 64 * 1024

SENT_TOGETHER: Final = 64 * 1024
"""Octets of an answer from which on it goes out in parts."""

FAREWELL: Final = 5.0
"""Seconds that what has begun may take after the server was told to stop."""


class Channel(HTTPChannel):  # type: ignore[misc] # waitress has no types
    """A connection."""

    at_once = False

    def writable(self) -> bool:
        """Tell whether the loop should send; not while a thread is at it, unless that waits for the loop to help."""
        if self.requests and self.total_outbufs_len <= self.adj.outbuf_high_watermark:
            return bool(self.will_close)
        return bool(super().writable())

    def received(self, data: bytes) -> bool:
        """Take what was read; answer at once what need not wait."""
        taken: bool = super().received(data)
        while self.at_once:
            self.at_once = False
            self.service()
        return taken


class Server(TcpWSGIServer):  # type: ignore[misc] # waitress has no types
    """The server on a socket that listens.

    Args:
        app: what answers.
        listening: bound and listening.
        at_once: paths whose answers are in memory: a GET for them waits for nothing.
        before_sending: writes what is to be kept of the answers given at once, whose requests have `TOGETHER`.
        clear_proxy_headers: whether no proxy is trusted.
    """

    channel_class = Channel

    def __init__(
        self,
        app: "WSGIApplication",
        listening: socket.socket,
        *,
        at_once: Collection[str] = (),
        before_sending: Callable[[], None] | None = None,
        clear_proxy_headers: bool = True,
    ) -> None:
        self._at_once: Final = frozenset(at_once)
        self._before_sending: Final = before_sending
        self._app: Final = app
        self._loop_thread = threading.get_ident()
        self._stopping = False
        self._until = 0.0
        adjustments = Adjustments(
            sockets=[listening],
            threads=THREADS,
            connection_limit=room_for_connections(),
            asyncore_use_poll=True,  # `select` knows file numbers below 1024 only
            max_request_header_size=LARGEST_HEADER,
            max_request_body_size=LARGEST_BODY,
            ident=None,  # nobody needs to know which server this is
            clear_untrusted_proxy_headers=clear_proxy_headers,
        )
        # Head and body go out together. To be removed from waitress one day; then this does nothing, and costs no more.
        adjustments.send_bytes = SENT_TOGETHER
        address = (listening.family, listening.type, listening.proto, listening.getsockname())
        super().__init__(self._answer, {}, True, listening, adj=adjustments, sockinfo=address, bind_socket=False)

    def _answer(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        if self._before_sending and threading.get_ident() == self._loop_thread:
            environ[TOGETHER] = True
        return self._app(environ, start_response)

    def add_task(self, channel: Channel) -> None:
        """Take the next request of a connection."""
        request = channel.requests[0]
        if (
            threading.get_ident() == self._loop_thread
            and request.command == "GET"
            and request.path in self._at_once
            and not request.error
        ):
            channel.at_once = True
        else:
            super().add_task(channel)

    def run(self) -> None:
        """Answer until `stop`, then finish what has begun."""
        self._loop_thread = threading.get_ident()
        while not self._stopping:
            self._turn(self.adj.asyncore_loop_timeout)
        dispatcher.close(self)  # whoever comes now is turned away at once
        while self.active_channels and time.monotonic() < self._until:
            for channel in list(self.active_channels.values()):
                if not channel.requests:
                    channel.close_when_flushed = True
            self._turn(0.05)
        self.task_dispatcher.shutdown(timeout=0.1)
        for channel in list(self.active_channels.values()):
            channel.handle_close()
        self.asyncore.close_all(self._map)

    def stop(self, *_: Any) -> None:
        """Let `run` come to its end; asked again, without waiting. May be called by a signal."""
        self._until = 0.0 if self._stopping else time.monotonic() + FAREWELL
        self._stopping = True
        with contextlib.suppress(OSError):  # at its end already
            self.pull_trigger()

    def _turn(self, seconds: float) -> None:
        self.asyncore.loop(timeout=seconds, use_poll=True, map=self._map, count=1)
        if self._before_sending:
            self._before_sending()


def room_for_connections() -> int:
    """Return how many sockets may be open at once, after asking the system for as many as it gives."""
    try:
        import resource
    except ImportError:  # Windows: no such limit, and no `resource`
        return CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS + OTHER_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return CONNECTIONS if soft == resource.RLIM_INFINITY else max(OTHER_FILES, min(CONNECTIONS, soft - OTHER_FILES))
