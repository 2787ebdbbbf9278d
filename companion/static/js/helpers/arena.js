// @ts-check
// A duel on the whole screen: the phone is between two players, or goes from hand to hand.
// A game is an async function of the stage; it returns {winner, why, shown}. Leaving the arena abandons it.

import { badge, digits, el, format, listen, nameOf, open, picture, SIDES, sound, tremble } from "./parts.js";

const PAUSE = 900; // ms in which the last taps of a wild duel press no button of the result

class Stage {
  constructor(dialog, signal) {
    this.dialog = dialog;
    this.signal = signal;
    this.body = el("div", { class: "stage" });
    this.voice = el("p", { class: "hidden", role: "status" });
    this.close = el(
      "button",
      { type: "button", class: "close", "aria-label": format("stop"), tap: () => dialog.close() },
      picture("close"),
    );
    dialog.replaceChildren(this.close, this.body, this.voice);
    digits(this.body, signal);
  }

  /** Show elements instead of what was there, and let the keyboard begin at the first button. */
  show(...elements) {
    this.body.replaceChildren(...elements);
    (this.body.querySelector("[data-first]") ?? this.body.querySelector("button:not(:disabled)"))?.focus();
  }

  /** Announce a text to screen readers. */
  announce(text) {
    this.voice.textContent = text;
  }

  /** Wait a number of milliseconds; never resolves after the arena is closed. */
  wait(time) {
    return new Promise(resolve => {
      const timer = setTimeout(resolve, time);
      this.signal.addEventListener("abort", () => clearTimeout(timer));
    });
  }

  /** Call `tick` every 100 ms with the milliseconds left; resolve to true at the end. `stop()` ends it before. */
  countDown(time, tick) {
    const end = performance.now() + time;
    let timer = 0;
    let stop;
    const over = new Promise(resolve => {
      stop = () => {
        clearInterval(timer);
        resolve(false);
      };
      const look = () => {
        const left = Math.max(0, end - performance.now());
        tick(left);
        if (left > 0) return;
        clearInterval(timer);
        resolve(true);
      };
      timer = setInterval(look, 100);
      this.signal.addEventListener("abort", () => clearInterval(timer));
      look();
    });
    return { over, stop };
  }

  /**
   * Ask for one of some answers and return its value.
   *
   * options: {value, label, picture, number, disabled}; `side`: whose turn it is; `hush`: hidden from the other player.
   */
  ask({ side = null, title, text = "", options, layout = "", above = null }) {
    return new Promise(resolve => {
      const buttons = options.map(option =>
        el(
          "button",
          {
            type: "button",
            "data-value": String(option.value),
            "data-number": option.number ?? null,
            disabled: option.disabled ?? false,
            "aria-label": option.picture && option.hideLabel ? option.label : null,
            tap: () => resolve(option.value),
          },
          option.picture && picture(option.picture),
          !option.hideLabel && el("span", {}, option.label),
        ),
      );
      const heading = el("h2", { tabindex: "-1", "data-first": true }, title);
      this.show(
        el(
          "div",
          { class: `screen ${side === null ? "" : `side-${SIDES[side]}`}` },
          side !== null && badge(side),
          heading,
          text && el("p", {}, text),
          above,
          el("div", { class: `options ${layout}` }, buttons),
        ),
      );
    });
  }

  /** Ask a side to take the phone, the other one not to look. */
  handOver(side, text = format("look-away", { side: nameOf(1 - side) })) {
    return this.ask({
      side,
      title: format("hand-over", { side: nameOf(side) }),
      text,
      options: [{ value: true, label: format("i-am", { side: nameOf(side) }) }],
      layout: "single",
    });
  }

