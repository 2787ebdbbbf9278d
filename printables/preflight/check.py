"""One look at a file: structure, ink, codes, deck. Nothing in the file makes it fail; everything becomes a finding."""

import io
import logging
import re
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from printables import ink, qr
from printables.document import PageProgress
from printables.extras import need
from printables.preflight import card_checks, structure, symbols
from printables.preflight.finding_codes import PreflightFinding
from printables.preflight.plates import Plates, UnmeasurableError
from printables.preflight.symbols import MEASURING, FoundSymbol
from printables.raster import PageTooLargeError, PdfError, PdfNotFoundError, open_pdf
from printables.shops import PRESS_SHOPS, Shop

MOST_PAGES: Final = 1000
MOST_BYTES: Final = 500_000_000

_ROUNDING: Final = 4 * 0.5 / 255  # each plate is measured in whole bytes


logging.getLogger("pikepdf").addHandler(logging.NullHandler())  # what it logs of damage is a finding already


@dataclass(slots=True)
class Report:
    """What was found.

    Attributes:
        path: of the file.
        pages: how many it has.
        findings: what is not good, in the order of pages.
        symbols: every code that was read.
        most_ink: largest sum of inks on any pixel, 2.4 for 240 %; None if it was not measured.
        ink_note: why it was not measured, or nothing.
        pdfx: whether the file declares PDF/X-1a.
        plates: the inks of its pages, while they are looked at.
    """

    path: Path
    pages: int = 0
    findings: list[PreflightFinding] = field(default_factory=list)
    symbols: list[FoundSymbol] = field(default_factory=list)
    most_ink: float | None = None
    ink_note: str = ""
    pdfx: bool = False
    plates: Plates | None = None

    @property
    def good(self) -> bool:
        """Return True if there is no finding."""
        return not self.findings


def check(path: Path, shop: str | None = None, progress: PageProgress | None = None) -> Report:
    """Look at a file.

    Args:
        path: of the PDF.
        shop: short name of the press shop that it is for; without one, what every printer needs is looked at, and what
            a press needs only if the file declares PDF/X-1a.
        progress: called after each page.

    Raises:
        PdfNotFoundError: there is no such file.
        MissingExtraError: a library of the extra `scan` is not installed.
    """
    report = Report(path)
    for library in ("pikepdf", "pypdfium2", "numpy", "cv2", "zxingcpp", "pyzbar.pyzbar"):
        need(library)
    try:
        if path.stat().st_size > MOST_BYTES:
            report.findings.append(PreflightFinding("P104", f"The file has more than {MOST_BYTES // 1_000_000} MB."))
            return report
        data = path.read_bytes()
    except OSError as error:
        raise PdfNotFoundError(f"Cannot read {path}: {error.strerror or error}.") from None
    maker = PRESS_SHOPS[shop] if shop else None
    fatal = {"P101", "P102", "P103", "P104"}
    with warnings.catch_warnings(record=True) as warned:  # pikepdf speaks of damage as warnings too
        warnings.simplefilter("always")
        report.findings += _structure(data, maker, report)
        if not any(finding.code in fatal for finding in report.findings):
            report.findings += _pixels(data, maker, report, progress)
    damaged = any(finding.code in ("P101", "P105") for finding in report.findings)
    for warning in [] if damaged else warned[:1]:
        report.findings.append(PreflightFinding("P105", f"The file is damaged ({_short(warning.message)})."))
    if report.plates is not None:
        report.plates.close()
        report.plates = None
    report.findings.sort(key=lambda finding: (finding.page or 0, finding.code, finding.card or ""))
    return report


