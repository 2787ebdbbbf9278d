"""The rules of the games as players read them, in their language; one source for the site and for print.

    >>> page = rulebook("link", "fr")
    >>> page.section("turn").title.plain
    'À ton tour'

docs/rulebook.md explains the files. The texts are about docs/rules/*.md, which is what the engines follow.
"""

from functools import cache

from companion.data import data_path
from companion.rulebook.blocks import RulebookWords, RulesPage
from companion.rulebook.book import Book
from companion.rulebook.text import Text


@cache
def book() -> Book:
    """Return the rulebook that comes with the program.

    Raises:
        RulebookError: it is not good.
    """
    return Book(data_path("rulebook"))


def games() -> tuple[str, ...]:
    """Return the names of the pages in the order of the book; `/rules/<game>` shows each."""
    return book().games


@cache
def rulebook(game: str, language: str) -> RulesPage:
    """Return the rules of a game in a language; texts without a translation are English and marked so.

    Raises:
        UnknownPageError: there are no rules of that name.
    """
    return book().page(game, language)


@cache
def words(language: str) -> RulebookWords:
    """Return the words that every page uses, for example the names of its facts."""
    return book().words(language)


@cache
def title_of(target: str, language: str) -> tuple[Text, ...]:
    """Return the titles that lead to a page or section such as `joker` or `fight#duels`.

    Raises:
        UnknownPageError: there is no such page or section.
    """
    return book().title_of(target, language)
