"""`gong missions diff`: what changed between two versions, in words, and which number must rise."""

import json
import re
import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.missions.diff import VERSION_PARTS, compare, numbers, required
from companion.missions.loader import load_pack
from companion.missions.pack import VERSION

DOCS = Path(__file__).parents[2] / "docs" / "missions.md"


@pytest.fixture
def two(copy, tmp_path):
    """Two equal packs; a function that edits a file of the second one comes along."""
    new = Path(shutil.copytree(copy, tmp_path / "new"))

    def edit(name, before, after):
        text = (new / name).read_text(encoding="utf-8")
        assert before in text
        (new / name).write_text(text.replace(before, after, 1), encoding="utf-8")

    return copy, new, edit


def changes(old, new):
    return [
        (change.what, change.step, change.mission, change.language, change.seats)
        for change in compare(load_pack(old), load_pack(new)).changes
    ]


def test_equal_packs(two, gong):
    old, new, _ = two
    assert changes(old, new) == []
    assert gong("missions", "diff", old, new) == (
        0, "gong-fight 1.0.0 and gong-fight 1.0.0 say and do the same.\n", "",
    )  # fmt: skip


B07 = "- id: B07\n  do:\n    - give: {to: fewest, n: "


@pytest.mark.parametrize(
    ("name", "before", "after", "change"),
    [
        ("bonus.yaml", B07 + "2}", B07 + "1}", ("effect", "minor", "B07", "en", None)),
        ("fight.yaml", "seconds: 60", "seconds: 30", ("effect", "minor", "F16", "en", None)),
        ("malus.yaml", "- id: M03\n", "- id: M03\n  players: 3-6\n", ("players", "major", "M03", None, None)),
        ("titles/fr.yaml", "Lâche du lest", "Du lest !", ("title", "patch", "B01", "fr", None)),
        ("pack.yaml", "CC-BY-4.0", "CC-BY-SA-4.0", ("license", "major", None, None, None)),
        ("pack.yaml", "authors: [", "authors: [Ada, ", ("authors", "patch", None, None, None)),
        ("pack.yaml", "suffer a little", "suffer a bit", ("description", "patch", None, "en", None)),
        ("pack.yaml", 'fr: "GONG FIGHT"', 'fr: "GONG COMBAT"', ("name", "patch", None, "fr", None)),
    ],
)
def test_each_kind_of_change(name, before, after, change, two):
    old, new, edit = two
    edit(name, before, after)
    assert changes(old, new) == [change]


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("bonus.yaml", "put: {n: 1}", "put: {}"),  # the usual value, left out
        ("bonus.yaml", "give: {to: left, n: 1}", "give: {from: self, to: left, n: 1, pick: owner}"),
        ("malus.yaml", "- id: M03\n", "- id: M03\n  players: 2-6\n"),
        ("titles/en.yaml", 'B01: "', '# the first\nB01: "'),
    ],
)
def test_the_same_in_another_form_is_no_change(name, before, after, two):
    old, new, edit = two
    edit(name, before, after)
    assert changes(old, new) == []


def test_more_numbers_of_players_are_an_addition(two):
    old, new, edit = two
    edit("malus.yaml", "- id: M03\n", "- id: M03\n  players: 3-6\n")
    assert changes(new, old) == [("players", "minor", "M03", None, None)]


def test_other_numbers_of_players_take_some_away(two):
    old, new, edit = two
    edit("malus.yaml", "- id: M03\n", "- id: M03\n  players: 2-3\n")
    text = (old / "malus.yaml").read_text(encoding="utf-8")
    (old / "malus.yaml").write_text(text.replace("- id: M03\n", "- id: M03\n  players: 3-6\n"), encoding="utf-8")
    [(what, step, *_)] = changes(old, new)
    assert (what, step) == ("players", "major")


def test_languages(two):
    old, new, _ = two
    (new / "titles" / "fr.yaml").unlink()
    assert changes(old, new) == [("language", "major", None, "fr", None)]
    assert changes(new, old) == [("language", "minor", None, "fr", None)]


def test_sentences_by_hand(two):
    old, new, _ = two
    (new / "sentences").mkdir()
    (new / "sentences" / "en.yaml").write_text(
        'B01: "Discard 1 card."\nB02: {two: "Discard 2 cards!"}\nB03: {more: "Give 1 card to your left."}\n'
        'B05:\n  two: "Give them 1 card, then discard 1 card."\n'
        '  more: "Give anybody 1 card, then discard 1 card."\n',
        encoding="utf-8",
    )
    assert changes(old, new) == [
        ("sentence", "patch", "B01", "en", None),  # one text for any number of players is told once
        ("sentence", "patch", "B02", "en", 2),
        ("sentence", "patch", "B03", "en", None),
        ("sentence", "patch", "B05", "en", None),
        ("sentence", "patch", "B05", "en", 2),
    ]
    change = compare(load_pack(old), load_pack(new)).changes[1]
    assert (change.before, change.after) == ("Put 2 cards of your choice on the discard pile.", "Discard 2 cards!")
    assert changes(new, old) == changes(old, new)


