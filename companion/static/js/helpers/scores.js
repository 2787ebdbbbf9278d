// @ts-check
// The score sheet of a game: names, rounds, totals, who has won; kept in the browser's own storage and nowhere else.

import { el, figure, format, open, picture } from "./parts.js";
import * as sheets from "./sheets.js";

const LONGEST_NAME = 24;

let game = "";
let rules = {};
let root = null;
let sheet = null;
let storing = true;

const key = () => `gong-scores:${game}`;

/** Keep the sheet, or forget it; without storage it lives as long as the page. */
function keep() {
  try {
    if (sheet) localStorage.setItem(key(), JSON.stringify(sheet));
    else localStorage.removeItem(key());
  } catch {
    storing = false;
  }
}

/** Return the sheet that was kept, or null; one that cannot be right is left alone until another one is begun. */
function kept() {
  try {
    const text = localStorage.getItem(key());
    return text === null ? null : sheets.read(JSON.parse(text), game, rules);
  } catch (error) {
    if (error instanceof DOMException) storing = false;
    return null;
  }
}

const nameOf = seat => sheet.names[seat] || format("player", { n: seat + 1 });
const button = (label, tap, given = {}) => el("button", { type: "button", tap, ...given }, label);

/** Return the sentence for invalid input. */
function problem({ reason, values }) {
  const player = values.seat === undefined ? "" : nameOf(values.seat);
  return format(reason, { ...values, low: figure(values.low ?? 0), high: figure(values.high ?? 0), player });
}

/** Show `parts`; `voice` is announced to screen readers, `focus` gets the keyboard focus. */
function show(parts, voice = "", focus = null) {
  const status = root.querySelector(".voice");
  root.querySelector(".paper").replaceChildren(...parts.flat().filter(Boolean));
  status.textContent = voice;
  focus?.focus();
}

// Before the first round: who plays?

function setUp(names = null, option = rules.option) {
  const [low, high] = rules.seats;
  const fields = names ?? Array.from({ length: Math.max(low, Math.min(3, high)) }, () => "");
  const warning = el("p", { class: "warning", role: "alert" });
  const inputs = fields.map((name, seat) => {
    const label = format("player", { n: seat + 1 });
    return el("input", {
      type: "text",
      maxlength: LONGEST_NAME,
      value: name,
      placeholder: label,
      "aria-label": format("name-of", { n: seat + 1 }),
      autocomplete: "off",
      autocapitalize: "words",
      spellcheck: "false",
      enterkeyhint: "next",
    });
  });
  const chosen = el("input", { type: "number", inputmode: "numeric", min: 0, step: 1, value: option ?? "" });
  const typed = () => inputs.map(input => input.value.trim().replace(/\s+/g, " "));
  const change = (to, focus) => {
    setUp(to, chosen.value);
    root.querySelector(focus).focus();
  };
  const begin = event => {
    event.preventDefault();
    try {
      sheet = sheets.create(game, typed(), rules, rules.option === undefined ? undefined : Number(chosen.value || NaN));
    } catch (error) {
      if (!(error instanceof sheets.Refused)) throw error;
      warning.textContent = problem(error);
      return;
    }
    keep();
    table("", true);
  };
  show([
    el(
      "form",
      { class: "set-up", novalidate: true },
      el("h2", {}, format("who-plays")),
      el("p", {}, format("order")),
      el(
        "ol",
        {},
        inputs.map(input => el("li", {}, input)),
      ),
      el(
        "div",
        { class: "stepper" },
        button("−", () => change(typed().slice(0, -1), ".fewer"), {
          class: "fewer",
          "aria-label": format("fewer-players"),
          disabled: inputs.length <= low,
        }),
        button("+", () => change([...typed(), ""], ".more"), {
          class: "more",
          "aria-label": format("more-players"),
          disabled: inputs.length >= high,
        }),
      ),
      rules.option !== undefined && el("label", { class: "option" }, format("option"), chosen),
      warning,
      el("button", { class: "draw" }, format("start")),
    ),
  ]);
  root.querySelector("form").addEventListener("submit", begin);
}

// The sheet itself.

/** Enter a line and show the sheet again; or show what is wrong with it, or what is missing. */
function write(line, warning, ask = (/** @type {any} */ _error) => false) {
  try {
    sheet = sheets.enter(sheet, line, rules);
  } catch (error) {
    if (!(error instanceof sheets.Refused)) throw error;
    if (!ask(error)) warning.textContent = problem(error);
    return;
  }
  keep();
  table(format("written"), true);
}

