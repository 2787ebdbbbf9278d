// @ts-check
// A code typed into the box, where no server leads on: without network, or on a file host.

import { isCode } from "./tables.js";
import { root, tableAddress } from "./phone.js";

// What a hand types for a digit and the other way round: companion/deck.py `parse_code`.
const LETTERS = { 0: "O", 1: "I", 2: "Z", 5: "S", 8: "B" };
const DIGITS = { O: "0", I: "1", L: "1", Z: "2", A: "4", S: "5", B: "8", G: "6" };
const CARD = /^(?:(?:PR|NB|ZE|AN|SE|SP|VI|OM|NM)[1-6]|JK[12])$/;

/** The page, below the root, that a typed code means; or null. */
export function readCode(typed) {
  const code = typed.length > 24 ? "" : typed.replace(/[\s\-_./]+/g, "").toUpperCase();
  const guess = [...code].map((sign, place) => (place < 2 ? LETTERS[sign] : DIGITS[sign]) ?? sign).join("");
  return [code, guess].find((text) => CARD.test(text)) ?? (isCode(code) ? `t/${code}` : null);
}

/** Go to what was typed, or show the message of the page about it. */
export function lead(typed) {
  const path = readCode(typed);
  if (path !== null) location.replace(path.startsWith("t/") ? tableAddress(path.slice(2)) : new URL(path, root));
  else for (const note of document.querySelectorAll("[data-slot=no-code]")) note.hidden = false;
}
