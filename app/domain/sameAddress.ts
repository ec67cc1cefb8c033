/** Query parameters that only say where a visitor came from. */
const TRACKING = /^(utm_\w+|gclid|fbclid|msclkid|dclid|yclid|mc_cid|mc_eid)$/i;
const UNRESERVED = /^[\w.~-]$/;

/**
 * A web address in the form in which two spellings of one page are equal: without scheme, `www.`, default port, final
 * slash, fragment and tracking parameters, with parameters sorted. Null for text that is no http or https address.
 */
export function comparableAddress(address: string): string | null {
  let url: URL;
  try {
    url = new URL(address.trim());
  } catch {
    return null;
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") return null;
  const host = url.hostname.replace(/\.$/, "").replace(/^www\./, "");
  const port = url.port && url.port !== "80" && url.port !== "443" ? `:${url.port}` : "";
  const query = [...url.searchParams].filter(([name]) => !TRACKING.test(name));
  query.sort(([a, x], [b, y]) => (a === b ? order(x, y) : order(a, b)));
  const path = plainEscapes(url.pathname).replace(/\/+$/, "");
  return `${host}${port}${path}${query.length > 0 ? `?${new URLSearchParams(query)}` : ""}`;
}

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** One spelling per path: `%7E` and `~` are the same character, `%c3` and `%C3` the same byte. */
const plainEscapes = (path: string) =>
  path.replace(/%[0-9a-f]{2}/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return UNRESERVED.test(character) ? character : encoded.toUpperCase();
  });

/** Whether two addresses are spellings of one page. */
export function isSameAddress(one: string, other: string): boolean {
  const comparable = comparableAddress(one);
  return comparable !== null && comparable === comparableAddress(other);
}
