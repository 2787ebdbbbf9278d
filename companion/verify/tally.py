"""What is counted in simulated matches: whole numbers that can be merged in any order (DESIGN 6).

A tally belongs to one kind of job (pack, seats, policy, options, seed). Every counter is a sum, or the smallest number
of a match in which something happened; so merging is associative and commutative, and any way to share the work
gives the same totals. The counters are 64-bit numbers of the standard library's `array`; numpy sees the same memory
with `numpy.frombuffer(tally.lengths, dtype=numpy.int64)`.

>>> tally = Tally.empty(seats=4, steps=layout.steps)
>>> tally.merge(reference.simulate(job))
"""

from __future__ import annotations

import operator
from array import array
from dataclasses import dataclass, fields
from typing import Final

from companion.missions.mission_ids import MISSION_IDS

Counters = array  # of "q": whole numbers of 64 bits

MAX_TURNS: Final = 500
"""A match that has no winner after so many turns is unfinished (rules/gong.md 4.4.4)."""

UNIT: Final = 60
"""A victory in the units of `wins` and `pairs`; divisible among 1 to 6 winners."""

MAX_CHANGE: Final = 12
"""Changes of a hand are counted from -12 to 12; a greater one counts as the greatest."""

CHANGES: Final = 2 * MAX_CHANGE + 1
"""Counters for each mission in `own_counts`; a change of `c` cards has the place `c + MAX_CHANGE`."""

BRANCHES: Final = 4
"""Counters for each step in `branches`; no step has more branches."""

WON, LOST, TIE = range(3)
OUTCOMES: Final = 3
"""Counters for each mission in `duels`: self won, another player won, tied."""

NEVER: Final = 2**63 - 1
"""The smallest number of a match where there is none."""


