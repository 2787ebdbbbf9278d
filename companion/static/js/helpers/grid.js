// @ts-check
// The score of a 3 x 3 grid, low is good: the same as companion/rules/grid.py (docs/rules/gnoming-a-round.md 6.5).
// A grid is nine cells, row by row: a number, 'mulligan', 'hazard' or null (empty).

const LINES = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
];
const HAZARD_POINTS = 10;

/** Return the value with which three cells are a matched line, or null. */
function lineValue(cells) {
  const values = cells.filter(cell => cell !== "mulligan");
  const fits = values.length > 0 && values.every(value => Number.isInteger(value) && value > 0 && value === values[0]);
  return fits ? values[0] : null;
}

/** Return the matched rows, then the matched columns, as {line, value}. */
export const matchedLines = grid =>
  LINES.map(line => ({ line, value: lineValue(line.map(place => grid[place])) })).filter(({ value }) => value !== null);

/** Return the score, without the closer's bonus of Gnoming A Round. */
export function gridScore(grid) {
  const matched = matchedLines(grid);
  const covered = new Set(matched.flatMap(({ line }) => line));
  let score = 0;
  for (const { value } of matched) score -= value;
  grid.forEach((cell, place) => {
    if (cell === "hazard") score += HAZARD_POINTS;
    else if (Number.isInteger(cell) && !covered.has(place)) score += cell;
  });
  return score;
}
