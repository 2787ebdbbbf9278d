"""The mission leaflet: all 54 missions by the code of their card, so that a deck outlives every website.

>>> build_missions(load_pack(find_pack()), LeafletOptions(language="fr")).pages
2
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from companion import languages
from companion.deck import CARDS, JOKERS, KINDS, Card, Kind
from companion.missions.card_map import card_for, mission_for
from companion.missions.pack import Pack
from companion.missions.selectors import SEATS
from companion.missions.wording.sentence import sentence
from companion.palette import KIND_COLORS
from companion.phrases import Translator, phrase
from companion.rulebook.lookup import rulebook
from companion.words import kind_name
from printables.colour import WHITE, Rgb, mix, rgb
from printables.document import Document, Printed, Progress
from printables.face import emblem
from printables.fonts import DISPLAY, TEXT
from printables.leaflet import LeafletOptions
from printables.options import PAPERS
from printables.pen import Pen
from printables.typesetting import (
    INK,
    PT,
    Block,
    Column,
    Drawn,
    Group,
    Paragraph,
    Place,
    Run,
    line,
    pour,
    words_of,
)
from printables.words import GAME

SIZES: Final = (10.6, 10.4, 10.2, 10.0, 9.8, 9.6, 9.4, 9.2, 9.0, 8.8, 8.6, 8.4, 8.2, 8.0, 7.8, 7.5)
"""Font sizes in points that are tried, the largest first; smaller than 7.5 is no pleasure to read."""

PAGES: Final = 2
"""One sheet, both sides, if a readable size allows."""

_TITLE: Final = phrase("title", "All missions")
_FIND: Final = phrase("leaflet", "Find the code of your card: the mission is next to it.")
_PLAYERS: Final = phrase("leaflet", "{low}–{high} players")
_EXACTLY: Final = phrase("leaflet", "{low} players")
_INSTEAD: Final = phrase("leaflet", "{players}: as {code}")
_NONE: Final = phrase("leaflet", "{players}: no mission")

_COLUMNS: Final = 3
_MARGIN: Final = 10.0
_GUTTER: Final = 5.0
_HEAD: Final = 17.0
_BADGE: Final = 3.6
"""Room for the code left of a mission, in font sizes."""

NBSP: Final = "\u00a0"


def build_missions(pack: Pack, options: LeafletOptions, progress: Progress | None = None) -> Printed:
    """Return every mission of a pack by card, on as few pages as a readable size allows.

    Raises:
        MissingCharacterError: the font lacks a character of a title or a sentence; names mission and language.
        NoRoomError: a word is wider than a column.
    """
    place = Place("Missions", options.language)
    width, height = PAPERS[options.paper]
    column = (width - 2 * _MARGIN - (_COLUMNS - 1) * _GUTTER) / _COLUMNS
    rooms = (height - 2 * _MARGIN - _HEAD, height - 2 * _MARGIN - 3.0)

    def room(number: int) -> float:
        return rooms[0] if number < _COLUMNS else rooms[1]

    columns: list[Column] = []
    for points in SIZES:
        columns = pour(_content(pack, options, points * PT), column, room, place)
        if len(columns) <= PAGES * _COLUMNS:
            break
    translator = Translator(options.language, domain="print")
    sheets = [columns[i : i + _COLUMNS] for i in range(0, len(columns), _COLUMNS)]
    document = Document(
        f"{GAME}: {translator.format(_TITLE)}", f"{pack}, {options.language}", options.language, options.sides,
        total=len(sheets), progress=progress,
    )  # fmt: skip
    for number, sheet in enumerate(sheets):
        with document.page(width, height) as pen:
            top = height - _MARGIN
            if number == 0:
                _head(pen, translator, pack, place, (width, height))
                top -= _HEAD
            for at, found in enumerate(sheet):
                found.draw(pen, _MARGIN + at * (column + _GUTTER), top, column)
            foot = f"{GAME} · {pack} · {number + 1}/{len(sheets)}"
            line(pen, foot, (_MARGIN, 4.5, width - _MARGIN, 8.0), TEXT, 7.5 * PT, place, mix(INK, WHITE, 0.35),
                 align="centre")  # fmt: skip
    return Printed(document.finish(), document.pages)


def _head(pen: Pen, translator: Translator, pack: Pack, place: Place, page: tuple[float, float]) -> None:
    width, top = page[0], page[1] - _MARGIN
    name = pack.info.name.get(translator.language) or pack.info.name[pack.languages[0]]
    title = f"{name} · {translator.format(_TITLE)}"
    line(pen, title, (_MARGIN, top - 8, width - _MARGIN - 36, top), DISPLAY, 19 * PT, place,
         rgb("#0a1040"))  # fmt: skip
    line(pen, str(pack), (width - _MARGIN - 34, top - 8, width - _MARGIN, top), TEXT, 8.5 * PT, place,
         mix(INK, WHITE, 0.25), align="right")  # fmt: skip
    line(pen, translator.format(_FIND), (_MARGIN, top - 13.5, width - _MARGIN, top - 9), TEXT, 9.5 * PT, place)


def cards_of(kind: Kind) -> Iterable[Card]:
    """Return the cards of a kind in printed order: galaxy by galaxy, so that a code is found quickly."""
    return (card for card in CARDS if card.kind == kind)


def _content(pack: Pack, options: LeafletOptions, size: float) -> list[Block]:
    blocks: list[Block] = []
    for kind in KINDS:
        blocks.append(_band(kind, options, size))
        for card in cards_of(kind):
            blocks.append(_mission(pack, card, options, size))
    blocks.append(_jokers(options, size))
    return blocks


def _band(kind: Kind, options: LeafletOptions, size: float) -> Block:
    colours = KIND_COLORS[kind]
    place = Place("Missions", options.language)
    word = kind_name(kind, options.language).upper()

    def paint(pen: Pen, x: float, top: float, width: float) -> None:
        fill = None if options.low_ink else rgb(colours.fill)
        ink = rgb(colours.on_light) if options.low_ink else rgb(colours.on_fill)
        pen.rect((x, top - 7, x + width, top), fill=fill, stroke=rgb(colours.fill), width=0.5, radius=1.4)
        emblem(pen, kind, x + 2, top - 5.9, 4.8, ink)
        line(pen, word, (x + 9, top - 7, x + width - 2, top), DISPLAY, 12 * PT, place, ink)

    return Drawn(paint, 7.0, before=size * 1.7, keep=True)


def _mission(pack: Pack, card: Card, options: LeafletOptions, size: float) -> Block:
    mission = mission_for(pack.missions, card)
    assert mission is not None and card.kind is not None  # noqa: S101 - galaxy cards have both
    tongue = languages.lookup([options.language], pack.languages) or pack.languages[0]
    alone = 2 if mission.players == range(2, 3) else None
    limited = mission.players != SEATS
    return _entry(
        card.code,
        (pack.title(mission.id, tongue), tongue),
        _bound(sentence(pack, mission.id, options.language, alone)),
        rgb(KIND_COLORS[card.kind].on_light),
        Place(f"Card {card.code}, mission {mission.id}", options.language),
        size,
        _players(mission.players, options.language) if limited else "",
        " · ".join(replacements(pack, card, options.language)),
    )


def _players(numbers: range, language: str) -> str:
    """Return the words for numbers of players: `3-6 players`."""
    low, high = numbers[0], numbers[-1]
    return Translator(language, domain="print").format(_EXACTLY if low == high else _PLAYERS, low=low, high=high)


def replacements(pack: Pack, card: Card, language: str) -> list[str]:
    """Return where to look for a card's mission when its own does not suit the players: `2 players: as AN6`."""
    found: list[tuple[str | None, range]] = []
    for players in SEATS:
        mission = mission_for(pack.missions, card, players)
        code = None if mission is None else CARDS[card_for(mission.id)].code
        if found and found[-1][0] == code:
            found[-1] = code, range(found[-1][1].start, players + 1)
        else:
            found.append((code, range(players, players + 1)))
    translator = Translator(language, domain="print")
    return [
        translator.format(_INSTEAD if code else _NONE, players=_players(numbers, language), code=code)
        for code, numbers in found
        if code != card.code
    ]


