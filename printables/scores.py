"""Score sheets to write on: GONG, Gang of Four, Gnoming A Round. The caller decides what is counted.

>>> build_scores(ScoreRules("gnoming", "Gnoming A Round", seats=7, rounds=3, closer=5), LeafletOptions()).pages
1
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from companion.phrases import Phrase, Translator, phrase
from companion.rulebook.lookup import rulebook
from printables.colour import WHITE, mix, rgb
from printables.document import Document, PageProgress, Printed
from printables.fonts import DISPLAY, TEXT
from printables.leaflet import LeafletOptions
from printables.options import PAPERS
from printables.pen import Box, Pen
from printables.rule_pictures import turn_arrow
from printables.rule_text import RuleSetter
from printables.typesetting import INK, PT, Block, NoRoomError, TextContext, line, pour

ScoredGame = Literal["gong", "gang-of-four", "gnoming"]

SHEET: Final = phrase("title", "Score sheet")
_ROUND: Final = phrase("head of a score sheet", "Round")
_GAME: Final = phrase("head of a score sheet", "Game")
_TOTAL: Final = phrase("head of a score sheet", "Total")
_DATE: Final = phrase("head of a score sheet", "Date")
_CARDS: Final = phrase("head of a score sheet", "Cards left")
_POINTS: Final = phrase("head of a score sheet", "Points")
_CLOSED: Final = phrase("score sheet", "Small box: +{points} or −{points} for whoever closed the round.")
_HALVES: Final = phrase("score sheet", "Left: cards left in the hand. Right: points.")
_WAY: Final = phrase("score sheet", "The arrow shows which way round you play.")

MOST_ROWS: Final = 24
"""Rounds on a sheet of a match without a fixed length."""

_MARGIN: Final = 12.0
_LINE: Final = mix(INK, WHITE, 0.45)
_PALE: Final = rgb("#eef1fb")
_SECTIONS: Final[dict[ScoredGame, tuple[str, ...]]] = {
    "gong": ("rounds",),
    "gang-of-four": ("score", "end"),
    "gnoming": ("score", "closing", "win"),
}
"""Sections of the rulebook that explain how points are counted."""


@dataclass(frozen=True, slots=True)
class ScoreRules:
    """What a score sheet counts, taken from the rules.

    Attributes:
        game: name of the game in the rulebook.
        title: name of the game on paper.
        seats: most players.
        rounds: rounds of a match, or 0 for as many as people like.
        points: what each number of cards left costs, 0 first; empty where points are written down at once.
        closer: points that closing a round brings or costs, or 0.
        games: names of the games that a round can be of, or none.
    """

    game: ScoredGame
    title: str
    seats: int
    rounds: int = 0
    points: tuple[int, ...] = ()
    closer: int = 0
    games: tuple[str, ...] = ()


def build_scores(rules: ScoreRules, options: LeafletOptions, progress: PageProgress | None = None) -> Printed:
    """Return one page with a score sheet and how points are counted.

    Raises:
        MissingCharacterError: the font lacks a character of the language.
        NoRoomError: a word has no room.
    """
    place = TextContext(f"Score sheet of {rules.title}", options.language)
    sheet = _Sheet(rules, options, place, Translator(options.language, domain="print"))
    width, height = PAPERS[options.paper]
    document = Document(
        f"{rules.title}: {sheet.translator.format(SHEET)}", options.language, options.language, "one", 1, progress
    )
    with document.page(width, height) as pen:
        sheet.draw(pen, width, height)
    return Printed(document.finish(), document.pages)


@dataclass(frozen=True, slots=True)
class _Sheet:
    """Draws one sheet."""

    rules: ScoreRules
    options: LeafletOptions
    place: TextContext
    translator: Translator

    def format(self, message: Phrase, **values: object) -> str:
        return self.translator.format(message, **values)

    def draw(self, pen: Pen, width: float, height: float) -> None:
        """Draw head, tables and rules."""
        left, right, top = _MARGIN, width - _MARGIN, height - _MARGIN
        title = f"{self.rules.title} · {self.format(SHEET)}"
        line(pen, title, (left, top - 9, right - 48, top), DISPLAY, 20 * PT, self.place, rgb("#0a1040"))
        date = f"{self.format(_DATE)}"
        line(pen, date, (right - 46, top - 9, right - 32, top), TEXT, 9 * PT, self.place)
        pen.path([((right - 31, top - 7), (right, top - 7))], stroke=_LINE, width=0.2, closed=False)
        top -= 13
        bottom = self._rules(pen, left, right)
        if self.rules.points:
            bottom = self._points(pen, (left, bottom + 3, right, bottom + 16)) + 3
        elif self.rules.closer:
            note = self.format(_CLOSED, points=self.rules.closer)
            line(pen, note, (left, bottom + 2, right, bottom + 7), TEXT, 8.5 * PT, self.place)
            bottom += 9
        else:
            bottom += 4
        if self.rules.rounds:
            self._matches(pen, (left, bottom, right, top))
        else:
            self._rounds(pen, (left, bottom, right, top), 0)

    def _rules(self, pen: Pen, left: float, right: float) -> float:
        """Write at the foot how points are counted and return where it begins."""
        page = rulebook(self.rules.game, self.options.language)
        gutter = 6.0
        width = (right - left - gutter) / 2
        # The strip of points shows what the table would.
        left_out = ("picture", "example", "see", *(("table",) if self.rules.points else ()))
        for points in (8.5, 8.2, 8.0, 7.8, 7.5):
            setter = RuleSetter(self.place, points * PT, rgb("#37236b"), self.options.low_ink)
            blocks: list[Block] = []
            for name in _SECTIONS[self.rules.game]:
                section = page.section(name)
                kept = [block for block in section.blocks if block.kind not in left_out]
                blocks += setter.section(section.model_copy(update={"blocks": tuple(kept)}))
            room = _lowest(blocks, width, self.place)
            if room <= 92:
                break
        top = 8.0 + room
        for place, column in enumerate(pour(blocks, width, lambda _: room, self.place)):
            column.draw(pen, left + place * (width + gutter), top, width)
        return top

    def _points(self, pen: Pen, box: Box) -> float:
        """Draw what each number of cards costs, and return the upper end."""
        left, bottom, right, top = box
        first = 24.0
        step = (right - left - first) / (len(self.rules.points) - 1)
        middle = (bottom + top) / 2
        fill = None if self.options.low_ink else _PALE
        pen.rect((left, middle, right, top), fill=fill)
        line(pen, self.format(_CARDS), (left + 1, middle, left + first - 1, top), DISPLAY, 8.5 * PT, self.place)
        line(pen, self.format(_POINTS), (left + 1, bottom, left + first - 1, middle), DISPLAY, 8.5 * PT, self.place)
        for cards, points in enumerate(self.rules.points[1:], 1):
            x = left + first + (cards - 1) * step
            line(pen, str(cards), (x, middle, x + step, top), TEXT, 10 * PT, self.place, align="centre")
            line(pen, str(points), (x, bottom, x + step, middle), DISPLAY, 10 * PT, self.place, align="centre")
            pen.path([((x, bottom), (x, top))], stroke=_LINE, width=0.15, closed=False)
        pen.rect(box, stroke=_LINE, width=0.3)
        notes = f"{self.format(_HALVES)} {self.format(_WAY)}"
        line(pen, notes, (left, top + 1, right, top + 5.5), TEXT, 8.5 * PT, self.place)
        return top + 5

    def _matches(self, pen: Pen, box: Box) -> None:
        """Draw as many matches of a few rounds as have room."""
        left, bottom, right, top = box
        high = 10.5 + 9.0 * self.rules.rounds + 10.0
        count = max(1, int((top - bottom + 4) / (high + 4)))
        step = (top - bottom + 4) / count
        for match in range(count):
            upper = top - match * step
            self._rounds(pen, (left, upper - min(step - 4, high + 8), right, upper), self.rules.rounds)

    def _rounds(self, pen: Pen, box: Box, rounds: int) -> None:
        """Draw a table: names above, rounds below one another, the total last."""
        left, bottom, right, top = box
        head, foot = 11.0, 9.5
        rows = rounds or min(MOST_ROWS, int((top - bottom - head - foot) / 6.6))
        step = (top - bottom - head - foot) / rows
        first = 15.0 + (7.0 if self.rules.points else 0.0)
        second = 27.0 if self.rules.games else 0.0
        width = (right - left - first - second) / self.rules.seats
        columns = [left + first + second + seat * width for seat in range(self.rules.seats)]
        if not self.options.low_ink:
            pen.rect((left, top - head, right, top), fill=_PALE)
            pen.rect((left, bottom, right, bottom + foot), fill=_PALE)
        line(pen, self.format(_ROUND), (left + 1, top - head, left + first - 1, top), DISPLAY, 9 * PT, self.place)
        line(pen, self.format(_TOTAL), (left + 1, bottom, columns[0] - 1, bottom + foot), DISPLAY, 10 * PT, self.place)
        if self.rules.games:
            box = (left + first + 1, top - head, columns[0] - 1, top)
            line(pen, self.format(_GAME), box, DISPLAY, 9 * PT, self.place)
        for row in range(rows):
            upper = top - head - row * step
            lower = upper - step
            pen.path([((left, upper), (right, upper))], stroke=_LINE, width=0.15, closed=False)
            line(pen, str(row + 1), (left + 1, lower, left + 8, upper), TEXT, 9 * PT, self.place, align="centre")
            if self.rules.points:
                middle = (left + first - 6, (upper + lower) / 2)
                turn_arrow(pen, middle, min(2.1, step * 0.34), _LINE, clockwise=row % 2 == 1)
            self._names(pen, (left + first, lower, columns[0], upper))
            self._cells(pen, columns, width, lower, upper)
        pen.path([((left, bottom + foot), (right, bottom + foot))], stroke=INK, width=0.4, closed=False)
        for x in [left + first, *columns]:
            pen.path([((x, bottom), (x, top))], stroke=_LINE, width=0.25, closed=False)
        pen.rect((left, bottom, right, top), stroke=INK, width=0.4)

    def _names(self, pen: Pen, box: Box) -> None:
        """Write the games that a round can be of, to be circled."""
        left, bottom, right, top = box
        if not self.rules.games:
            return
        text = " · ".join(self.rules.games)
        line(pen, text, (left + 0.8, bottom, right - 0.8, top), TEXT, 6.5 * PT, self.place, _LINE, align="centre")

    def _cells(self, pen: Pen, columns: Sequence[float], width: float, lower: float, upper: float) -> None:
        for x in columns:
            if self.rules.points:
                middle = x + width * 0.4
                pen.path([((middle, lower), (middle, upper))], stroke=mix(INK, WHITE, 0.75), width=0.15, closed=False)
            elif self.rules.closer:
                side = min(4.6, (upper - lower) * 0.5)
                pen.rect((x + width - side, upper - side, x + width, upper), stroke=mix(INK, WHITE, 0.6), width=0.15)


def _lowest(blocks: Sequence[Block], width: float, place: TextContext) -> float:
    """Return the height of the lowest two columns that hold all blocks."""
    room = sum(block.height(width) + block.before for block in blocks) / 2
    while True:
        try:
            if len(pour(blocks, width, lambda _, room=room: room, place)) <= 2:  # type: ignore[misc]
                return room
        except NoRoomError:  # a heading and what follows it need more than half
            pass
        room += 1.0
