/**
 * True when a request with a cookie may change data, i.e. comes from our own pages (rules.md security/same-origin).
 * Safe methods always pass.
 */
export function fromOurPages(request: Request, siteUrl: string): boolean {
  if (request.method === "GET" || request.method === "HEAD") return true;
  const site = request.headers.get("Sec-Fetch-Site");
  const origin = request.headers.get("Origin");
  // Remix reports such a request as a fault.
  if (origin && origin !== "null" && hostOf(origin) !== hostOfRequest(request)) return false;
  if (site) return site === "same-origin" || site === "none";
  return origin === new URL(siteUrl).origin;
}

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : null);

/** The host as Remix reads it: a proxy in front may name another. */
const hostOfRequest = ({ headers, url }: Request) =>
  headers.get("X-Forwarded-Host")?.split(",")[0]?.trim() || headers.get("Host") || new URL(url).host;
