"""Writing a file so that nothing half-written is ever seen and an older good file survives every failure.

>>> replace_file(Path("deck.pdf"), content)
"""

import os
import secrets
import shutil
import stat
from collections.abc import Iterable
from pathlib import Path


class CannotBeginError(OSError):
    """No file can be made at this place at all; OSError itself means that writing failed on the way."""


def replace_file(path: Path, content: bytes) -> None:
    """Write beside the place, bring it to the disk and put it where it belongs in one move.

    Links are followed, and the permissions of a file that is replaced are kept.

    Args:
        path: where the file belongs; a file there is replaced.
        content: all of it.

    Raises:
        CannotBeginError: no file can be made there.
        OSError: writing failed, for example because the disk is full.
        ValueError: the name has a zero byte.

    After every failure what was there before is untouched and nothing else is left behind.
    """
    target = Path(os.path.realpath(path))  # `Path.resolve` gives up at links in a circle
    beside = target.with_name(f".gong-{secrets.token_hex(8)}.part")  # no part of a name that may be long already
    try:
        file = beside.open("xb")
    except OSError as error:
        raise CannotBeginError(error.errno, error.strerror) from error
    try:
        with file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            beside.chmod(stat.S_IMODE(target.stat().st_mode))
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)
    _sync_folder(target.parent)


def replace_folder(path: Path, files: Iterable[tuple[str, bytes]]) -> None:
    """Fill a folder beside the place and put it where it belongs when it is complete.

    Whatever the folder held before goes away, so ask before whether that is right. Readers see the old folder or the
    new one, and for the blink between two renamings none.

    Args:
        path: where the folder belongs; its parent must exist.
        files: names and contents; made one after another, so that not all need to be in memory.

    Raises:
        CannotBeginError: no folder can be made there.
        OSError: writing failed, for example because the disk is full.

    After every failure what was there before is untouched and nothing else is left behind.
    """
    target = Path(os.path.realpath(path))
    beside = target.with_name(f".gong-{secrets.token_hex(8)}.part")
    try:
        beside.mkdir()
    except OSError as error:
        raise CannotBeginError(error.errno, error.strerror) from error
    try:
        for name, content in files:
            with (beside / name).open("xb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
        _sync_folder(beside)
        if target.exists():
            beside.chmod(stat.S_IMODE(target.stat().st_mode))
        _swap(beside, target)
    finally:
        shutil.rmtree(beside, ignore_errors=True)
    _sync_folder(target.parent)


def _swap(new: Path, target: Path) -> None:
    """Put a folder in the place of another; if another process does the same at once, the last one wins."""
    for attempt in range(100):
        old = new.with_suffix(f".old{attempt}")
        try:
            target.rename(old)
        except FileNotFoundError:
            moved = False
        else:
            moved = True
        try:
            new.rename(target)
        except OSError as error:
            if moved and not target.exists():
                old.rename(target)
            elif moved:  # another process was faster: its folder is newer than the one moved away
                shutil.rmtree(old, ignore_errors=True)
            if not target.is_dir() or attempt == 99:
                raise error from None
        else:
            shutil.rmtree(old, ignore_errors=True)
            return


def _sync_folder(folder: Path) -> None:
    """Bring the renaming to the disk too, where the system can."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:  # Windows opens no folders
        return
    try:
        os.fsync(descriptor)
    except OSError:  # nor do some network drives bring them to the disk
        pass
    finally:
        os.close(descriptor)
