"""Text in lines, lines in columns: what every leaflet is set with. Millimetres, y upwards, blocks drawn from their top.

A block never parts: a column that has no room for it ends before it. What fits nowhere is refused, never clipped.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, Protocol

from companion.errors import GongError
from printables import fonts
from printables.colour import Rgb, rgb
from printables.fonts import CAP_HEIGHT, DISPLAY, TEXT, Face
from printables.pen import Box, Pen

PT: Final = 25.4 / 72
"""Millimetres in a point, the unit of font sizes."""

INK: Final = rgb("#14162b")


class NoRoomError(GongError):
    """A text that has no room where it belongs."""


@dataclass(frozen=True, slots=True)
class TextRun:
    """A piece of text in one face."""

    text: str
    face: Face = TEXT


@dataclass(frozen=True, slots=True)
class TextContext:
    """Where a text is printed and in which language, for the sentence about a missing character."""

    name: str
    language: str


Word = tuple[tuple[str, Face], ...]
"""What no line parts: pieces in one face each."""


def words_of(runs: Iterable[TextRun], place: TextContext) -> list[Word]:
    """Return the words of some runs, every character of them known to be in the font.

    Raises:
        MissingCharacterError: a character is not; names text and language.
    """
    words: list[list[tuple[str, Face]]] = [[]]
    for run in runs:
        text = run.text.replace("\u202f", "\u00a0")  # the fonts have no narrow space that holds words together
        fonts.require(text, run.face, place.name, place.language)
        for number, part in enumerate(text.split(" ")):
            if number:
                words.append([])
            if part:
                words[-1].append((part, run.face))
    return [tuple(word) for word in words if word]


@lru_cache(maxsize=20_000)
def _unit_width(text: str, face: Face) -> float:
    """Return the width of a text of size 1. ReportLab sets no kerning, so widths grow with the size and add up."""
    return fonts.width(text, face, 1.0)


def _word_width(word: Word) -> float:
    return sum(_unit_width(text, face) for text, face in word)


def broken(words: Sequence[Word], size: float, room: float, where: TextContext) -> list[list[Word]]:
    """Break words into lines no wider than `room`.

    Raises:
        NoRoomError: one word is wider.
    """
    lines: list[list[Word]] = [[]]
    used = 0.0
    for word in words:
        width = _word_width(word) * size
        if width > room + 1e-6:
            text = "".join(part for part, _ in word)
            raise NoRoomError(f"{where.name}: {text!r} ({where.language}) is too wide for {room:.1f} mm.")
        space = _unit_width(" ", word[0][1]) * size if lines[-1] else 0.0
        if lines[-1] and used + space + width > room + 1e-6:
            lines.append([])
            used, space = 0.0, 0.0
        lines[-1].append(word)
        used += space + width
    return lines


def write(pen: Pen, words: Sequence[Word], x: float, baseline: float, size: float, colour: Rgb = INK) -> float:
    """Write words on one line from `x` on and return where they end; neighbours in one face become one text."""
    text, face = "", TEXT
    for number, word in enumerate(words):
        for place, (part, part_face) in enumerate(word):
            piece = f" {part}" if number and not place else part
            if text and part_face != face:
                pen.text(x, baseline, text, face, size, colour)
                x += _unit_width(text, face) * size
                text = ""
            text, face = text + piece, part_face
    pen.text(x, baseline, text, face, size, colour)
    return x + _unit_width(text, face) * size


class Block(Protocol):
    """Something that stands in a column.

    Attributes:
        before: room above it, unless it is the first in its column.
        keep: whether it must stand in the same column as the next block.
    """

    @property
    def before(self) -> float:
        """Return the room above."""

    @property
    def keep(self) -> bool:
        """Return True if the next block belongs to it."""

    def height(self, width: float) -> float:
        """Return how high it is in a column of this width."""

    def draw(self, pen: Pen, x: float, top: float, width: float) -> None:
        """Draw it from its upper left corner."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Lines of text, perhaps with a marker before them or on a tinted ground.

    Attributes:
        words: from `words_of`.
        place: for messages.
        size: font size.
        before: room above.
        keep: stay with the next block.
        colour: of the text.
        marker: stands left of the first line, in the indent: a number or a bullet.
        indent: room for the marker.
        ground: colour behind the text, or None.
        bar: colour of a bar at the left of the ground, or None.
        leading: distance of baselines as a share of the size.
        align: `left` or `centre`.
    """

    words: Sequence[Word]
    place: TextContext
    size: float
    before: float = 0.0
    keep: bool = False
    colour: Rgb = INK
    marker: str = ""
    indent: float = 0.0
    ground: Rgb | None = None
    bar: Rgb | None = None
    leading: float = 1.26
    align: str = "left"

    @property
    def _pad(self) -> float:
        return 0.55 * self.size if self.ground is not None or self.bar is not None else 0.0

    def _lines(self, width: float) -> list[list[Word]]:
        edge = 2 * self._pad + (0.4 * self.size if self.bar is not None else 0.0)
        return broken(self.words, self.size, width - self.indent - edge, self.place)

    def height(self, width: float) -> float:
        """Return the height of all lines."""
        return len(self._lines(width)) * self.size * self.leading + 2 * self._pad

    def draw(self, pen: Pen, x: float, top: float, width: float) -> None:
        """Write the lines."""
        pad, lines = self._pad, self._lines(width)
        bottom = top - self.height(width)
        if self.ground is not None:
            pen.rect((x, bottom, x + width, top), fill=self.ground, radius=0.0 if self.bar is not None else 0.8)
        if self.bar is not None:
            pen.rect((x, bottom, x + 0.3 * self.size, top), fill=self.bar)
        left = x + pad + self.indent + (0.4 * self.size if self.bar is not None else 0.0)
        # The capitals stand in the middle of their line.
        baseline = top - pad - self.size * (self.leading + CAP_HEIGHT) / 2
        if self.marker:
            pen.text(left - 0.45 * self.size, baseline, self.marker, DISPLAY, self.size, self.colour, align="right")
        for line in lines:
            start = left
            if self.align == "centre":
                start = x + (width - line_width(line, self.size)) / 2
            write(pen, line, start, baseline, self.size, self.colour)
            baseline -= self.size * self.leading


def line_width(line: Sequence[Word], size: float) -> float:
    """Return the width of words on one line."""
    spaces = sum(_unit_width(" ", word[0][1]) for word in line[1:])
    return (sum(_word_width(word) for word in line) + spaces) * size


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture of a known height; `paint` draws it from its upper left corner for a width."""

    paint: Callable[[Pen, float, float, float], None]
    high: float
    before: float = 0.0
    keep: bool = False

    def height(self, width: float) -> float:  # noqa: ARG002 - it is the same in every column
        """Return its height."""
        return self.high

    def draw(self, pen: Pen, x: float, top: float, width: float) -> None:
        """Paint it."""
        self.paint(pen, x, top, width)