def test_the_sentence_of_a_changed_effect_is_told_once(two):
    old, new, edit = two
    edit("bonus.yaml", B07 + "2}", B07 + "1}")
    (new / "sentences").mkdir()
    (new / "sentences" / "en.yaml").write_text('B07: "Give 1 card to the fewest."\n', encoding="utf-8")
    [change] = compare(load_pack(old), load_pack(new)).changes
    assert (change.what, change.before, change.after) == (
        "effect", "Give 2 cards to the player with the fewest cards.", "Give 1 card to the fewest.",
    )  # fmt: skip


def test_a_change_that_only_two_players_read(two):
    old, new, _ = two
    for folder, n in ((old, 1), (new, 2)):
        text = (folder / "malus.yaml").read_text(encoding="utf-8")
        step = f"if: {{cond: {{players: {{eq: 2}}}}, then: [{{draw: {{n: {n}}}}}], else: [{{keep: {{}}}}]}}"
        (folder / "malus.yaml").write_text(text.replace("keep: {who: self}", step), encoding="utf-8")
        (folder / "sentences").mkdir()
        (folder / "sentences" / "en.yaml").write_text(
            'M03: {more: "If there are 2 players, draw a card or draw 2 cards; otherwise, keep 1 card."}\n',
            encoding="utf-8",
        )
    [change] = compare(load_pack(old), load_pack(new)).changes
    assert (change.what, change.seats, change.before, change.after) == ("effect", 2, "Draw 1 card.", "Draw 2 cards.")


def test_a_change_that_no_sentence_tells_shows_the_steps(two):
    old, new, edit = two
    edit("bonus.yaml", B07 + "2}", B07 + "2, bind: p}")
    [change] = compare(load_pack(old), load_pack(new)).changes
    assert (change.before, change.after) == ("give: {to: fewest, n: 2}", "give: {to: fewest, n: 2, bind: p}")


def test_a_pack_in_french_alone_is_told_in_french(two):
    old, new, edit = two
    edit("bonus.yaml", B07 + "2}", B07 + "1}")
    for folder in (old, new):
        for path in folder.glob("titles/*.yaml"):
            if path.name != "fr.yaml":
                path.unlink()
    [change] = compare(load_pack(old), load_pack(new)).changes
    assert (change.language, change.after) == ("fr", "Donne 1 carte au joueur qui a le moins de cartes.")


@pytest.mark.parametrize(
    ("version", "step", "next_version"),
    [
        ("1.4.2", None, "1.4.2"),
        ("1.4.2", "patch", "1.4.3"),
        ("1.4.2", "minor", "1.5.0"),
        ("1.4.2", "major", "2.0.0"),
        ("0.3.1", "patch", "0.3.2"),
        ("0.3.1", "minor", "0.3.2"),  # before 1.0.0 nothing is promised
        ("0.3.1", "major", "0.3.2"),
        ("1.9.9", "patch", "1.9.10"),
    ],
)
def test_the_smallest_right_version(version, step, next_version):
    assert required(version, step) == next_version


VERSIONS = st.tuples(*[st.integers(0, 30)] * 3).map(lambda parts: ".".join(map(str, parts)))


@given(VERSIONS, st.sampled_from(VERSION_PARTS))
def test_the_required_version_is_higher_and_a_version(version, step):
    assert numbers(required(version, step)) > numbers(version)
    assert re.match(VERSION, required(version, step))


@pytest.mark.parametrize(
    ("version", "good"),
    [("1.0.0", False), ("1.0.1", False), ("1.1.0", True), ("1.10.0", True), ("2.0.0", True), ("0.9.0", False)],
)
def test_the_exit_status_tells_whether_the_number_is_high_enough(version, good, two, gong):
    old, new, edit = two
    edit("bonus.yaml", B07 + "2}", B07 + "1}")
    edit("pack.yaml", "version: 1.0.0", f"version: {version}")
    status, out, err = gong("missions", "diff", old, new)
    assert (status, err) == (0 if good else 1, "")
    last = out.splitlines()[-1]
    if good:
        assert last == f"1 minor change since gong-fight 1.0.0: 1.1.0 or higher is right, and it is {version}."
    else:
        wrong = f"the version is {version}, but a minor change after 1.0.0 needs 1.1.0 or higher"
        hint = ", if this is not the older pack" if version == "0.9.0" else ""
        assert last == f"{new}/pack.yaml:3:10: M505 {wrong}{hint}."
        assert gong("missions", "diff", old, new, "--format", "github") == (
            1,
            f"::error file={new}/pack.yaml,line=3,col=10,title=M505::{wrong}{hint}.\n",
            "",
        )


