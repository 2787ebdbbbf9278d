// @ts-check
// On a file host no server knows the reader's language: this leads from an address without one to the same page in the
// right one, before anything is shown. What was chosen is remembered; `data-up` leads to the root of all languages.
(() => {
  const { languages, up, rootPage } = document.currentScript.dataset, offered = languages.split(" ");
  const here = document.documentElement.lang;
  let chosen = null;
  try {
    if (new URLSearchParams(location.search).has("lang")) localStorage.setItem("lang", here);
    chosen = localStorage.getItem("lang");
  } catch {
    // storage is blocked: the browser's languages decide each time
  }
  if (rootPage === undefined) return;
  const fit = (tag) => offered.find((one) => one.toLowerCase() === tag.toLowerCase()) ?? (tag.includes("-") ? fit(tag.replace(/-[^-]*$/, "")) : undefined);
  const language = [chosen, ...navigator.languages].filter(Boolean).map(fit).find(Boolean) ?? offered[0];
  const root = new URL(up || "./", location.href), page = location.pathname.slice(root.pathname.length).replace(/index\.html$/, "").toUpperCase();
  location.replace(new URL(`${language}/${page}${location.search}${location.hash}`, root));
})();
