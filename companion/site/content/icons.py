"""The icon as pictures, for a phone's list of apps: the planet of `icon.svg`, drawn from the same numbers."""

import io
from functools import cache
from typing import Final, TypeAlias

from PIL import Image, ImageDraw

from companion.palette import GALAXY_COLORS
from companion.site.content.representation import PNG, Page, make_page

SIZES: Final = (180, 192, 512)
"""In px: for iOS, and for a web app manifest."""

FINER: Final = 4
"""Drawn so many times larger, then made smaller: smooth edges."""

VIRGO: Final = GALAXY_COLORS[6]

Point: TypeAlias = tuple[float, float]
Curve: TypeAlias = tuple[Point, Point, Point, Point]

BEHIND: Final[tuple[Curve, ...]] = (((15, 62), (-6, 50), (30, 26), (62, 20)), ((62, 20), (94, 14), (108, 24), (85, 42)))
BEFORE: Final[tuple[Curve, ...]] = (((15, 62), (30, 76), (96, 54), (85, 42)),)
"""The ring behind the planet and before it, as cubic curves in a square of 100 units."""


@cache
def icon(size: int, maskable: bool) -> Page:
    """Return the icon as PNG; the same bytes in every process.

    Args:
        size: side in px.
        maskable: for phones that cut icons to a shape of their own: full to the edges, the planet inside the middle
            80 % (W3C web app manifest, "maskable").
    """
    side = size * FINER
    image = Image.new("RGBA", (side, side), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    box = (0, 0, side - 1, side - 1)
    if maskable or size == SIZES[0]:  # iOS rounds the corners itself and shows black through what is clear
        draw.rectangle(box, VIRGO.deep)
    else:
        draw.rounded_rectangle(box, side * 0.22, VIRGO.deep)
    scale = side / 100 * (0.64 if maskable else 0.84)
    shift = (side - 100 * scale) / 2

    def at(point: Point) -> Point:
        return shift + point[0] * scale, shift + point[1] * scale

    def ball(centre: Point, radius: float, fill: str) -> None:
        x, y = at(centre)
        draw.ellipse((x - radius * scale, y - radius * scale, x + radius * scale, y + radius * scale), fill)

    def ring(curves: tuple[Curve, ...]) -> None:
        for curve in curves:
            for step in range(STEPS + 1):
                ball(_on(curve, step / STEPS), 2.5, VIRGO.spark)

    ring(BEHIND)
    ball((50, 50), 35, VIRGO.glow)
    ball((39, 38), 17, _between(VIRGO.glow, VIRGO.spark, 0.55))
    ring(BEFORE)
    out = io.BytesIO()
    image.resize((size, size), Image.Resampling.LANCZOS).save(out, "PNG", optimize=True)
    return make_page(out.getvalue(), PNG)


STEPS: Final = 400
"""Round dabs along each curve; so many that they touch closely in the largest icon."""


def _on(curve: Curve, t: float) -> Point:
    """Return the point of a cubic Bézier curve at `t`, 0 to 1."""
    weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3)
    return (
        sum(weight * x for weight, (x, _) in zip(weights, curve, strict=True)),
        sum(weight * y for weight, (_, y) in zip(weights, curve, strict=True)),
    )


def _between(one: str, other: str, share: float) -> str:
    """Return the colour that `share` of `other` on top of `one` gives."""
    mixed = (round(int(one[i : i + 2], 16) * (1 - share) + int(other[i : i + 2], 16) * share) for i in (1, 3, 5))
    return "#" + "".join(f"{channel:02x}" for channel in mixed)
