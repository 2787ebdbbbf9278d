"""Simulate settings in rounds until a stopping rule holds: a number of matches, a precision, or a time.

Each round plays matches of all settings (numbers of seats and policies); between rounds the rule is checked. A setting
always has the matches 0, 1, 2, ... of its seed, so a run that stops after n matches has the counts of a run of just n.

>>> found = study([job], StoppingRule(matches=20_000), pool)
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from companion.verify.jobs import MISSION_NUMBER, CounterLayout, SimulationJob
from companion.verify.measurement import SECONDS_PER_TURN, adjust, measure
from companion.verify.measures import Measures
from companion.verify.statistics import ConfidenceSequence, Mean
from companion.verify.tally import UNIT, Tally
from companion.verify.worker_pool import WorkerPool

FIRST_ROUND: Final = 1_000
"""Matches of each setting in the first round of a run to a precision; each further round doubles them."""

MAX_ROUND: Final = 256_000
"""Matches of each setting in a round at most."""

MAX_MATCHES: Final = 10_000_000
"""Matches of each setting in a run to a precision, at most: a mission that is hardly ever drawn would prolong it."""


@dataclass(frozen=True, slots=True)
class StoppingRule:
    """When a study ends; at least one of them is given, and the first one reached counts.

    Attributes:
        matches: matches of each setting.
        until: half the width of the interval of each judged effect: 0.003 is 0.3 percentage points.
        seconds: time for all settings together (s).
    """

    matches: int | None = None
    until: float | None = None
    seconds: float | None = None

    @property
    def fixed(self) -> bool:
        """Return True if the size of the sample is fixed beforehand; else intervals must be valid at any time."""
        return self.until is None and self.seconds is None


StudyProgress: TypeAlias = Callable[[int, int], None]
"""Called with the work done and the total: matches, or thousandths estimated from the precision or the time."""


@dataclass
class _Setting:
    """One job while it is studied."""

    job: SimulationJob
    tally: Tally
    sequences: Mapping[str, ConfidenceSequence]
    done: bool = False
    matches: int = 0

    def add(self, counts: Tally) -> None:
        """Add the counts of a round."""
        for name, sequence in self.sequences.items():
            number = MISSION_NUMBER[name]
            wins, squares = counts.pair_wins[number] / UNIT, counts.pair_squares[number] / UNIT**2
            sequence.add(counts.pairs[number], wins, squares)
        self.tally.merge(counts)
        self.matches += counts.matches[0]

    @property
    def precision(self) -> float:
        """Return half the width of the widest interval of a judged effect; 0 if none was seen."""
        return max((sequence.mean().half for sequence in self.sequences.values() if sequence.n), default=0.0)

    def measures(self, seconds_per_turn: float) -> Measures:
        """Return what was found."""
        effects: dict[str, Mean] = {name: found.mean() for name, found in self.sequences.items() if found.n}
        job = replace(self.job, first=0, matches=self.matches)
        return measure(job, self.tally, effects=effects, seconds_per_turn=seconds_per_turn)


def study(
    jobs: Sequence[SimulationJob],
    rule: StoppingRule,
    pool: WorkerPool,
    progress: StudyProgress | None = None,
    seconds_per_turn: float = SECONDS_PER_TURN,
) -> list[Measures]:
    """Simulate and return the measures of each job, the effects corrected for their number.

    Args:
        jobs: the settings; their number of matches is ignored.
        rule: when to stop.
        pool: the workers.
        progress: called after each chunk.
        seconds_per_turn: how long a turn takes at the table (s).

    Raises:
        WorkersLostError: all workers ended before the work was done.
    """
    settings = [
        _Setting(
            job,
            Tally.empty(job.seats, CounterLayout(job.pack).steps),
            {} if rule.fixed else {name: ConfidenceSequence(rule.until) for name in job.judged},
        )
        for job in jobs
    ]
    planner = _RoundPlanner(rule, pool.chunk, len(jobs))
    while going := [setting for setting in settings if not setting.done]:
        size = planner.next_round(going[0].matches)

        def report(matches: int) -> None:
            planner.played += matches
            if progress:
                progress(*planner.done())

        parts = [replace(setting.job, first=setting.matches, matches=size) for setting in going]
        for setting, counts in zip(going, pool.run(parts, report), strict=True):
            setting.add(counts)
        planner.end_round(max(setting.precision for setting in going))
        for setting in going:
            enough = rule.until is not None and setting.precision <= rule.until
            setting.done = enough or not planner.next_round(setting.matches)
    return adjust([setting.measures(seconds_per_turn) for setting in settings])


class _RoundPlanner:
    """Chooses the size of the next round and estimates the progress.

    Attributes:
        played: matches of all settings.
    """

    def __init__(self, rule: StoppingRule, chunk: int, settings: int) -> None:
        self.rule = rule
        self.chunk = chunk
        self.settings = settings
        self.played = 0
        self._start = self._last = time.monotonic()
        self._size = self._took = 0.0
        self._precision = 1.0

    def next_round(self, matches: int) -> int:
        """Return the number of matches of the next round of a setting that has so many; 0 to stop."""
        most = (self.rule.matches or MAX_MATCHES) - matches
        if self.rule.fixed:
            return most
        if not matches:  # in a race against the clock the first round is short
            size = FIRST_ROUND if self.rule.seconds is None else self.chunk
        else:
            size = min(matches, MAX_ROUND)  # twice as many in all
            if self.rule.seconds is not None:
                left = self._start + self.rule.seconds - self._last
                size = max(0, min(size, int(self._size * left / self._took) // self.chunk * self.chunk))
        self._size = min(size, most) or self._size
        return min(size, most)

    def end_round(self, precision: float) -> None:
        """Record the end of a round."""
        now = time.monotonic()
        self._took, self._last = max(now - self._last, 1e-6), now
        self._precision = precision

    def done(self) -> tuple[int, int]:
        """Return the work done and the total."""
        rule = self.rule
        if rule.fixed:
            return self.played, self.settings * (rule.matches or 0)
        parts = [self.played / self.settings / (rule.matches or MAX_MATCHES)]
        if rule.seconds is not None:
            parts.append((time.monotonic() - self._start) / rule.seconds)
        if rule.until is not None:  # widths fall with the square root of the sample
            parts.append((rule.until / max(self._precision, rule.until)) ** 2)
        return int(1000 * min(1.0, max(parts))), 1000
