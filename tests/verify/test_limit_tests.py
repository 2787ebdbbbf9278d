"""Each limit test has exactly the value, the sample and the p-value that its source states."""

import math
from dataclasses import replace

import pytest

from companion.verify.limit_tests import LimitTest, LimitTester
from companion.verify.limits import Limits
from companion.verify.measures import Measures
from companion.verify.p_values import above, below, mean_above, mean_below, percent, upper_tail
from companion.verify.statistics import LEVEL, Mean, Z, share
from tests.verify.test_findings import GOOD, LIMITS, PACK, N, lengths, outcomes, waits, with_mission

stats = pytest.importorskip("scipy.stats")


def limit_test(measures: Measures, code: str, mission: str = "", limits: Limits = LIMITS) -> LimitTest:
    """Return the only test with this code of this mission."""
    [found] = [
        test for test in LimitTester(PACK, limits).tests(measures) if (test.code, test.mission) == (code, mission)
    ]
    return found


# A limit belongs to what is allowed


@pytest.mark.parametrize("limit", [-0.2, 0.0, 0.5])
def test_a_mean_at_its_limit_keeps_it(limit):
    at_limit = Mean(100, limit, limit - 0.1, limit + 0.1, 0.04)
    assert mean_below(at_limit, limit) == mean_above(at_limit, limit) == 1.0


@pytest.mark.parametrize(("count", "of", "limit"), [(0, 10, 0.0), (3, 10, 0.3), (10, 10, 1.0), (0, 0, 0.5)])
def test_a_share_at_its_limit_keeps_it(count, of, limit):
    assert above(share(count, of), limit) == below(share(count, of), limit) == 1.0


@pytest.mark.parametrize(
    ("value", "limit", "deviations"),
    [(0.13, 0.1, 3.0), (0.5, 0.4, 10.0), (-0.3, -0.28, -2.0), (0.05, 0.1, -5.0)],
)
def test_the_standard_error_is_that_of_the_interval(value, limit, deviations):
    """An interval reaches Z standard errors to both sides; the error here is 0.01."""
    found = Mean(1_000, value, value - 0.01 * Z, value + 0.01 * Z, 0.5)
    p = mean_above(found, limit) if deviations > 0 else mean_below(found, limit)
    assert p == pytest.approx(upper_tail(abs(deviations)), rel=1e-9)
    assert (mean_below(found, limit) if deviations > 0 else mean_above(found, limit)) == 1.0


def test_a_mean_without_any_error_is_surely_beyond_its_limit():
    assert mean_above(Mean(10, 0.5, 0.5, 0.5, 1.0), 0.4) == 0.0


@pytest.mark.parametrize(
    ("part", "text"),
    [
        (0.0, "0 %"), (0.00012, "0.012 %"), (0.0099, "0.99 %"), (0.01, "1.0 %"), (0.0994, "9.9 %"), (0.1, "10 %"),
        (0.989, "99 %"), (0.99, "99.0 %"), (0.9994, "99.9 %"), (0.9995, "100 %"), (1.0, "100 %"),
    ],
)  # fmt: skip
def test_the_digits_of_a_share(part, text):
    assert percent(part) == text


# Lengths and waits: the turns of a limit are not beyond it


def test_a_match_is_long_from_the_turn_after_the_limit_on():
    few, many = LIMITS.median_turns
    measures = lengths(**{f"t{few - 1}": 1_000, f"t{few}": 2_000, f"t{many}": 4_000, f"t{many + 1}": 93_000})
    test = limit_test(measures, "V102")
    assert test.p == pytest.approx(min(1.0, 2 * stats.binom.sf(92_999, N, 0.5)))
    assert (test.figure.value, test.figure.limit, test.figure.of) == (many + 1, many, N)
    shorter = lengths(**{f"t{few - 1}": 51_000, f"t{few}": 49_000})
    test = limit_test(shorter, "V102")
    assert test.p == pytest.approx(2 * stats.binom.sf(50_999, N, 0.5), rel=1e-6)
    assert (test.figure.value, test.figure.limit) == (few - 1, few)
    for turns in (few, many):
        assert limit_test(lengths(**{f"t{turns}": N}), "V102").p == 1.0


def test_one_match_of_a_hundred_may_be_longer_than_the_limit():
    long = LIMITS.long_turns
    test = limit_test(lengths(t30=98_000, **{f"t{long}": 900, f"t{long + 1}": 1_100}), "V103")
    assert (test.figure.value, test.figure.limit, test.figure.of) == (0.011, 0.01, N)
    assert test.p == pytest.approx(stats.binom.sf(1_099, N, 0.01), rel=1e-6)
    assert test.match == 42
    assert limit_test(lengths(**{f"t{long}": N}), "V103").p == 1.0
    assert limit_test(lengths(t30=99_000, **{f"t{long + 1}": 1_000}), "V103").p == 1.0


