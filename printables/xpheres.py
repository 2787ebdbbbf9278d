"""The six xpheres, each drawn as what it is called: gold, obsidian, silver, ruby, ice, amethyst.

Metals are balls that mirror a painted surrounding; stones are cut solids whose faces catch one light from the upper
left. Every gem is drawn about the origin with radius 1, so that one form serves the middle of the card and its corners.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import atan2, cos, hypot, pi, sin, sqrt
from typing import Final, TypeAlias

from companion.chance import stream, text_key
from companion.palette import XPHERE_COLORS
from printables.colour import BLACK, WHITE, Rgb, mix, rgb
from printables.pen import Box, Pen, Point, Vertex, lattice

Normal: TypeAlias = tuple[float, float, float]

BOX: Final[Box] = (-1.06, -1.06, 1.06, 1.06)
"""What a gem covers; its round outline has radius 1."""

_LIGHT: Final[Normal] = (-0.42, 0.60, 0.68)


def _dot(a: Normal, b: Normal) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _unit(v: Normal) -> Normal:
    length = sqrt(_dot(v, v)) or 1.0
    return (v[0] / length, v[1] / length, v[2] / length)


def _ramp(value: float, stops: Sequence[tuple[float, Rgb]]) -> Rgb:
    """Return the colour at `value` on a scale of colours."""
    for (low, first), (high, second) in pairwise(stops):
        if value <= high:
            return mix(first, second, min(1.0, max(0.0, (value - low) / (high - low))))
    return stops[-1][1]


def ball(pen: Pen, colour: Callable[[Normal], Rgb], rings: int = 22, spokes: int = 64) -> None:
    """Shade a ball of radius 1 with a colour for every direction its surface looks to."""
    vertices: list[Vertex] = []
    for ring in range(rings + 1):
        radius = sin(ring / rings * pi / 2)
        height = sqrt(max(0.0, 1 - radius * radius))
        for spoke in range(spokes + 1):
            angle = spoke % spokes * 2 * pi / spokes
            x, y = radius * cos(angle), radius * sin(angle)
            vertices.append((x, y, colour((x, y, height))))
    pen.lattice(lattice(spokes + 1, vertices, BOX))


def _mirror(normal: Normal) -> Normal:
    """Return where a look straight down at the surface is thrown to."""
    x, y, z = normal
    return (2 * z * x, 2 * z * y, 2 * z * z - 1)


def _glint(normal: Normal, light: Normal, power: float) -> float:
    reflected = _mirror(normal)
    return float(max(0.0, _dot(reflected, light)) ** power)


def _gold(pen: Pen) -> None:
    """A polished ball, engraved from pole to pole."""
    light, base, shade = (rgb(c) for c in _of(1))
    dark = mix(shade, BLACK, 0.40)
    pale = mix(light, WHITE, 0.60)
    key = _unit(_LIGHT)
    stops = (
        (-1.0, mix(shade, base, 0.35)), (-0.66, base), (-0.38, mix(base, light, 0.25)), (-0.16, mix(shade, base, 0.30)),
        (0.0, dark), (0.14, mix(shade, base, 0.55)), (0.40, base), (0.66, light), (0.86, pale),
        (1.0, mix(base, light, 0.4)),
    )  # fmt: skip

    def colour(normal: Normal) -> Rgb:
        mirrored = _mirror(normal)
        tone = _ramp(mirrored[1] * 0.88 - mirrored[0] * 0.42, stops)
        return mix(tone, WHITE, min(1.0, 1.25 * _glint(normal, key, 34)))

    ball(pen, colour)
    heights = [sin(pi * (i / 28 - 0.5)) for i in range(29)]
    for side, line in ((0.012, mix(pale, base, 0.25)), (0.0, dark)):
        pen.path(
            [
                [(sin(pi * turn / 180) * sqrt(1 - y * y) * 0.985 + side, y * 0.985) for y in heights]
                for turn in (-66, -40, -13, 13, 40, 66)
            ],
            stroke=line,
            width=0.022,
            closed=False,
        )
    _rim(pen, dark)
    pen.path([_flare(-0.40, 0.52, 0.36)], fill=(1.0, 1.0, 0.94))


def _silver(pen: Pen) -> None:
    """A mirror ball: sky above, a dark far shore, pale ground below."""
    light, base, shade = (rgb(c) for c in _of(3))
    dark = mix(shade, BLACK, 0.62)
    key = _unit(_LIGHT)
    stops = (
        (-1.0, base), (-0.72, light), (-0.42, mix(base, light, 0.5)), (-0.20, mix(base, shade, 0.65)), (-0.03, dark),
        (0.05, mix(light, base, 0.1)), (0.30, mix(base, light, 0.4)), (0.62, mix(base, shade, 0.55)),
        (0.88, mix(shade, dark, 0.25)), (1.0, mix(base, shade, 0.35)),
    )  # fmt: skip

    def colour(normal: Normal) -> Rgb:
        mirrored = _mirror(normal)
        shore = 0.055 * sin(mirrored[0] * 3.1 + 0.6)
        tone = _ramp(mirrored[1] * 0.97 - mirrored[0] * 0.12 + shore, stops)
        return mix(tone, WHITE, min(1.0, 1.3 * _glint(normal, key, 46)))

    ball(pen, colour, rings=40, spokes=96)
    shine = [
        [_polar(radius, turn / 100) for turn in range(30, 30 + length)] for radius, length in ((0.88, 17), (0.80, 11))
    ]
    with pen.state():
        pen.canvas.setLineCap(1)
        pen.path(shine, stroke=mix(light, base, 0.2), width=0.028, closed=False)
    _rim(pen, dark)
    pen.path([_flare(-0.40, 0.52, 0.36)], fill=(0.99, 0.99, 1.0))


def _obsidian(pen: Pen) -> None:
    """Black volcanic glass, knapped: broken faces with the ripples of each blow."""
    light, base, shade = (rgb(c) for c in _of(2))
    chance = stream(text_key("obsidian"))
    key = _unit((-0.52, 0.66, 0.54))
    back, violet = _unit((0.72, -0.62, 0.3)), mix(base, (0.48, 0.36, 0.80), 0.7)

    def jitter(point: Point, reach: float) -> Point:
        return (point[0] + (chance.below(200) - 100) / 100 * reach, point[1] + (chance.below(200) - 100) / 100 * reach)

    rim = [_polar(0.93 + chance.below(70) / 1000, (i + 0.22 * (chance.below(200) - 100) / 100) / 10) for i in range(10)]
    waist = [jitter(_polar(0.60, (i + 0.5) / 7), 0.07) for i in range(7)]
    crown = (-0.10, 0.10)
    stops = (
        (0.0, mix(shade, BLACK, 0.5)), (0.40, shade), (0.62, mix(shade, base, 0.75)), (0.80, mix(base, light, 0.35)),
        (0.92, light), (1.0, mix(light, WHITE, 0.85)),
    )  # fmt: skip

    def nearest(point: Point, ring: Sequence[Point]) -> int:
        return min(range(len(ring)), key=lambda i: hypot(ring[i][0] - point[0], ring[i][1] - point[1]))

    shapes: list[tuple[Sequence[Point], float]] = []
    for i, point in enumerate(rim):
        following = rim[(i + 1) % len(rim)]
        one, other = nearest(point, waist), nearest(following, waist)
        shapes.append(((point, following, waist[other]), 1.25))
        if one != other:
            shapes.append(((point, waist[other], waist[one]), 1.0))
    shapes += [((point, waist[(i + 1) % 7], crown), 0.75) for i, point in enumerate(waist)]
    faces = []
    for points, depth in shapes:
        direction = _cut(_middle(points), depth)
        lit = 0.18 + max(0.0, _dot(direction, key)) ** 2.2 * 0.75 + (chance.below(1000) / 1000 - 0.5) * 0.50
        glow = 0.55 * max(0.0, _dot(direction, back)) ** 2
        near, far = (_ramp(min(1.0, max(0.0, lit + step)), stops) for step in (0.26, -0.26))
        faces.append((points, mix(near, violet, glow), mix(far, violet, glow)))
    _facets(pen, faces, mix(base, light, 0.35), 0.012)
    for points, depth in shapes:
        if depth > 1 and chance.below(10) < 7:
            _ripples(pen, points, mix(shade, light, 0.42))
    _rim_polygon(pen, rim, mix(shade, light, 0.30))
    pen.path([_flare(-0.36, 0.50, 0.34)], fill=(0.99, 0.98, 1.0))


def _ripples(pen: Pen, points: Sequence[Point], colour: Rgb) -> None:
    """Draw the rings that a blow on the first corner left in a broken face."""
    (x, y), second, third = points[:3]
    start, end = (atan2(p[1] - y, p[0] - x) for p in (second, third))
    turn = (end - start + pi) % (2 * pi) - pi
    reach = min(hypot(second[0] - x, second[1] - y), hypot(third[0] - x, third[1] - y)) * 0.90
    rings = []
    for share in (0.45, 0.62, 0.78):
        angles = [start + turn * (0.12 + 0.76 * i / 6) for i in range(7)]
        rings.append([(x + reach * share * cos(a), y + reach * share * sin(a)) for a in angles])
    pen.path(rings, stroke=colour, width=0.011, closed=False)


def _facets(pen: Pen, faces: Sequence[tuple[Sequence[Point], Rgb, Rgb]], edge: Rgb, width: float) -> None:
    """Fill cut faces, each shaded from its first corner's colour to another across it, and draw their edges."""
    vertices: list[Vertex] = []
    for points, near, far in faces:
        reach = [(_LIGHT[0] * x + _LIGHT[1] * y) for x, y in points]
        low, high = min(reach), max(reach)
        shades = [mix(far, near, (r - low) / (high - low) if high > low else 0.5) for r in reach]
        corners = [(x, y, c) for (x, y), c in zip(points, shades, strict=True)]
        for second, third in pairwise(corners[1:]):
            vertices += [corners[0], second, third]
    pen.triangles(vertices, BOX)
    pen.canvas.setLineJoin(1)
    pen.path([points for points, _, _ in faces], stroke=edge, width=width)


