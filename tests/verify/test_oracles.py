"""Intervals, quantiles, p-values and adjustments against scipy and statsmodels, which only the tests need."""

import gc
import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.verify import p_values, statistics
from companion.verify.statistics import CONFIDENCE, FIRST_LOOK, LEVEL, ConfidenceSequence, Mean, Z, share

np = pytest.importorskip("numpy")
stats = pytest.importorskip("scipy.stats")
multitest = pytest.importorskip("statsmodels.stats.multitest")
proportion = pytest.importorskip("statsmodels.stats.proportion")

SIZES = (1, 2, 3, 10, 37, 100, 999, 10_000, 250_000)
DEGREES = (1, 2, 3, 4, 7, 10, 30, 99, 1_000, 50_000, 100_000)


@st.composite
def samples(draw):
    """Return how many of how many."""
    of = draw(st.integers(1, 100_000))
    return draw(st.integers(0, of)), of


def grid():
    """Return the ends, the neighbours of the ends, and some counts between, for each size."""
    return sorted({(count, of) for of in SIZES for count in (0, 1, of // 10, of // 2, of - 1, of) if 0 <= count <= of})


# Distributions


def test_the_normal_quantile_and_tail():
    assert pytest.approx(stats.norm.ppf(1 - LEVEL / 2), rel=1e-12) == Z
    for z in (-8.0, -1.0, 0.0, 0.3, 1.96, 5.0, 12.0, 30.0):
        assert p_values.upper_tail(z) == pytest.approx(stats.norm.sf(z), rel=1e-12)


@given(st.floats(0, 1), st.floats(0.5, 50_000), st.floats(0.5, 50_000))
@example(0.01, 0.5, 0.5)
@example(1e-9, 3.0, 1e4)
def test_the_incomplete_beta_function(x, a, b):
    assert statistics.beta_cdf(x, a, b) == pytest.approx(stats.beta.cdf(x, a, b), rel=1e-7, abs=1e-12)


@pytest.mark.parametrize("degrees", DEGREES)
def test_students_quantile_and_tails(degrees):
    assert statistics.t_quantile(degrees) == pytest.approx(stats.t.ppf(1 - LEVEL / 2, degrees), rel=1e-9)
    for t in (0.01, 0.5, 1.0, 2.0, 4.5, 9.0, 25.0):
        assert statistics.t_tails(t, degrees) == pytest.approx(2 * stats.t.sf(t, degrees), rel=1e-7, abs=1e-300)


def test_beyond_so_many_degrees_the_normal_quantile_is_as_good():
    assert statistics.t_quantile(100_001) == Z
    assert pytest.approx(stats.t.ppf(1 - LEVEL / 2, 100_001), abs=3e-5) == Z


# Shares


@pytest.mark.parametrize(("count", "of"), grid())
def test_wilson(count, of):
    found = share(count, of)
    expected = proportion.proportion_confint(count, of, LEVEL, method="wilson")
    assert (found.low, found.high) == pytest.approx(expected, rel=1e-9, abs=1e-12)
    assert found.value == count / of


@given(samples())
def test_wilson_everywhere(sample):
    found = share(*sample)
    expected = proportion.proportion_confint(*sample, LEVEL, method="wilson")
    assert (found.low, found.high) == pytest.approx(expected, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize(("count", "of"), grid())
def test_clopper_pearson(count, of):
    """A one-sided bound is the upper end of the two-sided interval with twice the level."""
    _, expected = proportion.proportion_confint(count, of, 2 * LEVEL, method="beta")
    assert statistics.at_most(count, of) == pytest.approx(expected, rel=1e-8)


@given(samples(), st.floats(1e-6, 1 - 1e-6))
@example((0, 10), 0.5)
@example((10, 10), 0.5)
def test_the_exact_p_values_of_a_share(sample, limit):
    count, of = sample
    found = share(count, of)
    more = stats.binomtest(count, of, limit, "greater").pvalue if count / of > limit else 1.0
    fewer = stats.binomtest(count, of, limit, "less").pvalue if count / of < limit else 1.0
    assert p_values.above(found, limit) == pytest.approx(more, rel=1e-6, abs=1e-12)
    assert p_values.below(found, limit) == pytest.approx(fewer, rel=1e-6, abs=1e-12)


# Means


@given(st.lists(st.integers(-60, 60), min_size=2, max_size=60).filter(lambda numbers: len(set(numbers)) > 1))
def test_the_interval_and_the_p_value_of_a_mean(numbers):
    values = np.array(numbers) / 60
    found = statistics.mean(len(values), float(values.sum()), float((values**2).sum()))
    expected = stats.ttest_1samp(values, 0.0)
    low, high = expected.confidence_interval(CONFIDENCE)
    assert found.value == pytest.approx(values.mean(), abs=1e-12)
    assert (found.low, found.high) == pytest.approx((max(-1.0, low), min(1.0, high)), abs=1e-6)
    assert found.p == pytest.approx(expected.pvalue, rel=1e-4, abs=1e-9)


def test_equal_numbers_have_the_rule_of_three_and_the_sign_test():
    for n in (2, 5, 50, 4_000):
        found = statistics.mean(n, 0.25 * n, 0.0625 * n)
        bound = stats.beta.ppf(CONFIDENCE, 1, n)
        assert (found.low, found.high) == pytest.approx((0.25 - 1.25 * bound, min(1.0, 0.25 + 1.25 * bound)))
        assert found.p == pytest.approx(stats.binomtest(n, n).pvalue)


@given(st.floats(-0.9, 0.9), st.floats(1e-3, 0.5), st.floats(-0.9, 0.9).filter(bool))
def test_the_p_value_of_a_mean_against_a_limit(value, half, limit):
    """The normal distribution whose interval is that of the mean; exactly the mean's own test if the limit is 0."""
    found = Mean(1_000, value, value - half, value + half, 0.04)
    deviation = half / stats.norm.ppf(1 - LEVEL / 2)
    fewer = stats.norm.cdf(value, limit, deviation) if value < limit else 1.0
    more = stats.norm.sf(value, limit, deviation) if value > limit else 1.0
    assert p_values.mean_below(found, limit) == pytest.approx(fewer, rel=1e-6, abs=1e-300)
    assert p_values.mean_above(found, limit) == pytest.approx(more, rel=1e-6, abs=1e-300)
    assert {p_values.mean_below(found, 0.0), p_values.mean_above(found, 0.0)} == ({1.0, 0.02} if value else {1.0})


# Confidence sequences


def empirical_bernstein(batches, aim):
    """Return the interval and the p-value, by theorem 2 of the source, number by number, after the last batch.

    Numbers x from -1 to 1 are y = (1 + x) / 2. For bets b_i and predictions m_i that depend on earlier numbers only,
    psi(b) = -log(1 - b) - b and v_i = (y_i - m_i)^2:

        (sum b_i y_i +- (log(2 / level) + sum v_i psi(b_i))) / sum b_i
    """
    low, high, p = -1.0, 1.0, 1.0
    seen = np.array([])
    weight = weighted = cost = 0.0
    for batch in batches:
        n = len(seen)
        guess = (0.5 + seen.sum()) / (1 + n)
        variance = (0.25 + ((seen - guess) ** 2).sum()) / (1 + n)
        planned = max(2 * n, FIRST_LOOK)
        bet = math.sqrt(2 * math.log(2 / LEVEL) / (variance * planned * math.log(1 + planned)))
        bet = min(0.5, bet if aim is None else aim / 2 / variance)
        inner = (1 + np.array(batch)) / 2
        for y in inner:
            weight += bet
            weighted += bet * y
            cost += (y - guess) ** 2 * (-math.log(1 - bet) - bet)
        half = (math.log(2 / LEVEL) + cost) / weight
        low = max(low, 2 * (weighted / weight - half) - 1)
        high = min(high, 2 * (weighted / weight + half) - 1)
        p = min(p, 1.0, 2 * math.exp(-abs(weighted - weight / 2) + cost))
        seen = np.append(seen, inner)
    return low, high, p


@given(
    st.lists(st.lists(st.integers(-60, 60), min_size=1, max_size=40), min_size=1, max_size=6),
    st.sampled_from([None, 0.003, 0.05]),
)
@example([[-60] * 30 + [0] * 70] * 12, None)
@example([[-60] * 30 + [0] * 70] * 12, 0.05)
def test_the_confidence_sequence_against_its_formula(batches, aim):
    batches = [[number / 60 for number in batch] for batch in batches]
    running = ConfidenceSequence(aim)
    for batch in batches:
        running.add(len(batch), sum(batch), sum(number**2 for number in batch))
    low, high, p = empirical_bernstein(batches, aim)
    found = running.mean()
    assert (found.low, found.high) == pytest.approx((min(low, high), max(low, high)), abs=1e-9)
    assert found.p == pytest.approx(p, rel=1e-9)
    everything = [number for batch in batches for number in batch]
    assert found.n == len(everything)
    assert found.value == pytest.approx(min(max(np.mean(everything), found.low), found.high), abs=1e-12)


# Adjustments and quantiles


@given(st.lists(st.floats(0, 1) | st.sampled_from([0.0, 1e-300, 0.01, 0.05, 1.0]), max_size=50))
def test_holm(values):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gc, "collect", lambda: 0)  # statsmodels collects garbage at each call, a second in a whole suite
        expected = multitest.multipletests(values, LEVEL, method="holm")[1] if values else []
    assert statistics.holm(values) == pytest.approx(list(expected), rel=1e-12)


@given(st.lists(st.integers(0, 9), min_size=1, max_size=60), st.sampled_from([0.1, 0.5, 0.9, 0.99, 0.999, 1.0]))
def test_quantiles(numbers, part):
    counts = [numbers.count(number) for number in range(10)]
    assert statistics.quantile(counts, part) == np.quantile(numbers, part, method="inverted_cdf")
