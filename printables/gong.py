"""A gong of beaten bronze: on the jokers, on the back, and small in the jokers' corners."""

from math import atan2, cos, exp, hypot, pi, sin
from typing import Final

from printables import noise
from printables.colour import BLACK, WHITE, Rgb, mix, rgb
from printables.pen import Box, Pen, Point, Vertex, lattice

BOX: Final[Box] = (-1.06, -1.06, 1.06, 1.06)

STAND_BOTTOM: Final = -1.48
"""Lowest place of the stand of a disc with radius 1."""

STAND_TOP: Final = 1.56
"""Highest place of it, the upturned ends of the beam."""

_DARK: Final = rgb("#3a1c07")
_BRONZE: Final = rgb("#b9731f")
_PALE: Final = rgb("#ffdf94")


def bronze(light: float) -> Rgb:
    """Return the colour of bronze in this much light, 0 to 1."""
    if light < 0.5:
        return mix(_DARK, _BRONZE, light * 2)
    return mix(_BRONZE, _PALE, min(1.0, light * 2 - 1))


def disc(pen: Pen) -> None:
    """Draw the bronze disc about the origin with radius 1; it looks the same turned by 180 degrees."""
    n = noise.sampler()
    rings = (
        0.0, 0.06, 0.12, 0.18, 0.235, 0.25, 0.265, 0.29, 0.34, 0.40, 0.46, 0.52, 0.57, 0.585, 0.60, 0.62, 0.67, 0.73,
        0.79, 0.83, 0.845, 0.86, 0.875, 0.90, 0.93, 0.955, 0.975, 1.0,
    )  # fmt: skip
    spokes = 96
    half = spokes // 2
    vertices: list[Vertex] = []
    for radius in rings:
        shades = []
        for spoke in range(half):
            angle = spoke * 2 * pi / spokes
            # Brushed metal throws light back in two opposite fans; beating has left dents.
            fan = 0.5 + 0.5 * cos(2 * (angle - 2.2))
            dents = n(radius * 2.1 * cos(2 * angle) + 3, radius * 2.1 * sin(2 * angle) + 1) - 0.5
            light = 0.24 + 0.52 * fan**2.2 + 0.34 * dents * (1 if radius < 0.84 else 0.2)
            light += 0.30 * exp(-((radius - 0.20) ** 2) / 0.004) * fan - 0.42 * exp(-((radius - 0.265) ** 2) / 0.0006)
            light -= 0.34 * exp(-((radius - 0.595) ** 2) / 0.0003) + 0.55 * exp(-((radius - 0.86) ** 2) / 0.0006)
            light += 0.34 * exp(-((radius - 0.925) ** 2) / 0.0012) - 0.45 * max(0.0, radius - 0.955) / 0.045
            light += 0.16 * exp(-(radius**2) / 0.01)
            shades.append(bronze(min(1.0, max(0.0, light))))
        for spoke in range(spokes + 1):
            angle = spoke % spokes * 2 * pi / spokes
            vertices.append((radius * cos(angle), radius * sin(angle), shades[spoke % half]))
    pen.lattice(lattice(spokes + 1, vertices, BOX))
    for radius, width in ((0.26, 0.014), (0.595, 0.012), (0.86, 0.018)):
        pen.circle(0, 0, radius, stroke=mix(_DARK, BLACK, 0.3), width=width)
    pen.circle(0, 0, 1.0, stroke=mix(_DARK, BLACK, 0.4), width=0.04)


def stand(pen: Pen) -> None:
    """Draw a lacquered stand round the origin for a disc of radius 1, with cords, without the disc."""
    lacquer, dark, gold = rgb("#9c1b22"), rgb("#3d0509"), bronze(0.82)
    for side in (-1, 1):
        post = (min(side * 1.19, side * 1.33), -1.34, max(side * 1.19, side * 1.33), 1.20)
        with pen.state():
            pen.clip_box(post)
            pen.slope(
                (post[0], 0),
                (post[2], 0),
                (dark, lacquer, mix(lacquer, WHITE, 0.25), lacquer, dark),
                (0, 0.25, 0.4, 0.6, 1),
            )
        pen.rect(post, stroke=dark, width=0.025)
        for height in (-0.90, 0.92):
            pen.rect((post[0] - 0.03, height, post[2] + 0.03, height + 0.09), fill=gold, stroke=_DARK, width=0.02)
        foot = side * 1.26
        pen.path(
            [[(foot - 0.26, -1.46), (foot + 0.26, -1.46), (foot + 0.12, -1.26), (foot - 0.12, -1.26)]],
            fill=lacquer,
            stroke=dark,
            width=0.025,
        )
    # The beam, its ends turned up.
    for lift, thick, fill in ((1.16, 0.17, lacquer), (1.33, 0.075, gold)):
        upper = [(x / 10 * 1.62, lift + thick + 0.14 * abs(x / 10) ** 3.2) for x in range(-10, 11)]
        lower = [(x / 10 * 1.62, lift + 0.14 * abs(x / 10) ** 3.2) for x in range(10, -11, -1)]
        pen.path([upper + lower], fill=fill, stroke=dark, width=0.025)
    for side in (-1, 1):
        pen.path([[(side * 0.36, 1.17), (side * 0.34, 0.84)]], stroke=dark, width=0.06, closed=False)
        pen.path([[(side * 0.36, 1.17), (side * 0.34, 0.84)]], stroke=gold, width=0.03, closed=False)


def mallet(pen: Pen) -> None:
    """Draw the mallet for a disc of radius 1 about the origin, resting on its lower right."""
    with pen.at(0.62, -0.52, turn=-142):
        pen.rect((-0.035, -0.95, 0.035, 0.06), fill=rgb("#7a4a1c"), stroke=rgb("#2c1604"), width=0.02)
        pen.rect((-0.05, -1.0, 0.05, -0.90), fill=bronze(0.8), stroke=_DARK, width=0.02)
        pen.circle(0, 0.12, 0.22, fill=rgb("#c8242f"), stroke=rgb("#4a060b"), width=0.025)
        pen.circle(0.07, 0.19, 0.075, fill=rgb("#f0767c"))


def ripples(place: Point, middle: Point, unit: float) -> float:
    """Return how strongly the sound of a gong in the middle shines here, 0 to 1."""
    radius = hypot(place[0] - middle[0], place[1] - middle[1]) / unit
    turn = atan2(place[1] - middle[1], place[0] - middle[0])
    wave = 0.5 + 0.5 * cos(radius * 21 + 0.35 * sin(turn * 3))
    return float(wave**3 * exp(-radius * 0.95))
