// @ts-check
// Duels of sets of cards: best combination, biggest galaxy. The whole deck is there to tap on.

import { badge, el, format, nameOf, SIDES } from "./parts.js";
import { calculator, startOver, Verdict } from "./board.js";
import { compareCards } from "./combinations.js";
import { bestCombination, largestGalaxy } from "./judge.js";

let galaxies = [];

const mini = ([number, galaxy]) =>
  el("span", { class: `mini galaxy-${galaxy}` }, el("b", {}, String(number)), el("i", {}, galaxies[galaxy].code));

/** Return what a side has shown: its name, the cards, and what they are called. */
const shown = (side, cards, name) =>
  el("div", { class: "laid" }, badge(side), el("span", { class: "cards" }, cards.map(mini)), el("span", {}, name));

function combinations(hands) {
  const { winner, reason, sets, cards } = bestCombination(hands);
  const names = sets.map(set => format(set.type));
  const why = [];
  if (reason === "type") why.push(format("set-beats", { better: names[winner], other: names[1 - winner] }));
  if (reason === "number")
    why.push(format("same-set", { set: names[0] }), format("more-than", { a: cards[winner][0], b: cards[1 - winner][0] }));
  if (reason === "galaxy") {
    const [after, before] = [cards[winner], cards[1 - winner]].map(([, galaxy]) => galaxies[galaxy].name);
    why.push(format("same-set", { set: names[0] }), format("galaxy-decides", { after, before }));
  }
  return { winner, why, more: [0, 1].map(side => shown(side, sets[side].cards, names[side])) };
}

function biggest(hands) {
  const { winner, reason, groups, sums } = largestGalaxy(hands);
  const why = {
    size: () => format("more-cards", { a: groups[winner]?.length, b: groups[1 - winner]?.length }),
    sum: () => format("sum-decides", { a: sums[winner], b: sums[1 - winner] }),
    tie: () => format("same-sum"),
  }[reason]();
  const rows = [0, 1].map(side => shown(side, groups[side], `= ${sums[side]}`));
  return { winner, why: [why], more: rows };
}

const DUELS = { best_combination: combinations, largest_galaxy: biggest };

export function start(root) {
  galaxies = JSON.parse(root.dataset.galaxies).map((name, i) => ({ name, code: JSON.parse(root.dataset.codes)[i] }));
  const owner = new Map(); // place in the deck -> side
  let active = 0;
  calculator(root, () => {
    const verdict = new Verdict();
    const tabs = [0, 1].map(side =>
      el("button", { type: "button", class: `tab side-${SIDES[side]}`, tap: () => choose(side) }),
    );
    const deck = galaxies.flatMap((galaxy, g) =>
      [1, 2, 3, 4, 5, 6].map(number => {
        const place = 6 * g + number - 1;
        return el(
          "button",
          { type: "button", class: `mini galaxy-${g}`, tap: () => toggle(place) },
          el("b", {}, String(number)),
          el("i", {}, galaxy.code),
        );
      }),
    );
    const hands = () =>
      [0, 1].map(side =>
        [...owner]
          .filter(([, whose]) => whose === side)
          .map(([place]) => [(place % 6) + 1, Math.floor(place / 6)])
          .sort((a, b) => compareCards(b, a)),
      );
    const draw = () => {
      const both = hands();
      tabs.forEach((tab, side) => {
        tab.replaceChildren(badge(side), el("span", {}, format("cards", { n: both[side].length })));
        tab.setAttribute("aria-pressed", String(side === active));
      });
      deck.forEach((button, place) => {
        const whose = owner.get(place);
        const name = `${galaxies[Math.floor(place / 6)].name} ${(place % 6) + 1}`;
        button.disabled = whose !== undefined && whose !== active;
        button.setAttribute("aria-pressed", String(whose === active));
        button.setAttribute("aria-label", whose === undefined ? name : `${name}, ${nameOf(whose)}`);
        button.dataset.owner = whose === undefined ? "" : SIDES[whose];
      });
      if (both[0].length && both[1].length) verdict.show(DUELS[root.dataset.duel](both));
      else verdict.hint(format("tap-cards", { side: nameOf(active) }));
    };
    const choose = side => {
      active = side;
      draw();
    };
    const toggle = place => {
      if (owner.get(place) === active) owner.delete(place);
      else owner.set(place, active);
      draw();
    };
    const clear = () => {
      owner.clear();
      choose(0);
    };
    draw();
    return [
      el("div", { class: "tabs", role: "group" }, tabs),
      el("div", { class: "deck" }, deck),
      verdict.element,
      startOver(clear),
    ];
  });
}
