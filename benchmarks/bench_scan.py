"""How many synthetic photographs of our own deck are read, and how fast they are made: `make bench-scan`.

Floors (docs/design.md 9): mixed scenes read by zxing-cpp >= 86 %, by zbar >= 76 %, by either >= 92 %. The scenes are
those of docs/printing.md, one frame each; a phone takes thirty a second until one is read. Exit status 1 below a floor.
"""

import os
import platform
import sys
import tempfile
import time
from pathlib import Path

from companion.address import parse_base_url
from printables.camera.scan import scan
from printables.deck_pdf import build_deck
from printables.options import DeckOptions

SCENES = 1000
SEED = 1
FLOORS = {("zxing",): 0.86, ("zbar",): 0.76, ("zxing", "zbar"): 0.92}


def main() -> int:
    deck = build_deck(parse_base_url("https://gong.example"), DeckOptions(duplex="none"))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "deck.pdf"
        path.write_bytes(deck.data)
        start = time.perf_counter()
        report = scan(path, SCENES, SEED, workers=os.cpu_count() or 1, axes=False)
        seconds = time.perf_counter() - start
    print(f"Python {platform.python_version()}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    print(f"{SCENES} mixed synthetic scenes of seed {SEED}, 56 cards: {seconds:.0f} s")
    good = True
    for names, floor in FLOORS.items():
        rate = report.rate(*names)
        good &= rate >= floor
        print(f"{' or '.join(names):<14} {rate:6.1%}   floor {floor:.0%}   {'met' if rate >= floor else 'MISSED'}")
    print(f"{'opencv':<14} {report.rate('opencv'):6.1%}   no floor")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
