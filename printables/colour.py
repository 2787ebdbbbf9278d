"""Colours as the pen takes them: red, green, blue from 0 to 1."""

import colorsys
from typing import TypeAlias

Rgb: TypeAlias = tuple[float, float, float]

BLACK: Rgb = (0.0, 0.0, 0.0)
WHITE: Rgb = (1.0, 1.0, 1.0)


def rgb(text: str) -> Rgb:
    """Return the colour written `#rrggbb`."""
    red, green, blue = (int(text[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return (red, green, blue)


def mix(one: Rgb, other: Rgb, share: float) -> Rgb:
    """Return `one` with `share` (0 to 1) of it replaced by `other`."""
    keep = 1 - share
    return (one[0] * keep + other[0] * share, one[1] * keep + other[1] * share, one[2] * keep + other[2] * share)


def turn_hue(colour: Rgb, turns: float) -> Rgb:
    """Return the colour with its hue moved round the colour circle by a fraction of a turn."""
    hue, lightness, saturation = colorsys.rgb_to_hls(*colour)
    return colorsys.hls_to_rgb((hue + turns) % 1, lightness, saturation)


def luma(colour: Rgb) -> float:
    """Return how light a colour looks to a scanner, 0 to 1 (Rec. 601 luma, as QR decoders compute grey)."""
    return 0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2]
