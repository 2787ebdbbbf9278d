"""Tables of numbers that rules read from data: small YAML files, checked when they are loaded.

>>> table = read_table(table_path("gnoming.yaml"))
>>> table.counts("negative")
{-1: 7, -2: 6, -3: 5, -4: 4}
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, NoReturn

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap
from ruamel.yaml.error import MarkedYAMLError, YAMLError

from companion.errors import GongError, UsageError

MAX_BYTES: Final = 64 * 1024
"""Longest file that can be a table (bytes)."""


class TableError(GongError):
    """A table whose content is wrong: the file, the place in it where known, and what is wrong."""


class TablePathError(UsageError):
    """A table that was asked for and cannot be read: no such file, a folder, forbidden."""


class Table:
    """The entries of one file and where they stand."""

    def __init__(self, path: Path, content: CommentedMap) -> None:
        self.path = path
        self._content = content

    def fail(self, message: str, *, entry: str | None = None, key: object = None) -> NoReturn:
        """Raise TableError: the place of `key` in the entry, or of the entry, or the file; then the message."""
        place = str(self.path)
        where = self._content if entry is None or key is None else self._content[entry]
        name = entry if key is None else key
        if name is not None and isinstance(where, CommentedMap) and name in where:
            line, column = where.lc.key(name)
            place += f":{line + 1}:{column + 1}"
        raise TableError(f"{place}: {message}")

    def expect_entries(self, names: Iterable[str]) -> None:
        """Raise TableError unless the file has exactly these entries."""
        wanted = list(names)
        for name in self._content:
            if name not in wanted:
                self.fail(f"{str(name)[:40]!r} is unknown; the entries are {', '.join(wanted)}.", entry=name)
        for name in wanted:
            if name not in self._content:
                self.fail(f"the entry {name!r} is missing.")

    def number(self, name: str) -> int:
        """Return the entry as a whole number."""
        value = self._content[name]
        if not _is_whole(value):
            self.fail(f"{name} must be a whole number.", entry=name)
        return int(value)

    def counts(self, name: str) -> dict[int, int]:
        """Return the entry as whole numbers by whole number, none of the values negative."""
        mapping = self._content[name]
        if not isinstance(mapping, CommentedMap):
            self.fail(f"{name} must be lines of the form `number: number`.", entry=name)
        for key, value in mapping.items():
            if not _is_whole(key) or not _is_whole(value) or value < 0:
                self.fail(
                    f"{name}: {_short(key)}: {_short(value)} must be two whole numbers, the second not negative.",
                    entry=name,
                    key=key,
                )
        return {int(key): int(value) for key, value in mapping.items()}


def table_path(name: str) -> Path:
    """Return the path of a table that comes with the rules."""
    return Path(__file__).resolve().parent / "data" / name


def read_table(path: Path) -> Table:
    """Return the table in the file.

    Raises:
        TablePathError: the file cannot be read.
        TableError: it is not YAML with entries.
    """
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise TablePathError(f"{path}: the table cannot be read: {reason.lower()}.") from None
    if len(content) > MAX_BYTES:
        raise TableError(f"{path}: this is not a table: it is larger than {MAX_BYTES >> 10} KB.")
    try:
        data: Any = YAML(typ="rt", pure=True).load(content.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise TableError(f"{path}: byte {error.start + 1} is not UTF-8 text.") from None
    except MarkedYAMLError as error:
        mark = error.problem_mark
        place = f"{path}:{mark.line + 1}:{mark.column + 1}" if mark else str(path)
        problem = (error.problem or "this is not YAML").splitlines()[0]
        raise TableError(f"{place}: {problem}.") from None
    except (YAMLError, RecursionError, ValueError) as error:
        first = (str(error).splitlines() or ["unreadable"])[0]
        raise TableError(f"{path}: this is not YAML: {first}.") from None
    if not isinstance(data, CommentedMap):
        raise TableError(f"{path}: the table must be entries of the form `name: value`.")
    return Table(path, data)


def _is_whole(value: object) -> bool:
    """Tell whether a value is a whole number; true and false are none."""
    return isinstance(value, int) and not isinstance(value, bool)


def _short(value: object) -> str:
    """Return a value as it may stand in a sentence."""
    text = str(value) if isinstance(value, (int, str)) else type(value).__name__
    return text if len(text) <= 40 else text[:37] + "..."