  /**
   * Show two halves, one for each side, the upper one turned towards the player who sits opposite.
   *
   * Returns {halves, middle}; `tapped(side, time)` is called for each touch, key or click; `time` as performance.now().
   */
  halves(tapped, keys = true) {
    const halves = [0, 1].map(side => {
      const half = el(
        "button",
        { type: "button", class: `half side-${SIDES[side]}` },
        picture(SIDES[side]),
        el("b", {}),
        el("span", {}),
        keys && el("kbd", { "aria-hidden": "true" }, "SL"[side]),
      );
      const tap = event => tapped(side, event.timeStamp);
      half.addEventListener("pointerdown", event => {
        event.preventDefault();
        tap(event);
      });
      half.addEventListener("keydown", event => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        if (!event.repeat) tap(event);
      });
      half.addEventListener("keyup", event => event.key === " " && event.preventDefault());
      half.addEventListener("click", event => event.detail === 0 && tap(event)); // by a screen reader
      half.addEventListener("contextmenu", event => event.preventDefault());
      return half;
    });
    const middle = el("div", { class: "middle" });
    this.show(halves[1], middle, halves[0]);
    const round = new AbortController();
    this.signal.addEventListener("abort", () => round.abort());
    document.addEventListener(
      "keydown",
      event => {
        const side = ["KeyS", "KeyL"].indexOf(event.code); // by place on the keyboard, whatever its letters are
        if (side < 0 || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
        if (halves[0].isConnected) tapped(side, event.timeStamp);
        else round.abort();
      },
      { signal: round.signal },
    );
    const write = (side, large, small = "") => {
      halves[side].querySelector("b").textContent = large;
      halves[side].querySelector("span").textContent = small;
    };
    return { halves, middle, write };
  }

  /** Wait until both sides have tapped their half. */
  ready(text) {
    return new Promise((/** @type {(ready?: undefined) => void} */ resolve) => {
      const done = [false, false];
      const { halves, write } = this.halves(side => {
        if (done[side]) return;
        done[side] = true;
        halves[side].classList.add("is-ready");
        write(side, "✓", text);
        if (done[0] && done[1]) resolve();
      });
      for (const side of [0, 1]) write(side, format("ready"), text);
      this.announce(format("ready-both"));
    });
  }

  /** Show who has won and why; resolve to true if they want to play on. */
  finish({ winner, why = [], shown = null }, again) {
    return new Promise(resolve => {
      const lines = Array.isArray(why) ? why : [why];
      const headline = winner === null ? format(again ? "tie-again" : "tie") : format("wins", { side: nameOf(winner) });
      const halves = [0, 1].map(side => {
        const state = winner === null ? "tied" : winner === side ? "won" : "lost";
        return el(
          "div",
          { class: `half result ${state} side-${SIDES[side]}`, "aria-hidden": "true" },
          picture(state === "won" ? "star" : SIDES[side]),
          el("b", {}, format(state)),
        );
      });
      const way = document.querySelector("[data-to=mission]");
      const buttons = [
        el(
          "button",
          { type: "button", class: "primary", tap: () => resolve(true) },
          format(again ? "once-more" : "again"),
        ),
        el(
          "button",
          { type: "button", tap: () => (way ? way.click() : resolve(false)) },
          way ? way.textContent : format("done"),
        ),
      ];
      if (!again && way) buttons.reverse();
      for (const button of buttons) button.disabled = true;
      this.show(
        halves[1],
        el(
          "div",
          { class: "middle end" },
          el("h2", { tabindex: "-1", "data-first": true }, headline),
          shown,
          lines.map(line => el("p", {}, line)),
          el("div", { class: "buttons" }, buttons),
        ),
        halves[0],
      );
      this.announce([headline, ...lines].join(" "));
      this.wait(PAUSE).then(() => {
        for (const button of buttons) button.disabled = false;
        if (this.body.contains(document.activeElement)) buttons[0].focus();
      });
    });
  }
}

/** Make a helper that plays in the arena. `replay`: a tie is played once more. `starts`: more ways to begin. */
export function arena(root, play, { replay = false, starts = ["start"] } = {}) {
  open(root);
  const dialog = el("dialog", { class: "arena", "aria-label": document.querySelector("h1").textContent.trim() });
  const run = async way => {
    const left = new AbortController();
    dialog.addEventListener("close", () => left.abort(), { once: true });
    const stage = new Stage(dialog, left.signal);
    listen();
    dialog.showModal();
    for (let again = false, on = true; on;) {
      const result = await play(stage, way);
      sound("gong");
      tremble(80);
      again = replay && result.winner === null && !again;
      on = await stage.finish(result, again);
    }
    dialog.close();
  };
  root.append(
    el(
      "div",
      { class: "begin" },
      starts.map((way, i) =>
        el("button", { type: "button", class: i ? "second" : "draw", tap: () => run(way) }, format(way)),
      ),
    ),
    dialog,
  );
}
