// @ts-check
// Tables as in docs/tables.md: codes, and which mission a card leads to. No page, no network.

import { stream, textKey } from "./chance.js";

const LETTERS = "BCDFGHJKMNPRSTVWXYZ";
const SEEDS = 26064;
const PLAYERS = 5; // two to six

const values = (code) => [...code].map((letter) => LETTERS.indexOf(letter));
const value = (code) => values(code.slice(0, 4)).reduce((sum, place) => sum * 19 + place, 0);

/** The code of the table with this seed, 0 to 26063, and number of players, 2 to 6. */
export function tableCode(seed, players) {
  let rest = seed * PLAYERS + players - 2;
  const places = [0, 0, 0, 0];
  for (let i = 3; i >= 0; i--, rest = Math.floor(rest / 19)) places[i] = rest % 19;
  const sum = places.reduce((total, place, i) => total + (i + 1) * place, 0);
  places.push((19 - ((4 * sum) % 19)) % 19); // 4 * 5 = 1 modulo 19
  return places.map((place) => LETTERS[place]).join("");
}

export const newCode = (players) => {
  const [chance] = crypto.getRandomValues(new Uint32Array(1));
  return tableCode(chance % SEEDS, players);
};

export const withPlayers = (code, players) => tableCode(Math.floor(value(code) / PLAYERS), players);

export function isCode(text) {
  if (text.length !== 5 || values(text).includes(-1)) return false;
  return values(text).reduce((sum, place, i) => sum + (i + 1) * place, 0) % 19 === 0 && value(text) < SEEDS * PLAYERS;
}

const TEXT = /^([A-Z]{5})\/([1-9]\d{0,2})\/([a-z0-9]+(?:-[a-z0-9]+)*)\/((?:0|[1-9]\d{0,3})(?:\.(?:0|[1-9]\d{0,3})){2})$/;

/** The table that a text such as KWXHY/2/gong-fight/1.0.0 gives, or null. */
export function parseTable(text) {
  const found = TEXT.exec(text);
  if (!found || !isCode(found[1])) return null;
  const [, code, round, pack, version] = found;
  return { text, code, round: Number(round), pack, version, players: (value(code) % PLAYERS) + 2 };
}

export const tableText = ({ code, round, pack, version }) => [code, round, pack, version].join("/");

/** Which of `total` missions the card at this place among those of its kind leads to. */
export function dealt({ code, round, pack, version }, kind, total, place) {
  const key = textKey(`${pack} ${version}`), stretch = Math.floor(place / total);
  const order = Array.from({ length: total }, (_, i) => i);
  stream(textKey(code), textKey("table"), key, round, textKey(kind), stretch).shuffle(order);
  return order[place % total];
}
