"""The QR codes on the cards: smallest symbol, highest error correction that costs nothing, one black outline.

Sources: ISO/IEC 18004:2015 (modes 7.4, quiet zone 5.3.8, error correction 7.5). The rest of the rules are ours: black
on white, never inverted, no picture inside, a module of at least half a millimetre.
"""

from dataclasses import dataclass
from functools import cache, partial
from typing import Any, Final, Literal, TypeAlias

from qrcode import constants
from qrcode.main import QRCode
from qrcode.util import QRData

from companion.address import BaseUrl, card_address
from companion.errors import GongError, UsageError
from printables.colour import BLACK, WHITE, Rgb, luma
from printables.pen import Pen

Level = Literal["L", "M", "Q", "H"]
Mode = Literal[2, 4]
"""Alphanumeric or byte, in the numbers of the standard (ISO/IEC 18004, table 2)."""
ModuleMatrix: TypeAlias = tuple[tuple[bool, ...], ...]
"""Rows from the top, True for a dark module."""

QUIET: Final = 4
"""Modules of white on every side (ISO/IEC 18004, 5.3.8)."""

SMALLEST_MODULE: Final = 0.5
"""Millimetres; smaller modules do not survive a home printer and an old phone."""

DENSE_MODULE: Final = 0.65
"""Millimetres; below this the command warns."""

LARGEST_VERSION: Final = 9
"""Up to here the length fields of a segment have one size (ISO/IEC 18004, table 3), and no card has room for more."""

_LEVELS: Final[tuple[tuple[Level, int], ...]] = (
    ("H", constants.ERROR_CORRECT_H),
    ("Q", constants.ERROR_CORRECT_Q),
    ("M", constants.ERROR_CORRECT_M),
    ("L", constants.ERROR_CORRECT_L),
)
_BYTE: Final[Literal[4]] = 4
_ALNUM: Final[Literal[2]] = 2
_ALPHANUMERIC: Final = frozenset("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")
_BITS: Final[dict[Mode, float]] = {_BYTE: 8.0, _ALNUM: 5.5}
_HEADER_BITS: Final[dict[Mode, int]] = {_BYTE: 4 + 8, _ALNUM: 4 + 9}  # mode and length, versions 1-9


class HostTooLongError(UsageError):
    """The address would make modules smaller than half a millimetre."""


class ContrastError(GongError):
    """Colours that scanners cannot distinguish."""


@dataclass(frozen=True, slots=True)
class QrSymbol:
    """One QR code.

    Attributes:
        payload: the text it holds.
        version: 1 to 9; the symbol has `4 * version + 17` modules along each side.
        level: error correction, L, M, Q or H.
        matrix: its modules.
    """

    payload: str
    version: int
    level: Level
    matrix: ModuleMatrix

    @property
    def modules(self) -> int:
        """Return the number of modules along each side, without the quiet zone."""
        return len(self.matrix)

    def module_size(self, panel: float) -> float:
        """Return the size of a module in the unit of `panel`, the side of the code with its quiet zone."""
        return panel / (self.modules + 2 * QUIET)


def segments(text: str) -> list[tuple[Mode, str]]:
    """Cut an ASCII text into byte and alphanumeric segments that need the fewest bits together.

    Returns:
        Pairs of mode (as in `qrcode.util`) and text.
    """
    # The cheapest way to write what was read so far, by the mode it ends in: bits (an alphanumeric character counts
    # 5.5), and segments.
    best: dict[Mode, tuple[float, list[tuple[Mode, str]]]] = {}
    for character in text:
        following: dict[Mode, tuple[float, list[tuple[Mode, str]]]] = {}
        for mode, bits in _BITS.items():
            if mode == _ALNUM and character not in _ALPHANUMERIC:
                continue
            options = [] if best else [(_HEADER_BITS[mode] + bits, [(mode, character)])]
            for before, (cost, parts) in best.items():
                last = parts[-1][1]
                if before == mode:
                    options.append((cost + bits, [*parts[:-1], (mode, last + character)]))
                else:
                    odd = 0.5 if before == _ALNUM and len(last) % 2 else 0.0
                    options.append((cost + odd + _HEADER_BITS[mode] + bits, [*parts, (mode, character)]))
            following[mode] = min(options, key=_cheapest)
        best = following
    return min(best.values(), key=_cheapest)[1]


def _cheapest(option: tuple[float, list[tuple[Mode, str]]]) -> tuple[float, int]:
    return option[0], len(option[1])


def _fitted(text: str, level: int) -> "QRCode[Any]":
    """Return a code that holds the text, its smallest version chosen."""
    code: QRCode[Any] = QRCode(version=None, error_correction=level, border=0)
    for mode, part in segments(text):
        code.add_data(QRData(part.encode("ascii"), mode=mode), optimize=0)
    code.best_fit()
    return code


@cache
def choose(length_of: str) -> tuple[int, Level] | None:
    """Return smallest version and highest level for texts like this one, or None if it is longer than version 9 holds.

    Texts with the same letters outside the alphanumeric set at the same places need the same symbol.
    """
    if len(length_of) > 400:  # version 9 at level L holds 335 alphanumeric characters
        return None
    version = int(_fitted(length_of, constants.ERROR_CORRECT_L).version)
    if version > LARGEST_VERSION:
        return None
    for name, level in _LEVELS:
        if _fitted(length_of, level).version == version:
            return version, name
    raise AssertionError("level L fits by construction")


