"""One star pattern for each galaxy, so that colour is not needed to distinguish them."""

from dataclasses import dataclass
from typing import Final

from printables.colour import Rgb
from printables.pen import Pen, Point
from printables.sky import sparkle


@dataclass(frozen=True, slots=True)
class Constellation:
    """Stars and the lines between them.

    Attributes:
        stars: places from -1 to 1, the brightest star first.
        lines: runs of star numbers.
    """

    stars: tuple[Point, ...]
    lines: tuple[tuple[int, ...], ...]


CONSTELLATIONS: Final[tuple[Constellation, ...]] = (
    # PROXIMA: three suns, the smallest nearest.
    Constellation(((0.0, 0.78), (-0.78, -0.52), (0.78, -0.52)), ((0, 1, 2, 0),)),
    # NEBULA: a spiral shell.
    Constellation(
        (
            (0.02, -0.04), (0.34, 0.16), (0.12, 0.48), (-0.38, 0.36),
            (-0.54, -0.20), (-0.10, -0.66), (0.56, -0.56), (0.86, 0.10),
        ),
        ((0, 1, 2, 3, 4, 5, 6, 7),),
    ),
    # ZETA: the letter Z.
    Constellation(((0.72, 0.76), (-0.72, 0.76), (0.06, 0.06), (-0.72, -0.76), (0.72, -0.76)), ((1, 0, 2, 3, 4),)),
    # ANDROMEDE: the letter A, a chained woman.
    Constellation(
        ((0.0, 0.88), (-0.36, 0.04), (0.36, 0.04), (-0.72, -0.80), (0.72, -0.80)), ((3, 1, 0, 2, 4), (1, 2))
    ),
    # SERPENS: a snake with raised head.
    Constellation(
        (
            (0.66, 0.58), (0.22, 0.86), (-0.34, 0.66), (-0.46, 0.20), (0.10, 0.0),
            (0.50, -0.28), (0.28, -0.74), (-0.30, -0.82), (-0.74, -0.52),
        ),
        ((0, 1, 2, 3, 4, 5, 6, 7, 8),),
    ),
    # SPARROW: a bird with open wings.
    Constellation(
        (
            (0.0, 0.26), (-0.46, 0.62), (-0.94, 0.30), (0.46, 0.62),
            (0.94, 0.30), (0.0, -0.34), (-0.28, -0.78), (0.28, -0.78),
        ),
        ((2, 1, 0, 3, 4), (0, 5), (6, 5, 7)),
    ),
    # VIRGO: the letter Y, a sheaf of wheat.
    Constellation(
        ((0.0, -0.86), (0.0, -0.08), (-0.44, 0.34), (-0.76, 0.82), (0.44, 0.34), (0.76, 0.82), (0.0, 0.70)),
        ((0, 1, 2, 3), (1, 4, 5), (1, 6)),
    ),
    # OMEGA: the letter.
    Constellation(
        (
            (0.0, 0.84), (-0.58, 0.56), (-0.70, -0.04), (-0.32, -0.60), (-0.84, -0.62),
            (0.58, 0.56), (0.70, -0.04), (0.32, -0.60), (0.84, -0.62),
        ),
        ((4, 3, 2, 1, 0, 5, 6, 7, 8),),
    ),
    # NEMESIS: a drawn sword, point down.
    Constellation(
        ((0.0, -0.92), (0.0, 0.34), (-0.50, 0.34), (0.50, 0.34), (0.0, 0.90)), ((0, 1, 4), (2, 1, 3))
    ),
)  # fmt: skip
"""By galaxy index."""


def draw(pen: Pen, galaxy: int, x: float, y: float, radius: float, star: Rgb, line: Rgb) -> None:
    """Draw the pattern of a galaxy about a point."""
    pattern = CONSTELLATIONS[galaxy]

    def place(number: int) -> Point:
        return (x + pattern.stars[number][0] * radius, y + pattern.stars[number][1] * radius)

    with pen.state():
        pen.canvas.setLineCap(1)
        pen.canvas.setLineJoin(1)
        runs = [[place(number) for number in run] for run in pattern.lines]
        pen.path(runs, stroke=line, width=radius * 0.075, closed=False)
        pen.dots([place(i) for i in range(1, len(pattern.stars))], radius * 0.26, star)
    pen.circle(*place(0), radius * 0.17, fill=star)
    pen.path([sparkle(*place(0), radius * 0.42)], fill=star)