def _polar(radius: float, turn: float) -> Point:
    """Return a point on a circle, `turn` as a fraction of a turn clockwise from the top."""
    return (radius * sin(2 * pi * turn), radius * cos(2 * pi * turn))


def _cut(middle: Point, depth: float) -> Normal:
    """Return the direction of a cut face whose middle lies here on a gem seen from above."""
    return _unit((middle[0] * depth, middle[1] * depth, 1.0))


def _middle(points: Sequence[Point]) -> Point:
    return (sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points))


def _stone(number: int, key: int) -> Callable[[Sequence[Point], float, float], tuple[Sequence[Point], Rgb, Rgb]]:
    """Return the painter of one stone's faces: lit by direction, with the sparkle of light thrown back from below."""
    light, base, shade = (rgb(c) for c in _of(number))
    chance = stream(text_key("gem"), key)
    key_light = _unit(_LIGHT)

    def face(points: Sequence[Point], depth: float, fire: float) -> tuple[Sequence[Point], Rgb, Rgb]:
        lit = _dot(_cut(_middle(points), depth), key_light)
        spark = (chance.below(1000) / 1000 - 0.5) * fire
        value = min(1.0, max(0.0, 0.06 + 0.95 * (lit - 0.1) + spark))
        stops = (
            (0.0, mix(shade, BLACK, 0.30)),
            (0.32, mix(shade, base, 0.55)),
            (0.58, base),
            (0.82, light),
            (1.0, mix(light, WHITE, 0.6)),
        )
        return points, _ramp(min(1.0, value + 0.17), stops), _ramp(max(0.0, value - 0.17), stops)

    return face