def test_a_lower_number_for_the_same(two, gong):
    old, new, edit = two
    edit("pack.yaml", "version: 1.0.0", "version: 0.9.0")
    status, out, _ = gong("missions", "diff", old, new)
    assert status == 1
    assert "M505 the version is 0.9.0, but nothing changed since 1.0.0; take a higher version" in out


def test_two_different_packs_need_no_number(two, gong):
    old, new, edit = two
    edit("pack.yaml", "id: gong-fight\nversion: 1.0.0", "id: other\nversion: 0.1.0")
    edit("bonus.yaml", B07 + "2}", B07 + "1}")
    status, out, _ = gong("missions", "diff", old, new)
    assert status == 0
    assert out.splitlines()[-1] == (
        "gong-fight 1.0.0 and other 0.1.0 are two packs; neither needs a number above the other's."
    )
    assert gong("missions", "diff", old, new, "--format", "github") == (0, "", "")


def test_the_example_of_the_docs(two, gong):
    """docs/missions.md shows what the command prints."""
    old, new, edit = two
    edit("pack.yaml", "id: gong-fight\nversion: 1.0.0", "id: my-pack\nversion: 1.1.0")
    (old / "pack.yaml").write_text(
        (old / "pack.yaml").read_text(encoding="utf-8").replace("id: gong-fight", "id: my-pack"), encoding="utf-8"
    )
    edit("bonus.yaml", B07 + "2}", B07 + "1}")
    edit("titles/en.yaml", "Twin Planets", "Twin Worlds")
    _, shown = re.search(
        r"^    \$ gong missions diff (.*)\n((?:    .*\n)+)", DOCS.read_text(encoding="utf-8"), re.MULTILINE
    ).groups()
    status, out, _ = gong("missions", "diff", old, new)
    assert status == 0
    assert out == "".join(line[4:] for line in shown.splitlines(keepends=True))


def test_players_and_languages_in_words(two, gong):
    old, new, edit = two
    edit("malus.yaml", "- id: M03\n", "- id: M03\n  players: 4\n")
    edit("pack.yaml", "version: 1.0.0", "version: 2.0.0")
    (new / "titles" / "fr.yaml").unlink()
    status, out, _ = gong("missions", "diff", old, new)
    assert status == 0
    assert out == (
        "M03 Sticky Satellite: for 4 players, before for 2-6 (major)\n"
        "the pack no longer speaks fr (major)\n"
        "2 major changes since gong-fight 1.0.0: 2.0.0 or higher is right, and it is 2.0.0.\n"
    )
    assert "the pack speaks fr (minor)" in gong("missions", "diff", new, old)[1]


def test_as_data(two, gong):
    old, new, edit = two
    edit("bonus.yaml", B07 + "2}", B07 + "1}")
    edit("titles/en.yaml", "Twin Planets", "Twin Worlds")
    status, out, _ = gong("missions", "diff", old, new, "--format", "json")
    told = json.loads(out)
    assert (status, told["good"], told["step"], told["required"]) == (1, False, "minor", "1.1.0")
    assert told["old"] == told["new"] == {"id": "gong-fight", "version": "1.0.0"}
    assert told["changes"] == [
        {
            "what": "effect", "step": "minor", "mission": "B07", "language": "en", "seats": None,
            "before": "Give 2 cards to the player with the fewest cards.",
            "after": "Give 1 card to the player with the fewest cards.",
        },
        {
            "what": "title", "step": "patch", "mission": "B08", "language": "en", "seats": None,
            "before": "Twin Planets", "after": "Twin Worlds",
        },
    ]  # fmt: skip
    assert [finding["code"] for finding in told["findings"]] == ["M505"]


def test_a_pack_that_is_not_good_cannot_be_compared(two, gong):
    old, new, edit = two
    edit("bonus.yaml", "put: {n: 1}", "putt: {n: 1}")
    status, out, err = gong("missions", "diff", old, new)
    assert (status, out) == (1, "")
    assert f"{new}/bonus.yaml" in err
    assert "M204" in err


@pytest.mark.parametrize("words", [(), ("one",), ("nowhere", "nowhere"), ("a", "b", "c")])
def test_wrong_usage(words, gong):
    status, out, err = gong("missions", "diff", *words)
    assert (status, out) == (2, "")
    assert "Error" in err