def _bound(text: str) -> str:
    """Keep a number and what it counts on one line."""
    return re.sub(r"(?<=\d) (?=\w)", "\u00a0", text)


def _jokers(options: LeafletOptions, size: float) -> Block:
    page = rulebook("joker", options.language)
    codes = NBSP.join(CARDS[index].code for index in JOKERS)
    place = Place("Jokers", options.language)
    entry = _entry(
        CARDS[JOKERS[0]].code, (page.title.plain, options.language), page.summary.plain, INK, place, size, codes
    )
    return Group([entry], before=size * 1.7)


def _entry(
    code: str,
    title: tuple[str, str],
    text: str,
    colour: Rgb,
    place: Place,
    size: float,
    note: str = "",
    below: str = "",
) -> Block:
    """Return code, title and sentence of one mission; the code stands left of the text.

    Args:
        code: of the card.
        title: the title and its language.
        text: the sentence.
        colour: of the code and the title.
        place: what is printed, for messages.
        size: of the letters (mm).
        note: stands behind the title.
        below: stands in a line below the sentence.
    """

    def paint(pen: Pen, x: float, top: float, width: float) -> None:  # noqa: ARG001
        box = (x, top - 1.42 * size, x + (_BADGE - 0.55) * size, top + 0.02 * size)
        pen.rect(box, stroke=colour, width=0.3, radius=0.8)
        line(pen, code, box, DISPLAY, size * 1.02, place, colour, align="centre")

    name = [Run(title[0], DISPLAY), *([Run(f" · {note.replace(' ', NBSP)}")] if note else [])]
    lines = [
        Paragraph(words_of(name, Place(place.name, title[1])), place, size * 1.04, colour=colour, leading=1.22),
        Paragraph(words_of([Run(text)], place), place, size, before=0.12 * size, leading=1.2),
    ]
    if below:
        runs = [Run(below.replace(" ", NBSP).replace(f"{NBSP}·{NBSP}", " · "))]
        lines.append(Paragraph(words_of(runs, place), place, size, colour=colour, before=0.12 * size, leading=1.2))
    return _Beside(paint, Group(lines), _BADGE * size, before=size * 0.62)


@dataclass(frozen=True, slots=True)
class _Beside:
    """A block with something painted left of it."""

    paint: Callable[[Pen, float, float, float], None]
    block: Group
    indent: float
    before: float
    keep: bool = False

    def height(self, width: float) -> float:
        """Return the height of the block."""
        return self.block.height(width - self.indent)

    def draw(self, pen: Pen, x: float, top: float, width: float) -> None:
        """Draw both."""
        self.paint(pen, x, top, width)
        self.block.draw(pen, x + self.indent, top, width - self.indent)
