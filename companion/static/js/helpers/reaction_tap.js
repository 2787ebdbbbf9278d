// @ts-check
// Gong reflex: a random wait of 2 to 6 seconds, then the gong; the first tap wins, a tap before it loses.

import { arena } from "./arena.js";
import { below, format, nameOf, sound, tremble } from "./parts.js";

const SHORTEST = 2000;
const LONGEST = 6000;
const SAME = 8; // ms; screens look at fingers about 120 times a second, so what is nearer is the same moment
const LISTEN = 80; // ms in which the other tap may still arrive

/**
 * Return who has won, given the first tap of each side as {side, time} in any order, and when the gong was.
 *
 * Taps before the gong lose; after it the first one wins; at the same moment it is a tie.
 */
export function judge(taps, gong) {
  const [first, second] = [...taps].sort((a, b) => a.time - b.time);
  const early = first.time < gong;
  if (second && second.time - first.time < SAME && early === second.time < gong) return { winner: null, early };
  return { winner: early ? 1 - first.side : first.side, early };
}

/** Return milliseconds as seconds, written as in the language of the page. */
const seconds = time =>
  (Math.round(time) / 1000).toLocaleString(document.documentElement.lang, { minimumFractionDigits: 3 });

async function play(stage) {
  await stage.ready(format("reflex-ready"));
  let gong = Infinity;
  const taps = [];
  let heard;
  const tapped = new Promise(resolve => (heard = resolve));
  const { halves, write } = stage.halves((side, time) => {
    if (taps.some(tap => tap.side === side)) return;
    taps.push({ side, time });
    halves[side].classList.add("is-tapped");
    heard();
  });
  for (const side of [0, 1]) write(side, format("wait"), format("wait-more"));
  stage.announce(format("wait"));
  const struck = stage.wait(SHORTEST + below(LONGEST - SHORTEST + 1)).then(() => {
    if (taps.length) return;
    for (const side of [0, 1]) {
      halves[side].classList.add("is-gong");
      write(side, "GONG!");
    }
    gong = performance.now();
    stage.announce("GONG!");
    sound("gong");
    tremble(150);
  });
  await Promise.race([tapped, struck.then(() => tapped)]);
  await stage.wait(LISTEN);
  const { winner, early } = judge(taps, gong);
  if (winner === null) return { winner, why: format("same-moment") };
  if (early) return { winner, why: format("too-early", { side: nameOf(1 - winner) }) };
  const times = taps.map(({ side, time }) => format("took", { side: nameOf(side), time: seconds(time - gong) }));
  return { winner, why: times };
}

export const start = root => arena(root, play, { replay: true });
