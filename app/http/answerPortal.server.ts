import { GENERIC_ERROR } from "~/domain/errors";
import { refreshSettings } from "~/domain/settings/currentSettings";
import { discardBody } from "~/files/discardBody";
import { inLogEntry, type LogEntry, logFault, newLogEntry, noteRoute, writeLogLine } from "~/integrations/log.server";
import { namedMode } from "~/integrations/paymentMode.server";
import { SUCCESS_PATH, withoutStrayEnd } from "~/paths";
import { commonHeaders } from "./commonHeaders";
import { hasCopies, type PortalEnv } from "./environment.server";
import { answerHandler } from "./handlers.server";
import type { PortalRequest } from "./portalRequest.server";
import { requestContext, settingsDb } from "./requestContext.server";
import { secureHeaders } from "./securityHeaders.server";

type Pages = (portal: PortalRequest) => Promise<Response> | Response;

/** Answers one request and writes its one log line (rules.md operations/log). */
export async function answerPortal(
  sent: Request,
  env: PortalEnv,
  waitUntil: (work: Promise<unknown>) => void,
  pages: Pages,
): Promise<Response> {
  const entry = newLogEntry(crypto.randomUUID(), "", env.LOGS);
  return await inLogEntry(entry, async () => {
    try {
      const response = withRequestId(await answerRequest(sent, env, entry, waitUntil, pages), entry.id);
      writeLogLine("request", entry, response.status, { method: sent.method });
      return response;
    } catch (error) {
      // The runtime answers 500.
      logFault(error);
      writeLogLine("request", entry, 500, { method: sent.method });
      throw error;
    }
  });
}

async function answerRequest(
  sent: Request,
  env: PortalEnv,
  entry: LogEntry,
  waitUntil: (work: Promise<unknown>) => void,
  pages: Pages,
): Promise<Response> {
  const request = withoutEmptyBody(sent);
  const url = new URL(request.url);
  if (isOverlong(url)) {
    await discardBody(request).catch(() => {});
    const headers = { ...commonHeaders(env.SITE_URL), "Cache-Control": "no-store" };
    return new Response("Not found", { status: 404, headers });
  }
  const elsewhere = env.APP_ENV === "production" ? answerOtherOrigin(request, url, env.SITE_URL) : null;
  if (elsewhere) return elsewhere;
  const worker = workers.find(({ prefix }) => url.pathname.startsWith(prefix));
  if (worker) {
    noteRoute(worker.route);
    return await worker.answer(env, request);
  }
  const tidy = isRead(request) && !PROGRAM_PATHS.test(url.pathname) ? withoutStrayEnd(url.pathname) : url.pathname;
  // A part of such characters alone was no address of ours.
  if (tidy !== url.pathname && !tidy.endsWith("/")) {
    const headers = { ...commonHeaders(env.SITE_URL), "Cache-Control": "no-store" };
    return new Response(null, { status: 302, headers: { ...headers, Location: url.origin + tidy + url.search } });
  }

  const ctx = await requestContext(request, env, entry.id, waitUntil);
  const nonce = newNonce();
  const portal: PortalRequest = { env, request, ctx, session: null, adminRestored: false, nonce, setCookies: [] };
  try {
    const answered = async () => (await answerHandler(portal, url)) ?? (await pages(portal));
    const response = hasCopies(env)
      ? await (await import("./answerInSession.server")).answerInSession(portal, answered)
      : await answered();
    // A socket's response cannot be copied, and has no page to protect.
    if (response.status === 101 || response.webSocket) return response;
    // A rejected request may have an unread body, which would corrupt the next request on its connection.
    await discardBody(portal.request).catch(() => {});
    const answer = finish(response, portal, entry);
    const isApi = url.pathname.startsWith("/api/");
    // A session brings the revision along.
    if (!portal.session && !isApi)
      portal.ctx.after(() => refreshSettings(portal.ctx.db, portal.ctx.settings, settingsDb(env)));
    return answer;
  } catch (error) {
    logFault(error);
    return finish(outage(url, entry.id), portal, entry);
  }
}

