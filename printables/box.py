"""A tuck box for the deck, on one sheet: to be cut out, folded and glued.

>>> net(BoxOptions()).inner
(64.0, 89.0, 17.8)
"""

from dataclasses import dataclass
from math import cos, pi, sin
from typing import Final

from companion.phrases import Translator, phrase
from companion.rulebook.lookup import rulebook, words
from printables import back, ruler
from printables.colour import BLACK, WHITE, Rgb, mix, rgb
from printables.document import Document, Printed, Progress
from printables.fonts import DISPLAY, TEXT
from printables.gong import bronze
from printables.layout import face_layout
from printables.options import DEFAULT_TRIM, PAPERS, OptionError, Paper, Size
from printables.pen import Box, Pen, Point
from printables.rule_text import named
from printables.sheet import MARGIN
from printables.typesetting import INK, PT, Place, line
from printables.words import GAME

CLEARANCE: Final = 1.0
"""How much wider, higher and deeper the box is than the deck, in millimetres."""

THICKNESS: Final = 0.3
"""Of one card in millimetres: card stock of about 300 g/m²."""

THINNEST, THICKEST = 0.08, 1.0

GLUE: Final = 10.0
_TONGUE: Final = 13.0
_BLEED: Final = 2.0
_NOTCH: Final = 8.0
_FOOT: Final = 8.0  # room for ruler and legend below the net

_NIGHT: Final = rgb("#070a24")

_TITLE: Final = phrase("title", "Tuck box")
_NAME: Final = phrase("box", "Game Of Nine Galaxies")
_CARDS: Final = phrase("box", "{number} cards")
_LEGEND: Final = phrase("box", "Cut the solid lines, fold the dashed lines, glue the hatched flaps.")


@dataclass(frozen=True, slots=True)
class BoxOptions:
    """How a box is printed.

    Attributes:
        paper: size of the sheet.
        trim: width and height of a card in millimetres.
        cards: how many it holds.
        thickness: of one card in millimetres, its sleeve included.
        language: of the words on it.
        low_ink: outlines on white.
    """

    paper: Paper = "a4"
    trim: Size = DEFAULT_TRIM
    cards: int = 56
    thickness: float = THICKNESS
    language: str = "en"
    low_ink: bool = False

    def __post_init__(self) -> None:
        if not THINNEST <= self.thickness <= THICKEST:
            raise OptionError(
                f"A card of {self.thickness:g} mm is no card: give a thickness from {THINNEST:g} to {THICKEST:g} mm; "
                f"measure the whole deck and divide by {self.cards}."
            )


@dataclass(frozen=True, slots=True)
class Net:
    """The box laid flat, in millimetres from the lower left corner of the page.

    Attributes:
        page: width and height of the paper.
        inner: width, height and depth of the room for the cards.
        left: where the first side begins.
        bottom: where the four walls begin.
    """

    page: Size
    inner: tuple[float, float, float]
    left: float
    bottom: float

    @property
    def columns(self) -> tuple[float, float, float, float, float]:
        """Return the fold lines from left to right: side, front, side, back, glue tab."""
        width, _, depth = self.inner
        x = self.left
        return (x, x + depth, x + depth + width, x + 2 * depth + width, x + 2 * depth + 2 * width)

    @property
    def top(self) -> float:
        """Return the upper edge of the walls."""
        return self.bottom + self.inner[1]


def net(options: BoxOptions) -> Net:
    """Return the net, in the middle of upright paper or else of paper laid across.

    Raises:
        OptionError: the paper has no room for it.
        TrimError: no card has this trim.
    """
    face_layout(*options.trim)  # refuses what no card can be
    width, height = options.trim[0] + CLEARANCE, options.trim[1] + CLEARANCE
    depth = options.cards * options.thickness + CLEARANCE
    wide = 2 * width + 2 * depth + GLUE + _BLEED
    high = height + 2 * depth + _TONGUE + 2 * _BLEED + _FOOT
    short, long = PAPERS[options.paper]
    for page in ((short, long), (long, short)):
        if wide <= page[0] - 2 * MARGIN and high <= page[1] - 2 * MARGIN:
            left = (page[0] - wide) / 2 + _BLEED
            bottom = (page[1] - high) / 2 + _FOOT + _BLEED + depth
            return Net(page, (width, height, round(depth, 6)), left, bottom)
    name = {"a4": "A4", "letter": "Letter"}[options.paper]
    raise OptionError(
        f"A box for {options.cards} cards of {options.trim[0]:g} x {options.trim[1]:g} x {options.thickness:g} mm "
        f"needs {wide:.0f} x {high:.0f} mm and has no room on {name} paper: choose a smaller trim or thinner cards."
    )


