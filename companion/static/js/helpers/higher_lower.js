// Higher or lower: the cards lie on the table; the phone knows whose turn it is, who was right, and counts to 8.

import { arena } from "./arena.js";
import { el, nameOf, picture, say } from "./parts.js";
import { cameTrue } from "./judge.js";

const CALLS = 8;
const NUMBERS = [1, 2, 3, 4, 5, 6].map(n => ({
  value: n,
  number: n,
  label: String(n),
  picture: `xphere-${n}`,
  hideLabel: true,
}));

async function play(stage) {
  let before = await stage.ask({ title: say("turn-up"), text: say("skip-jokers"), options: NUMBERS, layout: "six" });
  for (let call = 0; call < CALLS; call++) {
    const side = call % 2;
    const above = el("div", { class: "versus" }, picture(`xphere-${before}`));
    const said = await stage.ask({
      side,
      title: say("next-card", { side: nameOf(side) }),
      text: say("right-so-far", { n: call }),
      above,
      options: [
        { value: "higher", label: say("higher"), disabled: before === 6 },
        { value: "equal", label: say("equal") },
        { value: "lower", label: say("lower"), disabled: before === 1 },
      ],
      layout: "calls",
    });
    const after = await stage.ask({
      side,
      title: say("turn-up-next"),
      text: say("has-said", { side: nameOf(side), call: say(said) }),
      above: picture(`xphere-${before}`),
      options: NUMBERS,
      layout: "six",
    });
    if (!cameTrue(said, before, after)) {
      const truth = say(after > before ? "is-higher-than" : after < before ? "is-lower-than" : "is-equal", {
        a: after,
        b: before,
      });
      return { winner: 1 - side, why: [say("has-said", { side: nameOf(side), call: say(said) }), truth] };
    }
    before = after;
  }
  return { winner: null, why: say("all-calls") };
}

export const start = root => arena(root, play);