def _ruby(pen: Pen) -> None:
    """A round brilliant: table, stars, kites and girdle, with the pavilion's star seen through the table."""
    face = _stone(4, 4)
    light, _, shade = (rgb(c) for c in _of(4))
    table, mid, rim = 0.50, 0.78, 1.0
    faces = []
    for i in range(8):
        a = i / 8
        corner, following = _polar(table, a), _polar(table, a + 1 / 8)
        tip = _polar(mid * 0.94, a + 1 / 16)
        before = _polar(mid * 0.94, a - 1 / 16)
        faces.append(face((corner, tip, following), 0.7, 0.25))  # star
        faces.append(face((corner, before, _polar(rim, a), tip), 1.3, 0.25))  # kite
        faces.append(face((tip, _polar(rim, a), _polar(rim, a + 1 / 16)), 1.8, 0.45))  # girdle
        faces.append(face((tip, _polar(rim, a + 1 / 16), _polar(rim, a + 1 / 8)), 1.8, 0.45))
        faces.append(face((corner, _polar(table, a + 1 / 8), _polar(table * 0.60, a + 1 / 16)), -0.9, 0.55))
        faces.append(
            face((corner, _polar(table * 0.60, a + 1 / 16), (0.0, 0.0), _polar(table * 0.60, a - 1 / 16)), -1.5, 0.75)
        )
    _facets(pen, faces, mix(light, WHITE, 0.1), 0.009)
    _rim_polygon(pen, [_polar(1.0, i / 16) for i in range(16)], mix(shade, BLACK, 0.35))
    pen.path([_flare(-0.36, 0.50, 0.34)], fill=(0.99, 0.97, 0.97))


