// Guess the number, guess the galaxy: the hider tells the phone which card it is, and the phone gives the hints.

import { arena } from "./arena.js";
import { nameOf, picture, say, setting, wordSetting } from "./parts.js";

async function guesserOf(stage) {
  const given = wordSetting("guesser", ["self", "opponent"]);
  if (given) return given === "self" ? 0 : 1;
  const options = [0, 1].map(side => ({ value: side, label: nameOf(side), picture: side ? "moon" : "sun" }));
  return stage.ask({ title: say("who-guesses"), options, layout: "large" });
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
  await stage.handOver(hider, say("choose-card"));
  const hidden = await stage.ask({
    side: hider,
    title: say("its-number"),
    options: all.map(n => option(n)),
    layout: "six",
  });
  await stage.handOver(guesser, say("card-is-hidden"));
  let [low, high] = [1, 6];
  let hint = "";
  for (let left = tries; left > 0; left--) {
    const given = await stage.ask({
      side: guesser,
      title: say("which-number"),
      text: [hint, say("tries", { n: left })].filter(Boolean).join(" "),
      options: all.map(n => option(n, low, high)),
      layout: "six",
    });
    if (given === hidden)
      return { winner: guesser, why: say("found-number", { n: hidden }), shown: picture(`xphere-${hidden}`) };
    if (hidden > given) low = given + 1;
    else high = given - 1;
    hint = say(hidden > given ? "is-higher" : "is-lower", { n: given });
    stage.announce(hint);
  }
  return {
    winner: hider,
    why: [say("was-number", { n: hidden }), say("show-card")],
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
  await stage.handOver(hider, say("choose-card"));
  const hidden = await stage.ask({ side: hider, title: say("its-galaxy"), options: options(), layout: "names" });
  await stage.handOver(guesser, say("card-is-hidden"));
  for (let left = tries; left > 0; left--) {
    const title = say("which-galaxy");
    const missed = gone.size ? say("not-that", { galaxy: names[[...gone].at(-1)] }) : "";
    const given = await stage.ask({
      side: guesser,
      title,
      text: [missed, say("tries", { n: left })].filter(Boolean).join(" "),
      options: options(),
      layout: "names",
    });
    if (given === hidden)
      return {
        winner: guesser,
        why: say("found-galaxy", { galaxy: names[hidden] }),
        shown: picture(`galaxy-${hidden}`),
      };
    gone.add(given);
  }
  return {
    winner: hider,
    why: [say("was-galaxy", { galaxy: names[hidden] }), say("show-card")],
    shown: picture(`galaxy-${hidden}`),
  };
}

const DUELS = { guess_number: number, guess_galaxy: galaxy };

export const start = root => arena(root, DUELS[root.dataset.duel]);
