"""`gong missions status`: which languages a pack covers, and how far the words of the project are translated."""

import json

import pytest

from companion import languages
from companion.data import data_path
from companion.missions import status as statuses
from companion.missions.release import release
from companion.missions.status import DOMAINS, PackTexts, TranslatedShare, catalogues, status


def test_a_complete_pack(copy, core):
    found = status(copy)
    assert (found.id, found.version, found.released, found.findings) == ("gong-fight", "1.0.0", False, 0)
    assert set(languages.available()) <= set(found.texts)
    for language in core.languages:
        assert found.texts[language] == PackTexts(titles=54, sentences=0, name=True, description=True)
        assert found.texts[language].complete


def test_a_released_pack(copy):
    release(copy)
    assert status(copy).released


def test_a_translation_that_is_not_done_yet(copy):
    """The check refuses such a pack; its translator still wants to know how far it is."""
    (copy / "titles" / "fr.yaml").write_text('B01: "Lâche du lest"\nB02: "Pluie"\n', encoding="utf-8")
    (copy / "sentences").mkdir()
    (copy / "sentences" / "fr.yaml").write_text('B01: "Pose 1 carte."\n', encoding="utf-8")
    text = (copy / "pack.yaml").read_text(encoding="utf-8")
    (copy / "pack.yaml").write_text(text.replace('fr: "Les 54', 'xx: "Les 54'), encoding="utf-8")
    found = status(copy)
    assert found.texts["fr"] == PackTexts(titles=2, sentences=1, name=True, description=False)
    assert not found.texts["fr"].complete
    assert found.findings > 0


def test_a_language_without_wording_is_told_too(copy):
    (copy / "titles" / "tlh.yaml").write_text('B01: "Qapla"\n', encoding="utf-8")
    assert status(copy).texts["tlh"] == PackTexts(titles=1, sentences=0, name=False, description=False)


def test_a_pack_of_which_nothing_can_be_read(tmp_path):
    (tmp_path / "pack.yaml").write_text("[", encoding="utf-8")
    (tmp_path / "titles").mkdir()
    (tmp_path / "titles" / "en.yaml").write_text("]", encoding="utf-8")
    found = status(tmp_path)
    assert (found.id, found.version) == (None, None)
    assert found.texts["en"] == PackTexts(0, 0, False, False)
    assert found.findings > 0


FRENCH = r"""
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\n"

msgid "one"
msgstr "un"

msgid "two"
msgstr ""

#, fuzzy
msgid "three"
msgstr "troi"

msgctxt "which"
msgid "one"
msgstr "un"

msgid "card"
msgid_plural "cards"
msgstr[0] "carte"
msgstr[1] ""
"""


def test_messages_are_counted(tmp_path, monkeypatch):
    """Empty, fuzzy and half translations do not count; a catalogue that is not there has nothing; the source all."""
    folder = tmp_path / "fr" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "site.po").write_text(FRENCH, encoding="utf-8")
    monkeypatch.setattr(languages, "available", lambda: ("en", "fr", "eo"))
    monkeypatch.setattr(statuses.data, "data_path", lambda _room, *parts: tmp_path.joinpath(*parts))
    found = catalogues()
    assert {tag: shares["site"] for tag, shares in found.items()} == {
        "en": TranslatedShare(5, 5), "fr": TranslatedShare(2, 5), "eo": TranslatedShare(0, 5),
    }  # fmt: skip
    assert found["eo"]["rules"] == TranslatedShare(0, 0)


@pytest.mark.parametrize(
    ("translated", "messages", "percent"), [(0, 5, 0), (2, 5, 40), (999, 1000, 99), (1000, 1000, 100), (0, 0, 100)]
)
def test_only_all_is_a_hundred_per_cent(translated, messages, percent):
    assert TranslatedShare(translated, messages).percent == percent


def test_the_catalogues_of_the_project():
    found = catalogues()
    assert tuple(found) == languages.available()
    assert DOMAINS == ("wording", "site", "rules", "print")
    messages = {domain: found["en"][domain].messages for domain in DOMAINS}
    assert all(messages.values())
    for shares in found.values():
        assert {domain: share.messages for domain, share in shares.items()} == messages
    assert found["fr"]["wording"].percent == 100


def test_as_text(copy, gong):
    status_, out, err = gong("missions", "status", copy)
    assert (status_, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == f"gong-fight 1.0.0 in {copy}: not released"
    assert lines[1].split() == ["language", "titles", "by", "hand", "name", "description"]
    assert lines[2].split() == ["en", "54/54", "0", "yes", "yes"]
    assert "Words of the project" in lines
    assert lines[lines.index("Words of the project") + 1].split() == ["language", "wording", "site", "rules", "print"]
    assert lines[lines.index("Words of the project") + 2].split() == ["en", *["100", "%"] * len(DOMAINS)]
    table = lines[1 : lines.index("")]
    assert len({len(line) for line in table}) == 1, "the columns stand below each other"


def test_a_pack_with_findings_says_so_and_is_no_failure(copy, gong):
    (copy / "bonus.yaml").unlink()
    status_, out, _ = gong("missions", "status", copy)
    assert status_ == 0
    assert out.startswith(f"gong-fight 1.0.0 in {copy}: not released, 1 finding (gong missions check)\n")


def test_the_installed_packs(gong):
    _, out, _ = gong("missions", "status")
    packs = [path.parent for path in data_path("missions").glob("*/*/pack.yaml")]
    for folder in packs:
        assert f"{folder.parent.name} {folder.name} in " in out


def test_as_data(copy, gong):
    status_, out, _ = gong("missions", "status", copy, "--format", "json")
    told = json.loads(out)
    assert status_ == 0
    [pack] = told["packs"]
    assert (pack["path"], pack["id"], pack["released"], pack["findings"]) == (str(copy), "gong-fight", False, 0)
    assert pack["languages"]["en"] == {
        "titles": 54, "missions": 54, "sentences": 0, "name": True, "description": True,
    }  # fmt: skip
    assert set(told["catalogues"]["fr"]) == set(DOMAINS)
    assert set(told["catalogues"]["fr"]["wording"]) == {"translated", "messages"}


def test_as_annotations(copy, gong):
    (copy / "titles" / "fr.yaml").write_text('B01: "Lâche du lest"\n', encoding="utf-8")
    status_, out, _ = gong("missions", "status", copy, "--format", "github")
    assert status_ == 0
    assert f"::warning file={copy}/titles/fr.yaml::In fr there is no title for 53 missions.\n" in out
    assert "/titles/en.yaml" not in out


def test_a_folder_that_is_not_there(tmp_path, gong):
    status_, out, err = gong("missions", "status", tmp_path / "nowhere")
    assert (status_, out) == (2, "")
    assert "does not exist" in err
