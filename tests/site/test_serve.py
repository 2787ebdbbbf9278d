"""`gong serve`: a real process that starts whole or not at all, answers, and ends cleanly."""

import errno
import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask

from companion.address import BaseUrl
from companion.cli.serve import ServeError, address_for_phones, addresses, code_for_terminal, listen
from companion.missions.pack import find_pack
from companion.settings import Settings, load_settings
from companion.site.app import set_network_url
from tests.processes import GONG, start
from tests.sweeps import sweep

Run = Callable[..., subprocess.CompletedProcess[str]]
Environment = Callable[..., dict[str, str]]
Server = Any  # the class in conftest.py


def fetch(url: str, **headers: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=10) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


def raw(server: Server, request: bytes) -> bytes:
    """Send bytes as they are, which no client library would."""
    address = urlsplit(server.url)
    with socket.create_connection((address.hostname, address.port), timeout=10) as connection:
        connection.sendall(request)
        answer = b""
        while part := connection.recv(65536):
            answer += part
    return answer


def test_it_tells_where_it_is_open_and_serves_the_missions(server: Server) -> None:
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", server.url)
    status, page = fetch(f"{server.url}NB4")
    assert status == 200
    assert "NEBULA 4" in page
    assert fetch(f"{server.url}/NB4") == (200, page)  # //NB4
    assert fetch(f"{server.url}nothing")[0] == 404


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_cleanly(start_server: Callable[..., Server], sign: int) -> None:
    server = start_server("--base-url", "https://gong.example/gong")
    assert server.url.endswith("/gong/")
    assert fetch(f"{server.url}NB4")[0] == 200
    assert server.stop(sign) == 0
    assert server.process.stdout is not None
    assert server.process.stdout.read().splitlines() == [
        "Phones cannot reach it; to let them in, start with --host 0.0.0.0",
        "From outside, as printed on the cards: https://gong.example/gong",
    ]
    (request, stopped) = server.log.read_text().splitlines()
    assert re.fullmatch(r"[-0-9]+ [:,0-9]+ GET /gong/NB4 200 \d+\.\d ms", request)
    assert re.fullmatch(r"[-0-9]+ [:,0-9]+ Stopped\.", stopped)


SLOW = """
import signal, time
from companion.cli.serve import listen
from companion.site.serving.server import Server

def slow(environ, start_response):
    print("begun", flush=True)
    time.sleep(0.7)
    start_response("200 OK", [("Content-Length", "4")])
    return [b"done"]

listening = listen("127.0.0.1", 0)
server = Server(slow, listening)
signal.signal(signal.SIGTERM, server.stop)
print(listening.getsockname()[1], flush=True)
server.run()
"""


def test_what_has_begun_is_finished(environment: Environment) -> None:
    with (
        start([sys.executable, "-c", SLOW], env=environment(), stdout=subprocess.PIPE, text=True) as process,
        socket.create_connection(("127.0.0.1", int(process.stdout.readline())), timeout=10) as connection,
    ):
        connection.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert process.stdout.readline() == "begun\n"
        process.terminate()
        answer = b""
        while part := connection.recv(65536):
            answer += part
        assert answer.endswith(b"\r\n\r\ndone")
        assert process.wait(20) == 0


