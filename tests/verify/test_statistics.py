"""Intervals, bounds and corrections: known values, and how often they are right."""

import math
import random

import pytest

from companion.verify.statistics import (
    CONFIDENCE,
    ConfidenceSequence,
    at_most,
    beta_cdf,
    holm,
    mean,
    quantile,
    share,
    t_quantile,
    t_tails,
)
from tests.sweeps import sweep

# Known values


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [
        (46, 100, 0.36561, 0.55736),  # Wilson 1927, computed by hand from the formula
        (0, 10, 0.0, 0.27753),
        (10, 10, 0.72247, 1.0),
        (1, 10, 0.01788, 0.40415),
    ],
)
def test_wilson(count, of, low, high):
    found = share(count, of)
    assert (found.low, found.high) == (pytest.approx(low, abs=2e-5), pytest.approx(high, abs=2e-5))
    assert found.value == count / of


def test_a_share_of_nothing_says_nothing():
    assert (share(0, 0).low, share(0, 0).high) == (0, 1)


@pytest.mark.parametrize(
    ("count", "of", "bound"),
    [
        (0, 10, 0.25887),  # 1 - 0.05^(1/10)
        (3, 100, 0.07571),
        (1, 20, 0.21611),
        (10, 10, 1.0),
    ],
)
def test_clopper_pearson(count, of, bound):
    assert at_most(count, of) == pytest.approx(bound, abs=2e-5)


def test_the_bound_is_where_so_few_become_surprising():
    """The binomial distribution is summed term by term, in another way than the bound is found."""
    for count, of in [(0, 50), (2, 50), (7, 40), (30, 200)]:
        p = at_most(count, of)
        tail = sum(math.comb(of, k) * p**k * (1 - p) ** (of - k) for k in range(count + 1))
        assert tail == pytest.approx(1 - CONFIDENCE, rel=1e-6)


def test_rule_of_three():
    assert at_most(0, 1_000_000) == pytest.approx(3 / 1_000_000, rel=0.002)


@pytest.mark.parametrize(("degrees", "t"), [(1, 12.706), (2, 4.3027), (9, 2.2622), (30, 2.0423), (1000, 1.9623)])
def test_student(degrees, t):
    assert t_quantile(degrees) == pytest.approx(t, abs=1e-3)
    assert t_tails(t, degrees) == pytest.approx(0.05, abs=1e-4)
    assert t_tails(-t, degrees) == t_tails(t, degrees)


def test_the_beta_function_against_closed_forms():
    for x in (0.01, 0.2, 0.5, 0.77, 0.99):
        assert beta_cdf(x, 1, 1) == pytest.approx(x)
        assert beta_cdf(x, 3, 1) == pytest.approx(x**3)
        assert beta_cdf(x, 1, 5) == pytest.approx(1 - (1 - x) ** 5)
        assert beta_cdf(x, 0.5, 0.5) == pytest.approx(2 / math.pi * math.asin(math.sqrt(x)))
        assert beta_cdf(x, 7.5, 2.5) == pytest.approx(1 - beta_cdf(1 - x, 2.5, 7.5))
    assert (beta_cdf(0, 2, 3), beta_cdf(1, 2, 3)) == (0, 1)


def test_mean_from_sums():
    numbers = [1.0, 0.0, -1.0, 0.5, 0.5, 0.0, 1.0, -0.5]
    found = mean(8, sum(numbers), sum(number**2 for number in numbers))
    assert found.value == pytest.approx(0.1875)
    # the standard deviation is 0.70394, the quantile of 7 degrees 2.36462
    assert found.half == pytest.approx(2.36462 * 0.70394 / math.sqrt(8), abs=1e-4)
    assert found.p == pytest.approx(0.4756, abs=2e-3)


def test_equal_numbers_do_not_make_the_mean_certain():
    found = mean(100, 0.0, 0.0)
    assert (found.low, found.high) == (pytest.approx(-0.0295, abs=1e-4), pytest.approx(0.0295, abs=1e-4))
    assert found.p == 1
    certain = mean(10, -20.0, 40.0, bound=12)
    assert certain.value == -2
    assert certain.low < -2 < certain.high < 1.7
    assert certain.p < 0.01


