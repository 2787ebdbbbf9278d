"""How well each code is printed, graded in the manner of ISO/IEC 15415.

Approximations, because a file is no print and a screen no verifier: reflectance comes from the luma of the rendered
page with paper of 86 % and ink of 5 %, ink spread by 0.05 mm; the aperture is a blur of 0.8 module; modulation is that
of single modules, without the error correction that the standard overlays; the unused error correction is what
zxing-cpp reports for that picture. Not graded: fixed patterns, axial and grid non-uniformity, reflectance margin.
"""

from dataclasses import dataclass
from typing import Any, Final

from printables.camera.optics import BLACK, PAPER
from printables.decoders import zxing
from printables.extras import need

SPREAD: Final = 0.05
"""Millimetres that the ink of the assumed printer spreads."""

_APERTURE: Final = 0.8  # of a module: ISO/IEC 15415, 7.3.3

_GRADES: Final[dict[str, tuple[float, ...]]] = {
    "contrast": (0.70, 0.55, 0.40, 0.20),
    "modulation": (0.50, 0.40, 0.30, 0.20),
    "unused": (0.62, 0.50, 0.37, 0.25),
}
"""Least values for the grades A to D (ISO/IEC 15415, tables 4, 5 and 8)."""


@dataclass(frozen=True, slots=True)
class Quality:
    """How well a code is printed.

    Attributes:
        contrast: symbol contrast, 0 to 1.
        modulation: of the module nearest to the threshold, 0 to 1.
        unused: unused error correction, 0 to 1; None if zxing-cpp does not report or read it.
    """

    contrast: float
    modulation: float
    unused: float | None

    @property
    def grade(self) -> str:
        """Return the worst of the three grades, A to F."""
        values = {"contrast": self.contrast, "modulation": self.modulation, "unused": self.unused}
        return max(_grade(name, value) for name, value in values.items() if value is not None)


def _grade(name: str, value: float) -> str:
    for letter, least in zip("ABCD", _GRADES[name], strict=True):
        if value >= least:
            return letter
    return "F"


def quality(patch: Any, box: tuple[float, float, float, float], modules: int, scale: float) -> Quality:
    """Grade a code.

    Args:
        patch: the print round it as grey bytes.
        box: the symbol without its quiet zone, pixels.
        modules: along each side.
        scale: pixels in a millimetre.
    """
    np, cv2 = need("numpy"), need("cv2")
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * max(1, round(SPREAD * scale)) + 1,) * 2)
    light = cv2.erode((patch.astype(np.float32) / 255) ** 2.2, disc)
    module = (box[2] - box[0]) / modules
    seen = cv2.GaussianBlur(BLACK + (PAPER - BLACK) * light, (0, 0), _APERTURE * module / 4)
    place = (np.arange(modules) + 0.5) / modules
    rows = np.clip(np.round(box[1] + place * (box[3] - box[1]) - 0.5), 0, seen.shape[0] - 1).astype(int)
    columns = np.clip(np.round(box[0] + place * (box[2] - box[0]) - 0.5), 0, seen.shape[1] - 1).astype(int)
    centres = seen[np.ix_(rows, columns)]
    low, high = float(centres.min()), float(centres.max())
    contrast = high - low
    threshold = (high + low) / 2
    modulation = float(2 * np.abs(centres - threshold).min() / contrast) if contrast else 0.0
    picture = np.round((seen / PAPER).clip(0, 1) ** (1 / 2.2) * 255).astype(np.uint8)
    unused = [read.facts.get("UEC") for read in zxing(picture) if read.facts]
    return Quality(contrast, min(1.0, modulation), float(unused[0]) if unused and unused[0] is not None else None)
