// @ts-check
// A coin with the Sun on one side and the Moon on the other.

import { arena } from "./arena.js";
import { below, el, format, picture, sound } from "./parts.js";

async function play(stage) {
  const coin = el("div", { class: "coin" }, picture("sun"), picture("moon"));
  stage.show(el("div", { class: "screen" }, el("h2", { tabindex: "-1", "data-first": true }, format("coin-flies")), coin));
  stage.announce(format("coin-flies"));
  sound("knock");
  await stage.wait(1200);
  return { winner: below(2) };
}

export const start = root => arena(root, play);
