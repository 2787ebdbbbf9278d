"""Pools, decks and options: every fault has one finding with file, line, column and code (docs/guimenon.md)."""

import re
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.errors import UsageError
from companion.missions.source import read_source
from companion.rules.game import OptionError
from companion.rules.guimenon.game import Guimenon
from companion.rules.guimenon.pool_files import POOLS, PoolError, load_pool
from companion.rules.registry import create_game

SAMPLE = POOLS / "sample"
DOCS = Path(__file__).parents[3] / "docs" / "guimenon.md"


@pytest.fixture
def folder(tmp_path):
    """A copy of the sample pool, in a folder whose name is no plain ASCII word."""
    copy = tmp_path / "my pool é"
    shutil.copytree(SAMPLE, copy)
    return copy


KEPT = (
    "comet-cub",
    "lantern-fox",
    "echo-owl",
    "mirror-moth",
    "bell-keeper",
    "star-weaver",
    "moon-shard",
    "bee",
    "sprout",
)


@pytest.fixture
def small(folder):
    """The copy with only the cards in which faults are planted, because reading takes its time."""
    for file in ("beings.yaml", "items.yaml"):
        path = folder / file
        entries = re.split(r"\n(?=- )", path.read_text())
        path.write_text("\n".join([entries[0], *(e for e in entries[1:] if any(f"id: {name}" in e for name in KEPT))]))
    (folder / "decks" / "hearth.yaml").unlink()
    return folder


def plant(folder, file, old, new):
    """Replace the first `old` in a file by `new`; return where the mark § in `new` was, 1 for the first."""
    path = folder / file
    text = path.read_text()
    assert old in text, f"{file} does not hold {old!r}"
    text = text.replace(old, new, 1)
    offset = text.index("§")
    path.write_text(text.replace("§", "", 1))
    return text.count("\n", 0, offset) + 1, offset - (text.rfind("\n", 0, offset) + 1) + 1


def load(folder, **options):
    return Guimenon(pool=str(folder), **options)


CUB = "{id: comet-cub, name: Comet Cub, cost: 1, stars: 2, types: [Beast, Sky]}"
FOX = "{on: reveal, do: [{stars: {of: {other: true}, by: 1}}]}"
OWL = "{on: reveal, do: [{draw: {}}]}"
MOTH = "{on: reveal, do: [{copy: {of: {pick: random}}}]}"
KEEPER = "{on: end_of_turn, do: [{stars: {of: self, by: 1}}]}"
WEAVER = "{on: continuous, do: [{stars: {of: {other: true}, by: 1}}]}"
RIDGE = "{on: continuous, do: [{stars: {of: {side: both}, by: 1}}]}"
MARKET = "{on: reveal, do: [{draw: {whose: both}}]}"
SHARD = "{on: reveal, do: [{moon: {n: 1}}]}"

