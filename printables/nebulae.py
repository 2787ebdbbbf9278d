"""The nine nebulae, which differ in shape as well as in colour.

A nebula is a function from a place to the intensity of four lights there. Places are measured in half card
widths from the middle of the gem, x to the right and y upwards, so that a picture keeps its proportions on every trim.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import atan2, cos, exp, hypot, pi, sin
from typing import Final, TypeAlias

from companion.chance import stream, text_key

Lights: TypeAlias = tuple[float, float, float, float]
"""Glow, neighbouring hue, spark of the stars (each from 0), and dust that swallows all of them (0 to 1)."""
Noise: TypeAlias = Callable[[float, float], float]
Field: TypeAlias = Callable[[float, float, Noise], Lights]


def _bump(distance: float, width: float) -> float:
    return exp(-((distance / width) ** 2))


def _proxima(x: float, y: float, n: Noise) -> Lights:
    """A red dwarf so near that it fills the lower sky, with flares."""
    radius = hypot(x + 0.25, y + 2.85)
    height = radius - 1.80
    angle = atan2(x + 0.25, y + 2.85)
    if height < 0:
        warp = n(x * 1.2, y * 1.2) - 0.5
        grain = n(x * 2.2 + warp, y * 2.2 - warp)
        limb = exp(height * 2.6)
        bright = max(0.0, grain - 0.30) * 1.5
        return (
            0.50 + 1.0 * bright + 0.8 * limb,
            0.9 * bright * limb + 0.15 * limb,
            0.30 * bright**2 + 0.75 * limb**4,
            0.0,
        )
    tongue = n(angle * 3.0 + 5, height * 0.6) - 0.5
    flare = _bump(angle - 0.42 - 0.5 * height, 0.055 + 0.10 * height) * exp(-height * 1.6)
    corona = exp(-height * (2.5 - 1.9 * tongue))
    cloud = n(x * 0.9 + 0.4 * tongue + 1, y * 0.9)
    far = max(0.0, cloud - 0.48) * 1.5
    return (
        0.80 * corona * (0.65 + tongue) + 0.85 * flare + far * (0.4 + 0.6 * cloud),
        0.55 * exp(-height * 5) + 0.65 * flare**2 + 0.3 * far * far,
        0.75 * exp(-height * 14) + 0.35 * flare**3,
        0.0,
    )


def _nebula(x: float, y: float, n: Noise) -> Lights:
    """Billowing clouds with dark lanes between."""
    wx = x + 0.9 * (n(x * 0.5, y * 0.5) - 0.5)
    wy = y + 0.9 * (n(x * 0.5 + 7.3, y * 0.5 + 2.1) - 0.5)
    cloud = n(wx * 0.85 + 0.3, wy * 0.85 + 1.2)
    veil = n(wx * 1.35 + 3.1, wy * 1.35 + 0.4)
    ridge = 1 - abs(2 * veil - 1)
    lit = max(0.0, cloud - 0.34) * 2.0
    return (
        lit * (0.20 + 1.0 * ridge**1.5),
        max(0.0, veil - 0.40) * 1.25 * (1.2 - cloud),
        1.1 * lit * lit * ridge**6,
        0.92 * _bump(cloud - 0.38, 0.085),
    )


def _zeta(x: float, y: float, n: Noise) -> Lights:
    """The band of a disc seen from its edge, split by a lane of dust."""
    along = (x + y * 0.62) * 0.85
    across = (y * 0.85 - x * 0.72) + 0.34 * (n(along * 0.8, 2.0) - 0.5) + 0.2
    cloud = n(x * 1.1 + 4, y * 1.1)
    fine = n(x * 2.3, y * 2.3 + 1)
    band = _bump(across, 0.62)
    lane = _bump(across + 0.22 * (fine - 0.5), 0.10) * (0.55 + 0.45 * cloud)
    return (band * (0.30 + 0.95 * cloud), _bump(across - 0.30, 0.45) * fine * 0.55, 0.75 * band**4 * fine, 0.9 * lane)


def _andromede(x: float, y: float, n: Noise) -> Lights:
    """A great spiral, tilted."""
    u = x * 0.88 + y * 0.48
    v = (y * 0.88 - x * 0.48) / 0.62
    radius = hypot(u, v)
    angle = atan2(v, u)
    cloud = n(x * 1.7, y * 1.7)
    wave = cos(2 * (angle - 4.6 * (radius + 0.06) ** 0.5) + 1.2 * (cloud - 0.5))
    arm = (0.5 + 0.5 * wave) ** 2.2
    fade = exp(-radius * 1.05)
    return (
        fade * (0.22 + 1.75 * arm * (0.35 + 0.9 * cloud)),
        exp(-radius * 0.9) * (0.5 - 0.5 * wave) * cloud * 0.55,
        0.9 * exp(-radius * 3.0) + 0.75 * fade * arm**3 * max(0.0, cloud - 0.35),
        0.6 * _bump(wave + 0.45, 0.25) * exp(-radius * 0.6),
    )


def _serpens(x: float, y: float, n: Noise) -> Lights:
    """A ribbon of light that winds down the card like a snake."""
    middle = 0.60 * sin(y * 2.35 + 0.5)
    offset = x - middle + 0.22 * (n(x * 0.9, y * 0.9) - 0.5)
    slope = hypot(1.0, 1.41 * cos(y * 2.35 + 0.5))
    off = offset / slope
    scales = n(off * 3.4 + 1.0, y * 1.0 + off)
    cloud = n(x * 0.8 + 2, y * 0.8 + 5)
    return (
        _bump(off, 0.30) * (0.35 + 0.95 * scales) + 0.30 * max(0.0, cloud - 0.45),
        _bump(off + 0.16, 0.26) * 0.6 * scales + 0.25 * max(0.0, cloud - 0.5),
        0.75 * _bump(off - 0.05, 0.07) * (0.3 + scales),
        0.55 * _bump(off - 0.30, 0.10),
    )


def _sparrow(x: float, y: float, n: Noise) -> Lights:
    """Two wings, spread upwards, of feathers that are rays."""
    ax = (x * x + 0.004) ** 0.5
    dy = y + 0.70
    angle = atan2(dy, ax)
    radius = hypot(ax, dy)
    bend = angle - 0.16 * radius
    cloud = n(x * 0.9 + 4, y * 0.9)
    feather = 0.5 + 0.5 * cos(bend * 23 + 1.6 * (cloud - 0.5))
    wing = (
        _bump(bend - 0.52, 0.40)
        * exp(-((max(0.0, radius - 1.30 - 0.10 * feather) / 0.32) ** 2))
        * min(1.0, (radius / 0.5) ** 2)
    )
    shade = 0.35 + 0.65 * cloud
    tail = _bump(x, 0.07 + 0.20 * max(0.0, -dy)) * (exp(dy * 0.9) if dy < 0 else exp(-dy * 6)) * 0.55
    haze = max(0.0, cloud - 0.42) * 0.75
    return (
        wing * (0.12 + 1.05 * feather * shade) + tail * shade + haze * 0.8,
        0.85 * wing * (1 - feather) * cloud + 0.4 * tail + 0.3 * haze,
        0.75 * wing * feather**5 * shade + 0.4 * tail**2,
        0.0,
    )


_VIRGO_CLUSTER: Final = tuple(
    (
        chance.below(2200) / 1000 - 1.1,
        chance.below(2900) / 1000 - 1.8,
        0.05 + chance.below(1000) / 1000 * 0.15,
        chance.below(3142) / 1000,
        0.40 + chance.below(60) / 100,
    )
    for chance in [stream(text_key("virgo"))]
    for _ in range(24)
)


def _virgo(x: float, y: float, n: Noise) -> Lights:
    """A cluster of many small elliptical galaxies."""
    wx = n(x * 0.6 + 1, y * 0.6) - 0.5
    cloud = n(x * 0.85 + wx, y * 0.85 - wx)
    other = n(x * 0.9 + 5, y * 0.9 + wx)
    glow = 0.95 * max(0.0, cloud - 0.36)
    core = 0.0
    for cx, cy, size, turn, flat in _VIRGO_CLUSTER:
        dx, dy = x - cx, y - cy
        if dx * dx + dy * dy < size * size * 16:
            u = dx * cos(turn) + dy * sin(turn)
            v = (dy * cos(turn) - dx * sin(turn)) / flat
            q = (u * u + v * v) / (size * size)
            glow += 1.05 * exp(-q * 0.7)
            core += 1.3 * exp(-q * 4.5)
    return (glow, 0.85 * max(0.0, other - 0.45), core, 0.55 * _bump(cloud - 0.34, 0.07))


def _omega(x: float, y: float, n: Noise) -> Lights:
    """A ring torn open below, its gas streaming outwards."""
    radius = hypot(x, y)
    angle = atan2(x, y)
    ragged = n(angle * 1.27 + 4, 0.5) - 0.5
    ring = radius - 0.78 - 0.14 * ragged
    opening = _bump(abs(angle) - pi, 0.50)
    feet = _bump(y + 0.86 + 0.1 * ragged, 0.10) * _bump(abs(x) - 0.72, 0.34)
    streams = n(angle * 2.55, radius * 0.5 + 3)
    hair = 1 - abs(2 * streams - 1)
    shell = _bump(ring, 0.14) * (1 - opening) + feet
    outer = exp(-max(0.0, ring) * 1.7) * (1 if ring > 0 else exp(ring * 7)) * (1 - 0.7 * opening)
    far = max(0.0, n(x * 0.8, y * 0.8 + 2) - 0.45)
    return (
        0.85 * shell * (0.5 + 0.7 * hair) + 0.78 * outer * hair + 0.45 * far,
        0.5 * outer * streams + _bump(radius, 0.6) * 0.25,
        shell**2 * hair * 0.65,
        0.0,
    )


def _nemesis(x: float, y: float, n: Noise) -> Lights:
    """A black hole: a thin bright disc, light bent round the dark middle."""
    u = x * 0.96 + y * 0.28
    v = y * 0.96 - x * 0.28
    radius = hypot(u, v)
    disc = hypot(u, v / 0.22)
    stripes = n(disc * 1.5, 2.0 + 0.3 * u)
    side = 0.78 - 0.42 * u / (abs(u) + 0.35)
    fade = exp(-(((disc - 0.72) / 0.16) ** 2)) if disc < 0.72 else exp(-(disc - 0.72) * 0.95)
    plane = fade * (0.25 + 1.0 * stripes)
    ring = radius - 0.655
    halo = exp(-((ring / 0.07) ** 2)) if ring < 0 else exp(-ring * 4.6)
    far = max(0.0, n(x * 0.75 + 3, y * 0.75) - 0.44) * 1.1
    outside = 1 / (1 + exp(-(radius - 0.60) * 26))
    return (
        1.25 * plane * side + 0.80 * halo * side + far * outside,
        0.55 * far * outside,
        1.0 * plane**2 * side + 1.0 * _bump(ring, 0.075) * side,
        0.9 * (1 - outside) * (1 - min(1.0, plane)),
    )


@dataclass(frozen=True, slots=True)
class Nebula:
    """How one galaxy's sky is lit.

    Attributes:
        field: the lights at a place.
        neighbour: fraction of the colour circle between the glow and the second hue.
        step: distance in millimetres at which the field must be sampled to look smooth.
    """

    field: Field
    neighbour: float
    step: float


NEBULAE: Final[tuple[Nebula, ...]] = (
    Nebula(_proxima, 0.075, 1.0),
    Nebula(_nebula, -0.16, 1.25),
    Nebula(_zeta, 0.12, 1.25),
    Nebula(_andromede, 0.14, 1.25),
    Nebula(_serpens, 0.13, 1.25),
    Nebula(_sparrow, -0.07, 1.0),
    Nebula(_virgo, -0.14, 1.25),
    Nebula(_omega, -0.11, 1.1),
    Nebula(_nemesis, -0.08, 1.0),
)
"""By galaxy index."""
