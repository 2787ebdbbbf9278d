"""How well the bots of Guimenon play, and how fast the engine is.

Each pair of policies plays every deal twice, with the seats (and so the decks) changed, so neither deck nor start
player favours one side. Run `python benchmarks/bench_guimenon.py [MATCHES]`; an even number, 400 by default.
"""

import math
import sys
import time

from companion.chance import stream
from companion.rules.bots.policies import get_bot, play_out
from companion.rules.guimenon.game import Guimenon
from companion.rules.match import Match

SEED = 12
PAIRS = [("greedy", "random"), ("cautious", "random"), ("cautious", "greedy")]


def wilson(points: float, matches: int, z: float = 1.96) -> tuple[float, float]:
    """Return the Wilson 95 % interval of a rate; a draw counts half a match won."""
    rate = points / matches
    middle = (rate + z * z / (2 * matches)) / (1 + z * z / matches)
    half = z * math.sqrt(rate * (1 - rate) / matches + z * z / (4 * matches * matches)) / (1 + z * z / matches)
    return middle - half, middle + half


def contest(game: Guimenon, one: str, two: str, matches: int) -> float:
    """Return the points of policy `one` in so many matches against `two`."""
    bots = get_bot("guimenon", one), get_bot("guimenon", two)
    points = 0.0
    for number in range(matches):
        seat = number % 2
        match = Match(game, 2, SEED, number // 2)
        play_out(match, bots if seat == 0 else bots[::-1])
        points += match.state.returns()[seat]
    return points


def speed(game: Guimenon, matches: int) -> float:
    """Return how many random matches are played in a second."""
    began = time.perf_counter()
    for number in range(matches):
        state, chance = game.initial_state(2, SEED, number), stream(SEED, number)
        while not state.is_terminal():
            state.apply(chance.choice(state.legal_actions()))
    return matches / (time.perf_counter() - began)


def main() -> None:
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    game = Guimenon()
    print(f"Guimenon, decks {game.deck0} and {game.deck1}, {matches} matches a pair, seed {SEED}")
    for one, two in PAIRS:
        began = time.perf_counter()
        points = contest(game, one, two, matches)
        low, high = wilson(points, matches)
        took = 1000 * (time.perf_counter() - began) / matches
        rate = f"{100 * points / matches:5.1f} %  [{100 * low:.1f}, {100 * high:.1f}] (Wilson 95 %)"
        print(f"  {one:8} against {two:7} wins {rate}  {took:.0f} ms a match")
    print(f"  random play: {speed(game, 300):.0f} matches/s")


if __name__ == "__main__":
    main()
