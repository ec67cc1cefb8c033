import { disconnectUser, openSocket, pushToUser, socketRequestProblem } from "~/integrations/hub.server";
import { queuePublish } from "~/integrations/outbox.server";

interface Env {
  HUB: DurableObjectNamespace;
  OUTBOX: Queue;
  SITE_URL: string;
}

/** The portal's route to the hub without sign-in: the bearer, or the cookie `user`, is the user id. */
export default {
  async fetch(request, env) {
    const url = new URL(request.url);
    if (url.pathname === "/announce") {
      await queuePublish(env.OUTBOX).outboxWaiting();
      return new Response(null, { status: 204 });
    }
    const userId = url.searchParams.get("user") ?? "";
    if (url.pathname === "/push") {
      await pushToUser(env.HUB, userId, await request.json());
      return new Response(null, { status: 204 });
    }
    if (url.pathname === "/disconnect") {
      await disconnectUser(env.HUB, userId, url.searchParams.get("session") ?? undefined);
      return new Response(null, { status: 204 });
    }
    const authorization = request.headers.get("Authorization");
    const cookie = request.headers.get("Cookie");
    const problem = socketRequestProblem(request, env.SITE_URL, authorization ? "bearer" : cookie ? "cookie" : null);
    if (problem) return problem;
    const user = (authorization?.slice("Bearer ".length) ?? cookie?.slice("user=".length))!;
    const expiresAt = Number(request.headers.get("X-Test-Expires-At")) || undefined;
    return await openSocket(request, env.HUB, user, {
      id: request.headers.get("X-Test-Session") ?? "session",
      expiresAt,
      setCookies: cookie ? ["session=renewed; Path=/"] : [],
    });
  },
} satisfies ExportedHandler<Env>;
