"""Sections of the rulebook as blocks of a column."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from companion.phrases import Translator, phrase
from companion.rulebook.blocks import (
    AnyBlock,
    BulletsBlock,
    ExampleBlock,
    NoteBlock,
    PictureBlock,
    Section,
    SeeBlock,
    StepsBlock,
    TableBlock,
    TextBlock,
)
from companion.rulebook.lookup import title_of, words
from companion.rulebook.text import Span, Text
from printables.colour import WHITE, Rgb, mix
from printables.fonts import DISPLAY, TEXT
from printables.rule_pictures import SMALLEST, PictureMaker, PictureWords
from printables.typesetting import INK, Block, TextContext, TextRun, TypesetTable, Word, words_of
from printables.typesetting import Paragraph as Lines

_NAMED: Final = phrase("name before what follows", "{name}:")


@dataclass(frozen=True, slots=True)
class RuleSetter:
    """Sets sections in one size and colour.

    Attributes:
        place: where they are printed, and in which language.
        size: font size of the text.
        accent: colour of headings and markers, dark enough for paper.
        low_ink: no tinted grounds.
        game: name of the page in the rulebook; links to other pages name theirs.
    """

    place: TextContext
    size: float
    accent: Rgb
    low_ink: bool = False
    game: str = ""

    @property
    def tint(self) -> Rgb:
        """Return the ground of examples and headings of tables."""
        return WHITE if self.low_ink else mix(self.accent, WHITE, 0.90)

    def section(self, section: Section) -> list[Block]:
        """Return heading and content of a section."""
        small = section.under is not None
        size = self.size * (1.06 if small else 1.3)
        heading = words_of([TextRun(section.title.plain, DISPLAY)], self.place)
        blocks: list[Block] = [
            Lines(heading, self.place, size, before=self.size * (0.85 if small else 1.1), keep=True, colour=self.accent)
        ]
        for block in section.blocks:
            blocks += self.blocks(block)
        return blocks

    def blocks(self, block: AnyBlock) -> Iterator[Block]:
        """Yield the blocks of a part of a section."""
        labels = words(self.place.language)
        apart = self.size * 0.45
        match block:
            case TextBlock(text=text):
                yield Lines(self._words(text), self.place, self.size, before=apart)
            case StepsBlock(steps=items) | BulletsBlock(bullets=items):
                for number, item in enumerate(items, 1):
                    marker = f"{number}" if isinstance(block, StepsBlock) else "•"
                    yield Lines(
                        self._words(item), self.place, self.size, before=self.size * 0.32, colour=INK, marker=marker,
                        indent=self.size * 1.35,
                    )  # fmt: skip
            case NoteBlock(note=text):
                runs = [TextRun(named(labels.note.plain, self.place), DISPLAY), TextRun(" "), *_runs(text)]
                yield self._ground(words_of(runs, self.place))
            case ExampleBlock(example=texts):
                runs = [TextRun(named(labels.example.plain, self.place), DISPLAY)]
                for text in texts:
                    runs += [TextRun(" "), *_runs(text)]
                yield self._ground(words_of(runs, self.place))
            case TableBlock(table=table):
                rows = [[words_of([TextRun(cell.plain, DISPLAY)], self.place) for cell in table.head]]
                rows += [[self._words(cell) for cell in row] for row in table.rows]
                yield TypesetTable(
                    rows,
                    self.place,
                    max(SMALLEST, self.size * 0.94),
                    self.tint,
                    mix(self.accent, WHITE, 0.55),
                    before=apart * 1.4,
                )
            case PictureBlock(picture=picture):
                maker = PictureMaker(self.place, self.size, self.low_ink)
                yield maker.block(picture, PictureWords(labels.score.plain), before=apart * 1.4)
            case SeeBlock(see=targets):
                titles = " · ".join(self._title(target) for target in targets)
                runs = [TextRun(named(labels.see.plain, self.place), DISPLAY), TextRun(f" {titles}")]
                yield Lines(
                    words_of(runs, self.place),
                    self.place,
                    max(SMALLEST, self.size * 0.92),
                    before=apart,
                    colour=self.accent,
                )

    def _title(self, target: str) -> str:
        """Return how a link reads on paper: the section, after its game if that is another one."""
        titles = title_of(target, self.place.language)
        here = target.partition("#")[0] == self.game
        return titles[-1].plain if here else ", ".join(title.plain for title in titles)

    def _ground(self, text: list[Word]) -> Lines:
        return Lines(
            text, self.place, self.size * 0.96, before=self.size * 0.6, ground=self.tint, bar=self.accent, leading=1.24
        )

    def _words(self, text: Text) -> list[Word]:
        return words_of(_runs(text), self.place)


def named(name: str, place: TextContext) -> str:
    """Return a name with the colon that its language writes before what follows."""
    return Translator(place.language, domain="print").format(_NAMED, name=name)


def _runs(text: Text) -> list[TextRun]:
    return [TextRun(_bound(span), DISPLAY if span.bold or span.card else TEXT) for span in text.spans]


def _bound(span: Span) -> str:
    """Return the text of a span; the name of a card is never parted."""
    return span.text.replace(" ", "\u00a0") if span.card else span.text
