import type { WorkerOptions } from "miniflare";

/** P10: a Durable Object that forwards each post to its sockets unchanged, behind a Worker that passes requests on. */
export const bareHub: WorkerOptions = {
  name: "bare-hub",
  modules: true,
  compatibilityDate: "2026-04-24",
  durableObjects: { HUB: { className: "BareHub", useSQLite: true } },
  script: `import { DurableObject } from "cloudflare:workers";
export class BareHub extends DurableObject {
  async fetch(request) {
    if (request.headers.get("Upgrade") === "websocket") {
      const { 0: client, 1: server } = new WebSocketPair();
      this.ctx.acceptWebSocket(server);
      return new Response(null, { status: 101, webSocket: client });
    }
    const text = await request.text();
    for (const socket of this.ctx.getWebSockets()) socket.send(text);
    return new Response(null, { status: 204 });
  }
}
export default {
  fetch: (request, env) => env.HUB.get(env.HUB.idFromName("one-user")).fetch(request),
};`,
};
