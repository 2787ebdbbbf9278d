"""FIGHT matches per second in the compiled kernel, on one thread and on two, and the time to judge one mission.

    python benchmarks/bench_kernel.py [--seconds 5] [--seats 4] [--policy random]

Counters are on, as in `gong verify`. Other work on the machine takes processors away, so two threads are measured
twice: by the clock, in turns with one thread; and by the time that each of them had a processor, which shows whether
they disturb each other. The first figure needs two processors that are free.
"""

import argparse
import dataclasses
import statistics
import threading
import time
from typing import Final

from companion.missions.loader import load_pack
from companion.missions.pack import find_pack
from companion.verify.jobs import POLICIES, CounterLayout, SimulationJob
from companion.verify.kernel import entry as kernel
from companion.verify.statistics import mean
from companion.verify.tally import UNIT, Tally

GOAL: Final = 300_000
GOAL_THREADS: Final = 1.9
GOAL_SECONDS: Final = 5.0
CHUNK: Final = 20_000
ROUNDS: Final = 9
HALF_POINT: Final = 0.005


def play(job: SimulationJob, first: int, count: int) -> Tally:
    """Play some matches of the job."""
    return kernel.simulate(dataclasses.replace(job, first=first, matches=count))


def one_thread(job: SimulationJob, seconds: float) -> list[float]:
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


def together(job: SimulationJob, threads: int, chunks: int) -> tuple[float, float]:
    """Return the matches per second of so many threads: by the clock, and by the processor time of each, added."""
    rates: list[float] = []

    def work(number: int) -> None:
        start = time.thread_time()
        for chunk in range(chunks):
            play(job, (number * chunks + chunk) * CHUNK, CHUNK)
        rates.append(chunks * CHUNK / (time.thread_time() - start))

    workers = [threading.Thread(target=work, args=(number,)) for number in range(threads)]
    start = time.perf_counter()
    for thread in workers:
        thread.start()
    for thread in workers:
        thread.join()
    return threads * chunks * CHUNK / (time.perf_counter() - start), sum(rates)


def judge(job: SimulationJob) -> tuple[float, float, float, int, int]:
    """Play until the effect of the judged mission is known to half a point.

    Returns:
        Seconds by the clock, seconds of processor time, half the width of the interval, matches, pairs.
    """
    start, used = time.perf_counter(), time.thread_time()
    total = Tally.empty(job.seats, CounterLayout(job.pack).steps)
    half = 1.0
    while half > HALF_POINT:
        total.merge(play(job, total.matches[0], CHUNK))
        pairs, wins, squares = (sum(found) for found in (total.pairs, total.pair_wins, total.pair_squares))
        half = mean(pairs, wins / UNIT, squares / UNIT**2).half
    return time.perf_counter() - start, time.thread_time() - used, half, total.matches[0], pairs


def goal_of(goal: object, reached: bool) -> str:
    """Format a goal and whether it was reached."""
    text = f"{goal:,}" if isinstance(goal, int) else goal
    return f"  goal {text}: {'reached' if reached else 'NOT reached'}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=5.0, help="time for each measurement")
    parser.add_argument("--seats", type=int, default=4, choices=range(2, 7))
    parser.add_argument("--policy", default="random", choices=POLICIES)
    parser.add_argument("--mission", default="B02", help="the mission that is judged")
    options = parser.parse_args()
    job = SimulationJob(load_pack(find_pack()), options.seats, options.policy, seed=7)
    start = time.perf_counter()
    tally = play(job, 0, 1_000)
    print(f"FIGHT, core pack, {options.seats} seats, {options.policy} policy, counters on")
    print(f"  ready after {time.perf_counter() - start:.1f} s (the first time: compiled)")
    print(f"  {tally.turns[0] / 1_000:.1f} turns and {tally.decisions[0] / 1_000:.0f} decisions a match")

    rates = one_thread(job, options.seconds)
    best, median = max(rates), statistics.median(rates)
    goal = goal_of(GOAL, best >= GOAL) if (options.seats, options.policy) == (4, "random") else ""
    print(f"  1 thread   {best:>9,.0f} matches/s of processor time (median {median:,.0f}){goal}")

    chunks = max(1, round(options.seconds / ROUNDS * best / CHUNK / 2))
    rounds = [(together(job, 1, chunks), together(job, 2, chunks)) for _ in range(ROUNDS)]
    for place, what in enumerate(("by the clock", "by processor time")):
        one, two = (max(pair[threads][place] for pair in rounds) for threads in range(2))
        ratio = two / one
        goal = goal_of(GOAL_THREADS, ratio >= GOAL_THREADS)
        print(f"  2 threads  {two:>9,.0f} matches/s {what}, 1 thread {one:,.0f}: {ratio:.2f} times{goal}")

    judged = SimulationJob(job.pack, options.seats, options.policy, seed=7, judged=(options.mission,))
    seconds, used, half, matches, count = judge(judged)
    goal = goal_of(f"{GOAL_SECONDS:.0f} s", seconds <= GOAL_SECONDS)
    print(f"  {options.mission} judged to +-{100 * half:.2f} points (95 %) in {seconds:.2f} s by the clock,", end="")
    print(f" {used:.2f} s of processor time: {matches:,} matches, {count:,} pairs{goal}")


if __name__ == "__main__":
    main()
