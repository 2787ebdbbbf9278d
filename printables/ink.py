"""From screen colours to printing inks: cyan, magenta, yellow, black, never more than a press can dry.

The conversion is ours, a formula and no profile, so that it gives the same inks on every machine:

1. C, M, Y = 1 - R, G, B. Coded sRGB values take the place of dot areas, which is right to the eye because the dot gain
   of a press darkens the middle tones about as much as the coding of sRGB lightens them.
2. Black takes over the grey part G = min(C, M, Y), little of it in light tones and nearly all in dark ones: K = G^2
   (grey component replacement). What is left is (X - K) / (1 - K), so that black times colour is as dark as before.
3. Equal amounts of C, M and Y look brown in print: the grey part that is left gets 16 % less M and Y (grey balance).
4. If the sum is above the limit, C, M and Y shrink together until it is not.

Black becomes a rich black of C 50 M 42 Y 42 K 100. Inks of a mesh or gradient are mixed linearly between its corners,
so their sum stays under the limit everywhere if it does at the corners.

Sources of the ideas: PostScript Language Reference, 3rd edition, 7.2.3 (black generation and undercolour removal); ISO
12647-2 (grey balance of about C 50 M 40 Y 40).
"""

from typing import Final, TypeAlias

from printables.colour import Rgb

Cmyk: TypeAlias = tuple[float, float, float, float]
"""Cyan, magenta, yellow, black, each 0 to 1."""

LIMIT: Final = 2.4
"""Largest sum of the four inks: 240 %, what DriveThruCards allows (printables/shops.py)."""

_TARGET: Final = LIMIT - 0.02  # room for rounding to bytes

BLACK_INK: Final[Cmyk] = (0.0, 0.0, 0.0, 1.0)
"""Black alone: for codes and letters, whose edges must not depend on how exactly four plates meet."""

_BALANCE: Final = 0.16


def cmyk(colour: Rgb) -> Cmyk:
    """Return the inks for a colour."""
    cyan, magenta, yellow = (min(1.0, max(0.0, 1 - channel)) for channel in colour)
    grey = min(cyan, magenta, yellow)
    black = grey * grey
    if grey > 1 - 1e-6:
        cyan = magenta = yellow = 0.5  # the limit of step 2 where all three are full
    else:
        cyan, magenta, yellow = ((ink - black) / (1 - black) for ink in (cyan, magenta, yellow))
    less = _BALANCE * min(cyan, magenta, yellow)
    magenta, yellow = magenta - less, yellow - less
    coloured = cyan + magenta + yellow
    shrink = min(1.0, (_TARGET - black) / coloured) if coloured else 1.0
    return (cyan * shrink, magenta * shrink, yellow * shrink, black)


def cmyk_bytes(red: int, green: int, blue: int) -> bytes:
    """Return the inks for a colour of three bytes as four bytes."""
    return bytes(round(ink * 255) for ink in cmyk((red / 255, green / 255, blue / 255)))
