"""A phone's camera that is made up: photographs of finished pages, from the eye of three decoders.

>>> report = scan(Path("deck.pdf"), scenes=300, seed=1)
>>> report.rate("zxing", "zbar") > 0.92
True
"""

from printables.camera.scan import ScanReport, scan

__all__ = ["ScanReport", "scan"]
