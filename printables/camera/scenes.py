"""What a phone may meet: scenes as physical quantities, drawn at random from documented ranges or one axis at a time.

The ranges stand for a table at home: a card in the hand or on the table, a phone held over it, lamps, windows, shadows
of hands, sleeves that shine, cards that were played for a year. They are assumptions, written down here and in
docs/printing.md, not measurements of people. Scene number `i` of a seed is the same on every machine and for any number
of workers: each scene has a stream of its own (Philox, keyed by seed and number), and only uniform numbers are drawn.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Any, Final

from printables.extras import need

FOCAL: Final = 1500.0
"""Focal length in pixels of a frame of 1920 x 1080 that shows 65 degrees from left to right, as phones scan with."""


@dataclass(frozen=True, slots=True)
class Scene:
    """One picture that a phone takes of one code.

    Attributes:
        distance: from the lens to the code, mm.
        tilt: between the line of sight and the upright on the card, degrees.
        azimuth: direction in which the card is tilted, degrees.
        turn: of the card in the picture, degrees.
        off_x: how far the code lies from the middle of the window, share of its width.
        off_y: the same for its height.
        defocus: standard deviation of the blur of lens and focus, pixels.
        motion: length of the blur of moving hands, pixels.
        motion_way: its direction, degrees.
        lux: illuminance on the card.
        shadow: darkness of a shadow's core, 0 none to 1 black.
        shadow_way: direction across its edge, degrees.
        shadow_edge: softness of its edge, mm.
        shadow_place: distance of its edge from the code's middle, mm.
        glare: light that a shiny surface adds in the middle of a reflection, 1 is white paper.
        glare_size: radius of the reflection, mm.
        glare_x: its place, mm from the code's middle.
        glare_y: its place, mm from the code's middle.
        crumple: height of dents, mm.
        curl: bend of the card, 1 / radius in 1 / mm.
        curl_way: direction of the bend, degrees.
        scratches: number of scratches, where ink is gone.
        dirt: number of dark specks and lines.
        dot_gain: how far ink spreads over its edge, mm; below 0 it shrinks.
        jpeg: quality of the compression of the frame, 100 none.
    """

    distance: float = 180.0
    tilt: float = 0.0
    azimuth: float = 0.0
    turn: float = 0.0
    off_x: float = 0.0
    off_y: float = 0.0
    defocus: float = 0.7
    motion: float = 0.0
    motion_way: float = 0.0
    lux: float = 500.0
    shadow: float = 0.0
    shadow_way: float = 0.0
    shadow_edge: float = 6.0
    shadow_place: float = 0.0
    glare: float = 0.0
    glare_size: float = 8.0
    glare_x: float = 0.0
    glare_y: float = 0.0
    crumple: float = 0.0
    curl: float = 0.0
    curl_way: float = 0.0
    scratches: int = 0
    dirt: int = 0
    dot_gain: float = 0.03
    jpeg: int = 100

    def as_data(self) -> dict[str, float]:
        """Return the quantities by name, rounded for people."""
        return {field.name: round(getattr(self, field.name), 3) for field in fields(self)}


class SceneSampler:
    """Random numbers of one scene."""

    def __init__(self, seed: int, number: int) -> None:
        np = need("numpy")
        self.generator = np.random.Generator(np.random.Philox(key=[seed & (2**64 - 1), number]))

    def uniform(self, low: float, high: float) -> float:
        """Return a number from `low` to `high`, all equally likely."""
        return low + (high - low) * float(self.generator.random())

    def triangle(self, low: float, mode: float, high: float) -> float:
        """Return a number from `low` to `high`, likeliest at `mode`."""
        share, cut = float(self.generator.random()), (mode - low) / (high - low)
        if share < cut:
            return low + math.sqrt(share * (high - low) * (mode - low))
        return high - math.sqrt((1 - share) * (high - low) * (high - mode))

    def log_uniform(self, low: float, high: float) -> float:
        """Return a number from `low` to `high`, every doubling equally likely."""
        return math.exp(self.uniform(math.log(low), math.log(high)))

    def normal(self) -> float:
        """Return a standard normal number (Box and Muller)."""
        radius = math.sqrt(-2 * math.log(1 - float(self.generator.random())))
        return radius * math.cos(2 * math.pi * float(self.generator.random()))

    def chance(self, share: float) -> bool:
        """Return True in this share of cases."""
        return float(self.generator.random()) < share


def mixed(seed: int, number: int) -> Scene:
    """Return scene `number` of a seed, with everything that may happen at once."""
    draw = SceneSampler(seed, number)
    distance = draw.triangle(90, 150, 330)
    lux = draw.log_uniform(30, 1200)
    # Hands turn by about 2 degrees a second while they hold a phone still, and sometimes by much more.
    speed = 2.0 * math.exp(0.8 * draw.normal())
    hunting = draw.chance(0.10)  # the focus is not there yet
    shadow, glare = draw.chance(0.45), draw.chance(0.30)
    worn, curled, crumpled, squeezed = draw.chance(0.30), draw.chance(0.40), draw.chance(0.15), draw.chance(0.5)
    return Scene(
        distance=distance,
        tilt=min(60.0, abs(20 * draw.normal())),
        azimuth=draw.uniform(0, 360),
        turn=draw.uniform(0, 360),
        off_x=draw.uniform(-0.15, 0.15),
        off_y=draw.uniform(-0.15, 0.15),
        defocus=draw.uniform(1.5, 4.5) if hunting else draw.uniform(0.6, 1.5),
        motion=min(40.0, math.radians(speed) * exposure(lux) * FOCAL),
        motion_way=draw.uniform(0, 180),
        lux=lux,
        shadow=draw.uniform(0.25, 0.75) if shadow else 0.0,
        shadow_way=draw.uniform(0, 360),
        shadow_edge=draw.uniform(1, 15),
        shadow_place=draw.uniform(-12, 12),
        glare=draw.uniform(0.15, 1.2) if glare else 0.0,
        glare_size=draw.uniform(3, 9),
        glare_x=draw.uniform(-18, 18),
        glare_y=draw.uniform(-18, 18),
        crumple=draw.uniform(0.1, 0.8) if crumpled else 0.0,
        curl=1 / draw.log_uniform(90, 600) if curled else 0.0,
        curl_way=draw.uniform(0, 180),
        scratches=int(draw.log_uniform(1, 12)) if worn else 0,
        dirt=int(draw.log_uniform(1, 8)) if worn else 0,
        dot_gain=draw.triangle(-0.03, 0.03, 0.14),
        jpeg=int(draw.uniform(35, 92)) if squeezed else 100,
    )


def exposure(lux: float) -> float:
    """Return the time in seconds that a phone exposes a frame for: 1/120 in good light to 1/24 in bad."""
    return min(1 / 24, max(1 / 120, 4 / lux))


@dataclass(frozen=True, slots=True)
class Axis:
    """One quantity made worse step by step while all else stays good.

    Attributes:
        name: of it.
        unit: of its values.
        values: from harmless to hopeless.
        scene: makes the scene for a value.
    """

    name: str
    unit: str
    values: tuple[float, ...]
    scene: Callable[[float], Scene]


def _with(**fixed: Any) -> Callable[[str], Callable[[float], Scene]]:
    def by(field: str) -> Callable[[float], Scene]:
        return lambda value: replace(Scene(), **{**fixed, field: value})

    return by


_ALONE: Final = _with()

AXES: Final[tuple[Axis, ...]] = (
    Axis("distance", "mm", (100, 150, 200, 250, 300, 350, 400, 450, 500, 600, 700, 800), _ALONE("distance")),
    Axis("tilt", "degrees", (0, 10, 20, 30, 40, 50, 55, 60, 65, 70, 75, 80), _with(azimuth=30.0)("tilt")),
    Axis("turn", "degrees", (0, 15, 30, 45, 60, 75, 90, 135, 180, 225, 270, 315), _ALONE("turn")),
    Axis("defocus", "px", (0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7), _ALONE("defocus")),
    Axis("motion", "px", (0, 2, 4, 6, 8, 10, 12, 14, 16, 20, 25, 30), _with(motion_way=20.0)("motion")),
    Axis("light", "lux", (500, 200, 100, 50, 25, 12, 6, 3, 1.5, 0.8, 0.4, 0.2), _ALONE("lux")),
    Axis(
        "shadow", "darkness", (0.2, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.93, 0.96, 0.98),
        _with(shadow_way=35.0, shadow_edge=4.0)("shadow"),
    ),
    Axis(
        "glare", "white paper", (0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 0.9, 1.2, 1.6, 2, 3, 5),
        _with(glare_x=3.0, glare_y=2.0, glare_size=6.0)("glare"),
    ),
    Axis("crumple", "mm", (0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.3, 1.6, 2, 2.5, 3, 4), _with(tilt=20.0)("crumple")),
    Axis(
        "curl", "1/mm", (1 / 400, 1 / 200, 1 / 120, 1 / 80, 1 / 60, 1 / 50, 1 / 40, 1 / 32, 1 / 26, 1 / 22, 1 / 18,
        1 / 15), _with(curl_way=30.0)("curl"),
    ),
    Axis("scratches", "", (1, 2, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96), _ALONE("scratches")),
    Axis("dirt", "", (1, 2, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96), _ALONE("dirt")),
    Axis("dot gain", "mm", (0, 0.04, 0.08, 0.12, 0.16, 0.2, 0.24, 0.28, 0.32, 0.36, 0.4, 0.5), _ALONE("dot_gain")),
    Axis("jpeg", "quality", (90, 70, 50, 40, 30, 25, 20, 15, 10, 7, 4, 1), _ALONE("jpeg")),
)  # fmt: skip
