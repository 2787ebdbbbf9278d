"""The pictures on the pages: every sign is drawn in its own space, every group inside the card, large enough."""

import itertools
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.missions.loader import load_pack
from companion.missions.pack import find_pack
from companion.missions.pictograms import Sign, pictogram
from companion.missions.signs import SIGNS
from companion.missions.verbs.registry import VERBS
from companion.site.content.pictogram_drawing import GAP, drawings, width_of
from companion.site.content.rendering import Renderer
from companion.site.views.legend import _steps, sections
from tests.sweeps import sweep

FACES = (
    "back", "blue", "red", "yellow", "even", "odd", "highest", "lowest", "same_number", "same_galaxy", "run", "shown",
    "number", "galaxy", "number=2,3,6", "galaxy=NEBULA",
)  # fmt: skip
CARDS_SHOWN = {"cards": 1, "up-to": 2}
ALL = [
    *(Sign(name, "7" if name in ("closest_sum", "text") else "", CARDS_SHOWN.get(name, 0)) for name in SIGNS),
    *(Sign("cards", face, n) for face, n in itertools.product(FACES, (1, 2, 3))),
    *(Sign("up-to", face, 3) for face in ("", "back", "number", "galaxy")),
    *(Sign("hand", face) for face in ("1", "1–4", "6+", "galaxy", "red")),
    *(Sign("this", face) for face in ("number", "galaxy")),
    *(Sign("rock_paper_scissors", "2×"), Sign("guess_number", "2×"), Sign("guess_galaxy", "3×")),
    Sign("cards", "", 6),
]  # fmt: skip


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return Renderer()


def draw(renderer: Renderer, sign: Sign, mirrored: bool = False) -> str:
    return str(renderer._environment.get_template("_pictograms.html").module.alone(sign, width_of(sign), mirrored))


def marks(markup: str) -> str:
    return re.sub(r"<svg[^>]*>|</svg>", "", markup)


@pytest.mark.parametrize("sign", ALL, ids=str)
def test_every_sign_is_drawn(renderer: Renderer, sign: Sign) -> None:
    assert re.search(r"<(path|rect|circle|text)", marks(draw(renderer, sign))), sign


def test_no_two_signs_look_the_same(renderer: Renderer) -> None:
    drawn: dict[str, Sign] = {}
    for sign in ALL:
        markup = marks(draw(renderer, sign))
        other = drawn.setdefault(markup, sign)
        same = {"question", "perhaps"}, {"number", "same_number"}, {"galaxy", "same_galaxy"}
        assert other == sign or {other.name, sign.name} in same or {other.face, sign.face} in same, (other, sign)


def test_only_what_flows_is_mirrored(renderer: Renderer) -> None:
    """A language that is read from the right turns arrows round; who sits on the left still sits on the left."""
    turned = {sign.name for sign in ALL if draw(renderer, sign) != draw(renderer, sign, mirrored=True)}
    assert turned == {"arrow", "then", "fork"}


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_every_sign_stays_in_its_room(open_phone: Any, renderer: Renderer) -> None:
    """Measured by the browser without the width of lines; two units may hang over."""
    page = open_phone()
    page.goto("NB4")
    page.evaluate(
        "html => document.querySelector('main').innerHTML = html", "".join(draw(renderer, sign) for sign in ALL)
    )
    boxes = page.evaluate(
        """() => [...document.querySelectorAll('main > .signs')].map(svg => {
             const box = svg.getBBox(), view = svg.viewBox.baseVal;
             return [box.x, box.y, box.x + box.width - view.width, box.y + box.height - view.height];
           })"""
    )
    assert len(boxes) == len(ALL)
    wide = {
        str(sign): box
        for sign, box in zip(ALL, boxes, strict=True)
        if box[0] < -2 or box[1] < -2.5 or box[2] > 2 or box[3] > 2
    }
    assert wide == {}


