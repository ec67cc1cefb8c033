import { logRefusal, noteActor, noteRoute } from "~/integrations/log.server";
import { EVIDENCE_KEYS_PATH, evidenceKeys } from "./evidenceKeys.server";
import { type PortalRequest, portalCookie } from "./portalRequest.server";
import { fromOurPages } from "./sameOrigin.server";
import { SECURITY_TEXT_PATH, securityText } from "./securityText.server";

/** Answers the paths that it matches. Imports its module on first use, which keeps a cold start short. */
interface Handler {
  matches(path: string): boolean;
  /** Answers GET and HEAD alone. */
  readOnly?: true;
  /** Needs the actor of the session. Programs have none. */
  needsActor?: true;
  /** Names the path in the log; unset where the module names it. */
  route?(path: string): string;
  answer(portal: PortalRequest, url: URL): Promise<Response> | Response;
}

/** Cached, because calling the loader every time costs more than routing the call. */
let api: typeof import("~/api/answerApi.server") | undefined;
let visitor: [typeof import("./resolveSession.server"), typeof import("./referralCookies.server")] | undefined;

const handlers: Handler[] = [
  {
    matches: (path) => path.startsWith("/api/"),
    async answer({ ctx, request }, url) {
      api ??= await import("~/api/answerApi.server");
      return await api.answerApi(ctx, request, url);
    },
  },
  {
    matches: (path) => /^\/webhooks\/stripe\/(regular|custom)$/.test(path),
    route: (path) => path,
    async answer({ ctx, request }, { pathname }) {
      const { handleStripeWebhook } = await import("./stripeWebhook.server");
      return await handleStripeWebhook(ctx, pathname.endsWith("/custom") ? "custom" : "regular", request);
    },
  },
  {
    matches: (path) => path === "/our-websocket",
    route: (path) => path,
    answer: async (portal) => await (await import("./openLiveSocket.server")).openLiveSocket(portal),
  },
  { matches: (path) => path === SECURITY_TEXT_PATH, readOnly: true, answer: ({ ctx }) => securityText(ctx) },
  { matches: (path) => path === EVIDENCE_KEYS_PATH, readOnly: true, answer: ({ env }) => evidenceKeys(env.EVIDENCE) },
  {
    // What the shop answers to programs and other sites (docs/shop.md).
    matches: (path) => /^\/(robots\.txt|sitemap\.xml|embed\.js|embed\/[a-z0-9-]{1,100})$/.test(path),
    readOnly: true,
    route: (path) => path.replace(/^\/embed\/.*/, "/embed/:slug"),
    answer: async ({ ctx, nonce }, url) => await (await import("./shopAnswers.server")).shopAnswer(ctx, url, nonce),
  },
  {
    matches: (path) => path.startsWith("/files/"),
    needsActor: true,
    route: () => "/files/*",
    async answer({ ctx, request, session }, url) {
      const [{ serveFile }, { bearerActor }] = await Promise.all([
        import("~/files/serveFile"),
        import("./bearerActor.server"),
      ]);
      const actor = session ? ctx.actor : await bearerActor(ctx, request);
      noteActor(actor);
      return await serveFile({ ...ctx, actor }, url.pathname.slice("/files/".length), request);
    },
  },
];

/** Answers everything but pages. Null for a page, whose actor it has resolved and whose request it has checked. */
export async function answerHandler(portal: PortalRequest, url: URL): Promise<Response | null> {
  const { request, ctx } = portal;
  const isRead = request.method === "GET" || request.method === "HEAD";
  const handler = handlers.find(({ matches, readOnly }) => matches(url.pathname) && (isRead || !readOnly));
  if (!handler || handler.needsActor) await resolveVisitor(portal, url);
  if (handler) {
    if (handler.route) noteRoute(handler.route(url.pathname));
    return await handler.answer(portal, url);
  }
  if (!isOneClick(request, url) && !fromOurPages(request, ctx.siteUrl)) {
    logRefusal("form of another site");
    return new Response("This request did not come from the portal", { status: 403 });
  }
  const problem = formProblem(request);
  if (problem) return problem;
  portal.request = asPagesTake(request);
  return null;
}

/** Resolves the actor once and renews a session at most once (rules.md sessions/refresh). */
async function resolveVisitor(portal: PortalRequest, url: URL) {
  visitor ??= await Promise.all([import("./resolveSession.server"), import("./referralCookies.server")]);
  const [{ resolveBuyer, resolveSession }, { dropInvalidReferral, rememberCampaign }] = visitor;
  portal.ctx.browserCookie = portalCookie(portal, "browser");
  await resolveSession(portal);
  await resolveBuyer(portal, url);
  noteActor(portal.ctx.actor);
  dropInvalidReferral(portal);
  rememberCampaign(portal, url);
}

/**
 * Without headers that Remix and the runtime answer with an empty 500: `Origin: null`, which `fromOurPages` has judged,
 * and an upgrade, which only the live connection offers.
 */
function asPagesTake(request: Request): Request {
  const isOdd = request.headers.get("Origin") === "null" || request.headers.has("Upgrade");
  if (!isOdd) return request;
  const headers = new Headers(request.headers);
  for (const name of ["Origin", "Upgrade"]) headers.delete(name);
  return new Request(request, { headers });
}

/** Posted by mail programs (RFC 8058): without a cookie, as the address holds the proof. */
const isOneClick = ({ headers }: Request, { pathname }: URL) =>
  !headers.has("Cookie") && /^\/unsubscribe\/[\w-]+\/[\w-]{43}$/.test(pathname);

/** Rejects requests that our forms never send. An action would report them as faults. */
function formProblem({ method, headers }: Request): Response | null {
  if (method === "GET" || method === "HEAD") return null;
  if (method !== "POST")
    return new Response("Pages take GET and POST", { status: 405, headers: { Allow: "GET, HEAD, POST" } });
  const type = headers.get("Content-Type") ?? "";
  return /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)
    ? null
    : new Response("Pages take forms", { status: 415 });
}
