"""Score sheets: `/scores` lists them, `/scores/<game>` keeps one on the reader's phone; the site keeps nothing.

The rules are those of `companion.rules.scorekeeping`; the page script has the same in `static/js/helpers/sheets.js`.
"""

from typing import Any, Final

from flask import Blueprint, Response, abort

from companion.phrases import N_
from companion.rules.gang_of_four.cards import load_scores
from companion.rules.gnoming.state import CLOSER_POINTS
from companion.rules.scorekeeping.game_sheets import GnomingSheet
from companion.rules.scorekeeping.sheets import SHEETS
from companion.site.http import go, reader, send, site
from companion.site.page import Page
from companion.site.pages import Pages

scores = Blueprint("scores", __name__)

Words = dict[str, str]

SHEET: Final[Words] = {
    "who-plays": N_("Who plays?"),
    "name-of": N_("Name of player {n}"),
    "player": N_("Player {n}"),
    "fewer-players": N_("One player less"),
    "more-players": N_("One player more"),
    "start": N_("Start"),
    "round": N_("Round {n}"),
    "total": N_("Total"),
    "write": N_("Write down"),
    "undo": N_("Take back the last round"),
    "new": N_("New match"),
    "sure": N_("Erase this sheet?"),
    "yes": N_("Yes, erase it"),
    "no": N_("No, keep it"),
    "all-rounds": N_("All rounds"),
    "best": N_("in front"),
    "wins-match": N_("{player} wins the match!"),
    "share": N_("{players} share the victory!"),
    "written": N_("Written down."),
    "kept": N_("This phone keeps the sheet, also after a reload. Nobody else sees it."),
    "not-kept": N_("Your browser lets this page keep nothing: the sheet lasts until you leave the page."),
    "wrong-number": N_("{player}: write a whole number from {low} to {high}."),
    "wrong-option": N_("Write a whole number."),
    "long-name": N_("“{name}” is too long: {n} letters fit."),
    "same-name": N_("Two players are called {name}. Write a letter more."),
    "not-a-sheet": N_("This does not fit here."),
    "is-over": N_("The match is over."),
}

BEGINS: Final[Words] = {"begins": N_("{player} begins.")}

GAMES: Final[dict[str, Words]] = {
    "gong": SHEET
    | BEGINS
    | {
        "order": N_("Clockwise, the youngest player first."),
        "option": N_("How many rounds? 0: as long as you like"),
        "ask": N_("Who has won the round?"),
        "wins-round": N_("{player} has won the round"),
        "families": N_("FAMILY: count the families"),
        "number-of": N_("Families of {player}"),
        "all-families": N_("There are {n} families, and you have written {sum}."),
        "who-was-first": N_("Equally many families! Who had so many first?"),
    },
    "gang-of-four": SHEET
    | {
        "order": N_("In the order in which you sit, clockwise."),
        "option": N_("The match ends at how many points?"),
        "ask": N_("How many cards are left?"),
        "number-of": N_("Cards left of {player}"),
        "one-without-cards": N_("One player has no cards left: write 0 there."),
        "who-won": N_("Everybody else forgot to say “last card”? Then who has won?"),
        "leads": N_("{player} leads."),
        "first-leads": N_("The multicolour 1 begins."),
        "clockwise": N_("This round runs clockwise."),
        "counter-clockwise": N_("This round runs counter-clockwise."),
        "exchange": N_("First, {loser} gives {winner} the highest card and gets another one back."),
    },
    "gnoming": SHEET
    | BEGINS
    | {
        "order": N_("Clockwise, the youngest player first."),
        "ask": N_("How many points has each grid? And who turned up the last card first?"),
        "number-of": N_("Points of {player}"),
        "closer": N_("first"),
        "closer-of": N_("{player} turned up the last card first"),
        "minus": N_("plus or minus"),
    },
}
"""What the page of each sheet says, by key."""


def rules_of(game: str) -> dict[str, Any]:
    """Return the numbers of the rules that the page script counts with."""
    cls = SHEETS[game]
    numbers: dict[str, Any] = {"seats": [cls.seat_numbers[0], cls.seat_numbers[-1]]}
    for option in cls.options:
        numbers["option"] = getattr(cls, option)
    if game == "gang-of-four":
        numbers["table"] = load_scores()
    if game == "gnoming":
        numbers |= {"closer": CLOSER_POINTS, "rounds": GnomingSheet.LENGTH}
    return numbers


@scores.get("/scores")
def index() -> Response:
    """Show the list of all score sheets."""
    pages, language = site().pages, reader().language
    return send(pages.once(("scores", language), lambda: _index(pages, language)))


@scores.get("/scores/<anything:typed>")
def sheet(typed: str) -> Response:
    """Show the score sheet of a game; lead there from capitals and from a slash at the end."""
    game = typed.strip("/").lower()
    if game not in GAMES:
        abort(404)
    if typed != game:
        return go(f"scores/{game}", 302)
    pages, language = site().pages, reader().language
    return send(pages.once(("scores", game, language), lambda: _sheet(pages, game, language)))


ALL_OF_GONG: Final = "GONG LINK, FAMILY, FIGHT"
"""Names that are the same in every language; one sheet for the three games, which may be mixed."""


def _titles(language: str) -> dict[str, tuple[str, str | None]]:
    """Return the name of every game that has a sheet, and its language if that is not the page's."""
    from companion.rulebook import (
        lookup,  # here, because to read it takes time that the start of the site should not take
    )

    titles: dict[str, tuple[str, str | None]] = {"gong": (ALL_OF_GONG, None)}
    for game in GAMES:
        if game not in titles:
            title = lookup.rulebook(game, language).title
            titles[game] = title.plain, None if title.language == language else title.language
    return titles


def _index(pages: Pages, language: str) -> Page:
    return pages.renderer.page("scores.html", language, "", level=9, games=_titles(language))


def _sheet(pages: Pages, game: str, language: str) -> Page:
    return pages.renderer.page(
        "score.html",
        language,
        "../",
        level=9,
        game=game,
        title=_titles(language)[game],
        numbers=rules_of(game),
        said={key: pages.renderer.text(message, language) for key, message in GAMES[game].items()},
    )