@dataclass(frozen=True, slots=True)
class TypesetTable:
    """Rows of cells; the first row is the heading. Columns are as wide as their texts need, in proportion.

    Attributes:
        rows: words of each cell.
        place: for messages.
        size: font size.
        tint: ground of the heading.
        line: colour of the rules.
        before: room above.
        keep: stay with the next block.
    """

    rows: Sequence[Sequence[Sequence[Word]]]
    place: TextContext
    size: float
    tint: Rgb
    line: Rgb
    before: float = 0.0
    keep: bool = False
    leading: float = 1.2

    def _widths(self, width: float) -> list[float]:
        pad = 1.1 * self.size
        columns = range(len(self.rows[0]))
        least = [
            max((_word_width(word) for row in self.rows for word in row[c]), default=0.0) * self.size + pad
            for c in columns
        ]
        most = [max(line_width(row[c], self.size) for row in self.rows) + pad for c in columns]
        if sum(least) > width + 1e-6:
            raise NoRoomError(f"{self.place.name}: the table ({self.place.language}) is too wide for {width:.1f} mm.")
        if sum(most) <= width:
            spare = (width - sum(most)) / len(most)
            return [m + spare for m in most]
        share = (width - sum(least)) / (sum(most) - sum(least))
        return [low + (high - low) * share for low, high in zip(least, most, strict=True)]

    def _cells(self, width: float) -> list[tuple[float, list[list[list[Word]]]]]:
        """Return for each row its height and the lines of its cells."""
        pad = 1.1 * self.size
        rows = []
        for row in self.rows:
            cells = [
                broken(cell, self.size, room - pad, self.place)
                for cell, room in zip(row, self._widths(width), strict=True)
            ]
            rows.append((max(len(lines) for lines in cells) * self.size * self.leading + 0.5 * self.size, cells))
        return rows

    def height(self, width: float) -> float:
        """Return the height of all rows."""
        return sum(height for height, _ in self._cells(width))

    def draw(self, pen: Pen, x: float, top: float, width: float) -> None:
        """Write the cells between thin lines."""
        widths = self._widths(width)
        for number, (height, cells) in enumerate(self._cells(width)):
            if number == 0:
                pen.rect((x, top - height, x + width, top), fill=self.tint)
            left = x
            for lines, room in zip(cells, widths, strict=True):
                baseline = top - 0.25 * self.size - self.size * (self.leading + CAP_HEIGHT) / 2
                for line in lines:
                    write(pen, line, left + 0.55 * self.size, baseline, self.size)
                    baseline -= self.size * self.leading
                left += room
            top -= height
            pen.path([((x, top), (x + width, top))], stroke=self.line, width=0.15, closed=False)