def _pattern(text: str) -> str:
    """Return a text that needs the same symbol as `text`: every alphanumeric character is as long as any other."""
    return "".join("A" if character in _ALPHANUMERIC else "a" for character in text)


def encode(text: str) -> QrSymbol:
    """Return the symbol for an address.

    Raises:
        HostTooLongError: no version up to 9 holds it.
    """
    chosen = choose(_pattern(text))
    if chosen is None:
        raise HostTooLongError(f"The address {text[:60]!r}... is too long for a code on a card.")
    version, level = chosen
    code = _fitted(text, dict(_LEVELS)[level])
    code.version = version
    code.make(fit=False)
    return QrSymbol(text, version, level, tuple(tuple(bool(module) for module in row) for row in code.modules))


def fits(base: BaseUrl, panel: float) -> bool:
    """Return True if the codes of a site have modules of at least half a millimetre on a panel of this side (mm)."""
    chosen = choose(_pattern(card_address(base, "NB4")))
    return chosen is not None and panel / (4 * chosen[0] + 17 + 2 * QUIET) >= SMALLEST_MODULE - 1e-9


def longest_host(base: BaseUrl, panel: float) -> int:
    """Return the length of the longest host that fits on a panel of this side (mm), 0 if none does."""
    longest = 0
    while longest < 253 and fits(BaseUrl(base.scheme, "a" * (longest + 1), base.prefix), panel):
        longest += 1
    return longest


def require_fit(base: BaseUrl, panel: float) -> None:
    """Make sure that the codes of a site can be scanned on a panel of this side (mm).

    Raises:
        HostTooLongError: a module would be smaller than half a millimetre; names the longest host that fits.
    """
    if fits(base, panel):
        return
    longest = longest_host(base, panel)
    if longest:
        advice = f"the longest host that fits on this card has {longest} characters"
    else:
        advice = "no host fits beside this path on this card; use a shorter path or a larger trim"
    raise HostTooLongError(
        f"The host {base.host[:80]!r} has {len(base.host)} characters, and the modules of the codes would be smaller "
        f"than {SMALLEST_MODULE} mm: {advice}."
    )


def outline(matrix: ModuleMatrix) -> list[list[tuple[int, int]]]:
    """Return the borders of the dark modules as closed loops of corners, x to the right and y upwards from the bottom.

    Outer borders run anticlockwise and holes clockwise, so that both fill rules of PDF paint the same. One outline has
    no seams between neighbouring modules, which a rasteriser would show as grey lines.
    """
    size = len(matrix)

    def dark(column: int, row: int) -> bool:
        return 0 <= column < size and 0 <= row < size and matrix[size - 1 - row][column]

    # Every edge between dark and light, with the dark module on its left.
    edges: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for row in range(size):
        for column in range(size):
            if not dark(column, row):
                continue
            for start, step, neighbour in (
                ((column, row), (1, 0), (column, row - 1)),
                ((column + 1, row), (0, 1), (column + 1, row)),
                ((column + 1, row + 1), (-1, 0), (column, row + 1)),
                ((column, row + 1), (0, -1), (column - 1, row)),
            ):
                if not dark(*neighbour):
                    edges.setdefault(start, []).append(step)
    loops = []
    while edges:
        start = here = min(edges)
        heading = (0, 0)
        loop: list[tuple[int, int]] = []
        while not loop or here != start:
            ways = edges[here]
            # Where two dark modules touch at a corner, turn left: each keeps its own border.
            way = ways[0] if len(ways) == 1 else max(ways, key=partial(_left_turn, heading))
            ways.remove(way)
            if not ways:
                del edges[here]
            if way != heading:
                loop.append(here)
            heading = way
            here = (here[0] + way[0], here[1] + way[1])
        loops.append(loop)
    return loops


def _left_turn(heading: tuple[int, int], way: tuple[int, int]) -> int:
    """Return 1 for a turn to the left, -1 for one to the right, 0 for straight on."""
    return heading[0] * way[1] - heading[1] * way[0]


def require_contrast(module: Rgb, panel: Rgb) -> None:
    """Make sure that a scanner can distinguish modules from panel.

    Raises:
        ContrastError: their luma differs by less than half, or the panel is darker than three quarters of white.
    """
    if luma(panel) < 0.75 or luma(panel) - luma(module) < 0.5:
        raise ContrastError(
            f"A code of {_percent(module)} luma on a panel of {_percent(panel)} does not scan: the panel needs "
            "at least 75 % and the modules at least 50 % less than the panel."
        )


def _percent(colour: Rgb) -> str:
    return f"{luma(colour) * 100:.0f} %"


def draw(
    pen: Pen, symbol: QrSymbol, x: float, y: float, panel: float, module: Rgb = BLACK, ground: Rgb = WHITE
) -> None:
    """Draw a code on its panel.

    Args:
        pen: draws in millimetres.
        symbol: the code.
        x: left side of the panel.
        y: bottom of the panel.
        panel: side of the panel, quiet zone included.
        module: colour of the dark modules.
        ground: colour of the panel.

    Raises:
        ContrastError: the colours do not scan.
    """
    require_contrast(module, ground)
    pen.rect((x, y, x + panel, y + panel), fill=ground)
    size = symbol.module_size(panel)
    with pen.at(x + QUIET * size, y + QUIET * size, scale=size):
        pen.path(outline(symbol.matrix), fill=module)
