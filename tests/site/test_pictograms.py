"""The pictures on the pages: every sign is drawn inside its own room, in lines that fill the place, large enough."""

import itertools
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.missions.loader import load_pack
from companion.missions.pack import find_pack
from companion.missions.pictograms import Group, Sign, pictogram
from companion.missions.signs import SIGNS
from companion.site.content.pictogram_drawing import GAP, HEIGHT, drawing, width_of
from companion.site.content.rendering import Renderer
from companion.site.views.legend import sections

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
        for room in (2, 3.4, 6):
            picture = drawing(pictogram(mission.do, seats), mirrored, room)
            areas = [(p.x, p.y, p.x + width_of(p.sign), p.y + HEIGHT) for p in picture.signs]
            for left, top, right, bottom in areas:
                assert 0 <= left < right <= picture.width + 0.01
                assert 0 <= top < bottom <= picture.height + 0.01
            for one, two in itertools.combinations(areas, 2):
                apart = one[2] <= two[0] or two[2] <= one[0] or one[3] <= two[1] or two[3] <= one[1]
                assert apart, mission.id


def test_lines_are_broken_only_where_that_makes_the_picture_larger() -> None:
    groups = tuple(Group((Sign("me"),) * 6) for _ in range(3))
    wide, high = drawing(groups, room=20), drawing(groups, room=1.2)
    assert len({placed.y for placed in wide.signs}) == 1
    assert len({placed.y for placed in high.signs}) == 3
    single = drawing((Group((Sign("me"), Sign("arrow"))),))
    assert (single.boxes, single.width) == ((), width_of(Sign("me")) + GAP + width_of(Sign("arrow")))


def test_a_mission_has_its_picture_and_a_screen_reader_is_spared(client: FlaskClient) -> None:
    page = client.get("/NB5").text
    (svg,) = re.findall(r'<svg class="signs"[^>]*>', page)
    assert 'aria-hidden="true"' in svg
    assert "style=" not in page


def test_the_legend_explains_every_sign(client: FlaskClient) -> None:
    """Every sign of the core pack stands on `/pictures`, in words that the missions use; duels lead to their rule."""
    explained: set[str] = set()
    for _, entries in sections("en"):
        explained |= {placed.sign.name for entry in entries for placed in entry.picture.signs}
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
