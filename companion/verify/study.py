"""How much is simulated, and when it is enough: a fixed number of matches, a precision, or some time.

Matches are played in rounds, and each round is shared out over all settings (numbers of seats and policies). Between
rounds it is decided whether to go on. A setting always has the matches 0, 1, 2, ... of its seed, so the counts of any
run are those of a run with this fixed number.

>>> found = study([job], Sampling(matches=20_000), crew)
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
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


Progress = Callable[[int, int | None], None]
"""Is told how many matches were played, and how many there will be as far as is known."""


@dataclass
class _Setting:
    """One job while it is studied."""

    job: Job
    tally: Tally
    sequences: Mapping[str, Running]
    done: bool = False
    matches: int = 0
    wanted: int = field(default=0)

    def take(self, counts: Tally) -> None:
        """Take the counts of a round."""
        for name, sequence in self.sequences.items():
            place = MISSION_NUMBER[name]
            wins, squares = counts.pair_wins[place] / UNIT, counts.pair_squares[place] / UNIT**2
            sequence.add(counts.pairs[place], wins, squares)
        self.tally.merge(counts)
        self.matches += counts.matches[0]

    def precise(self, until: float) -> bool:
        """Tell whether every judged effect that can be seen is known precisely enough."""
        seen = [sequence.mean() for sequence in self.sequences.values() if sequence.n]
        return all(effect.half <= until for effect in seen) and (bool(seen) or self.matches >= FIRST_ROUND)

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
    aim = sampling.until
    settings = [
        _Setting(
            job,
            Tally.empty(job.seats, Layout(job.pack).steps),
            {} if sampling.fixed else {name: Running(aim) for name in job.judged},
        )
        for job in jobs
    ]
    clock = _Clock(sampling.seconds)
    size = _first_round(sampling, crew)
    while going := [setting for setting in settings if not setting.done]:
        most = sampling.matches or MOST
        size = min(size, most - going[0].matches)
        _round(going, size, crew, clock, progress, _total(settings, sampling))
        size = clock.next_size(size, crew.chunk)
        for setting in going:
            enough = aim is not None and setting.precise(aim)
            setting.done = enough or setting.matches >= most or size == 0
    return adjust([setting.measures(seconds_per_turn) for setting in settings])


def _first_round(sampling: Sampling, crew: Crew) -> int:
    """Return how many matches the first round has; in a race against the clock it is short."""
    if sampling.seconds is not None:
        return crew.chunk
    return FIRST_ROUND if sampling.until is not None else sampling.matches or FIRST_ROUND


def _total(settings: Sequence[_Setting], sampling: Sampling) -> int | None:
    """Return how many matches all settings will have, if it is known."""
    return len(settings) * sampling.matches if sampling.fixed and sampling.matches else None


def _round(
    going: Sequence[_Setting], size: int, crew: Crew, clock: _Clock, progress: Progress | None, total: int | None
) -> None:
    """Play so many more matches of each setting."""

    def tell(matches: int) -> None:
        clock.played += matches
        if progress:
            progress(clock.played, total)

    parts = [replace(setting.job, first=setting.matches, matches=size) for setting in going]
    for setting, counts in zip(going, crew.run(parts, tell), strict=True):
        setting.take(counts)


class _Clock:
    """Chooses the size of the next round so that it ends in time."""

    def __init__(self, seconds: float | None) -> None:
        self.start = self.last = time.monotonic()
        self.seconds = seconds
        self.played = 0

    def next_size(self, size: int, chunk: int) -> int:
        """Return twice the size, or what there is time for in whole chunks; 0 if there is none."""
        now = time.monotonic()
        took, self.last = now - self.last, now
        doubled = min(2 * size, LARGEST_ROUND)
        if self.seconds is None:
            return doubled
        fits = int(size * (self.start + self.seconds - now) / max(took, 1e-6)) // chunk * chunk
        return max(0, min(doubled, fits))
