"""DESIGN "Commands": `gong print deck`, run as people run it."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.cli import printing

GONG = Path(sys.executable).with_name("gong")
SITE = ("--base-url", "https://gong.example")
LIGHT = ("--low-ink", "--duplex", "none", "--cards", "54")

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Return what runs `gong print deck` in an empty folder without any setting of the tester's own."""

    def run(*options: str | Path, **variables: str) -> subprocess.CompletedProcess[str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("GONG_")}
        return subprocess.run(
            [GONG, "print", "deck", *options],
            cwd=tmp_path,
            env={**kept, **variables},
            capture_output=True,
            text=True,
            check=False,
        )

    return run


def test_the_deck_and_what_is_said_about_it(run: Run, tmp_path: Path) -> None:
    said = run("-o", "deck.pdf", *SITE, *LIGHT)
    assert (said.returncode, said.stdout) == (0, "")
    assert said.stderr == (
        "deck.pdf: 54 cards on 6 pages for https://gong.example; QR version 2, error correction Q, module 0.91 mm.\n"
    )
    assert (tmp_path / "deck.pdf").read_bytes().startswith(b"%PDF-1.4")
    assert [path.name for path in tmp_path.iterdir()] == ["deck.pdf"]


def test_data_goes_to_standard_output_and_words_do_not(tmp_path: Path) -> None:
    said = subprocess.run(
        [GONG, "print", "deck", "-o", "-", *SITE, *LIGHT], cwd=tmp_path, capture_output=True, check=True
    )
    assert said.stdout.startswith(b"%PDF-1.4")
    assert said.stdout.endswith(b"%%EOF\n")
    assert said.stderr.startswith(b"Standard output: 54 cards")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("way", ["environment", "file"])
def test_base_url_from_environment_and_settings_file(run: Run, tmp_path: Path, way: str) -> None:
    if way == "file":
        (tmp_path / "gong.toml").write_text('base_url = "https://table.example/gong"\n')
        said = run("-o", "deck.pdf", *LIGHT)
    else:
        said = run("-o", "deck.pdf", *LIGHT, GONG_BASE_URL="https://table.example/gong")
    assert "for https://table.example/gong;" in said.stderr


@pytest.mark.parametrize(
    ("url", "warning"),
    [
        (
            "http://127.0.0.1:8000",
            "Warning: phones cannot reach http://127.0.0.1:8000: print for this machine's address in your network",
        ),
        ("http://0.0.0.0:8000", "Warning: phones cannot reach http://0.0.0.0:8000: print for this machine's address"),
        ("https://" + ".".join(["a" * 47] * 3), "Warning: the codes are dense (module 0.61 mm)"),
    ],
)
def test_warnings(run: Run, url: str, warning: str) -> None:
    said = run("-o", "deck.pdf", "--base-url", url, *LIGHT)
    assert said.returncode == 0
    assert warning in said.stderr


WRONG = [
    # options after `-o deck.pdf`, exit status, what the sentence says
    ((), 2, r"Where is the site .* Give --base-url https://gong.example, set GONG_BASE_URL, or write base_url"),
    (("--base-url", "gong.example"), 2, "does not start with https:// or http://"),
    (("--base-url", "https://gong.example/?a=b"), 2, "must not have a query"),
    (
        ("--base-url", "https://" + ".".join(["a" * 60] * 4), "--trim", "44x68"),
        2,
        "the longest host that fits on this card has 138 characters",
    ),
    ((*SITE, "--trim", "10x15"), 2, "A trim of 10 x 15 mm does not work"),
    ((*SITE, "--trim", "abc"), 2, "The trim 'abc' is not a size"),
    ((*SITE, "--trim", "120x210", "--duplex", "fold"), 2, "No card of 120 x 210 mm with its back beside it"),
    ((*SITE, "--back-offset", "20,0"), 2, "The back offset of 20 mm is larger than the margin"),
    ((*SITE, "--back-offset", "1"), 2, "The back offset '1' is not two numbers"),
    ((*SITE, "--back-offset", "1,1", "--duplex", "none"), 2, "use it with duplex long or short"),
    ((*SITE, "--language", "tlh"), 2, "There are no cards in language 'tlh': choose from en, "),
]


@pytest.mark.parametrize(("options", "status", "sentence"), WRONG, ids=lambda value: str(value)[:60])
def test_wrong_use_is_one_sentence(
    run: Run, tmp_path: Path, options: tuple[str, ...], status: int, sentence: str
) -> None:
    (tmp_path / "deck.pdf").write_bytes(b"old and good")
    said = run("-o", "deck.pdf", *options)
    assert said.returncode == status
    assert said.stdout == ""
    [line] = said.stderr.splitlines()
    assert line.startswith("Error: ")
    assert re.search(sentence, line), line
    assert (tmp_path / "deck.pdf").read_bytes() == b"old and good"
    assert [path.name for path in tmp_path.iterdir()] == ["deck.pdf"]


@pytest.mark.parametrize(("path", "sentence"), [(".", "it is a folder"), ("no/deck.pdf", "there is no folder no;")])
def test_a_place_that_cannot_be_written(run: Run, tmp_path: Path, path: str, sentence: str) -> None:
    said = run("-o", path, *SITE)
    assert said.returncode == 2
    assert sentence in said.stderr
    assert said.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("options", [("--paper", "a5"), ("--duplex", "both"), ("--cards", "57"), ("--marks", "back")])
def test_unknown_choices_name_the_known_ones(run: Run, options: tuple[str, str]) -> None:
    said = run("-o", "deck.pdf", *SITE, *options)
    assert said.returncode == 2
    assert options[0] in said.stderr
    assert "is not one of" in said.stderr


@pytest.mark.parametrize(
    ("host", "here"),
    [
        ("127.0.0.1:8000", True), ("localhost", True), ("table.localhost:80", True), ("[::1]:8000", True),
        ("[::1]", True), ("0.0.0.0", True), ("[::]:8000", True), ("192.168.1.20:8000", False), ("gong.example", False),
        ("[2001:db8::1]", False), ("localhost.example", False),
    ],
)  # fmt: skip
def test_addresses_that_phones_cannot_reach(host: str, here: bool) -> None:
    from companion.address import BaseUrl

    assert printing._only_here(BaseUrl("http", host)) is here


def test_printing_waits_for_nothing_that_it_does_not_need() -> None:
    heavy = "{'companion.missions', 'companion.rules', 'flask', 'pydantic', 'ruamel.yaml', 'babel'}"
    code = f"import sys, printables, companion.cli.printing; print(sorted({heavy} & sys.modules.keys()))"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout == "[]\n"


def test_every_option_has_help() -> None:
    for option in printing.deck.params:
        assert getattr(option, "help", None), option.name


def test_every_option_is_in_the_documentation() -> None:
    text = (Path(__file__).parents[2] / "docs" / "printing.md").read_text("utf-8")
    for option in printing.deck.params:
        for name in option.opts:
            assert f"`{name}`" in text, name
