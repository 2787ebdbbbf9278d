"""The score of a 3x3 grid of cards as in Gnoming A Round, also played in the FIGHT duel `grid_3x3`.

A grid is nine cells, row by row from the top left. A cell is a number, `MULLIGAN`, `HAZARD` or None (empty). Low is
good (rules/gnoming-a-round.md 6.5, rules/missions.md 8.6.2).

    >>> grid_score([5, 5, 5, 2, None, None, None, None, None])
    -3
"""

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

GridCell: TypeAlias = int | Literal["mulligan", "hazard"] | None

MULLIGAN: Final = "mulligan"
HAZARD: Final = "hazard"
HAZARD_POINTS: Final = 10

CELLS: Final = 9
ROWS: Final = ((0, 1, 2), (3, 4, 5), (6, 7, 8))
COLUMNS: Final = ((0, 3, 6), (1, 4, 7), (2, 5, 8))
LINES: Final = ROWS + COLUMNS
"""The lines; there are no diagonals (rules/gnoming-a-round.md 6.5.1)."""


class MatchedLine(NamedTuple):
    """Three cells with one positive value, Mulligans filling in; it scores minus the value once (6.5.2).

    Attributes:
        line: the places of the three cells, 0-8.
        value: the positive value.
    """

    line: tuple[int, int, int]
    value: int


def line_value(cells: Sequence[GridCell]) -> int | None:
    """Return the value with which these three cells are a matched line, or None (6.5.2-6.5.3).

    At least one card must be positive: three Mulligans are not matched.
    """
    value: int | None = None
    for cell in cells:
        if cell == MULLIGAN:
            continue
        if not isinstance(cell, int) or cell <= 0 or (value is not None and cell != value):
            return None
        value = cell
    return value


def matched_lines(grid: Sequence[GridCell]) -> list[MatchedLine]:
    """Return the matched rows, then the matched columns; lines may cross, each counts (6.5.4)."""
    found = []
    for line in LINES:
        value = line_value([grid[place] for place in line])
        if value is not None:
            found.append(MatchedLine(line, value))
    return found


def grid_score(grid: Sequence[GridCell]) -> int:
    """Return the score of a grid of nine cells (6.5.2-6.5.5), without the closer's bonus.

    Minus the value for each matched line; plus the value for each positive card in no matched line; negative cards
    always their value; Mulligans and empty cells 0; Hazards +10 each.
    """
    matched = matched_lines(grid)
    covered = {place for line in matched for place in line.line}
    score = -sum(line.value for line in matched)
    for place, cell in enumerate(grid):
        if cell == HAZARD:
            score += HAZARD_POINTS
        elif isinstance(cell, int) and place not in covered:
            score += cell
    return score
