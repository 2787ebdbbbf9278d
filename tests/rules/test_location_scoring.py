"""Control of locations and the final score: rules/guimenon.md 7.7, R-55; rules/missions.md 8.6.3."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.location_scoring import Holding, LocationTally, control, hold, tally_locations


@pytest.mark.parametrize(
    ("a", "b", "winner"),
    [
        pytest.param(Holding(5, 4), Holding(4, 1), 0, id="more Stars, whatever the cards"),
        pytest.param(Holding(-3, 1), Holding(-2, 4), 1, id="negative Stars compare as numbers"),
        pytest.param(Holding(0, 0), Holding(-1, 1), 0, id="nothing beats less than nothing"),
        pytest.param(Holding(5, 2), Holding(5, 3), 0, id="equal Stars: fewer cards"),
        pytest.param(Holding(5, 3), Holding(5, 2), 1, id="equal Stars: fewer cards, other side"),
        pytest.param(Holding(0, 0), Holding(0, 1), 0, id="an empty side has fewer cards than a lone Item"),
        pytest.param(Holding(5, 2), Holding(5, 2), None, id="all equal: neutral"),
        pytest.param(Holding(0, 0), Holding(0, 0), None, id="empty: neutral"),
    ],
)
def test_7_7_2_control_of_one_place(a, b, winner):
    assert control(a, b) == winner


def test_hold_counts_cards_and_adds_stars():
    assert hold([3, 0, -1]) == Holding(2, 3)
    assert hold([]) == Holding(0, 0)


A, B, N = (Holding(3, 1), Holding(1, 1)), (Holding(1, 1), Holding(3, 1)), (Holding(2, 1), Holding(2, 1))
A_BY_CARDS = (Holding(2, 1), Holding(2, 2))
A_BIG = (Holding(9, 1), Holding(1, 1))


@pytest.mark.parametrize(
    ("places", "controllers", "winner", "reason"),
    [
        pytest.param([A, A, A], (0, 0, 0), 0, "places", id="7.7.3 three"),
        pytest.param([A, A, B], (0, 0, 1), 0, "places", id="7.7.3 two against one"),
        pytest.param([B, A, B], (1, 0, 1), 1, "places", id="7.7.3 two against one, other side"),
        pytest.param([N, B, B], (None, 1, 1), 1, "places", id="7.7.3 two against none"),
        pytest.param([B, A_BIG, B], (1, 0, 1), 1, "places", id="7.7.3 two places beat a higher sum"),
        pytest.param([A_BIG, N, B], (0, None, 1), 0, "stars", id="7.7.4 one each: higher sum"),
        pytest.param([A, B, N], (0, 1, None), None, "draw", id="7.7.4 one each, equal sums: draw"),
        pytest.param([A, N, N], (0, None, None), 0, "stars", id="7.7.5 one against none: higher sum"),
        pytest.param([N, A_BY_CARDS, N], (None, 0, None), 0, "more-places", id="7.7.5 R-55 equal sums: more places"),
        pytest.param([N, N, N], (None, None, None), None, "draw", id="7.7.5 no places, equal sums: draw"),
    ],
)
def test_7_7_final_patterns(places, controllers, winner, reason):
    totals = tuple(sum(side.stars for side in sides) for sides in zip(*places, strict=True))
    assert tally_locations(places) == LocationTally(controllers, totals, winner, reason)


holdings = st.builds(Holding, st.integers(-30, 60), st.integers(0, 4))
boards = st.lists(st.tuples(holdings, holdings), min_size=3, max_size=3)


@given(boards)
def test_tally_is_the_same_for_both_sides(places):
    mirrored = tally_locations([(b, a) for a, b in places])
    here = tally_locations(places)
    other = {0: 1, 1: 0, None: None}
    assert mirrored.winner == other[here.winner]
    assert mirrored.reason == here.reason
    assert mirrored.controllers == tuple(other[c] for c in here.controllers)
    assert mirrored.totals == here.totals[::-1]


@given(boards)
def test_no_places_with_unequal_sums_is_impossible(places):
    """7.7.5 lists 0-0 among the patterns; neutral everywhere means equal sums, so it is always a draw."""
    if tally_locations(places).controllers == (None, None, None):
        assert tally_locations(places).reason == "draw"


def test_8_6_3_equal_numbers_of_cards_never_need_the_last_tie_break():
    """The duel has no "more places" rule; with equally many cards on both sides it could never apply."""
    spreads = [s for s in product(range(4), repeat=3) if sum(s) == 3]
    sums = list(product((1, 2, 3, 4), repeat=2))
    for left, right in product(spreads, spreads):
        for one, two in product(sums, sums):
            stars = [(one[0], two[0]), (one[1], two[1]), (2, 2)]
            sides = [(Holding(x, m), Holding(y, n)) for (x, y), m, n in zip(stars, left, right, strict=True)]
            assert tally_locations(sides).reason != "more-places"


@pytest.mark.parametrize("count", [0, 2, 4])
def test_scoring_takes_three_locations(count):
    with pytest.raises(ValueError, match="3 locations"):
        tally_locations([N] * count)
