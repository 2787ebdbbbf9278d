"""Where a result may be written, and what is said when it cannot be."""

import os
import stat
from pathlib import Path

from companion.errors import GongError, UsageError
from companion.files import replace_file


class OutputPathError(UsageError):
    """A place where no file can be written."""


class WriteError(GongError):
    """Writing failed on the way, for example because the disk is full."""


def require_writable(path: Path) -> None:
    """Make sure, before any work, that a file can be written at this place.

    Raises:
        OutputPathError: it is a folder, its folder is missing, it must not be written, or its name is too long.
    """
    target = _followed(path)
    try:
        _require_place(path, target)
    except OSError as error:  # a name longer than the file system takes
        raise OutputPathError(f"Cannot write {path}: {error.strerror or error}; name another.") from None


def _followed(path: Path) -> Path:
    """Return where a path leads when links are followed; `Path.resolve` gives up at links in a circle."""
    return Path(os.path.realpath(path))


def _require_place(path: Path, target: Path) -> None:
    if target.is_dir():
        raise OutputPathError(f"Cannot write {path}: it is a folder; name a file in it, like {path / 'deck.pdf'}.")
    if not target.parent.is_dir():
        raise OutputPathError(f"Cannot write {path}: there is no folder {path.parent}; make it first or name another.")
    if target.exists() and not os.access(target, os.W_OK):
        raise OutputPathError(f"Cannot write {path}: the file is write-protected; name another.")
    if not target.exists() and not os.access(target.parent, os.W_OK | os.X_OK):
        raise OutputPathError(f"Cannot write {path}: the folder {path.parent} is write-protected; name another.")


def write_whole(path: Path, data: bytes) -> None:
    """Write a file wholly or not at all (companion/files.py).

    Raises:
        OutputPathError: as `require_writable`.
        WriteError: writing failed; what was there before is untouched.
    """
    require_writable(path)
    target = _followed(path)
    try:
        if target.exists() and not stat.S_ISREG(target.stat().st_mode):
            target.write_bytes(data)  # a pipe or device cannot be replaced
            return
        replace_file(target, data)
    except OSError as error:
        raise WriteError(
            f"Cannot write {path}: {error.strerror or error}; what was there before is unchanged."
        ) from None
