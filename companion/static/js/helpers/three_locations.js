// @ts-check
// The three worlds: numbers of both sides in three worlds; two worlds win, else the larger sum.

import { badge, digits, el, format, nameOf, numberPad, setting, SIDES } from "./parts.js";
import { calculator, startOver, Verdict } from "./board.js";
import { threeLocations } from "./judge.js";

const FEWEST = 3;
const sum = numbers => numbers.reduce((total, number) => total + number, 0);

export function start(root) {
  const most = setting("max_cards", 6, 3, 9);
  const here = setting("per_location", 4, 1, 9);
  const sides = [0, 1].map(() => [[], [], []]);
  let [side, world] = [0, 0];
  calculator(root, () => {
    const verdict = new Verdict();
    const names = [0, 1, 2].map(place => format("world", { n: place + 1 }));
    const cells = [0, 1, 2].map(place =>
      [0, 1].map(whose =>
        el("button", { type: "button", class: `cell-button side-${SIDES[whose]}`, tap: () => choose(whose, place) }),
      ),
    );
    const owners = [0, 1, 2].map(() => el("p", { class: "owner" }));
    const pad = numberPad(number => {
      if (sides[side][world].length < here) sides[side][world].push(number);
      draw();
    });
    const draw = () => {
      const counts = sides.map(places => places.flat().length);
      const result = threeLocations(sides);
      for (const place of [0, 1, 2]) {
        for (const whose of [0, 1]) {
          const numbers = sides[whose][place];
          const cell = cells[place][whose];
          cell.replaceChildren(
            el(
              "span",
              { class: "chips" },
              numbers.map(number => el("span", { class: "mini plain" }, el("b", {}, String(number)))),
            ),
            el("span", {}, `= ${sum(numbers)}`),
          );
          cell.setAttribute("aria-label", `${names[place]}, ${nameOf(whose)}: ${numbers.join(" + ") || format("empty")}`);
          cell.classList.toggle("won", result.controllers[place] === whose);
          if (whose === side && place === world) cell.setAttribute("aria-current", "true");
          else cell.removeAttribute("aria-current");
        }
        const owner = result.controllers[place];
        const laid = sides[0][place].length + sides[1][place].length;
        owners[place].textContent = !laid ? "" : owner === null ? format("nobodys") : format("owns", { side: nameOf(owner) });
      }
      const full = sides[side][world].length >= here;
      for (const button of pad.children) button.disabled = full;
      if (counts[0] !== counts[1]) verdict.hint(format("not-equal-cards", { sun: counts[0], moon: counts[1] }));
      else if (counts[0] < FEWEST || counts[0] > most) verdict.hint(format("tap-worlds", { least: FEWEST, most }));
      else {
        const won = [0, 1].map(whose => result.controllers.filter(owner => owner === whose).length);
        const why = {
          places: () => format("worlds-won", { n: won[result.winner] }),
          stars: () => format("sum-of-all", { a: result.totals[result.winner], b: result.totals[1 - result.winner] }),
          draw: () => format("same-sum"),
        }[result.reason]();
        verdict.show({ winner: result.winner, why: [why] });
      }
    };
    const choose = (whose, place) => {
      [side, world] = [whose, place];
      draw();
    };
    const clear = () => {
      for (const places of sides) for (const place of places) place.length = 0;
      choose(0, 0);
    };
    const erase = () => {
      sides[side][world].pop();
      draw();
    };
    draw();
    const table = [0, 1, 2].map(place =>
      el(
        "div",
        { class: "world-row", role: "group", "aria-label": names[place] },
        el("p", { class: "world-name" }, names[place]),
        cells[place],
        owners[place],
      ),
    );
    return [
      el("div", { class: "heads" }, [0, 1].map(badge)),
      table,
      el("div", { class: "keys" }, pad, el("button", { type: "button", tap: erase }, format("erase"))),
      verdict.element,
      startOver(clear),
    ];
  });
  digits(root);
}
