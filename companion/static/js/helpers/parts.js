// @ts-check
// What all helpers share: the words and pictures of the page, chance, sound, and building what is shown.
// The texts of a helper are in its page, in <template data-texts>; gaps such as `{name}` are filled here.

const words = new Map();
const pictures = new Map();
let settings = new URLSearchParams();

/** The two sides of a duel: 0 turned up the mission's card, 1 is the other one. */
export const SIDES = ["sun", "moon"];

/** Take up the words and pictures of the page; to be called once, by `start`. */
export function open(root) {
  const kept = root.querySelector("template[data-texts]").content;
  for (const element of kept.querySelectorAll("[data-text]"))
    words.set(element.dataset.text, element.textContent.trim());
  for (const element of kept.querySelectorAll("[data-picture]")) {
    pictures.set(element.dataset.picture, element.firstElementChild);
  }
  settings = new URLSearchParams(location.hash.slice(1));
  for (const element of document.querySelectorAll("[data-plain]")) element.hidden = true;
}

/** Return a text of the page with its gaps filled. */
export function format(key, values = {}) {
  if (!words.has(key)) throw new Error(`the page lacks the text "${key}"`);
  return words.get(key).replace(/\{(\w+)\}/g, (gap, name) => values[name] ?? gap);
}

/** Return the name of a side. */
export const nameOf = side => format(SIDES[side]);

/** Return a new copy of a picture of the page. */
export function picture(name) {
  if (!pictures.has(name)) throw new Error(`the page lacks the picture "${name}"`);
  return pictures.get(name).cloneNode(true);
}

/** Return a whole number from the fragment of the link (`#seconds=8`), if it is within bounds. */
export function setting(name, usual, low, high) {
  const given = Number(settings.get(name) ?? usual);
  return Number.isInteger(given) && given >= low && given <= high ? given : usual;
}

/** Return a word that the mission's link asks for, if it is one of `known`; else null. */
export const wordSetting = (name, known) => (known.includes(settings.get(name)) ? settings.get(name) : null);

/** Return a new element. `tap` is what a click does; true sets an attribute, false and null leave it out. */
export function el(tag, given = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (name === "tap") element.addEventListener("click", value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter(child => child !== null && child !== undefined && child !== false));
  return element;
}

/** Return a number as people write it: with a real minus. */
export const figure = number => String(number).replace("-", "−");

/** Return a whole number from 0 to n - 1, each equally likely. */
export function below(n) {
  const word = new Uint32Array(1);
  const most = 2 ** 32 - (2 ** 32 % n);
  do crypto.getRandomValues(word);
  while (word[0] >= most);
  return word[0] % n;
}

let ear = null;

/** Make ready to be heard: browsers ask for a tap before the first sound, and the gong comes later. */
export function listen() {
  try {
    ear ??= new AudioContext();
    ear.resume().catch(() => {});
  } catch {
    ear = null;
  }
}

/** Sound a gong, or a short knock, where the browser can; nothing depends on it being heard. */
export function sound(kind) {
  try {
    ear ??= new AudioContext();
    const now = ear.currentTime;
    const tones =
      kind === "gong"
        ? [
            [130, 0.35, 2.2],
            [196, 0.2, 1.6],
            [311, 0.12, 1.1],
          ]
        : [[520, 0.12, 0.12]];
    for (const [pitch, loudness, length] of tones) {
      const tone = ear.createOscillator();
      const volume = ear.createGain();
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(loudness, now);
      volume.gain.exponentialRampToValueAtTime(0.001, now + length);
      tone.connect(volume).connect(ear.destination);
      tone.start(now);
      tone.stop(now + length);
    }
  } catch {
    ear = null;
  }
}

/** Let the phone tremble, where it can. */
export const tremble = pattern => navigator.vibrate?.(pattern);

/** Return the sign of a side: its picture and its name. */
export const badge = side => el("span", { class: `badge side-${SIDES[side]}` }, picture(SIDES[side]), nameOf(side));

/** Return the six buttons with the xpheres 1 to 6. */
export const numberPad = (tap, may = (/** @type {number} */ _number) => true) =>
  el(
    "div",
    { class: "pad", role: "group", "aria-label": format("numbers") },
    [1, 2, 3, 4, 5, 6].map(number =>
      el(
        "button",
        {
          type: "button",
          "data-number": number,
          "aria-label": String(number),
          disabled: !may(number),
          tap: () => tap(number),
        },
        picture(`xphere-${number}`),
      ),
    ),
  );

/** Let the digits of the keyboard press the buttons of `element` that carry them. */
export function digits(element, signal) {
  document.addEventListener(
    "keydown",
    event => {
      if (
        event.repeat ||
        event.ctrlKey ||
        event.altKey ||
        event.metaKey ||
        /^(INPUT|SELECT)$/.test(/** @type {Element} */ (event.target).tagName)
      )
        return;
      element.querySelector(`[data-number="${CSS.escape(event.key)}"]:not(:disabled)`)?.click();
    },
    { signal },
  );
}
