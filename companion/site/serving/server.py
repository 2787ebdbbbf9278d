"""The server behind `gong serve`: waitress with three changes for many phones at once.

- Card pages are in memory, so the event loop that reads such a request also answers it: handing the request to a thread
  and its response back takes longer. The counts of one iteration are committed together before the next one sends them.
- The loop does not flush a channel while a thread sends on it. waitress would see unsent output, spin, and keep the GIL
  from the sending thread; on some machines that left 50 responses a second.
- On shutdown the loop drains: it runs until every response that has begun is sent.

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

from companion.site.serving.counting import DEFERRED

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

THREADS: Final = 4
"""For requests that may block, for example on the disk. All share one GIL, so more would not be faster."""

MAX_CONNECTIONS: Final = 5000
"""Open sockets; phones keep theirs open for a while, and a slow one costs no thread."""

RESERVED_FILES: Final = 100
"""File descriptors for everything else: the store, modules, the log."""

MAX_HEADER: Final = 32 * 1024
MAX_BODY: Final = 64 * 1024

SEND_BUFFER: Final = 64 * 1024
"""Octets of a response up to which it is sent in one piece."""

DRAIN_TIMEOUT: Final = 5.0
"""Seconds that responses in progress may take after `stop`."""


class Channel(HTTPChannel):  # type: ignore[misc] # waitress has no types
    """A connection."""

    inline = False

    def writable(self) -> bool:
        """Return True if the event loop should flush this channel; not while a thread sends and its buffer has room."""
        if self.requests and self.total_outbufs_len <= self.adj.outbuf_high_watermark:
            return bool(self.will_close)
        return bool(super().writable())

    def received(self, data: bytes) -> bool:
        """Parse what was read; run the request here if it cannot block."""
        parsed: bool = super().received(data)
        while self.inline:
            self.inline = False
            self.service()
        return parsed


class Server(TcpWSGIServer):  # type: ignore[misc] # waitress has no types
    """The server on a listening socket.

    Args:
        app: the WSGI application.
        listening: bound and listening.
        inline_paths: paths whose responses are in memory: a GET for them runs in the event loop.
        before_sending: commits the counts of the requests that ran in the event loop and have `DEFERRED`.
        clear_proxy_headers: whether no proxy is trusted.
    """

    channel_class = Channel

    def __init__(
        self,
        app: "WSGIApplication",
        listening: socket.socket,
        *,
        inline_paths: Collection[str] = (),
        before_sending: Callable[[], None] | None = None,
        clear_proxy_headers: bool = True,
    ) -> None:
        self._inline_paths: Final = frozenset(inline_paths)
        self._before_sending: Final = before_sending
        self._app: Final = app
        self._loop_thread = threading.get_ident()
        self._stopping = False
        self._drain_end = 0.0
        adjustments = Adjustments(
            sockets=[listening],
            threads=THREADS,
            connection_limit=max_connections(),
            asyncore_use_poll=True,  # `select` knows file numbers below 1024 only
            max_request_header_size=MAX_HEADER,
            max_request_body_size=MAX_BODY,
            ident=None,  # no Server header
            clear_untrusted_proxy_headers=clear_proxy_headers,
        )
        # Sends head and body together. Deprecated in waitress; without it this line does nothing.
        adjustments.send_bytes = SEND_BUFFER
        address = (listening.family, listening.type, listening.proto, listening.getsockname())
        super().__init__(self._run_app, {}, True, listening, adj=adjustments, sockinfo=address, bind_socket=False)

    def _run_app(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        if self._before_sending and threading.get_ident() == self._loop_thread:
            environ[DEFERRED] = True
        return self._app(environ, start_response)

    def add_task(self, channel: Channel) -> None:
        """Run the next request of a channel in the event loop, or give it to a thread."""
        request = channel.requests[0]
        if (
            threading.get_ident() == self._loop_thread
            and request.command == "GET"
            and request.path in self._inline_paths
            and not request.error
        ):
            channel.inline = True
        else:
            super().add_task(channel)

    def run(self) -> None:
        """Serve until `stop`, then drain."""
        self._loop_thread = threading.get_ident()
        while not self._stopping:
            self._iterate(self.adj.asyncore_loop_timeout)
        dispatcher.close(self)  # new connections are refused
        while self.active_channels and time.monotonic() < self._drain_end:
            for channel in list(self.active_channels.values()):
                if not channel.requests:
                    channel.close_when_flushed = True
            self._iterate(0.05)
        self.task_dispatcher.shutdown(timeout=0.1)
        for channel in list(self.active_channels.values()):
            channel.handle_close()
        self.asyncore.close_all(self._map)

    def stop(self, *_: Any) -> None:
        """Make `run` drain and return; a second call makes it return at once. May be called by a signal handler."""
        self._drain_end = 0.0 if self._stopping else time.monotonic() + DRAIN_TIMEOUT
        self._stopping = True
        with contextlib.suppress(OSError):  # closed already
            self.pull_trigger()

    def _iterate(self, seconds: float) -> None:
        self.asyncore.loop(timeout=seconds, use_poll=True, map=self._map, count=1)
        if self._before_sending:
            self._before_sending()


def max_connections() -> int:
    """Return how many sockets may be open, after raising the soft limit of file descriptors as far as needed."""
    try:
        import resource
    except ImportError:  # Windows: no such limit, and no `resource`
        return MAX_CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_CONNECTIONS + RESERVED_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    if soft == resource.RLIM_INFINITY:
        return MAX_CONNECTIONS
    return max(RESERVED_FILES, min(MAX_CONNECTIONS, soft - RESERVED_FILES))
