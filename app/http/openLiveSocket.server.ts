import { openSocket, socketRequestProblem } from "~/integrations/hub.server";
import { bearerSession } from "./bearerActor.server";
import type { PortalRequest } from "./portalRequest.server";
import { resolveSession } from "./resolveSession.server";

/**
 * GET /our-websocket. Authenticates the request before it reaches the hub (rules.md security/socket,
 * notifications/live). The session comes from the cookie with a matching Origin, or from a bearer token.
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
    unread: found.unread,
    // A reconnecting idle tab renews the session, so its browser needs the new secret.
    setCookies: portal.setCookies,
  });
}
