"""Requests a second and latency of the card page, beside a Flask hello-world and nginx, in one run on loopback.

    python benchmarks/bench_site.py [--seconds 3] [--rounds 5] [--soak MINUTES [--counting]]

All on one machine, the client too, so the figures compare the servers and do not predict what a network would see.
Needs `wrk`, for --soak `hey` (Debian: apt install wrk hey); nginx and gunicorn are measured where they are installed.

With --soak the site alone is loaded at 80 % of what it can do for that many minutes: errors, memory and the 99th
percentile are printed. With --counting, every answer is counted in a store, and the counts are compared.
"""

import argparse
import contextlib
import importlib.util
import os
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
CONNECTIONS = 64
WARM = 20
"""Seconds until a server has made its pages behind the open door."""
PHONE = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36"
HEADERS = ("Accept-Language: fr-FR,fr;q=0.9", "Accept-Encoding: gzip, br", f"User-Agent: {PHONE}")

HELLO = """
import logging, sys, waitress
from flask import Flask
logging.getLogger("waitress.queue").setLevel(logging.ERROR)
app = Flask(__name__)
@app.get("/NB4")
def hello():
    return "Hello, World!"
port, how = int(sys.argv[1]), sys.argv[2]
if how == "waitress":
    from companion.site.serving.server import THREADS
    waitress.serve(app, host="127.0.0.1", port=port, threads=THREADS, asyncore_use_poll=True, ident=None)
else:
    from companion.cli.serve import listen
    from companion.site.serving.server import Server
    Server(app, listen("127.0.0.1", port), inline_paths=["/NB4"] if how == "loop" else []).run()
"""
"""Without a log, which the site has."""

HELLOS = {
    "Flask hello-world, waitress": "waitress",
    "Flask hello-world, our server, threads": "threads",
    "Flask hello-world, our server, loop": "loop",
}

GONG = "from companion.cli import main; main()"

