"""What a mission means: names, limits and balance of rules/missions.md 8.7, computed from the steps."""

import re
from pathlib import Path

import pytest

from companion.missions import model as m
from companion.missions.checks import faults
from companion.missions.findings import Finding
from companion.missions.interpreter import AbstractInterpreter, InitialState
from companion.missions.loader import check_pack
from companion.missions.pack import Mission, find_pack

DOCS = Path(__file__).parents[2] / "docs" / "missions.md"
CODE = Path(__file__).parents[2] / "companion" / "missions"


def mission(mission_id, *steps, players="2-6"):
    listed = "".join(f"    - {step}\n" for step in steps)
    return f"- id: {mission_id}\n  players: {players}\n  do:\n{listed}"


def duel(win, kind="highest_xphere", vs="left", **more):
    rest = "".join(f", {key}: {value}" for key, value in more.items())
    return f"{{duel: {{kind: {kind}, vs: {vs}, win: {win}{rest}}}}}"


def at_duel(*args, **more):
    return duel(*args, **more).replace("{kind", "§{kind", 1)


IF_WON = "[{{if: {{cond: {{is: {{a: winner, b: self}}}}, then: [{0}], else: [{1}]}}}}]"


@pytest.mark.parametrize(
    "text",
    [
        mission("B01", "put: {n: 3}"),
        mission("B01", "give: {to: others, n: 1}", players="2-4"),
        mission("B01", "draw: {n: 1}", "put: {n: 3}"),  # with 1 card it draws 1 and puts 2
        mission("B01", "put: {n: 2, where: {group: same_galaxy}, otherwise: [{put: {n: 1}}]}"),
        mission("B01", "take: {from: left, n: 1}", "give: {to: left, n: 3}"),
        mission("B01", "choose: {options: [[{put: {n: 1}}], [{give: {to: choice, n: 1}}]]}"),
        mission("B01", "guess: {about: pile_top_color, right: [{put: {n: 3}}], wrong: [{put: {n: 1}}]}"),
        mission("M01", "draw: {n: 2}"),
        mission("M01", "take: {from: most, n: 1}"),
        mission("M01", "give: {from: right, to: self, n: 2, where: {number: drawn}, otherwise: [{draw: {n: 2}}]}"),
        mission("M01", "keep: {}"),
        mission("M01", "put: {n: 1}", "draw: {n: 1}", "keep: {}"),
        mission("F01", duel("[{put: {who: winner}}]")),
        mission("F01", duel("[{draw: {who: loser, n: 2}}]", kind="stare", vs="choice"), "show: {to: others, n: 1}"),
        mission("F01", duel(IF_WON.format("{put: {n: 1}}", ""), asymmetric="true")),
        mission("F01", duel("[{put: {n: 1}}]", lose="[{draw: {n: 1}}]", asymmetric="true")),
        mission("F01", duel("[{give: {from: winner, to: loser, n: 2}}]", kind="highest_unique", vs="others")),
    ],
)
def test_good(text, judge):
    assert judge(text) == []


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        # 8.7.1 bonus
        (mission("B01", "draw: {n: 1}"), "M303", "1 more than before"),
        (mission("B01", "show: {to: all}"), "M303", "as many as before"),
        (mission("B01", "put: {n: 1}", "draw: {n: 1}"), "M303", "as many as before"),
        (mission("B01", "put: {n: 1, where: {parity: even}}"), "M303", "as many as before"),
        (mission("B01", "put: {n: 2, where: {group: same_number}}"), "M303", "as many as before"),
        (mission("B01", "give: {to: left, n: 2}", "take: {from: left, n: 1}"), "M303", "1 card each"),
        (mission("B01", "pass: {dir: left, n: 1}"), "M303", "as many as before"),
        (mission("B01", "guess: {about: pile_top_color, right: [{put: {n: 2}}]}"), "M303", "empty pile"),
        (mission("B01", "if: {cond: {pile_empty: true}, then: [{put: {n: 1}}]}"), "M303", "as many"),
        (mission("B01", "choose: {options: [[{put: {n: 1}}], [{draw: {n: 1}}]]}"), "M303", "1 more"),
        (mission("B01", "keep: {}", "put: {n: 1}"), "M303", "as many as before"),
        (mission("B01", "put: {n: 2}", "give: {to: left, n: 2}"), "M304", "can take 4"),
        # 8.7.2 malus
        (mission("M01", "put: {n: 1}"), "M305", "can take 1"),
        (mission("M01", "draw: {n: 1}", "put: {n: 2}"), "M305", "can take"),
        (mission("M01", "draw: {n: 1}", "give: {to: left, n: 1}"), "M305", "empty pile, it can take 1"),
        (mission("M01", "show: {to: all}"), "M306", "none"),
        (mission("M01", "draw: {n: 3}"), "M306", "3"),
        (mission("M01", "give: {from: neighbours, to: self, n: 1}", "draw: {n: 1}"), "M306", "3"),
        (mission("M01", "guess: {about: pile_top_parity, wrong: [{draw: {n: 1}}]}"), "M306", "none"),
        # 8.7.3 fight
        (mission("F01", "put: {n: 1}"), "M307", "no duel"),
        (mission("F01", duel("[{put: {who: winner}}]"), duel("[{put: {who: winner}}]")), "M307", "2 duels"),
        (mission("F01", duel("[{put: {who: winner}}]", vs="§self")), "M308", "themselves"),
        (mission("F01", duel("[{put: {who: winner}}]", vs="§neighbours")), "M308", "one player"),
        (mission("F01", at_duel("[{draw: {who: winner}}]")), "M309", "for the player"),
        (mission("F01", at_duel("[]")), "M309", "at least 1 card"),
        (mission("F01", at_duel("[{put: {who: loser}}]")), "M309", "for the player"),
        (mission("F01", at_duel("[{put: {who: winner, where: {parity: even}}}]")), "M309", "for the player"),
        (mission("F01", at_duel(IF_WON.format("{put: {n: 1}}", ""))), "M310", "asymmetric: true"),
        (mission("F01", at_duel("[{put: {n: 1}}]", lose="[{draw: {n: 1}}]")), "M310", "the other side"),
        (mission("F01", duel(f"[{at_duel('[{put: {who: winner}}]')}]")), "M318", "another duel"),
        # 8.7.4 limits
        (mission("B01", "put: {n: §4}"), "M301", "can move 4"),
        (mission("B01", "put: {n: §{max: 5}, where: {number: drawn}}"), "M301", "can move 5"),
        (mission("B01", "put: {n: §all}"), "M301", "a whole hand"),
        (mission("B01", "give: {to: others, n: §1}"), "M301", "can move 5"),
        (mission("B01", "give: {to: neighbours, n: §2}"), "M301", "can move 4"),
        (mission("M01", "give: {from: others, to: self, n: §1}"), "M301", "can move 5"),
        (mission("M01", "take: {from: others, n: §1}"), "M301", "can move 5"),
        (mission("M01", "draw: {n: §4}"), "M301", "can move 4"),
        (mission("M01", "pass: {dir: left, n: §4}", "draw: {n: 1}"), "M301", "can move 4"),
        (mission("M01", "swap: {b: left, n: §5}", "draw: {n: 1}"), "M301", "can move 5"),
        (mission("B01", *["put: {n: 1}"] * 4), "M302", "at most 3"),
        (mission("F01", *["draw: {}"] * 4, duel("[{put: {who: winner}}]")), "M302", "at most 3"),
        # names
        (mission("B01", "take: {from: §bound_p, n: 1}"), "M311", "bind: p"),
        (mission("B01", "give: {to: choice, bind: pal}", "take: {from: §bound_pol}"), "M311", "'pal'"),
        (mission("B01", "give: {to: §bound_p, bind: p}"), "M311", "bound_p"),
        (
            mission(
                "B01", "if: {cond: {pile_empty: true}, then: [{give: {to: left, bind: p}}]}", "put: {who: §bound_p}"
            ),
            "M311", "bound_p",
        ),
        (mission("B01", "put: {who: §loser}"), "M312", "outside"),
        (mission("B01", "if: {cond: {is: {a: §opponent, b: left}}, then: [{put: {}}]}"), "M312", "opponent"),
        (mission("F01", duel("[{put: {who: winner}}]", vs="§winner")), "M312", "winner"),
        (mission("F01", duel("[{put: {who: winner}}]", tie="[{put: {who: §winner}}]")), "M312", "after a tie"),
        (mission("F01", duel("[{put: {who: winner}}]", tie="[{put: {}}, {draw: {who: §loser}}]")), "M312", "a tie"),
        (
            mission("F01", duel("[{put: {who: §opponent}}]", kind="highest_unique", vs="others")),
            "M312", "several players",
        ),
        (mission("B01", "give: {from: left, to: §left}"), "M313", "'left' twice"),
        (mission("B01", "give: {to: §self}"), "M313", "'self' twice"),
        (mission("M01", "take: {from: §self}"), "M313", "'self' twice"),
        (mission("M01", "swap: {b: §self}"), "M313", "'self' twice"),
        (mission("M01", "show: {to: §self}"), "M313", "'self' twice"),
        (mission("B01", "give: {to: neighbours, bind: §p}"), "M319", "one player"),
        # filters
        (mission("B01", "put: {where: {shown: §true}}"), "M315", "outside a duel"),
        (mission("F01", duel("[{put: {who: winner, where: {shown: §true}}}]", kind="stare")), "M315", "stare"),
        (mission("B01", "put: {where: {group: §run}}"), "M320", "from 2"),
        (mission("B01", "put: {n: {max: 3}, where: {group: §run}}"), "M320", "from 2"),
        # steps that never run
        (mission("B01", "put: {}", "if: {cond: {hand_size: {lt: 1, who: left}}, then: §[{put: {}}]}"), "M314", "'if'"),
        (mission("B01", "put: {n: 1, otherwise: §[{draw: {n: 1}}]}"), "M314", "'put'"),
        (
            mission("B01", "if: {cond: {players: {eq: 2}}, then: §[{put: {n: 2}}], else: [{put: {}}]}", players="3-6"),
            "M314", "'if'",
        ),
        (
            mission("B01", "if: {cond: {is: {a: left, b: self}}, then: §[{put: {n: 2}}], else: [{put: {}}]}"),
            "M314", "'if'",
        ),
    ],
)  # fmt: skip
def test_not_good(text, code, words, judge):
    """The finding is where § stands, or at the list of steps."""
    before = text[: text.index("§" if "§" in text else "- ", text.index("do:"))]
    [finding] = judge(text.replace("§", ""))
    assert finding.code == code
    assert (finding.line, finding.column) == (before.count("\n") + 1, len(before) - before.rindex("\n"))
    assert words in finding.message
    assert finding.message.endswith(".")