def _amethyst(pen: Pen) -> None:
    """A hexagon cut in steps, a point of crystal seen along its axis."""
    face = _stone(6, 11)
    light, _, shade = (rgb(c) for c in _of(6))
    radii = (1.0, 0.80, 0.56, 0.30)
    faces = []
    for i in range(6):
        a, b = i / 6, (i + 1) / 6
        for step, (outer, inner) in enumerate(pairwise(radii)):
            mid = _middle((_polar(inner, a), _polar(inner, b)))
            if step == 1:
                faces.append(
                    face(
                        (_polar(outer, a), _middle((_polar(outer, a), _polar(outer, b))), mid, _polar(inner, a)),
                        1.1,
                        0.45,
                    )
                )
                faces.append(
                    face(
                        (_middle((_polar(outer, a), _polar(outer, b))), _polar(outer, b), _polar(inner, b), mid),
                        1.1,
                        0.45,
                    )
                )
            else:
                faces.append(
                    face(
                        (_polar(outer, a), _polar(outer, b), _polar(inner, b), _polar(inner, a)), 1.7 - 0.5 * step, 0.30
                    )
                )
        faces.append(face((_polar(radii[-1], a), _polar(radii[-1], b), (0.0, 0.0)), -2.2, 0.55))
    _facets(pen, faces, mix(light, WHITE, 0.25), 0.013)
    _rim_polygon(pen, [_polar(1.0, i / 6) for i in range(6)], mix(shade, BLACK, 0.35))
    pen.path([_flare(-0.34, 0.56, 0.32)], fill=(0.99, 0.98, 1.0))


def _ice(pen: Pen) -> None:
    """A frozen ball of clear faces with a snow crystal inside."""
    face = _stone(5, 3)
    light, base, shade = (rgb(c) for c in _of(5))
    faces = []
    for i in range(12):
        a, b, half = i / 12, (i + 1) / 12, (i + 0.5) / 12
        faces.append(face((_polar(1.0, a), _polar(1.0, b), _polar(0.74, half)), 1.5, 0.35))
        faces.append(face((_polar(0.74, half), _polar(1.0, b), _polar(0.74, half + 1 / 12)), 1.1, 0.35))
        faces.append(face((_polar(0.74, half), _polar(0.74, half + 1 / 12), _polar(0.40, b)), 0.8, 0.25))
        faces.append(face((_polar(0.40, a), _polar(0.74, half), _polar(0.40, b)), 0.5, 0.25))
        faces.append(face((_polar(0.40, a), _polar(0.40, b), (0.0, 0.0)), -0.6, 0.15))
    _facets(pen, faces, mix(base, WHITE, 0.62), 0.010)
    arms: list[Sequence[Point]] = []
    for i in range(6):
        a = i / 6
        arms.append(((0.0, 0.0), _polar(0.80, a)))
        for at, size in ((0.26, 0.13), (0.46, 0.19), (0.64, 0.12)):
            stem = _polar(at, a)
            for side in (-1 / 6, 1 / 6):
                dx, dy = _polar(size, a + side)
                arms.append((stem, (stem[0] + dx, stem[1] + dy)))
    with pen.state():
        pen.canvas.setLineCap(1)
        pen.path(arms, stroke=mix(shade, BLACK, 0.15), width=0.082, closed=False)
        pen.path(arms, stroke=mix(light, WHITE, 0.9), width=0.044, closed=False)
    _rim_polygon(pen, [_polar(1.0, i / 12) for i in range(12)], mix(shade, BLACK, 0.25))
    pen.path([_flare(-0.44, 0.56, 0.30)], fill=(1.0, 1.0, 1.0))


def _flare(x: float, y: float, radius: float) -> Sequence[Point]:
    waist = radius * 0.11
    return [
        (x, y + radius), (x + waist, y + waist), (x + radius, y), (x + waist, y - waist),
        (x, y - radius), (x - waist, y - waist), (x - radius, y), (x - waist, y + waist),
    ]  # fmt: skip


def _rim(pen: Pen, colour: Rgb) -> None:
    pen.circle(0, 0, 1.0, stroke=colour, width=0.045)


def _rim_polygon(pen: Pen, points: Sequence[Point], colour: Rgb) -> None:
    pen.canvas.setLineJoin(1)
    pen.path([points], stroke=colour, width=0.045)


def _of(number: int) -> tuple[str, str, str]:
    colours = XPHERE_COLORS[number - 1]
    return colours.light, colours.base, colours.shade


_PAINTERS: Final[tuple[Callable[[Pen], None], ...]] = (_gold, _obsidian, _silver, _ruby, _ice, _amethyst)
"""By number - 1."""


def paint(pen: Pen, number: int) -> None:
    """Draw the xphere of a number, 1 to 6, about the origin with radius 1."""
    _PAINTERS[number - 1](pen)
