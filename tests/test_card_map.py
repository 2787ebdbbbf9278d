"""What a card means is the same everywhere: phone, leaflet, terminal, engine and kernel (rules/missions.md 8.2)."""

import dataclasses
import html
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from companion.cli.missions import missions
from companion.data import data_path
from companion.deck import CARDS, KINDS, Card
from companion.missions.card_map import mission_for, mission_id_for
from companion.missions.loader import load_pack
from companion.missions.pack import Mission, Pack, find_pack
from companion.missions.tables import PLAYERS, Table, table_code
from companion.missions.wording.sentence import sentence
from companion.rules.fight.game import Fight
from companion.settings import Settings
from companion.site.app import close_app, create_app
from companion.site.app_state import EXTENSION
from companion.verify.jobs import CounterLayout, SimulationJob
from companion.verify.operations import tabulate
from printables.leaflet import LeafletOptions
from printables.mission_leaflet import build_missions
from tests.sweeps import sweep

GALAXY_CARDS = [card for card in CARDS if not card.is_joker]
LIMITS = {"B01": "2", "B02": "3-4", "B03": "5-6", "B17": "3", "B18": "3-6", "M07": "2-5", "F18": "4"}
"""Limits of a pack in which many cards lead elsewhere, the last ones of a kind to its first."""


@pytest.fixture(scope="module", params=[*sorted(data_path("missions").glob("*/*/pack.yaml")), None], ids=str)
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of every installed pack, and of one with many limits."""
    if request.param is not None:
        return Path(request.param).parent
    made = tmp_path_factory.mktemp("packs") / "limited"
    shutil.copytree(find_pack(), made, ignore=shutil.ignore_patterns("release.yaml"))
    for kind in KINDS:
        file = made / f"{kind}.yaml"
        text = re.sub(r"\n +players: .*", "", file.read_text("utf-8"))
        for mission_id, players in LIMITS.items():
            text = text.replace(f"- id: {mission_id}\n", f"- id: {mission_id}\n  players: {players}\n")
        file.write_text(text, "utf-8")
    about = made / "pack.yaml"
    about.write_text(re.sub("(?m)^id: .*", "id: limited", about.read_text("utf-8")), "utf-8")
    return made


@pytest.fixture(scope="module")
def pack(folder: Path) -> Pack:
    return load_pack(folder)


@pytest.fixture(scope="module")
def phone(folder: Path) -> Iterator[FlaskClient]:
    app = create_app(Settings(pack=folder), ahead=False)
    yield app.test_client()
    close_app(app)


def shown(phone: FlaskClient, pack: Pack, card: Card, two: bool) -> tuple[str, str]:
    """Return the id of the mission that the page of a card shows, and its notes."""
    answer = phone.get(f"/{card.code}", headers={"Accept-Language": "en"})
    page = html.unescape(answer.text)
    (title,) = re.findall("<h1>(.*?)</h1>", page)
    (mission_id,) = (name for name in pack.missions if pack.title(name, "en") == title)
    assert f">{sentence(pack, mission_id, 'en', 2 if two else None)}</p>" in page
    assert f">{card.code}</b>" in page
    return mission_id, " ".join(re.findall('<p class="note[^"]*">(.*?)</p>', page))


def engine(folder: Path, seats: int) -> dict[str, str]:
    """Return the mission of every card in a match of the reference engine."""
    programs = Fight(pack=str(folder)).initial_state(seats, 1).programs
    return {card.code: programs[card.index].mission.id for card in GALAXY_CARDS}


@pytest.mark.parametrize("seats", PLAYERS)
def test_the_engines_agree(folder: Path, pack: Pack, seats: int) -> None:
    expected = engine(folder, seats)
    assert all(seats in pack.missions[mission_id].players for mission_id in expected.values())
    programs = CounterLayout(pack).by_card(seats)
    assert {card.code: programs[card.index].mission.id for card in GALAXY_CARDS} == expected


@pytest.mark.parametrize("seats", PLAYERS)
def test_the_kernel_agrees(folder: Path, pack: Pack, seats: int) -> None:
    pytest.importorskip("numba")
    from companion.verify.kernel import run

    memory = run.lay_out(SimulationJob(pack, seats), tabulate(pack))
    names = list(pack.missions)
    found = {card.code: names[memory[run.p.MISSION_OF + card.index]] for card in GALAXY_CARDS}
    assert found == engine(folder, seats)


@pytest.mark.parametrize("seats", PLAYERS)
def test_a_phone_without_a_table_agrees(folder: Path, pack: Pack, phone: FlaskClient, seats: int) -> None:
    """A phone knows two players, or three and more: then it shows the card's own mission, and for how many it is."""
    expected = engine(folder, seats)
    phone.set_cookie("players", "2" if seats == 2 else "3")
    phone.delete_cookie("table")
    for card in GALAXY_CARDS:
        mission_id, notes = shown(phone, pack, card, seats == 2)
        players = pack.missions[mission_id].players
        if seats in players:
            assert mission_id == expected[card.code]
        else:
            assert seats != 2
        assert "not made for" not in notes
        limited = seats > 2 and players != PLAYERS
        low, high = players[0], players[-1]
        assert (f"For {low} players." in notes) == (limited and low == high)
        assert (f"For {low} to {high} players." in notes) == (limited and low != high)