def test_every_wrong_name_is_told(judge):
    text = mission("B01", "take: {from: bound_p}", "put: {who: winner}", "give: {to: self}")
    assert [f.code for f in sorted(judge(text))] == ["M311", "M312", "M313"]


def test_the_core_pack_is_good():
    pack, findings = check_pack(find_pack())
    assert findings == []
    assert len(pack.missions) == 54


def changes(pack, mission_id, hands, pile=9):
    return {
        state[0][0] - hands[0]
        for state in AbstractInterpreter(InitialState(hands, pile)).after(pack.missions[mission_id].do)
    }


@pytest.mark.parametrize(
    ("mission_id", "hands", "pile", "change"),
    [
        ("B01", (9, 9), 9, {-1}),
        ("B02", (1, 9), 9, {-1}),
        ("B06", (5, 5), 9, {-1}),  # with two players the neighbours are one
        ("B06", (5, 5, 5), 9, {-2}),
        ("B06", (1, 5, 5), 9, {-1}),
        ("B08", (5, 5), 9, {-1, -2, -3}),
        ("B10", (1, 9, 9), 9, {-1}),
        ("B10", (5, 9, 9), 9, {-1}),
        ("B11", (1, 9), 9, {-1}),
        ("B11", (5, 9), 9, {-1, -2}),
        ("B13", (1, 9), 9, {-1}),
        ("B13", (5, 9), 9, {-2}),
        ("B16", (5, 9), 9, {-1, -2}),
        ("B17", (5, 9), 9, {-1, -2}),
        ("B17", (5, 9), 0, {-1}),
        ("B18", (1, 1, 1), 9, {-1}),
        ("M02", (5, 5), 9, {2}),
        ("M02", (5, 5), 1, {1}),
        ("M02", (5, 5), 0, {0}),
        ("M03", (5, 5), 0, {1}),
        ("M07", (5, 5), 9, {1}),
        ("M07", (5, 5, 5), 9, {2}),
        ("M09", (5, 1), 9, {0}),
        ("M09", (5, 2), 9, {1}),
        ("M11", (5, 5), 9, {1, 2}),
        ("M16", (5, 5), 0, {0, 1}),
        ("F03", (5, 5, 5), 9, {-1, 1}),  # rock, paper, scissors knows no tie
        ("F04", (5, 5, 5), 9, {-1, 1}),
        ("F05", (5, 5, 5), 9, {-2, 0}),
        ("F17", (5, 5, 5), 9, {-2, -1, 0}),
    ],
)
def test_changes_of_the_hand(mission_id, hands, pile, change, core):
    assert changes(core, mission_id, hands, pile) == change