@pytest.mark.parametrize(
    ("target", "status"),
    [
        (b"/" + b"A" * 5000, b"404"),
        (b"/" + b"A" * 20000, b"414"),
        (b"/%00", b"404"),
        (b"/%", b"404"),
        (b"/%ff%zz%c3", b"404"),
        (b"/<script>", b"404"),
        (b"//NB4", b"200"),
        (b"/NB4?%00=%ff", b"200"),
    ],
)
def test_bad_addresses_are_one_friendly_page_and_one_line(server: Server, target: bytes, status: bytes) -> None:
    before = len(server.logged())
    answer = raw(server, b"GET " + target + b" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    assert answer.split(b" ", 2)[1] == status
    assert b"Server:" not in answer
    assert b"GONG" in answer
    assert b"<script>" not in answer  # its own has a type and an address
    assert b"AAAA" not in answer
    assert len(server.logged(before + 1)) == before + 1


def test_the_log_has_one_line_for_each_request_even_if_many_come_at_once(server: Server) -> None:
    before = len(server.logged())
    with ThreadPoolExecutor(24) as phones:
        assert set(phones.map(lambda _: fetch(f"{server.url}NB4")[0], range(48))) == {200}
    lines = server.logged(before + 48)[before:]
    assert len(lines) == 48
    assert all(" GET /NB4 200 " in line for line in lines), lines


def test_idle_phones_do_not_keep_others_waiting(server: Server) -> None:
    address = urlsplit(server.url)
    idle = [socket.create_connection((address.hostname, address.port)) for _ in range(16)]
    try:
        for half, connection in enumerate(idle):
            if half % 2:
                connection.sendall(b"GET /NB4 HTTP/1.1\r\nHost: x\r\n")  # and never the rest
        began = time.monotonic()
        assert fetch(f"{server.url}ZE1")[0] == 200
        assert time.monotonic() - began < 10  # where each idle one cost a thread, nobody would be served at all
    finally:
        for connection in idle:
            connection.close()


def test_a_broken_pack_is_told_fault_by_fault_and_nothing_starts(run_serve: Run, tmp_path: Path) -> None:
    pack = tmp_path / "pack"
    shutil.copytree(find_pack(), pack)
    bonus = pack / "bonus.yaml"
    lines = bonus.read_text("utf-8").splitlines(keepends=True)
    bonus.write_text("".join(lines).replace("put:", "putt:", 1), "utf-8")
    fight = pack / "fight.yaml"
    fight.write_text(fight.read_text("utf-8") + "\n- [\n", "utf-8")
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    result = run_serve("--port", str(port), GONG_PACK=str(pack))
    assert result.returncode == 1
    assert result.stdout == ""
    said = result.stderr.removeprefix("Error: ").splitlines()
    assert len(said) >= 2
    assert all(re.match(r"\S+\.yaml:\d+:\d+: [A-Z]\d+ \S", line) for line in said)
    assert "Traceback" not in result.stderr


def test_a_missing_pack_is_one_sentence(run_serve: Run, tmp_path: Path) -> None:
    result = run_serve(GONG_PACK=str(tmp_path / "no-such-folder"))
    assert (result.returncode, result.stdout) == (1, "")
    assert "no-such-folder" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_port_in_use_is_one_sentence(run_serve: Run, server: Server) -> None:
    port = str(urlsplit(server.url).port)
    result = run_serve("--port", port)
    assert (result.returncode, result.stdout) == (1, "")
    assert (
        result.stderr
        == f"Error: Port {port} on 127.0.0.1 is in use by another program: give another one with --port.\n"
    )


def test_an_address_of_another_machine_is_one_sentence(run_serve: Run) -> None:
    result = run_serve("--host", "203.0.113.7", "--port", "0")
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr.startswith("Error: 203.0.113.7 is not an address of this machine: ")
    assert len(result.stderr.splitlines()) == 1


def test_a_host_name_that_nobody_knows() -> None:
    with pytest.raises(ServeError, match=r"no-such-host\.invalid is not an address of this machine"):
        listen("no-such-host.invalid", 0)


def test_a_port_that_this_user_may_not_open(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(socket, "create_server", refuse)
    with pytest.raises(ServeError, match=r"^This user may not open port 80: give one from 1024 on with --port\.$"):
        listen("127.0.0.1", 80)


def test_all_wrong_settings_at_once(run_serve: Run) -> None:
    result = run_serve(GONG_PORT="many", GONG_PROXY_HOPS="-1")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.splitlines() == [
        "Error: GONG_PORT must be a whole number from 0 to 65535, not 'many'.",
        "GONG_PROXY_HOPS must be a whole number from 0 to 9, not '-1'.",
    ]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--port", "99999"), "--port must be a whole number from 0 to 65535, not '99999'."),
        (("--base-url", "gong.example"), "The base URL 'gong.example' does not start with https:// or http://"),
        (("--debug", "--host", "0.0.0.0"), "--debug lets every visitor run code on this machine"),
    ],
)
def test_wrong_options(run_serve: Run, options: tuple[str, ...], sentence: str) -> None:
    result = run_serve(*options)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith(f"Error: {sentence}")
    assert len(result.stderr.splitlines()) == 1


