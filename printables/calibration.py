"""The calibration sheet: is the scale right, and how far off does this printer place the second side?

A pin through a cross on the front comes out on the back in a grid whose numbers are the `--back-offset` to give: the
hole lies where the back ought to be. Two rows of lines, one on each side, meet where the tenth of a millimetre is.
"""

from dataclasses import dataclass
from typing import Final

from companion.phrases import Phrase, Translator, phrase
from printables import ruler
from printables.colour import BLACK, WHITE, mix, rgb
from printables.document import Document, PageProgress, Printed
from printables.fonts import DISPLAY, TEXT
from printables.layout import face_layout
from printables.options import DeckOptions, PrintOptionError
from printables.pen import Pen, Point
from printables.sheet import SheetGrid, plan
from printables.typesetting import INK, PT, Paragraph, TextContext, TextRun, line, words_of
from printables.vocabulary import GAME

SCALE: Final = 150
"""Length of the long scale in millimetres."""

INCHES: Final = 6
REACH: Final = 7
"""How far the grid on the back reaches from its middle, in millimetres."""

VERNIER: Final = 15
"""Lines of the vernier on each side of its middle; each stands for a tenth of a millimetre."""

_TITLE: Final = phrase("title", "Calibration sheet")
_FRONT: Final = phrase("calibration sheet", "Front")
_BACK: Final = phrase("calibration sheet", "Back")
_LONG: Final = phrase("calibration sheet", "Print both sides at 100 % and turn the paper over its long edge.")
_SHORT: Final = phrase("calibration sheet", "Print both sides at 100 % and turn the paper over its short edge.")
_RULE: Final = phrase(
    "calibration sheet",
    "Lay a ruler on the scale. Not exactly the same length? Switch off “fit to page” and print again.",
)
_PIN: Final = phrase("calibration sheet", "Push a pin through the middle of each cross, from this side.")
_READ: Final = phrase(
    "calibration sheet", "Turn the sheet over. Where did the pin come out? Read X to the right and Y upwards, in mm."
)
_LAMP: Final = phrase(
    "calibration sheet",
    "More precisely: hold the sheet up to a lamp. Which line exactly meets one that shines through? "
    "Its number is X or Y.",
)
_GIVE: Final = phrase(
    "calibration sheet",
    "Enter both numbers when you print the cards: {option}. To check, print this sheet again with them.",
)

_CUT: Final = mix(INK, WHITE, 0.55)
_RED: Final = rgb("#a8142b")


@dataclass(frozen=True, slots=True)
class _Places:
    """Where the targets are, in the frame of the back: the middle of the page is the origin."""

    targets: tuple[Point, ...]
    across: Point
    upwards: Point


def build_calibration(options: DeckOptions, progress: PageProgress | None = None) -> Printed:
    """Return one sheet with a front and a back.

    Args:
        options: paper, trim, language, the edge over which the sheet is turned, and a back offset to be checked.
        progress: called after each page.

    Raises:
        PrintOptionError: no duplex, or trim or back offset do not suit the paper.
        TrimError: no card has this trim.
        MissingCharacterError: the font lacks a character of the language.
        NoRoomError: a text has no room.
    """
    if options.duplex not in ("long", "short"):
        raise PrintOptionError("A calibration sheet needs both sides of the paper: use it with duplex long or short.")
    face_layout(*options.trim)  # refuses what no card can be
    grid = plan(options)
    sheet = _Sheet(
        grid, options, Translator(options.language, domain="print"), TextContext("Calibration", options.language)
    )
    title = f"{GAME}: {sheet.translator.format(_TITLE)}"
    document = Document(title, options.paper, options.language, options.duplex, total=2, progress=progress)
    with document.page(grid.width, grid.height) as pen:
        sheet.front(pen)
    with document.page(grid.width, grid.height) as pen, pen.at(*options.back_offset):
        sheet.back(pen)
    return Printed(document.finish(), document.pages)


