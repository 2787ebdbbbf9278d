"""Painted skies: a nebula in smooth colour, and stars before it."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import exp

from companion.chance import stream, text_key
from companion.palette import GALAXY_COLORS
from printables import noise
from printables.colour import BLACK, Rgb, mix, rgb, turn_hue
from printables.nebulae import NEBULAE
from printables.pen import Box, Lattice, Pen, Point, lattice


def paint(pen: Pen, galaxy: int, box: Box, centre: Point, unit: float, clear: float) -> None:
    """Draw the sky of a galaxy.

    Args:
        pen: draws in millimetres.
        galaxy: 0-8.
        box: what is covered.
        centre: the middle of the picture, where the gem lies.
        unit: length of one picture unit, half a card width.
        clear: height above which no star sparkles, because letters stand there.
    """
    pen.lattice(_nebula(galaxy, box, centre, unit))
    spark = rgb(GALAXY_COLORS[galaxy].spark)
    stars(pen, text_key(f"stars {galaxy}"), box, mix(spark, (0.97, 0.97, 0.97), 0.5), clear)


@lru_cache(maxsize=36)
def _nebula(galaxy: int, box: Box, centre: Point, unit: float) -> Lattice:
    """Return the nebula of a galaxy; a site makes the same again and again, and it is most of the work of a deck."""
    colours = GALAXY_COLORS[galaxy]
    night, glow, spark = mix(BLACK, rgb(colours.deep), 0.85), rgb(colours.glow), rgb(colours.spark)
    neighbour = turn_hue(glow, NEBULAE[galaxy].neighbour)
    field = NEBULAE[galaxy].field
    n = noise.sampler()
    across, up = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    half = (box[2] - across, box[3] - up)

    def colour(x: float, y: float) -> Rgb:
        g, h, s, dust = field((x - centre[0]) / unit, (y - centre[1]) / unit, n)
        # Darker towards the edge of the card: the eye goes to the gem.
        edge = max(abs(x - across) / half[0], abs(y - up) / half[1])
        keep = (1 - dust) * (1 - 0.42 * max(0.0, edge - 0.45))
        g, h, s = 1.08 * g**1.18 * keep, 1.1 * h * keep, s * keep
        # Light of any strength becomes 0 to 0.97, never white as paper.
        return (
            0.97 - 0.97 * exp(-1.35 * (night[0] + g * glow[0] + h * neighbour[0] + s * spark[0])),
            0.97 - 0.97 * exp(-1.35 * (night[1] + g * glow[1] + h * neighbour[1] + s * spark[1])),
            0.97 - 0.97 * exp(-1.35 * (night[2] + g * glow[2] + h * neighbour[2] + s * spark[2])),
        )

    return net(box, colour, NEBULAE[galaxy].step)


def net(box: Box, colour: Callable[[float, float], Rgb], step: float) -> Lattice:
    """Return a box shaded with a colour for every place, in a net of meshes up to `step` wide and high."""
    columns = max(2, round((box[2] - box[0]) / step) + 1)
    rows = max(2, round((box[3] - box[1]) / step) + 1)
    xs = [box[0] + (box[2] - box[0]) * i / (columns - 1) for i in range(columns)]
    ys = [box[1] + (box[3] - box[1]) * i / (rows - 1) for i in range(rows)]
    return lattice(columns, [(x, y, colour(x, y)) for y in ys for x in xs], box)


def stars(pen: Pen, key: int, box: Box, colour: Rgb, clear: float) -> None:
    """Strew small stars of three sizes, and a few that sparkle, but none of these above the height `clear`."""
    chance = stream(key)
    width, height = box[2] - box[0], box[3] - box[1]

    def places(count: float) -> list[Point]:
        return [
            (box[0] + width * chance.below(10000) / 10000, box[1] + height * chance.below(10000) / 10000)
            for _ in range(round(count * width * height / 6500))
        ]

    pen.dots(places(150), 0.16, mix(colour, (0.5, 0.5, 0.6), 0.45))
    pen.dots(places(70), 0.26, mix(colour, (0.5, 0.5, 0.6), 0.15))
    pen.dots(places(22), 0.42, colour)
    pen.path([sparkle(x, y, 1.3 + chance.below(100) / 110) for x, y in places(8) if y < clear], fill=colour)


def sparkle(x: float, y: float, radius: float) -> Sequence[Point]:
    """Return a star with four thin rays."""
    waist = radius * 0.13
    return [
        (x, y + radius), (x + waist, y + waist), (x + radius * 0.8, y), (x + waist, y - waist),
        (x, y - radius), (x - waist, y - waist), (x - radius * 0.8, y), (x - waist, y + waist),
    ]  # fmt: skip
