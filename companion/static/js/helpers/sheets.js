// @ts-check
// Score sheets: the same as companion/rules/scorekeeping, also as JSON, so that a sheet can go from one to the other.
// A sheet never changes; entering a line gives a new one. What a rule reads from a table comes from the page (`rules`).

export const FORMAT = "gong-scores";
export const VERSION = 1;
const LONGEST_NAME = 24;
const MOST_ROUNDS = 500;
const MOST_POINTS = 500;
const FAMILIES = 9;

/** Invalid input; `reason` is the key of a text of the page, `values` fill its gaps. */
export class Refused extends Error {
  constructor(reason, values = {}) {
    super(reason);
    this.reason = reason;
    this.values = values;
  }
}

const refuse = (reason, values) => {
  throw new Refused(reason, values);
};
const whole = (value, low, high) => Number.isInteger(value) && low <= value && value <= high;
const seatsOf = sheet => sheet.names.map((_, seat) => seat);
const sum = numbers => numbers.reduce((total, number) => total + number, 0);

/** Return one whole number within bounds for each seat, or refuse. */
function numbers(sheet, values, low, high) {
  if (!Array.isArray(values) || values.length !== sheet.names.length) refuse("not-a-sheet");
  const wrong = values.findIndex(value => !whole(value, low, high));
  if (wrong >= 0) refuse("wrong-number", { seat: wrong, low, high });
  return values;
}

const GAMES = {
  "gang-of-four": {
    option: "target",
    fits: value => whole(value, 1, 10_000),
    keys: [["cards_left"], ["winner"]],
    lowWins: true,
    check(sheet, { cards_left: left, winner }, rules) {
      numbers(sheet, left, 0, rules.table.length - 1);
      if (winner === undefined) {
        if (left.filter(cards => cards === 0).length !== 1) refuse("one-without-cards");
      } else {
        if (!whole(winner, 0, sheet.names.length - 1)) refuse("not-a-sheet");
        if (left[winner] === 0 || left.some((cards, seat) => seat !== winner && cards !== 1))
          refuse("one-without-cards");
      }
    },
    points: (line, rules) => line.cards_left.map((cards, seat) => (seat === winnerOf(line) ? 0 : rules.table[cards])),
    over: (sheet, rules) => Math.max(...totals(sheet, rules)) >= sheet.target,
  },
  gnoming: {
    keys: [["grids", "closer"], []],
    lowWins: true,
    check(sheet, { grids, closer }) {
      numbers(sheet, grids, -MOST_POINTS, MOST_POINTS);
      if (closer !== null && !whole(closer, 0, sheet.names.length - 1)) refuse("not-a-sheet");
    },
    points({ grids, closer }, rules) {
      const bonus = closer !== null && grids[closer] === Math.min(...grids) ? -rules.closer : rules.closer;
      return grids.map((score, seat) => (seat === closer ? score + bonus : score));
    },
    over: (sheet, rules) => sheet.rounds.length === rules.rounds,
  },
  gong: {
    option: "length",
    fits: value => whole(value, 0, MOST_ROUNDS),
    keys: [["winner"], ["families"]],
    lowWins: false,
    check(sheet, { winner, families }) {
      if (families !== undefined) {
        numbers(sheet, families, 0, FAMILIES);
        if (sum(families) !== FAMILIES) refuse("all-families", { n: FAMILIES, sum: sum(families) });
        const best = seatsOf(sheet).filter(seat => families[seat] === Math.max(...families));
        if (!best.includes(winner)) refuse("who-was-first", { seats: best });
      } else if (!whole(winner, 0, sheet.names.length - 1)) refuse("not-a-sheet");
    },
    points: ({ winner }, _rules, seats) => seats.map(seat => Number(seat === winner)),
    over: sheet => sheet.length > 0 && sheet.rounds.length === sheet.length,
  },
};

const winnerOf = line => line.winner ?? line.cards_left.indexOf(0);

/** Return an empty sheet, or refuse its names or its option. `option` is the target or the number of rounds. */
export function create(game, names, rules, option) {
  const [low, high] = rules.seats;
  if (!whole(names.length, low, high)) refuse("wrong-players", { low, high });
  names.forEach((name, seat) => {
    if ([...name].length > LONGEST_NAME) refuse("long-name", { name, n: LONGEST_NAME });
    if (name !== name.trim() || /\p{C}/u.test(name)) refuse("not-a-sheet");
    if (name && names.indexOf(name) < seat) refuse("same-name", { name });
  });
  const { option: key, fits } = GAMES[game];
  if (key && !fits(option)) refuse("wrong-option");
  return { format: FORMAT, version: VERSION, game, names, ...(key && { [key]: option }), rounds: [] };
}