@pytest.mark.parametrize("seats", PLAYERS)
def test_a_phone_at_a_table_agrees(pack: Pack, phone: FlaskClient, seats: int) -> None:
    table = Table(table_code(1234, seats), 2, pack.id, pack.version)
    phone.set_cookie("table", str(table))
    seen: dict[str, int] = {}
    for card in GALAXY_CARDS:
        mission = mission_for(pack.missions, card, table=table)
        assert mission is not None
        assert seats in mission.players
        assert shown(phone, pack, card, seats == 2) == (mission.id, _phone_note(mission))
        seen[mission.id] = seen.get(mission.id, 0) + 1
    for kind in KINDS:
        times = [seen.get(m.id, 0) for m in pack.missions.values() if m.kind == kind and seats in m.players]
        assert max(times) - min(times) <= 1


def _phone_note(mission: Mission) -> str:
    phone = any(getattr(step, "phone", False) for step in mission.do)
    return "Or play rock-paper-scissors, first to 2 wins." if phone else ""


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_printed_leaflet_agrees(folder: Path, pack: Pack, language: str) -> None:
    """A line below a mission that is not for everybody says for how many players which card's mission counts."""
    document = pypdfium2.PdfDocument(build_missions(pack, LeafletOptions(language=language)).data)
    written = "".join(page.get_textpage().get_text_range() for page in document)
    document.close()
    text = re.sub(r"[\s\u00a0\u202f\ufffe]+", "", written)
    starts = {}
    for card in GALAXY_CARDS:
        title = re.sub(r"\s+", "", pack.title(mission_id_for(card.index) or "", language))
        starts[card.code] = text.index(f"{card.code}{title}")
    ends = sorted([*starts.values(), len(text)])
    word = {"en": r"players:as", "fr": "joueurs:comme"}[language]
    for seats in PLAYERS:
        expected = engine(folder, seats)
        for card in GALAXY_CARDS:
            start = starts[card.code]
            entry = text[start : ends[ends.index(start) + 1]]
            leads = card.code
            for low, high, code in re.findall(rf"(\d)(?:[–à](\d))?{word}(\w\w\d)", entry):
                if int(low) <= seats <= int(high or low):
                    leads = code
            mission_id = next(mission_id_for(other.index) for other in CARDS if other.code == leads)
            assert mission_id == expected[card.code], (card.code, seats, entry)


@pytest.mark.parametrize("seats", sweep(PLAYERS, 2, 3))
def test_the_terminal_agrees(folder: Path, seats: int) -> None:
    expected = engine(folder, seats)
    for code in ("PR5", "AN5", "NM6"):
        answer = CliRunner().invoke(missions, ["show", code, "--seats", str(seats), "--pack", str(folder)])
        assert answer.exit_code == 0
        assert answer.output.split()[0] == expected[code]
        assert f"card {code} (" in answer.output


def test_where_no_mission_suits_the_page_says_so(folder: Path, pack: Pack) -> None:
    """No pack that passes its check is such a pack; a program could still make one."""
    none = {
        name: mission.model_copy(update={"players": range(5, 7)}) if mission.kind == "malus" else mission
        for name, mission in pack.missions.items()
    }
    app = create_app(Settings(pack=folder), ahead=False)
    pages = app.extensions[EXTENSION].pages
    pages.library = dataclasses.replace(pages.library, current=dataclasses.replace(pack, missions=none))
    phone = app.test_client()
    answer = phone.get("/NB4?players=2&lang=en")
    assert answer.status_code == 200
    assert "<h1>No mission</h1>" in answer.text
    assert "<h1>No mission</h1>" not in phone.get("/NB5?players=2&lang=en").text
    assert "For 5 to 6 players." in phone.get("/NB4?players=3&lang=en").text
    close_app(app)


def test_phones_without_network_keep_the_page_for_two_players(folder: Path, pack: Pack, phone: FlaskClient) -> None:
    """The bundle, from which the files of `gong export` are made too, has a page for two where it differs."""
    phone.delete_cookie("table")
    pages = phone.get("/offline/en.json").get_json()["pages"]
    expected = engine(folder, 2)
    for card in GALAXY_CARDS:
        for address, mission_id in (
            (f"{card.code}?players=2", expected[card.code]),
            (card.code, mission_id_for(card.index)),
        ):
            page = html.unescape(pages.get(address, pages[card.code]))
            assert f"<h1>{pack.title(mission_id or '', 'en')}</h1>" in page, address