/** Return the buttons that ask for one of some players. */
const who = (question, seats, chosen) =>
  el(
    "div",
    { class: "who-won" },
    el("p", {}, question),
    el(
      "div",
      { class: "buttons" },
      seats.map(seat => button(nameOf(seat), () => chosen(seat), { class: "primary" })),
    ),
  );

const numberField = (seat, low, high) =>
  el("input", {
    type: "number",
    inputmode: low < 0 ? null : "numeric",
    min: low,
    max: high,
    step: 1,
    "aria-label": format("number-of", { player: nameOf(seat) }),
    enterkeyhint: "next",
  });

const inputValue = input => (input.value.trim() === "" ? NaN : Number(input.value));

/** Return what the next round is asked with: {fields: one for each row or null, below: elements}. */
function questions() {
  const seats = sheet.names.map((_, seat) => seat);
  const warning = el("p", { class: "warning", role: "alert" });
  const more = el("div", {});
  if (game === "gong") {
    const fields = seats.map(seat => numberField(seat, 0, 9));
    const win = seats.map(seat =>
      button(picture("star"), () => write({ winner: seat }, warning), {
        class: "win",
        "aria-label": format("wins-round", { player: nameOf(seat) }),
      }),
    );
    const enter = winner => {
      const laid = fields.map(inputValue);
      const best = seats.filter(seat => laid[seat] === Math.max(...laid));
      const line = { winner: winner ?? (best.length === 1 ? best[0] : null), families: laid };
      write(line, warning, ({ reason, values }) => {
        if (reason !== "who-was-first") return false;
        more.replaceChildren(who(format("who-was-first"), values.seats, enter));
        more.querySelector("button").focus();
        return true;
      });
    };
    const below = [more, warning, button(format("write"), () => enter(null), { class: "draw" })];
    return { fields, win, below, title: format("ask") };
  }
  if (game === "gang-of-four") {
    const fields = seats.map(seat => numberField(seat, 0, rules.table.length - 1));
    const enter = winner => {
      const line = { cards_left: fields.map(inputValue), ...(winner !== undefined && { winner }) };
      write(line, warning, ({ reason }) => {
        const might = seats.filter(seat =>
          line.cards_left.every((cards, other) => (other === seat ? cards > 0 : cards === 1)),
        );
        if (reason !== "one-without-cards" || winner !== undefined || !might.length) return false;
        more.replaceChildren(who(format("who-won"), might, enter));
        more.querySelector("button").focus();
        return true;
      });
    };
    return {
      fields,
      below: [more, warning, button(format("write"), () => enter(), { class: "draw" })],
      title: format("ask"),
    };
  }
  const fields = seats.map(seat => numberField(seat, -500, 500));
  let closer = null;
  const marks = seats.map(seat =>
    button(
      format("closer"),
      () => {
        closer = closer === seat ? null : seat;
        marks.forEach((mark, other) => mark.setAttribute("aria-pressed", String(other === closer)));
      },
      { class: "closer", "aria-pressed": "false", "aria-label": format("closer-of", { player: nameOf(seat) }) },
    ),
  );
  // Some phones have no minus among their digits.
  const signs = fields.map(field =>
    button("±", () => (field.value = field.value === "" ? "" : String(-Number(field.value))), {
      class: "minus",
      "aria-label": format("minus"),
    }),
  );
  const below = [
    warning,
    button(format("write"), () => write({ grids: fields.map(inputValue), closer }, warning), { class: "draw" }),
  ];
  return { fields, signs, marks, below, title: format("ask") };
}

/** Return notes about the next round. */
function news() {
  if (game !== "gang-of-four") return [format("begins", { player: nameOf(sheets.starter(sheet)) })];
  const first = sheets.leader(sheet);
  const swap = sheets.exchange(sheet, rules);
  return [
    swap && format("exchange", { loser: nameOf(swap.loser), winner: nameOf(swap.winner) }),
    first === null ? format("first-leads") : format("leads", { player: nameOf(first) }),
    format(sheets.direction(sheet)),
  ].filter(Boolean);
}

function history() {
  const lines = sheets.points(sheet, rules);
  const row = (title, numbers, tag = "td") =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, title),
      numbers.map(number => el(tag, {}, figure(number))),
    );
  return el(
    "details",
    { class: "history" },
    el("summary", {}, format("all-rounds")),
    el(
      "div",
      { class: "table", tabindex: "0" },
      el(
        "table",
        {},
        el(
          "thead",
          {},
          el(
            "tr",
            {},
            el("td", {}),
            sheet.names.map((_, seat) => el("th", { scope: "col" }, nameOf(seat))),
          ),
        ),
        el(
          "tbody",
          {},
          lines.map((line, i) => row(format("round", { n: i + 1 }), line)),
          row(format("total"), sheets.totals(sheet, rules), "th"),
        ),
      ),
    ),
  );
}