def _structure(data: bytes, shop: Shop | None, report: Report) -> Iterator[PreflightFinding]:
    pikepdf = need("pikepdf")
    try:
        pdf = pikepdf.open(io.BytesIO(data))
    except pikepdf.PasswordError:
        yield PreflightFinding("P102", "The file is encrypted with a password; save it without one.")
        return
    except Exception as error:  # an unknown file can break a parser in many ways
        yield PreflightFinding("P101", f"It cannot be read as a PDF ({_short(error)}).")
        return
    with pdf:
        try:
            if pdf.is_encrypted:
                yield PreflightFinding("P102", "The file is encrypted; print shops refuse that: save it without.")
            report.pages = len(pdf.pages)
        except Exception as error:
            yield PreflightFinding("P101", f"It cannot be read as a PDF ({_short(error)}).")
            return
        if not report.pages:
            yield PreflightFinding("P103", "The file has no page.")
            return
        if report.pages > MOST_PAGES:
            yield PreflightFinding("P104", f"The file has {report.pages} pages; a deck has at most {MOST_PAGES}.")
            return
        yield from _guarded(lambda: list(_facts(pdf, data, shop, report)))
        for warning in list(pdf.get_warnings())[:1]:
            yield PreflightFinding("P105", f"The file is damaged and was mended to look at it ({_short(warning)}).")


def _facts(pdf: Any, data: bytes, shop: Shop | None, report: Report) -> Iterator[PreflightFinding]:
    report.pdfx = structure.claims_pdfx(pdf)
    press = shop is not None or report.pdfx
    if report.pdfx:
        yield from structure.pdfx(pdf)
    sizes: Counter[tuple[int, int]] = Counter()
    rgb = cmyk = False
    for number, page in enumerate(pdf.pages, 1):
        try:
            seen = structure.look(page)
            yield from structure.boxes(page, number, shop)
            box = page.mediabox
            sizes[round(abs(float(box[2]) - float(box[0]))), round(abs(float(box[3]) - float(box[1])))] += 1
        except Exception as error:
            yield PreflightFinding("P105", f"The page is damaged ({_short(error)}).", number)
            continue
        rgb, cmyk = rgb or seen.rgb, cmyk or seen.cmyk
        for font in sorted(seen.fonts):
            yield PreflightFinding(
                "P201", f"The font {font} is not embedded; another printer would put one of its own.", number
            )
        if seen.pictures and min(seen.pictures) < structure.COARSE:
            yield PreflightFinding(
                "P202",
                f"A picture has {min(seen.pictures):.0f} pixels per inch; below {structure.COARSE} it looks coarse.",
                number,
            )
        if press and seen.rgb:
            yield PreflightFinding("P301", "The page uses screen colours (RGB); a press needs CMYK.", number)
        if press and seen.transparent:
            yield PreflightFinding("P302", f"The page is transparent ({seen.transparent}); flatten it.", number)
    if len(sizes) > 1:
        listed = ", ".join(f"{w / 72 * 25.4:.1f} x {h / 72 * 25.4:.1f} mm ({n})" for (w, h), n in sizes.most_common(3))
        yield PreflightFinding("P205", f"The pages have {len(sizes)} sizes: {listed}.")
    if press or cmyk:
        if rgb:
            report.ink_note = "screen colours"
        else:
            yield from _ink(data, report)


def _ink(data: bytes, report: Report) -> Iterator[PreflightFinding]:
    try:
        report.plates = plates = Plates(data)
        for page in range(report.pages):
            total = plates.inks(page).sum(axis=2)
            most = float(total.max())
            report.most_ink = max(report.most_ink or 0.0, most)
            if most > ink.LIMIT + _ROUNDING:
                share = float((total > ink.LIMIT + _ROUNDING).mean())
                yield PreflightFinding(
                    "P303",
                    f"There is up to {most:.0%} of ink, on {max(share, 0.0001):.2%} of the page above "
                    f"{ink.LIMIT:.0%}; it would smear.",
                    page + 1,
                )
    except UnmeasurableError as error:
        report.ink_note = str(error)


