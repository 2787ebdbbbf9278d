"""What the server behind `gong serve` does beside waitress: cards without a thread, sending, and the end."""

import contextlib
import io
import logging
import socket
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.address import BaseUrl
from companion.cli.serve import listen
from companion.settings import Settings
from companion.site.serving.counting import DEFERRED
from companion.site.serving.logs import FLUSH_INTERVAL, BackgroundHandler
from companion.site.serving.response_cache import card_paths
from companion.site.serving.server import DRAIN_TIMEOUT, SEND_BUFFER, THREADS, Server

LARGE = 256 * SEND_BUFFER  # more than the system takes from a sender while nobody reads
SLOW = 0.5


class App:
    """Answers with the path; `/slow` takes its time, `/held` waits to be let go, and `/large` is long."""

    def __init__(self) -> None:
        self.begun = threading.Semaphore(0)
        self.let_go = threading.Event()
        self.threads: dict[str, int] = {}

    def __call__(self, environ: dict[str, Any], start_response: Any) -> list[bytes]:
        path = environ["PATH_INFO"]
        self.threads[path] = threading.get_ident()
        self.begun.release()
        if path.startswith("/slow"):
            time.sleep(SLOW)
        if path == "/held":
            self.let_go.wait(20)
        body = b"x" * LARGE if path == "/large" else path.encode()
        start_response("200 OK", [("Content-Length", str(len(body)))])
        return [body]


@contextlib.contextmanager
def running(app: Any, before_sending: Callable[[], None] | None = None) -> Iterator[Server]:
    server = Server(app, listen("127.0.0.1", 0), inline_paths=("/card",), before_sending=before_sending)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        yield server
    finally:
        server.stop()
        thread.join(20)
        assert not thread.is_alive()


def connect(server: Server) -> socket.socket:
    return socket.create_connection(server.socket.getsockname(), timeout=10)


def question(path: str, ending: str = "") -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: x\r\n{ending}\r\n".encode()


def everything(connection: socket.socket) -> bytes:
    parts = []
    while part := connection.recv(1 << 20):
        parts.append(part)
    return b"".join(parts)


def test_cards_are_answered_while_every_thread_is_busy() -> None:
    app = App()
    with running(app) as server:
        waiting = [connect(server) for _ in range(2 * THREADS)]
        for connection in waiting:
            connection.sendall(question("/held"))
        for _ in range(THREADS):
            assert app.begun.acquire(timeout=10)
        with connect(server) as phone:
            phone.sendall(question("/card", "Connection: close\r\n"))
            assert everything(phone).endswith(b"\r\n\r\n/card")
        app.let_go.set()
        for connection in waiting:
            assert connection.recv(65536).startswith(b"HTTP/1.1 200")
            connection.close()


def test_only_plain_questions_for_cards_are_answered_in_the_loop() -> None:
    app = App()
    with running(app) as server:
        loop = server._loop_thread
        for path in ("/card", "/page"):
            with connect(server) as phone:
                phone.sendall(question(path, "Connection: close\r\n"))
                everything(phone)
        assert (app.threads["/card"] == loop, app.threads["/page"] == loop) == (True, False)
        with connect(server) as phone:
            phone.sendall(b"POST /card HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\nab")
            everything(phone)
        assert app.threads["/card"] != loop


@pytest.mark.parametrize(
    "paths",
    [
        ("/card",) * 5,
        ("/slow", "/card", "/page", "/card", "/card"),
        ("/card", "/slow", "/card", "/card", "/page"),
        ("/page", "/card") * 10,
    ],
)
@pytest.mark.parametrize("whole", [True, False], ids=["in one piece", "octet by octet"])
def test_questions_sent_ahead_are_answered_in_their_order(paths: tuple[str, ...], whole: bool) -> None:
    """RFC 9112 9.3.2, whichever of them need a thread."""
    asked = b"".join(map(question, paths[:-1])) + question(paths[-1], "Connection: close\r\n")
    with running(App()) as server, connect(server) as phone:
        if whole:
            phone.sendall(asked)
        else:
            phone.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for octet in asked:
                phone.sendall(bytes([octet]))
        said = everything(phone)
    assert [part.split(b"HTTP/1.1")[0].decode() for part in said.split(b"\r\n\r\n")[1:]] == list(paths)


def test_a_reader_that_leaves_in_the_middle_stops_nobody() -> None:
    with running(App()) as server:
        for path in ("/large", "/card", "/slow") * 5:
            with connect(server) as phone:
                phone.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")  # resets what is unread
                phone.sendall(question(path))
        with connect(server) as phone:
            phone.sendall(question("/card", "Connection: close\r\n"))
            assert everything(phone).endswith(b"/card")


@pytest.mark.parametrize("path", ["/slow", "/large", "/slow/large"])
def test_what_has_begun_is_sent_to_its_end(path: str) -> None:
    """A large answer to a slow reader too, which is still on its way when all threads are done."""
    app = App()
    with running(app) as server, connect(server) as phone:
        phone.sendall(question(path))
        assert app.begun.acquire(timeout=5)
        server.stop()
        time.sleep(0.3)
        head, body = everything(phone).split(b"\r\n\r\n", 1)
        assert head.startswith(b"HTTP/1.1 200")
        assert len(body) == (LARGE if path == "/large" else len(path))


