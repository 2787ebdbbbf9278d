// @ts-check
// What this phone keeps, in cookies that the server reads too, and where the site is. Storage may be blocked: then
// nothing is kept, and pages go on with what the server made.

/** The root of the site, below whatever path it lives. */
export const root = new URL("../../", import.meta.url);

/** Whether the pages are files of a host that decides nothing: `gong export`. */
export const onFileHost = document.documentElement.dataset.static !== undefined;

/** The address of a table, given as text, or as a code alone. */
export const tableAddress = (text) => new URL(onFileHost ? `t/#${text}` : `t/${text}`, root);

export const DAY = 24 * 60 * 60;

export function kept(name) {
  try {
    return new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie)?.[1] ?? "";
  } catch {
    return "";
  }
}

/** Keep a value for so many seconds; none for 0. */
export function keep(name, value, seconds) {
  const path = root.pathname.replace(/\/$/, "") || "/"; // as the server does
  const secure = root.protocol === "https:" ? "; secure" : "";
  try {
    document.cookie = `${name}=${value}; path=${path}; max-age=${seconds}; samesite=lax${secure}`;
  } catch {
    // blocked
  }
}
