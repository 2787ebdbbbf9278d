"""The page scripts decide as the engines do: the same vectors, made by Python, evaluated in a real browser."""

import json
from typing import Any

import pytest

from companion.rules.scorekeeping.score_sheet import ScoreError
from companion.rules.scorekeeping.sheets import sheet_from_json
from tests.vectors import duels, scores

VECTORS = json.loads(duels.FILE.read_text("utf-8"))
SHEETS = json.loads(scores.FILE.read_text("utf-8"))

# Returns what the scripts give for the vectors of each kind, in the form of those vectors.
EVALUATE = """async vectors => {
  const at = name => import(`/static/js/helpers/${name}.js`);
  const [judge, grid, places] = await Promise.all([at('judge'), at('grid'), at('places')]);
  const pick = (from, ...names) => Object.fromEntries(names.map(name => [name, from[name]]));
  const given = {
    highest_xphere: ({sides}) => pick(judge.highest(sides), 'winner'),
    closest_sum: ({sides, target}) => pick(judge.closestSum(sides, target), 'winner'),
    highest_unique: ({numbers}) => judge.highestUnique(numbers),
    largest_galaxy: ({hands}) => pick(judge.largestGalaxy(hands), 'winner', 'groups'),
    best_combination: ({hands}) => pick(judge.bestCombination(hands), 'winner', 'sets'),
    grid_3x3: ({grids}) => pick(judge.grids(grids), 'winner', 'scores'),
    gnoming: ({grid: cells}) => ({score: grid.gridScore(cells), lines: grid.matchedLines(cells)}),
    three_locations: ({sides}) => pick(judge.threeLocations(sides), 'winner', 'controllers', 'reason'),
    final_counts: ({places: found}) => places.tally(found),
  };
  return Object.fromEntries(
    Object.entries(vectors).map(([kind, found]) => [kind, found.map(vector => ({...vector, ...given[kind](vector)}))]),
  );
}"""


@pytest.mark.parametrize("vectors", [duels, scores])
def test_the_vectors_are_what_the_rules_say(vectors: Any) -> None:
    """After a change of the rules: `python -m tests.vectors.duels`, `python -m tests.vectors.scores`."""
    assert vectors.text() == vectors.FILE.read_text("utf-8")


def test_the_vectors_reach_every_branch() -> None:
    types = {found["type"] for vector in VECTORS["best_combination"] for found in vector["sets"]}
    assert len(types) == 9  # every type of combination
    reasons = {vector["reason"] for kind in ("three_locations", "final_counts") for vector in VECTORS[kind]}
    assert reasons == {"places", "stars", "more-places", "draw"}
    for kind in ("highest_xphere", "closest_sum", "highest_unique", "largest_galaxy", "grid_3x3", "three_locations"):
        assert {0, 1, None} <= {vector["winner"] for vector in VECTORS[kind]}, kind


def test_the_sheets_reach_every_branch() -> None:
    cases = SHEETS["cases"]
    assert {line["stands"] for case in cases for line in case["tried"]} == {True, False}
    assert {case["over"] for case in cases} == {True, False}
    assert any(len(case["winners"]) > 1 for case in cases)
    assert {case.get("direction") for case in cases} == {"clockwise", "counter-clockwise", None}
    assert any("winner" in line for case in cases for line in case["sheet"]["rounds"] if "cards_left" in line)
    assert any("families" in line for case in cases for line in case["sheet"]["rounds"])


