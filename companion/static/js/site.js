// The script of every page; without it every page works too. It starts what a page asks for:
//
//   <button hidden data-script="helpers/reflex">   loads helpers/reflex.js when it is tapped, then start(element)
//   <div data-script="helpers/timer" data-script-now>   the same when the page is shown
//   data-needs="speechSynthesis"   only where the browser has that (a property of window or navigator)
//
// What works only with a script is `hidden` in the page and is shown here. Scripts hold no words for readers: those
// come from the page. A script that cannot be loaded hides its element again; the page is complete without it.

const begun = new WeakSet();

async function begin(element) {
  if (begun.has(element)) return;
  begun.add(element);
  try {
    (await import(`./${element.dataset.script}.js`)).start(element);
  } catch (error) {
    begun.delete(element);
    element.hidden = true;
    console.info(error);
  }
}

/** Start what `part` of the page asks for; to be called for whatever comes into the page later. */
export function enliven(part) {
  for (const element of part.querySelectorAll("[data-script]")) {
    const { needs, scriptNow } = element.dataset;
    if (needs && !(needs in window || needs in navigator)) continue;
    element.hidden = false;
    if (scriptNow === undefined) element.addEventListener("click", () => begin(element));
    else begin(element);
  }
}

enliven(document);