BEINGS = [
    # the reader shared with mission packs
    ("beings.yaml", CUB, "§\t" + CUB, "M107", "tab characters"),
    ("beings.yaml", CUB, CUB.replace("[Beast, Sky]", "§&a [Beast]"), "M111", "anchors"),
    ("beings.yaml", CUB, CUB.replace("[Beast, Sky]", "§!!seq [Beast]"), "M112", "tags"),
    ("beings.yaml", CUB, CUB.replace("cost: 1", "cost: 1, §cost: 2"), "M113", "a second time"),
    # the form of cards
    ("beings.yaml", CUB, "§old-oak", "G201", "'this' must be a mapping, not the text 'old-oak'."),
    ("beings.yaml", CUB, CUB.replace("cost: 1", "cost: §one"), "G201", "'cost' must be a whole number"),
    ("beings.yaml", CUB, CUB.replace("cost: 1", "cost: §1.5"), "G201", "'cost' must be a whole number"),
    ("beings.yaml", CUB, CUB.replace("cost: 1", "cost: §true"), "G201", "'cost' must be a whole number, not true."),
    ("beings.yaml", CUB, CUB.replace("cost: 1", "cost: §7"), "G207", "'cost' must be at most 6, not 7."),
    ("beings.yaml", CUB, CUB.replace("cost: 1", "cost: §-1"), "G207", "'cost' must be at least 0, not -1."),
    ("beings.yaml", CUB, CUB.replace("stars: 2", "stars: §99"), "G207", "'stars' must be at most 12"),
    ("beings.yaml", CUB, CUB.replace("cost: 1, ", "").replace("{id", "§{id"), "G203", "this lacks the field 'cost'."),
    ("beings.yaml", CUB, CUB.replace("cost", "§costs"), "G202", "'costs' (did you mean 'cost'?); its"),
    ("beings.yaml", CUB, CUB.replace("types:", "§colour: red, types:"), "G202", "its fields are id, name, cost"),
    ("beings.yaml", CUB, CUB.replace("comet-cub", "§Comet_Cub"), "G209", "'id' must be a word like silver-fox"),
    ("beings.yaml", CUB, CUB.replace("name: Comet Cub", 'name: §" Comet"'), "G209", "'name' must be text without"),
    ("beings.yaml", CUB, CUB.replace("name: Comet Cub", "name: §" + "Cub" * 9), "G209", "at most 24 characters"),
    ("beings.yaml", CUB, CUB.replace("Beast, Sky", "§beast, Sky"), "G209", "'types' must be one capitalised word"),
    ("beings.yaml", CUB, CUB.replace("[Beast, Sky]", "§[Sea, Sky, Sea, Sky]"), "G210", "at most 3 entries, not 4."),
    ("beings.yaml", CUB, CUB.replace("comet-cub", "§bee"), None, None),  # taken by a token: found there
    ("beings.yaml", "id: lantern-fox", "id: §comet-cub", "G211", "the id 'comet-cub' is taken, first at beings.yaml,"),
    ("items.yaml", "name: Moon Shard", "name: §Comet Cub", "G211", "the name 'Comet Cub' is taken"),
    # the form of abilities
    ("beings.yaml", FOX, FOX.replace("reveal", "§revael"), "G208", "'revael' (did you mean 'reveal'?); it"),
    ("beings.yaml", FOX, FOX.replace("on: reveal", "§trigger: reveal, on: reveal"), "G202", "an ability has no field"),
    ("beings.yaml", FOX, FOX.replace("stars:", "§strs:"), "G204", "'strs' (did you mean 'stars'?); effects"),
    ("beings.yaml", FOX, FOX.replace("stars:", "§explode:"), "G204", "effects are stars, place_stars, draw"),
    ("beings.yaml", OWL, "{on: reveal, do: [§draw]}", "G205", "an effect is written like {draw: {n: 1}}"),
    ("beings.yaml", OWL, "{on: reveal, do: [§{draw: {}, moon: {n: 1}}]}", "G205", "not 2 ('draw' and 'moon')"),
    ("beings.yaml", OWL, "{on: reveal, do: §[]}", "G210", "'do' needs at least 1 entry, not 0."),
    ("beings.yaml", OWL, "{on: reveal, do: §{draw: {}}}", "G201", "'do' must be a list, not a mapping."),
    ("beings.yaml", OWL, OWL.replace("{}", "{n: §0}"), "G207", "'n' must be at least 1, not 0."),
    ("beings.yaml", FOX, FOX.replace("of: {other: true}, ", "").replace("stars: {", "stars: §{"), "G203", "lacks"),
    ("beings.yaml", FOX, FOX.replace("{other: true}", "§3"), "G206", "'of' must be self or a target in braces"),
    ("beings.yaml", FOX, FOX.replace("{other: true}", "§me"), "G208", "'of' cannot be the text 'me'; it can be self."),
    ("beings.yaml", FOX, FOX.replace("other: true", "§othr: true"), "G202", "a target has no field 'othr' ("),
    ("beings.yaml", FOX, FOX.replace("other: true", "other: §often"), "G201", "'other' must be true or false"),
    ("beings.yaml", FOX, FOX.replace("other: true", "where: §there"), "G208", "'where' cannot be the text 'there'"),
    ("beings.yaml", FOX, FOX.replace("by: 1", "by: 1, per: §[hand]"), "G206", "'per' must be hand, discard or a targ"),
    ("beings.yaml", FOX, FOX.replace("do:", "if: §everywhere, do:"), "G201", "'if' must be a mapping, not the text"),
    # the meaning of abilities
    ("beings.yaml", OWL, "{on: continuous, do: [{draw: §{}}]}", "G301", "Echo Owl: 'draw' happens once, so"),
    ("beings.yaml", OWL, "{on: reveal, do: [{limit: §{n: 1}}]}", "G301", "'limit' lasts, so only a Continuous"),
    ("beings.yaml", FOX, FOX.replace("{of: {other: true}, by: 1}", "§{of: {other: true}}"), "G302", "exactly one of"),
    ("beings.yaml", WEAVER, WEAVER.replace("{of: {other: true}, by: 1}", "§{of: self, by: 1, times: 2}"), "G302", "ex"),
    ("beings.yaml", FOX, FOX.replace("by: 1", "times: §2"), "G302", "only possible in a Continuous ability"),
    ("beings.yaml", WEAVER, WEAVER.replace("by: 1", "times: 2, per: §hand"), "G302", "'per' counts for 'by'"),
    ("beings.yaml", FOX, FOX.replace("by: 1", "by: §0"), "G311", "this changes nothing."),
    ("beings.yaml", WEAVER, WEAVER.replace("by: 1", "times: §1"), "G311", "this changes nothing."),
    ("beings.yaml", MOTH, MOTH.replace("copy: {of: {pick: random}}", "move: {of: §{pick: random}, to: here}"), "G311",
     "cards that are here cannot move here"),
    ("items.yaml", SHARD, SHARD.replace("n: 1", "n: §0"), "G311", "Moon Shard: this changes nothing."),
    ("items.yaml", SHARD, "{on: reveal, do: [{stars: {of: §self, by: 1}}]}", "G305", "an Item has no Stars"),
    ("beings.yaml", FOX, FOX.replace("other: true", "kind: §card"), "G305", "only Beings have Stars"),
    ("beings.yaml", MOTH, MOTH.replace("random", "§strongest, kind: item"), "G305", "only Beings have Stars"),
    ("beings.yaml", MOTH, MOTH.replace("pick: random", "kind: card, stars_at_most: §3"), "G305", "only Beings have"),
    ("beings.yaml", WEAVER, WEAVER.replace("other: true", "pick: §random"), "G304", "cannot pick"),
    ("beings.yaml", WEAVER, WEAVER.replace("other: true", "stars_at_most: §3"), "G304", "cannot depend on Stars"),
    ("beings.yaml", MOTH, MOTH.replace("pick: random", "pick: random, up_to: §true"), "G306", "'up_to' is only"),
    ("beings.yaml", MOTH, MOTH.replace("pick: random", "n: §2"), "G306", "'n' is only possible with"),
    ("beings.yaml", FOX, FOX.replace("other: true", "type: §Best"), "G307", "'Best' (did you mean 'Beast'?)."),
    ("beings.yaml", OWL, "{on: reveal, do: [{token: {card: §bees}}]}", "G308", "'bees' (did you mean 'bee'?)."),
    ("beings.yaml", KEEPER, KEEPER.replace("end_of_turn", "destroyed").replace("self", "§self"), "G309", "is gone"),
    ("beings.yaml", FOX, FOX.replace("do:", "if: §{count: hand}, do:"), "G310", "'if' needs 'at_least', 'at_most'"),
    ("beings.yaml", FOX, FOX.replace("do:", "if: {count: hand, at_least: 3, at_most: §2}, do:"), "G310", "is below"),
    ("beings.yaml", FOX, FOX.replace("do:", "if: {count: hand, at_least: §0}, do:"), "G310", "always true"),
    ("beings.yaml", FOX, FOX.replace("other: true", "cost_at_least: 3, cost_at_most: §2"), "G310", "no card fits"),
    ("beings.yaml", FOX, FOX.replace("by: 1", "by: 1, per: {pick: §random}"), "G312", "cannot be picked"),
    ("locations.yaml", RIDGE, RIDGE.replace("{side: both}", "§{}"), "G303", "High Ridge: a Location belongs to nobody"),
    ("locations.yaml", RIDGE, RIDGE.replace("both", "§mine"), "G303", "say side: both."),
    ("locations.yaml", RIDGE, RIDGE.replace("{side: both}", "§self"), "G303", "a Location is no card"),
    ("locations.yaml", RIDGE, RIDGE.replace("both", "both, other: §true"), "G303", "no card is the other one"),
    ("locations.yaml", RIDGE, RIDGE.replace("by: 1", "by: 1, per: §hand"), "G303", "has no hand or discard pile"),
    ("locations.yaml", MARKET, MARKET.replace("both", "§me"), "G303", "whose: both, fewer_cards or more_cards."),
    ("locations.yaml", MARKET, MARKET.replace("do:", "if: {count: §hand, at_least: 1}, do:"), "G303", "has no hand"),
    ("locations.yaml", MARKET, "{on: reveal, do: [{destroy: {of: {side: both, pick: §choice}}}]}", "G303", "could"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("file", "old", "new", "code", "message"),
    [pytest.param(*row, id=f"{row[3]}-{number}") for number, row in enumerate(BEINGS) if row[3]],
)
def test_one_fault_in_a_pool_is_one_finding_at_its_place(small, file, old, new, code, message):
    place = plant(small, file, old, new)
    with pytest.raises(PoolError) as caught:
        load_pool(small)
    (finding,) = caught.value.findings
    assert (Path(finding.path), finding.line, finding.column, finding.code) == (small / file, *place, code)
    assert message in finding.message
    assert str(caught.value) == f"{small / file}:{place[0]}:{place[1]}: {code} {finding.message}"
    assert re.fullmatch(r"[^\n]+[.?]", finding.message)
    assert caught.value.exit_status == 1


def test_an_id_of_a_token_is_taken_too(folder):
    path = folder / "beings.yaml"
    path.write_text(path.read_text().replace("id: comet-cub", "id: bee"))
    with pytest.raises(PoolError, match=r"tokens.yaml:3:8: G211 the id 'bee' is taken, first at beings.yaml, line 5"):
        load_pool(folder)


MARKET_TWICE = "  - market\n  - temple\n", "  - market\n  - temple\n  - §market\n"
DECK = [
    ("hearth", "  - moon-shard\n", "  - moon-shard\n  - §lantern-fox\n", "G402",
     "the card lantern-fox is in the deck twice, first on line 4; one copy only."),
    ("hearth", "moon-shard", "§moon-shart", "G403", "no card 'moon-shart' in the pool (did you mean 'moon-shard'?)."),
    ("hearth", "moon-shard", "§bee", "G404", "bee is a token, which abilities make; it cannot be in a deck."),
    ("hearth", "moon-shard", "§high-ridge", "G403", "there is no card 'high-ridge' in the pool."),
    ("hearth", "moon-shard", "§12", "G201", "'cards' must be text, not the number 12."),
    ("hearth", "name: Hearth\ncards:", "§cards:", "G203", "this lacks the field 'name'."),
    ("hearth", "cards:", "§cars:", "G202", "'cars' (did you mean 'cards'?); its"),
    ("wide-world", *MARKET_TWICE, "G402", "the Location market is in the deck twice, first on line 8; one copy only."),
    ("wide-world", "crater", "§comet-cub", "G403", "there is no Location 'comet-cub' in the pool."),
]  # fmt: skip


@pytest.mark.parametrize(("deck", "old", "new", "code", "message"), DECK)
def test_one_fault_in_a_deck_is_one_finding_naming_the_card(folder, deck, old, new, code, message):
    file = f"decks/{deck}.yaml"
    place = plant(folder, file, old, new)
    with pytest.raises(PoolError) as caught:
        load(folder)
    (finding,) = caught.value.findings
    assert (Path(finding.path), finding.line, finding.column, finding.code) == (folder / file, *place, code)
    assert message in finding.message


def cut(folder, deck, number):
    path = folder / "decks" / f"{deck}.yaml"
    lines = path.read_text().splitlines()
    path.write_text("\n".join(lines[: 3 + number]) + "\n")
    return path


def test_7_1_1_a_deck_under_12_is_refused(folder):
    path = cut(folder, "tempest", 12)
    assert len(load(folder).setup.decks[1].cards) == 12
    cut(folder, "tempest", 11)
    with pytest.raises(PoolError) as caught:
        load(folder)
    assert str(caught.value) == f"{path}:4:3: G401 the deck has 11 cards; it needs at least 12."


def test_7_1_2_fewer_than_3_locations_are_refused(folder):
    path = cut(folder, "wide-world", 3)
    assert len(load(folder).setup.locations.locations) == 3
    cut(folder, "wide-world", 2)
    with pytest.raises(PoolError) as caught:
        load(folder)
    assert str(caught.value) == f"{path}:4:3: G401 the deck has 2 Locations; it needs at least 3."


def test_a_missing_file_is_named(folder):
    (folder / "items.yaml").unlink()
    with pytest.raises(PoolError, match=r"items\.yaml:1:1: M101 "):
        load(folder)


def test_a_pool_needs_no_tokens(folder):
    (folder / "tokens.yaml").unlink()
    with pytest.raises(PoolError) as caught:
        load_pool(folder)
    assert {finding.code for finding in caught.value.findings} == {"G308"}


def test_every_fault_of_all_files_is_told_at_once(folder):
    plant(folder, "beings.yaml", CUB, CUB.replace("cost: 1", "cost: §7"))
    plant(folder, "items.yaml", SHARD, "{on: §revael, do: [{moon: {n: 1}}]}")
    with pytest.raises(PoolError) as caught:
        load(folder)
    assert [Path(finding.path).name for finding in caught.value.findings] == ["beings.yaml", "items.yaml"]
    assert len(str(caught.value).splitlines()) == 2


def test_a_broken_card_does_not_make_others_wrong(folder):
    """Only the Bee has a Type that others name; while it is broken, nobody calls that Type unknown."""
    plant(folder, "tokens.yaml", "types: [Insect]", "types: §3")
    with pytest.raises(PoolError) as caught:
        load(folder)
    assert [finding.code for finding in caught.value.findings] == ["G201"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"pool": "sampel"}, "There is no card pool 'sampel' (did you mean 'sample'?); the pools are sample,"),
        ({"pool": "nowhere/at/all"}, "must be a folder or a name; 'nowhere/at/all' is neither."),
        ({"pool": "a\0b"}, "is neither."),
        ({"deck0": "heart"}, "There is no deck 'heart' for the option deck0 (did you mean 'hearth'?);"),
        ({"deck1": "zzz"}, "the decks of the pool are hearth, sky-road, tempest and wide-world."),
        ({"deck1": "./mine.yaml"}, "The option deck1 of Guimenon must be a file or a name; './mine.yaml' is neither."),
        ({"locations": "x" * 5000}, "is neither."),
        ({"deck2": "hearth"}, "Guimenon has no option 'deck2' (did you mean"),
    ],
)
def test_options_that_name_nothing_are_refused_in_one_sentence(options, message):
    with pytest.raises(OptionError) as caught:
        create_game("guimenon", **options)
    assert message in str(caught.value)
    assert isinstance(caught.value, UsageError)
    assert caught.value.exit_status == 2
    assert len(str(caught.value)) < 250
    assert "\n" not in str(caught.value)