@pytest.mark.parametrize("seats", [None, 2])
@pytest.mark.parametrize("mirrored", [False, True])
def test_signs_stand_side_by_side(seats: int | None, mirrored: bool) -> None:
    for mission in load_pack(find_pack()).missions.values():
        groups = pictogram(mission.do, seats)
        for group, drawn in zip(groups, drawings(groups, mirrored), strict=True):
            assert [placed.sign for placed in drawn.signs] == list(group.signs)
            edges = [(placed.x, placed.x + width_of(placed.sign)) for placed in drawn.signs]
            edges.sort()
            assert (edges[0][0], edges[-1][1]) == pytest.approx((0, drawn.width))
            for one, two in itertools.pairwise(edges):
                assert two[0] - one[1] == pytest.approx(GAP), mission.id
            assert [placed.x for placed in drawn.signs] == sorted((p.x for p in drawn.signs), reverse=mirrored)


# What is drawn of each group, in pixels of the page: the content of its box, by its scale.
GROUPS = """() => {
  const room = document.querySelector('.card .pictures').getBoundingClientRect();
  return {room: [room.left, room.top, room.right, room.bottom],
          groups: [...document.querySelectorAll('.card .signs')].map(svg => {
            const box = svg.getBoundingClientRect();
            return [box.left, box.top, box.right, box.bottom, 32 * svg.getScreenCTM().a];
          })};
}"""


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
@pytest.mark.parametrize("size", sweep([(320, 568), (360, 640), (390, 844), (820, 1180)], (320, 568)))
def test_groups_stay_in_their_place_and_apart(open_phone: Any, size: tuple[int, int]) -> None:
    """One, two and three groups, narrow and wide, below a short and a long sentence."""
    page = open_phone({"width": size[0], "height": size[1]})
    for code in ("PR3", "SP3", "SE5", "AN1", "SE6", "OM6"):
        page.goto(code)
        found = page.evaluate(GROUPS)
        left, top, right, bottom = found["room"]
        for one in found["groups"]:
            assert left - 1 <= one[0] < one[2] <= right + 1, code
            assert top - 1 <= one[1] < one[3] <= bottom + 1, code
            assert one[4] >= (17 if size[0] == 320 else 20), code
        for one, two in itertools.combinations(found["groups"], 2):
            assert one[2] <= two[0] or two[2] <= one[0] or one[3] <= two[1] or two[3] <= one[1], code


def test_a_mission_has_its_pictures_and_a_screen_reader_is_spared(client: FlaskClient) -> None:
    page = client.get("/NB5").text
    (pictures,) = re.findall(r'<div class="pictures"[^>]*>', page)
    assert 'aria-hidden="true"' in pictures
    assert '<svg class="signs"' in page
    assert "style=" not in page


def test_the_legend_has_the_examples_of_every_verb_short_ones_first() -> None:
    steps = _steps()
    assert {step.verb for step in steps} == set(VERBS)
    assert len(steps) == sum(len(cls.examples) for cls in VERBS.values())
    lengths = [len(pictogram((step,))) for step in steps]
    assert lengths == sorted(lengths)


def test_the_legend_explains_every_sign(client: FlaskClient) -> None:
    """Every sign of the core pack stands on `/pictures`, in words that the missions use; duels lead to their rule."""
    explained: set[str] = set()
    for _, entries in sections("en"):
        explained |= {placed.sign.name for entry in entries for drawn in entry.pictures for placed in drawn.signs}
        assert not any(entry.text[0].islower() for entry in entries)
    used = {
        sign.name
        for mission in load_pack(find_pack()).missions.values()
        for group in pictogram(mission.do)
        for sign in group.signs
    }
    same_as = {"me-winner": "winner", "me-loser": "loser", "pass-right": "pass-left", "tie": "equal"}
    assert {same_as.get(name, name) for name in used} - {"equal", "then"} <= explained
    page = client.get("/pictures").text
    for text in ("The player on your left", "2 cards with the same number", "Take another turn if you like."):
        assert text in page
    links = re.findall(r'href="(rules/fight)#(duel-\w+)"', page)
    assert len(links) == 18
    fight = client.get("/rules/fight").text
    assert all(f'id="{section}"' in fight for _, section in links)
    assert 'href="pictures"' in client.get("/rules").text
    assert client.get("/PICTURES/").headers["Location"] == "/pictures"
