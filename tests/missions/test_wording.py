"""The sentences: golden files, typography, and a decent sentence for any mission in any language."""

import gettext
import os
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from companion import deck, languages
from companion.missions.duels.stare import Stare
from companion.missions.pack import Mission
from companion.missions.pictograms import pictogram
from companion.missions.selectors import Condition, Players
from companion.missions.signs import SIGNS
from companion.missions.verbs.draw import Draw
from companion.missions.verbs.if_ import If
from companion.missions.verbs.keep import Keep
from companion.missions.verbs.put import Put
from companion.missions.wording.sentence import MAX_SENTENCE, generate_sentence, sentence
from companion.words import kind_name, xphere_name
from tests.missions.strategies import ANY_STEPS
from tests.sweeps import examples

GOLDEN = Path(__file__).parent / "golden"
CONSTRUCTIONS = GOLDEN / "constructions.yaml"
LANGUAGES = languages.available()
NARROW = "\u202f"


def lines(pack, language):
    """Return the golden file of a language: id, players, sentence."""
    for mission_id in pack.missions:
        yield f"{mission_id} 3+ {sentence(pack, mission_id, language)}\n"
        yield f"{mission_id} 2  {sentence(pack, mission_id, language, 2)}\n"


@pytest.mark.parametrize("language", LANGUAGES)
def test_golden_sentences(language, core):
    """To accept new wording, read it aloud first, then run once with ACCEPT_GOLDEN=1 (docs/missions.md)."""
    path = GOLDEN / f"{language}.txt"
    if os.environ.get("ACCEPT_GOLDEN"):
        path.write_text("".join(lines(core, language)), encoding="utf-8")
    assert path.read_text(encoding="utf-8").splitlines(keepends=True) == list(lines(core, language))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [None, 2])
def test_every_sentence_of_the_core_pack(language, seats, core):
    for mission_id in core.missions:
        text = sentence(core, mission_id, language, seats)
        assert_decent(text)
        assert len(text) <= MAX_SENTENCE, mission_id


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_three_and_more_players_read_the_same(seats, core):
    for mission_id in core.missions:
        assert sentence(core, mission_id, "en", seats) == sentence(core, mission_id, "en")


