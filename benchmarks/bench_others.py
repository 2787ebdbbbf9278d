"""FIGHT in the compiled kernel beside crazy_eights of OpenSpiel and uno of RLCard: random matches a second, same run.

    python benchmarks/bench_others.py [--seconds 5]

4 players (uno: the 2 with which RLCard plays it), one thread, random choices, matches per second of processor time; the
best of several rounds, which take turns. The games are not the same, so the decisions of a match are shown, too.
OpenSpiel plays in the loop of Python that its own examples use, and in C++ (`evaluate_bots`). The kernel counts
all that `gong verify` needs, the others count nothing. They are in the extra `bench`: pip install open_spiel rlcard
"""

import argparse
import random
import statistics
import time
from collections.abc import Callable
from typing import Final

PLAYERS: Final = 4
ROUNDS: Final = 5

Playing = Callable[[int], int]
"""Plays so many matches and returns the number of decisions, 0 if it cannot be known."""


def fight() -> dict[str, Playing]:
    """FIGHT in the kernel."""
    from companion.missions.loader import load_pack
    from companion.missions.pack import find_pack
    from companion.verify.jobs import SimulationJob
    from companion.verify.kernel import entry as kernel

    pack = load_pack(find_pack())
    first = 0

    def play(matches: int) -> int:
        nonlocal first
        tally = kernel.simulate(SimulationJob(pack, PLAYERS, seed=7, first=first, matches=matches))
        first += matches
        return tally.decisions[0]

    play(1)  # compiles
    return {"FIGHT, GONG kernel": play}


def crazy_eights() -> dict[str, Playing]:
    """OpenSpiel's game nearest to a game of shedding cards."""
    import pyspiel

    game = pyspiel.load_game("crazy_eights", {"players": PLAYERS})
    bots = [pyspiel.make_uniform_random_bot(seat, 7) for seat in range(PLAYERS)]

    def in_python(matches: int) -> int:
        decisions = 0
        for _ in range(matches):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(random.choices(outcomes, chances)[0])
                else:
                    state.apply_action(random.choice(state.legal_actions()))
                    decisions += 1
        return decisions

    def in_cpp(matches: int) -> int:
        for number in range(matches):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, number)
        return 0

    return {"crazy_eights, OpenSpiel, Python": in_python, "crazy_eights, OpenSpiel, C++": in_cpp}


def uno() -> dict[str, Playing]:
    """RLCard's uno, by its own random agents."""
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make("uno", config={"game_num_players": PLAYERS, "seed": 7})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def play(matches: int) -> int:
        return sum(len(moves) // 2 for _ in range(matches) for moves in env.run(is_training=False)[0])

    return {f"uno, RLCard, Python ({env.num_players} players)": play}


def rate(play: Playing, seconds: float) -> tuple[float, float]:
    """Return matches per second of processor time, and decisions a match."""
    matches, decisions, batch, start = 0, 0, 1, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        decisions += play(batch)
        matches += batch
        batch = max(1, min(4 * batch, int(matches / max(spent, 1e-9) * seconds / 20)))
    return matches / (time.process_time() - start), decisions / matches


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=5.0, help="processor time for each game")
    options = parser.parse_args()
    playing: dict[str, Playing] = {}
    for games in (fight, crazy_eights, uno):
        try:
            playing |= games()
        except ImportError as error:
            print(f"{games.__name__} is not measured: {error.name} is missing; pip install open_spiel rlcard numba.")
    rates: dict[str, list[tuple[float, float]]] = {name: [] for name in playing}
    for _ in range(ROUNDS):
        for name, play in playing.items():
            rates[name].append(rate(play, options.seconds / ROUNDS))
    print(f"{PLAYERS} players, random choices, one thread, processor time")
    for name, found in rates.items():
        best, median = max(found)[0], statistics.median(speed for speed, _ in found)
        decisions = statistics.mean(count for _, count in found)
        suffix = f"{decisions:6.1f} decisions a match" if decisions else ""
        print(f"  {name:<34} {best:>9,.0f} matches/s (median {median:>9,.0f})  {suffix}")


if __name__ == "__main__":
    main()
