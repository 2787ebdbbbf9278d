"""What the pictures of the missions mean: `/pictures`. Each is said in the words of the missions themselves."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from flask import Blueprint, Response

from companion import languages
from companion.missions import model as m
from companion.missions.pictograms import DUEL_SIGNS, Group, Sign, pictogram
from companion.missions.selectors import DUEL_PLAYERS, PLAYERS, CardFilter, Condition, HandSize, Where
from companion.missions.wording import spoken
from companion.missions.wording.cards import cards, one_card
from companion.missions.wording.players import named
from companion.phrases import N_, Translator
from companion.site.http import reader, send, site
from companion.site.page import Page
from companion.site.pages import Pages
from companion.site.pictograms import Drawing, drawing

legend = Blueprint("legend", __name__)


class Entry(NamedTuple):
    """A picture and what it means.

    Attributes:
        picture: how it is drawn.
        text: its words, in the language of the page.
        rule: page and section of the rules about it, or nothing.
    """

    picture: Drawing
    text: str
    rule: str = ""


WHO: Final = N_("Who")
WHICH: Final = N_("Which cards")
WHAT: Final = N_("What to do")
DUELS: Final = N_("Duels")


def _steps() -> tuple[m.Step, ...]:
    """Return steps that together show every sign that is not explained alone.

    Not made when the site starts: the first steps take a tenth of a second, because their models are completed then.
    """
    return (
        m.Put(),
        m.Draw(),
        m.Give(to="left", n=2),
        m.Take(from_="right"),
        m.Swap(b="opposite"),
        m.Pass(dir="left"),
        m.Show(to="others", n="all"),
        m.Keep(),
        m.Again(optional=True),
        m.Put(n=2, where=Where(group="same_number"), otherwise=(m.Draw(),)),
        m.Choose(options=((m.Put(),), (m.Give(to="choice"),))),
        m.If(cond=Condition(hand_size=HandSize(lt=5)), then=(m.Draw(n=2),), else_=(m.Draw(),)),
        m.Guess(about="pile_top_color", right=(m.Put(),), wrong=(m.Draw(),)),
        m.Draw(n=3, until=CardFilter(color="red")),
        m.Stare(kind="stare", vs="choice", win=(m.Put(who="winner"), m.Draw(who="loser"))),
    )


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
        return Entry(drawing(groups, mirrored, room=2), text[:1].upper() + text[1:], rule)

    yield (
        WHO,
        [
            entry((Group((Sign("me" if player == "self" else player),)),), named(translator, player, "subject"))
            for player in (*PLAYERS, *DUEL_PLAYERS)
        ],
    )
    yield WHAT, [entry(pictogram((step,)), spoken((step,), language)) for step in _steps()]
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
    (group,) = pictogram((m.Put(n=n, where=where),))
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
