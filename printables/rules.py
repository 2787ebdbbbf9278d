"""The rules leaflet: GONG in one minute, LINK, FAMILY, FIGHT with its duels, and the joker, as a folded booklet.

>>> build_rules(LeafletOptions(language="fr")).pages
6
"""

from collections.abc import Callable
from typing import Final

from companion.palette import GALAXY_COLORS
from companion.phrases import Translator, phrase
from companion.rulebook.blocks import RulesPage
from companion.rulebook.lookup import rulebook, words
from printables import back
from printables.colour import BLACK, WHITE, Rgb, mix, rgb
from printables.document import Printed, Progress
from printables.fonts import DISPLAY, TEXT
from printables.leaflet import LeafletOptions, bind, half_sheet, imposition
from printables.pen import Pen
from printables.rule_text import RuleSetter, named
from printables.typesetting import (
    INK,
    PT,
    Block,
    Column,
    Drawn,
    Group,
    NoRoomError,
    Paragraph,
    Place,
    Run,
    line,
    pour,
    words_of,
)
from printables.words import GAME

GAMES: Final = ("gong", "link", "family", "fight", "joker")
"""The pages of the rulebook that belong to the deck."""

_COLOURS: Final = (6, 3, 4, 7, 5)
"""Galaxy whose colours each game has."""

SIZES: Final = (9.0, 8.8, 8.6, 8.4, 8.2, 8.0)
"""Font sizes in points that are tried, the largest first."""

_RULES: Final = phrase("title", "Game rules")
_FOLD: Final = phrase("leaflet", "Put the sheets inside each other and fold them in the middle.")

_MARGIN: Final = 9.0
_GUTTER: Final = 4.5
_FOOT: Final = 12.0


def build_rules(options: LeafletOptions, progress: Progress | None = None) -> Printed:
    """Return the rules of GONG as a booklet of half sheets.

    Raises:
        MissingCharacterError: the font lacks a character of the language.
        NoRoomError: a word or a table is wider than a column.
    """
    place = Place("Rules", options.language)
    columns, size = _set(options, place)
    translator = Translator(options.language, domain="print")
    title = translator.format(_RULES)
    pages: list[Callable[[Pen], None]] = [lambda pen: _cover(pen, options, title, place)]
    for number in range(0, len(columns), 2):
        pair, page = columns[number : number + 2], number // 2 + 2
        pages.append(lambda pen, pair=pair, page=page: _page(pen, options, pair, page, title))  # type: ignore[misc]
    data = bind(
        f"{GAME}: {title}", f"{size:g} pt, {options.language}", options.language, options.paper, options.sides, pages,
        progress,
    )  # fmt: skip
    return Printed(data, len(imposition(len(pages), options.sides)))