/** 128 random bits. A UUID has 122. */
const newNonce = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Workers that answer a prefix on their own, without the portal's context and headers. */
const workers: { prefix: string; route: string; answer(env: PortalEnv, request: Request): Promise<Response> }[] = [
  { prefix: "/r/", route: "/r/:code", answer: (env, request) => env.REFERRAL.fetch(request) },
  {
    prefix: "/__stripe/",
    route: "/__stripe/*",
    answer: async (env, request) =>
      env.CARD_SANDBOX && namedMode(env) !== "stripe"
        ? await env.CARD_SANDBOX.fetch(request)
        : new Response("Not found", { status: 404 }),
  },
];

/** With `Content-Length: 0` a GET has an empty body, with which Remix cannot copy the request. */
const withoutEmptyBody = (request: Request) =>
  request.body && (request.method === "GET" || request.method === "HEAD")
    ? new Request(request.url, { method: request.method, headers: request.headers, signal: request.signal })
    : request;

const isRead = ({ method }: Request) => method === "GET" || method === "HEAD";

/** Called by programs, which would not notice that a redirect to https answers what they sent unencrypted. */
const PROGRAM_PATHS = /^\/(api|webhooks)\/|^\/our-websocket$/;

/**
 * The answer without https, and on any host name but the portal's own. Every deployment also answers under pages.dev,
 * the old ones too, with their old code on today's data.
 */
function answerOtherOrigin(request: Request, url: URL, siteUrl: string): Response | null {
  const site = new URL(siteUrl);
  // The edge sets this header, whatever a visitor sends.
  const unencrypted = request.headers.get("X-Forwarded-Proto") === "http";
  if (url.host === site.host && !unencrypted) return null;
  const headers = { ...commonHeaders(siteUrl), "Cache-Control": "no-store" };
  return isRead(request) && !(unencrypted && PROGRAM_PATHS.test(url.pathname))
    ? new Response(null, { status: 301, headers: { ...headers, Location: site.origin + url.pathname + url.search } })
    : new Response("This portal has another address", { status: 421, headers });
}

/** The response when no page can be rendered. A buyer returning from payment must not read it as a failed payment. */
const outage = ({ pathname }: URL, requestId: string) =>
  pathname === SUCCESS_PATH
    ? new Response(
        `Your payment is being confirmed. Do not pay again. This page tries again by itself.\n\nReference: ${requestId}`,
        {
          status: 500,
          headers: { Refresh: "15" },
        },
      )
    : new Response(`${GENERIC_ERROR}\n\nReference: ${requestId}`, { status: 500 });

/** Longer than every address of ours (rules.md costs/paths). */
const MAX_PATH = 1000;
const MAX_SEGMENTS = 20;
const isOverlong = ({ pathname }: URL) => pathname.length > MAX_PATH || pathname.split("/").length > MAX_SEGMENTS + 1;

function finish(response: Response, portal: PortalRequest, { count }: LogEntry): Response {
  const answer = withRequestId(response, portal.ctx.requestId);
  const personal = portal.session !== null || portal.personal === true;
  secureHeaders(answer.headers, { env: portal.env, nonce: portal.nonce, personal });
  for (const cookie of portal.setCookies) answer.headers.append("Set-Cookie", cookie);
  // Cookies belong to one person, so no cache may serve this response to another, even for a public file.
  if (portal.setCookies.length > 0) answer.headers.set("Cache-Control", "private, no-store");
  if (portal.env.APP_ENV !== "production")
    answer.headers.append(
      "Server-Timing",
      `db;desc="statements=${count.statements} rows_read=${count.rowsRead} rows_written=${count.rowsWritten} round_trips=${count.roundTrips}"`,
    );
  return answer;
}

/** Adds the request id, to a copy where another Worker's or some engine responses are immutable. */
function withRequestId(response: Response, requestId: string): Response {
  try {
    response.headers.set("X-Request-Id", requestId);
    return response;
  } catch {
    const headers = new Headers(response.headers);
    headers.set("X-Request-Id", requestId);
    const { status, statusText, webSocket } = response;
    return new Response(webSocket ? null : response.body, { status, statusText, headers, webSocket });
  }
}