/** Return the sheet with one more line, or refuse it. */
export function enter(sheet, line, rules) {
  if (isOver(sheet, rules) || sheet.rounds.length >= MOST_ROUNDS) refuse("is-over");
  GAMES[sheet.game].check(sheet, line, rules);
  return { ...sheet, rounds: [...sheet.rounds, line] };
}

/** Return the sheet without its last line. */
export const undo = sheet => ({ ...sheet, rounds: sheet.rounds.slice(0, -1) });

/** Return the sheet that was kept as JSON data, every line checked again, or refuse it. */
export function read(data, game, rules) {
  const { option, keys } = GAMES[game];
  const known = ["format", "version", "game", "names", "rounds", ...(option ? [option] : [])];
  const fits = data && data.format === FORMAT && data.version === VERSION && data.game === game;
  if (!fits || Object.keys(data).some(key => !known.includes(key))) refuse("not-a-sheet");
  if (!Array.isArray(data.names) || !data.names.every(name => typeof name === "string")) refuse("not-a-sheet");
  if (!Array.isArray(data.rounds)) refuse("not-a-sheet");
  return data.rounds.reduce(
    (sheet, line) => {
      const [needed, possible] = keys;
      if (typeof line !== "object" || line === null || needed.some(key => !(key in line))) refuse("not-a-sheet");
      if (Object.keys(line).some(key => !needed.includes(key) && !possible.includes(key))) refuse("not-a-sheet");
      return enter(sheet, line, rules);
    },
    create(game, data.names, rules, option && data[option]),
  );
}

/** Return what each seat got in each round. */
export const points = (sheet, rules) => sheet.rounds.map(line => GAMES[sheet.game].points(line, rules, seatsOf(sheet)));

/** Return the sum of each seat. */
export function totals(sheet, rules) {
  const lines = points(sheet, rules);
  return seatsOf(sheet).map(seat => sum(lines.map(line => line[seat])));
}

/** Return the seats that are best so far. */
export function leaders(sheet, rules) {
  const all = totals(sheet, rules);
  const best = GAMES[sheet.game].lowWins ? Math.min(...all) : Math.max(...all);
  return seatsOf(sheet).filter(seat => all[seat] === best);
}

export const isOver = (sheet, rules) => GAMES[sheet.game].over(sheet, rules);

/** Return the winners, none before the end. Gnoming: on a tie, the lowest last round wins. */
export function winners(sheet, rules) {
  if (!isOver(sheet, rules)) return [];
  const best = leaders(sheet, rules);
  if (sheet.game !== "gnoming") return best;
  const last = points(sheet, rules).at(-1);
  const lowest = Math.min(...best.map(seat => last[seat]));
  return best.filter(seat => last[seat] === lowest);
}

/** Return who begins the next round of GONG or Gnoming: the first seat the first one, then the next. */
export const starter = sheet => sheet.rounds.length % sheet.names.length;

/** Return how the next round of Gang of Four runs: the first counter-clockwise, then alternately. */
export const direction = sheet => (sheet.rounds.length % 2 ? "clockwise" : "counter-clockwise");

/** Return who leads the next round of Gang of Four: the last winner; null in the first, where the cards decide. */
export const leader = sheet => (sheet.rounds.length ? winnerOf(sheet.rounds.at(-1)) : null);

/** Return who exchanges cards before the next round of Gang of Four as {loser, winner}, or null. */
export function exchange(sheet, rules) {
  if (!sheet.rounds.length || isOver(sheet, rules)) return null;
  const { cards_left: cards } = sheet.rounds.at(-1);
  const all = totals(sheet, rules);
  const winner = leader(sheet);
  const far = seat => (winner - seat + cards.length) % cards.length; // counter-clockwise from the winner
  const worst = (a, b) => cards[b] - cards[a] || all[b] - all[a] || far(a) - far(b);
  const [loser] = seatsOf(sheet)
    .filter(seat => seat !== winner)
    .sort(worst);
  return { loser, winner };
}

/** Return how many families each seat has laid down in all rounds of FAMILY. */
export const families = sheet => seatsOf(sheet).map(seat => sum(sheet.rounds.map(line => line.families?.[seat] ?? 0)));
