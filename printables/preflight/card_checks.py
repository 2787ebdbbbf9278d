"""The deck as a whole: every card there once, one site, backs behind fronts."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from companion.deck import CARDS
from printables.extras import need
from printables.preflight.finding_codes import PreflightFinding
from printables.preflight.symbols import FoundSymbol
from printables.raster import render

_COARSE: Final = 30  # pixels per inch: enough to see where a card lies
_SAME: Final = 0.7  # share of area that front and turned back must have in common; outlined backs have 0.82


def whole(symbols: Sequence[FoundSymbol]) -> Iterator[PreflightFinding]:
    """Yield what is wrong with the deck that the codes make."""
    for symbol in symbols:
        if symbol.card is None:
            yield PreflightFinding(
                "P504", f"The code holds {symbol.text[:80]!r}, which is no card's address.", symbol.page + 1
            )
    found = [symbol for symbol in symbols if symbol.card is not None]
    counts = Counter(symbol.card for symbol in found)
    missing = [card.code for card in CARDS if card.galaxy is not None and card.code not in counts]
    if missing:
        some = ", ".join(missing[:12]) + (" ..." if len(missing) > 12 else "")
        yield PreflightFinding("P501", f"{len(missing)} of the 54 cards have no code that is read: {some}.")
    for code, count in sorted(counts.items()):
        if count > 1:
            pages = ", ".join(sorted({str(symbol.page + 1) for symbol in found if symbol.card == code}, key=int))
            yield PreflightFinding("P502", f"The card is there {count} times, on page {pages}.", card=code)
    sites = Counter(symbol.site for symbol in found)
    if len(sites) > 1:
        listed = ", ".join(f"{site} ({count})" for site, count in sites.most_common(4))
        yield PreflightFinding("P503", f"The codes lead to {len(sites)} sites: {listed}.")


def pairs(document: Any, codes: Mapping[int, int], *, press: bool) -> Iterator[PreflightFinding]:
    """Yield what is wrong with backs and fronts.

    Args:
        document: a `pypdfium2.PdfDocument`.
        codes: number of codes by page, from 0.
        press: whether backs come first, one card on each pair of pages.
    """
    pages = len(document)
    fronts = [page for page in range(pages) if codes.get(page)]
    if press:
        if pages % 2:
            yield PreflightFinding("P505", f"There are {pages} pages; back and front of each card need two.")
        for page in range(pages):
            count = codes.get(page, 0)
            if page % 2 == 0 and count:
                yield PreflightFinding(
                    "P505", "A front stands where the back of a card belongs: backs come first.", page + 1
                )
            elif page % 2 and count != 1:
                yield PreflightFinding("P505", f"The front of a card has one code, and here are {count}.", page + 1)
        return
    if not fronts or len(fronts) == pages or fronts == list(range(pages - 1)):
        return  # fronts only, backs beside fronts, or one back for all at the end
    for page in range(0, pages - 1, 2):
        if not codes.get(page) or codes.get(page + 1):
            yield PreflightFinding(
                "P505", "Fronts and backs do not alternate: a page of fronts, then the page of its backs.", page + 1
            )
            return
    if pages % 2:
        yield PreflightFinding("P505", "The last page of fronts has no page of backs.", pages)
    for page in range(0, pages - 1, 2):
        common = _common(document, page)
        if common < _SAME:
            yield PreflightFinding(
                "P505",
                f"The backs do not lie behind the fronts of page {page + 1}, over whichever edge the sheet is turned "
                f"({common:.0%} of the area in common).",
                page + 2,
            )


def _common(document: Any, page: int) -> float:
    """Return the share of the inked area that a page and the next one, turned over, have in common."""
    np = need("numpy")
    cv2 = need("cv2")

    def inked(number: int) -> Any:
        grey = render(document, number, _COARSE, grey=True)
        mask = (grey < 247).astype(np.uint8)
        near = np.ones((round(5 / 25.4 * _COARSE) | 1,) * 2, np.uint8)
        mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, near)
        outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        mask = cv2.drawContours(mask, outlines, -1, 1, cv2.FILLED)  # cards drawn in outlines become areas
        return cv2.morphologyEx(mask, cv2.MORPH_OPEN, near)  # marks and rulers go away

    front, back = inked(page), inked(page + 1)
    if front.shape != back.shape or not front.any():
        return 0.0
    return float(
        max((front & turned).sum() / max(1, (front | turned).sum()) for turned in (back[:, ::-1], back[::-1, :]))
    )
