// @ts-check
// Combinations of GONG cards as in Gang of Four: the same as companion/rules/combinations.py with GALAXY_RULES.
// A card is [number, galaxy]. Rules: docs/rules/missions.md 8.6.1.

export const TYPES = [
  "single",
  "pair",
  "trio",
  "straight",
  "flush",
  "full_house",
  "straight_flush",
  "gang_of_four",
  "gang_of_five",
];
const HIGHEST = 6;
const FIVE = 5;

/** Compare two cards: number first, then galaxy; positive when `a` is higher. */
export const compareCards = (a, b) => a[0] - b[0] || a[1] - b[1];

/** Compare two combinations: type first, then card by card; positive when `a` is better. */
export function compare(a, b) {
  const types = TYPES.indexOf(a.type) - TYPES.indexOf(b.type);
  if (types) return types;
  for (let i = 0; i < a.cards.length; i++) {
    const cards = compareCards(a.cards[i], b.cards[i]);
    if (cards) return cards;
  }
  return 0;
}

/** Return what decides between two different combinations (`type`, `number` or `galaxy`), and the cards that differ. */
export function difference(a, b) {
  if (a.type !== b.type) return { reason: "type", cards: [] };
  const place = a.cards.findIndex((card, i) => compareCards(card, b.cards[i]));
  const cards = [a.cards[place], b.cards[place]];
  return { reason: cards[0][0] !== cards[1][0] ? "number" : "galaxy", cards };
}

const groups = (cards, by) => {
  const found = new Map();
  for (const card of cards) found.set(card[by], [...(found.get(card[by]) ?? []), card]);
  return [...found.values()];
};

/** Return the best card of each of the five highest consecutive numbers, or null. */
function run(cards) {
  for (let top = HIGHEST; top >= FIVE; top--) {
    const row = Array.from({ length: FIVE }, (_, i) => cards.find(([number]) => number === top - i));
    if (row.every(Boolean)) return row;
  }
  return null;
}

/** Return the highest combination of at most five of the cards, or null without cards. */
export function bestCombination(cards) {
  const sorted = [...cards].sort((a, b) => compareCards(b, a));
  if (!sorted.length) return null;
  const equals = groups(sorted, 0); // the highest number first
  const suits = groups(sorted, 1);
  const best = (type, sets) => sets.map(set => ({ type, cards: set })).sort((a, b) => compare(b, a))[0] ?? null;
  const alike = (type, size) =>
    best(
      type,
      equals.filter(g => g.length >= size).map(g => g.slice(0, size)),
    );
  const fullHouses = equals.flatMap(trio => {
    const pair = equals.find(other => other !== trio && other.length >= 2);
    return trio.length >= 3 && pair ? [[...trio.slice(0, 3), ...pair.slice(0, 2)]] : [];
  });
  const straight = run(sorted);
  return (
    alike("gang_of_five", 5) ??
    alike("gang_of_four", 4) ??
    best("straight_flush", suits.map(run).filter(Boolean)) ??
    best("full_house", fullHouses) ??
    best(
      "flush",
      suits.filter(suit => suit.length >= FIVE).map(suit => suit.slice(0, FIVE)),
    ) ??
    (straight && { type: "straight", cards: straight }) ??
    alike("trio", 3) ??
    alike("pair", 2) ??
    alike("single", 1)
  );
}
