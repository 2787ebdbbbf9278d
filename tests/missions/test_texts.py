"""Titles, names and sentences written by hand."""

from pathlib import Path

import pytest

from companion import languages
from companion.missions.loader import check_pack
from companion.missions.mission_ids import MISSION_IDS
from companion.missions.texts import MAX_TITLE
from companion.missions.wording.sentence import MAX_SENTENCE, sentence

TITLES = "".join(f'{mission_id}: "Title {mission_id}"\n' for mission_id in MISSION_IDS)


@pytest.mark.parametrize(
    ("text", "line", "column", "code", "words"),
    [
        (TITLES.replace('B02: "Title B02"\n', ""), 1, 1, "M401", "no title for B02"),
        (TITLES[: TITLES.index("B05")], 1, 1, "M401", "B05, B06 and 48 more"),
        (TITLES + 'B19: "Too many"\n', 55, 1, "M402", "no mission 'B19'"),
        (TITLES + 'b01: "Small"\n', 55, 1, "M402", "did you mean 'B01'?"),
        (TITLES.replace("Title B03", "x" * 29), 3, 6, "M403", "29 characters; at most 28"),
        (TITLES.replace('"Title B01"', '""'), 1, 6, "M404", "without blanks"),
        (TITLES.replace("Title B01", " Title"), 1, 6, "M404", "without blanks"),
        (TITLES.replace("Title B01", "Ti  tle"), 1, 6, "M404", "without blanks"),
        (TITLES.replace("Title B01", r"Ti\ntle"), 1, 6, "M404", "one line"),
        (TITLES.replace('"Title B01"', "7"), 1, 6, "M404", "not the number 7"),
        (TITLES.replace('"Title B01"', "true"), 1, 6, "M404", "not true"),
        (TITLES.replace('"Title B01"', "[a]"), 1, 6, "M404", "not a list"),
        (TITLES.replace('"Title B01"', ""), 1, 1, "M404", "not nothing"),
        ("- B01\n", 1, 1, "M201", "map mission ids to titles"),
    ],
)
def test_titles(text, line, column, code, words, spoil):
    [finding] = spoil({"titles/en.yaml": text})
    assert (Path(finding.path).name, finding.line, finding.column, finding.code) == ("en.yaml", line, column, code)
    assert words in finding.message


def test_a_title_of_the_longest_length_fits(spoil):
    assert spoil({"titles/en.yaml": TITLES.replace("Title B03", "x" * MAX_TITLE)}) == []


@pytest.mark.parametrize("name", ["xx.yaml", "frr.yaml"])
def test_titles_in_a_language_without_wording(name, spoil):
    [finding] = spoil({f"titles/{name}": TITLES})
    assert finding.code == "M409"
    assert "en" in finding.message


@pytest.mark.parametrize("name", ["french.yaml", "FR.yaml", "fr_CA.yaml", "fr.yml", "a b.yaml"])
def test_titles_in_a_file_that_is_not_named_after_a_language(name, spoil):
    [finding] = spoil({f"titles/{name}": TITLES})
    assert finding.code == "M410"


def without_titles(*, but):
    """Return the change of a pack that leaves titles in one language only."""
    return {f"titles/{language}.yaml": None for language in languages.available() if language != but}


def test_a_pack_in_one_language_is_a_pack(copy, spoil):
    assert spoil(without_titles(but="en")) == []
    pack, _ = check_pack(copy)
    assert pack.languages == ("en",)
    assert pack.title("B01", "fr") == pack.title("B01", "en")


def test_a_pack_without_english_falls_back_to_its_own_language(copy, spoil):
    assert spoil(without_titles(but="fr")) == []
    pack, _ = check_pack(copy)
    assert pack.title("F03", "en") == "Pierre, feuille, fusée"


@pytest.mark.parametrize("field", ["name", "description"])
def test_name_and_description_in_every_language(field, copy, spoil):
    text = (copy / "pack.yaml").read_text(encoding="utf-8")
    before, after = text.split(f"{field}:\n")
    lines = [line for line in after.splitlines() if not line.startswith("  fr:")] if field == "description" else None
    changed = before + f"{field}:\n" + ("\n".join(lines) if lines else after.replace('  fr: "GONG FIGHT"\n', ""))
    [finding] = spoil({"pack.yaml": changed + "\n"})
    assert (finding.code, finding.message) == ("M411", f"the {field} lacks fr, in which there are titles.")


@pytest.mark.parametrize(
    ("change", "code", "words"),
    [
        (("id: gong-fight", "id: GONG"), "M209", "must look like"),
        (("version: 1.0.0", "version: 1.0"), "M201", "must be text, not the number 1.0"),
        (("version: 1.0.0", "version: v1.0.0"), "M209", "1.0.0"),
        (("version: 1.0.0", "version: 01.0.0"), "M209", "1.0.0"),
        (("license: CC-BY-4.0", "licence: CC-BY-4.0"), "M202", "did you mean 'license'?"),
        (("license: CC-BY-4.0", "license: x"), "M209", "at least 2 characters, not 1"),
        (("[The GONG Companion authors]", "[]"), "M217", "at least 1 entry"),
        (("[The GONG Companion authors]", "somebody"), "M201", "a list"),
    ],
)
def test_pack_yaml(change, code, words, copy, spoil):
    text = (copy / "pack.yaml").read_text(encoding="utf-8")
    assert change[0] in text
    [finding] = spoil({"pack.yaml": text.replace(*change)})
    assert finding.code == code
    assert words in finding.message


# sentences written by hand


