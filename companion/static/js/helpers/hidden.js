// @ts-check
// Duels in which both sides choose in secret, the phone going from hand to hand: rock, paper, scissors; odd or even.

import { arena } from "./arena.js";
import { badge, el, format, nameOf, picture, setting } from "./parts.js";
import { fingers, SIGNS, signs } from "./judge.js";

async function secret(stage, side, question) {
  await stage.handOver(side);
  return stage.ask({ side, ...question });
}

const shown = pictures =>
  el(
    "div",
    { class: "versus" },
    pictures.map((name, side) => el("div", {}, badge(side), picture(name))),
  );

async function rockPaperScissors(stage) {
  const goal = setting("first_to", 2, 1, 5);
  const won = [0, 0];
  const options = SIGNS.map((sign, i) => ({ value: sign, label: format(sign), picture: sign, number: i + 1 }));
  for (;;) {
    const chosen = [];
    for (const side of [0, 1])
      chosen.push(await secret(stage, side, { title: format("your-sign"), options, layout: "large" }));
    const { winner } = signs(chosen);
    if (winner !== null) won[winner]++;
    const beats = winner === null ? format("same-sign") : format(`${chosen[winner]}-wins`);
    const score = format("score", { sun: won[0], moon: won[1] });
    if (Math.max(...won) === goal) return { winner, why: [beats, score], shown: shown(chosen) };
    await stage.ask({
      title: winner === null ? format("same-again") : format("point", { side: nameOf(winner) }),
      text: `${beats} ${score}`,
      above: shown(chosen),
      options: [{ value: 1, label: format("go-on") }],
      layout: "single",
    });
  }
}

async function oddOrEven(stage) {
  const even = await stage.ask({
    side: 0,
    title: format("odd-or-even", { side: nameOf(0) }),
    text: format("say-it"),
    options: [
      { value: false, label: format("odd") },
      { value: true, label: format("even") },
    ],
    layout: "large",
  });
  const options = [0, 1, 2, 3, 4, 5].map(n => ({ value: n, label: String(n), picture: `hand-${n}`, number: n }));
  const chosen = [];
  for (const side of [0, 1])
    chosen.push(await secret(stage, side, { title: format("how-many-fingers"), options, layout: "six" }));
  const { winner, sum } = fingers(even, chosen);
  const total = format(sum % 2 ? "sum-odd" : "sum-even", { a: chosen[0], b: chosen[1], n: sum });
  const called = format(even ? "said-even" : "said-odd", { side: nameOf(0) });
  return { winner, why: [total, called], shown: shown(chosen.map(n => `hand-${n}`)) };
}

const DUELS = { rock_paper_scissors: rockPaperScissors, odd_even_fingers: oddOrEven };

export const start = root => arena(root, DUELS[root.dataset.duel]);
