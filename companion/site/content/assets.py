"""Style sheets, icon and scripts: read once at start; colours are taken from `companion.palette`."""

import mimetypes
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from companion.data import data_path
from companion.palette import GALAXY_COLORS, KIND_COLORS, PAPER_INK
from companion.site.content.representation import CSS, SCRIPT, Page, make_page

STYLE = "site.css"
RULES = "rules.css"
MORE = "more.css"
HELPERS = "helpers.css"
TABLE = "table.css"
SCAN = "scan.css"
PRINT = "print.css"
ICON = "icon.svg"
SCRIPTS = "js"
"""Folder of the scripts, and of whatever else they load."""

VENDOR = "vendor"
"""Folder in it of what others wrote, which is sent as it was published."""

PICTURES = "print"
"""Folder of the small pictures of cards on the page that prints."""

TYPES: Final = {".js": SCRIPT, ".wasm": "application/wasm", ".webp": "image/webp"}
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
    return make_page(slim_css(palette_css() + data_path("static", STYLE).read_text("utf-8")), CSS, level=9)


def more_sheet(name: str) -> Page:
    """Return what only some pages need besides: those of the rules or the helpers. Pages behind cards stay small."""
    return make_page(slim_css(data_path("static", name).read_text("utf-8")), CSS, level=9)


def files() -> dict[str, Page]:
    """Return every script and picture below the static folder by its name, such as `js/helpers/reflex.js`."""
    folder = data_path("static")
    return {
        path.relative_to(folder).as_posix(): make_page(_content(path), _type(path.name), level=9)
        for part in (SCRIPTS, PICTURES)
        for path in sorted(folder.joinpath(part).rglob("*.*"))
        if path.is_file()
    }


def slim_css(text: str) -> str:
    """Return a style sheet of ours without comments and the blanks that mean nothing."""
    text = re.sub(r"\s+", " ", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL))
    return re.sub(r": ", ":", re.sub(r" ?([{};,>]) ?", r"\1", text)).strip()


def slim_js(text: str) -> str:
    """Return a script of ours without the lines that are comments and without indentation."""
    return re.sub(r"^ +", "", re.sub(r"^ *//.*\n", "", text, flags=re.MULTILINE), flags=re.MULTILINE)


def _content(path: Path) -> str | bytes:
    """Return what is sent of a file: our scripts made smaller, what others wrote as it is."""
    ours = path.name.endswith(".js") and VENDOR not in path.parts
    return slim_js(path.read_text("utf-8")) if ours else path.read_bytes()


def _type(name: str) -> str:
    suffix = name[name.rindex(".") :]
    return TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"


def versioned(name: str, asset: Page) -> str:
    """Return the asset's address below the site's root; it changes with the content, so it may be kept for ever."""
    return f"static/{name}?v={asset.digest[:8]}"