# Who is who makes no difference with two players, so that none of these words may stand in a sentence for two.
ONLY_FOR_MORE = {
    "en": r"left|on your right|most cards|fewest cards|neighbours?|opposite",
    "es": r"izquierda|derecha|vecinos?|(?:más|menos) cartas|de enfrente|que elijas",
    "fr": r"gauche|droite|voisins?|le (?:plus|moins) de cartes|en face",
    "mk": r"налево|лево|надесно|десно|соседи(?:те)?|соседот|најмногу карти|најмалку карти|спроти",
    "pt": r"esquerda|direita|vizinhos?|que tem (?:mais|menos) cartas|à sua frente",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_players_are_never_told_about_left_and_right(language, core):
    words = re.compile(rf"\b(?:{ONLY_FOR_MORE[language]})\b", re.IGNORECASE)
    found = {mission_id for mission_id in core.missions if words.search(sentence(core, mission_id, language))}
    assert {"B03", "B04", "B06", "B07", "F06", "F11", "F18"} <= found, "these are the words for three and more"
    for mission_id in core.missions:
        assert not words.search(sentence(core, mission_id, language, 2)), mission_id


# Draw one card and draw two.
DRAW_AND_KEEP = {
    "en": ("Draw 1 card,", "Draw 2 cards,"),
    "es": ("Roba 1 carta,", "Roba 2 cartas,"),
    "fr": ("Pioche 1 carte,", "Pioche 2 cartes,"),
    "mk": ("Извлечи 1 карта,", "Извлечи 2 карти,"),
    "pt": ("Compre 1 carta,", "Compre 2 cartas,"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_singular_and_plural(language):
    for n, words in enumerate(DRAW_AND_KEEP[language], 1):
        assert generate_sentence((Draw(n=n), Keep()), language).startswith(words)


def constructions():
    """Return the table of steps and sentences, each as (steps, language, sentence)."""
    rows = YAML(typ="safe", pure=True).load(CONSTRUCTIONS)
    for row in rows:
        steps = Mission.model_validate({"id": "B01", "do": row["do"]}, by_name=False).do
        assert set(LANGUAGES) <= set(row), f"a language is missing: {row['en']}"
        for language in sorted(set(row) - {"do"}):
            yield pytest.param(steps, language, row[language], id=row["en"] + f" [{language}]")


@pytest.mark.parametrize(("steps", "language", "text"), list(constructions()))
def test_roles_and_constructions(steps, language, text):
    assert generate_sentence(steps, language) == re.sub(" (?=[:;])", NARROW if language == "fr" else " ", text)


@pytest.mark.parametrize(
    ("seats", "english"),
    [
        (None, "If there are 2 players, draw 2 cards; otherwise, draw 1 card."),
        (2, "Draw 2 cards."),
        (4, "Draw 1 card."),
    ],
)
def test_a_known_number_of_players_answers_the_question(seats, english):
    steps = (If(cond=Condition(players=Players(eq=2)), then=(Draw(n=2),), else_=(Draw(),)),)
    assert generate_sentence(steps, "en", seats) == english


def test_a_mission_that_does_nothing_for_this_number_of_players():
    steps = (If(cond=Condition(players=Players(eq=5)), then=(Draw(n=2),)),)
    assert generate_sentence(steps, "en", 2) == "Nothing happens."


@pytest.mark.parametrize(
    ("lose", "tie", "english"),
    [
        (None, (), "the winner discards 1 card."),
        (None, (Draw(),), "the winner discards 1 card; if nobody wins, draw 1 card."),
        ((Draw(),), (), "if you win, discard 1 card; if you lose, draw 1 card."),
        ((Draw(),), (Draw(),), "if you win, discard 1 card; if you do not win, draw 1 card."),
        ((Put(who="winner"),), (), "if you win, discard 1 card; if you lose, that player discards 1 card."),
        ((), (), "if you win, discard 1 card."),
    ],
)
def test_outcomes_of_a_duel(lose, tie, english):
    duel = Stare(kind="stare", vs="left", win=(Put(who="winner"),), lose=lose, tie=tie)
    assert generate_sentence((duel,), "en").partition(": ")[2] == english


def assert_decent(text):
    """One sentence without anything left over."""
    assert text == text.strip()
    assert text[0] == text[0].upper()
    assert text.endswith(".")
    assert not re.search(r"[{}]|None|\s\s|[.,;:] ?[.,;]|\( | \)|\s[.,)]", text), text
    assert text.count("(") == text.count(")")


# Any mission that has the right shape, sensible or not.


@pytest.mark.parametrize("language", LANGUAGES)
@given(steps=ANY_STEPS, seats=st.sampled_from([None, 2, 3]))
@settings(max_examples=examples(40, 150))
def test_any_mission_gets_a_decent_sentence(language, steps, seats):
    assert_decent(generate_sentence(steps, language, seats))


@given(steps=ANY_STEPS, seats=st.sampled_from([None, 2]))
@settings(max_examples=examples(40, 150))
def test_any_mission_gets_a_picture(steps, seats):
    groups = pictogram(steps, seats)
    assert groups
    assert {sign.name for group in groups for sign in group.signs} <= set(SIGNS)


class Pseudo(gettext.NullTranslations):
    """A language in which every message stands in brackets."""

    def pgettext(self, _context, message):
        return f"⟦{message}⟧"

    def npgettext(self, _context, msgid1, msgid2, n):
        return f"⟦{msgid1 if n == 1 else msgid2}⟧"


@given(steps=ANY_STEPS, seats=st.sampled_from([None, 2]))
@settings(max_examples=examples(40, 100))
def test_every_word_comes_from_the_catalogue(steps, seats):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(languages, "translations", lambda _domain, _language: Pseudo())
        generate_sentence.cache_clear()
        text = generate_sentence(steps, "qqx", seats)
    generate_sentence.cache_clear()
    left = text
    while "⟦" in left:
        shorter = re.sub(r"⟦[^⟦⟧]*⟧", "", left)
        assert shorter != left
        left = shorter
    assert left == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_kinds_and_xpheres_have_names(language):
    kinds = [kind_name(kind, language) for kind in deck.KINDS]
    xpheres = [xphere_name(number, language) for number in deck.NUMBERS]
    assert len({*kinds}) == 3
    assert len({*xpheres}) == 6
    assert all(kinds + xpheres)


NAMES = {
    "en": (["bonus", "malus", "fight"], "Gold", "Amethyst"),
    "es": (["bonus", "malus", "duelo"], "Oro", "Amatista"),
    "fr": (["bonus", "malus", "combat"], "Or", "Améthyste"),
    "mk": (["бонус", "малус", "борба"], "Злато", "Аметист"),
    "pt": (["bônus", "azar", "duelo"], "Ouro", "Ametista"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_names(language):
    kinds, first, last = NAMES[language]
    assert [kind_name(kind, language) for kind in deck.KINDS] == kinds
    assert (xphere_name(1, language), xphere_name(6, language)) == (first, last)


@pytest.mark.parametrize("language", LANGUAGES)
def test_titles_are_short_and_all_different(language, core):
    titles = [core.title(mission_id, language) for mission_id in core.missions]
    assert len(set(titles)) == 54
    assert max(map(len, titles)) <= 28
