import { affiliateCodeOf, clickCookie } from "~/domain/affiliates/clickCookie";
import { readClock } from "~/integrations/clock.server";
import { safePath } from "~/paths";
import { newId } from "~db/ids";
import { sendVisit } from "./sendVisit";
import { type Visit, visitOf } from "./visit";

export interface RedirectEnv {
  SITE_URL: string;
  SESSION_SECRET: string;
  VISITS: Queue<Visit>;
  CLOCK?: Fetcher;
}

/**
 * `/r/{code}?p=/path`: to the site's base plus `p`, to the base alone when `p` would leave it (decision A6), whatever the
 * code. A well-formed code leaves the click cookie and a visit behind. No database is asked, nothing is waited for.
 */
export async function redirect(request: Request, env: RedirectEnv, ctx: ExecutionContext): Promise<Response> {
  if (request.method !== "GET" && request.method !== "HEAD")
    return new Response("Method Not Allowed", { status: 405, headers: { Allow: "GET, HEAD" } });
  const url = new URL(request.url);
  const landingPath = safePath(url.searchParams.get("p"));
  const headers = new Headers({
    Location: new URL(landingPath, env.SITE_URL).href,
    "Cache-Control": "no-store",
    "Referrer-Policy": "strict-origin-when-cross-origin",
  });
  const code = affiliateCodeOf(url.pathname.match(/^\/r\/([^/]+)\/?$/)?.[1] ?? "");
  if (code) {
    const at = await readClock(env);
    const id = newId(at);
    headers.append("Set-Cookie", await clickCookie({ id, affiliateCode: code, at }, env.SITE_URL, env.SESSION_SECRET));
    sendVisit(env.VISITS, visitOf(request, id, code, landingPath, at), ctx);
  }
  return new Response(null, { status: 302, headers });
}
