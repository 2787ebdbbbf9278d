"""Makes one job of the print queue, in a process of its own: `python -m companion.site.print.printer FILE < ORDER`.

Writes `done/total` to standard output for each page. Loads no Flask and no database.
"""

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import companion
from companion.errors import GongError
from companion.site.print.orders import Order, OrderError, make


def start(path: Path) -> subprocess.Popen[str]:
    """Start the process that writes the PDF to `path`; it waits for its order."""
    return subprocess.Popen(  # noqa: S603 - our own module, and a path made of hexadecimal digits
        [sys.executable, "-m", __name__, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(companion.__file__).parents[1],  # where `-m` finds the module, in a checkout that is not installed too
        start_new_session=True,  # Ctrl-C is for the server, which ends its child itself
    )


def communicate(child: subprocess.Popen[str], order: str) -> Iterator[tuple[int, int]]:
    """Send the order, and yield how many pages are made and of how many, until the process ends."""
    assert child.stdin is not None and child.stdout is not None  # noqa: S101 - `start` opened both
    with contextlib.suppress(BrokenPipeError), child.stdin:
        child.stdin.write(order)
    for line in child.stdout:
        done, _, total = line.partition("/")
        yield int(done), int(total)


def main(path: Path) -> int:
    """Make the PDF of the order on standard input; an error is one line on stderr, for the log of the host."""

    def progress(done: int, total: int) -> None:
        print(f"{done}/{total}", flush=True)  # noqa: T201

    try:
        path.write_bytes(make(Order.read(sys.stdin.read()), progress))
    except (GongError, OrderError, OSError) as error:
        print(f"print: {error}".splitlines()[0], file=sys.stderr)  # noqa: T201
        return 1
    return 0


if __name__ == "__main__":
    with contextlib.suppress(AttributeError, OSError):  # Windows has no such thing
        os.nice(10)
    sys.exit(main(Path(sys.argv[1])))
