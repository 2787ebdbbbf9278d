// @ts-check
// The way back to the mission that a helper was opened from, also after a reload or a change of language.

const KEPT = "gong-back";
const HELPER = /\/duels(\/|$)/;
const MISSION = /\/([A-Z]{2}\d|m\/[^/]+\/[^/]+\/[^/]+|draw\/[^/]+\/[^/]+\/\d+|t\/.+)$/;

/** Return the address of the mission, or null. */
function mission() {
  const { referrer } = document;
  if (!referrer || new URL(referrer).origin !== location.origin) return null;
  const { pathname } = new URL(referrer);
  try {
    if (HELPER.test(pathname)) return sessionStorage.getItem(KEPT);
    if (!MISSION.test(pathname)) sessionStorage.removeItem(KEPT);
    else sessionStorage.setItem(KEPT, referrer);
  } catch {
    // Storage is blocked: the way back is lost when the language changes.
  }
  return MISSION.test(pathname) ? referrer : null;
}

export function start(link) {
  const address = mission();
  if (!address) return;
  link.href = address;
  link.dataset.to = "mission"; // the style sheet shows it now
  link.addEventListener("click", event => {
    if (document.referrer !== address || history.length < 2) return;
    event.preventDefault(); // as the phone's own button does it, so that it leads on to where it should
    history.back();
  });
}
