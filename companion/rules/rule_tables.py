"""Tables of numbers that rules read from data: small YAML files, checked when they are loaded.

The file itself is read by `companion.missions.source`, the same reader that reads mission packs.

>>> table = read_table(table_path("gnoming.yaml"), ["positive", "negative", "mulligans", "hazards"])
>>> table.counts("negative")
{-1: 7, -2: 6, -3: 5, -4: 4}
"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NoReturn

from companion.errors import UsageError
from companion.missions.findings import Finding, PackError, listed, quoted
from companion.missions.shape import describe
from companion.missions.source import Node, SourceFile, read_source

_WHOLE: Final = re.compile(r"(0|-?[1-9][0-9]{0,3})\Z")


class RuleTableError(PackError):
    """A table whose content is wrong; `findings` has every fault, the message one line for each."""


class RuleTablePathError(UsageError):
    """The path of a table that does not exist."""


class RuleTable:
    """The entries of one file with their positions."""

    def __init__(self, source: SourceFile, root: Node, entries: dict[str, Node]) -> None:
        self._source = source
        self._root = root
        self._entries = entries

    def fail(self, message: str, entry: str, key: int | None = None) -> NoReturn:
        """Raise RuleTableError about an entry, or about one number in it."""
        parent = self._root if key is None else self._entries[entry]
        place = parent.keys.get(entry if key is None else str(key), parent.place)
        raise RuleTableError([Finding(self._source.path, *place, "T204", message)])

    def number(self, entry: str) -> int:
        """Return the entry as a whole number."""
        node = self._entries[entry]
        if type(node.value) is not int:
            _fail(self._source, node, f"{entry} must be a whole number, not {describe(node)}.")
        return node.value

    def counts(self, entry: str) -> dict[int, int]:
        """Return the entry as whole numbers by whole number, no value negative."""
        node = self._entries[entry]
        if not isinstance(node.value, dict):
            _fail(self._source, node, f"{entry} must be lines like `1: 8`, not {describe(node)}.")
        found = {}
        for key, value in node.value.items():
            if not _WHOLE.match(key):
                line, column = node.keys[key]
                message = f"{entry}: {quoted(key)} must be a whole number of at most 4 digits."
                raise RuleTableError([Finding(self._source.path, line, column, "T203", message)])
            if type(value.value) is not int or value.value < 0:
                _fail(self._source, value, f"{entry}: {key} must be a whole number from 0, not {describe(value)}.")
            found[int(key)] = value.value
        return found


def table_path(name: str) -> Path:
    """Return the path of a table that comes with the rules."""
    return Path(__file__).resolve().parent / "data" / name


def read_table(path: Path, entries: Sequence[str]) -> RuleTable:
    """Return the table in a file.

    Args:
        path: the file.
        entries: the names that it must have, and no others.

    Raises:
        RuleTablePathError: there is no such file.
        RuleTableError: the file is not good.
    """
    if "\0" in str(path) or not path.is_file():
        raise RuleTablePathError(
            f"There is no file {quoted(path)}; give the path of a YAML file with {listed(entries, 'and')}."
        )
    source = read_source(path, f"a table with {listed(entries, 'and')}")
    root = source.root
    if source.findings or root is None:
        raise RuleTableError(source.findings)
    if not isinstance(root.value, dict):
        _fail(source, root, f"the file must be a table with {listed(entries, 'and')}, not {describe(root)}.")
    for name, place in root.keys.items():
        if name not in entries:
            source.add(place, "T201", f"{quoted(name)} is unknown; a table has {listed(entries, 'and')}.")
    for name in entries:
        if name not in root.value:
            source.add(root.place, "T202", f"the table lacks {name}.")
    if source.findings:
        raise RuleTableError(source.findings)
    return RuleTable(source, root, root.value)


def _fail(source: SourceFile, node: Node, message: str) -> NoReturn:
    """Raise RuleTableError about a value of the wrong form."""
    raise RuleTableError([Finding(source.path, *node.place, "T203", message)])
