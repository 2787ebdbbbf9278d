"""The sky of the jokers: all nine galaxies round the sound of a gong."""

from dataclasses import dataclass
from math import atan2, exp, hypot, pi

from companion.chance import text_key
from companion.palette import GALAXY_COLORS, PAPER_INK
from printables import gong, noise
from printables import sky as skies
from printables.colour import WHITE, Rgb, mix, rgb
from printables.gong import bronze
from printables.pen import Box, Pen, Point


@dataclass(frozen=True, slots=True)
class JokerLook:
    """Colours of the jokers' letters: `text` and the `halo` round it."""

    text: Rgb
    halo: Rgb


def look(*, low_ink: bool) -> JokerLook:
    """Return the colours of the jokers' letters."""
    if low_ink:
        return JokerLook(rgb(PAPER_INK), WHITE)
    return JokerLook(mix(bronze(1.0), WHITE, 0.35), rgb("#1a0d04"))


def sky(pen: Pen, box: Box, middle: Point, unit: float, clear: float) -> None:
    """Draw the sky: the glow of the nine galaxies, swirled, in waves; nothing sparkles above the height `clear`."""
    n = noise.sampler()
    glows = [rgb(colours.glow) for colours in GALAXY_COLORS]
    dark = rgb("#080716")

    def colour(x: float, y: float) -> Rgb:
        dx, dy = (x - middle[0]) / unit, (y - middle[1]) / unit
        radius = hypot(dx, dy)
        cloud = n(dx * 1.1 + 2, dy * 1.1)
        turn = (atan2(dy, dx) / (2 * pi) + 0.30 * radius + 0.16 * (cloud - 0.5)) * 9 % 9
        first = int(turn)
        glow = mix(glows[first % 9], glows[(first + 1) % 9], turn - first)
        wave = gong.ripples((x, y), middle, unit)
        light = (0.10 + 0.42 * cloud * exp(-radius * 0.25)) * 0.9 + 0.62 * wave
        return mix(
            mix(dark, glow, min(0.95, light)),
            bronze(1.0),
            min(0.9, 0.55 * wave * exp(-radius * 0.9) + 0.35 * exp(-radius * 2.6)),
        )

    pen.lattice(skies.net(box, colour, step=1.0))
    skies.stars(pen, text_key("stars joker"), box, (0.96, 0.95, 0.88), clear)
