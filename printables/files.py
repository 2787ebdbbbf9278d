"""Writing a result so that nothing half-written is ever seen and an older good file survives every failure."""

import contextlib
import os
import secrets
import stat
from pathlib import Path

from companion.errors import GongError, UsageError


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
    """Write a file beside its place and put it there in one step once every byte is on the disk.

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
        beside = target.with_name(f".gong-{secrets.token_hex(8)}.part")  # no part of a name that may be long already
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            if target.exists():
                beside.chmod(stat.S_IMODE(target.stat().st_mode))
            beside.replace(target)
        except BaseException:
            with contextlib.suppress(OSError):
                beside.unlink()
            raise
    except OSError as error:
        raise WriteError(
            f"Cannot write {path}: {error.strerror or error}; what was there before is unchanged."
        ) from None
