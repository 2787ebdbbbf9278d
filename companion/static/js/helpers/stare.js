// @ts-check
// Staring contest: a minute on the clock; the judges tap the half of the player who laughed or spoke.

import { arena } from "./arena.js";
import { el, format, nameOf, setting } from "./parts.js";

async function play(stage) {
  const seconds = setting("seconds", 60, 5, 120);
  await stage.ready(format("stare-ready"));
  let laughed = null;
  let clock = null;
  const { middle, write } = stage.halves(side => {
    laughed ??= side;
    clock.stop();
  });
  for (const side of [0, 1]) write(side, nameOf(side), format("laughed"));
  const shown = el("b", { class: "clock" });
  middle.append(shown);
  stage.announce(format("stare-now"));
  clock = stage.countDown(seconds * 1000, left => (shown.textContent = Math.ceil(left / 1000)));
  await clock.over;
  if (laughed === null) return { winner: null, why: format("stared", { n: seconds }) };
  return { winner: 1 - laughed, why: format("who-laughed", { side: nameOf(laughed) }) };
}

export const start = root => arena(root, play);
