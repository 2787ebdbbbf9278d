"""docs/missions.md tells the truth: its examples work, its tables are those of the models."""

import re
from pathlib import Path

import pytest

from companion.missions.model import DUELS, STEPS
from companion.missions.selectors import DUEL_PLAYERS, PLAYERS
from companion.missions.verbs.duel import Duel

TEXT = (Path(__file__).parents[2] / "docs" / "missions.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```yaml\n(.*?)```", TEXT, re.DOTALL)


def test_the_mission_of_the_first_example_is_good(judge):
    assert judge(EXAMPLES[0]) == []


def test_the_sentences_of_the_example_are_good(spoil):
    assert EXAMPLES[1].startswith("# sentences/en.yaml")
    assert spoil({"sentences/en.yaml": EXAMPLES[1]}) == []


def test_the_command_prints_what_the_page_shows(gong):
    for words, shown in re.findall(r"^    \$ gong missions (show .*)\n((?:    [^$\n].*\n)+)", TEXT, re.MULTILINE):
        status, out, _ = gong("missions", *words.split())
        assert status == 0
        for line in shown.splitlines():
            assert line.strip() == "..." or line.strip() in out.splitlines()


@pytest.mark.parametrize("step", STEPS)
def test_every_step_with_its_fields(step):
    [row] = re.findall(rf"^\| `{step}` \| (.*) \|$", TEXT, re.MULTILINE)
    fields = [field.alias or name for name, field in STEPS[step].model_fields.items()]
    assert all(f"`{field}`" in row for field in fields)


@pytest.mark.parametrize("cls", DUELS, ids=lambda cls: cls.__name__)
def test_every_duel_kind_with_its_parameters(cls):
    [kind] = cls.model_fields["kind"].annotation.__args__
    [row] = [line for line in TEXT.splitlines() if line.startswith("| `") and f"`{kind}`" in line.split("|")[1]]
    for name, field in cls.model_fields.items():
        if name not in Duel.model_fields:
            value = str(field.default).lower()
            assert f"`{name}: {value}`" in row or f"`{name}`" in row


def test_every_player():
    assert all(f"`{word}`" in TEXT for word in (*PLAYERS, *DUEL_PLAYERS))
