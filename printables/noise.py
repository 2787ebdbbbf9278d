"""Smooth seeded noise: what clouds are made of.

One tile of fractal value noise is computed once (Perlin, "An Image Synthesizer", SIGGRAPH 1985, for the idea of summed
octaves) and then looked up many times: a sky of 5,000 points must not cost more than a few hundredths of a second.
"""

from collections.abc import Callable
from functools import cache
from typing import Final

from companion.chance import stream, text_key

SIZE: Final = 128
"""Points along each side of the tile; a power of two, because the tile repeats."""

_OCTAVES: Final = ((4, 0.50), (8, 0.27), (16, 0.14), (32, 0.09))
"""Cells along the tile and weight of each octave; the weights sum to 1."""


def _octave(cells: int, key: int) -> list[list[float]]:
    """Return a tile of smoothly interpolated random values, `cells` of them along each side."""
    chance = stream(text_key("printed sky"), key, cells)
    lattice = [[chance.below(1 << 16) / 65535 for _ in range(cells)] for _ in range(cells)]
    step = SIZE // cells
    weights = [(t * t * (3 - 2 * t)) for t in (i / step for i in range(step))]  # smoothstep: no visible grid
    wide = []
    for line in lattice:
        row: list[float] = []
        for i, a in enumerate(line):
            b = line[(i + 1) % cells]
            row.extend(a + (b - a) * w for w in weights)
        wide.append(row)
    tile: list[list[float]] = []
    for i, upper in enumerate(wide):
        lower = wide[(i + 1) % cells]
        pairs = [(a, b - a) for a, b in zip(upper, lower, strict=True)]
        tile.extend([a + d * w for a, d in pairs] for w in weights)
    return tile


@cache
def _tile() -> list[float]:
    """Return the summed octaves, row after row, stretched to fill 0..1."""
    octaves = [(weight, _octave(cells, key)) for key, (cells, weight) in enumerate(_OCTAVES)]
    values = [
        sum(weight * tile[y][x] for weight, tile in octaves)
        for y in range(SIZE)
        for x in range(SIZE)
    ]  # fmt: skip
    low, high = min(values), max(values)
    return [(value - low) / (high - low) for value in values]


def sampler() -> Callable[[float, float], float]:
    """Return the noise as a function of a position: 0 to 1, repeating every 4 units, details of 1/8 unit."""
    tile = _tile()
    scale = SIZE / 4
    mask = SIZE - 1

    def sample(x: float, y: float) -> float:
        x *= scale
        y *= scale
        xi = int(x // 1)
        yi = int(y // 1)
        fx = x - xi
        fy = y - yi
        x0 = xi & mask
        x1 = (xi + 1) & mask
        row0 = (yi & mask) * SIZE
        row1 = ((yi + 1) & mask) * SIZE
        a = tile[row0 + x0]
        c = tile[row1 + x0]
        top = a + (tile[row0 + x1] - a) * fx
        return top + (c + (tile[row1 + x1] - c) * fx - top) * fy

    return sample