def _set(options: LeafletOptions, place: Place) -> tuple[list[Column], float]:
    """Return the columns in the largest size that needs no more sheets than the smallest does."""
    width, height = half_sheet(options.paper)
    column = (width - 2 * _MARGIN - _GUTTER) / 2
    room = height - _MARGIN - _FOOT

    def poured(points: float) -> list[Column]:
        return pour(_content(options, place, points * PT), column, lambda _: room, place)

    def sheets(found: list[Column]) -> int:
        return -(-(1 + -(-len(found) // 2)) // 4)

    least = poured(SIZES[-1])
    for points in SIZES:
        found = poured(points)
        if sheets(found) <= sheets(least):
            return found, points
    raise NoRoomError("unreachable")  # the smallest size is among the sizes


def _content(options: LeafletOptions, place: Place, size: float) -> list[Block]:
    blocks: list[Block] = []
    for game, galaxy in zip(GAMES, _COLOURS, strict=True):
        page = rulebook(game, options.language)
        accent = mix(rgb(GALAXY_COLORS[galaxy].glow), BLACK, 0.45)
        setter = RuleSetter(place, size, accent, options.low_ink, game)
        blocks.append(_chapter(page, place, size, accent, options.low_ink))
        for section in page.sections:
            blocks += setter.section(section)
    return blocks


def _chapter(page: RulesPage, place: Place, size: float, accent: Rgb, low_ink: bool) -> Block:
    """Return the head of a game: its name on a band, what it is about, players, age and time."""
    names = words(place.language)

    def band(pen: Pen, x: float, top: float, width: float) -> None:
        pen.rect((x, top - 10, x + width, top), fill=None if low_ink else accent, stroke=accent, width=0.5, radius=1.6)
        line(pen, page.title.plain, (x + 3, top - 10, x + width - 3, top), DISPLAY, 15 * PT, place,
             accent if low_ink else WHITE)  # fmt: skip

    facts = [
        Paragraph(
            words_of([Run(named(getattr(names, key).plain, place), DISPLAY), Run(f" {fact.plain}")], place), place,
            size * 0.94, before=0.3 * size, colour=accent,
        )
        for key, fact in page.facts.items()
    ]  # fmt: skip
    summary = words_of([Run(page.summary.plain, DISPLAY)], place)
    return Group(
        [Drawn(band, 10.0), Paragraph(summary, place, size * 1.08, before=1.6), *facts], before=size * 2.2, keep=True
    )


def _page(pen: Pen, options: LeafletOptions, columns: list[Column], number: int, title: str) -> None:
    width, height = half_sheet(options.paper)
    column = (width - 2 * _MARGIN - _GUTTER) / 2
    for place, found in enumerate(columns):
        found.draw(pen, _MARGIN + place * (column + _GUTTER), height - _MARGIN, column)
    pale = mix(INK, WHITE, 0.35)
    pen.path([((_MARGIN, 9.0), (width - _MARGIN, 9.0))], stroke=mix(INK, WHITE, 0.7), width=0.15, closed=False)
    outer = number % 2 == 0  # even pages lie left of the fold
    pen.text(_MARGIN if outer else width - _MARGIN, 5.2, str(number), DISPLAY, 9 * PT, pale,
             align="left" if outer else "right")  # fmt: skip
    pen.text(width / 2, 5.2, f"{GAME} · {title}", TEXT, 7.5 * PT, pale, align="centre")


def _cover(pen: Pen, options: LeafletOptions, title: str, place: Place) -> None:
    """Draw the front: the back of the cards in the middle, the name of the game, and what is inside."""
    width, height = half_sheet(options.paper)
    inset = 7.0
    card = (63.0, 88.0)
    left, bottom = (width - card[0]) / 2, height - inset - 40 - card[1]
    gold = rgb("#8a6a2a")
    pen.rect((inset, inset, width - inset, height - inset), stroke=gold, width=0.6, radius=4)
    pen.text(width / 2, height - 31, GAME, DISPLAY, 54 * PT, rgb("#0a1040"), align="centre", spacing=2.2)
    line(pen, title, (inset + 4, height - 44, width - inset - 4, height - 35), DISPLAY, 19 * PT, place, gold,
         align="centre")  # fmt: skip
    with pen.at(left, bottom - 4), pen.state():
        pen.clip_box((0, 0, *card), radius=3.5)
        back.draw(pen, *card, 0.0, low_ink=options.low_ink)
    with pen.at(left, bottom - 4):
        pen.rect((0, 0, *card), stroke=gold, width=0.4, radius=3.5)
    y = bottom - 14
    for game in GAMES:
        y -= 6.2
        name = rulebook(game, options.language).title.plain
        line(pen, name, (inset + 6, y - 2, width - inset - 6, y + 3), DISPLAY, 11 * PT, place, align="centre")
    if options.sides != "one":
        note = Translator(options.language, domain="print").format(_FOLD)
        box = (inset + 4, inset + 2, width - inset - 4, inset + 8)
        line(pen, note, box, TEXT, 7.5 * PT, place, mix(INK, WHITE, 0.3), align="centre", least=6 * PT)
