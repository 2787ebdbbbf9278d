"""The parts of ReportLab that are not public and that printables/pen.py uses: a new version must still have them."""

import io
from typing import Any

from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

CANVAS = ["_shadingUsed", "_formsinuse", "_doc"]
DOCUMENT = ["xobjDict", "Catalog", "info"]
MODULE = ["PDFResourceDictionary", "PDFStream", "PDFZCompress", "PDFName", "PDFArray", "PDFDictionary", "PDFString",
          "PDFInfo"]  # fmt: skip


def test_reportlab_has_the_private_parts_that_the_pen_uses() -> None:
    """Forms get their shadings and forms from the canvas, meshes are streams of `pdfdoc`, PDF/X marks the catalog."""
    canvas: Any = Canvas(io.BytesIO())
    document = canvas._doc if hasattr(canvas, "_doc") else None
    gone = [f"Canvas.{name}" for name in CANVAS if not hasattr(canvas, name)]
    gone += [f"PDFDocument.{name}" for name in DOCUMENT if not hasattr(document, name)]
    gone += [f"pdfdoc.{name}" for name in MODULE if not hasattr(pdfdoc, name)]
    if not gone:
        resources: Any = pdfdoc.PDFResourceDictionary()
        gone += [f"PDFResourceDictionary.{name}" for name in ("basicFonts", "allProcs", "setShading", "XObject")
                 if not hasattr(resources, name)]  # fmt: skip
        gone += [] if hasattr(document.Catalog, "__Defaults__") else ["PDFCatalog.__Defaults__"]
        gone += [] if hasattr(pdfdoc.PDFInfo, "format") else ["PDFInfo.format"]
        gone += [] if hasattr(pdfdoc.PDFStream(), "dictionary") else ["PDFStream.dictionary"]
        gone += [] if hasattr(canvas, "shade") else ["Canvas.shade"]
    assert not gone, f"printables/pen.py uses {', '.join(gone)} of ReportLab, which this version lacks."
