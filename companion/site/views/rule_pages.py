"""The rules of the games: `/rules` lists them, `/rules/<game>` shows the page of the rulebook in the reader's language.

The rulebook is read when somebody first asks for it, each page is made once; the start of the site does not wait.
"""

from types import ModuleType
from typing import Final

from flask import Blueprint, Response, request

from companion.phrases import N_
from companion.site.content.pages import Pages
from companion.site.content.representation import Page
from companion.site.content.rule_figures import look, place
from companion.site.context import site
from companion.site.views.http import NEVER, go, reader, send

rules = Blueprint("rules", __name__)

SKIES: Final = (6, 3, 4, 5, 1, 7, 2, 0, 8)
"""Galaxy whose colours a page has, by its place in the book."""


DOORS: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "fight": (("duels", N_("Duels with the phone")), ("scores/gong", N_("Score sheet"))),
    **dict.fromkeys(("gong", "link", "family"), (("scores/gong", N_("Score sheet")),)),
    "gang-of-four": (("scores/gang-of-four", N_("Score sheet")),),
    "gnoming": (("scores/gnoming", N_("Score sheet")),),
}
"""What helps to play a game: address and name."""


@rules.get("/rules")
def index() -> Response:
    """Show the list of all games."""
    pages, language = site().pages, reader().language
    return send(pages.once(("rules", language), lambda: _index(pages, language, "")))


@rules.get("/rules/<any_path:typed>")
def game(typed: str) -> Response:
    """Show the rules of a game; lead there from capitals and from a slash at the end."""
    pages, language = site().pages, reader().language
    name = typed.strip("/").lower()
    if name not in _rulebook().games():
        root = f"{request.root_path}/"  # the address may be of any depth
        return send(_index(pages, language, root, missing=True), 404, cache=NEVER)
    if typed != name:
        return go(f"rules/{name}", 302)
    return send(pages.once(("rules", name, language), lambda: _game(pages, name, language)))


def _rulebook() -> ModuleType:
    from companion.rulebook import (
        lookup,  # here, because to read it takes time that the start of the site should not take
    )

    return lookup


def _index(pages: Pages, language: str, root: str, missing: bool = False) -> Page:
    """Return the list of the games; with `missing` it says first that the one asked for is not among them."""
    book = _rulebook()
    games = [(book.rulebook(name, language), _sky(number)) for number, name in enumerate(book.games())]
    words = book.words(language)
    return pages.renderer.page("rules.html", language, root, level=9, games=games, words=words, missing=missing)


def _game(pages: Pages, name: str, language: str) -> Page:
    book = _rulebook()
    page = book.rulebook(name, language)
    return pages.renderer.page(
        "game.html",
        language,
        "../",
        level=9,
        page=page,
        words=book.words(language),
        galaxy=_sky(book.games().index(name)),
        top=[section for section in page.sections if section.under is None],
        below={
            section.id: [other for other in page.sections if other.under == section.id] for section in page.sections
        },
        title_of=lambda target: book.title_of(target, language)[-1],
        doors=[(address, pages.renderer.text(words, language)) for address, words in DOORS.get(name, ())],
        look=look,
        place=place,
    )


def _sky(number: int) -> int:
    return SKIES[number % len(SKIES)]
