"""DESIGN "Printing": sheets, marks, ruler, backs behind fronts. Pure geometry; test_deck_pdf.py looks at the file."""

import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printables.options import DeckOptions, PrintOptionError
from printables.sheet import BLEED, SheetCell, SheetGrid, plan

CHOICES = [
    # paper, trim, duplex: page, columns x rows, cards on a sheet
    ("a4", (63, 88), "long", (210, 297), (3, 3), 9),
    ("letter", (63, 88), "long", (215.9, 279.4), (3, 3), 9),
    ("a4", (63.5, 88.9), "none", (210, 297), (3, 3), 9),
    ("letter", (63.5, 88.9), "short", (215.9, 279.4), (3, 3), 9),
    ("a4", (44, 68), "long", (210, 297), (4, 4), 16),
    ("a4", (70, 120), "long", (210, 297), (2, 2), 4),
    ("a4", (63, 88), "fold", (297, 210), (4, 2), 4),
    ("letter", (63, 88), "fold", (279.4, 215.9), (4, 2), 4),
    ("a4", (44, 68), "fold", (210, 297), (4, 4), 8),
]


@pytest.mark.parametrize(("paper", "trim", "duplex", "page", "grid", "cards"), CHOICES)
def test_as_many_cards_as_fit(
    paper: Any, trim: tuple[float, float], duplex: Any, page: tuple[float, float], grid: tuple[int, int], cards: int
) -> None:
    found = plan(DeckOptions(paper=paper, trim=trim, duplex=duplex))
    assert (found.width, found.height) == page
    assert (found.columns, found.rows) == grid
    assert found.cards == cards


@pytest.mark.parametrize(("paper", "trim", "duplex", "page", "grid", "cards"), CHOICES)
def test_two_marks_for_each_line_of_cut_and_none_touches_a_card(
    paper: Any, trim: tuple[float, float], duplex: Any, page: Any, grid: Any, cards: Any
) -> None:
    found = plan(DeckOptions(paper=paper, trim=trim, duplex=duplex))
    marks = found.marks()
    assert len(marks) == len(set(marks)) == (found.columns + 1) * 2 + (found.rows + 1) * 2
    block = (
        found.left - BLEED,
        found.bottom - BLEED,
        found.width - found.left + BLEED,
        found.height - found.bottom + BLEED,
    )
    for start, end in marks:
        assert start[0] == end[0] or start[1] == end[1]
        for x, y in (start, end):
            assert 0 < x < found.width
            assert 0 < y < found.height
            assert not (block[0] < x < block[2] and block[1] < y < block[3])
    # Each line of cut has a mark at both of its ends.
    xs = sorted(start[0] for start, end in marks if start[0] == end[0])
    assert xs == sorted(2 * [found.left + i * found.trim[0] for i in range(found.columns + 1)])


@pytest.mark.parametrize(("paper", "trim", "duplex", "page", "grid", "cards"), CHOICES)
def test_ruler_is_50_mm_and_clear_of_marks_and_art(
    paper: Any, trim: tuple[float, float], duplex: Any, page: Any, grid: Any, cards: Any
) -> None:
    found = plan(DeckOptions(paper=paper, trim=trim, duplex=duplex))
    (start, end), room = found.ruler()
    assert abs(end[0] - start[0]) + abs(end[1] - start[1]) == pytest.approx(50)
    assert room >= 2.2, "the marks of 10 mm reach into the crop marks"
    assert min(start[0], start[1]) >= 3


def _turned(grid: SheetGrid, x: float, y: float, edge: str) -> tuple[float, float]:
    """Return where a point lies on the other side of the paper, turned over its long or short edge."""
    about_upright_axis = (edge == "long") == (grid.height >= grid.width)
    return (grid.width - x, y) if about_upright_axis else (x, grid.height - y)


@pytest.mark.parametrize(("paper", "trim"), [(c[0], c[1]) for c in CHOICES])
@pytest.mark.parametrize("edge", ["long", "short"])
def test_every_back_lies_behind_its_front(paper: Any, trim: tuple[float, float], edge: Any) -> None:
    grid = plan(DeckOptions(paper=paper, trim=trim, duplex=edge))
    for i in range(grid.cards):
        front = grid.front(i)
        x, y = grid.corner(front)
        middle = (x + trim[0] / 2, y + trim[1] / 2)
        bx, by = grid.corner(grid.back(front, edge))
        assert (bx + trim[0] / 2, by + trim[1] / 2) == pytest.approx(_turned(grid, *middle, edge))


def test_folded_backs_lie_right_of_their_fronts() -> None:
    grid = plan(DeckOptions(duplex="fold"))
    cells = [(grid.front(i), grid.back(grid.front(i), "fold")) for i in range(grid.cards)]
    assert cells == [(SheetCell(c, r), SheetCell(c + 1, r)) for r in range(2) for c in (0, 2)]
    assert len(set(itertools.chain(*cells))) == 8


def test_bleed_only_where_no_neighbour_lies() -> None:
    grid = plan(DeckOptions())
    filled = frozenset({SheetCell(0, 0), SheetCell(1, 0)})
    assert grid.ink_box(SheetCell(0, 0), filled) == (-BLEED, -BLEED, 63, 88 + BLEED)
    assert grid.ink_box(SheetCell(1, 0), filled) == (0, -BLEED, 63 + BLEED, 88 + BLEED)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"trim": (120, 205)}, "No card of 120 x 205 mm with its back beside it fits on A4 paper"),
        ({"trim": (205, 290), "duplex": "none"}, "No card of 205 x 290 mm fits on A4 paper"),
        ({"trim": (200, 270), "duplex": "none", "paper": "letter"}, "No card of 200 x 270 mm fits on Letter paper"),
    ],
)
def test_a_card_larger_than_the_paper_is_refused(options: Any, sentence: str) -> None:
    with pytest.raises(PrintOptionError, match=sentence):
        plan(DeckOptions(**{"duplex": "fold", **options}))


@pytest.mark.parametrize(
    ("offset", "sentence"),
    [
        ((8.6, 0.0), "offset of 8.6 mm is larger than the margin: .* sideways by at most 8.5 mm on A4"),
        ((0.0, -14.6), "offset of -14.6 mm is larger than the margin: .* up or down by at most 14.5 mm on A4"),
        ((1e9, 0.0), "larger than the margin"),
    ],
)
def test_an_offset_larger_than_the_margin_is_refused(offset: tuple[float, float], sentence: str) -> None:
    plan(DeckOptions(back_offset=(8.5, -14.5)))
    with pytest.raises(PrintOptionError, match=sentence):
        plan(DeckOptions(back_offset=offset))


@given(st.floats(40, 120), st.floats(1.25, 2), st.sampled_from(["a4", "letter"]), st.sampled_from(["long", "fold"]))
def test_any_trim_fits_inside_the_paper_or_is_refused(width: float, ratio: float, paper: Any, duplex: Any) -> None:
    try:
        grid = plan(DeckOptions(paper=paper, duplex=duplex, trim=(width, width * ratio)))
    except PrintOptionError:
        return
    assert grid.left >= 5 - 1e-9
    assert grid.bottom >= 5 - 1e-9
    assert grid.cards >= 1
    assert grid.ruler()[1] >= 2.2
