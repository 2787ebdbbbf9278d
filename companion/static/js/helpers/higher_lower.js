// @ts-check
// Higher or lower: the cards are on the table; the phone keeps track of turns and correct calls, and counts to 8.

import { arena } from "./arena.js";
import { el, format, nameOf, picture } from "./parts.js";
import { isCorrect } from "./judge.js";

const CALLS = 8;
const NUMBERS = [1, 2, 3, 4, 5, 6].map(n => ({
  value: n,
  number: n,
  label: String(n),
  picture: `xphere-${n}`,
  hideLabel: true,
}));

async function play(stage) {
  let before = await stage.ask({ title: format("turn-up"), text: format("skip-jokers"), options: NUMBERS, layout: "six" });
  for (let call = 0; call < CALLS; call++) {
    const side = call % 2;
    const above = el("div", { class: "versus" }, picture(`xphere-${before}`));
    const called = await stage.ask({
      side,
      title: format("next-card", { side: nameOf(side) }),
      text: format("right-so-far", { n: call }),
      above,
      options: [
        { value: "higher", label: format("higher"), disabled: before === 6 },
        { value: "equal", label: format("equal") },
        { value: "lower", label: format("lower"), disabled: before === 1 },
      ],
      layout: "calls",
    });
    const after = await stage.ask({
      side,
      title: format("turn-up-next"),
      text: format("has-said", { side: nameOf(side), call: format(called) }),
      above: picture(`xphere-${before}`),
      options: NUMBERS,
      layout: "six",
    });
    if (!isCorrect(called, before, after)) {
      const truth = format(after > before ? "is-higher-than" : after < before ? "is-lower-than" : "is-equal", {
        a: after,
        b: before,
      });
      return { winner: 1 - side, why: [format("has-said", { side: nameOf(side), call: format(called) }), truth] };
    }
    before = after;
  }
  return { winner: null, why: format("all-calls") };
}

export const start = root => arena(root, play);
