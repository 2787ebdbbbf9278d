"""What must be quick, beside its budget (docs/design.md 9): the check of a pack, the start of the site, legal actions.

    python benchmarks/bench_budgets.py [--rounds 5]

The best of several rounds: other work on the machine only makes a round slower.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable

from companion import chance
from companion.missions.checks import faults
from companion.missions.loader import load_pack
from companion.missions.pack import find_pack
from companion.missions.wording.sentence import generate_sentence
from companion.rules.gang_of_four.cards import DECK, plays

GONG = (sys.executable, "-c", "from companion.cli import main; main()")
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith(("GONG_", "PYTHONDONT"))}


def check() -> float:
    """Seconds of `gong missions check`, start of the interpreter included."""
    start = time.perf_counter()
    subprocess.run([*GONG, "missions", "check", find_pack()], check=True, capture_output=True, env=ENVIRONMENT)
    return time.perf_counter() - start


def load() -> float:
    """Seconds that the core pack takes to load, nothing remembered from before."""
    faults.cache_clear()
    generate_sentence.cache_clear()
    start = time.perf_counter()
    load_pack(find_pack())
    return time.perf_counter() - start


def serve() -> float:
    """Seconds from the start of `gong serve` to the end of its first page."""
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        process = subprocess.Popen(
            [*GONG, "serve", "--port", "0"],
            cwd=folder, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        try:
            assert process.stdout is not None
            url = process.stdout.readline().split()[-1]
            with urllib.request.urlopen(f"{url}NB4") as answer:
                answer.read()
            return time.perf_counter() - start
        finally:
            process.terminate()
            process.communicate(timeout=30)


def legal_actions() -> float:
    """Seconds that the legal actions of 16 cards of Gang of Four take, the median of 60 hands."""
    times = []
    for match in range(60):
        cards = list(DECK)
        chance.stream(3, match, chance.DEAL).shuffle(cards)
        hand = tuple(sorted(cards[:16]))
        start = time.perf_counter()
        plays.__wrapped__(hand)
        times.append(time.perf_counter() - start)
    return statistics.median(times)


MEASURES: dict[str, tuple[Callable[[], float], float]] = {
    "gong missions check, core pack": (check, 1.0),
    "core pack loaded": (load, 0.3),
    "gong serve, first page": (serve, 1.0),
    "legal actions of 16 cards, Gang of Four": (legal_actions, 0.002),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    print(f"{'':<42}{'best ms':>10}{'median ms':>11}{'budget ms':>11}")
    for name, (measure, budget) in MEASURES.items():
        found = sorted(measure() for _ in range(options.rounds))
        print(f"{name:<42}{1000 * found[0]:>10.1f}{1000 * statistics.median(found):>11.1f}{1000 * budget:>11.0f}")


if __name__ == "__main__":
    main()
