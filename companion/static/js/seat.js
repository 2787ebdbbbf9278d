// @ts-check
// Puts the right mission into a page that was made for others: one from before, without network, or one of a file
// host, where no server decides. The mission of a table is computed (docs/tables.md), its page fetched, which the
// service worker has, and its card put in place of the other.

import { dealt, parseTable } from "./tables.js";
import { DAY, keep, kept, onFileHost, root, tableAddress } from "./phone.js";

export const LETTER = { bonus: "B", malus: "M", fight: "F" };

export const read = async (address) => {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} ${answer.status}`);
  return answer;
};

/** How many play, by the table or by choice; 3 for three and more. */
export const players = () => parseTable(kept("table"))?.players ?? Number(kept("players") || 3);

/** The address of the mission that a card leads to at a table (companion/missions/card_map.py), from a pack given as
 * "gong-fight/1.0.0". Without a table the server makes a page for two and one for more, which phones keep. */
async function missionOf(table, kind, place, pack) {
  const folder = new URL(`m/${pack}/`, root);
  const made = await (await read(new URL("missions.json", folder))).json(); // {"B01": [2, 6], ...}
  const suits = ([low, high]) => low <= table.players && table.players <= high;
  const missions = Object.keys(made).filter((id) => id.startsWith(LETTER[kind]) && suits(made[id]));
  if (!missions.length) throw new Error(`no ${kind} mission of ${pack} for ${table.players} players`);
  const [name, version] = pack.split("/");
  return new URL(missions[dealt({ ...table, pack: name, version }, kind, missions.length, place)], folder);
}

/** The page at an address, worded for as many as play. A file host has pages for two of their own, where they differ. */
async function readWorded(address, two) {
  if (two) {
    const own = new URL("2/", address.href.replace(/\/?$/, "/"));
    address.search = "?players=2";
    if (onFileHost) return read(own).catch(() => read(address)); // not there: the same for two, or without network
  }
  return read(address);
}

/** Replace what `name` selects by the same part of another page; addresses in it are made whole. */
export async function swap(name, address, two) {
  const answer = await readWorded(address, two), from = answer.url || address;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const part = page.querySelector(name), here = document.querySelector(name);
  for (const attribute of ["href", "src", "action"])
    for (const element of part.querySelectorAll(`[${attribute}]`)) {
      const value = element.getAttribute(attribute);
      if (!/^[#?]/.test(value)) element.setAttribute(attribute, new URL(value, from));
    }
  const code = here.querySelector(".band b");
  if (code) part.querySelector(".band").append(code);
  here.replaceWith(part);
  document.title = page.title;
  part.dispatchEvent(new Event("arrive", { bubbles: true }));
}

function show(table) {
  for (const seat of document.querySelectorAll(".seat")) {
    seat.hidden = !table;
    if (!table) continue;
    seat.href = String(tableAddress(table.text));
    seat.querySelector("b").textContent = table.code;
    seat.querySelector("[data-slot=round]").textContent = table.round;
  }
  for (const choice of document.querySelectorAll("nav.players")) choice.hidden = Boolean(table);
}

/** Make the page right for the table that this phone is at, or for the number of players that was chosen. */
export async function settle(main) {
  const chosen = new URLSearchParams(location.search).get("players");
  if (chosen === "2" || chosen === "3") keep("players", chosen, 365 * DAY);
  const table = parseTable(kept("table"));
  const seats = (!table && chosen) || (players() === 2 ? "2" : "3"), { kind, place, pack } = main.dataset;
  const made = main.dataset.seats === seats && (main.dataset.table ?? "") === (table?.text ?? "");
  if (made) return;
  show(table);
  if (table && kind) {
    const mission = await missionOf(table, kind, Number(place), `${table.pack}/${table.version}`)
      .catch(() => missionOf(table, kind, Number(place), pack)); // its pack is not here: the server does the same
    await swap(".card", mission, seats === "2");
  } else if (main.dataset.seats !== seats) {
    await swap(kind ? ".card" : "[data-worded]", new URL(location.pathname, location.href), seats === "2");
  }
  main.dataset.seats = seats;
  if (table) main.dataset.table = table.text;
  else delete main.dataset.table;
}
