// @ts-check
// The script of every page; without it every page works too. It starts what a page asks for:
//
//   <button hidden data-script="helpers/reflex">   loads helpers/reflex.js when it is tapped, then start(element)
//   <div data-script="helpers/timer" data-script-now>   the same when the page is shown
//   data-needs="speechSynthesis"   only where the browser has that (a property of window or navigator)
//
// What works only with a script is `hidden` in the page and is shown here. Scripts hold no words for readers: those
// come from the page. A script that cannot be loaded hides its element again; the page is complete without it.
// A part that is added to a page later fires the event "arrive". Modules do not import this one: its address
// has a version, and it would run twice.

const begun = new WeakSet();

async function begin(element, optional) {
  if (begun.has(element)) return;
  begun.add(element);
  try {
    (await import(`./${element.dataset.script}.js`)).start(element);
  } catch (error) {
    begun.delete(element);
    element.hidden = optional;
    console.info(error);
  }
}

/** Start what `part` of the page asks for. */
function enliven(part) {
  for (const element of part.querySelectorAll("[data-script]")) {
    const { needs, scriptNow } = element.dataset, optional = element.hidden;
    if (needs && !(needs in window || needs in navigator)) continue;
    element.hidden = false;
    if (scriptNow === undefined) element.addEventListener("click", () => begin(element, optional));
    else begin(element, optional);
  }
}

addEventListener("arrive", (event) => enliven(event.target));
enliven(document);

// A page may come from before, from this phone or from a file host; then it was made for another table or number of
// players than the phone's, or shows the start page where a server would have led on from a typed code.
const main = document.querySelector("main"), asked = new URLSearchParams(location.search);

function kept(name) {
  try {
    return new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie)?.[1] ?? "";
  } catch {
    return ""; // storage is blocked
  }
}

function fits() {
  const { seats, table = "" } = main.dataset, chosen = asked.get("players") ?? "", players = kept("players");
  const worded = (chosen === "" || chosen === players) && (!/^[23]$/.test(players) || players === seats);
  return !seats || (kept("table") === table && (table !== "" || worded));
}

if (!fits()) import("./seat.js").then(({ settle }) => settle(main)).catch(console.info);
if (asked.get("code")) import("./codes.js").then(({ lead }) => lead(asked.get("code"))).catch(console.info);
addEventListener("pageshow", (event) => event.persisted && !fits() && location.reload());

// For days without network: the worker keeps the pages of this version in this language. Only https has workers.
const { offline } = document.querySelector("script[data-offline]")?.dataset ?? {};

async function remember() {
  try {
    if (navigator.connection?.saveData) return;
    await navigator.serviceWorker.register(new URL("../../sw.js", import.meta.url));
    (await navigator.serviceWorker.ready).active.postMessage(new URL(offline, new URL("../../", import.meta.url)).href);
  } catch {
    // plain http, blocked or full: the site works on without
  }
}

if (offline) addEventListener("load", remember);

/** What the phone keeps for itself; without storage everything works, but is forgotten. */
function own(/** @type {"localStorage" | "sessionStorage"} */ storage, name, value = undefined) {
  try {
    if (value === undefined) return window[storage].getItem(name);
    window[storage].setItem(name, value);
  } catch {
    return null;
  }
}

// Who came from the camera goes back there for the next card.
if (own("sessionStorage", "scan")) for (const next of document.querySelectorAll("[data-scan]")) next.href = next.dataset.scan;

// Large type.
const large = document.querySelector(".large");

function enlarge(on) {
  document.documentElement.classList.toggle("larger", on);
  large?.setAttribute("aria-pressed", on);
}

enlarge(own("localStorage", "large") === "1");
if (large) large.hidden = false;
large?.addEventListener("click", () => {
  const on = large.getAttribute("aria-pressed") !== "true";
  own("localStorage", "large", on ? "1" : "0");
  enlarge(on);
});

// Read aloud, by a voice of the text's language; a second tap and leaving the page stop it.
const aloud = document.querySelector(".aloud"), speech = window.speechSynthesis;
let turn = 0;

function voice(element) {
  const { language, region } = new Intl.Locale(element.closest("[lang]").lang).maximize();
  const fit = (one) => (one.lang.endsWith(region) ? 2 : 0) + (one.localService ? 1 : 0);
  return speech.getVoices().filter((one) => one.lang.split(/[-_]/)[0] === language).sort((a, b) => fit(b) - fit(a))[0];
}

function hush() {
  turn++;
  speech.cancel();
  aloud.setAttribute("aria-pressed", "false");
}

function read() {
  const reading = aloud.getAttribute("aria-pressed") === "true";
  hush();
  if (reading) return;
  const texts = [...document.querySelectorAll(".card :is(h1, .sentence, li, .note)")].filter(voice), mine = turn;
  aloud.setAttribute("aria-pressed", "true");
  for (const text of texts) {
    const words = new SpeechSynthesisUtterance(text.innerText);
    words.voice = voice(text);
    words.lang = words.voice.lang;
    words.onend = words.onerror = () => mine === turn && text === texts.at(-1) && hush();
    speech.speak(words);
  }
}

if (aloud && speech) {
  const show = () => (aloud.hidden = !voice(document.body));
  show();
  speech.addEventListener?.("voiceschanged", show);
  aloud.addEventListener("click", read);
  addEventListener("pagehide", hush);
}

// Keeps the screen on while the phone shows a card or helps with a duel.
async function wake() {
  try {
    if (!document.hidden && document.querySelector(".card, .helper, .scores, .qr")) await navigator.wakeLock.request("screen");
  } catch {
    // refused, or the browser cannot
  }
}

document.addEventListener("visibilitychange", wake);
wake();
