"""The start page, its code box, and the pages for machines."""

import re

import pytest
from flask.testing import FlaskClient


def test_the_start_page_leads_to_what_exists(client: FlaskClient) -> None:
    page = client.get("/").text
    links = set(re.findall(r'href="(?!data:)([^"?][^"]*)"', page))
    assert {"bonus", "malus", "fight", "privacy", "./"} <= links
    for link in links:
        assert client.get(f"/{link.removeprefix('./')}").status_code == 200, link


@pytest.mark.parametrize("typed", ["NB4", "nb4", " nb 4 ", "n-b-4", "nb4/"])
def test_a_typed_code_leads_to_its_card(client: FlaskClient, typed: str) -> None:
    got = client.get("/", query_string={"code": typed})
    posted = client.post("/", data={"code": typed})
    assert [(r.status_code, r.headers["Location"]) for r in (got, posted)] == [(303, "/NB4"), (303, "/NB4")]


@pytest.mark.parametrize("typed", ["NB9", "zz", "NB4NB4"])
def test_a_mistyped_code_is_named(client: FlaskClient, typed: str) -> None:
    for response in (client.get("/", query_string={"code": typed}), client.post("/", data={"code": typed})):
        assert response.status_code == 404
        assert f"No card has the code “{typed}”" in response.text
        assert 'name="code"' in response.text


@pytest.mark.parametrize(
    "typed", ["<script>alert(1)</script>", "\x00", "A" * 5000, "\u202eNB4", "'\"><b>", "NB4\r\nSet-Cookie: a=b", "é"]
)
def test_what_does_not_look_like_a_code_is_not_repeated(client: FlaskClient, typed: str) -> None:
    response = client.post("/", data={"code": typed})
    assert response.status_code == 404
    assert "There is nothing at this address" in response.text
    assert typed not in response.text.replace("NB4.", "")
    assert "Set-Cookie" not in response.headers


@pytest.mark.parametrize("typed", ["", "  "])
def test_an_empty_code_is_the_start_page(client: FlaskClient, typed: str) -> None:
    assert client.get("/", query_string={"code": typed}).status_code == 200
    assert client.post("/", data={"code": typed}).headers["Location"] == "/"


def test_privacy_names_every_cookie(client: FlaskClient) -> None:
    page = client.get("/privacy").text
    answer = client.get("/?lang=fr&players=2")
    cookies = {value.partition("=")[0] for value in answer.headers.getlist("Set-Cookie")}
    assert cookies == {"lang", "players"}
    for name in cookies:
        assert f"“{name}”" in page


def test_machines_learn_what_is_served(client: FlaskClient) -> None:
    health, ready = client.get("/healthz"), client.get("/readyz")
    assert (health.status_code, health.text) == (200, "ok gong-fight 1.0.0\n")
    assert (ready.status_code, ready.text) == (200, "ok\n")
    assert health.headers["Cache-Control"] == ready.headers["Cache-Control"] == "no-store"
