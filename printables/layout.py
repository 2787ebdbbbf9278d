"""Where everything lies on a face, for every trim: millimetres from the lower left corner of the trimmed card."""

from dataclasses import dataclass
from typing import Final

from companion.errors import UsageError
from printables.fonts import CAP_HEIGHT
from printables.pen import Box, Point

NARROWEST, WIDEST = 40.0, 120.0
FLATTEST, TALLEST = 1.25, 2.0

_MARGIN: Final = 3.9  # nothing that matters comes nearer to the edge, its outline included: shops ask for 3.2
_NUMBER: Final = 10.0  # height of the number in the corner
_COLUMN: Final = 9.0  # width of the corner's column
_PANEL: Final = 30.0  # side of the code's white panel, quiet zone included
_FRAME: Final = 1.5  # width of the kind frame beside the panel
_HEADER: Final = 5.6  # frame above the panel: icon and word
_FOOTER: Final = 6.0  # frame below the panel: code and address
_GEM: Final = 12.6  # radius of the gem


class TrimError(UsageError):
    """A card size that the face cannot be arranged on."""


@dataclass(frozen=True, slots=True)
class FaceLayout:
    """The places on one face.

    Attributes:
        width: of the trimmed card.
        height: of the trimmed card.
        scale: how much smaller or larger than on a card of 63 x 88 mm letters and lines are.
        number_size: font size of the number.
        corner: where the number in the upper left corner begins: left side and baseline.
        badge: middle of the star pattern under the number.
        badge_radius: of that pattern's disc.
        name: middle of the galaxy's name on its baseline.
        name_width: room for the name.
        gem: middle of the gem.
        gem_radius: of the gem.
        frame: the kind frame.
        panel: lower left corner of the code's white panel.
        panel_side: side of the panel, quiet zone included.
    """

    width: float
    height: float
    scale: float
    number_size: float
    corner: Point
    badge: Point
    badge_radius: float
    name: Point
    name_width: float
    gem: Point
    gem_radius: float
    frame: Box
    panel: Point
    panel_side: float

    @property
    def trim(self) -> Box:
        """Return the trimmed card."""
        return (0.0, 0.0, self.width, self.height)

    def bleed(self, width: float) -> Box:
        """Return the card with this much bleed on every side."""
        return (-width, -width, self.width + width, self.height + width)


def face_layout(width: float, height: float) -> FaceLayout:
    """Arrange a face on a card of this trimmed size in millimetres.

    Raises:
        TrimError: no face can be arranged on such a card.
    """
    if not NARROWEST <= width <= WIDEST or not FLATTEST - 1e-9 <= height / width <= TALLEST + 1e-9:
        raise TrimError(
            f"A trim of {width:g} x {height:g} mm does not work: a card must be {NARROWEST:g} to {WIDEST:g} mm wide "
            f"and {FLATTEST:g} to {TALLEST:g} times as high as wide, for example 63x88."
        )
    scale = min(width / 63, height / 88)
    margin = _MARGIN * scale
    column = _COLUMN * scale
    number_height = _NUMBER * scale
    # The code comes first: as large as the corners leave room for.
    border = _FRAME * scale
    panel = min(_PANEL * max(1.0, scale), width - 2 * (margin + column + 0.9 * scale + border))
    frame_width = panel + 2 * border
    frame_height = _FOOTER * scale + panel + _HEADER * scale
    left = (width - frame_width) / 2
    frame = (left, margin, left + frame_width, margin + frame_height)
    name_baseline = height - margin - 5.2 * scale
    lower, upper = frame[3] + 1.4 * scale, name_baseline - 4.6 * scale
    radius = min(0.2 * width, _GEM * max(1.0, height / 88), (upper - lower) / 2)
    corner = (margin + 0.4 * scale, height - margin - 0.3 * scale - number_height)
    badge_radius = 4.1 * scale
    return FaceLayout(
        width=width,
        height=height,
        scale=scale,
        number_size=number_height / CAP_HEIGHT,
        corner=corner,
        badge=(corner[0] + 0.5 * column - 0.7 * scale, corner[1] - badge_radius - 2.6 * scale),
        badge_radius=badge_radius,
        name=(width / 2 + column / 4, name_baseline),
        name_width=2 * (width / 2 + column / 4 - corner[0] - column - 1.6 * scale),
        gem=(width / 2, (lower + upper) / 2),
        gem_radius=radius,
        frame=frame,
        panel=(left + border, margin + _FOOTER * scale),
        panel_side=panel,
    )
