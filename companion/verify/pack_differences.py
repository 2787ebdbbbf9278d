"""The differences between two versions of a pack, measured with the same seeds.

>>> changed = changed_missions(compare(old, new))
>>> differences(old_measures, new_measures, changed)
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from companion.missions.diff import Comparison
from companion.verify.measures import Measures, MissionMeasures
from companion.verify.statistics import Mean, Z


@dataclass(frozen=True, slots=True)
class Difference:
    """One mission before and after, with one number of seats and one policy.

    Attributes:
        mission: its id.
        seats: number of players.
        policy: how they play.
        old: as it was; None if it was not made for so many players.
        new: as it is; None if it is not made for so many players.
        effect: causal effect on the chance to win, new less old; None if one of them is not known.
    """

    mission: str
    seats: int
    policy: str
    old: MissionMeasures | None
    new: MissionMeasures | None
    effect: Mean | None


def changed_missions(comparison: Comparison) -> tuple[str, ...]:
    """Return the missions that play otherwise than before, in the order of the ids; other words change nothing."""
    found = {change.mission: None for change in comparison.changes if change.what in ("effect", "players")}
    return tuple(mission for mission in found if mission is not None)


def only(measures: Measures, missions: Collection[str]) -> Measures:
    """Return the measures without those of other missions."""
    return replace(measures, missions={name: it for name, it in measures.missions.items() if name in missions})


def differences(old: Measures, new: Measures, missions: Collection[str], *, fixed: bool) -> Iterator[Difference]:
    """Yield the difference that each mission makes.

    Args:
        old: the old pack, measured.
        new: the new pack, measured with the same job otherwise.
        missions: ids of the missions.
        fixed: the intervals are those of samples of fixed size.
    """
    for name in missions:
        was, now = old.missions.get(name), new.missions.get(name)
        if was is None and now is None:
            continue
        before, after = was and was.effect, now and now.effect
        effect = _difference(before, after, fixed=fixed) if before and after else None
        yield Difference(name, new.job.seats, new.job.policy, was, now, effect)


def _difference(old: Mean, new: Mean, *, fixed: bool) -> Mean:
    """Return new less old.

    The interval takes the two for independent, which is cautious, since they share their seeds; at any time, both
    intervals are true together, and their widths add up.
    """
    value = new.value - old.value
    half = math.hypot(old.half, new.half) if fixed else old.half + new.half
    p = math.erfc(abs(value) / half * Z / math.sqrt(2)) if half else 1.0
    return Mean(min(old.n, new.n), value, value - half, value + half, p)