def test_phones_are_told_the_address_in_their_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.cli.serve._own_addresses", lambda: ["192.168.1.20"])
    assert addresses(Settings(host="0.0.0.0"), 8000) == [
        "GONG is open at http://127.0.0.1:8000/",
        "Phones in the same network: http://192.168.1.20:8000/",
        "To print cards that lead there: gong print deck -o deck.pdf --base-url http://192.168.1.20:8000",
    ]
    assert addresses(Settings(host="0.0.0.0", base_url=BaseUrl("https", "gong.example", "/gong")), 8000) == [
        "GONG is open at http://127.0.0.1:8000/gong/",
        "Phones in the same network: http://192.168.1.20:8000/gong/",
        "From outside, as printed on the cards: https://gong.example/gong",
    ]
    assert addresses(Settings(host="192.168.1.20"), 80) == ["GONG is open at http://192.168.1.20:80/"]
    assert addresses(Settings(host="::1"), 80)[0] == "GONG is open at http://[::1]:80/"


def test_the_code_in_the_terminal_leads_a_phone_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.cli.serve._own_addresses", lambda: ["192.168.1.20"])
    outside = Settings(base_url=BaseUrl("https", "gong.example", "/gong"))
    assert address_for_phones(outside, 8000) == "https://gong.example/gong/"
    assert address_for_phones(Settings(), 8000) is None
    url = address_for_phones(Settings(host="0.0.0.0"), 8000)
    assert url == "http://192.168.1.20:8000/"
    numpy = pytest.importorskip("numpy")
    zxingcpp = pytest.importorskip("zxingcpp")
    rows = [re.sub(r"\033\[[0-9;]*m", "", row) for row in code_for_terminal(url).splitlines()]
    halves = [[sign in signs for sign in row] for row in rows for signs in ("█▀", "█▄")]
    picture = (numpy.array(halves, "uint8") * 255).repeat(6, 0).repeat(6, 1)
    assert [found.text for found in zxingcpp.read_barcodes(picture, try_invert=False)] == [url]


def test_a_table_is_shared_by_the_address_that_phones_find(make_app: Callable[..., Flask]) -> None:
    """Without a base URL too: the server that listens to the network knows where it is, and believes no Host header."""
    table = "KWXHY/2/gong-fight/1.0.0"
    app = make_app(Settings(), ahead=False)
    set_network_url(app, "http://192.168.1.20:8000/")
    page = app.test_client().get(f"/t/{table}", headers={"Host": "evil.example"}).text
    assert f"http://192.168.1.20:8000/t/{table}" in page
    assert "evil" not in page


def test_the_log_in_json(start_server: Callable[..., Server]) -> None:
    server = start_server(GONG_LOG_FORMAT="json")
    fetch(f"{server.url}NB4")
    fetch(f"{server.url}%22%0Anothing")
    assert server.stop() == 0
    lines = [json.loads(line) for line in server.log.read_text().splitlines()]
    assert lines[-1]["message"] == "Stopped."
    requests = [line["request"] for line in lines if "request" in line]
    assert [(r["method"], r["path"], r["status"]) for r in requests] == [
        ("GET", "/NB4", 200),
        ("GET", "/%22%0Anothing", 404),
    ]
    assert all(line["level"] == "info" and line["time"].endswith("+00:00") for line in lines)


