// @ts-check
// The page of a table: what its forms do without a request, and its states when there is no network. When there
// is one, the server has already rendered the right state, and this only saves a round trip.

import { isCode, newCode, parseTable, tableText, withPlayers } from "./tables.js";
import { DAY, keep, kept, onFileHost, root, tableAddress } from "./phone.js";

const tidy = (text) => text.replace(/[\s\-_./]+/g, "").toUpperCase();

export function start(page) {
  const shell = () => page.dataset.state === "start" && location.hash !== "";
  const all = (name) => document.querySelectorAll(`[data-slot=${name}]`);
  const fill = (name, text) => all(name).forEach((slot) => (slot.textContent = text));
  const own = () => parseTable(kept("table"));

  /** Show this table, on its page or, without network, below the start page. */
  const go = (text) => {
    if (shell() || onFileHost) location.hash = text;
    else location.assign(tableAddress(text));
  };

  const sit = (table) => {
    keep("table", table.text, DAY);
    if (shell() && location.hash === `#${table.text}`) render();
    else go(table.text);
  };

  const aim = (name, table) =>
    document.querySelectorAll(`[data-go="${name}"]`).forEach((form) => (form.action = String(new URL(`t/${table ? tableText(table) : ""}`, root))));

  const showState = (state) => {
    for (const section of page.querySelectorAll("section[data-state]")) section.hidden = section.dataset.state !== state;
    all("leave").forEach((slot) => (slot.hidden = state !== "table"));
    scrollTo(0, 0);
  };

  /** The address as a code to scan, with its quiet zone of 4 modules. */
  const draw = async (address) => {
    const { encodeQR } = await import("./vendor/qr-0.7.0/index.js").catch(() => ({ encodeQR: undefined }));
    for (const picture of encodeQR ? all("picture") : []) {
      picture.src = encodeQR(address, "data-url", { border: 4, scale: 8 });
      picture.hidden = false;
    }
  };

  const showTable = (table) => {
    fill("code", table.code);
    page.querySelectorAll("[data-state=table] [data-slot=round]").forEach((slot) => (slot.textContent = table.round));
    const [link] = all("link");
    link.href = link.textContent = String(tableAddress(table.text));
    draw(link.href);
    fill("pack", `${table.pack} ${table.version}`);
    aim("next", { ...table, round: Math.min(table.round + 1, 999) });
    aim("back", { ...table, round: Math.max(table.round - 1, 1) });
    all("back").forEach((slot) => (slot.hidden = table.round === 1));
    for (let players = 2; players <= 6; players++) {
      aim(players, { ...table, code: withPlayers(table.code, players) });
      const [button] = page.querySelectorAll(`[data-go="${players}"] button`);
      if (players === table.players) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
    showState("table");
    refused();
  };

  const showAsk = (table, mine) => {
    for (const [name, one] of [["join", table], ["stay", mine]]) {
      aim(name, one);
      fill(name, one.code);
      page.querySelector(`[data-go="${name}"] [data-slot=round]`).textContent = one.round;
    }
    showState("ask");
  };

  /** Show what the address names after its #: a table, or a code alone. */
  const render = () => {
    const text = decodeURIComponent(location.hash.slice(1)), mine = own();
    const code = tidy(text.split("/")[0]);
    const table = parseTable(text) ?? (isCode(code) && !text.includes("/") ? parseTable(mine?.code === code ? mine.text : `${code}/1/${page.dataset.pack}`) : null);
    all("missing").forEach((slot) => (slot.hidden = table !== null || text === ""));
    if (table === null) return showState("start");
    const later = mine && mine.code === table.code && mine.pack === table.pack && mine.version === table.version && mine.round < table.round;
    if (mine && mine.text !== table.text && !later) return showAsk(table, mine);
    keep("table", table.text, DAY);
    showTable(table);
  };

  const refused = () => all("refused").forEach((slot) => (slot.hidden = own() !== null));

  document.addEventListener("submit", (event) => {
    const form = /** @type {PageElement} */ (event.target), { go: what } = form.dataset;
    if (what === undefined) return;
    const text = form.action.slice(new URL("t/", root).href.length), table = parseTable(text);
    const field = form.elements.code?.value ?? "";
    if (what === "start") {
      if (form.elements.lang && form.elements.lang.value !== document.documentElement.lang) return; // the server keeps it
      const [pack, version] = page.dataset.pack.split("/");
      const code = newCode(Number(/** @type {HTMLButtonElement} */ (event.submitter).value));
      sit(parseTable(tableText({ code, round: 1, pack, version })));
    } else if (what === "leave") {
      keep("table", "", 0);
      location.assign(root);
    } else if (what === "code") {
      go(tidy(field) || "");
    } else if (what === "card") {
      if (!shell()) return; // the server knows the table from the address
      location.assign(new URL(`?code=${encodeURIComponent(field)}`, root));
    } else if (table) {
      sit(table);
    } else return;
    event.preventDefault();
  });

  page.dataset.ready = "";
  if (page.dataset.state === "table") refused(); // the server has kept the table already, if the phone lets it
  if (page.dataset.state === "start") {
    addEventListener("hashchange", render);
    if (shell()) render();
    else if (own()) location.hash = own().text;
  }
}
