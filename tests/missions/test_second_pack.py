"""No pack is special: whatever is installed is checked, worded, shown, scanned and played in the same way."""

import html
import re
from functools import cache
from pathlib import Path

import pytest
from jsonschema import Draft7Validator

from companion import deck, languages
from companion.address import card_address, parse_base_url
from companion.chance import stream
from companion.cli.missions import _installed
from companion.data import data_path
from companion.missions.card_map import mission_for
from companion.missions.interpreter import AbstractInterpreter, InitialState
from companion.missions.loader import check_pack, load_pack
from companion.missions.mission_ids import MISSION_IDS
from companion.missions.pack import find_pack
from companion.missions.schema import schema
from companion.missions.source import read_source
from companion.missions.verbs.duel import Duel
from companion.missions.walk import walk
from companion.missions.wording.sentence import MAX_SENTENCE, sentence
from companion.rules.registry import create_game
from companion.settings import Settings
from companion.site.app import create_app
from tests.sweeps import sweep

NAMES = sorted({file.parents[1].name for file in data_path("missions").glob("*/*/pack.yaml")})
GENTLE = "gong-gentle"
NARROW = "\u202f"


@cache
def pack(name):
    return load_pack(find_pack(name))


@cache
def site(name):
    return create_app(Settings(pack=find_pack(name))).test_client()


def test_there_is_more_than_one():
    assert {"gong-fight", GENTLE} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_the_check_finds_nothing(name, gong):
    folder = find_pack(name)
    loaded, findings = check_pack(folder)
    assert findings == []
    assert (loaded.id, loaded.version) == (folder.parent.name, folder.name)
    assert tuple(loaded.missions) == MISSION_IDS
    assert gong("missions", "check", folder)[0] == 0


def test_the_check_of_all_packs_names_each(gong):
    status, out, _ = gong("missions", "check")
    assert status == 0
    assert [line.split(":")[0] for line in out.splitlines()] == [
        str(load_pack(folder)) for folder in map(Path, _installed())
    ]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", ["mission", "pack", "titles", "sentences"])
def test_every_file_names_its_schema_and_fits_it(name, kind):
    folder = find_pack(name)
    files = {"mission": [folder / f"{each}.yaml" for each in deck.KINDS], "pack": [folder / "pack.yaml"]}
    for file in files.get(kind) or sorted(folder.glob(f"{kind}/*.yaml")):
        first = file.read_text(encoding="utf-8").splitlines()[0]
        named = (file.parent / first.removeprefix("# yaml-language-server: $schema=")).resolve()
        assert named == data_path("missions", f"{kind}.schema.json")
        Draft7Validator(schema(kind)).validate(read_source(file, "").root.plain())


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seats", [None, 2])
@pytest.mark.parametrize("language", languages.available())
def test_every_sentence_in_every_language(name, seats, language):
    for mission_id in MISSION_IDS:
        text = sentence(pack(name), mission_id, language, seats)
        assert len(text) <= MAX_SENTENCE
        assert re.match(r"\w|«|¿|¡", text)
        assert text.endswith(".")
        assert not re.search(r"[{}]|\s\s|[.,;:] ?[.,;]", text)


@pytest.mark.parametrize("name", NAMES)
def test_two_players_are_never_told_about_left_and_right(name):
    for mission_id, mission in pack(name).missions.items():
        if 2 in mission.players:
            english, french = (sentence(pack(name), mission_id, language, 2) for language in ("en", "fr"))
            assert not re.search(r"\bleft\b|on your right|opposite|the (most|fewest) cards|neighbour", english)
            assert not re.search(r"gauche|droite|en face|le (plus|moins) de cartes|voisin", french)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_titles_are_all_different(name, language):
    titles = [pack(name).title(mission_id, language) for mission_id in MISSION_IDS]
    assert len(set(titles)) == 54


@pytest.mark.parametrize("name", NAMES)
def test_french_typography(name):
    loaded = pack(name)
    written = [text for texts in loaded.sentences.get("fr", {}).values() for text in texts.values()]
    texts = [*loaded.titles["fr"].values(), *written, loaded.info.name["fr"], loaded.info.description["fr"]]
    for text in texts:
        assert "'" not in text, text
        assert not re.search(rf"(?<!{NARROW})[;:!?»]|«(?!{NARROW})|qu[ie]? (?=un\b)|que un", text), text


