"""The colours keep what their docstrings promise (WCAG 2.2 contrast, AAA for text)."""

import itertools
import re

import pytest

from companion.deck import GALAXIES, KINDS, XPHERES
from companion.palette import GALAXY_COLORS, KIND_COLORS, KIND_EMBLEMS, PAPER_INK, XPHERE_COLORS, contrast, luminance


def test_contrast_has_the_known_extremes_and_the_known_grey() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#ffffff", "#ffffff") == 1
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.005)  # the classic AA grey


def test_every_galaxy_xphere_and_kind_has_colours() -> None:
    assert len(GALAXY_COLORS) == len(GALAXIES)
    assert len(XPHERE_COLORS) == len(XPHERES)
    assert set(KIND_COLORS) == set(KIND_EMBLEMS) == set(KINDS)
    groups = [
        *[(g.deep, g.glow, g.spark) for g in GALAXY_COLORS],
        *[(x.light, x.base, x.shade) for x in XPHERE_COLORS],
        *[(k.fill, k.on_fill, k.on_dark, k.on_light, k.tint) for k in KIND_COLORS.values()],
    ]
    assert all(re.fullmatch("#[0-9a-f]{6}", color) for group in groups for color in group)


@pytest.mark.parametrize("galaxy", GALAXY_COLORS, ids=GALAXIES)
def test_text_on_a_galaxy(galaxy) -> None:
    assert contrast("#ffffff", galaxy.deep) >= 14
    assert contrast("#000000", galaxy.spark) >= 12
    assert luminance(galaxy.deep) < luminance(galaxy.glow) < luminance(galaxy.spark)


@pytest.mark.parametrize("kind", KINDS)
def test_text_in_the_colour_of_a_kind(kind) -> None:
    colors = KIND_COLORS[kind]
    assert contrast(colors.on_fill, colors.fill) >= 7
    assert contrast(colors.on_light, "#ffffff") >= 7
    assert contrast(colors.on_light, colors.tint) >= 5.5
    assert contrast("#000000", colors.tint) >= 12
    assert contrast(PAPER_INK, colors.tint) >= 7
    for galaxy in GALAXY_COLORS:
        assert contrast(colors.on_dark, galaxy.deep) >= 7


@pytest.mark.parametrize("xphere", XPHERE_COLORS, ids=XPHERES)
def test_the_shades_of_an_xphere_run_from_light_to_dark(xphere) -> None:
    assert luminance(xphere.light) > luminance(xphere.base) > luminance(xphere.shade)


def test_galaxies_are_told_apart_by_their_glow() -> None:
    def distance(one: str, other: str) -> float:
        return sum(abs(int(one[i : i + 2], 16) - int(other[i : i + 2], 16)) for i in (1, 3, 5))

    assert min(distance(a.glow, b.glow) for a, b in itertools.combinations(GALAXY_COLORS, 2)) >= 60


@pytest.mark.parametrize("kind", KINDS)
def test_emblems_stay_in_their_square(kind) -> None:
    points = [point for polygon in KIND_EMBLEMS[kind] for point in polygon]
    assert all(0 <= value <= 24 for point in points for value in point)
    xs, ys = zip(*points, strict=True)
    assert max(xs) - min(xs) > 15
    assert max(ys) - min(ys) > 15
