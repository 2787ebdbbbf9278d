"""The colours and emblems of the game, in one place for the site and for the printed cards. Pure data.

Colours are `#rrggbb` in sRGB. Emblems are polygons in a square of 24 x 24 units, x to the right and y downwards (as in
SVG; turn y round for PDF), so that every renderer can fill them without a path parser.

    >>> GALAXY_COLORS[deck.CARDS[9].galaxy].glow
    '#d64fc6'
"""

from dataclasses import dataclass
from typing import Final, TypeAlias

from companion.deck import Kind

Polygon: TypeAlias = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class GalaxyColors:
    """The three colours of a galaxy.

    Attributes:
        deep: nearly black, the empty sky; white text on it has a contrast of at least 14:1.
        glow: the nebula, saturated.
        spark: the brightest stars, light; black text on it has a contrast of at least 12:1.
    """

    deep: str
    glow: str
    spark: str


@dataclass(frozen=True, slots=True)
class XphereColors:
    """The shades of an xphere, as on a ball lit from the upper left.

    Attributes:
        light: where the light falls.
        base: the colour people name it by.
        shade: the far side; the number is white or `light` on it.
    """

    light: str
    base: str
    shade: str


@dataclass(frozen=True, slots=True)
class KindColors:
    """The colours of a kind. They never stand alone: icon and word go with them.

    Attributes:
        fill: the frame, the button, the banner; `on_fill` is readable on it.
        on_fill: text on `fill`, at least 7:1.
        on_dark: text or line in this colour on a dark sky (any `GalaxyColors.deep`), at least 7:1.
        on_light: text or line in this colour on white, at least 7:1.
        tint: a pale wash for paper and light screens; `on_light` on it has at least 5.5:1, black at least 12:1.
    """

    fill: str
    on_fill: str
    on_dark: str
    on_light: str
    tint: str


GALAXY_COLORS: Final[tuple[GalaxyColors, ...]] = (
    GalaxyColors("#250d06", "#e2572b", "#ffc9a6"),  # PROXIMA, a red dwarf close by
    GalaxyColors("#220a26", "#d64fc6", "#ffbdf3"),  # NEBULA, a magenta cloud
    GalaxyColors("#031f20", "#0fa897", "#9df3e2"),  # ZETA, green-blue like deep water
    GalaxyColors("#071534", "#3d74f2", "#b9d2ff"),  # ANDROMEDE, the blue spiral
    GalaxyColors("#0a2010", "#43b34c", "#c0f5b2"),  # SERPENS, green
    GalaxyColors("#241703", "#dd9a1c", "#ffe196"),  # SPARROW, amber feathers
    GalaxyColors("#170e36", "#8259ef", "#d6c6ff"),  # VIRGO, violet
    GalaxyColors("#2a0714", "#e03467", "#ffb8cc"),  # OMEGA, the last rose-red light
    GalaxyColors("#10151d", "#6d829c", "#d7e4f3"),  # NEMESIS, cold steel
)
"""By galaxy index, in printed order (rules/gong.md 1.1.2)."""

XPHERE_COLORS: Final[tuple[XphereColors, ...]] = (
    XphereColors("#fff0b0", "#f0b429", "#7a4a06"),  # 1 Gold
    XphereColors("#8d86a8", "#3b3550", "#0c0a14"),  # 2 Obsidian
    XphereColors("#ffffff", "#b4bfcc", "#4d5866"),  # 3 Silver
    XphereColors("#ff9aa8", "#dc1f45", "#5e0518"),  # 4 Ruby
    XphereColors("#f2fdff", "#83d6f2", "#186a8c"),  # 5 Ice
    XphereColors("#e3c4ff", "#9a4fe0", "#3d1266"),  # 6 Amethyst
)
"""By number - 1 (rules/gong.md 1.1.3)."""

KIND_COLORS: Final[dict[Kind, KindColors]] = {
    "bonus": KindColors("#1450b4", "#ffffff", "#8fc5ff", "#0b3f96", "#dcebff"),
    "malus": KindColors("#a8142b", "#ffffff", "#ffaaa8", "#8f0f24", "#ffe1e1"),
    "fight": KindColors("#ffd02e", "#1d1600", "#ffd95a", "#5c4300", "#fff3c4"),
}
"""Blue, red and yellow (rules/gong.md 1.1.5)."""

PAPER_INK: Final = "#14162b"
"""Text on white and on every `tint`."""

KIND_EMBLEMS: Final[dict[Kind, tuple[Polygon, ...]]] = {
    # A star.
    "bonus": (
        (
            (12.0, 1.3), (15.1, 8.6), (22.9, 9.2), (16.9, 14.4), (18.8, 22.1),
            (12.0, 18.0), (5.2, 22.1), (7.1, 14.4), (1.1, 9.2), (8.9, 8.6),
        ),
    ),
    # A flash of lightning.
    "malus": (((14.2, 0.8), (3.6, 13.8), (10.4, 13.8), (8.2, 23.2), (20.4, 9.4), (13.0, 9.4)),),
    # Two crossed swords: blade, guard and grip of each.
    "fight": (
        ((21.6, 2.4), (20.8, 5.5), (10.3, 16.0), (8.0, 13.7), (18.5, 3.2)),
        ((5.5, 12.3), (11.7, 18.5), (10.2, 20.1), (3.9, 13.8)),
        ((5.6, 16.7), (7.3, 18.4), (3.9, 21.8), (2.2, 20.1)),
        ((2.4, 2.4), (5.5, 3.2), (16.0, 13.7), (13.7, 16.0), (3.2, 5.5)),
        ((12.3, 18.5), (18.5, 12.3), (20.1, 13.8), (13.8, 20.1)),
        ((16.7, 18.4), (18.4, 16.7), (21.8, 20.1), (20.1, 21.8)),
    ),
}  # fmt: skip


def luminance(color: str) -> float:
    """Return the relative luminance of `#rrggbb`, 0 black to 1 white (WCAG 2.2, "relative luminance")."""
    channels = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, 1 to 21 (WCAG 2.2, "contrast ratio")."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)
