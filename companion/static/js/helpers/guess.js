// @ts-check
// Guess the number, guess the galaxy: the hider tells the phone which card it is, and the phone gives the hints.

import { arena } from "./arena.js";
import { format, nameOf, picture, setting, wordSetting } from "./parts.js";

async function guesserOf(stage) {
  const given = wordSetting("guesser", ["self", "opponent"]);
  if (given) return given === "self" ? 0 : 1;
  const options = [0, 1].map(side => ({ value: side, label: nameOf(side), picture: side ? "moon" : "sun" }));
  return stage.ask({ title: format("who-guesses"), options, layout: "large" });
}

async function number(stage) {
  const guesser = await guesserOf(stage);
  const hider = 1 - guesser;
  const tries = setting("tries", 2, 1, 5);
  const all = [1, 2, 3, 4, 5, 6];
  const option = (n, low = 1, high = 6) => ({
    value: n,
    number: n,
    label: String(n),
    picture: `xphere-${n}`,
    hideLabel: true,
    disabled: n < low || n > high,
  });
  await stage.handOver(hider, format("choose-card"));
  const hidden = await stage.ask({
    side: hider,
    title: format("its-number"),
    options: all.map(n => option(n)),
    layout: "six",
  });
  await stage.handOver(guesser, format("card-is-hidden"));
  let [low, high] = [1, 6];
  let hint = "";
  for (let left = tries; left > 0; left--) {
    const given = await stage.ask({
      side: guesser,
      title: format("which-number"),
      text: [hint, format("tries", { n: left })].filter(Boolean).join(" "),
      options: all.map(n => option(n, low, high)),
      layout: "six",
    });
    if (given === hidden)
      return { winner: guesser, why: format("found-number", { n: hidden }), shown: picture(`xphere-${hidden}`) };
    if (hidden > given) low = given + 1;
    else high = given - 1;
    hint = format(hidden > given ? "is-higher" : "is-lower", { n: given });
    stage.announce(hint);
  }
  return {
    winner: hider,
    why: [format("was-number", { n: hidden }), format("show-card")],
    shown: picture(`xphere-${hidden}`),
  };
}

async function galaxy(stage) {
  const guesser = await guesserOf(stage);
  const hider = 1 - guesser;
  const tries = setting("tries", 3, 1, 8);
  const names = JSON.parse(stage.dialog.closest("[data-galaxies]").dataset.galaxies);
  const gone = new Set();
  const options = () =>
    names.map((name, i) => ({ value: i, number: i + 1, label: name, picture: `galaxy-${i}`, disabled: gone.has(i) }));
  await stage.handOver(hider, format("choose-card"));
  const hidden = await stage.ask({ side: hider, title: format("its-galaxy"), options: options(), layout: "names" });
  await stage.handOver(guesser, format("card-is-hidden"));
  for (let left = tries; left > 0; left--) {
    const title = format("which-galaxy");
    const missed = gone.size ? format("not-that", { galaxy: names[[...gone].at(-1)] }) : "";
    const given = await stage.ask({
      side: guesser,
      title,
      text: [missed, format("tries", { n: left })].filter(Boolean).join(" "),
      options: options(),
      layout: "names",
    });
    if (given === hidden)
      return {
        winner: guesser,
        why: format("found-galaxy", { galaxy: names[hidden] }),
        shown: picture(`galaxy-${hidden}`),
      };
    gone.add(given);
  }
  return {
    winner: hider,
    why: [format("was-galaxy", { galaxy: names[hidden] }), format("show-card")],
    shown: picture(`galaxy-${hidden}`),
  };
}

const DUELS = { guess_number: number, guess_galaxy: galaxy };

export const start = root => arena(root, DUELS[root.dataset.duel]);
