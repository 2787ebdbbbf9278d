"""The printed addresses, and everything a hand types instead (DESIGN 3)."""

import html

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion import languages
from companion.deck import CARDS
from companion.missions.card_map import mission_id_for
from companion.missions.loader import load_pack
from companion.missions.pack import find_pack
from companion.missions.wording.sentence import sentence
from companion.words import kind_name, xphere_name

PACK = load_pack(find_pack())
GALAXY_CARDS = [card for card in CARDS if not card.is_joker]


@pytest.mark.parametrize("language", languages.available())
def test_every_card_leads_to_its_mission(client: FlaskClient, language: str) -> None:
    for card in GALAXY_CARDS:
        mission_id = mission_id_for(card.index)
        response = client.get(f"/{card.code}", headers={"Accept-Language": language})
        assert response.status_code == 200
        text = html.unescape(response.text)
        assert f"<h1>{PACK.title(mission_id, language)}</h1>" in text
        assert f">{sentence(PACK, mission_id, language)}</p>" in text
        assert kind_name(card.kind, language) in text
        assert xphere_name(card.number, language) in text
        assert f"{card.galaxy_name} {card.number}" in text
        assert f">{card.code}</b>" in text
        assert response.headers["Content-Language"] == language


@pytest.mark.parametrize("code", ["JK1", "JK2"])
def test_jokers_lead_to_their_help(client: FlaskClient, code: str) -> None:
    text = client.get(f"/{code}").text
    assert f">{code}</b>" in text
    assert "swap all your cards" in text
    assert "other joker" in text
    assert "FAMILY" in text
    assert "?players=" not in text  # the help is the same for every number of players


FORGIVEN = {
    "/NB4": "/NB4",
    "/nb4": "/NB4",
    "/Nb4": "/NB4",
    "/NB4/": "/NB4",
    "/nb-4": "/NB4",
    "/nb 4": "/NB4",
    "/n.b.4": "/NB4",
    "/NBI": "/NB1",
    "/0M3": "/OM3",
    "///nb-4//": "/NB4",
    "/jk1": "/JK1",
    "/JKI/": "/JK1",
    "/BONUS": "/bonus",
    "/Fight/": "/fight",
    "/malus/": "/malus",
}


@pytest.mark.parametrize("path", FORGIVEN)
def test_at_most_one_step_to_the_page(client: FlaskClient, path: str) -> None:
    response = client.get(path)
    if path == FORGIVEN[path]:
        assert response.status_code == 200
        return
    assert response.status_code == 302
    assert response.headers["Location"] == FORGIVEN[path]
    assert client.get(response.headers["Location"]).status_code == 200


@pytest.mark.parametrize("path", ["/NB4", "/privacy", "/", "/bonus"])
def test_doubled_slashes_at_the_start_are_one(client: FlaskClient, path: str) -> None:
    response = client.get("/", environ_overrides={"PATH_INFO": f"/{path}"})
    assert response.status_code == 200
    assert response.data == client.get(path).data


@pytest.mark.parametrize("query", ["utm_source=x", "fbclid=1&x=%00", "lang=xx", "players=7", "=&&=", "code=ZE1"])
def test_a_query_changes_nothing(client: FlaskClient, query: str) -> None:
    assert client.get(f"/NB4?{query}").data == client.get("/NB4").data


def test_a_choice_goes_along_with_the_redirect_and_nothing_else(client: FlaskClient) -> None:
    location = client.get("/nb4?lang=FR-ca&players=2&next=//evil.example&utm_source=x").headers["Location"]
    assert location == "/NB4?lang=fr&players=2"


@pytest.mark.parametrize(
    "path", ["/NB7", "/NB0", "/XX1", "/NB", "/NB44", "/JK3", "/PR", "/nothing/here", "/m", "/draw"]
)
def test_no_such_card(client: FlaskClient, path: str) -> None:
    response = client.get(path)
    assert response.status_code == 404
    assert 'name="code"' in response.text


def test_head_is_get_without_a_body(client: FlaskClient) -> None:
    for path in ("/", "/NB4", "/JK1", "/bonus", "/static/site.css", "/healthz"):
        get, head = client.get(path), client.head(path)
        assert head.data == b""
        assert head.status_code == 200
        for answer in (get, head):
            answer.headers.pop("Date", None)  # the server in front adds it to answers that were given before
        assert dict(head.headers) == dict(get.headers)


def test_two_players_get_the_simpler_wording(client: FlaskClient) -> None:
    different = 0
    for card in GALAXY_CARDS:
        mission_id = mission_id_for(card.index)
        two, more = sentence(PACK, mission_id, "en", 2), sentence(PACK, mission_id, "en")
        assert f">{two}</p>" in html.unescape(client.get(f"/{card.code}?players=2").text)
        assert f">{more}</p>" in html.unescape(client.get(f"/{card.code}?players=3").text)
        different += two != more
    assert different > 15


def test_the_number_of_players_is_remembered(app: Flask) -> None:
    client = app.test_client()
    simple = client.get("/PR6?players=2").data
    assert client.get("/PR6").data == simple
    assert client.get("/PR6?players=lots").data == simple
    usual = client.get("/PR6?players=3").data
    assert client.get("/PR6").data == usual
    client.set_cookie("players", "<script>")
    assert client.get("/PR6").data == usual
