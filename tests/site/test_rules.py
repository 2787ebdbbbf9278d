"""The rules: every game in every language, at addresses that stay, and to be seen, heard and read aloud."""

import gzip
import re
from gettext import NullTranslations
from html.parser import HTMLParser
from io import BytesIO
from itertools import pairwise
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image
from werkzeug.middleware.dispatcher import DispatcherMiddleware
from werkzeug.test import Client
from werkzeug.wrappers import Response

from companion import languages
from companion.deck import CARDS
from companion.missions.card_map import mission_id_for
from companion.palette import contrast
from companion.rulebook import lookup
from companion.rulebook.text import CARD_CODES
from companion.site.content.rule_figures import CENTRE, card_look, seat_position
from tests.sweeps import sweep

GAMES = ("gong", "link", "family", "fight", "joker", "gang-of-four", "gnoming", "guimenon")
LANGUAGES = languages.available()

EVERY_PAGE = [(game, language) for game in GAMES for language in LANGUAGES]

LARGEST = 30 * 1024
"""Octets of a page as it is sent."""

LINKS = re.findall(
    r"\S+",
    """
    gong#cards gong#deal gong#turns gong#empty-pile link#matching link#gong link#last-card family#ask family#end
    fight#turn fight#kinds fight#who fight#no-pile fight#duels fight#duel-highest_xphere fight#duel-closest_sum
    fight#duel-rock_paper_scissors fight#duel-guess_number fight#duel-guess_galaxy fight#duel-memory_sequence
    fight#duel-reaction_tap fight#duel-tap_race fight#duel-best_combination fight#duel-grid_3x3
    fight#duel-three_locations fight#duel-higher_lower fight#duel-largest_galaxy fight#duel-blind_battle
    fight#duel-odd_even_fingers fight#duel-stare fight#duel-highest_unique fight#duel-name_galaxies
    joker#swap joker#counter gang-of-four#combinations gang-of-four#score gnoming#bounce gnoming#score
    guimenon#abilities guimenon#count
    """,
)
"""Addresses that may be printed somewhere: below /rules/, for ever."""


