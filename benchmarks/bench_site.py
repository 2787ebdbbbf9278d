"""Requests a second and latency of the card page, beside a Flask hello-world and nginx, in one run on loopback.

    python benchmarks/bench_site.py [--seconds 5] [--soak MINUTES]

All on one machine, the client too, so figures say how the servers compare, not what a network would see. Needs `wrk`
(Debian: apt install wrk); nginx and gunicorn are measured where they are installed.

With --soak the site alone, with a store, is loaded at 80 % of what it can do for that many minutes: errors, memory and
the 99th percentile are told.
"""

import argparse
import contextlib
import importlib.util
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
CONNECTIONS = 64
WARM = 8
"""Seconds until a server has made its pages behind the open door."""
PHONE = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36"
HEADERS = ("Accept-Language: fr-FR,fr;q=0.9", "Accept-Encoding: gzip, br", f"User-Agent: {PHONE}")

HELLO = """
import sys, waitress
from flask import Flask
app = Flask(__name__)
@app.get("/NB4")
def hello():
    return "Hello, World!"
from companion.site.server import THREADS, CONNECTIONS
waitress.serve(app, host="127.0.0.1", port=int(sys.argv[1]), threads=THREADS, connection_limit=CONNECTIONS,
               asyncore_use_poll=True, ident=None)
"""

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
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", said)[1])
    bad = sum(map(int, re.findall(r"(?:Non-2xx or 3xx responses: |connect |read |write |timeout )(\d+)", said)))
    return rate, milliseconds(said, "50%"), milliseconds(said, "99%"), bad


def milliseconds(said: str, share: str) -> float:
    number, unit = re.search(rf"{share}\s+([\d.]+)(us|ms|s)\b", said).groups()
    return float(number) * {"us": 0.001, "ms": 1, "s": 1000}[unit]


def memory(pid: int) -> float:
    """Return the resident memory of a process in MiB."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+) kB", status)[1]) / 1024


def compare(seconds: float) -> None:
    print(f"{CONNECTIONS} connections, {seconds:g} s each; client and server share {os.cpu_count()} cores")
    print(f"{'':<34}{'requests/s':>11}{'median ms':>11}{'99 % ms':>9}{'errors':>8}{'MiB':>6}")
    rates = {}

    def row(name: str, port: int, process: subprocess.Popen[bytes]) -> None:
        time.sleep(WARM)
        load(port, 1)
        rate, median, high, bad = load(port, seconds)
        rates[name] = rate
        print(f"{name:<34}{rate:>11.0f}{median:>11.1f}{high:>9.1f}{bad:>8}{memory(process.pid):>6.0f}", flush=True)

    port = free_port()
    with running(port, [sys.executable, "-c", HELLO, str(port)]) as process:
        row("Flask hello-world, waitress", port, process)
    port = free_port()
    with running(port, [sys.executable, "-c", GONG, "serve", "--port", str(port)]) as process:
        row("gong serve", port, process)
    with tempfile.TemporaryDirectory() as store:
        port = free_port()
        with running(
            port, [sys.executable, "-c", GONG, "serve", "--port", str(port)], GONG_STORE=f"{store}/counts.db"
        ) as process:
            row("gong serve, counting", port, process)
            ours = dict(header.split(": ") for header in HEADERS)
            with urllib.request.urlopen(urllib.request.Request(f"http://127.0.0.1:{port}/NB4", headers=ours)) as answer:
                page, sent = answer.read(), dict(answer.headers)
    if importlib.util.find_spec("gunicorn"):
        for name, options in (("8 threads", ["-k", "gthread", "--threads", "8"]), ("2 processes", ["-w", "2"])):
            port = free_port()
            command = [sys.executable, "-m", "gunicorn", "-b", f"127.0.0.1:{port}", "--keep-alive", "30", *options]
            with running(port, [*command, "--pythonpath", str(ROOT), "wsgi:app"]) as process:
                row(f"the site in gunicorn, {name}", port, process)
    if nginx := shutil.which("nginx"):
        with tempfile.TemporaryDirectory() as name:
            folder, port = Path(name), free_port()
            (folder / "page").write_bytes(page)
            skipped = {"content-length", "date", "content-type", "connection", "etag", "last-modified"}
            headers = " ".join(f"add_header {k} {v!r};" for k, v in sent.items() if k.lower() not in skipped)
            (folder / "conf").write_text(NGINX.format(folder=folder, port=port, headers=headers))
            with running(port, [nginx, "-c", str(folder / "conf"), "-p", name]) as process:
                row("nginx, the same bytes", port, process)
    print(f"gong serve / hello-world: {rates['gong serve'] / rates['Flask hello-world, waitress']:.2f}")


def soak(minutes: float) -> None:
    """Load the site at 80 % of its capacity: as many connections as give about that, measured first."""
    with tempfile.TemporaryDirectory() as store:
        port = free_port()
        command = [sys.executable, "-c", GONG, "serve", "--port", str(port)]
        with running(port, command, GONG_STORE=f"{store}/counts.db") as process:
            capacity, *_ = load(port, 5)
            print(f"capacity {capacity:.0f} requests/s; now {0.8 * capacity:.0f}/s for {minutes:g} minutes", flush=True)
            began, errors, counts = memory(process.pid), 0, 0
            latencies: list[float] = []
            end = time.monotonic() + 60 * minutes
            while time.monotonic() < end:
                sent, failed, took = paced(port, 0.8 * capacity, min(30.0, end - time.monotonic()))
                errors, counts = errors + failed, counts + sent
                latencies += took
                print(f"{counts:>9} requests, {errors} errors, {memory(process.pid):.0f} MiB", flush=True)
            latencies.sort()
            high = latencies[int(len(latencies) * 0.99)] * 1000
            print(f"memory {began:.0f} -> {memory(process.pid):.0f} MiB; 99 % within {high:.1f} ms; {errors} errors")


def paced(port: int, rate: float, seconds: float) -> tuple[int, int, list[float]]:
    """Send requests at a steady rate over kept connections; return requests, errors and seconds each took."""
    import http.client
    import threading

    workers = 8
    took: list[list[float]] = [[] for _ in range(workers)]
    failed = [0] * workers
    end = time.monotonic() + seconds

    def work(number: int) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        following = time.monotonic()
        while (now := time.monotonic()) < end:
            if now < following:
                time.sleep(following - now)
            following += workers / rate
            start = time.perf_counter()
            try:
                connection.request("GET", "/NB4", headers=dict(header.split(": ") for header in HEADERS))
                answer = connection.getresponse()
                answer.read()
                failed[number] += answer.status != 200
            except OSError:
                failed[number] += 1
                connection.close()
            took[number].append(time.perf_counter() - start)
        connection.close()

    threads = [threading.Thread(target=work, args=(number,)) for number in range(workers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    flat = [each for each_worker in took for each in each_worker]
    return len(flat), sum(failed), flat


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--soak", type=float, metavar="MINUTES")
    options = parser.parse_args()
    if not shutil.which("wrk"):
        sys.exit("This benchmark needs wrk: apt install wrk.")
    if options.soak:
        soak(options.soak)
    else:
        compare(options.seconds)


if __name__ == "__main__":
    main()
