"""Cases "Printing": a character that the font lacks is refused naming card, character and language; never a box."""

import pytest

from companion import deck, languages
from printables import fonts, vocabulary
from printables.fonts import MissingCharacterError

MACEDONIAN = "АБВГДЃЕЖЗЅИЈКЛЉМНЊОПРСТЌУФХЦЧЏШ абвгдѓежзѕијклљмнњопрстќуфхцчџш „“–"
LATIN = "ÀÂÃÁÄÇÉÈÊËÍÎÏÑÓÔÕÖÚÙÛÜŒÆŸ àâãáäçéèêëíîïñóôõöúùûüœæÿß ¿?¡! «»“”’… × · — –"


@pytest.mark.parametrize("face", [fonts.DISPLAY, fonts.TEXT])
@pytest.mark.parametrize("alphabet", [MACEDONIAN, LATIN])
def test_the_fonts_have_the_alphabets_of_our_languages(face: fonts.Face, alphabet: str) -> None:
    fonts.require(alphabet, face, "alphabet", "mk")


@pytest.mark.parametrize("language", languages.available())
def test_every_language_of_the_project_can_be_printed(language: str) -> None:
    found = vocabulary.words(language)
    assert all(word == word.upper() for word in found.kinds.values())
    assert len(set(found.kinds.values())) == 3
    assert len(set(found.xpheres)) == 6


def test_words_are_those_of_the_missions() -> None:
    english = vocabulary.words("en")
    assert english.kinds == {"bonus": "BONUS", "malus": "MALUS", "fight": "FIGHT"}
    assert english.xpheres == deck.XPHERES


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Silber \u0928\u0947", r"Card PR3: .*'न' \(U\+0928 DEVANAGARI LETTER NA\).* language xx"),
        ("Silver \U0001f48e", r"Card PR3: .*\(U\+1F48E GEM STONE\).* language xx"),
        ("Sil\nver", r"Card PR3: .*\(U\+000A unnamed character\).* language xx"),
    ],
)
def test_a_character_that_the_font_lacks_is_refused(text: str, names: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vocabulary, "kind_name", lambda kind, _: kind)
    monkeypatch.setattr(vocabulary, "xphere_name", lambda number, _: text if number == 3 else "Gold")
    with pytest.raises(MissingCharacterError, match=names) as caught:
        vocabulary.words("xx")
    assert caught.value.exit_status == 1
    assert "\n" not in str(caught.value)


def test_a_missing_font_is_one_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    fonts.load.cache_clear()
    monkeypatch.setattr(fonts, "data_path", lambda *parts: tmp_path.joinpath(*parts))  # type: ignore[attr-defined]
    try:
        with pytest.raises(
            fonts.FontError, match=r"Exo2-SemiBold\.ttf cannot be read .*; install GONG Companion again\."
        ):
            fonts.load(fonts.TEXT)
    finally:
        fonts.load.cache_clear()


def test_text_is_made_smaller_until_it_fits() -> None:
    room = fonts.width("ANDROMEDE", fonts.DISPLAY, 10)
    assert fonts.fit("ANDROMEDE", fonts.DISPLAY, 9, room) == 9
    assert fonts.fit("ANDROMEDE", fonts.DISPLAY, 20, room) == pytest.approx(10)
