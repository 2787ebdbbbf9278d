"""What a page of rules consists of. Everything is frozen; templates ask a block for its `kind`."""

from dataclasses import dataclass
from typing import Annotated, Final, TypeAlias

from pydantic import Discriminator, Field, Tag

from companion.rulebook.pictures import PictureName, RulebookModel, RulesPicture
from companion.rulebook.text import Label, Prose, Text

LINK: Final = r"^[a-z][a-z-]*(#[a-z][a-z0-9_-]*)?$"


class RuleBlock(RulebookModel):
    """A part of a section, written as a mapping whose one key is its kind."""

    @property
    def kind(self) -> str:
        """Return the key under which the block is written: `text`, `steps`, `bullets`, ..."""
        return next(iter(type(self).model_fields))


class TextBlock(RuleBlock):
    """A paragraph."""

    text: Prose


class StepsBlock(RuleBlock):
    """What to do one after the other: a numbered list."""

    steps: Annotated[tuple[Prose, ...], Field(min_length=2)]


class BulletsBlock(RuleBlock):
    """A list without order."""

    bullets: Annotated[tuple[Prose, ...], Field(min_length=2)]


class TableContent(RulebookModel):
    """A table with a line of headings; the first column is the subject of the row."""

    head: Annotated[tuple[Label, ...], Field(min_length=2)]
    rows: Annotated[tuple[tuple[Label, ...], ...], Field(min_length=1)]


class TableBlock(RuleBlock):
    """A table."""

    table: TableContent


class ExampleBlock(RuleBlock):
    """An example with real cards."""

    example: Annotated[tuple[Prose, ...], Field(min_length=1)]


class NoteBlock(RuleBlock):
    """A remark beside the rules themselves."""

    note: Prose


class PictureBlock(RuleBlock):
    """A picture."""

    picture: RulesPicture


class SeeBlock(RuleBlock):
    """Where to read on: addresses such as `joker` or `fight#duels`; `title_of` gives their words."""

    see: Annotated[tuple[Annotated[str, Field(pattern=LINK)], ...], Field(min_length=1)]


BLOCKS: Final[dict[str, type[RuleBlock]]] = {
    "text": TextBlock,
    "steps": StepsBlock,
    "bullets": BulletsBlock,
    "table": TableBlock,
    "example": ExampleBlock,
    "note": NoteBlock,
    "picture": PictureBlock,
    "see": SeeBlock,
}


def _block(value: object) -> str | None:
    if isinstance(value, dict) and len(value) == 1:
        return next((key for key in value if key in BLOCKS), None)
    return getattr(value, "kind", None)


AnyBlock: TypeAlias = Annotated[
    Annotated[TextBlock, Tag("text")]
    | Annotated[StepsBlock, Tag("steps")]
    | Annotated[BulletsBlock, Tag("bullets")]
    | Annotated[TableBlock, Tag("table")]
    | Annotated[ExampleBlock, Tag("example")]
    | Annotated[NoteBlock, Tag("note")]
    | Annotated[PictureBlock, Tag("picture")]
    | Annotated[SeeBlock, Tag("see")],
    Discriminator(
        _block, custom_error_type="block", custom_error_message="a block has exactly one key: " + ", ".join(BLOCKS)
    ),
]

SECTION_ID: Final = r"^[a-z][a-z0-9_-]{1,40}$"


class Section(RulebookModel):
    """A section.

    Attributes:
        id: stable for ever, because `/rules/<game>#<id>` may be printed or linked.
        title: its heading.
        under: id of the earlier section that this one belongs to, or None.
        blocks: its content in order.
    """

    id: Annotated[str, Field(pattern=SECTION_ID)]
    title: Label
    under: str | None = None
    blocks: Annotated[tuple[AnyBlock, ...], Field(min_length=1)]


class Facts(RulebookModel):
    """The facts that stand at the head of a page.

    Attributes:
        players: how many can play.
        age: from which age.
        time: how long it takes; None if it does not apply.
        goal: what one tries to reach.
    """

    players: Label
    age: Label
    time: Label | None = None
    goal: Label

    def items(self) -> tuple[tuple[str, Text], ...]:
        """Return the facts in order, each with its key in `Words`."""
        facts = ((key, getattr(self, key)) for key in type(self).model_fields)
        return tuple((key, fact) for key, fact in facts if fact is not None)


class Head(RulebookModel):
    """The content of a file besides its sections."""

    title: Label
    summary: Prose
    facts: Facts


@dataclass(frozen=True, slots=True)
class RulesPage:
    """The rules of one game in one language.

    Attributes:
        game: its name in addresses.
        language: the language that was asked for; texts without a translation carry their own.
        title: its name.
        summary: the game in one line.
        facts: players, age, time and goal.
        sections: in order.
    """

    game: str
    language: str
    title: Text
    summary: Text
    facts: Facts
    sections: tuple[Section, ...]

    def section(self, section_id: str) -> Section:
        """Return the section with this id; KeyError if there is none."""
        for section in self.sections:
            if section.id == section_id:
                return section
        raise KeyError(section_id)


class RulebookWords(RulebookModel):
    """Words that every page uses: names of the facts, of blocks, of a picture's score."""

    contents: Label
    players: Label
    age: Label
    time: Label
    goal: Label
    example: Label
    note: Label
    see: Label
    score: Label


class CardWords(RulebookModel):
    """Names of the cards of Gang of Four; `%` stands for the number."""

    green: Label
    yellow: Label
    red: Label
    multicolour: Label
    green_phoenix: Label
    yellow_phoenix: Label
    dragon: Label


class Contents(RulebookModel):
    """The file of contents.

    Attributes:
        games: names of the pages in order.
        words: words of all pages.
        cards: names of cards.
    """

    games: Annotated[tuple[PictureName, ...], Field(min_length=1)]
    words: RulebookWords
    cards: CardWords
