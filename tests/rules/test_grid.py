"""The score of a 3x3 grid: rules/gnoming-a-round.md 6.5 and rules/missions.md 8.6.2."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.grid import HAZARD as H
from companion.rules.grid import LINES, MatchedLine, grid_score, line_value, matched_lines
from companion.rules.grid import MULLIGAN as M

_ = None


@pytest.mark.parametrize(
    ("rule", "grid", "score"),
    [
        ("6.5.5 no line: the sum", [1, 2, 3, 4, 5, 6, 7, 8, 9], 45),
        ("6.5.2 a matched row", [5, 5, 5, 1, 2, 3, 4, 6, 7], -5 + 23),
        ("6.5.2 a matched column", [6, 1, 2, 6, 3, 4, 6, 7, 8], -6 + 25),
        ("6.5.1 no diagonals", [5, 1, 2, 3, 5, 4, 6, 7, 5], 38),
        ("6.5.4 crossing row and column, the shared card in both", [5, 5, 5, 5, 1, 2, 5, 3, 4], -10 + 10),
        ("6.5.4 all nine equal: six lines", [4] * 9, -24),
        ("6.5.4 two rows and a crossing column", [3, 3, 3, 3, 3, 3, 3, 1, 2], -9 + 3),
        ("6.5.2 one Mulligan helps", [5, M, 5, 1, 2, 3, 4, 6, 7], -5 + 23),
        ("6.5.2 two Mulligans help one positive", [M, M, 8, 1, 2, 3, 4, 6, 7], -8 + 23),
        ("6.5.3 different values in row and column", [M, 7, 7, 3, 1, 2, 3, 4, 5], -7 - 3 + 12),
        ("6.5.3 three Mulligans are not matched", [M, M, M, 1, 2, 3, 4, 6, 7], 23),
        ("6.5.5 an unused Mulligan is 0", [M, 1, 2, 3, 4, 5, 6, 7, 8], 36),
        ("6.5.5 negative cards count always", [-1, -2, -3, -4, 1, 2, 3, 4, 5], 5),
        ("6.5.2 three equal negatives are no line", [-2, -2, -2, 1, 3, 4, 5, 6, 7], -6 + 26),
        ("6.5.2 a negative and two Mulligans are no line", [-4, M, M, 1, 2, 3, 5, 6, 7], -4 + 24),
        ("6.5.5 Hazards +10 each", [H, H, 1, 2, 3, 4, 5, 6, 7], 48),
        ("6.5.2 a Hazard breaks a line", [9, 9, H, 1, 2, 3, 4, 5, 6], 18 + 10 + 21),
        ("6.5.5 three Hazards", [H, H, H, 1, 2, 3, 4, 5, 6], 51),
        ("8.6.2 empty cells 0", [_] * 9, 0),
        ("8.6.2 an empty cell breaks a line", [6, 6, _, 1, _, _, _, _, _], 13),
        ("8.6.2 three cards in one row", [6, 6, 6, _, _, _, _, _, _], -6),
        ("8.6.2 a Mulligan does not fill an empty cell", [M, M, _, 2, _, _, _, _, _], 2),
        ("8.6.2 a column beside empty cells", [_, 2, _, _, 2, _, 1, 2, _], -1),
    ],
)  # fmt: skip
def test_6_5_scores(rule, grid, score):
    assert grid_score(grid) == score


def test_6_5_1_three_rows_and_three_columns():
    assert len(set(LINES)) == 6
    assert {place for line in LINES for place in line} == set(range(9))
    assert all(sum(place in line for line in LINES) == 2 for place in range(9))


def test_6_5_3_one_mulligan_two_values():
    assert matched_lines([M, 7, 7, 3, 1, 2, 3, 4, 5]) == [MatchedLine((0, 1, 2), 7), MatchedLine((0, 3, 6), 3)]


@pytest.mark.parametrize(
    ("cells", "value"),
    [([5, 5, 5], 5), ([5, 5, 4], None), ([M, 5, M], 5), ([M, M, M], None), ([H, 5, 5], None), ([_, 5, 5], None),
     ([-1, -1, -1], None), ([M, 5, 4], None)],
)  # fmt: skip
def test_6_5_2_line_values(cells, value):
    assert line_value(cells) == value


cells = st.one_of(st.integers(-4, 10).filter(bool), st.sampled_from([M, H, _]))
grids = st.lists(cells, min_size=9, max_size=9)


@given(grids)
def test_turning_or_mirroring_a_grid_keeps_its_score(grid):
    transposed = [grid[place] for place in (0, 3, 6, 1, 4, 7, 2, 5, 8)]
    assert grid_score(transposed) == grid_score(grid) == grid_score(grid[::-1])


@given(grids)
def test_score_is_the_plain_sum_without_lines(grid):
    plain = sum(10 if cell == H else cell for cell in grid if cell not in (M, _))
    if not matched_lines(grid):
        assert grid_score(grid) == plain
    else:
        assert grid_score(grid) < plain
