"""The pen that draws everything printed: a ReportLab canvas measured in millimetres, x to the right and y upwards.

Drawings hold no transparency, so that every viewer, printer driver and print shop shows the same picture. Soft colour
is a mesh of shaded triangles (PDF 32000-1:2008, 8.7.4.5.5 and 8.7.4.5.6), which is smooth at every size.
"""

import struct
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Literal, TypeAlias

from reportlab.lib.colors import CMYKColor, Color
from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

from printables import fonts, ink
from printables.colour import BLACK, Rgb
from printables.fonts import Face

MM: Final = 72 / 25.4
"""Points in a millimetre."""

Point: TypeAlias = tuple[float, float]
Box: TypeAlias = tuple[float, float, float, float]
"""Left, bottom, right, top in millimetres."""
Vertex: TypeAlias = tuple[float, float, Rgb]

_NON_ZERO: Final = 1
"""ReportLab's number for the non-zero winding rule."""


class Pen:
    """Draws on a canvas.

    Attributes:
        canvas: the ReportLab canvas; its current unit must be the millimetre (see `begin_page`).
    """

    def __init__(self, canvas: Canvas) -> None:
        self.canvas: Any = canvas  # the published types of ReportLab leave out half of it

    def begin_page(self, width: float, height: float) -> None:
        """Start a page of this size in millimetres."""
        self.canvas.setPageSize((width * MM, height * MM))
        self.canvas.scale(MM, MM)

    def boxes(self, trim: Box, bleed: Box) -> None:
        """Set trim and bleed box of the following pages, in millimetres."""
        self.canvas.setTrimBox([side * MM for side in trim])
        self.canvas.setBleedBox([side * MM for side in bleed])

    def end_page(self) -> None:
        """Finish the page."""
        self.canvas.showPage()

    # Where and how

    @contextmanager
    def state(self) -> Iterator[None]:
        """Restore position, clip and colours afterwards."""
        self.canvas.saveState()
        yield
        self.canvas.restoreState()

    @contextmanager
    def at(self, x: float, y: float, turn: float = 0.0, scale: float = 1.0) -> Iterator[None]:
        """Draw with the origin at a point, turned anticlockwise by `turn` degrees, enlarged by `scale`."""
        with self.state():
            self.canvas.translate(x, y)
            if turn:
                self.canvas.rotate(turn)
            if scale != 1:
                self.canvas.scale(scale, scale)
            yield

    @contextmanager
    def form(self, name: str, box: Box) -> Iterator[None]:
        """Store what is drawn inside as a form XObject: written once, placed many times with `place`."""
        self.canvas.beginForm(name, *box)
        yield
        # ReportLab gives a form no shadings, so the resources are put together here.
        resources: Any = pdfdoc.PDFResourceDictionary()
        resources.basicFonts()
        resources.allProcs()
        resources.setShading(self.canvas._shadingUsed)
        if self.canvas._formsinuse:
            resources.XObject = self.canvas._doc.xobjDict(self.canvas._formsinuse)
        self.canvas.endForm(Resources=resources)

    def place(self, name: str, x: float = 0.0, y: float = 0.0, turn: float = 0.0, scale: float = 1.0) -> None:
        """Draw a stored form with its origin at a point."""
        with self.at(x, y, turn, scale):
            self.canvas.doForm(name)

    def has_form(self, name: str) -> bool:
        """Return True if a form of this name is stored."""
        return bool(self.canvas.hasForm(name))

    # Lines and areas

    def path(
        self,
        loops: Iterable[Sequence[Point]],
        fill: Rgb | None = None,
        stroke: Rgb | None = None,
        width: float = 0.2,
        *,
        closed: bool = True,
    ) -> None:
        """Draw polygons (or open lines) as one path."""
        path = self.canvas.beginPath()
        for loop in loops:
            points = iter(loop)
            path.moveTo(*next(points))
            for point in points:
                path.lineTo(*point)
            if closed:
                path.close()
        self._paint(path, fill, stroke, width)

    def curve(
        self, start: Point, *arcs: tuple[Point, Point, Point], fill: Rgb | None = None, stroke: Rgb | None = None,
        width: float = 0.2,
    ) -> None:  # fmt: skip
        """Draw cubic Bezier arcs, each two control points and an end point."""
        path = self.canvas.beginPath()
        path.moveTo(*start)
        for first, second, end in arcs:
            path.curveTo(*first, *second, *end)
        self._paint(path, fill, stroke, width)

    def circle(
        self, x: float, y: float, radius: float, fill: Rgb | None = None, stroke: Rgb | None = None, width: float = 0.2
    ) -> None:
        """Draw a circle."""
        self.ellipse((x - radius, y - radius, x + radius, y + radius), fill, stroke, width)

    def ellipse(self, box: Box, fill: Rgb | None = None, stroke: Rgb | None = None, width: float = 0.2) -> None:
        """Draw the ellipse inside a box."""
        path = self.canvas.beginPath()
        path.ellipse(box[0], box[1], box[2] - box[0], box[3] - box[1])
        self._paint(path, fill, stroke, width)

    def rect(
        self, box: Box, fill: Rgb | None = None, stroke: Rgb | None = None, width: float = 0.2, radius: float = 0.0
    ) -> None:
        """Draw a rectangle, with round corners if `radius` is given."""
        path = self.canvas.beginPath()
        size = (box[2] - box[0], box[3] - box[1])
        if radius:
            path.roundRect(box[0], box[1], *size, radius)
        else:
            path.rect(box[0], box[1], *size)
        self._paint(path, fill, stroke, width)

    def dots(self, points: Iterable[Point], diameter: float, colour: Rgb) -> None:
        """Draw many round dots in little space: lines of no length with round ends."""
        with self.state():
            self.canvas.setLineCap(1)
            self.path((((x, y), (x + 0.001, y)) for x, y in points), stroke=colour, width=diameter, closed=False)

    def _paint(self, path: object, fill: Rgb | None, stroke: Rgb | None, width: float) -> None:
        if fill is not None:
            self._fill(fill)
        if stroke is not None:
            self._stroke(stroke)
            self.canvas.setLineWidth(width)
        self.canvas.drawPath(path, stroke=int(stroke is not None), fill=int(fill is not None), fillMode=_NON_ZERO)

    # Which colours the file holds

    def _fill(self, colour: Rgb) -> None:
        self.canvas.setFillColorRGB(*colour)

    def _stroke(self, colour: Rgb) -> None:
        self.canvas.setStrokeColorRGB(*colour)

    # Clips

    def clip_box(self, box: Box, radius: float = 0.0) -> None:
        """Draw inside a rectangle only, until the end of the current `state`."""
        path = self.canvas.beginPath()
        size = (box[2] - box[0], box[3] - box[1])
        if radius:
            path.roundRect(box[0], box[1], *size, radius)
        else:
            path.rect(box[0], box[1], *size)
        self.canvas.clipPath(path, stroke=0, fill=0)

    # Soft colour

    def lattice(self, net: "Lattice") -> None:
        """Shade a net of vertices."""
        self._mesh(5, {"VerticesPerRow": net.columns}, net.data, net.box)

    def triangles(self, vertices: Sequence[Vertex], box: Box) -> None:
        """Shade triangles, three vertices each; all lie inside `box`."""
        record = struct.Struct(">BHHBBB")
        data = b"".join(record.pack(0, *_packed(vertex, box)) for vertex in vertices)
        self._mesh(4, {"BitsPerFlag": 8}, data, box)

    def _mesh(
        self, kind: int, extra: dict[str, int], data: bytes, box: Box, space: str = "DeviceRGB", channels: int = 3
    ) -> None:
        stream = pdfdoc.PDFStream(content=data, filters=[pdfdoc.PDFZCompress])
        stream.dictionary.dict.update(
            ShadingType=kind,
            ColorSpace=pdfdoc.PDFName(space),
            BitsPerCoordinate=16,
            BitsPerComponent=8,
            Decode=pdfdoc.PDFArray([box[0], box[2], box[1], box[3], *([0, 1] * channels)]),
            **extra,
        )
        self.canvas.shade(stream)

    def slope(self, start: Point, end: Point, colours: Sequence[Rgb], positions: Sequence[float] | None = None) -> None:
        """Fill the current clip with a linear gradient."""
        self.canvas.linearGradient(*start, *end, [Color(*colour) for colour in colours], positions, extend=True)

    # Text

    def text(
        self,
        x: float,
        y: float,
        text: str,
        face: Face,
        size: float,
        colour: Rgb = BLACK,
        *,
        align: Literal["left", "centre", "right"] = "left",
        spacing: float = 0.0,
        halo: Rgb | None = None,
        halo_width: float = 0.0,
    ) -> None:
        """Write a line of text on the baseline `y`; a `halo` is a line round the letters, under them."""
        fonts.load(face)
        if align != "left":
            room = fonts.width(text, face, size, spacing)
            x -= room / 2 if align == "centre" else room
        if halo is not None:
            with self.state():
                self.canvas.setLineJoin(1)
                self._stroke(halo)
                self.canvas.setLineWidth(halo_width)
                self._write(x, y, text, face, size, spacing, 1)
        self._fill(colour)
        self._write(x, y, text, face, size, spacing, 0)

    def _write(self, x: float, y: float, text: str, face: Face, size: float, spacing: float, mode: int) -> None:
        line = self.canvas.beginText(x, y)
        line.setFont(face, size)
        line.setCharSpace(spacing)
        line.setTextRenderMode(mode)
        line.textOut(text)
        line.setCharSpace(0)
        line.setTextRenderMode(0)
        self.canvas.drawText(line)

    @contextmanager
    def inside_text(self, x: float, y: float, text: str, face: Face, size: float) -> Iterator[None]:
        """Draw inside the shapes of the letters only."""
        fonts.load(face)
        with self.state():
            line = self.canvas.beginText(x, y)
            line.setFont(face, size)
            line.setTextRenderMode(7)
            line.textOut(text)
            self.canvas.drawText(line)
            yield