@pytest.mark.parametrize("signs", sweep([[signal.SIGTERM], [signal.SIGINT, signal.SIGINT]], [signal.SIGTERM]))
def test_it_ends_even_if_nobody_reads_its_log(environment: Environment, tmp_path: Path, signs: list[int]) -> None:
    """As in `gong serve 2>&1 | less`, when nobody turns the page."""
    command = [*GONG, "serve", "--port", "0"]
    variables = environment(GONG_STORE=str(tmp_path / "counts.db"))
    with start(
        command, cwd=tmp_path, env=variables, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        address = urlsplit(process.stdout.readline().split()[-1])
        connection = http.client.HTTPConnection(str(address.hostname), int(address.port or 0), timeout=10)
        path = "/" + "x" * 100
        for _ in range(600):  # a pipe holds 64 KiB, and a line of the log has 160 octets
            connection.request("GET", path)
            connection.getresponse().read()
        connection.close()
        for sign in signs:
            process.send_signal(sign)
        assert process.wait(15) == 0


@pytest.mark.skipif(os.name != "posix", reason="POSIX signals")
def test_nohup_semantics_are_kept(environment: Environment, tmp_path: Path) -> None:
    """Started where SIGINT is ignored, in the background of a shell, it goes on after SIGINT and stops on SIGTERM."""
    command = f"""trap "" INT; exec {sys.executable} -c 'from companion.cli import main; main()' serve --port 0"""
    pipe = subprocess.PIPE
    with start(["sh", "-c", command], cwd=tmp_path, env=environment(), stdout=pipe, stderr=pipe, text=True) as process:
        url = process.stdout.readline().split()[-1]
        process.send_signal(signal.SIGINT)
        assert fetch(f"{url}NB4")[0] == 200
        process.terminate()
        _, log = process.communicate(timeout=20)
    assert process.returncode == 0
    assert log.splitlines()[-1].endswith("Stopped.")


@pytest.mark.skipif(os.name != "posix", reason="closes standard output as shells do")
def test_a_service_without_standard_output(environment: Environment, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    gong = f"exec {sys.executable} -c 'from companion.cli import main; main()' serve --port {port} >&-"
    with start(["sh", "-c", gong], cwd=tmp_path, env=environment(), stderr=subprocess.PIPE) as process:
        end = time.monotonic() + 30
        while time.monotonic() < end:
            try:
                assert fetch(f"http://127.0.0.1:{port}/NB4")[0] == 200
                break
            except urllib.error.URLError:
                time.sleep(0.1)
        process.terminate()
        assert process.wait(20) == 0
        assert b"Traceback" not in process.stderr.read()


def test_gong_health_asks_with_the_right_host_and_prefix(
    start_server: Callable[..., Server], environment: Environment, tmp_path: Path
) -> None:
    settings = {"GONG_BASE_URL": "https://gong.example/gong", "GONG_TRUSTED_HOSTS": ".gong.example"}
    server = start_server(**settings)
    port = str(urlsplit(server.url).port)

    def health(**variables: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*GONG, "health", "--port", port],
            cwd=tmp_path,
            env=environment(**variables),
            capture_output=True,
            text=True,
            check=False,
        )

    good = health(**settings)
    assert (good.returncode, good.stdout, good.stderr) == (0, "ok\n", "")
    stranger = health()
    assert stranger.returncode == 1
    assert f"port {port} answers 400" in stranger.stderr
    assert stranger.stderr.count("\n") == 1
    server.stop()
    gone = health(**settings)
    assert gone.returncode == 1
    assert gone.stderr.startswith(f"Error: The site at 127.0.0.1, port {port} does not answer")


def test_any_wsgi_server_finds_the_site(environment: Environment, tmp_path: Path) -> None:
    root = str(Path(__file__).parents[2])
    good = [sys.executable, "-c", "import companion.wsgi, wsgi; print(wsgi.app.test_client().get('/NB4').status_code)"]
    variables = environment(PYTHONPATH=root)
    result = subprocess.run(good, cwd=tmp_path, env=variables, capture_output=True, text=True, check=True)
    assert result.stdout == "200\n"
    (tmp_path / "gong.toml").write_text("port = 'x'\n")
    result = subprocess.run(good, cwd=tmp_path, env=variables, capture_output=True, text=True, check=False)
    assert result.returncode == 1
    assert result.stderr.splitlines() == [
        f"Error: {tmp_path / 'gong.toml'}: port must be a whole number from 0 to 65535, not 'x'."
    ]


def test_the_settings_of_the_tester_play_no_part(environment: Environment, tmp_path: Path) -> None:
    assert load_settings(environment(), tmp_path) == Settings()
