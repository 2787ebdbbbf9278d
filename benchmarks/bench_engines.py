"""Random matches per second of LINK, FAMILY and FIGHT on one core, played through the protocol; 4 seats.

    python benchmarks/bench_engines.py [--seconds 5] [--seats 4] [--no-compile]

Each match is made, asked for its legal actions, and given one of them at random until it is over; the time is that of
the process. The best of several rounds is shown with the median: other work on the machine only makes a round slower.
Without --no-compile, the engines compiled by mypyc are measured too (benchmarks/compiled.py).
"""

import argparse
import json
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

GAMES: Final = ("link", "family", "fight")
GOALS: Final = {"link": 10_000}
"""Matches per second that the project asks of itself (docs/engines.md)."""

ROUNDS: Final = 7


def rates(name: str, seats: int, seconds: float) -> tuple[list[float], float]:
    """Return the matches per second of several rounds, and the actions per match."""
    from companion.rules.registry import create_game  # here: in the copy that is measured

    game = create_game(name)
    choose = random.Random(1).random
    matches = actions = 0
    found = []
    for _ in range(ROUNDS):
        start, first = time.process_time(), matches
        while time.process_time() - start < seconds / ROUNDS:
            state = game.initial_state(seats, 5, matches)
            while not state.is_terminal():
                legal = state.legal_actions()
                state.apply(legal[int(choose() * len(legal))])
                actions += 1
            matches += 1
        found.append((matches - first) / (time.process_time() - start))
    return found, actions / matches


def measure(seats: int, seconds: float) -> dict[str, tuple[list[float], float]]:
    """Return the rates of each game."""
    return {name: rates(name, seats, seconds) for name in GAMES}


def show(title: str, found: dict[str, tuple[list[float], float]], seats: int) -> None:
    """Print a table."""
    print(f"{title}, {seats} seats, Python {sys.version.split()[0]}")
    for name, (speeds, actions) in found.items():
        goal = GOALS.get(name, 0) if seats == 4 else 0
        note = "" if not goal else f"  goal {goal:,}: {'reached' if max(speeds) >= goal else 'NOT reached'}"
        median = statistics.median(speeds)
        print(f"  {name:<7} {max(speeds):>9,.0f} matches/s (median {median:,.0f}), {actions:.0f} actions a match{note}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=5.0, help="time for each game")
    parser.add_argument("--seats", type=int, default=4, choices=range(2, 7))
    parser.add_argument("--no-compile", action="store_true", help="measure only the plain engines")
    parser.add_argument("--json", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    found = measure(options.seats, options.seconds)
    if options.json:
        print(json.dumps(found))
        return
    show("Plain CPython", found, options.seats)
    if options.no_compile:
        return
    from compiled import CannotCompileError, build, run_compiled  # type: ignore[import-not-found]  # this file's neighbour

    with tempfile.TemporaryDirectory() as folder:
        try:
            build(Path(folder) / "compiled")
        except CannotCompileError as error:
            print(f"The compiled engines are not measured: {error}")
            return
        arguments = [str(Path(__file__).resolve()), "--json", "--seconds", str(options.seconds)]
        text = run_compiled(Path(folder) / "compiled", *arguments, "--seats", str(options.seats))
        show("Compiled by mypyc", json.loads(text), options.seats)


if __name__ == "__main__":
    main()
