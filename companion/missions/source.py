"""Reading a YAML file of a pack with the place of everything in it.

The reader takes a safe, small part of YAML 1.2: mappings with text keys, lists, texts, whole numbers, true and false.
Anchors, aliases, tags, directives, several documents, duplicate keys and tabs are refused, and so is a file beyond
the limits, before anything is built from it. It never raises for what a file contains: every fault is a `Finding`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NoReturn, TypeAlias

from ruamel.yaml import YAML
from ruamel.yaml import events as ev
from ruamel.yaml.error import MarkedYAMLError, YAMLError

from companion.missions.findings import Finding, quoted, some
from companion.missions.locations import Position

MAX_BYTES: Final = 256 * 1024
MAX_DEPTH: Final = 24
MAX_NODES: Final = 20_000

Scalar: TypeAlias = str | int | float | bool | None


@dataclass(slots=True)
class Node:
    """A value of a file and where it stands.

    Attributes:
        place: where the value begins.
        value: the scalar, or the nodes of a list or a mapping.
        keys: for a mapping: where each key stands.
        broken: a fault was already found in it, so nothing more should be said about it.
    """

    place: Position
    value: Scalar | list[Node] | dict[str, Node]
    keys: dict[str, Position] = field(default_factory=dict)
    broken: bool = False

    def plain(self) -> Any:
        """Return the value without places."""
        if isinstance(self.value, dict):
            return {key: node.plain() for key, node in self.value.items()}
        if isinstance(self.value, list):
            return [node.plain() for node in self.value]
        return self.value

    def is_broken(self) -> bool:
        """Tell whether a fault was found in this node or below it."""
        below: list[Node] = []
        if isinstance(self.value, dict):
            below = list(self.value.values())
        elif isinstance(self.value, list):
            below = self.value
        return self.broken or any(node.is_broken() for node in below)

    def at(self, path: tuple[int | str, ...]) -> Node:
        """Return the node at `path`, as far as it exists; parts that are neither key nor index are skipped."""
        node = self
        for part in path:
            match node.value, part:
                case dict() as pairs, str() if part in pairs:
                    node = pairs[part]
                case list() as items, int() if part < len(items):
                    node = items[part]
        return node


@dataclass(slots=True)
class SourceFile:
    """A file that was read: its root, or None if it could not be understood, and what is wrong with it."""

    path: str
    expected: str
    root: Node | None = None
    findings: list[Finding] = field(default_factory=list)

    def add(self, place: Position, code: str, message: str) -> None:
        """Note a fault."""
        self.findings.append(Finding(self.path, *place, code, message))


def read_source(path: Path, expected: str) -> SourceFile:
    """Read one file of a pack; what is wrong with it is in the result.

    Args:
        path: the file.
        expected: what the file should hold, for the message about an empty one.
    """
    source = SourceFile(str(path), expected)
    text = _text(path, source)
    if text is not None and not source.findings:
        _compose(text, source)
    return source


_START: Final = (1, 1)
# Everything YAML calls printable, without the characters that look like nothing or like a line end, and without
# those that turn the reading direction of the rest of the line.
_ODD: Final = re.compile(
    "[^\t\n\r\x20-\x7e\xa0-\u2027\u202f-\u2065\u206a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
_LONE_RETURN: Final = re.compile(r"\r(?!\n)")


def _text(path: Path, source: SourceFile) -> str | None:
    """Return the text of the file, or None after noting why there is none."""
    try:
        if path.exists() and not path.is_file():  # a pipe would be waited for, a folder cannot be read
            source.add(_START, "M102", "this is no file, but a folder or something else; a file is needed here.")
            return None
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        source.add(_START, "M101", "this file is missing; add it.")
        return None
    except OSError as error:
        source.add(_START, "M102", f"the file cannot be read ({error.strerror}).")
        return None
    if len(data) > MAX_BYTES:
        source.add(_START, "M103", f"the file is larger than {MAX_BYTES // 1024} KB; nothing here needs that much.")
        return None
    if data.startswith(b"\xef\xbb\xbf"):
        source.add(_START, "M105", "the file begins with a byte order mark; save it as UTF-8 without BOM.")
        return None
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        before = data[: error.start]
        place = before.count(b"\n") + 1, len(before[before.rfind(b"\n") + 1 :].decode(errors="replace")) + 1
        source.add(place, "M104", f"the byte 0x{data[error.start]:02X} is not UTF-8; save the file as UTF-8.")
        return None
    for code, pattern, message in (
        ("M106", _ODD, "the character U+{0:04X} is not allowed here; remove it."),
        ("M106", _LONE_RETURN, "a carriage return alone does not end a line; save the file with LF or CRLF line ends."),
        ("M107", re.compile("\t"), "tab characters are not allowed; indent with spaces (tabs on {1})."),
    ):
        found = pattern.search(text)
        if found:
            lines = sum(1 for line in text.split("\n") if pattern.search(line))
            where = "this line" if lines == 1 else f"{lines} lines"
            source.add(_place(text, found.start()), code, message.format(ord(found[0]), where))
            break  # what follows from an unreadable character would only repeat the fault
    return text


def _place(text: str, offset: int) -> Position:
    """Return line and column of a character."""
    return text.count("\n", 0, offset) + 1, offset - (text.rfind("\n", 0, offset) + 1) + 1


class _Stop(Exception):  # noqa: N818 - not an error, the way out of a parse
    """The file is refused as a whole; the finding is noted."""


def _compose(text: str, source: SourceFile) -> None:
    """Build the nodes of `text` into `source.root`."""
    try:
        events: Iterator[ev.Event] = YAML(typ="safe", pure=True).parse(text)
        _Composer(events, source).document()
    except _Stop:
        source.root = None
    except MarkedYAMLError as error:
        source.root = None
        problem = error.problem or error.context or ""
        mark = error.problem_mark or error.context_mark
        if _NO_COLON in problem and error.context_mark:
            mark = error.context_mark  # where the key is; the scanner misses the colon only on the next line
        place = (mark.line + 1, mark.column + 1) if mark else _START
        opened = error.context_mark.line + 1 if error.context_mark else place[0]
        source.add(place, *_syntax(problem, text, place, opened))
    except (YAMLError, ValueError, RecursionError) as error:  # nothing known raises these; a host must not see a trace
        source.root = None
        source.add(_START, "M109", f"this is not YAML that can be read: {quoted(error)}.")


_NO_COLON: Final = "could not find expected ':'"


def _syntax(problem: str, text: str, place: Position, opened: int) -> tuple[str, str]:
    """Return code and message for a fault that the YAML scanner reports, in words for an author.

    Args:
        problem: what the scanner says.
        text: the file.
        place: where the fault is.
        opened: the line where the list, mapping or quote begins that the fault is in.
    """
    if problem.startswith("mapping values are not allowed"):
        line = text.split("\n")[place[0] - 1]
        before = line[: place[1] - 1].strip()
        if ":" in before:  # a second colon on the line: text, not structure
            return "M110", 'text that contains a colon must be quoted or a block: "Attention : ..."'
        return "M109", "a key with a colon is not possible here; check the indentation of this line and the one above."
    if "cannot start any token" in problem:
        return (
            "M110",
            f"text cannot begin with {quoted(text.split(chr(10))[place[0] - 1][place[1] - 1 : place[1]])}; quote it.",
        )
    if problem.startswith("found unexpected") or "<stream end>" in problem:  # end of stream, document separator
        return "M109", f"the quote or bracket that opens on line {opened} is not closed."
    if _NO_COLON in problem:
        return "M109", "a colon is missing after this: write it like 'key: value', or check the quotes above."
    if problem.startswith(("expected ',' or ']'", "expected ',' or '}'")):
        return "M109", f"a comma or a closing bracket is missing before this; the bracket opens on line {opened}."
    if "unknown escape character" in problem:
        return "M109", "a backslash in double quotes begins an escape; write it twice, or use single quotes."
    if "<document start>" in problem:
        return "M109", "this does not belong to what stands before it; a file is one list or one mapping."
    if "<block end>" in problem or "<scalar>" in problem:
        return "M109", "this does not fit what stands before it; check indentation and quotes."
    return "M109", f"this is not correct YAML ({problem.rstrip('.')})."


_SHORT: Final = 32  # longer digits are no number that a pack needs
_INT: Final = re.compile(r"[-+]?[0-9]{1,9}\Z")
_FLOAT: Final = re.compile(r"[-+]?(?=.*[.eE])(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?\Z")
_WORDS: Final[dict[str, Scalar]] = {
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
    "null": None, "Null": None, "NULL": None, "~": None, "": None,
}  # fmt: skip


def _scalar(text: str) -> Scalar:
    """Return what an unquoted scalar means in the core schema of YAML 1.2; `no` and `on` are texts there."""
    if text in _WORDS:
        return _WORDS[text]
    if _INT.match(text):
        return int(text)
    if len(text) <= _SHORT and _FLOAT.match(text):
        return float(text)
    return text


class _Composer:
    """Turns the events of one file into nodes."""

    def __init__(self, events: Iterator[ev.Event], source: SourceFile) -> None:
        self.events = events
        self.source = source
        self.nodes = 0
        self.anchored: dict[str, list[tuple[str, Position]]] = {}

    def document(self) -> None:
        """Read the only document of the file."""
        next(self.events)  # the start of the stream
        start = next(self.events)
        if isinstance(start, ev.StreamEndEvent):
            self.source.add(_START, "M108", f"the file is empty; {self.source.expected} was expected.")
            return
        if start.version or start.tags:  # type: ignore[attr-defined]
            self.source.add((1, 1), "M114", "directives (%) are not allowed; remove this line and the '---' after it.")
        self.source.root = self.node(next(self.events), 0)
        next(self.events)  # the end of the document
        after = next(self.events)
        if not isinstance(after, ev.StreamEndEvent):
            place = _of(after)
            self.source.add(
                place, "M114", "only one document is allowed in a file; remove this '---' and what follows."
            )
        self.anchor_findings()

    def anchor_findings(self) -> None:
        """Note each anchor once, with the places that repeat it."""
        for name, uses in self.anchored.items():
            (sign, place), *others = uses
            message = f"anchors and aliases like {quoted(sign + name)} are not allowed; write the value out"
            if others:
                message += f" (also at {some([f'{line}:{column}' for _, (line, column) in others])})"
            self.source.add(place, "M111", message + ".")

    def node(self, event: ev.Event, depth: int) -> Node:
        """Read one value whose first event has been taken.

        Raises:
            _Stop: the file is beyond a limit.
        """
        self.nodes += 1
        place = _of(event)
        if self.nodes > MAX_NODES:
            self._refuse(place, "M116", f"the file has more than {MAX_NODES} values; nothing here needs that many.")
        if depth > MAX_DEPTH:
            self._refuse(place, "M115", f"brackets and lists are nested deeper than {MAX_DEPTH} levels.")
        if isinstance(event, ev.AliasEvent):
            self.anchored.setdefault(event.anchor, []).append(("*", place))
            return Node(place, None, broken=True)
        anchor, tag = getattr(event, "anchor", None), getattr(event, "tag", None)
        if anchor:
            self.anchored.setdefault(anchor, []).append(("&", place))
        node = Node(place, None)
        if isinstance(event, ev.ScalarEvent):
            node.value = _scalar(event.value) if event.style is None else event.value
            odd = _ODD.search(event.value)
            if odd:  # written as an escape such as "\x00", or half a pair of them
                node.broken = True
                message = f"the escape for U+{ord(odd[0]):04X} is not allowed here; remove it."
                self.source.add(place, "M106", message)
        elif isinstance(event, ev.SequenceStartEvent):
            node.value = items = []
            while not isinstance(item := next(self.events), ev.SequenceEndEvent):
                items.append(self.node(item, depth + 1))
        else:
            self.mapping(node, depth)
        if tag:
            node.broken = True
            written = quoted(str(tag).replace("tag:yaml.org,2002:", "!!"))
            self.source.add(place, "M112", f"tags like {written} are not allowed; write the plain value.")
        return node

    def mapping(self, node: Node, depth: int) -> None:
        """Read the pairs of a mapping into `node`."""
        values: dict[str, Node] = {}
        node.value = values
        while not isinstance(item := next(self.events), ev.MappingEndEvent):
            place = _of(item)
            key = self.node(item, depth + 1)
            value = self.node(next(self.events), depth + 1)
            if value.value is None:
                value.place = place  # what is not there stands where its key is
            if key.broken:
                node.broken = True
                continue
            if not isinstance(item, ev.ScalarEvent):
                self.source.add(place, "M117", "a key must be a word, not a list or a mapping.")
                node.broken = True
                continue
            name = item.value  # as written: `no`, `1` and `true` are keys like any other
            if name in values:
                line, column = node.keys[name]
                first = f"line {line}, column {column}"
                self.source.add(place, "M113", f"the key {quoted(name)} stands here a second time, first at {first}.")
            else:
                node.keys[name] = place
                values[name] = value

    def _refuse(self, place: Position, code: str, message: str) -> NoReturn:
        self.source.add(place, code, message)
        raise _Stop


def _of(event: ev.Event) -> Position:
    """Return where an event stands."""
    mark = event.start_mark
    return (mark.line + 1, mark.column + 1) if mark else _START
