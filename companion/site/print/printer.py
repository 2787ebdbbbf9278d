"""Makes one job of the print queue, in a process of its own: `python -m companion.site.print.printer FOLDER ID`."""

import contextlib
import os
import sys
from pathlib import Path

from companion.errors import GongError
from companion.files import replace_file
from companion.site.print.orders import Order, OrderError, make


def main(folder: Path, job: str) -> int:
    """Make the job; what goes wrong is one line on stderr, for the log of the host."""

    def progress(done: int, total: int) -> None:
        replace_file(folder / f"{job}.progress", f"{done}/{total}".encode())

    try:
        order = Order.read((folder / f"{job}.job").read_text("utf-8"))
        replace_file(folder / f"{job}.pdf", make(order, progress))
    except (GongError, OrderError, OSError) as error:
        print(f"print: {error}".splitlines()[0], file=sys.stderr)  # noqa: T201
        return 1
    return 0


if __name__ == "__main__":
    with contextlib.suppress(AttributeError, OSError):  # Windows has no such thing
        os.nice(10)
    sys.exit(main(Path(sys.argv[1]), sys.argv[2]))
