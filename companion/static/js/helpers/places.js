// @ts-check
// Who controls three places: the same as companion/rules/location_scoring.py (docs/rules/missions.md 8.6.3, guimenon.md 7.7).

const larger = (/** @type {number[]} */ [a, b]) => (a === b ? null : a > b ? 0 : 1);

/** Return what a side holds at a place: the sum of its Stars and how many cards lie there. */
export const hold = stars => ({ stars: stars.reduce((sum, number) => sum + number, 0), cards: stars.length });

/** Return the side that controls a place: more Stars; equal: fewer cards; equal: null. */
export const control = (a, b) => larger([a.stars, b.stars]) ?? larger([b.cards, a.cards]);

/** Return who wins, given what side 0 and side 1 hold at each of three places, and what decided. */
export function tally(places) {
  const controllers = places.map(([a, b]) => control(a, b));
  const totals = [0, 1].map(side => places.reduce((sum, place) => sum + place[side].stars, 0));
  const won = [0, 1].map(side => controllers.filter(controller => controller === side).length);
  const end = (winner, reason) => ({ controllers, totals, winner, reason });
  if (Math.max(...won) >= 2) return end(larger(won), "places");
  if (larger(totals) !== null) return end(larger(totals), "stars");
  return larger(won) === null ? end(null, "draw") : end(larger(won), "more-places");
}
