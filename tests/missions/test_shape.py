"""What is no mission by its shape: each kind of mismatch, its place, what is allowed and the nearest word."""

import pytest


def one(step):
    return f"- id: B01\n  do: [{step}]\n"


@pytest.mark.parametrize(
    ("text", "column", "code", "words"),
    [
        # steps
        (one("{putt: {n: 1}}"), 9, "M204", "'putt' (did you mean 'put'?); steps are put, give"),
        (one("{PUT: {n: 1}}"), 9, "M204", "did you mean 'put'?"),
        (one("{fly: {n: 1}}"), 9, "M204", "there is no step 'fly'; steps are"),
        (one("put"), 8, "M205", "the text 'put'"),
        (one("[{put: {n: 1}}]"), 8, "M205", "a list"),
        (one("{put: {n: 1}, draw: {n: 1}}"), 8, "M205", "2 ('put' and 'draw')"),
        (one("{}"), 8, "M205", "none"),
        (one("7"), 8, "M205", "the number 7"),
        (one("true"), 8, "M205", "true"),
        (one("{put: 2}"), 14, "M201", "a mapping, not the number 2"),
        # fields
        (one("{put: {m: 1}}"), 15, "M202", "'put' has no field 'm'"),
        (one("{put: {whom: self}}"), 15, "M202", "'who'?); its fields are who, n, where, otherwise and pick"),
        (one("{put: {from_: self}}"), 15, "M202", "from_"),
        (one("{give: {from_: self, to: left}}"), 16, "M202", "did you mean 'from'?"),
        (one("{take: {n: 1}}"), 15, "M203", "'take' lacks the field 'from'"),
        (one("{give: {n: 1}}"), 15, "M203", "'give' lacks the field 'to'"),
        (one("{pass: {n: 1}}"), 15, "M203", "'pass' lacks the field 'dir'"),
        (one("{if: {then: [{put: {}}]}}"), 13, "M203", "'if' lacks the field 'cond'"),
        (one("{duel: {vs: left, win: []}}"), 15, "M203", "lacks the field 'kind'"),
        (one("{duel: {kind: stare, win: []}}"), 15, "M203", "'stare' lacks the field 'vs'"),
        (one("{duel: {kind: stare, vs: left, win: [], tries: 2}}"), 48, "M202", "'stare' has no field 'tries'"),
        (one("{put: {where: {colour: red}}}"), 23, "M202", "did you mean 'color'?"),
        (one("{draw: {n: 2, until: {extreme: highest}}}"), 30, "M202", "'until' has no field 'extreme'"),
        # players
        (one("{give: {to: lefft}}"), 20, "M206", "did you mean 'left'?"),
        (one("{give: {to: everybody}}"), 20, "M206", "there is no player 'everybody'"),
        (one("{give: {to: bound_}}"), 20, "M206", "bound_"),
        (one("{give: {to: bound_P}}"), 20, "M206", "bound_P"),
        (one("{give: {to: 3}}"), 20, "M201", "'to' must be text, not the number 3"),
        (one("{give: {to: [left, right]}}"), 20, "M201", "a list"),
        (one("{duel: {kind: stare, vs: leeft, win: []}}"), 33, "M206", "leeft"),
        # counts
        (one("{put: {n: 0}}"), 18, "M207", "not the number 0"),
        (one("{put: {n: -1}}"), 18, "M207", "not the number -1"),
        (one("{put: {n: true}}"), 18, "M207", "not true"),
        (one("{put: {n: 1.5}}"), 18, "M207", "not the number 1.5"),
        (one("{put: {n: one}}"), 18, "M207", "a whole number from 1, {max: k} or all, not the text 'one'"),
        (one('{put: {n: "1"}}'), 18, "M207", "not the text '1'"),
        (one("{put: {n: [1]}}"), 18, "M207", "a list"),
        (one("{put: {n: 99999999999999999999}}"), 18, "M207", "99999"),
        (one("{put: {n: {max: 0}}}"), 24, "M207", "not the number 0"),
        (one("{put: {n: {maks: 2}}}"), 19, "M202", "did you mean 'max'?"),
        (one("{put: {n: {}}}"), 18, "M203", "lacks the field 'max'"),
        (one("{draw: {n: all}}"), 19, "M207", "a whole number, not the text 'all'"),
        (one("{draw: {n: {max: 2}}}"), 19, "M207", "a mapping"),
        # words
        (one("{pass: {dir: lift}}"), 21, "M208", "did you mean 'left'?"),
        (one("{put: {pick: taker_open}}"), 21, "M208", "owner or blind"),
        (one("{put: {where: {color: green}}}"), 30, "M208", "blue, red or yellow"),
        (one("{put: {where: {parity: evn}}}"), 31, "M208", "did you mean 'even'?"),
        (one("{put: {where: {galaxy: nebula}}}"), 31, "M208", "did you mean 'NEBULA'?"),
        (one("{put: {where: {number: 3}}}"), 31, "M208", "drawn or a list"),
        (one("{put: {where: {number: [1, 7]}}}"), 35, "M207", "up to 6"),
        (one("{put: {where: {number: []}}}"), 31, "M217", "at least 1"),
        (one("{put: {where: {shown: false}}}"), 30, "M208", "must be true"),
        (one("{put: {where: {}}}"), 22, "M216", "at least one of number, galaxy"),
        (one("{duel: {kind: staring, vs: left, win: []}}"), 22, "M208", "did you mean 'stare'?"),
        (one("{duel: {kind: highest_unique, vs: left, win: []}}"), 42, "M208", "must be others"),
        (one("{guess: {about: colour}}"), 24, "M208", "pile_top_color or pile_top_parity"),
        (one("{again: {optional: yes}}"), 27, "M201", "true or false, not the text 'yes'"),
        (one("{give: {to: left, bind: My Friend}}"), 32, "M209", "My Friend"),
        # conditions
        (one("{if: {cond: {}, then: []}}"), 20, "M216", "has, is, pile_empty or players is needed, not none"),
        (one("{if: {cond: {pile_empty: true, players: {eq: 2}}, then: []}}"), 20, "M216", "not pile_empty and players"),
        (one("{if: {cond: {hand_size: {}}, then: []}}"), 32, "M216", "lt, gt or eq"),
        (one("{if: {cond: {hand_size: {lt: 2, gt: 1}}, then: []}}"), 32, "M216", "not lt and gt"),
        (one("{if: {cond: {players: {eq: 7}}, then: []}}"), 35, "M207", "up to 6"),
        (one("{if: {cond: {is: {a: self}}, then: []}}"), 25, "M203", "'is' lacks the field 'b'"),
        # lists
        ("- id: B01\n  do: []\n", 7, "M217", "at least 1 entry, not 0"),
        ("- id: B01\n  do: {put: {n: 1}}\n", 7, "M201", "a list, not a mapping"),
        ("- id: B01\n  do: put\n", 7, "M201", "a list"),
        (one("{choose: {options: [[{put: {}}]]}}"), 27, "M217", "at least 2 entries, not 1"),
        (one("{choose: {options: [[], [{put: {}}]]}}"), 28, "M217", "at least 1"),
        (one("{put: {otherwise: {put: {}}}}"), 26, "M201", "a list, not a mapping"),
        (one("{put: {n: }}"), 15, "M218", "'n' has no value"),
        ("- id: B01\n  do:\n", 3, "M218", "'do' has no value"),
        # number of players
        ("- id: B01\n  players: 1-6\n  do: [{put: {}}]\n", 12, "M215", "like 3-6 or 4"),
        ("- id: B01\n  players: 2-7\n  do: [{put: {}}]\n", 12, "M215", "2-7"),
        ("- id: B01\n  players: 6-3\n  do: [{put: {}}]\n", 12, "M215", "6-3"),
        ("- id: B01\n  players: [3, 6]\n  do: [{put: {}}]\n", 12, "M215", "a list"),
        ("- id: B01\n  players: many\n  do: [{put: {}}]\n", 12, "M215", "many"),
        ("- id: B01\n  players: 7\n  do: [{put: {}}]\n", 12, "M215", "7"),
        ("- id: B01\n  players: true\n  do: [{put: {}}]\n", 12, "M215", "true"),
    ],
)  # fmt: skip
def test_mismatch(text, column, code, words, judge):
    [finding] = judge(text)
    assert (finding.column, finding.code) == (column, code)
    assert words in finding.message
    assert finding.message.endswith(".")


