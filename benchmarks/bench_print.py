"""How long the 56-card A4 deck with art and backs takes, interpreter start included, and how large it is.

Budget (docs/printing.md): at most 2 s and 3 MB. Prints every run; judges the fastest, because whatever else the machine
does only ever adds time. Exit status 1 if the budget is missed.
"""

import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

RUNS = 7
SECONDS = 2.0
BYTES = 3_000_000
GONG = Path(sys.executable).with_name("gong")


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "deck.pdf"
        times = []
        for _ in range(RUNS):
            start = time.perf_counter()
            subprocess.run(
                [GONG, "print", "deck", "-o", path, "--base-url", "https://gong.example"],
                cwd=folder,
                check=True,
                capture_output=True,
            )
            times.append(time.perf_counter() - start)
        size = path.stat().st_size
    print(f"Python {platform.python_version()}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    print("runs     " + "  ".join(f"{seconds:.2f}" for seconds in times) + "  s")
    print(f"fastest  {min(times):.2f} s   median {statistics.median(times):.2f} s   budget {SECONDS:.2f} s")
    print(f"size     {size / 1e6:.2f} MB  budget {BYTES / 1e6:.2f} MB")
    return 0 if min(times) <= SECONDS and size <= BYTES else 1


if __name__ == "__main__":
    sys.exit(main())
