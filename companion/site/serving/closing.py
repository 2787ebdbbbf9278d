"""What is to be closed when the process ends: the store, the queue of the printer."""

import atexit
from collections.abc import Callable
from typing import Final

_open: Final[list[Callable[[], None]]] = []


def at_end(close: Callable[[], None]) -> None:
    """Let `close` be called once when the process ends, or when somebody calls `close_all` before."""
    if not _open:
        atexit.register(close_all)
    _open.append(close)


def close_all() -> None:
    """Close what is open, the last first."""
    while _open:
        _open.pop()()
