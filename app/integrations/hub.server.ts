import type { NotificationEntity } from "~/domain/notifications/notification";

/** The protocol between the portal or the outbox and a user's hub (workers/notifications/NotificationHub.ts). */
export const hubPaths = { socket: "/socket", push: "/push", order: "/order", disconnect: "/disconnect" } as const;
export const hubHeaders = { session: "X-Session", expiresAt: "X-Session-Expires-At", unread: "X-Unread" } as const;

const hubOf = (hubs: DurableObjectNamespace, userId: string) => hubs.get(hubs.idFromName(userId));
const address = (path: string) => `https://hub${path}`;

/**
 * Rejects a live socket request before any session lookup or hub call (rules.md security/socket): 426 without an
 * upgrade, 403 for a foreign Origin or a cookie without one, 401 without credentials. Returns null when it may
 * proceed. `how` is the kind of credential.
 */
export function socketRequestProblem(
  request: Request,
  siteUrl: string,
  how: "cookie" | "bearer" | null,
): Response | null {
  if (request.method !== "GET" || request.headers.get("Upgrade")?.toLowerCase() !== "websocket")
    return new Response("This address speaks WebSocket", {
      status: 426,
      headers: { Upgrade: "websocket", Connection: "Upgrade" },
    });
  const origin = request.headers.get("Origin");
  // Browsers always send Origin. A request without one must be a program with a bearer.
  const ours = origin === null ? how !== "cookie" : origin === new URL(siteUrl).origin;
  if (!ours) return new Response("This request did not come from the portal", { status: 403 });
  const proof = how === "bearer" ? "Authorization" : "Cookie";
  if (how === null || !request.headers.has(proof)) return new Response("Please sign in", { status: 401 });
  return null;
}

interface SocketSession {
  id: string;
  /** ms UTC, when the hub closes the socket. */
  expiresAt?: number;
  /** Unread notifications of the user. The browser compares them with those of its page. */
  unread?: number;
  /** Set-Cookie values for the response, when this request renewed the session. */
  setCookies?: readonly string[];
}

/** Opens the live socket of an authenticated user. Returns 101, or the hub's response. */
export async function openSocket(
  request: Request,
  hubs: DurableObjectNamespace,
  userId: string,
  session?: SocketSession,
): Promise<Response> {
  // Forwards only what the hub needs, no cookies or tokens.
  const headers = new Headers({ Upgrade: "websocket" });
  const protocols = request.headers.get("Sec-WebSocket-Protocol");
  if (protocols) headers.set("Sec-WebSocket-Protocol", protocols);
  if (session) headers.set(hubHeaders.session, session.id);
  if (session?.unread !== undefined) headers.set(hubHeaders.unread, String(session.unread));
  if (session?.expiresAt) headers.set(hubHeaders.expiresAt, String(session.expiresAt));
  const response = await hubOf(hubs, userId).fetch(address(hubPaths.socket), { headers });
  if (!response.webSocket || !session?.setCookies?.length) return response;
  const answer = new Headers(response.headers);
  for (const cookie of session.setCookies) answer.append("Set-Cookie", cookie);
  return new Response(null, { status: 101, webSocket: response.webSocket, headers: answer });
}

/** Sends messages to all of a user's connections. Throws when the hub rejects them. */
export async function pushToUser(hubs: DurableObjectNamespace, userId: string, messages: NotificationEntity[]) {
  const response = await hubOf(hubs, userId).fetch(address(hubPaths.push), {
    method: "POST",
    body: JSON.stringify(messages),
  });
  if (!response.ok) throw new Error(`The hub answered ${response.status}`);
}

/** Notifies all of a user's connections that an order changed. Throws when the hub rejects it. */
export async function tellOrderChanged(hubs: DurableObjectNamespace, userId: string, orderId: string) {
  const response = await hubOf(hubs, userId).fetch(address(hubPaths.order), {
    method: "POST",
    body: JSON.stringify({ orderId }),
  });
  if (!response.ok) throw new Error(`The hub answered ${response.status}`);
}

/**
 * Closes the live sockets of an ended session, or of all the user's sessions without `sessionId` (rules.md
 * sessions/end). Throws when the hub fails.
 */
export async function disconnectUser(hubs: DurableObjectNamespace, userId: string, sessionId?: string) {
  const headers = new Headers(sessionId ? { [hubHeaders.session]: sessionId } : {});
  const response = await hubOf(hubs, userId).fetch(address(hubPaths.disconnect), { method: "POST", headers });
  if (!response.ok) throw new Error(`The hub answered ${response.status}`);
}