def test_every_mismatch_of_a_mission_is_told(judge):
    text = "- id: B01\n  plyers: 3\n  do:\n    - put: {n: 0, who: lefft}\n    - {draw: {until: {number: [9, 0]}}}\n"
    assert [(f.line, f.column, f.code) for f in sorted(judge(text))] == [
        (2, 3, "M202"),
        (4, 16, "M207"),
        (4, 24, "M206"),
        (5, 32, "M207"),
        (5, 35, "M207"),
    ]


def test_deep_inside(judge):
    guess = "{guess: {about: pile_top_color, right: [{drawn: {}}]}}"
    inner = "{if: {cond: {pile_empty: true}, then: [{choose: {options: [[{put: {}}], [" + guess + "]]}}]}}"
    [finding] = judge(one(inner))
    assert (finding.line, finding.column, finding.code) == (2, 8 + inner.index("drawn"), "M204")


def test_a_long_value_is_cut_in_the_message(judge):
    [finding] = judge(one("{give: {to: " + "x" * 500 + "}}"))
    assert len(finding.message) < 250
    assert "xxx…'" in finding.message


def test_a_value_that_would_break_the_line_is_shown_harmless(judge):
    [finding] = judge(one('{give: {to: "left\\n\\e[31m"}}'))
    assert finding.message.isprintable()