def test_no_card_is_lost_or_made_between_hands_and_pile(core):
    """8.7.5, as far as counts tell: what leaves a hand for the discard pile is not counted, nothing else vanishes."""
    for mission in core.missions.values():
        world = InitialState((4, 5, 3, 6), 9)
        for hands, pile, _ in AbstractInterpreter(world).after(mission.do):
            assert min(hands) >= 0
            assert 0 <= pile <= 9
            kept = any(isinstance(step, m.Keep) for step in mission.do)
            assert sum(hands) + pile <= 18 + 9 + kept


def test_every_code_is_explained_and_every_explanation_has_a_code():
    code = "".join(path.read_text(encoding="utf-8") for path in sorted(CODE.rglob("*.py")))
    used = set(re.findall(r'"(M[1-5]\d\d)"', code))
    explained = re.findall(r"^\| (M\d{3}) \|", DOCS.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(explained) == sorted(used)


def test_every_code_is_tested():
    code = "".join(path.read_text(encoding="utf-8") for path in sorted(CODE.rglob("*.py")))
    tests = "".join(path.read_text(encoding="utf-8") for path in sorted(Path(__file__).parent.glob("*.py")))
    assert set(re.findall(r'"(M[1-5]\d\d)"', code)) <= set(re.findall(r"M[1-5]\d\d", tests))


def test_a_finding_reads_as_one_line():
    assert str(Finding("a/b.yaml", 3, 7, "M204", "there is no step.")) == "a/b.yaml:3:7: M204 there is no step."


def test_a_mission_without_a_file_is_judged_too():
    hurting = Mission(id="B01", do=(m.Draw(n=1),))
    assert [(fault.path, fault.code) for fault in faults(hurting)] == [(("do",), "M303")]
