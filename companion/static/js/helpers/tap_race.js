// @ts-check
// Tap race: more taps in 5 seconds.

import { arena } from "./arena.js";
import { el, format, nameOf, setting, sound, tremble } from "./parts.js";

async function play(stage) {
  const seconds = setting("seconds", 5, 2, 30);
  await stage.ready(format("race-ready"));
  const taps = [0, 0];
  let end = 0;
  const { halves, middle, write } = stage.halves((side, time) => {
    if (!end || time >= end) return;
    taps[side]++;
    write(side, taps[side]);
    halves[side].classList.toggle("is-beat", taps[side] % 2 === 1);
  });
  for (const count of [3, 2, 1]) {
    for (const side of [0, 1]) write(side, count, format("not-yet"));
    stage.announce(String(count));
    sound("knock");
    await stage.wait(800);
  }
  for (const side of [0, 1]) {
    write(side, format("go"));
    halves[side].classList.add("is-gong");
  }
  stage.announce(format("go"));
  sound("gong");
  tremble(100);
  const bar = el("progress", { max: seconds * 1000, value: 0, "aria-label": format("time") });
  const clock = el("b", { class: "clock" });
  middle.append(bar, clock);
  end = performance.now() + seconds * 1000;
  await stage.countDown(seconds * 1000, left => {
    bar.value = seconds * 1000 - left;
    clock.textContent = Math.ceil(left / 1000);
  }).over;
  const counts = [0, 1].map(side => format("taps", { side: nameOf(side), n: taps[side] }));
  return { winner: taps[0] === taps[1] ? null : taps[0] > taps[1] ? 0 : 1, why: counts };
}

export const start = root => arena(root, play, { replay: true });
