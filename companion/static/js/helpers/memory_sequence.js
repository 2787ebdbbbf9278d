// @ts-check
// Memory of the stars: a row of xpheres grows by one; the sides repeat it in turn; the first mistake loses.
// Every xphere has a colour, a shape and a number, and is announced, for players who cannot distinguish colours.

import { arena } from "./arena.js";
import { badge, below, el, format, nameOf, numberPad } from "./parts.js";

const LONGEST = 12;
const LIT = 650; // ms
const DARK = 250;

async function repeat(stage, side, row) {
  let tapped = /** @type {(number: number) => void} */ (() => {});
  const pad = numberPad(number => tapped(number));
  const text = el("p", {}, format("watch"));
  const dots = el(
    "p",
    { class: "dots", "aria-hidden": "true" },
    row.map(() => el("i", {})),
  );
  stage.show(
    el(
      "div",
      { class: "screen memory" },
      badge(side),
      el("h2", { tabindex: "-1", "data-first": true }, format("row", { n: row.length })),
      text,
      dots,
      pad,
    ),
  );
  const buttons = [...pad.children];
  for (const button of buttons) button.setAttribute("aria-disabled", "true");
  await stage.wait(900);
  for (const number of row) {
    buttons[number - 1].classList.add("is-lit");
    stage.announce(`${number}`);
    await stage.wait(LIT);
    buttons[number - 1].classList.remove("is-lit");
    await stage.wait(DARK);
  }
  text.textContent = format("repeat", { side: nameOf(side) });
  stage.announce(text.textContent);
  for (const button of buttons) button.removeAttribute("aria-disabled");
  for (const [place, number] of row.entries()) {
    const given = await new Promise(resolve => (tapped = resolve));
    if (given !== number) return { place, number, given };
    dots.children[place].classList.add("is-done");
  }
  tapped = () => {};
  return null;
}

async function play(stage) {
  const row = [];
  for (let turn = 0; turn < LONGEST; turn++) {
    const side = turn % 2;
    row.push(1 + below(6));
    await stage.ask({
      side,
      title: format("turn", { side: nameOf(side) }),
      text: format("row-of", { n: row.length }),
      options: [{ value: 1, label: format("show-row") }],
      layout: "single",
    });
    const mistake = await repeat(stage, side, row);
    if (mistake)
      return {
        winner: 1 - side,
        why: [
          format("mistake", {
            side: nameOf(side),
            place: mistake.place + 1,
            number: mistake.number,
            given: mistake.given,
          }),
        ],
      };
  }
  return { winner: null, why: format("all-rows") };
}

export const start = root => arena(root, play);
