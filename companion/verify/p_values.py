"""P-values of measured shares and means against a limit, and their text."""

from __future__ import annotations

import math
from typing import Literal, NamedTuple

from companion.verify.statistics import Mean, Share, Z, beta_cdf


class MeasuredFigure(NamedTuple):
    """A measured number behind a finding.

    Attributes:
        name: what it is.
        value: the number.
        low: lower end of its interval.
        high: upper end.
        limit: what it should not be beyond.
        unit: `share`, `chance` (a difference of shares), `cards`, `turns` or `missions`.
        of: size of the sample.
    """

    name: str
    value: float
    low: float
    high: float
    limit: float
    unit: Literal["share", "chance", "cards", "turns", "missions"]
    of: int


def above(found: Share, limit: float) -> float:
    """Return the chance of so many or more if the true share were the limit; 1 if there are not too many.

    It is exact (Clopper and Pearson 1934): a tail of the binomial distribution.
    """
    if found.of == 0 or found.value <= limit:
        return 1.0
    return 0.0 if limit <= 0 else beta_cdf(limit, found.count, found.of - found.count + 1)


def below(found: Share, limit: float) -> float:
    """Return the chance of so few or fewer if the true share were the limit; 1 if there are not too few."""
    if found.of == 0 or found.value >= limit:
        return 1.0
    return 0.0 if limit >= 1 else beta_cdf(1 - limit, found.of - found.count, found.count + 1)


def mean_below(found: Mean, limit: float) -> float:
    """Return the one-sided p-value of a mean that should be at least the limit."""
    return 1.0 if found.value >= limit else _tail(found, limit)


def mean_above(found: Mean, limit: float) -> float:
    """Return the one-sided p-value of a mean that should be at most the limit."""
    return 1.0 if found.value <= limit else _tail(found, limit)


def _tail(found: Mean, limit: float) -> float:
    """Return the p-value of a mean beyond its limit.

    The p-value of the test against 0 comes with the mean. Against another limit the standard error is taken from the
    interval, and the tail from the normal distribution.
    """
    if limit == 0:
        return found.p / 2
    error = found.half / Z
    return upper_tail(abs(found.value - limit) / error) if error else 0.0


def upper_tail(z: float) -> float:
    """Return the chance that a number of the standard normal distribution is greater."""
    return 0.5 * math.erfc(z / math.sqrt(2))


def share_figure(name: str, found: Share, limit: float) -> MeasuredFigure:
    """Return the number behind a finding about a share."""
    return MeasuredFigure(name, found.value, found.low, found.high, limit, "share", found.of)


def effect_figure(effect: Mean, limit: float) -> MeasuredFigure:
    """Return the number behind a finding about an effect on the chance to win."""
    return MeasuredFigure(
        "effect on the chance to win", effect.value, effect.low, effect.high, limit, "chance", effect.n
    )


def percent(part: float) -> str:
    """Return a share for people: `46 %`, `2.3 %`, `0.0012 %`."""
    value = 100 * part
    if value == 0 or value >= 99.95:
        return f"{value:.0f} %"
    return f"{value:.0f} %" if 10 <= value < 99 else f"{value:.1f} %" if value >= 1 else f"{value:.2g} %"


def points(difference: float) -> str:
    """Return a difference of shares for people: `2.3 points`."""
    return f"{100 * difference:.1f} points"
