"""The page scripts decide as the engines do: the same vectors, made by Python, evaluated in a real browser."""

import json
from typing import Any

import pytest

from tests.vectors import duels

VECTORS = json.loads(duels.FILE.read_text("utf-8"))

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


def test_the_vectors_are_what_the_engines_say() -> None:
    """After a change of the rules: `python -m tests.vectors.duels`."""
    assert duels.text() == duels.FILE.read_text("utf-8")


def test_the_vectors_reach_every_branch() -> None:
    types = {found["type"] for vector in VECTORS["best_combination"] for found in vector["sets"]}
    assert len(types) == 9  # every type of combination
    reasons = {vector["reason"] for kind in ("three_locations", "final_counts") for vector in VECTORS[kind]}
    assert reasons == {"places", "stars", "more-places", "draw"}
    for kind in ("highest_xphere", "closest_sum", "highest_unique", "largest_galaxy", "grid_3x3", "three_locations"):
        assert {0, 1, None} <= {vector["winner"] for vector in VECTORS[kind]}, kind


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
