"""Which language a reader gets (RFC 4647 lookup), names, directions, and how a catalogue is found."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import languages

AVAILABLE = ("en", "fr", "pt", "es", "mk", "zh-Hant")


@pytest.mark.parametrize(
    ("preferences", "language"),
    [
        (["fr-FR", "en-US", "en"], "fr"),
        (["fr-CA", "en"], "fr"),  # the shorter tag of the dearer language wins over a whole one further down
        (["pt-BR", "pt", "en"], "pt"),
        (["en", "fr-CA"], "en"),
        (["de", "mk"], "mk"),
        (["FR-fr"], "fr"),
        (["zh-hant-tw"], "zh-Hant"),
        (["zh-Hant-u-ca-roc-TW"], "zh-Hant"),
        (["fr_CA"], "fr"),
        ([" fr "], "fr"),
        (["fr-u"], "fr"),
        (["zh"], None),  # lookup shortens what is asked, not what there is
        (["zh-Hans"], None),
        (["frr"], None),
        (["de", "nl"], None),
        (["*"], None),
        (["*", "fr"], "fr"),
        ([], None),
        ([""], None),
        (["-"], None),
        (["fr;q=0.7"], None),
        (["../fr", "f\x00r", "x" * 5000], None),
    ],
)
def test_lookup(preferences, language):
    assert languages.lookup(preferences, AVAILABLE) == language


@given(st.lists(st.text() | st.sampled_from(["en", "fr-CA", "de"])), st.lists(st.sampled_from(AVAILABLE)))
def test_lookup_gives_what_is_available_or_nothing(preferences, available):
    assert languages.lookup(preferences, available) in {*available, None}


def test_available_has_english_first_and_french():
    found = languages.available()
    assert found[0] == "en"
    assert "fr" in found
    assert list(found[1:]) == sorted(found[1:])


@pytest.mark.parametrize(
    ("language", "name", "direction"),
    [
        ("en", "English", "ltr"),
        ("fr", "français", "ltr"),
        ("pt", "português", "ltr"),
        ("es", "español", "ltr"),
        ("mk", "македонски", "ltr"),
        ("ar", "العربية", "rtl"),
        ("he", "עברית", "rtl"),
        ("pt-BR", "português (Brasil)", "ltr"),
        ("qqx", "qqx", "ltr"),
        ("no such tag", "no such tag", "ltr"),
    ],
)
def test_names_and_directions(language, name, direction):
    assert languages.native_name(language) == name
    assert languages.direction(language) == direction


def test_a_catalogue_of_a_longer_tag_falls_back_to_the_shorter_one():
    assert languages.translations("wording", "fr-CA").pgettext("kind", "fight") == "combat"


def test_an_unknown_language_speaks_english():
    assert languages.translations("wording", "qqx").pgettext("subject", "everybody") == "everybody"


@pytest.fixture
def fresh():
    """Forget what was looked up, before and after."""
    cached = (languages.available, languages.translations)
    for function in cached:
        function.cache_clear()
    yield
    for function in cached:
        function.cache_clear()


def test_a_language_is_there_when_its_catalogue_is(fresh, monkeypatch, tmp_path):
    for name in ("en", "pt_BR", "ar"):
        folder = tmp_path / name / "LC_MESSAGES"
        folder.mkdir(parents=True)
        (folder / "wording.mo").write_bytes(b"")
    (tmp_path / "de" / "LC_MESSAGES").mkdir(parents=True)
    monkeypatch.setattr(languages.data, "data_path", lambda _room: tmp_path)
    assert languages.available() == ("en", "ar", "pt-BR")
