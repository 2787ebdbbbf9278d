"""Two ways to draw the same card: in full colour, or sparing ink on white paper."""

from dataclasses import dataclass
from typing import Any

from companion.deck import Kind
from companion.palette import GALAXY_COLORS, KIND_COLORS, PAPER_INK
from printables.colour import BLACK, WHITE, Rgb, mix, rgb
from printables.gong import bronze
from printables.pen import Pen


class SparingPen(Pen):
    """A pen that draws outlines only: no shading, no filled areas, pale lines made dark enough for paper.

    Attributes:
        hair: width of an outline in the unit of the drawing; no line becomes broader than twice this.
    """

    def __init__(self, canvas: Any, hair: float) -> None:
        super().__init__(canvas)
        self.hair = hair

    def lattice(self, *_: object, **__: object) -> None:
        """Shade nothing."""

    def triangles(self, *_: object, **__: object) -> None:
        """Shade nothing."""

    def slope(self, *_: object, **__: object) -> None:
        """Shade nothing."""

    def _paint(self, path: object, fill: Rgb | None, stroke: Rgb | None, width: float) -> None:
        line = stroke if stroke is not None else fill
        width = self.hair if stroke is None else min(width, 2 * self.hair)
        super()._paint(path, None if fill is None else WHITE, None if line is None else _on_paper(line), width)


def _on_paper(colour: Rgb) -> Rgb:
    return mix(colour, BLACK, 0.6)


@dataclass(frozen=True, slots=True)
class GalaxyLook:
    """Colours of one galaxy's faces.

    Attributes:
        paper: under everything, or None where a sky is painted.
        text: name of the galaxy.
        halo: line round letters that stand on the sky.
        number_top: upper end of the number's gradient.
        number_bottom: lower end of it.
        line: orbits and constellation lines.
        star: the stars of the constellation.
        badge: ground of the star pattern in the corner.
    """

    paper: Rgb | None
    text: Rgb
    halo: Rgb
    number_top: Rgb
    number_bottom: Rgb
    line: Rgb
    star: Rgb
    badge: Rgb


def galaxy_look(galaxy: int, *, low_ink: bool) -> GalaxyLook:
    """Return the colours of a galaxy's faces."""
    colours = GALAXY_COLORS[galaxy]
    deep, glow, spark = rgb(colours.deep), rgb(colours.glow), rgb(colours.spark)
    if low_ink:
        ink = mix(glow, rgb(PAPER_INK), 0.62)
        return GalaxyLook(WHITE, ink, WHITE, ink, ink, mix(glow, WHITE, 0.25), ink, WHITE)
    return GalaxyLook(
        paper=None,
        text=mix(spark, WHITE, 0.55),
        halo=mix(deep, BLACK, 0.35),
        number_top=WHITE,
        number_bottom=mix(spark, glow, 0.12),
        line=mix(glow, spark, 0.55),
        star=mix(spark, WHITE, 0.5),
        badge=mix(deep, BLACK, 0.15),
    )


@dataclass(frozen=True, slots=True)
class FrameLook:
    """Colours of a kind frame.

    Attributes:
        fill: the frame.
        text: icon, word, code and address on it.
        edge: the line round it.
    """

    fill: Rgb
    text: Rgb
    edge: Rgb


def frame_look(kind: Kind | None, *, low_ink: bool) -> FrameLook:
    """Return the colours of a kind's frame, or of a joker's."""
    if kind is None:
        if low_ink:
            return FrameLook(WHITE, rgb(PAPER_INK), rgb(PAPER_INK))
        return FrameLook(rgb("#241206"), bronze(0.95), bronze(0.62))
    colours = KIND_COLORS[kind]
    if low_ink:
        return FrameLook(WHITE, rgb(colours.on_light), rgb(colours.on_light))
    return FrameLook(rgb(colours.fill), rgb(colours.on_fill), mix(rgb(colours.on_dark), WHITE, 0.25))
