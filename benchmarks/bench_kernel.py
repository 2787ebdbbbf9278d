"""FIGHT matches per second in the compiled kernel, on one thread and on two, and the time to judge one mission.

    python benchmarks/bench_kernel.py [--seconds 5] [--seats 4] [--policy random]

Counters are on, as in `gong verify`. One thread is measured by the time it had a processor; other work on the machine
makes two threads slower than they are, so their rounds alternate with rounds of one thread on the wall clock.
"""

import argparse
import dataclasses
import statistics
import threading
import time
from typing import Final

from companion.missions import find_pack, load_pack
from companion.verify import kernel
from companion.verify.jobs import POLICIES, Job, Layout
from companion.verify.statistics import mean
from companion.verify.tally import UNIT, Tally

GOAL: Final = 300_000
GOAL_THREADS: Final = 1.9
GOAL_SECONDS: Final = 5.0
CHUNK: Final = 20_000
ROUNDS: Final = 9
HALF_POINT: Final = 0.005


def play(job: Job, first: int, count: int) -> Tally:
    """Play some matches of the job."""
    return kernel.simulate(dataclasses.replace(job, first=first, matches=count))


def one_thread(job: Job, seconds: float) -> list[float]:
    """Return the matches per second of processor time of several rounds."""
    rates = []
    first = 0
    for _ in range(ROUNDS):
        start = time.thread_time()
        matches = 0
        while time.thread_time() - start < seconds / ROUNDS:
            play(job, first, CHUNK)
            first += CHUNK
            matches += CHUNK
        rates.append(matches / (time.thread_time() - start))
    return rates


def on_the_clock(job: Job, threads: int, chunks: int) -> float:
    """Return the matches per second of the wall clock with so many threads."""

    def work(number: int) -> None:
        for chunk in range(chunks):
            play(job, (number * chunks + chunk) * CHUNK, CHUNK)

    crew = [threading.Thread(target=work, args=(number,)) for number in range(threads)]
    start = time.perf_counter()
    for thread in crew:
        thread.start()
    for thread in crew:
        thread.join()
    return threads * chunks * CHUNK / (time.perf_counter() - start)


def judge(job: Job) -> tuple[float, float, int, int]:
    """Play until the effect of the judged mission is known to half a point.

    Returns:
        Wall-clock seconds, half the width of the interval, matches, pairs.
    """
    start = time.perf_counter()
    total = Tally.empty(job.seats, Layout(job.pack).steps)
    half = 1.0
    while half > HALF_POINT:
        total.merge(play(job, total.matches[0], CHUNK))
        pairs, wins, squares = (sum(found) for found in (total.pairs, total.pair_wins, total.pair_squares))
        half = mean(pairs, wins / UNIT, squares / UNIT**2).half
    return time.perf_counter() - start, half, total.matches[0], pairs


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=5.0, help="time for each measurement")
    parser.add_argument("--seats", type=int, default=4, choices=range(2, 7))
    parser.add_argument("--policy", default="random", choices=POLICIES)
    parser.add_argument("--mission", default="B02", help="the mission that is judged")
    options = parser.parse_args()
    job = Job(load_pack(find_pack()), options.seats, options.policy, seed=7)
    start = time.perf_counter()
    tally = play(job, 0, 1_000)
    print(f"FIGHT, core pack, {options.seats} seats, {options.policy} policy, counters on")
    print(f"  ready after {time.perf_counter() - start:.1f} s (the first time: compiled)")
    print(f"  {tally.turns[0] / 1_000:.1f} turns and {tally.decisions[0] / 1_000:.0f} decisions a match")

    rates = one_thread(job, options.seconds)
    reached = "reached" if max(rates) >= GOAL else "NOT reached"
    print(
        f"  1 thread   {max(rates):>9,.0f} matches/s of processor time (median {statistics.median(rates):,.0f})", end=""
    )
    print(f"  goal {GOAL:,}: {reached}" if (options.seats, options.policy) == (4, "random") else "")

    chunks = max(1, round(options.seconds / ROUNDS * max(rates) / CHUNK / 2))
    pairs = [(on_the_clock(job, 1, chunks), on_the_clock(job, 2, chunks)) for _ in range(ROUNDS)]
    one, two = max(pair[0] for pair in pairs), max(pair[1] for pair in pairs)
    ratio = two / one
    print(f"  1 thread   {one:>9,.0f} matches/s by the clock, best of {ROUNDS}")
    print(f"  2 threads  {two:>9,.0f} matches/s by the clock: {ratio:.2f} times", end="")
    print(f"  goal {GOAL_THREADS}: {'reached' if ratio >= GOAL_THREADS else 'NOT reached'}")

    judged = Job(job.pack, options.seats, options.policy, seed=7, judged=(options.mission,))
    seconds, half, matches, count = judge(judged)
    reached = "reached" if seconds <= GOAL_SECONDS else "NOT reached"
    print(f"  {options.mission} judged to +-{100 * half:.2f} points (95 %) in {seconds:.2f} s by the clock,", end="")
    print(f" {matches:,} matches, {count:,} pairs  goal {GOAL_SECONDS:.0f} s: {reached}")


if __name__ == "__main__":
    main()
