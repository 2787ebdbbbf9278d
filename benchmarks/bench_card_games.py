"""Gang of Four and Gnoming A Round: matches/s of random play, time of legal actions, win rates of the bots.

    python benchmarks/bench_card_games.py [--matches N]

One bot of the first kind sits among bots of the second kind, in each seat equally often. The win rate is the share of
victories (a shared victory counts its part) with its Wilson 95 % interval; "chance" is what equal bots would have.
"""

import argparse
import time
from collections.abc import Sequence
from math import sqrt

from companion import chance
from companion.chance import Chance
from companion.rules.bots.policies import Bot, choose_random, get_bot
from companion.rules.game import Action, JsonObject
from companion.rules.gang_of_four.cards import DECK, HAND_SIZE, plays
from companion.rules.registry import create_game

SEED = 2026


def wilson(wins: float, matches: int, z: float = 1.96) -> tuple[float, float]:
    """Return the Wilson score interval of a proportion (Wilson, JASA 1927)."""
    rate = wins / matches
    middle = rate + z * z / (2 * matches)
    half = z * sqrt(rate * (1 - rate) / matches + z * z / (4 * matches * matches))
    below = 1 + z * z / matches
    return (middle - half) / below, (middle + half) / below


def careful_random(view: JsonObject, legal: Sequence[Action], chance: Chance, /) -> Action:  # noqa: ARG001 - a Bot
    """Choose at random, but never forget to announce the last card: a fairer opponent in Gang of Four."""
    announced = {action[:-1] for action in legal if action[-1] == "last-card"}
    return chance.choice([action for action in legal if action not in announced])


def winner_shares(game: str, first: Bot, second: Bot, seats: int, matches: int) -> float:
    """Return the victories of `first` among `second`."""
    rules = create_game(game)
    wins = 0.0
    for number in range(matches):
        seat = number % seats
        state = rules.initial_state(seats, SEED, number)
        own = chance.stream(SEED, number, chance.BOT)
        while (player := state.current_player()) is not None:
            bot = first if player == seat else second
            state.apply(bot(state.view(player), state.legal_actions(), own))
        wins += state.returns()[seat]
    return wins


def print_win_rates(matches: int) -> None:
    """Print how often each bot wins."""
    print(f"\n{'game':14}{'bot':10}{'among':16}{'seats':>6}{'matches':>9}{'won':>9}  {'95 % interval':16}{'chance':>8}")
    pairs = [
        ("gang-of-four", "greedy", "random"),
        ("gang-of-four", "cautious", "random"),
        ("gang-of-four", "greedy", "careful random"),
        ("gang-of-four", "cautious", "careful random"),
        ("gang-of-four", "cautious", "greedy"),
        ("gnoming", "greedy", "random"),
        ("gnoming", "cautious", "random"),
        ("gnoming", "cautious", "greedy"),
    ]
    for game, first, second in pairs:
        for seats in (2, 4):
            other = careful_random if second == "careful random" else get_bot(game, second)
            wins = winner_shares(game, get_bot(game, first), other, seats, matches)
            low, high = wilson(wins, matches)
            print(
                f"{game:14}{first:10}{second:16}{seats:6}{matches:9}{wins / matches:9.1%}  "
                f"{f'{low:.1%} - {high:.1%}':16}{1 / seats:8.1%}",
                flush=True,
            )


def print_speed(matches: int) -> None:
    """Print how fast random bots play through view and legal actions, and without views."""
    print(f"{'game':14}{'seats':>6}{'actions/match':>15}{'actions/s':>11}{'matches/s':>11}   (CPU time, random play)")
    for game in ("gang-of-four", "gnoming"):
        rules = create_game(game)
        for seats in rules.seat_numbers:
            actions = 0
            start = time.process_time()
            for number in range(matches):
                state = rules.initial_state(seats, SEED, number)
                own = chance.stream(SEED, number, chance.BOT)
                while not state.is_terminal():
                    state.apply(choose_random({}, state.legal_actions(), own))
                    actions += 1
            spent = time.process_time() - start
            print(
                f"{game:14}{seats:6}{actions / matches:15.0f}{actions / spent:11.0f}{matches / spent:11.1f}", flush=True
            )


def print_legal_actions(hands: int = 1000) -> None:
    """Print how long it takes to find all combinations of a new hand of 16 cards."""
    spent, found = [], []
    for number in range(hands):
        cards = list(DECK)
        chance.stream(SEED, number, chance.DEAL).shuffle(cards)
        hand = tuple(sorted(cards[:HAND_SIZE]))
        start = time.process_time()
        found.append(len(plays.__wrapped__(hand)))
        spent.append(1000 * (time.process_time() - start))
    spent.sort()
    print(
        f"\nGang of Four, combinations of a hand of {HAND_SIZE} cards, nothing cached, {hands} hands: "
        f"median {spent[hands // 2]:.2f} ms, 99 % {spent[hands * 99 // 100]:.2f} ms; "
        f"{min(found)} to {max(found)} combinations (budget 2 ms typical)"
    )


def main() -> None:
    """Run all measurements."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=40, help="matches for each win rate (default 40)")
    matches = parser.parse_args().matches
    print_speed(max(1, matches // 4))
    print_legal_actions()
    print_win_rates(matches)


if __name__ == "__main__":
    main()
