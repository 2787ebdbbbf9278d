// @ts-check
// The grid: two grids of nine cells; the phone counts, and the lower score wins.

import { badge, digits, el, figure, format, nameOf, numberPad, setting } from "./parts.js";
import { calculator, Slots, startOver, Verdict } from "./board.js";
import { matchedLines } from "./grid.js";
import { grids } from "./judge.js";

const FEWEST = 3;

export function start(root) {
  const most = setting("max_cards", 9, 3, 9);
  calculator(root, () => {
    const verdict = new Verdict();
    const scores = [0, 1].map(() => el("output", { class: "points" }));
    let slots;
    const update = () => {
      const both = [slots.values.slice(0, 9), slots.values.slice(9)];
      const counts = both.map(grid => grid.filter(cell => cell !== null).length);
      const result = grids(both);
      both.forEach((grid, side) => {
        const won = new Set(matchedLines(grid).flatMap(({ line }) => line));
        grid.forEach((_, cell) => slots.buttons[9 * side + cell].classList.toggle("won", won.has(cell)));
        scores[side].textContent = format("points", { n: figure(result.scores[side]) });
      });
      if (counts[0] !== counts[1]) verdict.hint(format("not-equal-cards", { sun: counts[0], moon: counts[1] }));
      else if (counts[0] < FEWEST || counts[0] > most) verdict.hint(format("tap-grid", { least: FEWEST, most }));
      else {
        const why =
          result.winner === null
            ? []
            : [
                format("less-than", {
                  a: figure(result.scores[result.winner]),
                  b: figure(result.scores[1 - result.winner]),
                }),
              ];
        verdict.show({ winner: result.winner, why });
      }
    };
    const labels = [0, 1].flatMap(side =>
      Array.from(
        { length: 9 },
        (_, cell) => `${nameOf(side)}, ${format("cell", { row: 1 + Math.floor(cell / 3), column: 1 + (cell % 3) })}`,
      ),
    );
    slots = new Slots(labels, update);
    const both = [0, 1].map(side =>
      el(
        "div",
        { role: "group", "aria-label": nameOf(side) },
        badge(side),
        el("div", { class: "nine" }, slots.buttons.slice(9 * side, 9 * side + 9)),
        scores[side],
      ),
    );
    const pad = el(
      "div",
      { class: "keys" },
      numberPad(number => slots.put(number)),
      el("button", { type: "button", tap: () => slots.skip() }, format("skip-cell")),
      el("button", { type: "button", tap: () => slots.put(null) }, format("erase")),
    );
    update();
    return [el("div", { class: "grids" }, both), pad, verdict.element, startOver(() => slots.clear())];
  });
  digits(root);
}
