import type { Context } from "~/domain/context";
import { inDatabaseSession, newDatabaseSession } from "~/integrations/databaseSession.server";
import { SUCCESS_PATH } from "~/paths";
import { isCustomers } from "./bearerActor.server";
import { cookieNames, readCookie } from "./cookies.server";
import type { PortalEnv } from "./environment.server";
import { type PortalRequest, setPortalCookie } from "./portalRequest.server";

/** For API clients: an answer to a write carries it, and a later call that sends it back sees that write. */
const BOOKMARK_HEADER = "X-Bookmark";
/** A copy that is further behind than this is broken. Seconds. */
const KEPT_SECONDS = 86_400;
/** In place of a bookmark: this browser belongs to staff, who read from the primary. */
const PRIMARY = "primary";

/** Money, and links and pages that start or end access. They are read where they are written. */
const PRIMARY_PATHS =
  /^\/(webhooks|our-websocket|card|signin|signup|password|logout|back-to-admin|two-factor|settings)(\/|$)|\/(pay|payment|card|checkout)(\/|\.data|$)/;

/** A page, or a call that only reads. Of the calls by POST these are the lists. */
const isReadOnly = ({ method }: Request, { pathname }: URL) =>
  method === "GET" || method === "HEAD" || (method === "POST" && /^\/api\/.+\/find$/.test(pathname));

const mayReadCopy = (request: Request, url: URL) =>
  isReadOnly(request, url) && url.pathname !== SUCCESS_PATH && !PRIMARY_PATHS.test(url.pathname);

const isApi = (url: URL) => url.pathname.startsWith("/api/");

/** What this client has seen written: a bookmark of D1, `PRIMARY`, or null. Forged ones count as null. */
async function sentBookmark({ siteUrl, signer }: Pick<Context, "siteUrl" | "signer">, request: Request) {
  const api = isApi(new URL(request.url));
  const sent = api ? request.headers.get(BOOKMARK_HEADER) : readCookie(request, cookieNames(siteUrl).bookmark);
  const end = sent?.indexOf(".") ?? -1;
  if (!sent || end < 0) return null;
  const bookmark = sent.slice(end + 1);
  return (await signer.isMac("bookmark", bookmark, sent.slice(0, end))) ? bookmark : null;
}

interface Answered {
  response: Response;
  portal: PortalRequest;
}

/**
 * Answers from the nearest copy of the database when the request only reads and belongs to a visitor or a customer,
 * else from the primary. An attempt on the copy that wants to write, fails or turns out to be staff's is dropped, and
 * `again` starts another.
 */
export async function answerNearest(
  first: PortalRequest,
  again: () => Promise<PortalRequest>,
  route: (portal: PortalRequest) => Promise<Response>,
): Promise<Answered> {
  const { env, request } = first;
  const url = new URL(request.url);
  const bookmark = await sentBookmark(first.ctx, request);
  let portal = first;
  if (mayReadCopy(request, url) && bookmark !== PRIMARY) {
    const answer = await answerFromCopy(env, first, bookmark, route);
    if (answer) return answer;
    portal = await again();
  }
  const own = newDatabaseSession();
  const response = await inDatabaseSession(own, () => route(portal));
  const written = own.lastWrite?.getBookmark() ?? null;
  own.lastWrite = undefined;
  if (isApi(url)) await sendBookmark(portal, response, written);
  else await keepBookmark(portal, written, bookmark);
  return { response, portal };
}

/** Null when the primary has to answer. */
async function answerFromCopy(
  env: PortalEnv,
  portal: PortalRequest,
  bookmark: string | null,
  route: (portal: PortalRequest) => Promise<Response>,
): Promise<Answered | null> {
  const own = newDatabaseSession(env.DB.withSession(bookmark ?? "first-unconstrained"));
  // Reading a body empties it, and the primary may need it again.
  if (portal.request.method === "POST") portal.request = portal.request.clone() as Request;
  const { after } = portal.ctx;
  const later: (() => void)[] = [];
  // What follows the answer may write, so it waits until the answer is certain.
  portal.ctx.after = (work) => (own.copy ? void later.push(() => after(work)) : after(work));
  const gaveUp = new Promise<null>((resolve) => {
    own.giveUp = () => {
      own.giveUp = undefined;
      resolve(null);
    };
  });
  const response = await inDatabaseSession(own, () => Promise.race([route(portal).catch(() => null), gaveUp]));
  const done = response !== null && own.giveUp !== undefined && response.status < 500;
  own.giveUp = undefined;
  if (!done) return null;
  own.copy = undefined;
  for (const start of later) inDatabaseSession(own, start);
  return { response, portal };
}

const signed = async (portal: PortalRequest, text: string) =>
  `${await portal.ctx.signer.mac("bookmark", text)}.${text}`;

/** The state of the database after the call's write, for the client's next call. */
async function sendBookmark(portal: PortalRequest, response: Response, written: string | null) {
  if (written) response.headers.set(BOOKMARK_HEADER, await signed(portal, written));
}

/** The same for a browser. One of staff remembers instead that it reads from the primary. */
async function keepBookmark(portal: PortalRequest, written: string | null, sent: string | null) {
  const isStaff = portal.session !== null && !isCustomers(portal.session);
  const kept = isStaff ? PRIMARY : (written ?? (sent === PRIMARY ? "" : null));
  if (kept === null || kept === sent) return;
  setPortalCookie(portal, "bookmark", kept && (await signed(portal, kept)), kept ? KEPT_SECONDS : 0);
}
