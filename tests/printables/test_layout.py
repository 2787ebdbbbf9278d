"""DESIGN "Printing": the trim is a parameter; every other trim re-flows the face."""

import dataclasses
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from printables.layout import FaceLayout, TrimError, face_layout

GOLDEN: dict[str, Any] = {
    "width": 63, "height": 88, "scale": 1, "number_size": 14.286, "corner": (4.3, 73.8), "badge": (8.1, 67.1),
    "badge_radius": 4.1, "name": (33.75, 78.9), "name_width": 37.7, "gem": (31.5, 60.6), "gem_radius": 12.6,
    "frame": (15, 3.9, 48, 45.5), "panel": (16.5, 9.9), "panel_side": 30,
}  # fmt: skip


GOLDEN_SMALL = {
    **GOLDEN, "width": 44, "height": 68, "scale": 0.698, "number_size": 9.977, "corner": (3.003, 58.083),
    "badge": (5.657, 53.403), "badge_radius": 2.863, "name": (23.571, 61.644), "name_width": 26.33,
    "gem": (22, 46.432), "gem_radius": 8.8, "frame": (9.638, 2.724, 34.362, 33.454), "panel": (10.686, 6.914),
    "panel_side": 22.629,
}  # fmt: skip
GOLDEN_LARGE = {
    **GOLDEN, "width": 120, "height": 150, "scale": 1.705, "number_size": 24.351, "corner": (7.33, 125.795),
    "badge": (13.807, 114.375), "badge_radius": 6.989, "name": (63.835, 134.489), "name_width": 76.875,
    "gem": (60, 103.295), "gem_radius": 21.477, "frame": (31.875, 6.648, 88.125, 77.557), "panel": (34.432, 16.875),
    "panel_side": 51.136,
}  # fmt: skip
GOLDEN_TAROT = {
    **GOLDEN, "width": 70, "height": 120, "scale": 1.111, "number_size": 15.873, "corner": (4.778, 104.222),
    "badge": (9, 96.778), "badge_radius": 4.556, "name": (37.5, 109.889), "name_width": 41.889, "gem": (35, 78.444),
    "gem_radius": 14, "frame": (16.667, 4.333, 53.333, 50.556), "panel": (18.333, 11), "panel_side": 33.333,
}  # fmt: skip


@pytest.mark.parametrize("golden", [GOLDEN, GOLDEN_SMALL, GOLDEN_TAROT, GOLDEN_LARGE], ids=lambda g: str(g["width"]))
def test_where_everything_lies(golden: dict[str, Any]) -> None:
    """The panel is as wide as its size asks for on large cards, and as the corners allow on small ones."""
    layout = dataclasses.asdict(face_layout(golden["width"], golden["height"]))
    rounded = {
        name: tuple(round(v, 3) for v in value) if isinstance(value, tuple) else round(value, 3)
        for name, value in layout.items()
    }
    assert rounded == golden


@pytest.mark.parametrize("size", [(44, 68), (57, 87), (63, 88), (40, 80)])
def test_the_panel_is_as_large_as_the_corners_allow(size: tuple[float, float]) -> None:
    layout = face_layout(*size)
    free = layout.frame[0] - (3.9 + 9.0) * layout.scale
    assert free >= 0.9 * layout.scale - 1e-9
    assert layout.panel_side == pytest.approx(30) or free == pytest.approx(0.9 * layout.scale)


def _number_column(layout: FaceLayout) -> float:
    """Return the right side of the number's column."""
    return layout.corner[0] + 9.0 * layout.scale


@given(st.floats(40, 120), st.floats(1.25, 2.0))
def test_nothing_overlaps_on_any_trim(width: float, ratio: float) -> None:
    assume(width * ratio <= 240)
    layout = face_layout(width, width * ratio)
    left, bottom, right, top = layout.frame
    x, y = layout.panel
    side = layout.panel_side
    # The panel lies inside its frame, and the frame between the columns of the numbers.
    assert left < x < x + side < right
    assert bottom < y < y + side < top
    assert right <= layout.width - _number_column(layout) + 1e-6
    # A code of version 2 has modules of at least half a millimetre.
    assert side / 33 >= 0.5
    # The gem lies between frame and name, and is worth looking at.
    assert top < layout.gem[1] - layout.gem_radius
    assert layout.gem[1] + layout.gem_radius < layout.name[1] - 3 * layout.scale
    assert layout.gem_radius >= 4.9
    # The name stays between number and edge.
    assert layout.name[0] - layout.name_width / 2 >= _number_column(layout)
    assert layout.name[0] + layout.name_width / 2 <= layout.width - 2 * layout.scale
    # Nothing that matters is within 2 mm (to scale) of the cut.
    assert min(left, bottom, layout.corner[0]) >= 2 * layout.scale
    assert layout.badge[0] - layout.badge_radius >= 2 * layout.scale


@pytest.mark.parametrize("size", [(63, 88), (63.5, 88.9), (44, 68), (70, 120), (57, 87), (40, 60), (120, 180)])
def test_common_trims_work(size: tuple[float, float]) -> None:
    assert face_layout(*size).width == size[0]


@pytest.mark.parametrize("size", [(10, 15), (39.9, 60), (88, 63), (63, 63), (63, 127), (130, 190), (0, 0.1), (1, 9999)])
def test_impossible_trims_are_refused_in_one_sentence(size: tuple[float, float]) -> None:
    with pytest.raises(TrimError, match=r"does not work: a card must be 40 to 120 mm wide") as caught:
        face_layout(*size)
    assert caught.value.exit_status == 2
