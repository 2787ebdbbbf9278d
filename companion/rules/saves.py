"""A saved match on disk: read with every fault as one sentence, written whole or not at all.

>>> save = SaveFile(Path("evening.json"))
>>> match = save.read() if save.exists() else Match(create_game("link"), seats=2, seed=7)
>>> save.write(match)
"""

import json
import os
import stat
from pathlib import Path
from typing import Any, Final, NoReturn

from companion.errors import GongError, UsageError
from companion.files import CannotBeginError, replace_file
from companion.rules.match import Match, SaveError, match_from_json

MAX_BYTES: Final = 8 * 1024 * 1024
"""Longest file that can be a match (bytes). The longest matches of any game stay well under 1 MB."""


class SavePathError(UsageError):
    """A path that cannot give or take a save: missing, a folder, forbidden, or changed by someone else."""


class SaveFile:
    """The file of one match; it notices when another program changes it between its own reads and writes."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._known: bytes | None = None

    def exists(self) -> bool:
        """Return True if something lies at the path, be it a save or not."""
        try:
            return os.path.lexists(self.path)
        except ValueError:  # a zero byte in the name
            return False

    def read(self) -> Match:
        """Return the match in the file.

        Raises:
            SavePathError: no file that can be read lies there.
            SaveError: the file is not a match that plays as it was saved.
        """
        content = self._content()
        if content is None:
            raise SavePathError(f"{self.path}: there is no such file.")
        match = parse_match(content, str(self.path))
        self._known = content
        return match

    def write(self, match: Match) -> None:
        """Store the match: the file holds the old match or the new one at every moment, never half of one.

        Raises:
            SavePathError: the place cannot be written, or the file there is not the one that was read or written here.
            SaveError: the disk is full or broken; the old file is still there.
        """
        if self._content() != self._known:
            raise SavePathError(
                f"{self.path}: somebody else wrote this file meanwhile; it was left alone, so save to another file."
            )
        content = (json.dumps(match.to_json(), ensure_ascii=False, allow_nan=False) + "\n").encode()
        if content != self._known:
            _write_whole(self.path, content)
            self._known = content

    def _content(self) -> bytes | None:
        """Return the bytes of the file, None when there is none."""
        try:
            mode = self.path.stat().st_mode
            if not stat.S_ISREG(mode):  # also a named pipe, which would let us wait for ever
                what = "a folder" if stat.S_ISDIR(mode) else "not an ordinary file"
                raise SavePathError(f"{self.path}: this is {what}; a match is saved in a file.")
            with self.path.open("rb") as file:
                content = file.read(MAX_BYTES + 1)
        except FileNotFoundError:
            if self.path.is_symlink():
                raise SavePathError(f"{self.path}: this link points to nothing.") from None
            return None
        except (OSError, ValueError) as error:
            raise SavePathError(f"{self.path}: cannot be read: {_reason(error)}.") from None
        if len(content) > MAX_BYTES:
            raise SaveError(f"{self.path}: this is not a saved match: it is larger than {MAX_BYTES >> 20} MB.")
        return content


def parse_match(content: bytes, name: str) -> Match:
    """Return the match whose file holds `content`; `name` begins every sentence about a fault.

    Raises:
        SaveError: the bytes are not a match that plays as it was saved.
    """
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise SaveError(f"{name}: this is not a saved match: byte {error.start + 1} is not UTF-8 text.") from None
    try:
        data = json.loads(text, object_pairs_hook=_no_doubles, parse_constant=_no_constant, parse_float=_no_constant)
    except json.JSONDecodeError as error:
        raise SaveError(f"{name}:{error.lineno}:{error.colno}: this is not JSON: {error.msg.lower()}.") from None
    except (ValueError, RecursionError) as error:
        raise SaveError(f"{name}: this is not a saved match: {_reason(error)}.") from None
    try:
        return match_from_json(data)
    except GongError as error:
        raise SaveError(f"{name}: {error}") from None


def _no_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object; a key given twice has no one meaning."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name is given twice in one object")
    return found


def _no_constant(text: str) -> NoReturn:
    """Refuse a number that is not whole: none belongs in a match."""
    raise ValueError(f"{text[:20]} is not a whole number")


def _reason(error: BaseException) -> str:
    """Return the words of an error that are meant for people."""
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.lower()
    return str(error)


def _write_whole(path: Path, content: bytes) -> None:
    """Put the match in the place of the one before, wholly or not at all."""
    if path.exists() and not os.access(path, os.W_OK):
        raise SavePathError(f"{path}: cannot be written: the file is read-only.")
    try:
        replace_file(path, content)
    except (CannotBeginError, ValueError) as error:
        raise SavePathError(f"{path}: cannot be written: {_reason(error)}.") from None
    except OSError as error:
        raise SaveError(f"{path}: could not be saved: {_reason(error)}; what was there is unchanged.") from None
