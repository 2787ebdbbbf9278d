// @ts-check
// Name the galaxies, in turn, 5 seconds each. A judge ticks what was named; without one the phone is only the clock.

import { arena } from "./arena.js";
import { badge, el, format, nameOf, setting, sound } from "./parts.js";

async function play(stage, way) {
  const seconds = setting("seconds", 5, 2, 30);
  const names = JSON.parse(stage.dialog.closest("[data-galaxies]").dataset.galaxies);
  const named = new Set();
  for (let turn = 0; turn < names.length; turn++) {
    const side = turn % 2;
    const bar = el("progress", { max: seconds * 1000, value: 0, "aria-label": format("time") });
    let answered;
    const answer = new Promise(resolve => (answered = resolve));
    const list = names.map((name, galaxy) =>
      el(
        "button",
        {
          type: "button",
          class: named.has(galaxy) ? "is-done" : "",
          "aria-pressed": String(named.has(galaxy)),
          tap: () => answered(named.has(galaxy) ? "repeated" : galaxy),
        },
        name,
      ),
    );
    const next = el(
      "button",
      { type: "button", class: "primary", "data-first": true, tap: () => answered(turn) },
      format("right-next"),
    );
    stage.show(
      el(
        "div",
        { class: `screen side-${side ? "moon" : "sun"} naming` },
        badge(side),
        el("h2", {}, format("name-one", { side: nameOf(side) })),
        bar,
        el("p", {}, format("named", { n: turn })),
        way === "with-judge" ? el("div", { class: "options names" }, list) : next,
        el("button", { type: "button", class: "wrong", tap: () => answered("wrong") }, format("wrong-name")),
      ),
    );
    stage.announce(format("name-one", { side: nameOf(side) }));
    const clock = stage.countDown(seconds * 1000, left => (bar.value = seconds * 1000 - left));
    const given = await Promise.race([answer, clock.over.then(() => "silent")]);
    clock.stop();
    if (typeof given === "string") return { winner: 1 - side, why: format(given, { side: nameOf(side), n: seconds }) };
    named.add(given);
    sound("knock");
  }
  return { winner: null, why: format("all-named") };
}

export const start = root => arena(root, play, { starts: ["with-judge", "only-two"] });
