"""How sure a measured number is: intervals, bounds, p-values, and the correction for many of them.

There are two kinds of interval. For a sample whose size was fixed beforehand: Wilson's for shares, Student's t for
means. For a run that stops at a precision or a time: a `ConfidenceSequence`, which covers the true value at all times
at once with the stated confidence, so the run may look at it as often as it likes.

>>> round(share(46, 100).low, 3)
0.366
>>> round(at_most(0, 1_000_000) * 1_000_000, 1)
3.0
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Final

CONFIDENCE: Final = 0.95
"""Confidence of every interval and bound."""

LEVEL: Final = 1 - CONFIDENCE
"""Level of every test: with what chance, at most, it finds something where there is nothing."""

Z: Final = NormalDist().inv_cdf(1 - LEVEL / 2)
"""What a normal number stays within with the confidence, in standard deviations."""


@dataclass(frozen=True, slots=True)
class Share:
    """Part of a sample.

    Attributes:
        count: how many; a shared victory is part of one.
        of: size of the sample.
        value: count / of; 0 of nothing.
        low: lower end of the interval.
        high: upper end.
    """

    count: float
    of: int
    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Mean:
    """Mean of a sample.

    Attributes:
        n: size of the sample.
        value: the mean; 0 of nothing.
        low: lower end of the interval.
        high: upper end.
        p: p-value of the test whether the true mean is 0, two-sided.
    """

    n: int
    value: float
    low: float
    high: float
    p: float

    @property
    def half(self) -> float:
        """Return half the width of the interval."""
        return (self.high - self.low) / 2


def share(count: float, of: int) -> Share:
    """Return a share with Wilson's score interval.

    Source: Wilson, "Probable inference, the law of succession, and statistical inference" (1927).
    """
    if not of:
        return Share(0, 0, 0.0, 0.0, 1.0)
    square = Z * Z
    centre = (count + square / 2) / (of + square)
    half = Z / (of + square) * math.sqrt(count * (of - count) / of + square / 4)
    low = 0.0 if count == 0 else centre - half
    high = 1.0 if count == of else centre + half
    return Share(count, of, count / of, low, high)


def at_most(count: int, of: int) -> float:
    """Return what a share does not exceed, with the confidence, if `count` of a sample were found (one-sided).

    Source: Clopper and Pearson, "The use of confidence or fiducial limits illustrated in the case of the binomial"
    (1934). If none was found it is 1 - 0.05^(1/of), nearly 3/of: the "rule of three".
    """
    if count >= of:
        return 1.0
    if count == 0:
        return -math.expm1(math.log(LEVEL) / of)
    return _root(lambda p: beta_cdf(p, count + 1, of - count) - CONFIDENCE, 0.0, 1.0)


def mean(n: int, total: float, squares: float, bound: float = 1.0) -> Mean:
    """Return the mean of n independent numbers from -bound to bound with Student's t interval.

    Where all of them are equal the interval covers how far another number may be off without having been seen: it is as
    wide as the rule of three allows. Source: Student, "The probable error of a mean" (1908).

    Args:
        n: how many numbers.
        total: their sum.
        squares: the sum of their squares.
        bound: how far from 0 a number can be.
    """
    if n < 2:
        return Mean(n, total, -bound, bound, 1.0)
    value = total / n
    error = math.sqrt(max(0.0, squares - total * value) / (n - 1) / n)
    if error > 1e-9 * bound:
        half, p = t_quantile(n - 1) * error, t_tails(value / error, n - 1)
    else:
        half, p = at_most(0, n) * (bound + abs(value)), 1.0 if value == 0 else 2.0 ** (1 - n)
    return Mean(n, value, max(-bound, value - half), min(bound, value + half), p)


class ConfidenceSequence:
    """A confidence sequence for the mean of independent numbers from -1 to 1, which come in batches.

    At all times at once, with the confidence, the true mean lies in the interval of `mean()`; and the chance that `p`
    ever falls below a level is at most this level, if the true mean is 0. So a run may stop whenever it likes.

    It is the predictable plug-in empirical-Bernstein sequence: Waudby-Smith and Ramdas, "Estimating means of bounded
    random variables by betting" (2024), theorem 2. The bet is chosen before each batch from the batches before, which
    is as good as before each number and needs only sums. With an `aim` the bet is the best one for that width.

    Attributes:
        n: how many numbers came.
        total: their sum.
        squares: the sum of their squares.
    """

    def __init__(self, aim: float | None = None) -> None:
        """Begin with nothing; `aim` is half the width that is wanted."""
        self.aim = aim
        self.n = 0
        self.total = 0.0
        self.squares = 0.0
        self._low, self._high = -1.0, 1.0
        self._p = 1.0
        self._weight = self._weighted = self._cost = 0.0

    def add(self, n: int, total: float, squares: float) -> None:
        """Add a batch of n numbers with this sum and sum of squares."""
        if n:
            self._bet(n, total, squares)
            self.n += n
            self.total += total
            self.squares += squares

    def _bet(self, n: int, total: float, squares: float) -> None:
        """Update the interval; inside, numbers are moved to 0 to 1 as in the source."""
        guess = (1 + self.n + self.total) / 2 / (1 + self.n)
        known = (self.squares + 2 * self.total + self.n) / 4 - self.n * guess * (2 * self._inner_mean - guess)
        variance = (0.25 + known) / (1 + self.n)
        if self.aim is not None:
            bet = self.aim / 2 / variance
        else:
            seen = max(2 * self.n, FIRST_LOOK)
            bet = math.sqrt(2 * math.log(2 / LEVEL) / (variance * seen * math.log(1 + seen)))
        bet = min(bet, 0.5)
        inner, inner_squares = (n + total) / 2, (n + 2 * total + squares) / 4
        spread = inner_squares - 2 * guess * inner + n * guess * guess
        self._weight += bet * n
        self._weighted += bet * inner
        self._cost += spread * (-math.log1p(-bet) - bet)
        centre, half = self._weighted / self._weight, (math.log(2 / LEVEL) + self._cost) / self._weight
        self._low = max(self._low, 2 * (centre - half) - 1)
        self._high = min(self._high, 2 * (centre + half) - 1)
        gain = abs(self._weighted - self._weight / 2) - self._cost
        self._p = min(self._p, 2 * math.exp(-gain)) if gain > 0 else self._p

    @property
    def _inner_mean(self) -> float:
        return (self.n + self.total) / 2 / self.n if self.n else 0.5

    def mean(self) -> Mean:
        """Return the mean of all numbers so far, the interval, and a p-value that is valid at any time."""
        low, high = min(self._low, self._high), max(self._low, self._high)
        value = self.total / self.n if self.n else 0.0
        return Mean(self.n, min(max(value, low), high), low, high, self._p)


FIRST_LOOK: Final = 500
"""Assumed size of the first batch of a `ConfidenceSequence`, to choose its bet; only the width depends on it."""


def holm(values: Sequence[float]) -> list[float]:
    """Return p-values adjusted for their number: who calls those below a level findings errs with at most this chance.

    Source: Holm, "A simple sequentially rejective multiple test procedure" (1979). It holds however the tests depend
    on each other.
    """
    order = sorted(range(len(values)), key=values.__getitem__)
    adjusted, highest = [1.0] * len(values), 0.0
    for place, index in enumerate(order):
        highest = max(highest, min(1.0, values[index] * (len(values) - place)))
        adjusted[index] = highest
    return adjusted


def quantile(counts: Sequence[int], part: float) -> int:
    """Return the smallest number that this part of a sample does not exceed; `counts[k]` of them are k."""
    needed, seen = part * sum(counts), 0
    for number, count in enumerate(counts):
        seen += count
        if seen >= needed and seen:
            return number
    return 0


# Distributions


def t_tails(t: float, degrees: int) -> float:
    """Return the chance that Student's t is as far from 0 as `t`."""
    return beta_cdf(degrees / (degrees + t * t), degrees / 2, 0.5)