# the site


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", sweep(["en", "fr"], "fr"))
@pytest.mark.parametrize("players", ["2", "3"])
def test_the_printed_cards_lead_to_the_missions_of_the_pack(name, language, players):
    """The cards carry no mission: one printed deck serves every pack."""
    base = parse_base_url("https://gong.example")
    loaded = pack(name)
    for card in deck.CARDS:
        path = card_address(base, card.code).removeprefix("https://GONG.EXAMPLE")
        answer = site(name).get(f"{path}?lang={language}&players={players}")
        assert answer.status_code == 200
        seats = 2 if players == "2" else None
        mission = mission_for(loaded.missions, card, seats)
        if mission:
            page = html.unescape(answer.get_data(as_text=True))
            assert loaded.title(mission.id, language) in page
            assert sentence(loaded, mission.id, language, seats) in page


@pytest.mark.parametrize("name", NAMES)
def test_lists_permanent_pages_and_health_are_those_of_the_pack(name):
    loaded = pack(name)
    for kind in deck.KINDS:
        page = html.unescape(site(name).get(f"/{kind}?lang=en").get_data(as_text=True))
        assert all(loaded.title(i, "en") in page for i, found in loaded.missions.items() if found.kind == kind)
    answer = site(name).get(f"/m/{loaded.id}/{loaded.version}/M04?lang=fr")
    assert loaded.title("M04", "fr") in html.unescape(answer.get_data(as_text=True))
    assert site(name).get("/healthz").get_data(as_text=True).split()[1:3] == [loaded.id, loaded.version]


def test_a_page_of_a_mission_that_does_not_suit_two_players_says_so():
    page = f"/m/{GENTLE}/1.0.0/B07"
    assert "not made for two players" in site(GENTLE).get(f"{page}?lang=en&players=2").get_data(as_text=True)
    assert "not made for two players" not in site(GENTLE).get(f"{page}?lang=en&players=3").get_data(as_text=True)


# the engine


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_matches_end(name, seats):
    game = create_game("fight", pack=name)
    assert game.missions() == pack(name)
    for match in range(4):
        state, chance, actions = game.initial_state(seats, 7, match), stream(seats, match), 0
        while not state.is_terminal():
            state.apply(chance.choice(state.legal_actions()))
            actions += 1
            assert actions < 5_000
        state.check_invariants()


@pytest.mark.parametrize("name", NAMES)
def test_play_at_the_terminal(name, gong):
    """Bots alone; the story says the sentences of this pack."""
    words = ("play", "fight", "--human", "none", "--seats", "3", "--seed", "5", "--option", f"pack={name}")
    status, out, _ = gong(*words)
    assert status == 0
    told = re.findall(r": mission ([BMF]\d\d)\.\n  (.*)\n", out)
    assert len(told) > 5
    assert all(text == sentence(pack(name), mission_id, "en") for mission_id, text in told)


# what the second pack promises


def test_the_gentle_pack_is_short():
    for language in ("en", "fr"):
        lengths = [len(sentence(pack(GENTLE), i, language, seats)) for i in MISSION_IDS for seats in (None, 2)]
        assert max(lengths) <= 120
        assert sum(lengths) / len(lengths) <= 80


def test_in_the_gentle_pack_nobody_gets_more_than_one_card():
    for mission in pack(GENTLE).missions.values():
        for seats in mission.players:
            for full in (False, True):
                world = InitialState((6,) * seats, 9, full)
                for hands, _, _ in AbstractInterpreter(world).after(mission.do):
                    assert max(hands) <= 7, mission.id
                    assert hands[0] >= 4, mission.id


def test_the_gentle_pack_has_few_kinds_of_duels_and_needs_no_phone():
    steps = [place.step for found in pack(GENTLE).missions.values() for place in walk(found.do)]
    kinds = {step.kind for step in steps if isinstance(step, Duel)}
    assert kinds == {"highest_xphere", "rock_paper_scissors", "blind_battle", "stare"}


def test_the_gentle_pack_is_another_one():
    same = [i for i in MISSION_IDS if pack(GENTLE).missions[i] == pack("gong-fight").missions[i]]
    assert len(same) < 12
    titles = {pack(GENTLE).title(i, "en") for i in MISSION_IDS}
    assert titles.isdisjoint(pack("gong-fight").title(i, "en") for i in MISSION_IDS)
