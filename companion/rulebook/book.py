"""The rulebook in a folder: all its files read and checked at once, its pages made in any language."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final, TypeAlias

from companion import languages
from companion.deck import CARDS
from companion.errors import GongError, UsageError
from companion.missions.findings import Finding, listed, nearest, quoted
from companion.missions.source import Node, SourceFile, read_source
from companion.rulebook.blocks import (
    CardWords,
    Contents,
    Head,
    PictureBlock,
    RulebookWords,
    RulesPage,
    Section,
    SeeBlock,
)
from companion.rulebook.page_builder import build, entries
from companion.rulebook.text import GANG_COLOURS, MarkupError, Text, TextContext, TextTranslator, TranslatedText, spans

_Path: TypeAlias = tuple[int | str, ...]

DOMAIN: Final = "rules"
"""Name of the gettext catalogues."""

CONTENTS: Final = "book.yaml"
"""The file that lists the pages and holds the words of all of them."""


class RulebookError(GongError):
    """A rulebook with faults; `findings` has all of them, the message one line for each."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.findings = tuple(sorted(findings))
        super().__init__("\n".join(map(str, self.findings)))


class UnknownPageError(UsageError):
    """A game or a section that the rulebook does not have."""


def _read(path: Path, expected: str) -> SourceFile:
    """Read a file of the rulebook; that it is missing is a finding like others."""
    if path.exists():
        return read_source(path, expected)
    return SourceFile(str(path), expected, findings=[Finding(str(path), 1, 1, "R200", "this file is missing; add it.")])


class CatalogTranslator:
    """Translates messages with the gettext catalogue; those without a translation stay English."""

    def __init__(self, language: str) -> None:
        self.language = language

    def translate(self, message: str, context: str | None) -> TranslatedText:
        """Return the translation of a message, or the message itself and its language."""
        if self.language == languages.SOURCE:
            return TranslatedText(message, self.language)
        catalogue = languages.translations(DOMAIN, self.language)
        words = catalogue.pgettext(context, message) if context else catalogue.gettext(message)
        if words is message or not _readable(words):  # gettext returns an unknown message as the same object
            return TranslatedText(message, languages.SOURCE)
        return TranslatedText(words, self.language)


def _readable(words: str) -> bool:
    """Return True if the markup of a translation is right; else English is shown (`catalogue.faults` reports it)."""
    try:
        spans(words)
    except MarkupError:
        return False
    return True


ENGLISH: Final = CatalogTranslator(languages.SOURCE)