@dataclass(eq=True)
class Tally:
    """The counters.

    An *execution* is one mission carried out: a galaxy card was revealed (from the pile, or from the hand in a turn
    without pile) and led to it. Each turn has at most one, so (match, turn) names it. *Self* is who revealed the
    card. Hands *before* are those after the card was revealed and before the first step: the revealed card is not
    among them, also where it came from the hand. Hands *after* are those at the checkpoint that ends the turn. Per
    mission: the place is the mission's number; per step: `CounterLayout.first_step`.

    Attributes:
        seats: number of players.
        steps: number of all steps of the pack (`CounterLayout.steps`).

        matches: matches played (one number, as all that follow without "per").
        decisions: actions applied.
        turns: turns played; the turn in which a match is won is one of them.
        unfinished: matches ended by the limit of turns.
        wins: per seat: victories in units of 1/60; shared ones are divided, also those at the limit of turns.
        lengths: per number of turns, 0 to 500: matches of this length; an unfinished match has 500.
        waits: per number of turns, 0 to 500: matches in which the longest wait of a player was so many turns of
            others in a row: between two own turns, before the first own turn or after the last one.
        going: per number of turns played, 0 to 499: matches in which another turn begins then (all of them at 0).
        hands: per number of turns played: sum of all cards in hands at that moment.
        smallest: per number of turns played: sum of the smallest hand's cards.
        largest: per number of turns played: sum of the largest hand's cards.

        executions: per mission: how often it was carried out.
        drawn: per mission: matches in which it was carried out at least once.
        effective: per mission: executions in which at least one step moved a card (the third word of an event `step`
            was above 0).
        own: per mission: sum of (self's hand after - before).
        own_counts: per mission and change (`CHANGES`): executions with this change of self's hand.
        others: per mission: sum of (all other hands together after - before).
        duels: per mission and outcome (`OUTCOMES`): executions with a duel that ended so; if there were several, the
            last one counts. A duel with a winner other than self is lost.
        duel_own: per mission and outcome: sum of the change of self's hand, over the whole execution.
        duel_opponents: per mission and outcome: sum of the change of the opponent's hand; of all other hands in a
            duel of all players.

        reached: per step: how often it was carried out (events `step`).
        moved: per step: how often it moved at least one card.
        cards: per step: cards moved.
        branches: per step and branch (`BRANCHES`): how often the branch was taken (events `branch`).

        pairs: per mission, judged ones only: pairs of matches. For each match in which the mission was carried out,
            the match is played again with only the first execution of this mission doing nothing
            (`FightState.skip_turn`), the same seed and number and thus the same chance. One pair for each such match.
        pair_wins: per judged mission: sum of D, where D = victory of self (of that execution) - victory of the same
            seat in the other match, in units of 1/60: -60 to 60.
        pair_squares: per judged mission: sum of D x D.
        pair_turns: per judged mission: sum of (turns of the match - turns of the other one).

        first_unfinished: smallest number of an unfinished match.
        first_length: per number of turns, 0 to 500: smallest number of a match of this length.
        first_wait: per number of turns, 0 to 500: smallest number of a match that counts in `waits`.
        first_drawn: per mission: smallest number of a match in which it was carried out.
        first_idle: per mission: smallest number of a match with an execution that moved no card.
        first_own: per mission and change (`CHANGES`): smallest number of a match with an execution that changed self's
            hand so.
        first_duel: per mission and outcome (`OUTCOMES`): smallest number of a match with an execution that counts in
            `duels`.
    """

    seats: int
    steps: int

    matches: Counters[int]
    decisions: Counters[int]
    turns: Counters[int]
    unfinished: Counters[int]
    wins: Counters[int]
    lengths: Counters[int]
    waits: Counters[int]
    going: Counters[int]
    hands: Counters[int]
    smallest: Counters[int]
    largest: Counters[int]

    executions: Counters[int]
    drawn: Counters[int]
    effective: Counters[int]
    own: Counters[int]
    own_counts: Counters[int]
    others: Counters[int]
    duels: Counters[int]
    duel_own: Counters[int]
    duel_opponents: Counters[int]

    reached: Counters[int]
    moved: Counters[int]
    cards: Counters[int]
    branches: Counters[int]

    pairs: Counters[int]
    pair_wins: Counters[int]
    pair_squares: Counters[int]
    pair_turns: Counters[int]

    first_unfinished: Counters[int]
    first_length: Counters[int]
    first_wait: Counters[int]
    first_drawn: Counters[int]
    first_idle: Counters[int]
    first_own: Counters[int]
    first_duel: Counters[int]

    @classmethod
    def empty(cls, seats: int, steps: int) -> Tally:
        """Return the tally of no match."""
        sizes = _sizes(seats, steps)
        numbers = {name: array("q", [NEVER if name in FIRSTS else 0]) * sizes[name] for name in COUNTERS}
        return cls(seats, steps, **numbers)

    def merge(self, other: Tally) -> None:
        """Add the counts of other matches of the same kind of job.

        Raises:
            ValueError: the other tally is of another number of seats or steps.
        """
        if (self.seats, self.steps) != (other.seats, other.steps):
            raise ValueError("Tallies of other seats or of another pack cannot be merged.")
        for name in COUNTERS:
            mine, theirs = getattr(self, name), getattr(other, name)
            join = min if name in FIRSTS else operator.add
            setattr(self, name, array("q", map(join, mine, theirs)))


COUNTERS: Final = tuple(field.name for field in fields(Tally))[2:]
"""The names of all counters."""

FIRSTS: Final = frozenset(name for name in COUNTERS if name.startswith("first_"))
"""The counters that are smallest numbers of matches; all others are sums."""

MISSIONS: Final = len(MISSION_IDS)


def _sizes(seats: int, steps: int) -> dict[str, int]:
    """Return how many numbers each counter has."""
    sizes = dict.fromkeys(COUNTERS, MISSIONS)
    sizes |= dict.fromkeys(("matches", "decisions", "turns", "unfinished", "first_unfinished"), 1)
    sizes |= dict.fromkeys(("lengths", "waits", "first_length", "first_wait"), MAX_TURNS + 1)
    sizes |= dict.fromkeys(("going", "hands", "smallest", "largest"), MAX_TURNS)
    sizes |= dict.fromkeys(("own_counts", "first_own"), MISSIONS * CHANGES)
    sizes |= dict.fromkeys(("duels", "duel_own", "duel_opponents", "first_duel"), MISSIONS * OUTCOMES)
    sizes |= dict.fromkeys(("reached", "moved", "cards"), steps)
    return sizes | {"wins": seats, "branches": steps * BRANCHES}