def test_a_deck_of_locations_is_no_deck_of_cards():
    with pytest.raises(PoolError, match=r"wide-world\.yaml:.*G20"):
        Guimenon(deck0="wide-world")


def test_decks_and_pools_may_lie_anywhere(folder):
    game = create_game("guimenon", pool=str(folder), deck0=str(folder / "decks" / "sky-road.yaml"), deck1="hearth")
    assert game.setup.decks[0].name == "Sky Road"
    assert game.options() == {
        "pool": str(folder),
        "deck0": str(folder / "decks" / "sky-road.yaml"),
        "deck1": "hearth",
        "locations": "wide-world",
    }
    assert game.initial_state(2, 1).current_player() in (0, 1)


def test_both_seats_may_have_the_same_deck():
    game = Guimenon(deck0="hearth", deck1="hearth")
    game.initial_state(2, 1).check_invariants()


def nodes(node, path=()):
    """Yield every key and every scalar of a file with its place."""
    if isinstance(node.value, dict):
        for key, child in node.value.items():
            yield "key", node.keys[key], key
            yield from nodes(child, (*path, key))
    elif isinstance(node.value, list):
        for index, child in enumerate(node.value):
            yield from nodes(child, (*path, index))
    else:
        yield "scalar", node.place, node.value


SPOTS = [
    (file, kind, place, value)
    for file in ("beings.yaml", "items.yaml", "tokens.yaml", "locations.yaml")
    for kind, place, value in nodes(read_source(SAMPLE / file, "a list").root)
]


