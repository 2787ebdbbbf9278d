"""How much is simulated, and when it is enough: a fixed number of matches, a precision, or some time.

Matches are played in rounds, and each round is shared out over all settings (numbers of seats and policies). Between
rounds it is decided whether to go on. A setting always has the matches 0, 1, 2, ... of its seed, so the counts of any
run are those of a run with this fixed number.

>>> found = study([job], Sampling(matches=20_000), crew)
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from companion.verify.jobs import MISSION_NUMBER, Job, Layout
from companion.verify.measures import SECONDS_PER_TURN, Measures, adjust, measure
from companion.verify.spread import Crew
from companion.verify.statistics import Mean, Running
from companion.verify.tally import UNIT, Tally

FIRST_ROUND: Final = 1_000
"""Matches of each setting in the first round of a run to a precision; each further round doubles them."""

LARGEST_ROUND: Final = 256_000
"""Matches of each setting in a round at most."""

MOST: Final = 10_000_000
"""Matches of each setting in a run to a precision, at most: a mission that is hardly ever drawn would prolong it."""


@dataclass(frozen=True, slots=True)
class Sampling:
    """When it is enough; at least one of them is given, and the first one to be reached counts.

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
        """Tell whether the size of the sample is fixed beforehand; else intervals must be true at any time."""
        return self.until is None and self.seconds is None


Progress = Callable[[int, int], None]
"""Is told how much is done, and of how much: matches, or what is guessed from the precision or the time so far."""


@dataclass
class _Setting:
    """One job while it is studied."""

    job: Job
    tally: Tally
    sequences: Mapping[str, Running]
    done: bool = False
    matches: int = 0

    def take(self, counts: Tally) -> None:
        """Take the counts of a round."""
        for name, sequence in self.sequences.items():
            place = MISSION_NUMBER[name]
            wins, squares = counts.pair_wins[place] / UNIT, counts.pair_squares[place] / UNIT**2
            sequence.add(counts.pairs[place], wins, squares)
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
    jobs: Sequence[Job],
    sampling: Sampling,
    crew: Crew,
    progress: Progress | None = None,
    seconds_per_turn: float = SECONDS_PER_TURN,
) -> list[Measures]:
    """Simulate and return the measures of each job, the effects corrected for their number.

    Args:
        jobs: the settings; how many matches they have does not count.
        sampling: when it is enough.
        crew: who does the work.
        progress: is told how it goes on.
        seconds_per_turn: how long a turn takes at the table (s).

    Raises:
        LostWork: workers ended and nobody took over.
    """
    settings = [
        _Setting(
            job,
            Tally.empty(job.seats, Layout(job.pack).steps),
            {} if sampling.fixed else {name: Running(sampling.until) for name in job.judged},
        )
        for job in jobs
    ]
    pace = _Pace(sampling, crew.chunk, len(jobs))
    while going := [setting for setting in settings if not setting.done]:
        size = pace.next_round(going[0].matches)

        def tell(matches: int) -> None:
            pace.played += matches
            if progress:
                progress(*pace.done())

        parts = [replace(setting.job, first=setting.matches, matches=size) for setting in going]
        for setting, counts in zip(going, crew.run(parts, tell), strict=True):
            setting.take(counts)
        pace.look(max(setting.precision for setting in going))
        for setting in going:
            enough = sampling.until is not None and setting.precision <= sampling.until
            setting.done = enough or not pace.next_round(setting.matches)
    return adjust([setting.measures(seconds_per_turn) for setting in settings])


class _Pace:
    """Chooses how many matches the next round has, and tells how far it is.

    Attributes:
        played: matches of all settings.
    """

    def __init__(self, sampling: Sampling, chunk: int, settings: int) -> None:
        self.sampling = sampling
        self.chunk = chunk
        self.settings = settings
        self.played = 0
        self._start = self._last = time.monotonic()
        self._size = self._took = 0.0
        self._precision = 1.0

    def next_round(self, matches: int) -> int:
        """Return how many more matches a setting that has so many gets; 0 if it is enough."""
        most = (self.sampling.matches or MOST) - matches
        if self.sampling.fixed:
            return most
        if not matches:  # in a race against the clock the first round is short
            size = FIRST_ROUND if self.sampling.seconds is None else self.chunk
        else:
            size = min(matches, LARGEST_ROUND)  # twice as many in all
            if self.sampling.seconds is not None:
                left = self._start + self.sampling.seconds - self._last
                size = max(0, min(size, int(self._size * left / self._took) // self.chunk * self.chunk))
        self._size = min(size, most) or self._size
        return min(size, most)

    def look(self, precision: float) -> None:
        """Take notice of the end of a round."""
        now = time.monotonic()
        self._took, self._last = max(now - self._last, 1e-6), now
        self._precision = precision

    def done(self) -> tuple[int, int]:
        """Return how much is done, and of how much."""
        sampling = self.sampling
        if sampling.fixed:
            return self.played, self.settings * (sampling.matches or 0)
        parts = [self.played / self.settings / (sampling.matches or MOST)]
        if sampling.seconds is not None:
            parts.append((time.monotonic() - self._start) / sampling.seconds)
        if sampling.until is not None:  # widths fall with the square root of the sample
            parts.append((sampling.until / max(self._precision, sampling.until)) ** 2)
        return int(1000 * min(1.0, max(parts))), 1000
