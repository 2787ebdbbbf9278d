"""A real server process and the worst that comes over the network: slow clients, garbage, and too much of it."""

import contextlib
import random
import socket
import urllib.request
from collections import Counter
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest

from companion.site.serving.server import max_connections

Server = Any  # the class in conftest.py

SLOW_CLIENTS = 1000
HALF_REQUESTS = (b"GET /NB4 HTTP/1.1\r\nHost: x\r\n", b"POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\ncode")
MALFORMED = 10_000


def address(server: Server) -> tuple[str, int]:
    parts = urlsplit(server.url)
    return str(parts.hostname), int(parts.port or 0)


def mission(server: Server) -> int:
    with urllib.request.urlopen(f"{server.url}NB4", timeout=30) as answer:
        answer.read()
        return int(answer.status)


def test_a_thousand_slow_clients_keep_nobody_waiting(start_server: Callable[..., Server]) -> None:
    """They have sent half a request and never send the rest; a thread would be lost for each."""
    if max_connections() < SLOW_CLIENTS + 50:
        pytest.skip("this system gives a process too few files")
    server = start_server()
    with contextlib.ExitStack() as stack:
        for number in range(SLOW_CLIENTS):
            slow = stack.enter_context(socket.create_connection(address(server), timeout=30))
            slow.sendall(
                b"GET /NB4 HTTP/1.1\r\nHost: x\r\n" if number % 2 else b"POST / HTTP/1.1\r\nContent-Length: 9\r\n"
            )
        assert mission(server) == 200
    assert mission(server) == 200
    assert server.stop() == 0


METHODS = [b"GET", b"HEAD", b"POST", b"PUT", b"DELETE", b"OPTIONS", b"TRACE", b"get", b"", b"GE T", b"\xff\xfe", b"PRI"]
PATHS = """
    / /NB4 /nb4/ // /..%2f..%2fetc/passwd /%00 /% /%zz * http://x/NB4 /draw/fight/a/1 /draw/fight/a/99999999999999999999
    /m/gong-fight/1.0.0/M04 /report/a/b/c /rules/fight /static/site.css /static/../wsgi.py /?code=NB4 /?code=%ff%00
    /NB4?lang=%s%n /scan /print /t /t/ /t/ABCDE /sw.js /healthz /readyz /é /NB4;x=1 /NB4#x
""".encode().split()
VERSIONS = [b"HTTP/1.1", b"HTTP/1.0", b"HTTP/9.9", b"HTTP/1.1 x", b"", b"http/1.1"]
HEADERS = [
    *[b"Host: x", b"Host: ", b"Host: a\x00b", b"Host: evil.example:99999", b"X-Forwarded-Host: evil", b": no name"],
    *[
        b"Cookie: lang=\xff; table=zzzzz; players=99",
        b"Cookie: " + b"a=b; " * 400,
        b"Accept-Language: \xf0\x28;q=x,*;q=9",
    ],
    *[b"Content-Length: -1", b"Content-Length: 99999999", b"Content-Length: abc", b"Content-Length: 4"],
    *[b"Transfer-Encoding: chunked", b"Transfer-Encoding: gzip", b'If-None-Match: "', b"If-None-Match: *"],
    *[
        b"If-Modified-Since: yesterday",
        b"Range: bytes=9-1",
        b"Accept-Encoding: ;;q",
        b"Origin: null",
        b"Expect: 100-continue",
    ],
    *[
        b"Content-Type: multipart/form-data",
        b"Content-Type: application/x-www-form-urlencoded",
        b"no colon here",
        b" folded",
    ],
]
BODIES = [b"", b"code=NB4", b"code=%zz&code=\xff", b"--x\r\n\r\n", b"5\r\nabc", b"\x00" * 50, b"reason=unfair"]


def malformed(chance: random.Random) -> bytes:
    """Return a request that is wrong in one way or another, now and then a good one."""
    line = b" ".join((chance.choice(METHODS), chance.choice(PATHS), chance.choice(VERSIONS)))
    request = b"\r\n".join((line, *chance.choices(HEADERS, k=chance.randrange(5)), b"", chance.choice(BODIES)))
    if chance.random() < 0.3:
        place = chance.randrange(len(request) or 1)
        request = request[:place] + chance.randbytes(chance.randrange(1, 9)) + request[place + chance.randrange(4) :]
    return request


def answer_to(server: Server, request: bytes) -> bytes:
    """Return what the server says to a request after which nothing more comes."""
    with contextlib.suppress(ConnectionError), socket.create_connection(address(server), timeout=30) as connection:
        connection.sendall(request)
        connection.shutdown(socket.SHUT_WR)
        answer = b""
        while part := connection.recv(65536):
            answer += part
        return answer
    return b""


def bombard(server: Server, number: int, seed: int) -> None:
    chance = random.Random(seed)
    statuses: Counter[bytes] = Counter()
    for _ in range(number):
        request = malformed(chance)
        answer = answer_to(server, request)
        status = answer[9:12]
        assert not status.startswith(b"5") or status in (b"501", b"505"), (request, answer[:300])
        statuses[status] += 1
    assert all(statuses[status] > number // 100 for status in (b"200", b"400", b"404")), statuses  # not all at the gate
    assert mission(server) == 200
    assert not any("Traceback" in line for line in server.logged())


def test_malformed_requests_are_no_fault_of_ours(server: Server) -> None:
    bombard(server, 400, seed=1)


@pytest.mark.slow
def test_ten_thousand_malformed_requests(start_server: Callable[..., Server]) -> None:
    server = start_server()
    bombard(server, MALFORMED, seed=2)
    assert server.stop() == 0
