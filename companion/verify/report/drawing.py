"""Pictures as SVG to be put into a page: matplotlib draws, the style sheet of the page colours.

Everything is drawn in the paints below, which the picture names as CSS variables (`var(--bonus)`); so one picture
serves light and dark screens and paper. Text stays text, in the font of the page. The same numbers give the same bytes.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

import matplotlib
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.path import Path as Outline

from companion.deck import Kind
from companion.palette import KIND_EMBLEMS, Polygon

WIDTH: Final = 270.0
"""Width of every picture (points); a phone of 360 px shows it a fifth larger."""

PAINTS: Final[Mapping[str, str]] = {
    name: f"#0000{number:02x}"
    for number, name in enumerate(
        (
            "ink", "soft", "line", "panel", "bad", "bonus", "malus", "fight", "bonus-fill", "malus-fill", "fight-fill",
            "bonus-wash", "malus-wash", "fight-wash",
        ),
        1,
    )
}  # fmt: skip
"""The colours in which is drawn; each becomes the CSS variable of its name."""

_SETTINGS: Final[Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "gong",
    "font.family": "sans-serif",
    "font.size": 9.0,
    "text.color": PAINTS["ink"],
    "axes.edgecolor": PAINTS["line"],
    "axes.labelcolor": PAINTS["soft"],
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "axes.facecolor": "none",
    "axes.axisbelow": True,
    "axes.unicode_minus": True,
    "figure.facecolor": "none",
    "xtick.color": PAINTS["line"],
    "ytick.color": PAINTS["line"],
    "xtick.labelcolor": PAINTS["soft"],
    "ytick.labelcolor": PAINTS["soft"],
    "grid.color": PAINTS["line"],
    "grid.linewidth": 0.6,
    "lines.solid_capstyle": "round",
    "path.simplify": False,
}


@contextmanager
def picture(height: float) -> Iterator[Figure]:
    """Give an empty figure of `WIDTH` and this height (points), with the settings of the report."""
    with matplotlib.rc_context():
        matplotlib.rcdefaults()  # nothing that the user has set for other pictures
        matplotlib.rcParams.update(_SETTINGS)
        yield Figure(figsize=(WIDTH / 72, height / 72), dpi=72)


def emblem(kind: Kind) -> Outline:
    """Return the emblem of a kind as a marker: a star, a flash, two swords."""
    return _outline(KIND_EMBLEMS[kind])


def _outline(polygons: tuple[Polygon, ...]) -> Outline:
    """Return polygons of the palette as one path round the origin, about 1 unit wide."""
    points: list[tuple[float, float]] = []
    codes: list[Any] = []
    for polygon in polygons:
        corners = [((x - 12) / 24, (12 - y) / 24) for x, y in polygon]
        points += [*corners, corners[0]]
        codes += [Outline.MOVETO, *[Outline.LINETO] * (len(corners) - 1), Outline.CLOSEPOLY]
    return Outline(points, codes)


def svg(figure: Figure, name: str, title: str, description: str) -> str:
    """Return the figure as an element of a page.

    Args:
        figure: what `picture` gave.
        name: a word that no other picture of the page has; it begins the ids in the picture.
        title: what the picture shows, for those who do not see it.
        description: what it shows, in a few words.
    """
    FigureCanvasSVG(figure)
    buffer = io.BytesIO()
    figure.savefig(buffer, format="svg", metadata=dict.fromkeys(("Creator", "Date", "Format", "Type")))
    text = buffer.getvalue().decode()
    start = text.index("<svg")
    found = re.match(r'<svg[^>]*viewBox="([^"]*)"[^>]*>', text[start:])
    assert found is not None  # noqa: S101 - matplotlib always writes one
    body = _tidy(text[start + found.end() : text.rindex("</svg>")], name)
    return (
        f'<svg class="picture" role="img" aria-labelledby="{name}-title {name}-desc" viewBox="{found[1]}">'
        f'<title id="{name}-title">{_escaped(title)}</title><desc id="{name}-desc">{_escaped(description)}</desc>'
        f"{body}</svg>"
    )


def _tidy(text: str, name: str) -> str:
    """Return what matplotlib draws without what a page does not need, in the paints of the page."""
    text = re.sub(r"<metadata>.*?</metadata>|<style.*?</style>|<!--.*?-->", "", text, flags=re.DOTALL)
    text = text.replace("xlink:href", "href")
    used = set(re.findall(r'(?:href="|url\()#([^")]+)', text))
    text = re.sub(r'\s+id="([^"]+)"', lambda found: f' id="{name}-{found[1]}"' if found[1] in used else "", text)
    text = re.sub(r'((?:href="|url\()#)', rf"\g<1>{name}-", text)
    text = re.sub(r"font-family: [^;\"]*;? ?", "", text)  # that of the page
    text = re.sub(r' transform="rotate\(-?0 [^"]*"', "", text)
    text = re.sub(r"-?\d+\.\d{3,}", lambda found: f"{float(found[0]):.2f}".rstrip("0").rstrip("."), text)
    text = re.sub(r"\s*\n\s*", " ", text)
    while (shorter := re.sub(r"<g>\s*</g>|<defs>\s*</defs>|(?<=>)\s+(?=<)", "", text)) != text:
        text = shorter
    for paint, color in PAINTS.items():
        text = text.replace(color, f"var(--{paint})")
    return text


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