class InkPen(Pen):
    """A pen for presses: every colour becomes inks (printables/ink.py), and pure black is black ink alone."""

    def _fill(self, colour: Rgb) -> None:
        self.canvas.setFillColorCMYK(*_inks(colour))

    def _stroke(self, colour: Rgb) -> None:
        self.canvas.setStrokeColorCMYK(*_inks(colour))

    def _mesh(
        self, kind: int, extra: dict[str, int], data: bytes, box: Box, space: str = "DeviceCMYK", channels: int = 4
    ) -> None:
        # A vertex ends with its three bytes of colour; before them stand four of its place, and a flag in triangles.
        place = 4 + (kind == 4)
        converted = bytearray()
        for start in range(0, len(data), place + 3):
            colour = start + place
            converted += data[start:colour] + _ink_bytes(data[colour], data[colour + 1], data[colour + 2])
        super()._mesh(kind, extra, bytes(converted), box, space, channels)

    def slope(self, start: Point, end: Point, colours: Sequence[Rgb], positions: Sequence[float] | None = None) -> None:
        """Fill the current clip with a linear gradient."""
        inks = [CMYKColor(*ink.cmyk(colour)) for colour in colours]
        self.canvas.linearGradient(*start, *end, inks, positions, extend=True)

    def mark_pdfx(self) -> None:
        """Declare PDF/X-1a:2003 and the printing condition of the inks in the file."""
        document = self.canvas._doc
        intent = pdfdoc.PDFDictionary({
            "Type": pdfdoc.PDFName("OutputIntent"),
            "S": pdfdoc.PDFName("GTS_PDFX"),
            "OutputConditionIdentifier": pdfdoc.PDFString("CGATS TR 001"),
            "OutputCondition": pdfdoc.PDFString("SWOP (publication) printing in USA"),
            "RegistryName": pdfdoc.PDFString("http://www.color.org"),
            "Info": pdfdoc.PDFString("US Web Coated (SWOP) v2"),
        })  # fmt: skip
        catalog = document.Catalog
        catalog.__Defaults__ = {**catalog.__Defaults__, "OutputIntents": pdfdoc.PDFArray([intent])}
        info = _PressInfo()
        info.__dict__.update(document.info.__dict__)
        document.info = info


