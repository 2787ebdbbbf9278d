"""Reading cards in the page: what an address of any site means, the camera, a photo, and what leads on without them."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from companion.address import parse_base_url, read_address
from companion.data import data_path
from companion.deck import CARDS
from tests.conftest import CHROMIUM, SWITCHES
from tests.site.conftest import PHONE

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "addresses.json").read_text("utf-8"))
VENDOR = data_path("static", "js", "vendor", "qr-0.7.0")


@pytest.mark.parametrize(("text", "path"), VECTORS)
def test_what_an_address_means(text: str, path: str | None) -> None:
    assert read_address(text) == path


@given(st.text(max_size=320))
def test_whatever_is_scanned_leads_nowhere_else(text: str) -> None:
    path = read_address(text)
    assert path is None or (path[:1].isalpha() and ".." not in path and "//" not in path and ":" not in path)


@given(st.sampled_from(CARDS), st.from_regex(r"\A(https?://[a-z.]{1,20}(:[0-9]{1,4})?/([a-z]{1,9}/){0,3})?\Z"))
def test_every_card_of_any_site_is_found(card: Any, site: str) -> None:
    assert read_address(site + card.code) == read_address(f"{site}{card.code.lower()}/?from=qr") == card.code


def test_the_page_alone_may_use_the_camera(client: FlaskClient) -> None:
    assert "camera=(self)" in client.get("/scan").headers["Permissions-Policy"]
    for path in ("/", "/NB4", "/rules"):
        assert "camera=()" in client.get(path).headers["Permissions-Policy"]


def test_the_page_is_found_and_works_without_a_script(client: FlaskClient) -> None:
    page = client.get("/scan").text
    assert 'name="code"' in page
    assert "Type the code" in page
    assert client.get("/SCAN/").headers["Location"] == "/scan"
    assert 'href="scan"' in client.get("/").text


def test_an_address_may_be_typed_or_pasted_too(client: FlaskClient) -> None:
    for typed in ("https://gone.example/nb4", "gone.example/cards/NB4/"):
        assert client.get("/", query_string={"code": typed}).headers["Location"] == "/NB4"
    assert client.get("/", query_string={"code": "https://gone.example/"}).status_code == 404


def test_the_decoder_is_the_published_one() -> None:
    """Vendored without a change; how to update it stands in docs/site.md."""
    sums = dict(reversed(line.split()) for line in (VENDOR / "SHA256SUMS").read_text().splitlines())
    assert set(sums) == {"decode.js", "index.js"}
    for name, expected in sums.items():
        assert sha256((VENDOR / name).read_bytes()).hexdigest() == expected


EVALUATE = """async vectors => {
  const { readAddress } = await import('/static/js/address.js');
  return vectors.map(([text]) => readAddress(text));
}"""


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_the_page_script_reads_addresses_in_the_same_way(open_phone: Any) -> None:
    page = open_phone()
    page.goto("privacy")
    assert page.evaluate(EVALUATE, VECTORS) == [path for _, path in VECTORS]


HOST = "https://gone.example/cards"
"""The site that the deck of these tests was printed for; it is none of ours."""


@pytest.fixture(scope="module")
def photo(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Any]:
    """Return what takes a picture of a card from the finished PDF, as it lies askew on a table."""
    pytest.importorskip("pypdfium2")
    from PIL import Image

    from printables.deck_pdf import build_deck
    from printables.options import DeckOptions
    from printables.raster import open_pdf, render

    pdf = build_deck(parse_base_url(HOST), DeckOptions(duplex="none", cards=54)).data

    def take(code: str) -> Any:
        number = next(card.index for card in CARDS if card.code == code)
        with open_pdf(pdf) as document:
            sheet = Image.fromarray(render(document, number // 9, 150))
        row, column = divmod(number % 9, 3)  # 3 x 3 cards of 63 x 88 mm in the middle of A4
        left, top = 10.5 + 63 * column, 16.5 + 88 * row
        card = sheet.crop(tuple(round(edge / 25.4 * 150) for edge in (left, top, left + 63, top + 88)))
        turned = card.rotate(11, expand=True, fillcolor="#6b4a2f", resample=Image.Resampling.BICUBIC)
        picture = Image.new("RGB", (1280, 720), "#6b4a2f")
        picture.paste(turned, ((1280 - turned.width) // 2, (720 - turned.height) // 2))
        return picture

    return take


@contextmanager
def launched(browser: Any, film: Path, *switches: str) -> Iterator[Any]:
    """Start another browser, whose camera sees a film."""
    fake = ("--use-fake-device-for-media-stream", f"--use-file-for-fake-video-capture={film}")
    own = browser.browser_type.launch(executable_path=CHROMIUM, args=[*SWITCHES, *fake, *switches])
    try:
        yield own
    finally:
        own.close()


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory, photo: Callable[[str], Any]) -> Path:
    path = tmp_path_factory.mktemp("film") / "film.mjpeg"
    photo("VI4").save(path, "JPEG", quality=90)
    return path


@pytest.fixture(scope="module")
def camera(browser: Any, film: Path) -> Iterator[Any]:
    """A browser whose camera sees the card VI4 and is always allowed."""
    with launched(browser, film, "--use-fake-ui-for-media-stream") as own:
        yield own


@pytest.fixture
def page(camera: Any, server: Any) -> Iterator[Any]:
    """A phone with that camera."""
    context = camera.new_context(viewport=dict(PHONE), base_url=server.url, locale="en")
    yield context.new_page()
    context.close()


def says(page: Any) -> str:
    """Return what the page says below the camera, once it says something else than that it waits."""
    page.wait_for_function(
        """() => { const said = document.querySelector('[data-status]:not([hidden])');
                   return said && said.dataset.status !== 'asking'; }"""
    )
    return str(page.locator("[data-status]:visible").get_attribute("data-status"))


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_a_card_printed_for_another_site_is_read_by_the_camera(page: Any, server: Any) -> None:
    """Real PDF, fake camera, the decoder of the project; then the next card from the mission's page."""
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto("scan")
    page.wait_for_url("**/VI4")
    assert page.locator(".band b").inner_text() == "VI4"
    assert any("vendor/" in url for url in requests)
    assert all(url.startswith((server.url, "data:")) for url in requests)
    with page.expect_navigation(url="**/scan", wait_until="commit"):
        page.click(".bar .go")  # "Next card" leads back to the camera
    page.wait_for_url("**/VI4")


