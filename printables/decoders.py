"""The three decoders that read a picture: zxing-cpp and zbar, which most phones' readers resemble, and OpenCV's.

None may turn black and white round: many readers do not, so a code that needs it is not good.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from printables.extras import need
from printables.pen import Point

NAMES: Final = ("zxing", "zbar", "opencv")


@dataclass(frozen=True, slots=True)
class Read:
    """A code that was read.

    Attributes:
        text: what it holds.
        corners: of the symbol without its quiet zone, in pixels, clockwise from where its upper left finder lies; empty
            if the decoder does not report them.
        facts: what zxing-cpp reports in addition: `Version`, `ECLevel`, `UEC` (unused error correction, 0 to 1).
    """

    text: str
    corners: tuple[Point, ...] = ()
    facts: Any = None


def zxing(grey: Any, *, invert: bool = False) -> list[Read]:
    """Read with zxing-cpp an array of grey bytes."""
    zxingcpp = need("zxingcpp")
    found = zxingcpp.read_barcodes(grey, formats=zxingcpp.BarcodeFormat.QRCode, try_invert=invert)
    return [Read(code.text, _corners(code.position), _facts(code)) for code in found]


def _corners(position: Any) -> tuple[Point, ...]:
    places = (position.top_left, position.top_right, position.bottom_right, position.bottom_left)
    return tuple((float(place.x), float(place.y)) for place in places)


def _facts(code: Any) -> dict[str, Any]:
    facts = getattr(code, "extra", None)
    return dict(facts) if isinstance(facts, dict) else {}


def zbar(grey: Any) -> list[Read]:
    """Read with zbar an array of grey bytes."""
    pyzbar = need("pyzbar.pyzbar")
    found = pyzbar.decode(grey, symbols=[pyzbar.ZBarSymbol.QRCODE])
    return [Read(code.data.decode("utf-8", "replace")) for code in found]


def opencv(grey: Any) -> list[Read]:
    """Read with OpenCV an array of grey bytes; it reads one code well and many badly, so it is asked for one."""
    cv2 = need("cv2")
    try:
        text, _, _ = cv2.QRCodeDetector().detectAndDecode(grey)
    except (cv2.error, UnicodeDecodeError):  # it fails on some pictures instead of finding nothing
        return []
    return [Read(text)] if text else []


DECODERS: Final[dict[str, Callable[[Any], list[Read]]]] = {"zxing": zxing, "zbar": zbar, "opencv": opencv}
