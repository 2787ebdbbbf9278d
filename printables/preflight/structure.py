"""Checks of the objects of a PDF, by pikepdf: fonts, boxes, pictures, colours, transparency, PDF/X.

An unknown file may hold anything, so each page is checked on its own, and a fault in one is a finding, not a failure.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from printables.extras import need
from printables.pen import Box
from printables.preflight.finding_codes import PreflightFinding
from printables.shops import INCH, Shop, ShopProduct

_MM: Final = INCH / 72
TransformMatrix: TypeAlias = tuple[float, float, float, float, float, float]
_PLAIN: Final[TransformMatrix] = (1, 0, 0, 1, 0, 0)

COARSE: Final = 200
"""Pixels per inch below which a picture looks coarse on a card in the hand."""

_DEEPEST: Final = 12  # forms inside forms; a file that goes deeper, or in circles, is not followed
_RGB_OPERATORS: Final = frozenset({"rg", "RG"})
_CMYK_OPERATORS: Final = frozenset({"k", "K"})


@dataclass(slots=True)
class Seen:
    """What one page uses.

    Attributes:
        fonts: names of fonts that are not embedded.
        pictures: pixels per inch of every placed picture.
        rgb: whether screen colours are used.
        cmyk: whether inks are used.
        transparent: what makes the page transparent, or nothing.
    """

    fonts: set[str] = field(default_factory=set)
    pictures: list[float] = field(default_factory=list)
    rgb: bool = False
    cmyk: bool = False
    transparent: str = ""


def times(m: TransformMatrix, n: TransformMatrix) -> TransformMatrix:
    """Return the matrix that applies `m` first and then `n`."""
    a, b, c, d, e, f = m
    p, q, r, s, t, u = n
    return (a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u)


def look(page: Any) -> Seen:
    """Return what a `pikepdf.Page` uses."""
    seen = Seen()
    group = page.obj.get("/Group")
    if group is not None and str(group.get("/S")) == "/Transparency" and _is_rgb(group.get("/CS")):
        seen.transparent = "a transparency group in RGB"
    _content(page.obj, page.resources, _PLAIN, seen, 0, set())
    return seen


def _content(stream: Any, resources: Any, matrix: TransformMatrix, seen: Seen, depth: int, known: set[Any]) -> None:
    """Follow a content stream; `known` holds resources that were looked through before."""
    pikepdf = need("pikepdf")
    if resources is None or depth > _DEEPEST:
        return
    key = resources.objgen if resources.objgen != (0, 0) else None
    if key is None or key not in known:
        known.add(key)
        _resources(resources, seen, depth, known)
    objects = resources.get("/XObject", {})
    stack: list[TransformMatrix] = []
    for instruction in pikepdf.parse_content_stream(stream):
        operator = str(instruction.operator)
        operands = instruction.operands
        if operator == "q":
            stack.append(matrix)
        elif operator == "Q":
            matrix = stack.pop() if stack else matrix
        elif operator == "cm":
            matrix = times(tuple(float(value) for value in operands), matrix)  # type: ignore[arg-type]
        elif operator in _RGB_OPERATORS:
            seen.rgb = True
        elif operator in _CMYK_OPERATORS:
            seen.cmyk = True
        elif operator in ("cs", "CS"):
            _space(operands[0], seen)
        elif operator == "Do":
            found = objects.get(str(operands[0]))
            if found is not None:
                _placed(found, resources, matrix, seen, depth, known)


def _placed(found: Any, resources: Any, matrix: TransformMatrix, seen: Seen, depth: int, known: set[Any]) -> None:
    kind = str(found.get("/Subtype"))
    if kind == "/Form":
        inner = tuple(float(value) for value in found.get("/Matrix", _PLAIN))
        _content(found, found.get("/Resources", resources), times(inner, matrix), seen, depth + 1, known)  # type: ignore[arg-type]
    elif kind == "/Image":
        width, height = math.hypot(matrix[0], matrix[1]), math.hypot(matrix[2], matrix[3])
        if width > 0 and height > 0:
            pixels = min(float(found.Width) / width, float(found.Height) / height)
            seen.pictures.append(pixels * 72)
        if not found.get("/ImageMask", False):
            _space(found.get("/ColorSpace"), seen)


def _resources(resources: Any, seen: Seen, depth: int, known: set[Any]) -> None:  # noqa: C901 - one loop per resource
    for font in dict(resources.get("/Font", {})).values():
        seen.fonts.update(_missing(font))
    for space in dict(resources.get("/ColorSpace", {})).values():
        _space(space, seen)
    for shading in dict(resources.get("/Shading", {})).values():
        _space(shading.get("/ColorSpace"), seen)
    for pattern in dict(resources.get("/Pattern", {})).values():
        if "/Shading" in pattern:
            _space(pattern.Shading.get("/ColorSpace"), seen)
        elif depth < _DEEPEST:
            _content(pattern, pattern.get("/Resources", resources), _PLAIN, seen, depth + 1, known)
    for state in dict(resources.get("/ExtGState", {})).values():
        mode = str(state.get("/BM", "/Normal"))
        if float(state.get("/ca", 1)) < 1 or float(state.get("/CA", 1)) < 1:
            seen.transparent = "an opacity below 100 %"
        elif mode not in ("/Normal", "/Compatible"):
            seen.transparent = f"the blend mode {mode[1:]}"
        elif str(state.get("/SMask", "/None")) != "/None":
            seen.transparent = "a soft mask"
    for found in dict(resources.get("/XObject", {})).values():
        if "/SMask" in found:
            seen.transparent = "a picture with a soft mask"


def _missing(font: Any) -> Iterator[str]:
    """Yield the name of a font if it is not embedded."""
    kind = str(font.get("/Subtype"))
    if kind == "/Type0":
        for inner in font.DescendantFonts:
            yield from _missing(inner)
    elif kind != "/Type3":
        described = font.get("/FontDescriptor", {})
        if not any(name in described for name in ("/FontFile", "/FontFile2", "/FontFile3")):
            yield str(font.get("/BaseFont", "/unnamed"))[1:]


def components(space: Any) -> int:
    """Return how many components a colour space has for our purposes: 1 grey, 3 screen, 4 inks, 0 anything else."""
    if space is None:
        return 0
    name = str(space[0]) if not _is_name(space) and len(space) else str(space)
    plain = {"/DeviceRGB": 3, "/CalRGB": 3, "/Lab": 3, "/RGB": 3, "/DeviceCMYK": 4, "/CMYK": 4}
    if name in ("/DeviceGray", "/CalGray", "/G"):
        return 1
    if name in plain:
        return plain[name]
    if name == "/ICCBased":
        return int(space[1].N)
    if name == "/Indexed":
        return components(space[1])
    if name in ("/Separation", "/DeviceN"):
        return 4 if components(space[2]) == 4 else components(space[2])
    return 0


def _is_name(space: Any) -> bool:
    return isinstance(space, need("pikepdf").Name)


def _is_rgb(space: Any) -> bool:
    return components(space) == 3


def _space(space: Any, seen: Seen) -> None:
    count = components(space)
    seen.rgb |= count == 3
    seen.cmyk |= count == 4


# Boxes and sizes


def box(page: Any, name: str) -> Box | None:
    """Return a box of a page in millimetres, or None if the page has none."""
    found = page.obj.get(f"/{name}")
    if found is None:
        return None
    one, two, three, four = (float(side) * _MM for side in found)
    return (min(one, three), min(two, four), max(one, three), max(two, four))


def boxes(page: Any, number: int, shop: Shop | None) -> Iterator[PreflightFinding]:
    """Yield what is wrong with the boxes of a page.

    Args:
        page: a `pikepdf.Page`.
        number: of it, from 1.
        shop: for whom it is meant, or None if that is not known.
    """
    media = tuple(float(side) * _MM for side in page.mediabox)
    trim, bleed = box(page, "TrimBox"), box(page, "BleedBox")
    for name, inner, outer, around in (("TrimBox", trim, bleed or media, "bleed"), ("BleedBox", bleed, media, "page")):
        if inner is not None and not _inside(inner, outer):  # type: ignore[arg-type]
            yield PreflightFinding("P203", f"The {name} reaches out of the {around}.", number)
    if shop is None:
        return
    if trim is None:
        yield PreflightFinding("P203", f"There is no TrimBox, which {shop.name} needs to know where to cut.", number)
        return
    size = (trim[2] - trim[0], trim[3] - trim[1])
    product = _product(shop, size)
    if product is None:
        made = " or ".join(f"{p.trim[0]:g} x {p.trim[1]:g}" for p in shop.products)
        yield PreflightFinding(
            "P203", f"The TrimBox is {size[0]:.1f} x {size[1]:.1f} mm; {shop.name} cuts {made} mm.", number
        )
        return
    width, height = shop.sheet(product)
    if abs(media[2] - media[0] - width) > 0.2 or abs(media[3] - media[1] - height) > 0.2:
        given = f"{media[2] - media[0]:.1f} x {media[3] - media[1]:.1f}"
        yield PreflightFinding(
            "P205", f"The page is {given} mm; {shop.name} asks for {width:.1f} x {height:.1f} mm.", number
        )
    reach = bleed or media
    least = min(trim[0] - reach[0], trim[1] - reach[1], reach[2] - trim[2], reach[3] - trim[3])
    asked = (width - product.trim[0]) / 2
    if least < asked - 0.1:
        yield PreflightFinding(
            "P204", f"The bleed is {least:.1f} mm wide; {shop.name} asks for {asked:.1f} mm.", number
        )


def _product(shop: Shop, size: tuple[float, float]) -> ShopProduct | None:
    for product in shop.products:
        if abs(product.trim[0] - size[0]) < 0.15 and abs(product.trim[1] - size[1]) < 0.15:
            return product
    return None


def _inside(inner: Box, outer: Box) -> bool:
    return (
        outer[0] - 0.01 <= inner[0]
        and outer[1] - 0.01 <= inner[1]
        and inner[2] <= outer[2] + 0.01
        and inner[3] <= outer[3] + 0.01
    )


# PDF/X


def claims_pdfx(pdf: Any) -> bool:
    """Return True if a `pikepdf.Pdf` declares PDF/X-1a."""
    return str(pdf.docinfo.get("/GTS_PDFXVersion", "")).startswith("PDF/X-1") if "/Info" in pdf.trailer else False


def pdfx(pdf: Any) -> Iterator[PreflightFinding]:  # noqa: C901 - one test per clause
    """Yield what keeps a `pikepdf.Pdf` from PDF/X-1a:2003 besides colours, fonts and boxes, which others look at.

    Source: ISO 15930-4:2003, clause 6; the version of the file, output intent, Trapped, file identifier, actions,
    annotations inside the bleed, and pictures that are kept elsewhere.
    """
    if tuple(int(part) for part in pdf.pdf_version.split(".")) > (1, 4):
        yield PreflightFinding("P304", f"PDF/X-1a:2003 is PDF 1.4, and the file is PDF {pdf.pdf_version}.")
    intents = [i for i in pdf.Root.get("/OutputIntents", []) if str(i.get("/S")) == "/GTS_PDFX"]
    if len(intents) != 1:
        yield PreflightFinding(
            "P304", "PDF/X-1a needs one output intent GTS_PDFX that names the printing condition of the inks."
        )
    elif "/OutputConditionIdentifier" not in intents[0]:
        yield PreflightFinding("P304", "The output intent does not name the printing condition of the inks.")
    elif "/DestOutputProfile" not in intents[0] and "/RegistryName" not in intents[0]:
        yield PreflightFinding(
            "P304", "The output intent has neither a profile nor the registry that lists its condition."
        )
    if str(pdf.docinfo.get("/Trapped", "")) not in ("/True", "/False"):
        yield PreflightFinding("P304", "PDF/X-1a needs to know whether the file is trapped: /Trapped is missing.")
    for name in ("/Title", "/CreationDate", "/ModDate"):
        if name not in pdf.docinfo:
            yield PreflightFinding("P304", f"PDF/X-1a needs {name} in the facts about the file.")
    if "/ID" not in pdf.trailer:
        yield PreflightFinding("P304", "PDF/X-1a needs an identifier of the file.")
    for name in ("/OpenAction", "/AA", "/JavaScript"):
        if name in pdf.Root or name in pdf.Root.get("/Names", {}):
            yield PreflightFinding("P304", f"PDF/X-1a allows no actions, and the file has {name}.")
    for number, page in enumerate(pdf.pages, 1):
        if "/TrimBox" not in page.obj and "/ArtBox" not in page.obj:
            yield PreflightFinding("P304", "PDF/X-1a needs a TrimBox on each page.", number)
        if len(page.obj.get("/Annots", [])):
            yield PreflightFinding("P304", "PDF/X-1a allows no annotations on the printed part of a page.", number)
