import { actorOfSession } from "~/domain/accounts/actorOfSession";
import { renewSession } from "~/domain/accounts/renewSession";
import { readProof } from "~/domain/accounts/sessionSecret";
import { cookieNames, readCookie } from "./cookies.server";
import { clearSessionCookie, setSessionCookie } from "./pageSession.server";
import type { PortalRequest } from "./portalRequest.server";

/** Who the cookie stands for. A refused cookie is taken away, so that it is not tried with every request. */
export async function resolveSession(portal: PortalRequest): Promise<void> {
  const { ctx, request } = portal;
  const cookie = readCookie(request, cookieNames(ctx.siteUrl).session);
  if (!cookie) return;
  const renewal = await renewSession(ctx, readProof(cookie), { kind: "page" });
  if (renewal.state === "refused") return clearSessionCookie(portal);
  if (renewal.proof) setSessionCookie(portal, renewal.proof);
  portal.session = renewal.found;
  portal.ctx = { ...ctx, actor: actorOfSession(ctx, renewal.found) };
}
