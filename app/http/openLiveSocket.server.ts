import { openSocket, socketRequestProblem } from "~/integrations/hub.server";
import { bearerSession } from "./bearerActor.server";
import type { PortalRequest } from "./portalRequest.server";
import { resolveSession } from "./resolveSession.server";

/**
 * GET /our-websocket: who asks and from where is settled before the hub is touched (rules.md security/socket,
 * notifications/live). The session comes from the cookie with a matching Origin, or from the bearer of the upgrade
 * request.
 */
export async function openLiveSocket(portal: PortalRequest): Promise<Response> {
  const { request, env } = portal;
  const how = request.headers.has("Authorization") ? "bearer" : "cookie";
  const problem = socketRequestProblem(request, portal.ctx.siteUrl, how);
  if (problem) return problem;
  if (how === "cookie") await resolveSession(portal);
  const found = how === "cookie" ? portal.session : await bearerSession(portal.ctx, request);
  if (!found) return new Response("Please sign in", { status: 401 });
  return await openSocket(request, env.HUB, found.user.id, {
    id: found.session.id,
    expiresAt: found.session.expiresAt,
    // An idle tab that reconnects is what renews the session: its browser must learn the new secret.
    setCookies: portal.setCookies,
  });
}
