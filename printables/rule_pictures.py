"""The pictures of the rulebook on paper: small cards, hands, grids, worlds, seats. Each is a block of a column."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from companion.deck import CARDS, parse_code
from companion.palette import GALAXY_COLORS
from companion.phrases import Translator, phrase
from companion.rulebook.pictures import (
    BACK,
    GridPicture,
    HandsPicture,
    MatchPicture,
    PlacesPicture,
    RowsPicture,
    RulesPicture,
    SeatsPicture,
)
from printables.colour import BLACK, WHITE, Rgb, mix, rgb
from printables.fonts import CAP_HEIGHT, DISPLAY, TEXT
from printables.pen import Pen, Point
from printables.typesetting import INK, PT, Block, Drawn, Group, Paragraph, Place, Run, line, words_of

CARD: Final = (6.0, 8.2)
"""Width and height of a small card in millimetres."""

GAP: Final = 0.7
SMALLEST: Final = 7.5 * PT
"""Font size of words in pictures, whatever the size of the text."""

LIT: Final = rgb("#d98a00")
"""Edge of the cards that matter most."""

_TABLE: Final = phrase("picture", "On the table")
_HAND: Final = phrase("picture", "Your hand")


@dataclass(frozen=True, slots=True)
class PictureMaker:
    """Draws the pictures of one language.

    Attributes:
        place: where they are printed.
        size: font size of words.
        low_ink: outlines on white.
    """

    place: Place
    size: float
    low_ink: bool = False

    def block(self, picture: RulesPicture, words: "PictureWords", before: float) -> Block:
        """Return the block of a picture."""
        match picture:
            case MatchPicture():
                translator = Translator(self.place.language, domain="print")
                found = [
                    self._row(translator.format(_TABLE), (picture.link,), ()),
                    self._row(translator.format(_HAND), picture.hand, picture.fits, dim=True),
                ]
            case RowsPicture():
                found = [self._row(row.label.plain, row.cards, row.highlight) for row in picture.rows]
            case HandsPicture():
                found = []
                for number, moment in enumerate(picture.moments, 1):
                    found.append(self._label(f"{number}. {moment.label.plain}", bold=True))
                    found += [
                        self._row(player.plain, hand, (), beside=True)
                        for player, hand in zip(picture.players, moment.hands, strict=True)
                    ]
            case GridPicture():
                found = [self._grid(picture, words.score)]
            case PlacesPicture():
                found = [self._places(picture)]
            case SeatsPicture():
                found = [self._seats(picture)]
        return Group(found, before=before)

    def _label(self, text: str, *, bold: bool = False) -> Paragraph:
        words = words_of([Run(text, DISPLAY if bold else TEXT)], self.place)
        return Paragraph(words, self.place, max(SMALLEST, self.size * 0.92), before=0.9, leading=1.2)

    def _row(
        self, label: str, cards: Sequence[str], lit: Sequence[str], *, dim: bool = False, beside: bool = False
    ) -> Block:
        """Return a line of cards under its label, or beside it."""
        left = list(lit)
        shown = []
        for code in cards:
            shines = code in left
            if shines:
                left.remove(code)
            shown.append((code, shines))

        def paint(pen: Pen, x: float, top: float, width: float) -> None:
            if beside:
                box = (x, top - CARD[1], x + 9.5, top)
                line(pen, label, box, TEXT, max(SMALLEST, self.size * 0.92), self.place)
                x, width = x + 10.5, width - 10.5
            step = min(CARD[0] + GAP, (width - CARD[0]) / max(1, len(shown) - 1))
            for number, (code, shines) in enumerate(shown):
                self.card(pen, code, x + number * step, top - CARD[1], lit=shines, dim=dim and not shines)

        if beside:
            return Drawn(paint, CARD[1] + 0.3, before=0.7)
        return Group([self._label(label), Drawn(paint, CARD[1] + 0.3, before=0.3)], before=0.8)

    def card(self, pen: Pen, code: str, x: float, y: float, *, lit: bool = False, dim: bool = False) -> None:
        """Draw a small card with its lower left corner at a point."""
        box = (x, y, x + CARD[0], y + CARD[1])
        edge = LIT if lit else mix(INK, WHITE, 0.45)
        width = 0.6 if lit else 0.2
        if code == BACK:
            pen.rect(box, fill=WHITE if self.low_ink else rgb("#1a2050"), stroke=edge, width=width, radius=0.8)
            inner = (x + 0.8, y + 0.8, x + CARD[0] - 0.8, y + CARD[1] - 0.8)
            pen.rect(inner, stroke=INK if self.low_ink else rgb("#d9a84a"), width=0.2, radius=0.5)
            pen.circle(x + CARD[0] / 2, y + CARD[1] / 2, 1.2, stroke=INK if self.low_ink else rgb("#d9a84a"), width=0.3)
            return
        index = parse_code(code)
        card = CARDS[index if index is not None else 0]
        if card.galaxy is None or card.number is None:
            ground, ink = rgb("#241206"), rgb("#ffdf94")
        else:
            colours = GALAXY_COLORS[card.galaxy]
            ground, ink = mix(rgb(colours.glow), BLACK, 0.52), WHITE
        if self.low_ink or dim:
            ground, ink = WHITE, mix(INK, WHITE, 0.4) if dim else INK
        pen.rect(box, fill=ground, stroke=edge, width=width, radius=0.8)
        middle = x + CARD[0] / 2
        if card.number is None:
            pen.path([_star(middle, y + 4.9, 2.2)], fill=ink)
        else:
            size = 5.4
            pen.text(middle, y + 3.2, str(card.number), DISPLAY, size, ink, align="centre")
        pen.text(middle, y + 1.0, card.code[:2], DISPLAY, 1.9, ink, align="centre")

    def _grid(self, picture: GridPicture, score: str) -> Block:
        side = 7.6
        won = {place for matched in picture.lines for place in matched}

        def paint(pen: Pen, x: float, top: float, width: float) -> None:  # noqa: ARG001
            for number, cell in enumerate(picture.cells):
                left, bottom = x + number % 3 * (side + 0.6), top - (number // 3 + 1) * (side + 0.6)
                box = (left, bottom, left + side, bottom + side)
                shines = number in won or number in picture.highlight
                fill = None if cell is None else mix(LIT, WHITE, 0.72) if shines and not self.low_ink else WHITE
                pen.rect(box, fill=fill, stroke=LIT if shines else mix(INK, WHITE, 0.6), width=0.55 if shines else 0.2,
                         radius=0.8)  # fmt: skip
                if isinstance(cell, int):
                    pen.text(left + side / 2, bottom + side / 2 - 4.6 * CAP_HEIGHT / 2, _signed(cell), DISPLAY, 4.6,
                             INK, align="centre")  # fmt: skip
            if picture.score is not None:
                right = x + 3 * (side + 0.6) + 3
                pen.text(right, top - 11.2, score, TEXT, self.size, INK)
                pen.text(right, top - 18, _signed(picture.score), DISPLAY, 7.0, INK)

        return Drawn(paint, 3 * (side + 0.6))

    def _places(self, picture: PlacesPicture) -> Block:
        names = [player.plain for player in picture.players]

        def paint(pen: Pen, x: float, top: float, width: float) -> None:
            room = (width - 3) / 3
            for number, spot in enumerate(picture.places):
                left = x + number * (room + 1.5)
                for side in (0, 1):
                    upper = top - side * 12.6
                    won = spot.winner == side
                    ground = mix(LIT, WHITE, 0.72) if won and not self.low_ink else WHITE
                    pen.rect((left, upper - 12.2, left + room, upper), fill=ground,
                             stroke=LIT if won else mix(INK, WHITE, 0.6), width=0.55 if won else 0.2,
                             radius=0.8)  # fmt: skip
                    size = max(SMALLEST, self.size * 0.85)
                    total = f"= {spot.totals()[side]}"
                    pen.text(left + 1.2, upper - 3.2, names[side], DISPLAY if won else TEXT, size, INK)
                    pen.text(left + room - 1.2, upper - 3.2, total, DISPLAY, size, INK, align="right")
                    step = min(5.2, (room - 2.4 - 4.6) / max(1, len(spot.cards[side]) - 1))
                    for place, stars in enumerate(spot.cards[side]):
                        card = left + 1.2 + place * step
                        pen.rect((card, upper - 11.2, card + 4.6, upper - 4.6), fill=WHITE, stroke=mix(INK, WHITE, 0.4),
                                 radius=0.6)  # fmt: skip
                        sign = "–" if stars is None else str(stars)
                        pen.text(card + 2.3, upper - 9.3, sign, DISPLAY, 3.8, INK, align="centre")

        return Drawn(paint, 25.0)

    def _seats(self, picture: SeatsPicture) -> Block:
        labels = {label.seat: label.label.plain for label in picture.labels}

        def paint(pen: Pen, x: float, top: float, width: float) -> None:
            middle, ring = (x + width / 2, top - 14.5), 9.5
            pen.circle(*middle, 6.2, fill=WHITE if self.low_ink else rgb("#eef1fb"), stroke=mix(INK, WHITE, 0.6))
            if picture.turn:
                turn_arrow(pen, middle, 3.8, LIT, clockwise=picture.turn == "clockwise")
            for seat in range(picture.seats):
                angle = math.tau * (0.75 - seat / picture.seats)  # seat 0 below, then clockwise as seen from above
                across, up = math.cos(angle), math.sin(angle)
                place = (middle[0] + ring * across, middle[1] + ring * up)
                pen.circle(*place, 2.1, fill=LIT if seat in labels else WHITE, stroke=INK)
                if seat in labels:
                    if abs(across) < 0.3:
                        y = place[1] + (-5.0 if up < 0 else 3.0)
                        pen.text(place[0], y, labels[seat], TEXT, self.size, INK, align="centre")
                    else:
                        side = 3.0 if across > 0 else -3.0
                        pen.text(place[0] + side, place[1] - self.size * 0.35, labels[seat], TEXT, self.size, INK,
                                 align="left" if across > 0 else "right")  # fmt: skip

        return Drawn(paint, 30.0)


@dataclass(frozen=True, slots=True)
class PictureWords:
    """Words of the rulebook that pictures use: `score`."""

    score: str


def _signed(number: int) -> str:
    return f"−{-number}" if number < 0 else str(number)


def _star(x: float, y: float, radius: float) -> list[Point]:
    points = []
    for i in range(10):
        reach = radius if i % 2 == 0 else radius * 0.45
        points.append((x + reach * math.sin(math.tau * i / 10), y + reach * math.cos(math.tau * i / 10)))
    return points


def turn_arrow(pen: Pen, middle: Point, radius: float, colour: Rgb, *, clockwise: bool) -> None:
    """Draw an arrow round a point."""
    way = -1 if clockwise else 1
    start = 60 if clockwise else 120
    angles = [math.radians(start + way * i * 9) for i in range(30)]
    arc = [(middle[0] + radius * math.cos(a), middle[1] + radius * math.sin(a)) for a in angles]
    pen.path([arc], stroke=colour, width=radius * 0.21, closed=False)
    tip, heading, unit = arc[-1], angles[-1] + way * math.pi / 2, radius * 0.5
    corners = [(tip[0] + unit * math.cos(heading), tip[1] + unit * math.sin(heading))]
    corners += [(tip[0] + unit * math.cos(heading + s), tip[1] + unit * math.sin(heading + s)) for s in (2.0, -2.0)]
    pen.path([corners], fill=colour)
