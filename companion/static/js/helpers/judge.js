// @ts-check
// Who wins the duels in which cards are laid (docs/rules/missions.md 8.5 and 8.6), and what decided.
// Side 0 turned up the mission's card, side 1 is the other. A card is [number, galaxy]. `winner` null is a tie.

import { bestCombination as best, compare, difference } from "./combinations.js";
import { gridScore } from "./grid.js";
import { hold, tally } from "./places.js";

const sum = numbers => numbers.reduce((total, number) => total + number, 0);

/** Return the side with the greater list of values, compared one after the other, and the place that decided. */
function better(mine, other) {
  const place = mine.findIndex((value, i) => value !== other[i]);
  return place < 0 ? { winner: null, place: -1 } : { winner: mine[place] > other[place] ? 0 : 1, place };
}

/** highest_xphere, blind_battle: the higher number. */
export function highest([mine, other]) {
  const { winner } = better([mine], [other]);
  return { winner, reason: winner === null ? "tie" : "higher" };
}

/** closest_sum: the sum nearest to the target; at equal distance the lower sum. */
export function closestSum(sides, target) {
  const sums = sides.map(sum);
  const away = sums.map(total => Math.abs(total - target));
  const { winner, place } = better([-away[0], -sums[0]], [-away[1], -sums[1]]);
  return { winner, reason: winner === null ? "tie" : ["closer", "lower"][place], sums, away };
}

/** highest_unique: the highest number that was played once. The loser has the lowest, nearest clockwise to seat 0. */
export function highestUnique(numbers) {
  const unique = numbers.filter(number => numbers.filter(other => other === number).length === 1);
  if (!unique.length) return { winner: null, loser: null };
  const winner = numbers.indexOf(Math.max(...unique));
  const lowest = Math.min(...numbers.filter((_, seat) => seat !== winner));
  return { winner, loser: numbers.findIndex((number, seat) => seat !== winner && number === lowest) };
}

/** Return the biggest group of one galaxy, of equal ones that with the higher sum, then the first galaxy. */
export function biggestGroup(cards) {
  let found = [];
  for (let galaxy = 0; galaxy < 9; galaxy++) {
    const group = cards.filter(card => card[1] === galaxy);
    if (group.length > found.length || (group.length === found.length && points(group) > points(found))) found = group;
  }
  return found;
}
const points = cards => sum(cards.map(([number]) => number));

/** largest_galaxy: the size of the biggest group, then its sum. */
export function largestGalaxy(hands) {
  const groups = hands.map(biggestGroup);
  const [mine, other] = groups.map(group => [group.length, points(group)]);
  const { winner, place } = better(mine, other);
  return { winner, reason: winner === null ? "tie" : ["size", "sum"][place], groups, sums: [mine[1], other[1]] };
}

/** best_combination: the better set; no tie, since every card exists once. */
export function bestCombination(hands) {
  const sets = hands.map(best);
  return { winner: compare(sets[0], sets[1]) > 0 ? 0 : 1, sets, ...difference(sets[0], sets[1]) };
}

/** grid_3x3: the lower score. */
export function grids(both) {
  const scores = both.map(gridScore);
  const { winner } = better([-scores[0]], [-scores[1]]);
  return { winner, reason: winner === null ? "tie" : "lower", scores };
}

/** three_locations: `sides[side][place]` are the numbers there. */
export const threeLocations = (/** @type {number[][][]} */ [mine, other]) =>
  tally(mine.map((numbers, place) => [hold(numbers), hold(other[place])]));

/** odd_even_fingers: whether side 0 called `even`. */
export const fingers = (even, shown) => ({ winner: (sum(shown) % 2 === 0) === even ? 0 : 1, sum: sum(shown) });

export const SIGNS = ["rock", "paper", "scissors"];

/** rock_paper_scissors: each sign beats the one before it, and rock beats scissors. */
export function signs(/** @type {string[]} */ [mine, other]) {
  const ahead = (SIGNS.indexOf(mine) - SIGNS.indexOf(other) + 3) % 3;
  return { winner: [null, 0, 1][ahead] };
}

/** higher_lower: return true if the call is correct. */
export const isCorrect = (call, before, after) =>
  call === (after > before ? "higher" : after < before ? "lower" : "equal");