NGINX = """
daemon off; master_process off; pid {folder}/pid; error_log {folder}/error.log;
events {{ worker_connections 1024; }}
http {{
  access_log {folder}/access.log;
  client_body_temp_path {folder}; proxy_temp_path {folder}; fastcgi_temp_path {folder};
  uwsgi_temp_path {folder}; scgi_temp_path {folder};
  server {{ listen 127.0.0.1:{port}; location = /NB4 {{ alias {folder}/page; default_type text/html; {headers} }} }}
}}
"""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def running(port: int, command: list[str], **environment: str) -> Iterator[subprocess.Popen[bytes]]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GONG_")}
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(
            command, cwd=folder, env={**kept, **environment}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            for _ in range(200):
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                    break
                time.sleep(0.05)
            yield process
        finally:
            process.terminate()
            process.wait(30)


def load(port: int, seconds: float, connections: int = CONNECTIONS) -> tuple[float, float, float, int]:
    """Return requests a second, median and 99th percentile in ms, and errors."""
    headers = [word for header in HEADERS for word in ("-H", header)]
    command = [
        "wrk",
        "-t1",
        f"-c{connections}",
        f"-d{seconds:g}s",
        "--latency",
        *headers,
        f"http://127.0.0.1:{port}/NB4",
    ]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    rate = float(search(r"Requests/sec:\s+([\d.]+)", output)[1])
    bad = sum(map(int, re.findall(r"(?:Non-2xx or 3xx responses: |connect |read |write |timeout )(\d+)", output)))
    return rate, milliseconds(output, "50%"), milliseconds(output, "99%"), bad


def search(pattern: str, text: str) -> re.Match[str]:
    """Return the first match.

    Raises:
        ValueError: there is none.
    """
    found = re.search(pattern, text)
    if found is None:
        raise ValueError(f"no {pattern!r} in {text!r}")
    return found


def milliseconds(output: str, share: str) -> float:
    number, unit = search(rf"{share}\s+([\d.]+)(us|ms|s)\b", output).groups()
    return float(number) * {"us": 0.001, "ms": 1, "s": 1000}[unit]


def memory(pid: int) -> float:
    """Return the resident memory of a process in MiB."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(search(r"VmRSS:\s+(\d+) kB", status)[1]) / 1024


def compare(seconds: float, rounds: int) -> None:
    """Load all servers in turn, several times: a machine that is slower for a while is slower for all of them."""
    with contextlib.ExitStack() as open_ones:
        servers: dict[str, tuple[int, subprocess.Popen[bytes]]] = {}

        def start(name: str, command: list[str], port: int, **environment: str) -> None:
            servers[name] = port, open_ones.enter_context(running(port, command, **environment))

        def serve(name: str, **environment: str) -> int:
            port = free_port()
            start(name, [sys.executable, "-c", GONG, "serve", "--port", str(port)], port, **environment)
            return port

        for name, how in HELLOS.items():
            port = free_port()
            start(name, [sys.executable, "-c", HELLO, str(port), how], port)
        serve("gong serve")
        folder = Path(open_ones.enter_context(tempfile.TemporaryDirectory()))
        counting = serve("gong serve, counting", GONG_STORE=str(folder / "counts.db"))
        if importlib.util.find_spec("gunicorn"):
            for name, options in (("8 threads", ["-k", "gthread", "--threads", "8"]), ("2 processes", ["-w", "2"])):
                port = free_port()
                command = [sys.executable, "-m", "gunicorn", "-b", f"127.0.0.1:{port}", "--keep-alive", "30", *options]
                start(f"the site in gunicorn, {name}", [*command, "--pythonpath", str(ROOT), "wsgi:app"], port)
        if nginx := shutil.which("nginx"):
            port = free_port()
            write_nginx(folder, port, f"http://127.0.0.1:{counting}/NB4")
            start("nginx, the same bytes", [nginx, "-c", str(folder / "conf"), "-p", str(folder)], port)
        time.sleep(WARM)
        loads: dict[str, list[tuple[float, float, float, int]]] = {name: [] for name in servers}
        for port, _ in servers.values():
            load(port, 1)
        for _ in range(rounds):
            for name, (port, _) in servers.items():
                loads[name].append(load(port, seconds))
        print(
            f"{CONNECTIONS} connections, median of {rounds} rounds of {seconds:g} s;"
            f" client and server share {os.cpu_count()} cores"
        )
        print(f"{'':<40}{'requests/s':>11}{'median ms':>11}{'99 % ms':>9}{'errors':>8}{'MiB':>6}")
        for name, (_, process) in servers.items():
            rate, median, high, _ = (statistics.median(column) for column in zip(*loads[name], strict=True))
            bad = sum(errors for *_, errors in loads[name])
            print(f"{name:<40}{rate:>11.0f}{median:>11.1f}{high:>9.1f}{bad:>8}{memory(process.pid):>6.0f}")
        for name in HELLOS:
            pairs = zip(loads["gong serve"], loads[name], strict=True)
            print(f"gong serve / {name}: {statistics.median(ours[0] / theirs[0] for ours, theirs in pairs):.2f}")


def write_nginx(folder: Path, port: int, url: str) -> None:
    """Write the page at the address, and what nginx needs to serve the same bytes, to the folder."""
    ours = dict(header.split(": ") for header in HEADERS)
    with urllib.request.urlopen(urllib.request.Request(url, headers=ours)) as answer:
        page, sent = answer.read(), dict(answer.headers)
    (folder / "page").write_bytes(page)
    skipped = {"content-length", "date", "content-type", "connection", "etag", "last-modified"}
    headers = " ".join(f"add_header {k} {v!r};" for k, v in sent.items() if k.lower() not in skipped)
    (folder / "conf").write_text(NGINX.format(folder=folder, port=port, headers=headers))


def soak(minutes: float, counting: bool) -> None:
    """Load the site at 80 % of its capacity, which is measured first."""
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "counts.db"
        port = free_port()
        command = [sys.executable, "-c", GONG, "serve", "--port", str(port)]
        with running(port, command, **({"GONG_STORE": str(store)} if counting else {})) as process:
            time.sleep(WARM)
            done, capacity, _, _ = paced(port, 0, 10)
            rate = 0.8 * capacity
            print(f"capacity {capacity:.0f} requests/s; now {rate:.0f}/s for {minutes:g} minutes", flush=True)
            began, errors = memory(process.pid), 0
            highs: list[float] = []
            end = time.monotonic() + 60 * minutes
            while (left := end - time.monotonic()) > 1:
                sent, reached, failed, high = paced(port, rate, min(30, left))
                done, errors, highs = done + sent, errors + failed, [*highs, high]
                print(
                    f"{done:>9} requests, {reached:.0f}/s, 99 % in {high:.1f} ms, {errors} errors,"
                    f" {memory(process.pid):.0f} MiB",
                    flush=True,
                )
            print(
                f"memory {began:.0f} -> {memory(process.pid):.0f} MiB; {errors} errors; 99 % of each half minute within"
                f" {statistics.median(highs):.1f} ms (median), {max(highs):.1f} ms (worst)"
            )
        if counting:
            from companion.store.reading import read

            print(f"{sum(row.count for row in read(store))} counts in the store for {done} answers")


def paced(port: int, rate: float, seconds: float) -> tuple[int, float, int, float]:
    """Send requests at a steady rate (0: as fast as they are answered) over kept connections.

    Returns:
        Answers, answers a second, errors and 99th percentile in ms.
    """
    headers = [word for header in HEADERS for word in ("-H", header)]
    pace = ["-q", f"{rate / CONNECTIONS:f}"] if rate else []
    command = ["hey", "-z", f"{seconds:g}s", "-c", str(CONNECTIONS), *pace, *headers, f"http://127.0.0.1:{port}/NB4"]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    good = sum(map(int, re.findall(r"\[200\]\s+(\d+) responses", output)))
    bad = sum(map(int, re.findall(r"\[(?!200\])\d+\]\s+(\d+) responses", output)))
    bad += sum(map(int, re.findall(r"\[(\d+)\]\s+Get ", output)))  # [12] Get "http://...": connection refused
    reached = float(search(r"Requests/sec:\s+([\d.]+)", output)[1])
    return good, reached, bad, float(search(r"99%+ in ([\d.]+) secs", output)[1]) * 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--soak", type=float, metavar="MINUTES")
    parser.add_argument("--counting", action="store_true")
    options = parser.parse_args()
    needed = "hey" if options.soak else "wrk"
    if not shutil.which(needed):
        sys.exit(f"This benchmark needs {needed}: apt install {needed}.")
    if options.soak:
        soak(options.soak, options.counting)
    else:
        compare(options.seconds, options.rounds)


if __name__ == "__main__":
    main()
