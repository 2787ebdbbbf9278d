// @ts-check
// Draws a mission where no server does (docs/site.md, "Drawing without a card"): /draw/bonus#k7wq2m/3.

import { stream, textKey } from "./chance.js";
import { LETTER, players, read, swap } from "./seat.js";
import { root } from "./phone.js";

const SIGNS = "23456789abcdefghjkmnpqrstuvwxyz";
const newSeed = () => [...crypto.getRandomValues(new Uint8Array(6))].map((chance) => SIGNS[chance % SIGNS.length]).join("");

function order(kind, seed, stretch, total) {
  const numbers = Array.from({ length: total }, (_, i) => i);
  return stream(textKey(seed), textKey("draw"), textKey(kind), stretch).shuffle(numbers);
}

/** Which of `total` missions is the n-th draw of a seed, counted from 1. */
export function drawn(kind, seed, n, total) {
  const stretch = Math.floor((n - 1) / total), numbers = order(kind, seed, stretch, total);
  if (stretch > 0 && total > 2 && numbers[0] === order(kind, seed, stretch - 1, total).at(-1))
    [numbers[0], numbers[1]] = [numbers[1], numbers[0]];
  return numbers[(n - 1) % total];
}

export function start(card) {
  const { kind, pack } = card.dataset, slot = (name) => document.querySelector(`[data-slot=${name}]`);

  const show = async () => {
    const [, seed, number] = /^#([a-z0-9]{1,32})\/([1-9]\d{0,3})$/.exec(location.hash) ?? [];
    if (!seed) return location.replace(`#${newSeed()}/1`);
    const n = Number(number), folder = new URL(`m/${pack}/`, root);
    const ids = Object.keys(await (await read(new URL("missions.json", folder))).json()).filter((id) => id.startsWith(LETTER[kind]));
    await swap(".card", new URL(ids[drawn(kind, seed, n, ids.length)], folder), players() === 2);
    const place = ((n - 1) % ids.length) + 1;
    slot("place").textContent = `${place} / ${ids.length}`;
    const sign = document.querySelector(".scene text");
    if (sign) sign.textContent = String(place);
    slot("next").href = `#${seed}/${Math.min(n + 1, 9999)}`;
  };

  const first = show();
  let shown = first.catch(() => {}); // one after the other: what is asked for last is shown last
  addEventListener("hashchange", () => (shown = shown.then(show).catch(console.info)));
  return first;
}
