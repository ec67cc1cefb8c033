import { affiliateCodeOf } from "~/domain/attribution/clickCookie";
import { commonHeaders } from "~/http/commonHeaders";
import { campaignOf, safePath, withoutStrayEnd } from "~/paths";
import type { ReferralEnv } from "./env";
import { takeClick } from "./takeClick";

/**
 * `/r/{code}?p=/path`: redirects to the site's base plus `p`, or to the base alone when `p` would leave it
 * (rules.md affiliates/redirect), whatever the code. A campaign's `utm_` values go along. A well-formed code sets the
 * click cookie and records a visit. No database call, nothing awaited.
 */
export async function redirect(request: Request, env: ReferralEnv, ctx: ExecutionContext): Promise<Response> {
  if (request.method !== "GET" && request.method !== "HEAD")
    return new Response("Method Not Allowed", {
      status: 405,
      headers: { Allow: "GET, HEAD", "Cache-Control": "no-store", ...commonHeaders(env.SITE_URL) },
    });
  const url = new URL(request.url);
  const landingPath = safePath(url.searchParams.get("p"));
  const location = new URL(landingPath, env.SITE_URL);
  for (const [name, value] of campaignOf(url.searchParams) ?? [])
    if (!location.searchParams.has(name)) location.searchParams.set(name, value);
  const headers = new Headers({
    Location: location.href,
    "Cache-Control": "no-store",
    ...commonHeaders(env.SITE_URL),
  });
  const code = affiliateCodeOf(withoutStrayEnd(url.pathname).match(/^\/r\/([^/]+?)_*\/?$/)?.[1] ?? "");
  if (code) {
    const click = {
      code,
      landingPath,
      referrer: request.headers.get("Referer") ?? "",
      userAgent: request.headers.get("User-Agent") ?? "",
      cookies: request.headers.get("Cookie"),
      program: !isOpenedPage(request),
    };
    headers.append("Set-Cookie", await takeClick(click, env, ctx));
  }
  return new Response(null, { status: 302, headers });
}

/**
 * False for HEAD, a prefetch, and a link that a page loads as its picture or frame. Old browsers send no Sec- headers.
 */
function isOpenedPage({ method, headers }: Request): boolean {
  const purpose = headers.get("Sec-Purpose") ?? headers.get("Purpose") ?? "";
  const destination = headers.get("Sec-Fetch-Dest") ?? "document";
  return method !== "HEAD" && destination === "document" && !purpose.includes("prefetch");
}
