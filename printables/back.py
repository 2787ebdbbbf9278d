"""The back of every card: a gong in the arms of a galaxy; turned by 180 degrees it looks the same."""

from collections.abc import Callable
from math import atan2, cos, exp, hypot, pi, sin
from typing import Final

from companion.chance import stream, text_key
from companion.palette import GALAXY_COLORS
from printables import gong, noise
from printables.colour import BLACK, WHITE, Rgb, mix, rgb
from printables.fonts import CAP_HEIGHT, DISPLAY
from printables.gong import bronze
from printables.look import SparingPen
from printables.pen import Box, Pen, Point
from printables.sky import net, sparkle
from printables.vocabulary import GAME

_DEEP: Final = rgb("#070a24")
_ARM: Final = rgb("#3a4fd0")
_BETWEEN: Final = rgb("#7a2a86")
_CREST: Final = rgb("#bcd0ff")
_CORE: Final = rgb("#ffd79a")


def draw(pen: Pen, width: float, height: float, bleed: float, *, low_ink: bool) -> None:
    """Draw the back of a card of this trimmed size, its lower left corner at the origin."""
    middle = (width / 2, height / 2)
    box = (-bleed, -bleed, width + bleed, height + bleed)
    scale = min(width / 63, height / 88)
    if not low_ink:
        pen.lattice(net(box, _swirl(middle, 31.5 * scale), step=1.25))
        _stars(pen, box, middle)
    line = rgb("#8a6a2a") if low_ink else bronze(0.72)
    for inset, thick in ((3.9, 0.55), (5.1, 0.22)):
        inset *= scale
        pen.rect((inset, inset, width - inset, height - inset), stroke=line, width=thick * scale, radius=2.6 * scale)
    radius = 15.5 * scale
    with pen.at(*middle, scale=radius):
        if not low_ink:
            pen.circle(0, 0, 1.06, fill=mix(_DEEP, BLACK, 0.4))
        gong.disc(SparingPen(pen.canvas, 0.2 * scale / radius) if low_ink else pen)
    moons = SparingPen(pen.canvas, 0.2 * scale) if low_ink else pen
    # Two rings of moons: each of the nine galaxies twice, opposite to itself.
    for i in range(18):
        angle = 2 * pi * i / 18
        x, y = middle[0] + radius * 1.24 * cos(angle), middle[1] + radius * 1.24 * sin(angle)
        moon = rgb(GALAXY_COLORS[i % 9].glow)
        moons.circle(x, y, 0.95 * scale, fill=mix(moon, WHITE, 0.15), stroke=mix(_DEEP, BLACK, 0.3), width=0.22 * scale)
    ink = line if low_ink else mix(bronze(1.0), WHITE, 0.25)
    size = 8.2 * scale
    for turn in (0, 180):
        with pen.at(*middle, turn=turn):
            y = (height / 2 - 7.5 * scale + radius * 1.3) / 2 + 0.4 * scale - size * CAP_HEIGHT / 2
            pen.text(
                0.0, y, GAME, DISPLAY, size, ink, align="centre", spacing=1.6 * scale,
                halo=None if low_ink else mix(_DEEP, BLACK, 0.4), halo_width=1.1 * scale,
            )  # fmt: skip


def _swirl(middle: Point, unit: float) -> Callable[[float, float], Rgb]:
    """Return the colours of a galaxy with two arms."""
    n = noise.sampler()

    def colour(x: float, y: float) -> Rgb:
        dx, dy = (x - middle[0]) / unit, (y - middle[1]) / unit
        radius = hypot(dx, dy * 0.86)
        angle = atan2(dy, dx)
        # Noise of an even function of the place, so that opposite places are alike.
        u, v = dx * dx - dy * dy, 2 * dx * dy
        cloud = n(u * 0.62 + 1.3, v * 0.62 + 0.4)
        fine = n(u * 1.5 + 5, v * 1.5)
        wave = cos(2 * (angle + 4.4 * (radius + 0.05) ** 0.55) + 1.5 * (cloud - 0.5))
        arm = (0.5 + 0.5 * wave) ** 2.4
        fade = exp(-radius * 0.50)
        light = mix(_DEEP, _BETWEEN, min(0.75, 0.75 * fade * (1 - arm) * max(0.0, fine - 0.25)))
        light = mix(light, _ARM, min(1.0, 1.7 * fade * arm * (0.25 + 0.9 * cloud)))
        light = mix(light, _CREST, min(0.9, 2.2 * fade * arm**3 * max(0.0, fine - 0.30)))
        return mix(
            light, _CORE, min(0.92, 0.95 * exp(-((radius / 0.60) ** 2)) + 0.35 * arm * exp(-((radius / 0.85) ** 2)))
        )

    return colour


def _stars(pen: Pen, box: Box, middle: Point) -> None:
    chance = stream(text_key("stars back"))
    for count, size, colour in (
        (90, 0.17, (0.62, 0.66, 0.85)),
        (40, 0.27, (0.80, 0.84, 0.95)),
        (12, 0.42, (0.94, 0.95, 0.97)),
    ):
        places = []
        for _ in range(count):
            x = box[0] + (box[2] - box[0]) * chance.below(10000) / 10000
            y = box[1] + (box[3] - box[1]) * chance.below(10000) / 10000
            places += [(x, y), (2 * middle[0] - x, 2 * middle[1] - y)]
        pen.dots(places, size, colour)
    for angle, reach in ((0.75, 30.0), (2.2, 33.0), (1.35, 36.5), (2.75, 25.0)):
        for side in (1, -1):
            x, y = middle[0] + side * reach * cos(angle), middle[1] + side * reach * sin(angle)
            pen.path([sparkle(x, y, 1.6)], fill=(0.95, 0.96, 0.97))