class Tags(HTMLParser):
    """The tags of a page in order, with their attributes, and the words of its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.words: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name: value or "" for name, value in attrs}))

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    def all(self, name: str) -> list[str]:
        """Return the values of an attribute."""
        return [attributes[name] for _, attributes in self.found if name in attributes]


def shown(client: FlaskClient, game: str, language: str) -> str:
    response = client.get(f"/rules/{game}", headers={"Accept-Language": language})
    assert response.status_code == 200
    assert response.headers["Content-Language"] == language
    return response.text


def test_the_games_are_those_of_the_book() -> None:
    assert lookup.games() == GAMES


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_leads_to_every_game(client: FlaskClient, language: str) -> None:
    response = client.get("/rules", headers={"Accept-Language": language})
    assert response.status_code == 200
    tags = Tags(response.text)
    assert [link for link in tags.all("href") if link.startswith("rules/")] == [f"rules/{game}" for game in GAMES]
    for game in GAMES:
        assert lookup.rulebook(game, language).title.plain in tags.words


@pytest.mark.parametrize(("game", "language"), EVERY_PAGE)
def test_a_page_shows_all_of_the_book_and_is_light(client: FlaskClient, game: str, language: str) -> None:
    text = shown(client, game, language)
    assert len(gzip.compress(text.encode())) <= LARGEST
    tags = Tags(text)
    assert tags.all("style") == []
    assert not {"style", "img"} & {tag for tag, _ in tags.found}
    page = lookup.rulebook(game, language)
    ids = tags.all("id")
    assert len(ids) == len(set(ids))
    words = re.sub("[ \n]+", " ", "".join(tags.words))
    pictures = []
    for section in page.sections:
        assert section.id in ids
        assert section.title.plain in words
        for block in section.blocks:
            match block.kind:
                case "text" | "note":
                    assert getattr(block, block.kind).plain in words
                case "steps" | "bullets" | "example":
                    assert all(part.plain in words for part in getattr(block, block.kind))
                case "table":
                    assert all(cell.plain in words for row in (block.table.head, *block.table.rows) for cell in row)
                case "see":
                    assert set(block.see) <= set(tags.all("href"))
                case "picture":
                    pictures.append(block.picture.alt.plain)
                case other:
                    raise AssertionError(other)
    assert [given["aria-label"] for _, given in tags.found if given.get("role") == "img"] == pictures
    assert all(pictures)


@pytest.mark.parametrize(("game", "language"), EVERY_PAGE)
def test_headings_and_contents_are_in_order(client: FlaskClient, game: str, language: str) -> None:
    text = shown(client, game, language)
    tags = Tags(text)
    levels = [int(tag[1]) for tag, _ in tags.found if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    page = lookup.rulebook(game, language)
    first = text.index("<section")
    contents = Tags(text[text.index("<nav class=") : first]).all("href")
    assert contents == [f"#{section.id}" for section in page.sections]
    below = [section.id for section in page.sections if section.under]
    assert levels.count(3) == len(below)


@pytest.mark.parametrize("link", LINKS)
def test_an_address_that_was_printed_stays(client: FlaskClient, link: str) -> None:
    game, _, section = link.partition("#")
    assert f'<section id="{section}"' in shown(client, game, "en")


@pytest.mark.parametrize("game", GAMES)
def test_every_link_of_a_page_leads_somewhere(client: FlaskClient, game: str) -> None:
    for link in Tags(shown(client, game, "en")).all("href"):
        target, _, section = link.partition("#")
        if target.startswith(("?", "data:")):
            continue
        response = client.get(
            f"/{target.removeprefix('../')}" if target.startswith("../") else f"/rules/{target or game}"
        )
        assert response.status_code == 200, link
        assert not section or f'id="{section}"' in response.text, link


@pytest.mark.parametrize("path", ["/rules/chess", "/rules/link/turn", "/rules/%00", "/rules/" + "x" * 3000, "/rules//"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_an_unknown_game_is_a_friendly_404(client: FlaskClient, path: str, language: str) -> None:
    response = client.get(path, headers={"Accept-Language": language})
    assert response.status_code == 404
    assert response.headers["Cache-Control"] == "no-store"
    assert {"en": "There are no rules at this address.", "fr": "Il n’y a pas de règles"}[language] in response.text
    links = [link for link in Tags(response.text).all("href") if "rules/" in link]
    assert links == [f"/rules/{game}" for game in GAMES]
    assert "chess" not in response.text


def test_capitals_and_slashes_lead_there_in_one_step(client: FlaskClient) -> None:
    for typed, name in {
        "/RULES": "rules",
        "/rules/": "rules",
        "/rules/LINK": "rules/link",
        "/rules/fight/": "rules/fight",
    }.items():
        response = client.get(f"{typed}?lang=fr")
        assert (response.status_code, response.headers["Location"]) == (302, f"/{name}?lang=fr")


def test_pages_are_kept_compressed_and_asked_for_again(client: FlaskClient) -> None:
    for path in ("/rules", "/rules/fight"):
        whole, small = client.get(path), client.get(path, headers={"Accept-Encoding": "gzip"})
        assert gzip.decompress(small.data) == whole.data
        assert small.headers["ETag"] != whole.headers["ETag"]
        assert set(small.vary) == {"Accept-Encoding", "Accept-Language", "Cookie"}
        again = client.get(path, headers={"Accept-Encoding": "gzip", "If-None-Match": small.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")
        head = client.head(path)
        assert (head.status_code, head.data) == (200, b"")
        assert head.headers["ETag"] == whole.headers["ETag"]
        assert head.headers["Content-Length"] == str(len(whole.data))


def test_a_page_is_made_once(app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    client.get("/rules/gong")
    client.get("/rules")

    def never(*_: Any, **__: Any) -> None:
        raise AssertionError("made again")

    monkeypatch.setattr(app.extensions["gong"].pages.renderer, "page", never)
    assert client.get("/rules/gong").status_code == client.get("/rules").status_code == 200


@pytest.mark.parametrize("path", ["/rules", "/rules/fight", "/rules/joker", "/rules/no/such"])
def test_links_stay_below_a_prefix(app: Flask, path: str) -> None:
    mounted = Client(DispatcherMiddleware(Response("elsewhere", 418), {"/gong": app}))
    page = mounted.get(f"/gong{path}")
    assert page.status_code == (404 if "no/such" in path else 200)
    for link in Tags(page.text).all("href"):
        assert not link.startswith("/") or link.startswith("/gong/"), link
    style = re.findall(r'href="([^"]*rules\.css[^"]*)"', page.text)[0]
    depth = "/gong/" if not style.startswith("..") else "/gong/rules/../"
    sheet = mounted.get(style if style.startswith("/") else depth.replace("rules/../", "") + style.removeprefix("../"))
    assert sheet.status_code == 200
    assert "immutable" in sheet.headers["Cache-Control"]


def test_what_is_not_translated_says_its_language(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """A catalogue that knows nothing: everything of the book is English, and a voice is told so."""
    real = languages.translations
    monkeypatch.setattr(
        languages,
        "translations",
        lambda domain, language: NullTranslations() if domain == "rules" else real(domain, language),
    )
    pages = app.extensions["gong"].pages
    monkeypatch.setattr(pages, "_cache", {})
    for kept in (lookup.rulebook, lookup.words, lookup.title_of):
        kept.cache_clear()
    try:
        text = app.test_client().get("/rules/link", headers={"Accept-Language": "fr"}).text
    finally:
        for kept in (lookup.rulebook, lookup.words, lookup.title_of):
            kept.cache_clear()
    assert '<html lang="fr"' in text
    main = Tags(text[text.index("<main ") : text.index("</main>")]).found
    for tag, given in main:
        if tag in ("h2", "h3", "dt", "dd") or given.get("role") == "img":
            assert given.get("lang") == "en", (tag, given)
    prose = [given for tag, given in main if tag == "p" and given.get("class") != "cards"]
    assert sum(given.get("lang") == "en" for given in prose) >= len(prose) - 2  # words of the site in a picture


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_else_says_a_language(client: FlaskClient, language: str) -> None:
    """All that is translated speaks the language of the page; only the menu of languages names others."""
    text = shown(client, "fight", language)
    assert Tags(text[text.index("<main ") :]).all("lang") == []


@pytest.mark.parametrize("card", [card for card in CARDS if (mission_id_for(card.index) or "F").startswith("F")])
def test_a_duel_and_a_joker_lead_to_how_they_work(client: FlaskClient, card: Any) -> None:
    """A joker to its rules; a duel to its helper, which says the rule and leads to the page of rules."""
    links = [link for link in Tags(client.get(f"/{card.code}").text).all("href") if re.match("rules/|duels/", link)]
    assert len(links) == 1
    if card.is_joker:
        assert links == ["rules/joker"]
        return
    helper = Tags(client.get(f"/{links[0].partition('#')[0]}").text)
    (rule,) = [link for link in helper.all("href") if "#duel-" in link]
    page, _, section = rule.removeprefix("../").partition("#")
    assert page == "rules/fight"
    assert f'<section id="{section}"' in client.get(f"/{page}").text
    assert lookup.rulebook("fight", "en").section(section).title.plain in helper.words


def test_the_start_page_leads_to_the_rules(client: FlaskClient) -> None:
    assert "rules" in Tags(client.get("/").text).all("href")


def test_every_card_has_a_look_of_its_own() -> None:
    looks = {code: card_look(code) for code in CARD_CODES if not code.startswith("JK")}
    assert len(set(looks.values())) == len(looks)
    assert card_look("JK1") == card_look("JK2")
    assert card_look("back").sign == ""


def test_seats_go_clockwise_from_the_bottom() -> None:
    """As in docs/rulebook.md: the next seat is to the left of the one at the bottom."""
    bottom, left, top, right = (seat_position(seat, 4) for seat in range(4))
    assert (bottom.x, top.x, left.y, right.y) == (CENTRE[0], CENTRE[0], CENTRE[1], CENTRE[1])
    assert left.x < CENTRE[0] < right.x
    assert top.y < CENTRE[1] < bottom.y
    assert (left.anchor, right.anchor, top.anchor) == ("end", "start", "middle")


# In a real browser.

TEXTS = """() => {
  const found = [...document.querySelectorAll('main *, .bar a')].flatMap(element => {
  const own = [...element.childNodes].filter(node => node.nodeType === 3 && node.textContent.trim());
  if (!own.length) return [];
  const style = getComputedStyle(element), range = document.createRange();
  range.selectNodeContents(own[0]);
  const box = range.getClientRects()[0] ?? range.getBoundingClientRect(), svg = element instanceof SVGElement;
  let ground = null;
  for (let e = element; e; e = e.parentElement) {
    const color = getComputedStyle(e).backgroundColor, image = getComputedStyle(e).backgroundImage;
    if (image !== 'none') { ground = null; break; }
    if (/^rgb\\(/.test(color)) { ground = color; break; }
    if (!/, 0\\)$|transparent/.test(color)) { ground = null; break; }
  }
  const color = svg ? style.fill : style.color;
  return [{text: own[0].textContent.trim().slice(0, 30), color, ground,
           dim: !!element.closest('.dim'),
           x: box.x + scrollX, y: box.y + scrollY, width: box.width, height: box.height}];
  });
  for (const element of document.querySelectorAll('main *, .bar a'))
    element.style.setProperty(element instanceof SVGTextElement ? 'fill' : 'color', 'transparent');
  return found;
}"""


def hexadecimal(color: str) -> str:
    found = re.fullmatch(r"rgb\((\d+), (\d+), (\d+)\)", color)
    assert found, f"{color} is not opaque"
    return "#" + "".join(f"{int(channel):02x}" for channel in found.groups())


@pytest.fixture
def open_page(open_phone: Any) -> Any:
    """Return what opens a page of the site in a language, on a screen of a width in px."""

    def opened(path: str, language: str, width: int, **options: Any) -> Any:
        page = open_phone({"width": width, "height": 640}, language, **options)
        page.goto(path, wait_until="networkidle")
        return page

    return opened


BROWSER = (pytest.mark.browser, pytest.mark.xdist_group("browser"))


def in_browser(test: Any) -> Any:
    for mark in BROWSER:
        test = mark(test)
    return test


@in_browser
@pytest.mark.parametrize("language", sweep(LANGUAGES, "mk"))
def test_nothing_is_wider_than_a_small_phone(open_page: Any, language: str) -> None:
    """320 px, and the same with letters twice as large (WCAG 2.2, 1.4.10 and 1.4.4); what is tapped is 48 px."""
    page = open_page("rules", language, 320)
    for path in ("rules", *(f"rules/{game}" for game in GAMES)):
        page.goto(path)
        small = page.evaluate(
            """() => [...document.querySelectorAll('main a, .bar a')].map(link => {
                 const box = (link.closest('.games li') ?? link).getBoundingClientRect();
                 return [link.textContent, box.width, box.height];
               }).filter(([, width, height]) => width < 48 || height < 48)"""
        )
        assert small == [], path
        tables = """() => [...document.querySelectorAll('.table')].filter(box => box.scrollWidth > box.clientWidth)
                       .map(box => box.textContent)"""
        assert page.evaluate(tables) == [], path
        for change in ("", "document.documentElement.style.fontSize = '200%'"):
            assert page.evaluate(f"() => {{ {change}; return document.documentElement.scrollWidth }}") <= 320, (
                path,
                change,
            )


@in_browser
@pytest.mark.parametrize("scheme", sweep(["dark", "light"], "light"))
@pytest.mark.parametrize(
    "path",
    sweep(
        ["rules", "rules/link", "rules/fight", "rules/gang-of-four", "rules/gnoming", "rules/guimenon"],
        "rules/fight", "rules/gang-of-four",
    ),
)  # fmt: skip
def test_every_word_is_readable(open_page: Any, path: str, scheme: str) -> None:
    """A contrast of 4.5:1 at least (WCAG 2.2, 1.4.3); measured on the picture where the ground is not one colour.

    Cards that do not match are dimmed on purpose: what is said of them stands in the text.
    """
    page = open_page(path, "en", 360, color_scheme=scheme)
    texts = [text for text in page.evaluate(TEXTS) if not text["dim"] and text["width"] and text["height"]]
    assert len(texts) > 20
    picture = Image.open(BytesIO(page.screenshot(full_page=True))).convert("RGB")
    for text in texts:
        color = hexadecimal(text["color"])
        if text["ground"]:
            assert contrast(color, hexadecimal(text["ground"])) >= 4.5, text
            continue
        box = (text["x"], text["y"], text["x"] + text["width"], text["y"] + text["height"])
        behind = picture.crop(tuple(round(edge) for edge in box)).getcolors(1_000_000)
        ratios = sorted((contrast(color, f"#{r:02x}{g:02x}{b:02x}"), count) for count, (r, g, b) in behind)
        stars = 0.02 * sum(count for _, count in ratios)  # points smaller than a stroke of a letter
        while (stars := stars - ratios[0][1]) > 0:
            del ratios[0]
        assert ratios[0][0] >= 4.5, (text, ratios[0][0])
