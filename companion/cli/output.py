"""Writes the file that a command makes, whole or not at all, to a path or to standard output."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

from companion.cli.progress import progress_bar

if TYPE_CHECKING:
    from printables.document import Progress

STANDARD: Final = "-"
"""Stands for standard output where a file is asked for."""


class WholeFile(Protocol):
    """Something that is a file as a whole."""

    @property
    def data(self) -> bytes:
        """The octets of the file."""


AnyFile = TypeVar("AnyFile", bound=WholeFile)


def write(output: str, make: "Callable[[Progress], AnyFile]") -> AnyFile:
    """Make a file with a progress bar, write it whole, and return what was made.

    Raises:
        GongError: the file cannot be written; nothing was made then.
    """
    from printables.files import require_writable, write_whole

    if output != STANDARD:
        require_writable(Path(output))
    with progress_bar("Drawing") as progress:
        made = make(progress)
    if output == STANDARD:
        sys.stdout.buffer.write(made.data)
        sys.stdout.buffer.flush()
    else:
        write_whole(Path(output), made.data)
    return made


def output_name(output: str) -> str:
    """Return how a message names the file."""
    return "Standard output" if output == STANDARD else output
