"""The style sheets and the icon: made once at start, their colours taken from `companion.palette`."""

from collections.abc import Iterator

from companion.data import data_path
from companion.palette import GALAXY_COLORS, KIND_COLORS, PAPER_INK
from companion.site.page import CSS, Page, make_page

STYLE = "site.css"
RULES = "rules.css"
ICON = "icon.svg"


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


def rules_sheet() -> Page:
    """Return what only the pages of rules need besides; the page behind a card stays small."""
    return make_page(data_path("static", RULES).read_text("utf-8"), CSS, level=9)


def versioned(name: str, asset: Page) -> str:
    """Return the asset's address below the site's root; it changes with the content, so it may be kept for ever."""
    return f"static/{name}?v={asset.digest[:8]}"