@pytest.mark.parametrize("n", [0, 1])
def test_too_few_numbers_say_nothing(n):
    found = mean(n, 0.5 * n, 0.25 * n)
    assert (found.low, found.high, found.p) == (-1, 1, 1)
    assert ConfidenceSequence().mean().half == 1


def test_holm():
    """The example of Holm's procedure that textbooks give: 0.01, 0.04, 0.03, 0.005."""
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.5, 0.9]) == [1.0, 1.0]
    assert holm([]) == []


def test_quantiles_of_a_histogram():
    counts = [0, 0, 5, 3, 0, 2]
    assert [quantile(counts, part) for part in (0.1, 0.5, 0.51, 0.8, 0.81, 1.0)] == [2, 2, 3, 3, 5, 5]


# Coverage


def draws(numbers: random.Random, true: float, size: int) -> tuple[float, float]:
    """Return sum and sum of squares of numbers like those of pairs: -1, 0 or 1, with this mean."""
    found = numbers.choices((1, -1, 0), (0.15 + true / 2, 0.15 - true / 2, 0.7), k=size)
    plus, minus = found.count(1), found.count(-1)
    return plus - minus, plus + minus


def misses(true: float, aim: float | None, looks: int, runs: int, seed: int) -> tuple[int, int, int]:
    """Return in how many runs a confidence sequence, its p-value, and a fixed interval are ever wrong."""
    numbers = random.Random(seed)
    sequence_misses = p_misses = fixed_misses = 0
    for _ in range(runs):
        running, size, total, squares, n = ConfidenceSequence(aim), 60, 0.0, 0.0, 0
        wrong = wrong_p = wrong_fixed = False
        for look in range(looks):
            plus, both = draws(numbers, true, size)
            running.add(size, plus, both)
            total, squares, n = total + plus, squares + both, n + size
            found, fixed = running.mean(), mean(n, total, squares)
            wrong |= not found.low <= true <= found.high
            wrong_p |= found.p < 0.05
            wrong_fixed |= not fixed.low <= true <= fixed.high
            size *= 1 + (look < 3)
        sequence_misses += wrong
        p_misses += wrong_p
        fixed_misses += wrong_fixed
    return sequence_misses, p_misses, fixed_misses


@pytest.mark.parametrize("true", [0.0, -0.08])
@pytest.mark.parametrize("aim", sweep([None, 0.02], 0.02))
def test_a_sequence_stays_right_under_many_looks_and_a_fixed_interval_does_not(true, aim):
    """At most one run in twenty may ever be wrong; 120 runs with up to 12 misses would still be no surprise."""
    sequence, p, fixed = misses(true, aim, looks=8, runs=120, seed=3)
    assert sequence <= 12
    assert fixed > 15
    if true == 0:
        assert p <= 12
        assert p == sequence  # the interval leaves 0 out when the p-value says so
    else:
        assert p > 55


def test_a_sequence_reaches_its_aim_with_about_twice_the_numbers_of_a_fixed_sample():
    """Best bet: n = 2 ln(2/0.05) s^2 / w^2, where a fixed sample needs 1.96^2 s^2 / w^2."""
    numbers = random.Random(5)
    running = ConfidenceSequence(0.02)
    while running.mean().half > 0.02:
        running.add(200, *draws(numbers, 0.05, 200))
    spread = running.squares / running.n - (running.total / running.n) ** 2
    fixed = 1.96**2 * spread / 0.02**2
    assert 1.7 < running.n / fixed < 2.6


def test_a_sequence_does_not_depend_on_empty_batches():
    one, other = ConfidenceSequence(), ConfidenceSequence()
    for running in (one, other):
        running.add(100, 20, 60)
        if running is other:
            running.add(0, 0, 0)
        running.add(200, 10, 90)
    assert one.mean() == other.mean()
    assert one.mean().value == pytest.approx(0.1)


def test_wilson_covers():
    numbers = random.Random(1)
    for true in (0.02, 0.3):
        hits = 0
        for _ in range(400):
            count = sum(numbers.random() < true for _ in range(150))
            found = share(count, 150)
            hits += found.low <= true <= found.high
        assert 0.91 < hits / 400 < 0.99
