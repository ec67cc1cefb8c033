import { actorOfSession } from "~/domain/accounts/actorOfSession";
import { type AdminRestored, adminAfterImpersonation } from "~/domain/accounts/backToAdmin";
import { freshSession } from "~/domain/accounts/freshSession";
import { renewSession } from "~/domain/accounts/renewSession";
import { readProof } from "~/domain/accounts/sessionSecret";
import { leaveToPrimary, readsFromCopy } from "~/integrations/databaseSession.server";
import { isCustomers } from "./bearerActor.server";
import { cookieNames, readCookie } from "./cookies.server";
import { clearSessionCookie, setSessionCookie } from "./pageSession.server";
import type { PortalRequest } from "./portalRequest.server";

/**
 * Resolves the actor from the session cookie. An expired impersonation restores the admin and redirects them home.
 * Clears a rejected cookie, so that it is not checked on every request.
 */
export async function resolveSession(portal: PortalRequest): Promise<void> {
  const { ctx, request } = portal;
  const cookie = readCookie(request, cookieNames(ctx.siteUrl).session);
  if (!cookie) return;
  const proof = readProof(cookie);
  if (readsFromCopy()) {
    const found = await freshSession(ctx, proof);
    if (!found || !isCustomers(found)) return await leaveToPrimary();
    portal.session = found;
    portal.ctx = { ...ctx, actor: actorOfSession(ctx, found) };
    return;
  }
  const renewal = await renewSession(ctx, proof, { kind: "page" });
  if (renewal.state === "refused") {
    const admin = await adminAfterImpersonation(ctx, proof);
    if (!admin) return clearSessionCookie(portal);
    return goOnAs(portal, admin);
  }
  if (renewal.proof) setSessionCookie(portal, renewal.proof);
  portal.session = renewal.found;
  portal.ctx = { ...ctx, actor: actorOfSession(ctx, renewal.found) };
}

function goOnAs(portal: PortalRequest, { found, proof }: AdminRestored) {
  setSessionCookie(portal, proof);
  portal.session = found;
  portal.ctx = { ...portal.ctx, actor: actorOfSession(portal.ctx, found) };
  portal.adminRestored = true;
}
