/**
 * True when a request with a cookie may change data, i.e. comes from our own pages (rules.md security/same-origin).
 * Safe methods always pass.
 */
export function fromOurPages(request: Request, siteUrl: string): boolean {
  if (request.method === "GET" || request.method === "HEAD") return true;
  const site = request.headers.get("Sec-Fetch-Site");
  if (site) return site === "same-origin" || site === "none";
  return request.headers.get("Origin") === new URL(siteUrl).origin;
}