@dataclass(frozen=True, slots=True)
class BlockGroup:
    """Blocks that stay together, one below the other."""

    blocks: Sequence[Block]
    before: float = 0.0
    keep: bool = False

    def height(self, width: float) -> float:
        """Return the height of all of them."""
        return sum(b.height(width) + (b.before if i else 0.0) for i, b in enumerate(self.blocks))

    def draw(self, pen: Pen, x: float, top: float, width: float) -> None:
        """Draw them."""
        for number, block in enumerate(self.blocks):
            top -= block.before if number else 0.0
            block.draw(pen, x, top, width)
            top -= block.height(width)


@dataclass(slots=True)
class Column:
    """Blocks of one column, each with its distance from the column's top; `used` is how far down they reach."""

    placed: list[tuple[float, Block]] = field(default_factory=list)
    used: float = 0.0

    def draw(self, pen: Pen, x: float, top: float, width: float) -> None:
        """Draw the column."""
        for down, block in self.placed:
            block.draw(pen, x, top - down, width)


def pour(blocks: Sequence[Block], width: float, room: Callable[[int], float], where: TextContext) -> list[Column]:
    """Put blocks into columns, one after the other.

    Args:
        blocks: in order.
        width: of every column.
        room: gives the height of each column, 0 first.
        where: for messages.

    Raises:
        NoRoomError: a block, with those it must stay with, is higher than a column.
    """
    columns = [Column()]
    for unit in _units(blocks):
        height = BlockGroup(unit).height(width)
        column = columns[-1]
        above = unit[0].before if column.placed else 0.0
        if column.placed and column.used + above + height > room(len(columns) - 1) + 1e-6:
            column = Column()
            columns.append(column)
            above = 0.0
        if height > room(len(columns) - 1) + 1e-6:
            raise NoRoomError(f"{where.name}: a part of the text ({where.language}) is higher than a column.")
        for number, block in enumerate(unit):
            column.used += above if number == 0 else block.before
            column.placed.append((column.used, block))
            column.used += block.height(width)
    return columns


def _units(blocks: Sequence[Block]) -> list[list[Block]]:
    units: list[list[Block]] = [[]]
    for block in blocks:
        units[-1].append(block)
        if not block.keep:
            units.append([])
    return [unit for unit in units if unit]


def line(pen: Pen, text: str, box: Box, face: Face, size: float, place: TextContext, colour: Rgb = INK, *,
         align: str = "left", least: float = 0.0) -> float:  # fmt: skip
    """Write one line in a box, smaller if it has to be, its capitals in the middle of the height.

    Args:
        pen: draws in millimetres.
        text: the line.
        box: where it belongs.
        face: of the letters.
        size: largest font size.
        place: for messages.
        colour: of the letters.
        align: `left`, `centre` or `right`.
        least: smallest font size.

    Returns:
        The font size.

    Raises:
        NoRoomError: it would have to be smaller than `least`.
        MissingCharacterError: the font lacks a character.
    """
    text = text.replace("\u202f", "\u00a0")
    fonts.require(text, face, place.name, place.language)
    left, bottom, right, top = box
    fitted = fonts.fit(text, face, size, right - left)
    if fitted < least - 1e-9:
        raise NoRoomError(f"{place.name}: {text!r} ({place.language}) is too wide for {right - left:.1f} mm.")
    x = {"left": left, "centre": (left + right) / 2, "right": right}[align]
    y = (bottom + top) / 2 - fitted * CAP_HEIGHT / 2
    pen.text(x, y, text, face, fitted, colour, align=align)  # type: ignore[arg-type]
    return fitted
