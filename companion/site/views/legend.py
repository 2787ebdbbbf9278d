"""What the pictures of the missions mean: `/pictures`. Each is explained in the words of the missions themselves."""

from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from flask import Blueprint, Response
from pydantic import TypeAdapter

from companion import languages
from companion.missions.model import STEPS, AnyStep
from companion.missions.pictograms import Group, Sign, pictogram
from companion.missions.selectors import DUEL_PLAYERS, PLAYERS, CardFilter, Where
from companion.missions.signs import DUEL_SIGNS
from companion.missions.step import Step
from companion.missions.verbs.put import Put
from companion.missions.wording.noun_phrases import cards, one_card
from companion.missions.wording.players import named
from companion.missions.wording.sentence import generate_sentence
from companion.phrases import N_, Translator
from companion.site.content.pages import Pages
from companion.site.content.pictogram_drawing import GroupDrawing, drawings
from companion.site.content.representation import Page
from companion.site.context import site
from companion.site.views.http import reader, send

legend = Blueprint("legend", __name__)


class Entry(NamedTuple):
    """A picture and what it means.

    Attributes:
        pictures: a drawing for each group.
        text: its words, in the language of the page.
        rule: page and section of the rules about it, or nothing.
    """

    pictures: tuple[GroupDrawing, ...]
    text: str
    rule: str = ""


WHO: Final = N_("Who")
WHICH: Final = N_("Which cards")
WHAT: Final = N_("What to do")
DUELS: Final = N_("Duels")


@cache
def _steps() -> tuple[Step, ...]:
    """Return the examples of the verbs, which together show every sign that is not explained alone; short ones first.

    Not made when the site starts: the first steps take a tenth of a second, because their models are completed then.
    """
    written = [{verb: example} for verb, cls in STEPS.items() for example in cls.examples]
    steps = TypeAdapter(tuple[AnyStep, ...]).validate_python(written)
    return tuple(sorted(steps, key=lambda step: len(pictogram((step,)))))


def _filters() -> tuple[Where, ...]:
    """Return filters that together show every sign for cards."""
    return (
        *(Where(color=color) for color in ("blue", "red", "yellow")),
        Where(parity="even"),
        Where(parity="odd"),
        Where(number="drawn"),
        Where(galaxy="drawn"),
        Where(extreme="highest"),
        Where(extreme="lowest"),
        *(Where(group=group) for group in ("same_number", "same_galaxy", "run")),
    )


def sections(language: str) -> Iterator[tuple[str, list[Entry]]]:
    """Give the headings (messages marked with `N_`) and what stands below them."""
    mirrored = languages.direction(language) == "rtl"
    translator = Translator(language)

    def entry(groups: tuple[Group, ...], text: str, rule: str = "") -> Entry:
        return Entry(drawings(groups, mirrored), text[:1].upper() + text[1:], rule)

    yield (
        WHO,
        [
            entry((Group((Sign("me" if player == "self" else player),)),), named(translator, player, "subject"))
            for player in (*PLAYERS, *DUEL_PLAYERS)
        ],
    )
    yield WHAT, [entry(pictogram((step,)), generate_sentence((step,), language)) for step in _steps()]
    sorts = [_which(translator, where) for where in _filters()]
    yield WHICH, [entry((Group(signs),), text) for signs, text in sorts]

    from companion.rulebook import (
        lookup,  # here, because to read it takes time that the start of the site should not take
    )

    rules = [(kind, f"fight#duel-{kind}") for kind in DUEL_SIGNS]
    titles = {rule: lookup.title_of(rule, language)[-1].plain for _, rule in rules}
    yield DUELS, [entry((Group((Sign(kind),)),), titles[rule], rule) for kind, rule in rules]


def _which(translator: Translator, where: Where) -> tuple[tuple[Sign, ...], str]:
    """Return the signs of cards of one sort, and their words."""
    n = 3 if where.group == "run" else 2 if where.group else 1
    (group,) = pictogram((Put(n=n, where=where),))
    signs = group.signs[1:-2]  # without who puts them where
    if where.group or where.extreme:
        return signs, cards(translator, n, where)
    only = CardFilter(number=where.number, galaxy=where.galaxy, color=where.color, parity=where.parity)
    return signs, one_card(translator, only)


@legend.get("/pictures")
def show() -> Response:
    """Show what the pictures mean."""
    pages, language = site().pages, reader().language
    return send(pages.once(("pictures", language), lambda: _page(pages, language)))


def _page(pages: Pages, language: str) -> Page:
    found = [(pages.renderer.text(heading, language), entries) for heading, entries in sections(language)]
    return pages.renderer.page("pictures.html", language, "", level=9, sections=found)
