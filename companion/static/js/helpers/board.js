// @ts-check
// What the calculators share: slots that numbers are put into, and the verdict below them.

import { badge, el, figure, format, nameOf, open, picture } from "./parts.js";

/** Slots for numbers: one is active; what the pad gives goes there, and the next empty one becomes active. */
export class Slots {
  constructor(labels, changed) {
    this.labels = labels;
    this.changed = changed;
    this.buttons = labels.map((_, place) =>
      el("button", { type: "button", class: "slot", tap: () => this.choose(place) }),
    );
    this.clear(false);
  }

  clear(notify = true) {
    this.values = this.labels.map(() => null);
    this.choose(0);
    if (notify) this.changed();
  }

  choose(place) {
    this.active = place;
    this.draw();
  }

  /** Put a number, or null for nothing, into the active slot. */
  put(value) {
    this.values[this.active] = value;
    const order = this.values.map((_, i) => (this.active + 1 + i) % this.values.length);
    this.active = value === null ? this.active : (order.find(place => this.values[place] === null) ?? this.active);
    this.draw();
    this.changed();
  }

  /** Step to the next slot and leave this one as it is. */
  skip() {
    this.choose((this.active + 1) % this.values.length);
  }

  draw() {
    this.values.forEach((value, place) => {
      const button = this.buttons[place];
      button.replaceChildren(...(value === null ? [] : [picture(`xphere-${value}`)]));
      button.setAttribute("aria-label", `${this.labels[place]}: ${value === null ? format("empty") : figure(value)}`);
      if (place === this.active) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    });
  }
}

/** The result; screen readers announce its changes. */
export class Verdict {
  constructor() {
    this.element = el("div", { class: "verdict", role: "status" });
    this.hint("");
  }

  /** Show what is still to do. */
  hint(text) {
    this.element.className = "verdict";
    this.element.replaceChildren(el("p", {}, text));
  }

  /** Show the winner and the reason; `title` replaces the usual sentence, `more` are elements that follow. */
  show({ winner, why = [], title = null, more = [] }) {
    const side = winner === 0 || winner === 1 ? winner : null;
    this.element.className = `verdict is-decided ${winner === null ? "tied" : "won"}`;
    this.element.replaceChildren(
      el(
        "h2",
        {},
        side !== null && !title ? badge(side) : picture(winner === null ? "tie" : "star"),
        " ",
        title ?? (winner === null ? format("tie") : format("wins", { side: nameOf(winner) })),
      ),
      ...why.map(line => el("p", {}, line)),
      ...more,
    );
    this.element.scrollIntoView({ block: "nearest" });
  }
}

/** Return the button that empties everything. */
export const startOver = tap => el("button", { type: "button", class: "quiet", tap }, format("clear-all"));

/** Put a calculator into its page. */
export function calculator(root, build) {
  open(root);
  root.append(...build(root).flat());
}
