// @ts-check
// Duels of numbers that were laid: highest number, blind battle, closest to 7, gong storm.

import { badge, digits, el, format, nameOf, numberPad, setting } from "./parts.js";
import { calculator, Slots, startOver, Verdict } from "./board.js";
import { closestSum, highest, highestUnique } from "./judge.js";

const sidesOf = (values, size) => [values.slice(0, size), values.slice(size)];

/** Rows of slots with one pad below: what two sides or several players have laid. */
function rows({ names, size, judge }) {
  const verdict = new Verdict();
  let slots;
  const update = () => {
    if (slots.values.includes(null)) verdict.hint(format(size > 1 ? "tap-numbers" : "tap-number"));
    else verdict.show(judge(slots.values, () => slots.clear()));
  };
  const labels = names.flatMap(name =>
    Array.from({ length: size }, (_, i) => (size > 1 ? `${name.text} ${i + 1}` : name.text)),
  );
  slots = new Slots(labels, update);
  const lines = names.map((name, i) =>
    el(
      "div",
      { class: "laid", role: "group", "aria-label": name.text },
      name.sign,
      slots.buttons.slice(i * size, i * size + size),
    ),
  );
  const pad = numberPad(number => slots.put(number));
  update();
  return [el("div", { class: "rows" }, lines), pad, verdict.element, startOver(() => slots.clear())];
}

const bothSides = () => [0, 1].map(side => ({ text: nameOf(side), sign: badge(side) }));

/** A tie is played again up to `most` times; `more` is the button that clears the table for it. */
function replays(most) {
  let ties = 0;
  return (result, why, clear) => {
    if (result.winner !== null || ties >= most) {
      const last = result.winner === null;
      ties = 0;
      return { winner: result.winner, why, title: last ? format("tie") : null };
    }
    const again = el("button", { type: "button", class: "primary", tap: () => (ties++, clear()) }, format("once-more"));
    return { winner: null, why, title: format("tie-again"), more: [again] };
  };
}

function oneEach(root) {
  const most = root.dataset.duel === "blind_battle" ? setting("replays", 3, 0, 3) : 1;
  const end = replays(most);
  const judge = (values, clear) => {
    const result = highest(values);
    const [low, high] = [...values].sort();
    const why = result.winner === null ? [] : [format("more-than", { a: high, b: low })];
    return end(result, why, clear);
  };
  return rows({ names: bothSides(), size: 1, judge });
}

function closest() {
  const target = setting("target", 7, 2, 12);
  const end = replays(1);
  const judge = (values, clear) => {
    const result = closestSum(sidesOf(values, 2), target);
    const sums = [0, 1].map(side =>
      format("sum-away", {
        side: nameOf(side),
        a: values[2 * side],
        b: values[2 * side + 1],
        sum: result.sums[side],
        away: result.away[side],
        target,
      }),
    );
    const reason =
      result.reason === "lower" ? [format("equally-close")] : result.reason === "tie" ? [format("same-sum")] : [];
    return end(result, [...sums, ...reason], clear);
  };
  return rows({ names: bothSides(), size: 2, judge });
}

function unique() {
  let players = 3;
  const area = el("div", {});
  const fewer = el("button", { type: "button", "aria-label": format("fewer-players"), tap: () => change(-1) }, "−");
  const more = el("button", { type: "button", "aria-label": format("more-players"), tap: () => change(1) }, "+");
  const count = el("output", {});
  const player = seat => format("player", { n: seat + 1 });
  const judge = values => {
    const { winner, loser } = highestUnique(values);
    if (winner === null) return { winner, why: [format("no-single")] };
    const why = [format("only-once", { n: values[winner] }), format("lowest", { player: player(loser) })];
    return { winner, why, title: format("wins", { side: player(winner) }) };
  };
  const change = step => {
    players = Math.min(6, Math.max(2, players + step));
    count.textContent = format("players", { n: players });
    fewer.disabled = players === 2;
    more.disabled = players === 6;
    const names = Array.from({ length: players }, (_, seat) => ({
      text: player(seat),
      sign: el("span", { class: "badge" }, player(seat)),
    }));
    area.replaceChildren(...rows({ names, size: 1, judge }));
  };
  change(0);
  return [el("div", { class: "stepper" }, fewer, count, more), el("p", {}, format("first-player")), area];
}

const DUELS = { highest_xphere: oneEach, blind_battle: oneEach, closest_sum: closest, highest_unique: unique };

export function start(root) {
  calculator(root, DUELS[root.dataset.duel]);
  digits(root);
}