/** Show the sheet; `first`: the keyboard goes on at the heading. */
function table(voice = "", first = false) {
  const all = sheets.totals(sheet, rules);
  const best = sheet.rounds.length ? sheets.leaders(sheet, rules) : [];
  const over = sheets.isOver(sheet, rules);
  const won = sheets.winners(sheet, rules);
  const last = sheets.points(sheet, rules).at(-1);
  const asked = over ? null : questions();
  const counts = asked && game === "gong" ? asked.fields : null;
  const rows = all.map((total, seat) =>
    el(
      "li",
      { class: best.includes(seat) ? "best" : "" },
      el(
        "span",
        { class: "name" },
        best.includes(seat) && picture("star"),
        nameOf(seat),
        best.includes(seat) && el("span", { class: "hidden" }, ` (${format("best")})`),
      ),
      el("span", { class: "last" }, last ? (last[seat] > 0 ? `+${last[seat]}` : figure(last[seat])) : ""),
      el("b", { class: "total" }, figure(total)),
      asked &&
        el(
          "span",
          { class: "entry" },
          asked.win?.[seat],
          counts
            ? el("span", { class: "count", hidden: true }, counts[seat])
            : [asked.signs?.[seat], asked.fields[seat], asked.marks?.[seat]],
        ),
    ),
  );
  const names = won.map(nameOf);
  const result =
    won.length === 1 ? format("wins-match", { player: names[0] }) : format("share", { players: names.join(" + ") });
  const heading = el(
    "h2",
    { tabindex: "-1" },
    over ? [picture("star"), " ", result] : format("round", { n: sheet.rounds.length + 1 }),
  );
  let below = asked?.below ?? [];
  let families = null;
  if (counts) {
    const parts = el("div", { hidden: true }, below);
    families = button(
      format("families"),
      () => {
        const counting = parts.hidden;
        parts.hidden = !counting;
        families.setAttribute("aria-pressed", String(counting));
        for (const field of root.querySelectorAll(".count")) field.hidden = !counting;
        for (const win of root.querySelectorAll(".win")) win.hidden = counting;
        if (counting) counts[0].focus();
      },
      { "aria-pressed": "false", class: "families" },
    );
    below = [families, parts];
  }
  const form = el(
    "form",
    { novalidate: true, class: over ? "is-over" : "" },
    heading,
    !over && news().map(line => el("p", { class: "news" }, line)),
    asked && el("p", { class: "ask" }, asked.title),
    el("ol", { class: `standings ${game}` }, rows),
    below,
  );
  form.addEventListener("submit", event => event.preventDefault());
  form.addEventListener("keydown", event => {
    if (event.key !== "Enter" || event.target.tagName !== "INPUT") return;
    event.preventDefault();
    const fields = [...form.querySelectorAll("input")].filter(field => field.offsetParent);
    const next = fields[fields.indexOf(event.target) + 1];
    if (next) next.focus();
    else form.querySelector(".draw").click();
  });
  show(
    [
      form,
      el(
        "div",
        { class: "buttons" },
        sheet.rounds.length > 0 &&
          button(format("undo"), () => {
            sheet = sheets.undo(sheet);
            keep();
            table("", true);
          }),
        button(format("new"), askForNew),
      ),
      sheet.rounds.length > 0 && history(),
      el("p", { class: "storage" }, format(storing ? "kept" : "not-kept")),
    ],
    over ? result : voice,
    first ? heading : null,
  );
}

/** Erasing a sheet cannot be taken back: ask first. The names are kept for the next match. */
function askForNew() {
  if (!sheet.rounds.length) {
    forget();
    return;
  }
  const no = button(format("no"), () => table("", true));
  show(
    [
      el(
        "div",
        { class: "sure" },
        el("h2", {}, format("sure")),
        el("div", { class: "buttons" }, no, button(format("yes"), forget, { class: "wrong" })),
      ),
    ],
    "",
    no,
  );
}

function forget() {
  const { names, target, length } = sheet;
  sheet = null;
  keep();
  setUp(names, target ?? length);
}

export function start(element) {
  root = element;
  game = root.dataset.game;
  rules = JSON.parse(root.dataset.rules);
  open(root);
  root.append(el("div", { class: "paper" }), el("p", { class: "hidden voice", role: "status" }));
  const begin = () => {
    sheet = kept();
    if (sheet) table();
    else setUp();
  };
  begin();
  addEventListener("storage", event => event.key === key() && begin()); // the same sheet in another tab
}