@dataclass(frozen=True, slots=True)
class _Sheet:
    """Draws both sides."""

    grid: SheetGrid
    options: DeckOptions
    translator: Translator
    place: TextContext

    @property
    def places(self) -> _Places:
        """Return where things lie on the back, in millimetres from its lower left."""
        width, height = self.grid.width, self.grid.height
        x, y = width / 2, height / 2
        return _Places(
            targets=((x - width * 0.30, y + 8), (x + width * 0.30, y + 8)),
            across=(x, y - 22),
            upwards=(x, y + 10),
        )

    def behind(self, point: Point) -> Point:
        """Return where a point of the back lies on the front, once the sheet is turned over."""
        x, y = point
        upright = self.grid.height >= self.grid.width
        if (self.options.duplex == "long") == upright:
            return (self.grid.width - x, y)
        return (x, self.grid.height - y)

    # The sides

    def front(self, pen: Pen) -> None:
        """Draw outlines, scales, crosses and the front's half of the verniers."""
        self._outlines(pen)
        self._head(pen, _FRONT)
        first = _LONG if self.options.duplex == "long" else _SHORT
        self._steps(pen, (first, _RULE, _PIN), 1)
        for target in self.places.targets:
            self._cross(pen, self.behind(target))
        for start, end in self._vernier(1.0, 1):
            pen.path([(self.behind(start), self.behind(end))], stroke=BLACK, width=0.12, closed=False)
        self._scales(pen)
        start = (self.grid.left, 3.5) if self.grid.bottom >= self.grid.left else (3.5, self.grid.bottom)
        ruler.draw(pen, start, upright=self.grid.bottom < self.grid.left, page=(self.grid.width, self.grid.height),
                   caption=f"{GAME} · {self.translator.format(_TITLE)}", language=self.options.language)  # fmt: skip

    def back(self, pen: Pen) -> None:
        """Draw outlines, grids and the back's half of the verniers."""
        self._outlines(pen)
        self._head(pen, _BACK)
        give = self.translator.format(_GIVE, option="--back-offset X,Y")
        self._steps(pen, (_READ, _LAMP, give), 4)
        for target in self.places.targets:
            self._net(pen, target)
        for start, end in self._vernier(0.9, -1):
            pen.path([(start, end)], stroke=_RED, width=0.12, closed=False)
        self._vernier_numbers(pen)

    # Their parts

    def _outlines(self, pen: Pen) -> None:
        """Draw where the cards will be cut."""
        grid = self.grid
        right, top = grid.width - grid.left, grid.height - grid.bottom
        lines: list[tuple[Point, Point]] = []
        for column in range(grid.columns + 1):
            x = grid.left + column * grid.trim[0]
            lines.append(((x, grid.bottom), (x, top)))
        for row in range(grid.rows + 1):
            y = grid.bottom + row * grid.trim[1]
            lines.append(((grid.left, y), (right, y)))
        pen.path(lines, stroke=_CUT, width=0.1, closed=False)

    def _head(self, pen: Pen, side: Phrase) -> None:
        top = self.grid.height - self.grid.bottom - 5
        text = f"{GAME} · {self.translator.format(_TITLE)} · {self.translator.format(side)}"
        box = (self.grid.left + 5, top - 9, self.grid.width - self.grid.left - 5, top)
        pen.rect(box, fill=WHITE)
        line(pen, text, box, DISPLAY, 17 * PT, self.place, rgb("#0a1040"))

    def _steps(self, pen: Pen, steps: tuple[Phrase | str, ...], first: int) -> None:
        """Write what to do, numbered on from one side to the other."""
        width = self.grid.width - 2 * self.grid.left - 12
        top = self.grid.height - self.grid.bottom - 18
        for number, step in enumerate(steps, first):
            text = step if isinstance(step, str) else self.translator.format(step)
            words = words_of([TextRun(text)], self.place)
            block = Paragraph(words, self.place, 10.5 * PT, marker=f"{number}", indent=6)
            high = block.height(width)
            pen.rect((self.grid.left + 5, top - high, self.grid.left + 7 + width, top), fill=WHITE)
            block.draw(pen, self.grid.left + 6, top, width)
            top -= high + 1.6

    def _cross(self, pen: Pen, middle: Point) -> None:
        x, y = middle
        pen.circle(x, y, 7, fill=WHITE, stroke=BLACK, width=0.15)
        pen.circle(x, y, 1, stroke=BLACK, width=0.12)
        pen.path([((x - 9, y), (x + 9, y)), ((x, y - 9), (x, y + 9))], stroke=BLACK, width=0.12, closed=False)

    def _net(self, pen: Pen, middle: Point) -> None:
        """Draw the grid in which the pin comes out: numbered in the sense of the back offset."""
        x, y = middle
        pen.rect((x - REACH - 5, y - REACH - 5, x + REACH + 5, y + REACH + 5), fill=WHITE)
        for step in range(-2 * REACH, 2 * REACH + 1):
            at = step / 2
            shade = BLACK if step % 10 == 0 else mix(INK, WHITE, 0.3 if step % 2 == 0 else 0.75)
            width = 0.28 if step == 0 else 0.18 if step % 10 == 0 else 0.1
            lines = [((x + at, y - REACH), (x + at, y + REACH)), ((x - REACH, y + at), (x + REACH, y + at))]
            pen.path(lines, stroke=shade, width=width, closed=False)
        for at in (-5, 0, 5):
            pen.text(x + at, y - REACH - 2.8, _signed(at), TEXT, 2.4, align="centre")
            pen.text(x - REACH - 0.8, y + at - 0.8, _signed(at), TEXT, 2.4, align="right")
        pen.text(x + REACH + 1.6, y - 1.1, "X", DISPLAY, 3.4, _RED)
        pen.text(x, y + REACH + 1.4, "Y", DISPLAY, 3.4, _RED, align="centre")

    def _vernier(self, step: float, side: int) -> list[tuple[Point, Point]]:
        """Return the lines of both verniers on the back: `side` 1 above or right of the middle line, -1 the other."""
        lines: list[tuple[Point, Point]] = []
        for number in range(-VERNIER, VERNIER + 1):
            length = side * (5.0 if number % 5 == 0 else 3.6)
            x, y = self.places.across
            lines.append(((x + number * step, y), (x + number * step, y + length)))
            x, y = self.places.upwards
            lines.append(((x, y + number * step), (x + length, y + number * step)))
        return lines

    def _vernier_numbers(self, pen: Pen) -> None:
        """Letter the back's lines with the back offset that each of them means when it meets its partner."""
        for number in range(-VERNIER, VERNIER + 1, 5):
            # The back lies `number` tenths too far to the right (or up) when this line meets: move it back.
            text = _signed(-number / 10)
            x, y = self.places.across
            pen.text(x + number * 0.9, y - 8.0, text, TEXT, 2.1, _RED, align="centre")
            x, y = self.places.upwards
            pen.text(x - 5.8, y + number * 0.9 - 0.7, text, TEXT, 2.1, _RED, align="right")
        x, y = self.places.across
        pen.text(x + 19, y - 4.5, "X", DISPLAY, 3.4, _RED)
        x, y = self.places.upwards
        pen.text(x - 4, y + 17, "Y", DISPLAY, 3.4, _RED, align="right")

    def _scales(self, pen: Pen) -> None:
        """Draw the long scales in millimetres and inches."""
        left = (self.grid.width - INCHES * 25.4) / 2
        y = self.grid.bottom + 22
        for top, count, unit, parts, name in ((y, SCALE, 1.0, 10, "mm"), (y - 11, INCHES * 16, 25.4 / 16, 16, "in")):
            pen.rect((left - 4, top - 2, left + INCHES * 25.4 + 4, top + 7), fill=WHITE)
            pen.path([((left, top), (left + count * unit, top))], stroke=BLACK, width=0.15, closed=False)
            ticks = []
            for number in range(count + 1):
                high = 4.0 if number % parts == 0 else 2.8 if number % (parts // 2) == 0 else 1.6
                ticks.append(((left + number * unit, top), (left + number * unit, top + high)))
            pen.path(ticks, stroke=BLACK, width=0.1, closed=False)
            every = 10 if name == "mm" else 1
            for number in range(count // parts + 1):
                text = str(number * every)
                pen.text(left + number * parts * unit, top + 4.6, text, TEXT, 2.3, align="centre")
            pen.text(left - 1.5, top, name, DISPLAY, 2.6, align="right")


def _signed(number: float) -> str:
    text = f"{abs(number):g}"
    return f"−{text}" if number < 0 else f"+{text}" if number > 0 else "0"
