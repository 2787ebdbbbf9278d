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
from companion.site.content.pages import Pages
from companion.site.content.representation import Page
from companion.site.context import site
from companion.site.views.http import go, reader, send

scores = Blueprint("scores", __name__)

Words = dict[str, str]

SHEET: Final[Words] = {
    "who-plays": N_("Who plays?"),
    "name-of": N_("Name of player {n}"),
    "player": N_("Player {n}"),
    "fewer-players": N_("Remove a player"),
    "more-players": N_("Add a player"),
    "start": N_("Start"),
    "round": N_("Round {n}"),
    "total": N_("Total"),
    "write": N_("Save"),
    "undo": N_("Undo last round"),
    "new": N_("New match"),
    "sure": N_("Erase this sheet?"),
    "yes": N_("Yes, erase it"),
    "no": N_("No, keep it"),
    "all-rounds": N_("All rounds"),
    "best": N_("in the lead"),
    "wins-match": N_("{player} wins the match!"),
    "share": N_("{players} share the victory!"),
    "written": N_("Saved."),
    "kept": N_("The sheet stays on this phone, even after a reload. Nobody else sees it."),
    "not-kept": N_("Your browser does not let this page save anything: the sheet is gone when you leave the page."),
    "wrong-number": N_("{player}: enter a whole number from {low} to {high}."),
    "wrong-option": N_("Enter a whole number."),
    "long-name": N_("“{name}” is too long: {n} letters at most."),
    "same-name": N_("Two players are called {name}. Add a letter to one of the names."),
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
        "ask": N_("Who won the round?"),
        "wins-round": N_("{player} won the round"),
        "families": N_("FAMILY: count the families"),
        "number-of": N_("Families of {player}"),
        "all-families": N_("There are {n} families, but you entered {sum}."),
        "who-was-first": N_("A tie! Who got there first?"),
    },
    "gang-of-four": SHEET
    | {
        "order": N_("In seating order, clockwise."),
        "option": N_("The match ends at how many points?"),
        "ask": N_("How many cards are left?"),
        "number-of": N_("Cards left of {player}"),
        "one-without-cards": N_("One player has no cards left: enter 0 there."),
        "who-won": N_("Did everyone else forget to say “last card”? Then who won?"),
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
        "ask": N_("How many points does each grid have? And who turned over their last card first?"),
        "number-of": N_("Points of {player}"),
        "closer": N_("first"),
        "closer-of": N_("{player} turned over the last card first"),
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


@scores.get("/scores/<any_path:typed>")
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