def build_box(options: BoxOptions, progress: Progress | None = None) -> Printed:
    """Return one page with the box.

    Raises:
        OptionError: the paper has no room for it.
        TrimError: no card has this trim.
        MissingCharacterError: the font lacks a character of the language.
        NoRoomError: a text has no room.
    """
    found = net(options)
    place = Place("Tuck box", options.language)
    title = Translator(options.language, domain="print").format(_TITLE)
    trim = f"{options.trim[0]:g} x {options.trim[1]:g} x {options.thickness:g} mm"
    document = Document(f"{GAME}: {title}", f"{options.cards} cards, {trim}", options.language, "one", 1, progress)
    with document.page(*found.page) as pen:
        _Maker(found, options, pen, place, Translator(options.language, domain="print")).draw(trim)
    return Printed(document.finish(), document.pages)


@dataclass(frozen=True, slots=True)
class _Maker:
    """Draws a net."""

    net: Net
    options: BoxOptions
    pen: Pen
    place: Place
    translator: Translator

    @property
    def _gold(self) -> Rgb:
        return rgb("#8a6a2a") if self.options.low_ink else bronze(0.72)

    @property
    def _letters(self) -> Rgb:
        return rgb("#5c4300") if self.options.low_ink else mix(bronze(1.0), WHITE, 0.25)

    def draw(self, trim: str) -> None:
        """Draw art, words, lines, legend and ruler."""
        self._grounds()
        self._fronts()
        self._sides()
        self._lid()
        self._glue()
        self._lines()
        page = self.net.page
        low = self.net.bottom - self.net.inner[2] - _BLEED
        box = (self.net.left, low - 6.0, page[0] - self.net.left, low - 1.5)
        line(self.pen, self.translator.format(_LEGEND), box, TEXT, 9 * PT, self.place, align="centre")
        caption = f"{GAME} · {self.translator.format(_TITLE)} · {trim}"
        ruler.draw(self.pen, (max(10.0, self.net.left), 4.5), upright=False, page=page, caption=caption,
                   language=self.options.language)  # fmt: skip

    # Art

    def _grounds(self) -> None:
        """Fill everything that is seen from outside, a little over its edges."""
        if self.options.low_ink:
            return
        a, _, _, d, e = self.net.columns
        depth = self.net.inner[2]
        bottom, top = self.net.bottom, self.net.top
        b = _BLEED
        self.pen.rect((a - b, bottom - b, e + b, top + b), fill=_NIGHT)
        self.pen.rect((d - b, top - b, e + b, top + depth + _TONGUE + b), fill=_NIGHT)  # lid and tongue
        self.pen.rect((d - b, bottom - depth - b, e + b, bottom + b), fill=_NIGHT)  # bottom, the outer one

    def _fronts(self) -> None:
        """Draw the back of the cards on both large walls."""
        width, height, _ = self.net.inner
        _, front, _, rear, _ = self.net.columns
        name = "wall"
        with self.pen.form(name, (0.0, 0.0, width, height)):
            back.draw(self.pen, width, height, 0.0, low_ink=self.options.low_ink)
        for x in (front, rear):
            self.pen.place(name, x, self.net.bottom)

    def _sides(self) -> None:
        """Write the name of the game up the narrow walls."""
        _, height, depth = self.net.inner
        first, _, third, _, _ = self.net.columns
        long_name = self.translator.format(_NAME)
        for x in (first, third):
            with self.pen.at(x + depth / 2, self.net.bottom + height / 2, turn=90):
                inset = min(2.2, depth * 0.15)
                frame = (-height / 2 + inset, -depth / 2 + inset, height / 2 - inset, depth / 2 - inset)
                self.pen.rect(frame, stroke=self._gold, width=0.35, radius=min(1.8, depth * 0.12))
                if depth < 6:
                    continue
                room = (-height / 2 + 5, -depth / 2 + inset, height / 2 - 5, depth / 2 - inset)
                size = min(9.0, depth * 0.42)
                if depth < 11:
                    line(self.pen, f"{GAME} · {long_name}", room, DISPLAY, min(4.0, depth * 0.36), self.place,
                         self._letters, align="centre")  # fmt: skip
                    continue
                upper = (room[0], room[1] + (room[3] - room[1]) * 0.36, room[2], room[3])
                lower = (room[0], room[1], room[2], room[1] + (room[3] - room[1]) * 0.40)
                self.pen.text(0, (upper[1] + upper[3]) / 2 - size * 0.35, GAME, DISPLAY, size, self._letters,
                              align="centre", spacing=size * 0.25)  # fmt: skip
                line(self.pen, long_name, lower, TEXT, min(3.6, depth * 0.21), self.place, self._letters,
                     align="centre")  # fmt: skip

    def _lid(self) -> None:
        """Write on the lid what is inside."""
        width, _, depth = self.net.inner
        _, _, _, rear, end = self.net.columns
        if depth < 6:
            return
        facts, names = rulebook("gong", self.options.language).facts, words(self.options.language)
        text = " · ".join(
            (
                self.translator.format(_CARDS, number=self.options.cards),
                f"{named(names.players.plain, self.place)} {facts.players.plain}",
                f"{named(names.age.plain, self.place)} {facts.age.plain}",
            )
        )
        # The lid is read from the front, when the box is closed and stands: its text is upside down in the net.
        with self.pen.at((rear + end) / 2, self.net.top + depth / 2, turn=180):
            room = (-width / 2 + 3, -depth / 2, width / 2 - 3, depth / 2)
            line(self.pen, text, room, DISPLAY, min(3.6, depth * 0.3), self.place, self._letters, align="centre")

    def _glue(self) -> None:
        """Hatch the flaps that take glue."""
        _, front, third, _, end = self.net.columns
        _, height, depth = self.net.inner
        tab = (end, self.net.bottom, end + GLUE, self.net.bottom + height)
        floor = (front, self.net.bottom - depth, third, self.net.bottom)
        for box in (tab, floor):
            self.pen.rect((box[0] + 0.05, box[1] - 2.5, box[2] + (2.5 if box is tab else 0), box[3]), fill=WHITE)
            self._hatch(box)

    def _hatch(self, box: Box) -> None:
        left, bottom, right, top = box
        with self.pen.state():
            self.pen.clip_box((left + 0.8, bottom + 0.8, right - 0.8, top - 0.8))
            reach = int((right - left + top - bottom) / 3) + 1
            lines = [((left + 3 * i, bottom), (left + 3 * i - (top - bottom), top)) for i in range(1, reach)]
            self.pen.path(lines, stroke=mix(INK, WHITE, 0.6), width=0.15, closed=False)

    # Lines

    def _lines(self) -> None:
        """Draw where to cut and where to fold."""
        for loop in self.cuts():
            self.pen.path([loop], stroke=WHITE, width=0.6, closed=False)  # to be seen on the dark art
            self.pen.path([loop], stroke=BLACK, width=0.2, closed=False)
        with self.pen.state():
            self.pen.canvas.setDash([1.6, 1.0])
            pale = mix(INK, WHITE, 0.55)
            self.pen.path(self.folds(), stroke=pale, width=0.18, closed=False)

    def folds(self) -> list[tuple[Point, Point]]:
        """Return the lines to fold."""
        first, front, third, rear, end = self.net.columns
        bottom, top = self.net.bottom, self.net.top
        depth = self.net.inner[2]
        walls: list[tuple[Point, Point]] = [((x, bottom), (x, top)) for x in (front, third, rear, end)]
        floors: list[tuple[Point, Point]] = [((first, bottom), (end, bottom))]
        tops: list[tuple[Point, Point]] = [
            ((first, top), (front, top)),
            ((third, top), (rear, top)),
            ((rear, top), (end, top)),
            ((rear, top + depth), (end, top + depth)),
        ]
        return [*walls, *floors, *tops]

    def cuts(self) -> list[list[Point]]:
        """Return the outline, clockwise from the lower left corner of the first wall."""
        first, front, third, rear, end = self.net.columns
        bottom, top = self.net.bottom, self.net.top
        depth = self.net.inner[2]
        flap = min(depth * 0.9, self.net.inner[0] * 0.45)
        taper = min(2.5, depth * 0.2)
        middle = (front + third) / 2
        notch = min(_NOTCH, self.net.inner[0] * 0.2)
        arc = [(middle - notch * cos(pi * i / 24), top - notch * sin(pi * i / 24)) for i in range(25)]
        round_ = min(7.0, _TONGUE * 0.6)
        tongue_top = top + depth + _TONGUE
        corner_left = [
            (rear + 0.6 + round_ - round_ * cos(pi / 2 * i / 8), tongue_top - round_ + round_ * sin(pi / 2 * i / 8))
            for i in range(9)
        ]
        corner_right = [(rear + end - x, y) for x, y in reversed(corner_left)]
        outline: list[Point] = [
            (first, bottom), (first, top),
            (first + 0.4, top), (first + taper, top + flap), (front - taper, top + flap), (front - 0.4, top),
            (front, top), *arc, (third, top),
            (third + 0.4, top), (third + taper, top + flap), (rear - taper, top + flap), (rear - 0.4, top),
            (rear, top), (rear, top + depth), *corner_left, *corner_right, (end, top + depth), (end, top),
            (end + GLUE, top - GLUE * 0.6), (end + GLUE, bottom + GLUE * 0.6), (end, bottom),
            (end - 0.3, bottom), (end - 0.3, bottom - depth), (rear + 0.3, bottom - depth), (rear + 0.3, bottom),
            (rear, bottom), (rear - taper, bottom - flap), (third + taper, bottom - flap), (third, bottom),
            (third - 0.6, bottom - depth + 0.5), (front + 0.6, bottom - depth + 0.5), (front, bottom),
            (front - taper, bottom - flap), (first + taper, bottom - flap), (first, bottom),
        ]  # fmt: skip
        return [outline]
