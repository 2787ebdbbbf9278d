"""Style sheets, icon and scripts: read once at start; colours are taken from `companion.palette`."""

import mimetypes
from collections.abc import Iterator
from typing import Final

from companion.data import data_path
from companion.palette import GALAXY_COLORS, KIND_COLORS, PAPER_INK
from companion.site.page import CSS, SCRIPT, Page, make_page

STYLE = "site.css"
RULES = "rules.css"
HELPERS = "helpers.css"
ICON = "icon.svg"
SCRIPTS = "js"
"""Folder of the scripts, and of whatever else they load."""

TYPES: Final = {".js": SCRIPT, ".wasm": "application/wasm"}
"""What the system's own table may not know, or may know otherwise."""


def palette_css() -> str:
    """Return the palette as CSS custom properties: one class for each galaxy and each kind."""
    return "\n".join(_rules()) + "\n"


def _rules() -> Iterator[str]:
    rainbow = ", ".join(galaxy.glow for galaxy in GALAXY_COLORS)
    yield f":root {{ --paper-ink: {PAPER_INK}; --rainbow: linear-gradient(90deg, {rainbow}) }}"
    for index, galaxy in enumerate(GALAXY_COLORS):
        yield f".galaxy-{index} {{ --deep: {galaxy.deep}; --glow: {galaxy.glow}; --spark: {galaxy.spark} }}"
    for kind, colors in KIND_COLORS.items():
        yield (
            f".kind-{kind} {{ --fill: {colors.fill}; --on-fill: {colors.on_fill}; --on-dark: {colors.on_dark}; "
            f"--on-light: {colors.on_light}; --tint: {colors.tint} }}"
        )


def style_sheet() -> Page:
    """Return the style sheet of the whole site."""
    return make_page(palette_css() + data_path("static", STYLE).read_text("utf-8"), CSS, level=9)


def more_sheet(name: str) -> Page:
    """Return what only some pages need besides: those of the rules or the helpers. Pages behind cards stay small."""
    return make_page(data_path("static", name).read_text("utf-8"), CSS, level=9)


def scripts() -> dict[str, Page]:
    """Return every file below `static/js` by its name, such as `js/helpers/reflex.js`."""
    folder = data_path("static")
    return {
        path.relative_to(folder).as_posix(): make_page(path.read_bytes(), _type(path.name), level=9)
        for path in sorted(folder.joinpath(SCRIPTS).rglob("*.*"))
    }


def _type(name: str) -> str:
    suffix = name[name.rindex(".") :]
    return TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"


def versioned(name: str, asset: Page) -> str:
    """Return the asset's address below the site's root; it changes with the content, so it may be kept for ever."""
    return f"static/{name}?v={asset.digest[:8]}"
