"""Every numbered rule and every ruling of GONG has a test that names it.

A test names rule 2.3.5 as `test_2_3_5_...` and ruling R-19 as `..._r_19` at the end of its name.
"""

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent
RULES = TESTS.parents[1] / "docs" / "rules"

ELSEWHERE = {
    "1.1.4": "another word for the galaxy",
    "1.1.7": "the joker's page: tests/site",
    "R-01": "the joker's page: tests/site",
    "4.3.5": "why 4.3.3 is as it is; measured in test_length.py",
    "8.4.8": "for people at a table without a phone",
    "R-60": "the addresses of the site: tests/site",
}
"""Rules and rulings without a test of that number in this folder, and why."""


def numbered_rules() -> list[str]:
    """Return the numbers of the rules of LINK, FAMILY and FIGHT: `2.3.5`."""
    found = []
    for name, wanted in (("gong.md", r"[1-4]\.\d"), ("missions.md", r"8\.[2-6]")):
        section = ""
        for line in (RULES / name).read_text(encoding="utf-8").splitlines():
            if line.startswith("#"):
                heading = re.match(rf"### ({wanted}) ", line)
                section = heading[1] if heading else ""
            elif section and (item := re.match(r"(\d+)\. ", line)):
                found.append(f"{section}.{item[1]}")
    return found


def rulings() -> list[str]:
    """Return the rulings of these games: `R-19`."""
    text = (RULES / "gong.md").read_text(encoding="utf-8") + (RULES / "missions.md").read_text(encoding="utf-8")
    return sorted(set(re.findall(r"^- (R-\d\d)", text, re.MULTILINE)))


def names() -> str:
    files = [*TESTS.glob("test_*.py"), TESTS.parent / "test_deck.py", *TESTS.parent.glob("missions/test_*.py")]
    texts = [path.read_text(encoding="utf-8") for path in files]
    return "\n".join(name for text in texts for name in re.findall(r"^def (test_\w+)", text, re.MULTILINE))


NAMES = names()


def test_the_rules_are_found():
    assert {"1.2.5", "2.4.7", "3.3.9", "4.4.4", "8.4.9", "8.6.3"} < set(numbered_rules())
    assert len(numbered_rules()) > 80
    assert {"R-04", "R-20", "R-61"} < set(rulings())


@pytest.mark.parametrize("rule", [rule for rule in numbered_rules() if rule not in ELSEWHERE])
def test_a_test_names_the_rule(rule):
    assert re.search(rf"^test_{rule.replace('.', '_')}_", NAMES, re.MULTILINE), f"no test is called test_{rule}_..."


@pytest.mark.parametrize("ruling", [ruling for ruling in rulings() if ruling not in ELSEWHERE])
def test_a_test_names_the_ruling(ruling):
    ending = ruling.lower().replace("-", "_")
    assert re.search(rf"_{ending}(_|$)", NAMES, re.MULTILINE), f"no test is called ..._{ending}"


@pytest.mark.parametrize("section", ["8_3", "8_5", "8_6_1", "8_6_2", "8_6_3"])
def test_sections_in_tables_have_tests_too(section):
    assert re.search(rf"^test_{section}_", NAMES, re.MULTILINE)
