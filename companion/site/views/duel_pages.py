"""The phone as helper in a duel: `/duels` lists the helpers, `/duels/<kind>` is one, with or without a card."""

from typing import Final, get_args

from flask import Blueprint, Response, abort

from companion.deck import GALAXY_CODES
from companion.missions.model import DUELS
from companion.phrases import N_
from companion.site.content.duel_helpers import COIN_KIND, HELPERS, USUAL
from companion.site.content.pages import Pages
from companion.site.content.representation import Page
from companion.site.content.rule_figures import look, place
from companion.site.context import site
from companion.site.views.http import go, reader, send

duels = Blueprint("duels", __name__)

GROUPS: Final = (
    (N_("The phone plays along"), ("reaction_tap", "tap_race", "memory_sequence", "rock_paper_scissors",
     "odd_even_fingers", "stare", "name_galaxies", "guess_number", "guess_galaxy", "higher_lower", COIN_KIND)),
    (N_("The phone works out who won"), ("highest_xphere", "blind_battle", "closest_sum", "highest_unique",
     "largest_galaxy", "best_combination", "grid_3x3", "three_locations")),
)  # fmt: skip
"""The list of helpers: headings, and the kinds below each."""

GAME: Final = "fight"
"""The page of the rulebook that explains the duels, each in a section `duel-<kind>`."""

PHONE: Final = frozenset(
    get_args(duel.model_fields["kind"].annotation)[0] for duel in DUELS if "phone" in duel.model_fields
)
"""Kinds that nobody can play without a phone; they have a substitute (rules/missions.md 8.4.8)."""


@duels.get("/duels")
def index() -> Response:
    """Show the list of all helpers."""
    pages, language = site().pages, reader().language
    return send(pages.once(("duels", language), lambda: _index(pages, language)))


@duels.get("/duels/<any_path:typed>")
def helper(typed: str) -> Response:
    """Show the helper for a kind of duel; lead there from capitals and from a slash at the end."""
    kind = typed.strip("/").lower()
    if kind not in HELPERS:
        abort(404)
    if typed != kind:
        return go(f"duels/{kind}", 302)
    pages, language = site().pages, reader().language
    return send(pages.once(("duels", kind, language), lambda: _helper(pages, kind, language)))


def _title(pages: Pages, kind: str, language: str) -> tuple[str, str | None]:
    """Return the name of a duel as in the rulebook, and its language if that is not the page's."""
    from companion.rulebook import (
        lookup,  # here, because to read it takes time that the start of the site should not take
    )

    if kind == COIN_KIND:
        return pages.renderer.text(N_("The coin"), language), None
    title = lookup.title_of(f"{GAME}#duel-{kind}", language)[-1]
    return title.plain, None if title.language == language else title.language


def _index(pages: Pages, language: str) -> Page:
    groups = [
        (pages.renderer.text(heading, language), [(kind, *_title(pages, kind, language)) for kind in kinds])
        for heading, kinds in GROUPS
    ]
    return pages.renderer.page("duels.html", language, "", level=9, groups=groups)


def _helper(pages: Pages, kind: str, language: str) -> Page:
    from companion.rulebook import lookup

    found = HELPERS[kind]
    title, title_language = _title(pages, kind, language)
    section = None if kind == COIN_KIND else lookup.rulebook(GAME, language).section(f"duel-{kind}")
    return pages.renderer.page(
        "duel.html",
        language,
        "../",
        level=9,
        kind=kind,
        helper=found,
        usual=USUAL,
        title=title,
        title_language=title_language,
        said={key: pages.renderer.text(message, language) for key, message in found.words.items()},
        section=section,
        words=lookup.words(language),
        phone=kind in PHONE,
        codes=GALAXY_CODES,
        rules_at="../rules/",
        title_of=lambda target: lookup.title_of(target, language)[-1],
        look=look,
        place=place,
    )
