"""Where a result may be written, and the errors if it cannot be."""

import os
import stat
from collections.abc import Callable, Iterable
from pathlib import Path

from companion.errors import GongError, UsageError
from companion.files import replace_file, replace_folder


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


def require_folder(path: Path, ours: Callable[[str], bool]) -> None:
    """Make sure, before any work, that a folder of files can be put at this place.

    Args:
        path: where the folder belongs; it may be missing, empty, or hold what an earlier run wrote.
        ours: returns True if a file of this name was written by an earlier run.

    Raises:
        OutputPathError: it is a file, holds files of another program, or must not be written.
    """
    target = _followed(path)
    try:
        if target.is_dir():
            strange = sorted(file.name for file in target.iterdir() if not ours(file.name))
            if strange:
                raise OutputPathError(
                    f"Cannot write the folder {path}: it holds other files ({strange[0]}); name a new or empty one."
                )
        elif target.exists():
            raise OutputPathError(f"Cannot write the folder {path}: it is a file; name a folder.")
        if target == target.parent or not target.parent.is_dir():
            raise OutputPathError(
                f"Cannot write the folder {path}: there is no folder {path.parent}; make it first or name another."
            )
        if not os.access(target.parent, os.W_OK | os.X_OK):
            raise OutputPathError(
                f"Cannot write the folder {path}: the folder {path.parent} is write-protected; name another."
            )
    except OSError as error:  # a name longer than the file system takes
        raise OutputPathError(f"Cannot write the folder {path}: {error.strerror or error}; name another.") from None


def write_folder(path: Path, files: Iterable[tuple[str, bytes]], ours: Callable[[str], bool]) -> None:
    """Write a folder of files wholly or not at all (companion/files.py).

    Raises:
        OutputPathError: as `require_folder`.
        WriteError: writing failed; what was there before is untouched.
    """
    require_folder(path, ours)
    try:
        replace_folder(path, files)
    except OSError as error:
        raise WriteError(
            f"Cannot write the folder {path}: {error.strerror or error}; what was there before is unchanged."
        ) from None
