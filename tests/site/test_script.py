"""The page script: where it is found, what it starts, and that a page is whole without it."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.data import data_path

SCRIPTS = sorted(path.relative_to(data_path("static")).as_posix() for path in data_path("static", "js").rglob("*.js"))
OURS = [name for name in SCRIPTS if "/vendor/" not in name]

PAGE = """<!doctype html><html><head><base href="/"><title>test</title></head><body><main>
<button id="tap" hidden data-script="tested/one">Tap</button>
<div id="now" hidden data-script="tested/two" data-script-now></div>
<div id="missing" hidden data-script="tested/none" data-script-now></div>
<div id="cannot" hidden data-script="tested/one" data-needs="noBrowserHasThis"></div>
<button id="can" hidden data-script="tested/one" data-needs="localStorage">Can</button>
<script type="module" src="static/js/site.js"></script></main></body></html>"""

MODULE = "export const start = element => { element.dataset.begun = 1 + Number(element.dataset.begun || 0) };"


@pytest.mark.parametrize("name", SCRIPTS)
def test_scripts_are_found_with_their_type_and_asked_for_again(client: FlaskClient, name: str) -> None:
    answer = client.get(f"/static/{name}")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer.headers["Cache-Control"] == "no-cache"
    assert client.get(f"/static/{name}", headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304


@pytest.mark.parametrize("name", OURS)
def test_scripts_are_text_that_a_reader_of_the_project_can_check(name: str) -> None:
    text = data_path("static", name).read_text("utf-8")
    for forbidden in ("innerHTML", "eval(", "document.write", "http://", "https://"):
        assert forbidden not in text, forbidden


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_a_page_gets_the_modules_it_asks_for(open_phone: Any) -> None:
    page = open_phone()
    page.route("**/NB4", lambda route: route.fulfill(body=PAGE, content_type="text/html"))
    page.route("**/tested/*.js", lambda route: route.fulfill(body=MODULE, content_type="text/javascript"))
    page.route("**/tested/none.js", lambda route: route.fulfill(body="throw 1", content_type="text/javascript"))
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url.rpartition("/")[2]))
    page.goto("NB4")
    page.wait_for_selector("#now[data-begun='1']", state="attached")
    page.wait_for_selector("#missing", state="hidden")
    assert page.locator("#tap").is_visible()
    assert page.locator("#can").is_visible()
    assert page.locator("#cannot").is_hidden()
    assert "one.js" not in loaded  # nobody has tapped yet
    page.click("#tap")
    page.wait_for_selector("#tap[data-begun='1']")
    page.click("#tap")
    page.click("#can")
    page.wait_for_selector("#can[data-begun='1']")
    assert page.locator("#tap").get_attribute("data-begun") == "1"  # started once; then it is its own master
