"""DESIGN "Printing": galaxy by pattern and name, kind by icon and word, never by colour alone; a back with no top."""

import io
import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
import pypdfium2
import pytest
from reportlab.pdfgen.canvas import Canvas

from companion import deck
from companion.address import parse_base_url
from companion.palette import KIND_COLORS, KIND_EMBLEMS
from printables import back, fonts, gong, nebulae, noise, sky, xpheres
from printables.colour import rgb, turn_hue
from printables.constellations import CONSTELLATIONS
from printables.face import FaceMaker, stand_place, symbol_for
from printables.layout import face_layout
from printables.pen import Pen
from printables.vocabulary import words


def _paint(width: float, height: float, draw: Callable[[Pen], None], dpi: float = 150) -> Any:
    """Return the picture of a page of this size in millimetres, as grey from 0 to 1."""
    fonts.load(fonts.TEXT)
    buffer = io.BytesIO()
    canvas = Canvas(buffer, initialFontName=fonts.TEXT, invariant=1)
    pen = Pen(canvas)
    pen.begin_page(width, height)
    draw(pen)
    pen.end_page()
    canvas.save()
    document = pypdfium2.PdfDocument(buffer.getvalue())
    try:
        return np.asarray(document[0].render(scale=dpi / 72, grayscale=True).to_pil(), dtype=float) / 255
    finally:
        document.close()


@pytest.mark.parametrize("low_ink", [False, True])
@pytest.mark.parametrize("trim", [(63.0, 88.0), (44.0, 68.0)])
def test_the_back_looks_the_same_turned_round(trim: tuple[float, float], low_ink: bool) -> None:
    picture = _paint(*trim, lambda pen: back.draw(pen, *trim, 0.0, low_ink=low_ink), dpi=100)
    difference = np.abs(picture - picture[::-1, ::-1])
    # Thin lines may fall on other pixels when turned; a face up or down would show in areas.
    assert difference.mean() < 0.02
    assert (difference > 0.25).mean() < 0.02
    assert np.abs(picture - picture[::-1, :]).mean() > 2 * difference.mean()


def test_every_galaxy_has_its_own_star_pattern() -> None:
    assert len(CONSTELLATIONS) == len(deck.GALAXIES)
    shapes = set()
    for pattern in CONSTELLATIONS:
        edges = {frozenset(edge) for run in pattern.lines for edge in itertools.pairwise(run)}
        assert set(itertools.chain(*edges)) == set(range(len(pattern.stars))), "every star is on a line"
        assert all(max(abs(x), abs(y)) <= 1 for x, y in pattern.stars)
        degrees = [0] * len(pattern.stars)
        for star in itertools.chain(*edges):
            degrees[star] += 1
        shapes.add((len(pattern.stars), tuple(sorted(degrees)), pattern.stars))
    assert len(shapes) == len(deck.GALAXIES)


def test_skies_differ_without_their_colours() -> None:
    box = (0.0, 0.0, 63.0, 88.0)

    def grey(galaxy: int) -> Any:
        picture = _paint(63, 88, lambda pen: sky.paint(pen, galaxy, box, (31.5, 58.0), 31.5, 75.0), dpi=20)
        return (picture - picture.mean()) / picture.std()

    pictures = [grey(galaxy) for galaxy in range(9)]
    for one, other in itertools.combinations(pictures, 2):
        assert (one * other).mean() < 0.7, "two skies have the same lights and darks"


def test_xpheres_differ_without_their_colours() -> None:
    def grey(number: int) -> Any:
        def draw(pen: Pen) -> None:
            with pen.at(15, 15, scale=14):
                xpheres.paint(pen, number)

        return _paint(30, 30, draw, dpi=72)

    pictures = [grey(number) for number in deck.NUMBERS]
    for one, other in itertools.combinations(pictures, 2):
        assert np.abs(one - other).mean() > 0.04


def test_kinds_have_different_icons() -> None:
    assert len(set(KIND_EMBLEMS.values())) == 3


def test_lights_are_in_range_everywhere() -> None:
    n = noise.sampler()
    places = [(x / 10, y / 10) for x in range(-12, 13) for y in range(-20, 14)]
    for nebula in nebulae.NEBULAE:
        lights = np.array([nebula.field(x, y, n) for x, y in places])
        assert np.isfinite(lights).all()
        assert lights.min() >= 0
        assert lights[:, 3].max() <= 1
        assert lights[:, :3].sum(axis=1).max() > 0.5, "a sky without any light"
        assert lights[:, :3].sum(axis=1).min() < 0.35, "a sky without any dark"


def test_noise_is_smooth_repeats_and_fills_its_range() -> None:
    n = noise.sampler()
    values = [n(x / 16, y / 16) for x in range(64) for y in range(64)]
    assert 0 <= min(values) < 0.1
    assert 0.9 < max(values) <= 1
    assert n(0.3, 0.7) == pytest.approx(n(4.3, -3.3))
    assert abs(n(1.0, 1.0) - n(1.001, 1.0)) < 0.01


def test_hue_turns_full_circle() -> None:
    glow = rgb("#e2572b")
    assert turn_hue(turn_hue(glow, 0.3), 0.7) == pytest.approx(glow)


SIGHT = {
    # Machado, Oliveira, Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency" (2009),
    # severity 1.0, on linear light.
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


@pytest.mark.parametrize("sight", SIGHT)
def test_kind_frames_differ_for_every_sight(sight: str) -> None:
    """Icon and word tell the kind; its colour should help everybody too."""
    matrix = np.array(SIGHT[sight])

    def seen(colour: str) -> Any:
        coded = np.array(rgb(colour))
        linear = np.where(coded <= 0.04045, coded / 12.92, ((coded + 0.055) / 1.055) ** 2.4)
        return np.clip(matrix @ linear, 0, 1) ** (1 / 2.2)

    fills = [seen(colours.fill) for colours in KIND_COLORS.values()]
    for one, other in itertools.combinations(fills, 2):
        assert np.abs(one - other).max() > 0.3


def _face(place: int) -> Any:
    base = parse_base_url("https://gong.example")
    layout = face_layout(63, 88)
    card = deck.CARDS[place]

    def draw(pen: Pen) -> None:
        maker = FaceMaker(pen, layout, words("en"), base, 0.0, low_ink=True)
        maker.front(card, symbol_for(base, card))

    return _paint(63, 88, draw)


@pytest.mark.parametrize("place", [5, 22, 33, 54])
def test_the_index_is_the_same_whichever_way_up_a_fan_is_held(place: int) -> None:
    picture = _face(place)
    height, width = round(24 / 25.4 * 150), round(13 / 25.4 * 150)
    upper, lower = picture[:height, :width], picture[::-1, ::-1][:height, :width]
    assert (upper < 0.5).mean() > 0.02
    assert np.abs(upper - lower).mean() < 0.02


def test_the_stand_of_the_gong_stands_on_the_frame_and_under_the_title() -> None:
    """Nothing of it is hidden, on any trim."""
    for width, height in ((63.0, 88.0), (63.5, 88.9), (44.0, 68.0), (70.0, 120.0), (40.0, 50.0)):
        layout = face_layout(width, height)
        middle, radius = stand_place(layout)
        feet, beam = middle + radius * gong.STAND_BOTTOM, middle + radius * gong.STAND_TOP
        assert layout.frame[3] + 0.6 * layout.scale < feet < beam < layout.name[1] - 0.6 * layout.scale
