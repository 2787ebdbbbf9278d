"""How soon a mission can be read on a slow phone: Chromium with a slow 4G network and a processor four times slower.

    python benchmarks/bench_phone.py [--runs 9]

Starts the site on this machine. Network as "Slow 4G" of Lighthouse: 150 ms round trip, 1.6 Mbit/s down, 750 kbit/s up;
and a worse one, 400 ms and 400 kbit/s ("Slow 3G" of Chromium's tools). It prints the median and the worst time from the
first byte of the page until its sentence is painted (first contentful paint; the sentence is in the first paint, which
is checked), and until the page script has run. First visits: nothing is in the cache.
"""

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from typing import Any

NETWORKS = {
    "slow 4G (150 ms, 1.6 Mbit/s)": (150, 1_600_000, 750_000),
    "slow 3G (400 ms, 400 kbit/s)": (400, 400_000, 400_000),
}
SLOWER = 4
PHONE = {"width": 360, "height": 640}
CHROMIUM = os.environ.get("GONG_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")

TIMES = """() => new Promise(resolve => {
  const done = () => {
    const [navigation] = performance.getEntriesByType("navigation");
    const paint = performance.getEntriesByName("first-contentful-paint")[0];
    if (!paint || !navigation.loadEventEnd) return setTimeout(done, 20);
    const sentence = document.querySelector(".sentence").getBoundingClientRect();
    resolve({read: paint.startTime - navigation.responseStart, script: navigation.domContentLoadedEventEnd -
             navigation.responseStart, seen: sentence.height > 0 && sentence.bottom <= innerHeight});
  };
  done();
})"""


def measure(browser: Any, url: str, runs: int, network: tuple[int, int, int]) -> list[dict[str, float]]:
    """Return the times of first visits with this latency (ms) and these rates (bit/s)."""
    latency, down, up = network
    found = []
    for _ in range(runs):
        context = browser.new_context(viewport=PHONE, service_workers="block")
        page = context.new_page()
        client = context.new_cdp_session(page)
        client.send("Network.enable")
        rates = {"latency": latency, "downloadThroughput": down / 8, "uploadThroughput": up / 8}
        client.send("Network.emulateNetworkConditions", {"offline": False, **rates})
        client.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        page.goto(f"{url}NB5")
        times = page.evaluate(TIMES)
        assert times["seen"], "the sentence is not on the first screen"
        found.append(times)
        context.close()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=9, help="first visits for each network")
    runs = parser.parse_args().runs
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", "from companion.cli import main; main()", "serve", "--port", "0"]
        with subprocess.Popen(
            command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as server:
            assert server.stdout is not None
            found = re.search(r"http://\S+", server.stdout.readline())
            assert found, "the site did not start"
            try:
                with sync_playwright() as playwright:
                    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
                    for name, network in NETWORKS.items():
                        times = measure(browser, found[0], runs, network)
                        for what, words in (("read", "sentence read"), ("script", "script has run")):
                            values = [one[what] for one in times]
                            print(
                                f"{name:32} {words:15} median {statistics.median(values):5.0f} ms, "
                                f"worst {max(values):5.0f} ms after the first byte"
                            )
                    browser.close()
            finally:
                server.terminate()


if __name__ == "__main__":
    main()