# Enters every line on the sheet as it was then; reads the whole sheet from JSON; returns what it says.
COUNT = """async ({rules, cases}) => {
  const sheets = await import('/static/js/helpers/sheets.js');
  return cases.map(({game, sheet: data, tried}) => {
    const numbers = rules[game], sheet = sheets.read(data, game, numbers);
    const stands = tried.map(({after, line}) => {
      try {
        sheets.enter({...sheet, rounds: sheet.rounds.slice(0, after)}, line, numbers);
        return true;
      } catch (error) {
        if (!(error instanceof sheets.Refused)) throw error;
        return false;
      }
    });
    const told = {sheet: sheets.read(JSON.parse(JSON.stringify(sheet)), game, numbers), stands};
    for (const name of ['points', 'totals', 'leaders', 'winners', 'direction', 'leader', 'exchange', 'starter'])
      if (game === 'gang-of-four' || !['direction', 'leader', 'exchange'].includes(name))
        told[name] = sheets[name](sheet, numbers);
    return {...told, over: sheets.isOver(sheet, numbers), families: sheets.families(sheet)};
  });
}"""


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_the_page_counts_as_the_score_sheets_of_the_rules(open_phone: Any) -> None:
    page = open_phone()
    page.goto("privacy")
    for case, given in zip(SHEETS["cases"], page.evaluate(COUNT, SHEETS), strict=True):
        assert given["stands"] == [line["stands"] for line in case["tried"]], case["tried"]
        for name in case.keys() - {"game", "tried"}:
            assert given[name] == case[name], (name, case)


BROKEN = [
    None, 7, "x", [], {}, {"format": "gong-scores"},
    {"format": "gong-scores", "version": 2, "game": "gong", "names": ["", ""], "length": 0, "rounds": []},
    {"format": "gong-scores", "version": 1, "game": "gong", "names": ["A", "A"], "length": 0, "rounds": []},
    {"format": "gong-scores", "version": 1, "game": "gong", "names": ["A"], "length": 0, "rounds": []},
    {"format": "gong-scores", "version": 1, "game": "gong", "names": ["", 1], "length": 0, "rounds": []},
    {"format": "gong-scores", "version": 1, "game": "gong", "names": ["", " "], "length": 0, "rounds": []},
    {"format": "gong-scores", "version": 1, "game": "gong", "names": ["", "x" * 25], "length": 0, "rounds": []},
    {"format": "gong-scores", "version": 1, "game": "gong", "names": ["", ""], "length": -1, "rounds": []},
    {"format": "gong-scores", "version": 1, "game": "gong", "names": ["", ""], "rounds": []},
    {"format": "gong-scores", "version": 1, "game": "gong", "names": ["", ""], "length": 0, "rounds": {}},
    {"format": "gong-scores", "version": 1, "game": "gong", "names": ["", ""], "length": 0, "rounds": [7]},
    {"format": "gong-scores", "version": 1, "game": "gong", "names": ["", ""], "length": 0, "rounds": [{}]},
    {"format": "gong-scores", "version": 1, "game": "gong", "names": ["", ""], "length": 0, "rounds": [], "more": 1},
    {"format": "gong-scores", "version": 1, "game": "gong", "names": ["", ""], "length": 0,
     "rounds": [{"winner": 0, "more": 1}]},
    {"format": "gong-scores", "version": 1, "game": "gong", "names": ["", ""], "length": 1,
     "rounds": [{"winner": 0}, {"winner": 0}]},
]  # fmt: skip


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_a_sheet_that_cannot_be_right_is_refused_by_both(open_phone: Any) -> None:
    for data in BROKEN:
        with pytest.raises(ScoreError):
            sheet_from_json(data)
    page = open_phone()
    page.goto("privacy")
    found = page.evaluate(
        """async ([broken, rules]) => {
             const {read, Refused} = await import('/static/js/helpers/sheets.js');
             return broken.map(data => {
               try { return read(data, 'gong', rules); } catch (error) { return error instanceof Refused; }
             });
           }""",
        [BROKEN, SHEETS["rules"]["gong"]],
    )
    assert found == [True] * len(BROKEN)


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_the_page_scripts_decide_as_the_engines(open_phone: Any) -> None:
    page = open_phone()
    page.goto("privacy")
    found = page.evaluate(EVALUATE, VECTORS)
    assert found.keys() == VECTORS.keys()
    for kind, vectors in VECTORS.items():
        for vector, given in zip(vectors, found[kind], strict=True):
            assert given == vector, kind