class Book:
    """The rulebook in a folder.

    >>> book = Book(data_path("rulebook"))
    >>> str(book.page("link", "fr").title)
    'GONG LINK'

    Attributes:
        folder: where its files are.
        games: names of the pages in the order of the book.

    Raises:
        RulebookError: a file is missing or not good; the error holds every finding.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._contents = _read(folder / CONTENTS, "a mapping with games, words and cards")
        self.games = self._read_contents()
        self._sources = {game: _read(folder / f"{game}.yaml", "the rules of a game") for game in self.games}
        pages = {game: self._page(game, ENGLISH, languages.SOURCE) for game in self.games}
        self._check(pages)
        self._check_strays()
        findings = [f for source in (self._contents, *self._sources.values()) for f in source.findings]
        if findings:
            raise RulebookError(findings)

    def page(self, game: str, language: str) -> RulesPage:
        """Return the rules of a game in a language.

        Raises:
            UnknownPageError: there are no rules of that name.
        """
        if game not in self.games:
            hint = nearest(game, self.games) or f"; there are {listed(self.games, 'and')}"
            raise UnknownPageError(f"There are no rules called {quoted(game)}{hint}.")
        return self.read(game, CatalogTranslator(language), language)

    def words(self, language: str) -> RulebookWords:
        """Return the words that all pages use."""
        return self.read_words(CatalogTranslator(language))

    def title_of(self, target: str, language: str) -> tuple[Text, ...]:
        """Return the titles that lead to `joker` or `fight#duels`: of the page, then of the section.

        Raises:
            UnknownPageError: there is no such page or section.
        """
        game, _, section = target.partition("#")
        page = self.page(game, language)
        if not section:
            return (page.title,)
        try:
            return page.title, page.section(section).title
        except KeyError:
            raise UnknownPageError(f"The rules of {game} have no section {quoted(section)}.") from None

    def read(self, game: str, translator: TextTranslator, language: str) -> RulesPage:
        """Return a page whose messages `translator` translates."""
        page = self._page(game, translator, language)
        assert page is not None  # noqa: S101 - it was found good in English
        return page

    def read_words(self, translator: TextTranslator) -> RulebookWords:
        """Return the words of all pages, translated by `translator`."""
        words = build(RulebookWords, self._part("words"), self._contents, TextContext(translator, "words"))
        assert words is not None  # noqa: S101 - they were found good
        return words

    def card_names(self, translator: TextTranslator) -> dict[str, str]:
        """Return the name of each card by code; galaxy cards have the same name in every language."""
        words = build(CardWords, self._part("cards"), self._contents, TextContext(translator, "cards"))
        assert words is not None  # noqa: S101 - they were found good
        names = {card.code: card.name for card in CARDS}
        for letter, colour in GANG_COLOURS.items():
            pattern = str(getattr(words, colour))
            names |= {f"{letter}{number}": pattern.replace("%", str(number)) for number in range(1, 11)}
        names["M1"], names["RD"] = str(words.multicolour), str(words.dragon)
        names["GP"], names["YP"] = str(words.green_phoenix), str(words.yellow_phoenix)
        return names

    def _part(self, key: str) -> Node:
        assert self._contents.root is not None  # noqa: S101 - it was found good
        return self._contents.root.at((key,))

    def _read_contents(self) -> tuple[str, ...]:
        """Read and check the file of contents."""
        source = self._contents
        contents = None
        if source.root is not None and not source.findings:
            contents = build(Contents, source.root, source, TextContext(ENGLISH, "words"))
        if contents is None:
            raise RulebookError(source.findings)
        return contents.games

    def _page(self, game: str, translator: TextTranslator, language: str) -> RulesPage | None:
        """Return a page, or None after noting in its source what is wrong with it."""
        source = self._sources[game]
        if source.root is None or source.root.is_broken():
            return None
        names = self.card_names(translator)
        parts = dict(entries(source.root, source, "a mapping with title, summary, facts and sections"))
        listed_sections = parts.pop("sections", None)
        head_node = Node(source.root.place, parts, source.root.keys)
        head = build(Head, head_node, source, TextContext(translator, game, names))
        sections = []
        if listed_sections is None or not isinstance(listed_sections.value, list) or not listed_sections.value:
            source.add(source.root.place, "R203", "the list 'sections' is missing.")
        else:
            for node in listed_sections.value:
                section_id = node.at(("id",)).value
                section = build(Section, node, source, TextContext(translator, f"{game}.{section_id}", names))
                if section is not None:
                    sections.append(section)
        if head is None or source.findings:
            return None
        return RulesPage(game, language, head.title, head.summary, head.facts, tuple(sections))

    def _check(self, pages: dict[str, RulesPage | None]) -> None:
        """Note what is wrong between sections and between pages."""
        pictures: dict[str, str] = {}
        for game, page in pages.items():
            seen: list[str] = []
            for number, section in enumerate(page.sections if page else ()):
                if section.id in seen:
                    self._note(game, (number, "id"), "R207", f"the id '{section.id}' stands here a second time.")
                if section.under is not None and section.under not in seen:
                    self._note(game, (number, "under"), "R207", f"no earlier section is called '{section.under}'.")
                seen.append(section.id)
                for place, block in enumerate(section.blocks):
                    where = (number, "blocks", place)
                    if isinstance(block, SeeBlock):
                        for entry, target in enumerate(block.see):
                            self._check_link(pages, game, (*where, "see", entry), target)
                    elif isinstance(block, PictureBlock):
                        name = block.picture.name
                        if name in pictures:
                            fault = f"a picture called '{name}' is already in {pictures[name]}.yaml."
                            self._note(game, (*where, "picture", "name"), "R207", fault)
                        pictures[name] = game

    def _check_strays(self) -> None:
        """Note files that the contents do not list, so that no page is forgotten."""
        for path in sorted(self.folder.glob("*.yaml")):
            if path.name != CONTENTS and path.stem not in self.games:
                fault = f"the file {quoted(path.name)} is not listed here."
                self._contents.add(self._part("games").place, "R209", fault)

    def _check_link(self, pages: dict[str, RulesPage | None], game: str, where: _Path, target: str) -> None:
        """Note a link that leads nowhere; a page that has its own faults is not looked at."""
        other, _, section = target.partition("#")
        if other not in pages:
            self._note(game, where, "R208", f"the link '{target}' leads to no page.")
            return
        page = pages[other]
        if page is not None and section and all(section != known.id for known in page.sections):
            self._note(game, where, "R208", f"the link '{target}' leads to no section of {other}.yaml.")

    def _note(self, game: str, where: _Path, code: str, message: str) -> None:
        """Note a fault at a place below the sections of a page."""
        source = self._sources[game]
        assert source.root is not None  # noqa: S101 - there is a page
        source.add(source.root.at(("sections", *where)).place, code, message)