@settings(max_examples=25, suppress_health_check=list(HealthCheck))
@given(spot=st.sampled_from(SPOTS), data=st.data())
def test_any_key_misspelt_and_any_value_of_a_wrong_kind_is_one_finding_there(tmp_path_factory, spot, data):
    file, kind, (line, column), value = spot
    copy = tmp_path_factory.mktemp("planted") / "pool"
    shutil.copytree(SAMPLE, copy)
    path = copy / file
    lines = path.read_text().split("\n")
    text = lines[line - 1]
    if kind == "key":
        at = data.draw(st.integers(1, len(value)), label="at")
        new = value[:at] + data.draw(st.sampled_from("qxz"), label="letter") + value[at:]
    else:
        new = "[]"
    before, after = text[: column - 1], text[column - 1 :]
    old = str(value).lower() if isinstance(value, bool) else str(value)
    assert after.startswith(old)
    lines[line - 1] = before + new + after[len(old) :]
    path.write_text("\n".join(lines))
    with pytest.raises(PoolError) as caught:
        load_pool(copy)
    assert [(Path(f.path).name, f.line, f.column) for f in caught.value.findings] == [(file, line, column)]


def test_every_code_is_explained_in_the_documentation():
    source = "".join(path.read_text() for path in Path(POOLS.parent.parent, "guimenon").glob("*.py"))
    codes = set(re.findall(r'"(G[0-9]{3})"', source))
    tested = {row[3] for row in BEINGS} | {row[3] for row in DECK} | {"G401"}
    assert codes == {code for code in tested if code and code.startswith("G")}
    assert codes == set(re.findall(r"^\| (G[0-9]{3}) \|", DOCS.read_text(), re.M))
