// @ts-check
// What a scanned text means on this site, whatever site it was printed for: companion/address.py `read_address` and
// docs/site.md define the same; both are held by tests/vectors/addresses.json.

const CODE = /^(?:(?:PR|NB|ZE|AN|SE|SP|VI|OM|NM)[1-6]|JK[12])$/;
const NAME = /^[A-Za-z0-9-][A-Za-z0-9.-]{0,39}$/;

const lastCode = (parts) => parts.map((part) => part.toUpperCase()).findLast((part) => CODE.test(part));

function table(parts) {
  for (let at = parts.length - 1; at > 0; at--) {
    const rest = parts.slice(at + 1);
    if (/^t$/i.test(parts[at - 1]) && /^[A-Za-z]{5}$/.test(parts[at]) && rest.length <= 4 && rest.every((part) => NAME.test(part)))
      return ["t", parts[at].toUpperCase(), ...rest].join("/");
  }
}

function mission(parts) {
  const [m, , , id] = parts;
  if (m === "m" && parts.every((part) => NAME.test(part)) && /^[BMF][0-9]{2}$/.test(id)) return parts.join("/");
}

/** The path below the root of this site, or null. */
export function readAddress(text) {
  text = text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, "");
  if ([...text].length > 300) return null;
  const [, path, query, fragment] = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(text);
  const parts = path.replace(/^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/]*/, "").split("/").filter(Boolean);
  const values = (query ?? "").split("&").map((pair) => pair.slice(pair.indexOf("=") + 1 || pair.length));
  return table(parts) ?? lastCode(parts) ?? lastCode(values.reverse()) ?? lastCode((fragment ?? "").split("/")) ?? mission(parts.slice(-4)) ?? null;
}