def t_quantile(degrees: int) -> float:
    """Return what Student's t stays within with the confidence, on both sides of 0."""
    if degrees > 100_000:
        return Z
    return _root(lambda t: LEVEL - t_tails(t, degrees), 0.0, 100.0)


def beta_cdf(x: float, a: float, b: float) -> float:
    """Return the regularised incomplete beta function.

    Source: DLMF 8.17.22, the continued fraction, evaluated by Lentz's method; 8.17.4 where it would be slow.
    """
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - beta_cdf(1 - x, b, a)
    front = a * math.log(x) + b * math.log1p(-x) + math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) - math.log(a)
    tiny = 1e-300
    c, d = 1.0, 1 / _away(1 - (a + b) * x / (a + 1), tiny)
    fraction = d
    for m in range(1, 100_000):
        for term in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / _away(1 + term * d, tiny)
            c = _away(1 + term / c, tiny)
            fraction *= c * d
        if abs(c * d - 1) < 1e-14:
            break
    return math.exp(front) * fraction


def _away(value: float, tiny: float) -> float:
    """Return the value, kept away from 0."""
    return value if abs(value) > tiny else tiny


def _root(rising: Callable[[float], float], low: float, high: float) -> float:
    """Return where a rising function is 0."""
    for _ in range(200):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (middle, high) if rising(middle) < 0 else (low, middle)
    return (low + high) / 2
