"""Lists by colour, draws, and missions for ever (DESIGN 3)."""

import html
import itertools
import re
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from companion.deck import KINDS
from companion.missions.loader import load_pack
from companion.missions.pack import find_pack
from companion.missions.wording.sentence import sentence
from companion.site.content import draws as drawing
from companion.site.content.draws import drawn, new_seed

PACK = load_pack(find_pack())
SITE_DOC = (Path(__file__).parents[2] / "docs" / "site.md").read_text("utf-8")


def title(page: str) -> str:
    (found,) = re.findall("<h1>(.*?)</h1>", page)
    return html.unescape(found)


@pytest.mark.parametrize("kind", KINDS)
def test_a_list_holds_the_eighteen_missions(client: FlaskClient, kind: str) -> None:
    page = client.get(f"/{kind}").text
    missions = [mission for mission in PACK.missions.values() if mission.kind == kind]
    links = re.findall(r'<li><a href="(m/[^"]+)">(.*?)</a><p>(.*?)</p>', page)
    assert [(href, html.unescape(name), html.unescape(text)) for href, name, text in links] == [
        (f"m/{PACK.id}/{PACK.version}/{m.id}", PACK.title(m.id, "en"), sentence(PACK, m.id, "en")) for m in missions
    ]
    assert len(links) == 18
    for href, name, _ in links:
        assert title(client.get(f"/{href}").text) == html.unescape(name)
    assert f'href="draw/{kind}"' in page


def test_a_list_is_worded_for_the_number_of_players(client: FlaskClient) -> None:
    page = html.unescape(client.get("/bonus?players=2").text)
    assert sentence(PACK, "B03", "en", 2) in page
    assert sentence(PACK, "B03", "en") not in page


@pytest.mark.parametrize("kind", KINDS)
def test_draw_back_forward_and_reload_show_the_same(app: Flask, kind: str) -> None:
    client = app.test_client()
    start = client.get(f"/draw/{kind}")
    assert start.status_code == 303
    assert start.headers["Cache-Control"] == "no-store"
    address = start.headers["Location"]
    assert re.fullmatch(f"/draw/{kind}/[2-9a-z]{{6}}/1", address)
    pages = []
    for n in range(1, 20):
        pages.append(client.get(address))
        assert pages[-1].status_code == 200
        assert client.get(address).data == pages[-1].data  # reload
        assert f"{(n - 1) % 18 + 1} / 18" in pages[-1].text
        (following,) = re.findall(r'class="go[^"]*" href="(\d+)"', pages[-1].text)
        address = f"{address.rsplit('/', 1)[0]}/{following}"
    titles = [title(page.text) for page in pages]
    assert len(set(titles[:18])) == 18
    assert titles[18] != titles[17]
    other_phone = app.test_client()
    assert title(other_phone.get(f"{address.rsplit('/', 1)[0]}/5").text) == titles[4]


def test_another_draw_button_another_order(client: FlaskClient) -> None:
    assert client.get("/draw/bonus").headers["Location"] != client.get("/draw/bonus").headers["Location"]


@pytest.mark.parametrize(
    "path",
    [
        "/draw/gift",
        "/draw/bonus/abc",
        "/draw/bonus/abc/0",
        "/draw/bonus/abc/-1",
        "/draw/bonus/abc/10000",
        "/draw/bonus/abc/1.5",
        "/draw/bonus/a%20b/1",
        "/draw/bonus/ABC/1",
        "/draw/bonus/" + "a" * 33 + "/1",
        "/draw/bonus/abc/" + "9" * 400,
        "/m/gong-fight/1.0.0/B19",
        "/m/gong-fight/1.0.0/b01",
        "/m/gong-fight/9.9.9/B01",
        "/m/other/1.0.0/B01",
        "/m/../1.0.0/B01",
        "/m/gong-fight/1.0.0/B01/more",
    ],
)
def test_what_does_not_exist(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_one_mission_for_ever(client: FlaskClient) -> None:
    page = client.get(f"/m/{PACK.id}/{PACK.version}/F07?players=2").text
    assert title(page) == PACK.title("F07", "en")
    assert f">{sentence(PACK, 'F07', 'en', 2)}</p>" in html.unescape(page)
    assert "F07" in page


def test_a_duel_on_the_phone_has_a_substitute(client: FlaskClient) -> None:
    """rules/missions.md 8.4.8: without the phone, rock-paper-scissors."""
    offered = {
        mission
        for mission in PACK.missions
        if "Or play rock-paper-scissors" in client.get(f"/m/{PACK.id}/{PACK.version}/{mission}").text
    }
    assert offered == {"F06", "F07", "F08"}


def test_a_mission_for_more_players_says_so(app: Flask) -> None:
    """A pack may limit a mission to some numbers of players; two then get a way to another one."""
    pages = app.extensions["gong"].pages
    mission = PACK.missions["B06"]
    limited = mission.model_copy(update={"players": range(3, 7)})
    two = pages._mission(PACK, limited, "en", 2, "../../../").body.decode()
    assert "This mission is not made for two players." in two
    assert 'href="../../../draw/bonus"' in two
    assert "not made for" not in pages._mission(PACK, limited, "en", None, "").body.decode()
    assert "not made for" not in pages._mission(PACK, mission, "en", 2, "").body.decode()


# The shuffle itself. The vectors also stand in docs/site.md: whoever writes another one must get the same.
VECTORS = {
    ("bonus", "k7wq2m"): (
        "3 15 0 17 7 4 6 1 13 9 10 16 8 2 14 5 11 12",
        "1 9 7 5 13 2 11 16 4 3 10 15 14 0 12 17 6 8",
    ),
    ("fight", "a"): (
        "2 11 16 17 7 15 10 6 13 5 1 9 8 4 0 3 14 12",
        "2 3 17 15 0 12 1 9 14 10 16 6 13 4 5 8 7 11",
    ),
}


@pytest.mark.parametrize(("kind", "seed"), VECTORS)
def test_vectors(kind, seed: str) -> None:
    draws = [str(drawn(kind, seed, n, total=18)) for n in range(1, 37)]
    assert (" ".join(draws[:18]), " ".join(draws[18:])) == VECTORS[kind, seed]
    for line in VECTORS[kind, seed]:
        assert line in SITE_DOC


@given(st.sampled_from(KINDS), st.text("abc123", min_size=1, max_size=8), st.integers(1, 20), st.integers(0, 5))
def test_every_stretch_is_a_permutation(kind, seed: str, total: int, stretch: int) -> None:
    first = stretch * total + 1
    assert sorted(drawn(kind, seed, n, total) for n in range(first, first + total)) == list(range(total))


@given(st.sampled_from(KINDS), st.text("abc123", min_size=1, max_size=8), st.integers(3, 6))
def test_no_mission_comes_twice_in_a_row(kind, seed: str, total: int) -> None:
    draws = [drawn(kind, seed, n, total) for n in range(1, 8 * total)]
    assert all(one != other for one, other in itertools.pairwise(draws))


def test_a_fresh_seed_is_one_that_can_be_read_aloud() -> None:
    seeds = {new_seed() for _ in range(200)}
    assert len(seeds) == 200
    assert all(re.fullmatch(f"[{drawing.ALPHABET}]{{{drawing.SEED_LENGTH}}}", seed) for seed in seeds)
