// @ts-check
// The service worker: what this phone shows when the site cannot be reached. It keeps one bundle for each language and
// version of the site: all pages as one file, and the style sheets and scripts beside them. Pages are asked for first
// and taken from the bundle when no answer comes; errors, forms and other sites pass by. docs/offline.md.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const SCOPE = worker.registration.scope;
const MINE = `gong ${SCOPE} `;
const STATE = `${MINE}state`; // which bundle is used
const PAGE_TIMEOUT = 3000; // ms until a page from before is shown instead of none

let open = null; // the bundle in use, parsed: {address, pages, shells}

/** Fetch bundle and files into a cache of their own; only when all are there do they take the place of the others. */
async function fill(address) {
  const name = MINE + address, files = new Map();
  if (!(await caches.has(name))) {
    const answer = await fetch(address);
    if (!answer.ok) return;
    const { files: wanted } = await answer.clone().json();
    for (const file of wanted) {
      const found = await fetch(new URL(file, SCOPE), { cache: "no-cache" });
      if (!found.ok) return;
      files.set(new URL(file, SCOPE).href, found);
    }
    try {
      const cache = await caches.open(name);
      for (const [file, found] of files) await cache.put(file, found);
      await cache.put(address, answer); // the last: a cache without it counts for nothing
    } catch {
      await caches.delete(name); // the phone is full; the bundle from before stays
      return;
    }
  }
  await use(address);
}

async function use(address) {
  const version = new URL(address).search, state = await caches.open(STATE);
  await state.put(SCOPE, new Response(address));
  open = null;
  for (const name of await caches.keys())
    if (name.startsWith(MINE) && name !== STATE && new URL(name.slice(MINE.length)).search !== version) await caches.delete(name);
}

async function bundle() {
  if (open) return open;
  const address = await (await caches.match(SCOPE, { cacheName: STATE }))?.text();
  const answer = address && (await caches.match(address, { cacheName: MINE + address }));
  return answer ? (open = { address, ...(await answer.json()) }) : null;
}

/** Take another language into use if the phone has it. */
async function speak(language) {
  const address = (await bundle())?.address.replace(/[^/]+(?=\.json)/, language);
  if (address && address !== open.address && (await caches.match(address, { cacheName: MINE + address }))) await use(address);
}

const page = (html, language) =>
  new Response(html, { headers: { "Content-Type": "text/html; charset=utf-8", "Content-Language": language } });

/** What the phone has for this request, or undefined; something instead of it only if the site is `gone`. */
async function found(request, gone) {
  const url = new URL(request.url), language = url.searchParams.get("lang");
  if (request.mode === "navigate" && language && /^[A-Za-z-]{2,35}$/.test(language)) await speak(language);
  const kept = await bundle();
  if (!kept) return undefined;
  const path = decodeURI(url.pathname.slice(new URL(SCOPE).pathname.length));
  const two = url.searchParams.get("players") === "2" ? kept.pages[`${path}?players=2`] : undefined;
  if (two ?? kept.pages[path]) return page(two ?? kept.pages[path], kept.language);
  if (kept.data[path]) return new Response(JSON.stringify(kept.data[path]), { headers: { "Content-Type": "application/json" } });
  const file = await caches.match(request.url, { cacheName: MINE + kept.address, ignoreSearch: !url.search.startsWith("?v=") });
  if (file || !gone || request.mode !== "navigate") return file;
  // Addresses that a server would make something of: the page for them finds the rest after the #.
  const shell = kept.shells.find((start) => path.startsWith(start));
  if (shell !== undefined) return Response.redirect(`${SCOPE}${shell}#${path.slice(shell.length).replace(/^\//, "")}`);
  const plain = path.replace(/^\/+|\/+$/g, "");
  for (const other of [plain, plain.replace(/[\s\-_.]/g, "").toUpperCase(), plain.toLowerCase()])
    if (other !== path && kept.pages[other]) return Response.redirect(SCOPE + other + url.search);
  return page(kept.absent, kept.language);
}

async function answer(event) {
  const { request } = event, url = new URL(request.url);
  if (url.search.startsWith("?v=")) {
    const file = await caches.match(request); // its address changes with its content
    if (file) return file;
  }
  const asked = fetch(request);
  asked.catch(() => {});
  const late = new Promise((resolve) => setTimeout(resolve, PAGE_TIMEOUT));
  try {
    const first = await Promise.race([asked, late]);
    if (first) return first.status < 500 ? first : ((await found(request, true)) ?? first); // a proxy without its site
  } catch {
    return (await found(request, true)) ?? asked;
  }
  return (await found(request, false)) ?? (await asked.catch(() => found(request, true))) ?? asked;
}

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("message", (event) => {
  if (typeof event.data === "string" && event.data.startsWith(`${SCOPE}offline/`)) event.waitUntil(fill(event.data).catch(() => {}));
});
worker.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(SCOPE)) event.respondWith(answer(event));
});