@pytest.mark.parametrize(
    ("mission_id", "text"),
    [
        ("B01", "Choose a card and put it on the discard pile!"),
        ("B02", "Discard any 2 cards you like."),
        ("B03", "Give 1 card to whoever sits on your left."),
        ("B18", "All pass 1 card left, and you discard 1 more."),
        ("M09", "From the right take 2 cards, then give 1 back."),
        ("F03", "Rock-paper-scissors, 2 wins: the winner discards 1 card, the loser draws 1."),
    ],
)
def test_a_sentence_that_says_what_the_steps_do(mission_id, text, copy, spoil):
    assert spoil({"sentences/en.yaml": f'{mission_id}: "{text}"\n'}) == []
    pack, _ = check_pack(copy)
    assert sentence(pack, mission_id, "en") == sentence(pack, mission_id, "en", 2) == text
    assert sentence(pack, mission_id, "fr") != text


def test_a_sentence_for_two_players_only(copy, spoil, core):
    assert spoil({"sentences/fr.yaml": 'B03:\n  two: "Donne 1 carte à ton adversaire."\n'}) == []
    pack, _ = check_pack(copy)
    assert sentence(pack, "B03", "fr", 2) == "Donne 1 carte à ton adversaire."
    assert sentence(pack, "B03", "fr") == sentence(core, "B03", "fr")


@pytest.mark.parametrize(
    ("language", "mission_id", "text", "code", "words"),
    [
        ("en", "B02", "Discard any 3 cards.", "M406", "does not say '2'"),
        ("en", "B01", "Discard 2 cards.", "M406", "says '2', but"),
        ("en", "B02", "Discard a few cards.", "M406", "does not say '2'"),
        ("fr", "M02", "Pioche 3 cartes.", "M406", "'2'"),
        ("en", "B03", "Give 1 card to the player on your right.", "M407", "does not say 'left'"),
        ("en", "B03", "Give 1 card to a player.", "M407", "does not say 'left'"),
        ("en", "B01", "Discard 1 card with your left hand.", "M407", "says 'left', but"),
        ("fr", "B03", "Donne 1 carte à ton voisin de droite.", "M407", "does not say 'left'"),
        ("en", "B03", "Take 1 card from the player on your left.", "M408", "does not say 'give'"),
        ("en", "M01", "Discard 1 card.", "M408", "does not say 'draw'"),
        ("en", "B01", "Discard 1 card and draw 1 card.", "M408", "says 'draw', but"),
        ("fr", "M01", "Pose 1 carte.", "M408", "does not say 'draw'"),
        ("mk", "B03", "Дај му 1 карта на десниот сосед.", "M407", "does not say 'left'"),
        ("mk", "B03", "Додај му 1 карта на левиот сосед.", "M408", "does not say 'give'"),
        ("mk", "M01", "Погоди дали ќе фрлиш и извлечи 1 карта.", "M408", "says 'put', but"),
        ("en", "B01", "Discard 1 card. Then smile.", "M412", "one sentence"),
        ("en", "B01", "Discard 1 card", "M412", "full stop"),
        ("en", "B01", "Discard 1 card " + "now " * 45 + ".", "M405", f"at most {MAX_SENTENCE}"),
        ("en", "B01", "", "M404", "one line of text"),
    ],
)
def test_a_sentence_that_disagrees_with_the_steps(language, mission_id, text, code, words, spoil):
    [finding] = spoil({f"sentences/{language}.yaml": f'{mission_id}: "{text}"\n'})
    assert (finding.line, finding.column, finding.code) == (1, 6, code)
    assert words in finding.message


@pytest.mark.parametrize(
    ("text", "line", "column", "code"),
    [
        ('B99: "x."\n', 1, 1, "M402"),
        ("B01: 7\n", 1, 6, "M404"),
        ('B01: {tow: "Discard 1 card."}\n', 1, 7, "M202"),
        ('- "x"\n', 1, 1, "M201"),
    ],
)
def test_the_shape_of_sentences(text, line, column, code, spoil):
    [finding] = spoil({"sentences/en.yaml": text})
    assert (finding.line, finding.column, finding.code) == (line, column, code)


LONG = """- id: B01
  do:
    - give: {to: fewest, n: 1, where: {galaxy: NEBULA, parity: even}, otherwise: [{put: {n: 1}}]}
    - give: {to: most, n: 1, where: {galaxy: ANDROMEDE, parity: odd}}
"""


def test_a_made_sentence_that_is_too_long(copy, spoil):
    text = (copy / "bonus.yaml").read_text(encoding="utf-8")
    long = LONG + text[text.index("- id: B02") :]
    findings = spoil({"bonus.yaml": long})
    assert {(f.line, f.column, f.code) for f in findings} == {(3, 5, "M405")}
    assert {f.message.split("'")[1] for f in findings} == set(languages.available())
    by_hand = {
        "en": "Give 1 even NEBULA card to the smallest hand (or discard 1), then 1 odd ANDROMEDE card to the biggest.",
        "es": "Da 1 carta NEBULA par a la mano más pequeña (o descarta 1), y luego 1 ANDROMEDE impar a la más grande.",
        "fr": "Donne 1 carte NEBULA paire à la plus petite main (ou pose 1 carte), puis 1 ANDROMEDE impaire.",
        "mk": "Дај му 1 парна NEBULA на најмалата рака (или фрли 1 карта), потоа 1 непарна ANDROMEDE на најголемата.",
        "pt": "Dê 1 carta NEBULA par à menor mão (ou descarte 1 carta), depois 1 ANDROMEDE ímpar à maior.",
    }
    written = {f"sentences/{language}.yaml": f'B01: "{by_hand[language]}"\n' for language in languages.available()}
    assert spoil(written) == []