def test_the_end_waits_neither_for_idle_phones_nor_for_busy_ones() -> None:
    with running(App()) as server:
        idle, half, asking = connect(server), connect(server), connect(server)
        half.sendall(b"GET /card HTTP/1.1\r\n")
        stop = threading.Event()

        def ask() -> None:
            with asking:
                while not stop.is_set():
                    try:
                        asking.sendall(question("/page"))
                        if not asking.recv(65536):
                            return
                    except OSError:
                        return

        asker = threading.Thread(target=ask)
        asker.start()
        time.sleep(0.2)
        began = time.monotonic()
        server.stop()
        assert everything(idle) == everything(half) == b""
        assert time.monotonic() - began < DRAIN_TIMEOUT - 1
        stop.set()
        asker.join(5)
        for connection in (idle, half):
            connection.close()


def test_nobody_new_is_let_in_at_the_end() -> None:
    app = App()
    with running(app) as server, connect(server) as phone:
        address = server.socket.getsockname()
        phone.sendall(question("/held"))
        assert app.begun.acquire(timeout=10)
        server.stop()
        with pytest.raises(ConnectionRefusedError):
            for _ in range(1000):
                with contextlib.suppress(ConnectionResetError):  # was in the queue when it was closed
                    socket.create_connection(address, timeout=10).close()
        app.let_go.set()
        assert everything(phone).endswith(b"/held")


def test_asked_twice_the_server_ends_at_once() -> None:
    app = App()
    server = Server(app, listen("127.0.0.1", 0))
    thread = threading.Thread(target=server.run)
    thread.start()
    with connect(server) as phone:
        phone.sendall(question("/large"))  # and never reads it
        assert app.begun.acquire(timeout=5)
        server.stop()
        began = time.monotonic()
        server.stop()
        thread.join(20)
        assert time.monotonic() - began < DRAIN_TIMEOUT - 1


def test_what_is_to_be_kept_is_written_before_the_answer_is_sent() -> None:
    waiting: list[str] = []
    written: list[str] = []

    def app(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        start_response("200 OK", [("Content-Length", "1")])
        (waiting if DEFERRED in environ else written).append(environ["PATH_INFO"])
        return [b"x"]

    def write() -> None:
        written.extend(waiting)
        waiting.clear()

    with running(app, before_sending=write) as server, connect(server) as phone:
        asked = 0
        for paths in (["/card"], ["/page"], ["/card", "/card"], ["/page", "/card"], ["/card", "/page", "/card"]) * 5:
            phone.sendall(b"".join(map(question, paths)))
            for _ in paths:
                said = b""
                while not said.endswith(b"\r\n\r\nx"):
                    said += phone.recv(1)
                asked += 1
                assert len(written) >= asked
    assert sorted(written) == ["/card"] * 30 + ["/page"] * 15


def test_cards_have_the_prefix_of_the_site_or_not() -> None:
    below = Settings(base_url=BaseUrl("https", "gong.example", "/gong"))
    assert {"/NB4", "/gong/NB4", "/nb4", "/print"} & card_paths(below) == {"/NB4", "/gong/NB4"}
    assert len(card_paths(Settings())) == 56


class Pipe(io.StringIO):
    """A stream whose reader may stand still."""

    def __init__(self) -> None:
        super().__init__()
        self.flows = threading.Event()

    def write(self, text: str) -> int:
        self.flows.wait(10)
        return super().write(text)


def record(text: str) -> logging.LogRecord:
    return logging.LogRecord("gong", logging.INFO, __file__, 1, text, None, None)


def test_a_log_that_nobody_reads_stops_nobody_and_tells_what_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.site.serving.logs.MAX_BUFFERED", 10)
    pipe = Pipe()
    log = BackgroundHandler(pipe)
    log.handle(record("first"))
    time.sleep(4 * FLUSH_INTERVAL)  # the writer has taken it, and stands
    began = time.monotonic()
    for number in range(25):
        log.handle(record(f"line {number}"))
    assert time.monotonic() - began < 5
    pipe.flows.set()
    log.flush()
    expected = ["first", "15 older lines are lost: nothing read the log", *(f"line {n}" for n in range(15, 25))]
    assert pipe.getvalue().splitlines() == expected


def test_many_threads_log_every_line_whole_and_in_their_own_order() -> None:
    stream = io.StringIO()
    log = BackgroundHandler(stream)

    def work(name: int) -> None:
        for number in range(200):
            log.handle(record(f"{name} {number}"))

    threads = [threading.Thread(target=work, args=(name,)) for name in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    log.flush()
    lines = stream.getvalue().splitlines()
    assert len(lines) == 1600
    for name in range(8):
        assert [line.split()[1] for line in lines if line.startswith(f"{name} ")] == [str(n) for n in range(200)]


def test_a_closed_log_is_no_fault() -> None:
    stream = io.StringIO()
    log = BackgroundHandler(stream)
    stream.close()
    log.handle(record("unheard"))
    log.flush()


def test_lines_are_written_without_being_asked() -> None:
    stream = io.StringIO()
    log = BackgroundHandler(stream)
    end = time.monotonic() + 5
    for text in ("one", "two"):
        log.handle(record(text))
        while f"{text}\n" not in stream.getvalue():
            assert time.monotonic() < end
            time.sleep(0.01)