def test_one_match_of_a_thousand_may_have_a_longer_wait():
    most = LIMITS.wait_turns
    test = limit_test(waits(*[most] * 500, *[most + 1] * 150), "V104", "B15")
    assert (test.figure.value, test.figure.limit) == (0.0015, 0.001)
    assert test.p == pytest.approx(stats.binom.sf(149, N, 0.001), rel=1e-6)
    assert limit_test(waits(*[most + 1] * 100), "V104", "B15").p == 1.0


# Means


def test_a_hand_is_judged_from_thirty_executions_on():
    own = Mean(30, 0.2, 0.1, 0.3, 0.01)
    assert limit_test(with_mission("B02", own=own), "V204", "B02").p == 0.005
    with pytest.raises(ValueError, match="not enough values"):
        limit_test(with_mission("B02", own=replace(own, n=29)), "V204", "B02")


@pytest.mark.parametrize(("mission", "code", "value"), [("B02", "V204", 0.0), ("M02", "V206", 0.0)])
def test_a_hand_that_does_not_change_hurts_nobody(mission, code, value):
    assert limit_test(with_mission(mission, own=Mean(N, value, -0.1, 0.1, 0.5)), code, mission).p == 1.0


@pytest.mark.parametrize("value", [0.3, -0.3])
def test_how_strong_a_mission_may_be(value):
    """The limit is a multiple of the median effect of a bonus, 4 points here, in both directions."""
    effect = Mean(N, value, value - 0.01 * Z, value + 0.01 * Z, 0.0)
    test = limit_test(with_mission("F02", effect=effect), "V208", "F02")
    limit = LIMITS.strongest * 0.04
    assert test.figure.limit == pytest.approx(math.copysign(limit, value))
    assert test.p == pytest.approx(stats.norm.sf((abs(value) - limit) / 0.01), rel=1e-6)


# Domination: the (limit + 1)-th smallest p-value, corrected for the others (Benjamini and Heller)

TESTED = {"bonus": "B09", "malus": "M04", "fight": "F09"}


@pytest.mark.parametrize("kind", TESTED)
def test_domination(kind):
    """Better are more victories and fewer own cards; in a malus, which costs its player more, fewer and more.

    All others of the kind are 2 standard errors of the difference away, and their hands are clearly apart.
    """
    name, sign = TESTED[kind], -1 if kind == "malus" else 1
    error = 0.01
    others = {
        other: replace(
            found,
            effect=mean_with_error(sign * 2 * error * math.sqrt(2), error),
            own=Mean(N, -sign * 2.0, -sign * 2.0 - 0.01, -sign * 2.0 + 0.01, 0.0),
            others=sign * 1.0,
        )
        for other, found in GOOD.missions.items()
        if found.kind == kind
    }
    tested = replace(
        GOOD.missions[name], effect=mean_with_error(0.0, error), own=Mean(N, 0.0, -0.01, 0.01, 0.0), others=0.0
    )
    measures = replace(GOOD, missions={**GOOD.missions, **others, name: tested})
    limits = replace(LIMITS, dominated=3)
    rivals = len(others) - 1
    test = limit_test(measures, "V209", name, limits)
    assert (test.figure.value, test.figure.limit) == (rivals, 3)
    assert test.p == pytest.approx(min(1.0, (rivals - 3) * stats.norm.sf(2.0)), rel=1e-6)
    assert stats.norm.sf(2.0) < LEVEL / 2
    assert limit_test(measures, "V209", name, replace(LIMITS, dominated=rivals)).p == 1.0
    # one that does not do more to the other hands, or whose own hand is not apart, does not dominate
    for change in ({"others": 0.0}, {"own": tested.own}):
        rival = next(other for other in others if other != name)
        weaker = {**measures.missions, rival: replace(others[rival], **change)}
        assert limit_test(replace(measures, missions=weaker), "V209", name, limits).figure.value == rivals - 1


def mean_with_error(value: float, error: float) -> Mean:
    return Mean(N, value, value - error * Z, value + error * Z, 0.0)


# Duels


def test_a_duel_that_is_worth_losing():
    """Hoeffding 1963, theorem 2, for two means of 40,000 and 60,000 numbers in a range of 24."""
    case = with_mission("F06", outcomes=outcomes(40_000, 60_000, 0, own=(0.5, 0.25), opponents=(-1.0, 0.0)))
    test = limit_test(case, "V302", "F06")
    worse = (0.5 + 1.0) - 0.25
    assert test.figure.value == worse
    assert test.p == pytest.approx(math.exp(-2 * worse**2 / 24**2 / (1 / 40_000 + 1 / 60_000)))


@pytest.mark.parametrize(("won", "most"), [(95_000, True), (5_000, False)])
def test_a_one_sided_duel(won, most):
    limits = replace(LIMITS, one_sided=0.9)
    test = limit_test(with_mission("F06", outcomes=outcomes(won, N - won, 0)), "V301", "F06", limits)
    assert test.figure.limit == pytest.approx(0.9 if most else 0.1)
    assert test.p == pytest.approx(2 * stats.binom.sf(94_999, N, 0.9), rel=1e-6, abs=1e-300)
