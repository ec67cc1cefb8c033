import type { FoundSession } from "~/domain/accounts/findSession";
import { inSessions, type RequestSessions } from "~/integrations/sessionBinding.server";
import { SUCCESS_PATH } from "~/paths";
import { cookieNames, readCookie } from "./cookies.server";
import { type PortalRequest, setPortalCookie } from "./portalRequest.server";

/** A copy that is further behind than this is broken. */
const KEPT_SECONDS = 86_400;

/** Money, calls of programs, and pages that start or end access. They are read where they are written. */
const PRIMARY_PATHS =
  /^\/(api|webhooks|our-websocket|card|signin|signup|password|logout|back-to-admin|two-factor|settings)(\/|$)|\/(pay|payment|card|checkout)(\/|\.data|$)/;

const mayReadCopy = ({ method, headers }: Request, { pathname }: URL) =>
  (method === "GET" || method === "HEAD") &&
  !headers.has("Authorization") &&
  pathname !== SUCCESS_PATH &&
  !PRIMARY_PATHS.test(pathname);

/** False for staff and for a client as whom staff act: their access ends immediately, so they read the primary. */
const isCustomers = ({ user, session }: FoundSession) => user.role === "CUSTOMER" && !session.impersonatorId;

/**
 * Answers in D1's sessions: a visitor's or customer's page reads from the nearest copy that has what this browser has
 * written; everything else reads from the primary (docs/decisions/0043-read-replicas.md).
 */
export async function answerInSession(portal: PortalRequest, answer: () => Promise<Response>): Promise<Response> {
  const { request, env, ctx } = portal;
  const names = cookieNames(ctx.siteUrl);
  const signedInAs = readCookie(request, names.session) ?? "";
  // With the session's cookie: a renewed or another session asks the primary first, and staff get no bookmark.
  const signedText = (bookmark: string) => `${bookmark} ${signedInAs}`;
  const [mac, sent] = readCookie(request, names.bookmark)?.split(".") ?? [];
  const bookmark = mac && sent && (await ctx.signer.isMac("bookmark", signedText(sent), mac)) ? sent : null;

  const mayRead = mayReadCopy(request, new URL(request.url)) && (bookmark || !signedInAs);
  const copy = mayRead ? env.DB.withSession(bookmark ?? "first-unconstrained") : null;
  const own: RequestSessions = { copy, seen: null, wrote: false };
  const response = await inSessions(own, answer);
  // What follows the answer reads from the primary.
  own.copy = null;

  const mayKeep = portal.session ? isCustomers(portal.session) : !signedInAs;
  const isFirst = portal.session !== null && !bookmark;
  const seen = mayKeep && (own.wrote || isFirst) ? own.seen?.getBookmark() : null;
  if (seen)
    setPortalCookie(portal, "bookmark", `${await ctx.signer.mac("bookmark", signedText(seen))}.${seen}`, KEPT_SECONDS);
  return response;
}
