import { actorOfSession } from "~/domain/accounts/actorOfSession";
import { type AdminRestored, adminAfterImpersonation } from "~/domain/accounts/backToAdmin";
import { type FoundSession, findSession } from "~/domain/accounts/findSession";
import { renewSession } from "~/domain/accounts/renewSession";
import { readProof } from "~/domain/accounts/sessionSecret";
import type { WorkAt } from "~/domain/accounts/workOfUser";
import { agencyZone } from "~/domain/context";
import { endOfDay } from "~/domain/days";
import { settingsOfRevision } from "~/domain/settings/currentSettings";
import { decodeId, isWorkQueue, SUCCESS_PATH } from "~/paths";
import { cookieNames, readCookie } from "./cookies.server";
import { clearSessionCookie, setSessionCookie } from "./pageSession.server";
import { type PortalRequest, portalCookie, setPortalCookie } from "./portalRequest.server";
import { setSignedInCookies } from "./redirectSignedIn.server";

/**
 * Resolves the actor from the session cookie. An expired impersonation restores the admin and redirects them home.
 * Clears a rejected cookie, so that it is not checked on every request.
 */
export async function resolveSession(portal: PortalRequest): Promise<void> {
  const { ctx, request } = portal;
  const cookie = readCookie(request, cookieNames(ctx.siteUrl).session);
  if (!cookie) return;
  const proof = readProof(cookie);
  const renewal = await renewSession(ctx, proof, { kind: "page", work: workAtOf(portal) });
  if (renewal.state === "refused") {
    const admin = await adminAfterImpersonation(ctx, proof);
    if (!admin) return clearSessionCookie(portal);
    return await goOnAs(portal, admin);
  }
  if (renewal.proof) setSessionCookie(portal, renewal.proof);
  await goOn(portal, renewal.found);
}

/** The queue counts its own rows (rules.md work/bounds). */
function workAtOf({ ctx, request }: PortalRequest): WorkAt {
  return { at: isWorkQueue(new URL(request.url)) ? null : ctx.now, todayEnds: endOfDay(ctx.now, agencyZone(ctx)) };
}

/** The order that a page of the payment is about. */
const orderOf = ({ pathname, searchParams }: URL) =>
  decodeId((pathname === SUCCESS_PATH ? searchParams.get("orderId") : PAYMENT_PATH.exec(pathname)?.[1]) ?? undefined);
const PAYMENT_PATH = /^\/orders\/([^/]+)\/payment$/;

/**
 * Signs in the browser that has paid its first order, on the page or call that asks about the payment (rules.md
 * checkout/new-account).
 */
export async function resolveBuyer(portal: PortalRequest, url: URL): Promise<void> {
  const orderId = portal.session ? null : orderOf(url);
  const cookie = orderId && portalCookie(portal, "buyer");
  if (!orderId || !cookie) return;
  const { signInBuyer } = await import("~/domain/checkout/signInBuyer");
  const signedIn = await signInBuyer(portal.ctx, readProof(cookie), orderId);
  const found = signedIn && (await findSession(portal.ctx, signedIn.proof.sessionId));
  // It may have ended meanwhile, and its proof may have been left for longer than a session's access period.
  if (!signedIn || found?.session.kind !== "page" || portal.ctx.now >= found.session.accessExpiresAt) return;
  await setSignedInCookies(portal, signedIn);
  for (const name of ["buyer", "checkout"] as const) setPortalCookie(portal, name, "", 0);
  await goOn(portal, found);
}

async function goOn(portal: PortalRequest, found: FoundSession) {
  const { ctx } = portal;
  const settings = await settingsOfRevision(ctx.db, ctx.settings, found.settingsRevision);
  portal.session = found;
  portal.ctx = { ...ctx, settings, actor: actorOfSession({ ...ctx, settings }, found) };
}

async function goOnAs(portal: PortalRequest, { found, proof }: AdminRestored) {
  setSessionCookie(portal, proof);
  await goOn(portal, found);
  portal.adminRestored = true;
}