class _PressInfo(pdfdoc.PDFInfo):
    """Facts about a file, with the one that PDF/X wants (ISO 15930-4, 6.13)."""

    def format(self, document: Any) -> bytes:
        text: bytes = super().format(document)
        return text[: text.rindex(b">>")] + b"/GTS_PDFXVersion (PDF/X-1a:2003) >>"


def _inks(colour: Rgb) -> ink.Cmyk:
    return ink.BLACK_INK if colour == BLACK else ink.cmyk(colour)


_ink_bytes = cache(ink.cmyk_bytes)


@dataclass(frozen=True, slots=True)
class Lattice:
    """A net of coloured vertices, ready to be stored; make one with `lattice`.

    Attributes:
        columns: vertices in each row.
        data: the vertices as the file holds them.
        box: what they lie in.
    """

    columns: int
    data: bytes
    box: Box


def lattice(columns: int, vertices: Sequence[Vertex], box: Box) -> Lattice:
    """Return the net of these vertices, row after row; all lie inside `box`."""
    record = struct.Struct(">HHBBB")
    return Lattice(columns, b"".join(record.pack(*_packed(vertex, box)) for vertex in vertices), box)


def _packed(vertex: Vertex, box: Box) -> tuple[int, int, int, int, int]:
    x, y, (red, green, blue) = vertex
    return (
        round((x - box[0]) / (box[2] - box[0]) * 65535),
        round((y - box[1]) / (box[3] - box[1]) * 65535),
        round(red * 255),
        round(green * 255),
        round(blue * 255),
    )