def detector(body: str) -> str:
    """Return a script that gives the browser a detector of its own."""
    return f"""window.BarcodeDetector = class {{
        static async getSupportedFormats() {{ return ['ean_13', 'qr_code'] }}
        async detect(video) {{ if (!(video instanceof HTMLVideoElement)) throw new TypeError('no video'); {body} }}
    }}"""


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_the_detector_of_the_browser_is_preferred(page: Any) -> None:
    page.add_init_script(detector("return [{rawValue: 'https://GONE.EXAMPLE/SE1'}]"))
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto("scan")
    page.wait_for_url("**/SE1")
    assert not any("vendor/" in url for url in requests)


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_a_detector_that_fails_is_replaced(page: Any) -> None:
    page.add_init_script(detector("throw new DOMException('Barcode detection service unavailable.')"))
    page.goto("scan")
    page.wait_for_url("**/VI4")


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_a_code_of_something_else_is_named_so_and_the_camera_goes_on(page: Any) -> None:
    page.add_init_script(detector("return [{rawValue: 'https://elsewhere.example/shop'}]"))
    page.goto("scan")
    page.wait_for_function("() => !document.querySelector('[data-status=unknown]').hidden")
    assert page.url.endswith("/scan")
    assert page.evaluate("() => document.querySelector('video').srcObject.active")


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_a_refused_camera_leads_to_the_code_box(browser: Any, server: Any, film: Path) -> None:
    with launched(browser, film, "--deny-permission-prompts") as own:
        page = own.new_page(base_url=server.url, locale="en")
        page.goto("scan")
        assert says(page) == "refused"
        assert page.locator(".again").is_visible()
        page.fill("#code", "nb4")
        page.keyboard.press("Enter")
        page.wait_for_url("**/NB4")


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_without_a_camera_a_photo_or_the_code_will_do(
    open_phone: Any, tmp_path: Path, photo: Callable[[str], Any]
) -> None:
    page = open_phone(permissions=["camera"])
    page.goto("scan")
    assert says(page) == "none"
    assert page.locator(".view").is_hidden()
    assert page.locator("#code").is_visible()
    file = tmp_path / "photo.jpg"
    photo("OM2").resize((2560, 1440)).save(file)
    page.set_input_files(".photo input", file)
    page.wait_for_url("**/OM2")
    page.go_back()
    for name, content in (("nothing.jpg", None), ("broken.jpg", b"no picture")):
        file = tmp_path / name
        if content is None:
            photo("OM2").crop((0, 0, 300, 300)).save(file)
        else:
            file.write_bytes(content)
        page.set_input_files(".photo input", file)
        page.wait_for_function("() => !document.querySelector('[data-status=empty]').hidden")
        page.evaluate("() => { document.querySelector('[data-status=empty]').hidden = true }")


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_plain_http_says_why_and_still_reads_photos(
    browser: Any, server: Any, film: Path, tmp_path: Path, photo: Callable[[str], Any]
) -> None:
    port = server.url.rstrip("/").rpartition(":")[2]
    with launched(browser, film, "--host-resolver-rules=MAP gong.test 127.0.0.1") as own:
        page = own.new_page(locale="en")
        page.goto(f"http://gong.test:{port}/scan")
        assert says(page) == "insecure"
        file = tmp_path / "photo.png"
        photo("AN3").save(file)
        page.set_input_files(".photo input", file)
        page.wait_for_url("**/AN3")


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_without_a_script_there_is_the_code_box(open_phone: Any) -> None:
    page = open_phone(java_script_enabled=False)
    page.goto("scan")
    assert page.locator(".scanner").is_hidden()
    assert "switched off" in page.locator("#unscripted").inner_text()
    page.fill("#code", "NB4")
    page.keyboard.press("Enter")
    page.wait_for_url("**/NB4")
