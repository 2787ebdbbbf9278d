"""How much ink lies on each pixel of a page.

PDFium renders to screen colours only. So each page is rendered twice from copies of the file in which colours are
swapped for inks: once with the areas of cyan, magenta and yellow as red, green and blue, once with black as grey, both
on black for paper without ink. What overlaps, shades and smooths does so exactly as on the plates of a press.
"""

import io
from typing import Any, Final

from printables.extras import need
from printables.preflight.structure import components
from printables.raster import render

PLATE_DPI: Final = 100
"""Enough for areas; a line thinner than a quarter of a millimetre dries by itself."""


class UnmeasurableError(Exception):
    """The file uses colours or constructions whose ink cannot be computed; the text names them."""


class _Swap:
    """Swaps the colours of one copy of a file.

    Attributes:
        black: whether the plate of black is made, instead of the other three.
    """

    def __init__(self, pdf: Any, *, black: bool) -> None:
        self.pdf = pdf
        self.black = black
        self.pikepdf = need("pikepdf")
        self.np = need("numpy")
        self.done: set[tuple[int, int]] = set()

    def inks(self, values: Any) -> list[float]:
        """Return the red, green and blue that stand for a colour of four inks or of grey."""
        parts = [float(value) for value in values]
        if len(parts) == 1:
            parts = [0.0, 0.0, 0.0, 1 - parts[0]]
        if len(parts) != 4:
            raise UnmeasurableError("screen colours")
        return [parts[3]] * 3 if self.black else parts[:3]

    def _once(self, found: Any) -> bool:
        """Return True if an object is met for the first time."""
        if found.objgen != (0, 0):
            if found.objgen in self.done:
                return False
            self.done.add(found.objgen)
        return True

    def content(self, stream: Any, resources: Any) -> bytes:
        """Return a content stream with other colours, and swap what it uses."""
        pikepdf = self.pikepdf
        self.resources(resources)
        spaces = resources.get("/ColorSpace", {})
        kinds = {"sc": 1, "scn": 1, "SC": 1, "SCN": 1}
        result = []
        for instruction in pikepdf.parse_content_stream(stream):
            operator, operands = str(instruction.operator), list(instruction.operands)
            if operator in ("k", "g", "rg", "K", "G", "RG"):
                name = "rg" if operator.islower() else "RG"
                instruction = pikepdf.ContentStreamInstruction(self.inks(operands), pikepdf.Operator(name))
            elif operator in ("cs", "CS"):
                space = spaces.get(str(operands[0]), operands[0])
                kind = 0 if str(operands[0]) == "/Pattern" else components(space)
                if str(operands[0]) != "/Pattern":
                    if kind not in (1, 4) or str(space[0] if kind and not isinstance(space, pikepdf.Name) else "") in (
                        "/Separation", "/DeviceN", "/Indexed",
                    ):  # fmt: skip
                        raise UnmeasurableError("screen or spot colours")
                    instruction = pikepdf.ContentStreamInstruction([pikepdf.Name.DeviceRGB], instruction.operator)
            elif operator in kinds and not isinstance(operands[-1], pikepdf.Name):
                instruction = pikepdf.ContentStreamInstruction(self.inks(operands), instruction.operator)
            elif operator == "INLINE IMAGE":
                raise UnmeasurableError("pictures inside the content")
            result.append(instruction)
        return bytes(pikepdf.unparse_content_stream(result))

    def resources(self, resources: Any) -> None:
        """Swap shadings, patterns, forms and pictures."""
        for shading in dict(resources.get("/Shading", {})).values():
            self.shading(shading)
        for found in [*dict(resources.get("/Pattern", {})).values(), *dict(resources.get("/XObject", {})).values()]:
            if not self._once(found):
                continue
            if "/Shading" in found:
                self.shading(found.Shading)
            elif str(found.get("/Subtype")) == "/Image":
                self.picture(found)
            else:
                found.write(self.content(found, found.get("/Resources", resources)))

    def shading(self, shading: Any) -> None:
        """Swap the colours of a shading."""
        if not self._once(shading):
            return
        kind = int(shading.ShadingType)
        count = components(shading.ColorSpace)
        if count not in (1, 4):
            raise UnmeasurableError("screen colours")
        if "/Function" in shading:
            self.function(shading.Function)
        elif kind in (4, 5):
            self.mesh(shading, kind, count)
        else:
            raise UnmeasurableError("patch meshes")
        shading.ColorSpace = self.pikepdf.Name.DeviceRGB

    def function(self, function: Any) -> None:
        """Swap the colours that a function gives."""
        if not self._once(function):
            return
        kind = int(function.get("/FunctionType", -1)) if not isinstance(function, self.pikepdf.Array) else -1
        if kind == 2:
            function.C0 = self.pikepdf.Array(self.inks(function.get("/C0", [0])))
            function.C1 = self.pikepdf.Array(self.inks(function.get("/C1", [1])))
            if "/Range" in function:
                function.Range = self.pikepdf.Array([0, 1] * 3)
        elif kind == 3:
            for part in function.Functions:
                self.function(part)
        else:
            raise UnmeasurableError("gradients by tables or programs")

    def mesh(self, shading: Any, kind: int, count: int) -> None:
        """Swap the colours of the vertices of a mesh."""
        flag = int(shading.BitsPerFlag) if kind == 4 else 0
        bits = int(shading.BitsPerCoordinate)
        if int(shading.BitsPerComponent) != 8 or flag % 8 or bits % 8:
            raise UnmeasurableError("meshes of odd bits")
        if [float(value) for value in list(shading.Decode)[4:]] != [0.0, 1.0] * count:
            raise UnmeasurableError("meshes with stretched colours")
        np = self.np
        place = (flag + 2 * bits) // 8
        data = np.frombuffer(shading.read_bytes(), dtype=np.uint8)
        rows = data[: len(data) // (place + count) * (place + count)].reshape(-1, place + count)
        colours = rows[:, place:]
        if count == 1:
            colours = np.column_stack([np.zeros((len(rows), 3), np.uint8), 255 - colours])
        plate = np.repeat(colours[:, 3:4], 3, axis=1) if self.black else colours[:, :3]
        shading.write(np.ascontiguousarray(np.column_stack([rows[:, :place], plate])).tobytes())
        shading.Decode = self.pikepdf.Array([*list(shading.Decode)[:4], *([0, 1] * 3)])

    def picture(self, image: Any) -> None:
        """Swap the pixels of a picture."""
        np = self.np
        if image.get("/ImageMask", False):
            return
        if components(image.get("/ColorSpace")) not in (1, 4):
            raise UnmeasurableError("pictures in screen colours")
        pixels = np.asarray(self.pikepdf.PdfImage(image).as_pil_image().convert("CMYK"))
        plate = np.repeat(pixels[..., 3:4], 3, axis=2) if self.black else pixels[..., :3]
        image.write(np.ascontiguousarray(plate).tobytes())
        image.ColorSpace = self.pikepdf.Name.DeviceRGB
        image.BitsPerComponent = 8
        for name in ("/Decode", "/SMask", "/Mask", "/DecodeParms"):
            if name in image:
                del image[name]


def _plate(data: bytes, *, black: bool) -> bytes:
    pikepdf = need("pikepdf")
    with pikepdf.open(io.BytesIO(data)) as pdf:
        swap = _Swap(pdf, black=black)
        for page in pdf.pages:
            page.contents_coalesce()
            page.Contents = pdf.make_stream(swap.content(page.obj, page.resources))
        buffer = io.BytesIO()
        pdf.save(buffer)
    return buffer.getvalue()


class Plates:
    """The inks of the pages of a PDF; close it with `close`."""

    def __init__(self, data: bytes) -> None:
        pypdfium2 = need("pypdfium2")
        self._copies = [pypdfium2.PdfDocument(_plate(data, black=black)) for black in (False, True)]

    def close(self) -> None:
        """Let the copies go."""
        for copy in self._copies:
            copy.close()

    def inks(self, page: int, dpi: float = PLATE_DPI) -> Any:
        """Return the inks of a page, from 0, as rows x columns x CMYK, each 0 to 1.

        Raises:
            PageTooLargeError: it would have too many pixels.
            PdfError: PDFium cannot draw the page.
        """
        np = need("numpy")
        colours, black = (render(copy, page, dpi, ground=(0, 0, 0)) for copy in self._copies)
        return np.concatenate([colours, black[..., :1]], axis=2).astype(np.float32) / 255