def _pixels(
    data: bytes, shop: Shop | None, report: Report, progress: PageProgress | None
) -> Iterator[PreflightFinding]:
    try:
        with open_pdf(data) as document:
            for page in range(len(document)):
                try:
                    report.symbols += symbols.find(document, page)
                except (PageTooLargeError, PdfError) as error:
                    code = "P104" if isinstance(error, PageTooLargeError) else "P105"
                    yield PreflightFinding(code, f"{str(error)[:1].upper()}{str(error)[1:]}.", page + 1)
                if progress is not None:
                    progress(page + 1, len(document))
            for symbol in report.symbols:
                yield from _symbol(symbol)
            yield from card_checks.whole(report.symbols)
            codes = Counter(symbol.page for symbol in report.symbols)
            with suppress(PageTooLargeError, PdfError):  # reported above
                yield from card_checks.pairs(document, codes, press=shop is not None)
    except PdfError as error:
        yield PreflightFinding("P101", f"{str(error)[:1].upper()}{str(error)[1:]}.")
        return
    plates = report.plates
    if plates is not None:
        yield from _guarded(lambda: list(_black(plates, report)))


def _symbol(symbol: FoundSymbol) -> Iterator[PreflightFinding]:
    """Yield what is wrong with one code."""
    page, card = symbol.page + 1, symbol.card
    for decoder in symbols.READERS:
        missed = [str(dpi) for name, dpi in symbol.missed if name == decoder]
        if missed and not symbol.inverted:
            yield PreflightFinding("P401", f"The code is not read by {decoder} at {', '.join(missed)} dpi.", page, card)
    if symbol.quiet < qr.QUIET - 0.2:
        yield PreflightFinding(
            "P402", f"There are {symbol.quiet:.1f} modules of white around the code; it needs {qr.QUIET}.", page, card
        )
    if 0 < symbol.module < qr.SMALLEST_MODULE - 0.005:
        yield PreflightFinding(
            "P403",
            f"The modules are {symbol.module:.2f} mm; below {qr.SMALLEST_MODULE} mm many phones fail on paper.",
            page,
            card,
        )
    if symbol.inverted:
        yield PreflightFinding("P404", "The code is light on dark; many phones read dark on light only.", page, card)
    elif symbol.light < 0.75 or symbol.contrast < 0.5:
        yield PreflightFinding(
            "P404",
            f"The code has a ground of {symbol.light:.0%} luma and a contrast of {symbol.contrast:.0%}; it needs 75 % "
            "and 50 %.",
            page,
            card,
        )
    if card and symbol.printed and card not in symbol.printed:
        yield PreflightFinding(
            "P405", f"The code leads to {card}, and {symbol.printed[0]} is printed beside it.", page, card
        )


def _black(plates: Plates, report: Report) -> Iterator[PreflightFinding]:
    """Yield codes that are not printed in black alone."""
    np = need("numpy")
    for symbol in report.symbols:
        if symbol.box[2] <= symbol.box[0]:
            continue
        inks = plates.inks(symbol.page, MEASURING / 2)
        left, top, right, bottom = (round(side / 2) for side in symbol.box)
        inside = inks[top:bottom, left:right]
        coloured = float(inside[..., :3].max()) if inside.size else 0.0
        black = float(np.percentile(inside[..., 3], 98)) if inside.size else 1.0
        if coloured > 0.02 or black < 0.95:
            yield PreflightFinding(
                "P406",
                f"The code has {coloured:.0%} of coloured ink and {black:.0%} of black; plates that meet badly would "
                "blur it: use black alone.",
                symbol.page + 1,
                symbol.card,
            )


def _guarded(look: Callable[[], list[PreflightFinding]]) -> list[PreflightFinding]:
    """Return what a look finds, or that the file is damaged."""
    try:
        return look()
    except Exception as error:
        return [PreflightFinding("P105", f"The file is damaged ({_short(error)}).")]


def _short(error: object) -> str:
    """Return one line about a fault, without the name of the buffer that the file lies in."""
    text = re.sub(r"(stream )?<_io\.BytesIO[^>]*>[^:]*: ?", "", " ".join(str(error).split())) or type(error).__name__
    return text if len(text) <= 120 else text[:117] + "..."
