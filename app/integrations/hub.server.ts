import type { NotificationEntity } from "~/domain/notifications/notification";

/** How the portal and the outbox speak with a person's hub (workers/notifications/NotificationHub.ts). */
export const hubPaths = { socket: "/socket", push: "/push", order: "/order", disconnect: "/disconnect" } as const;
export const hubHeaders = { session: "X-Session", expiresAt: "X-Session-Expires-At" } as const;

const hubOf = (hubs: DurableObjectNamespace, userId: string) => hubs.get(hubs.idFromName(userId));
const address = (path: string) => `https://hub${path}`;

/**
 * Why a request for the live socket is refused, before any session is looked up or the hub is touched
 * (rules.md security/socket): 426 when it is no upgrade, 403 for a foreign Origin or a cookie without one, 401 when
 * nobody can be behind it. Null when it may go on. `how` is what the request proves itself with; null for nothing.
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
  // Browsers always send it: without one only a program with its own bearer may be behind the request.
  const ours = origin === null ? how !== "cookie" : origin === new URL(siteUrl).origin;
  if (!ours) return new Response("This request did not come from the portal", { status: 403 });
  const proof = how === "bearer" ? "Authorization" : "Cookie";
  if (how === null || !request.headers.has(proof)) return new Response("Please sign in", { status: 401 });
  return null;
}

export interface SocketSession {
  id: string;
  /** ms UTC; from then on the socket is closed instead of served. */
  expiresAt?: number;
  /** Cookies for the answer: a session renewed by this request must reach the browser like any other. */
  setCookies?: readonly string[];
}

/** Opens the live socket of a person whose session has been checked. Answers 101, or what the hub says instead. */
export async function openSocket(
  request: Request,
  hubs: DurableObjectNamespace,
  userId: string,
  session?: SocketSession,
): Promise<Response> {
  // Only what the hub needs: cookies and tokens stay here.
  const headers = new Headers({ Upgrade: "websocket" });
  const protocols = request.headers.get("Sec-WebSocket-Protocol");
  if (protocols) headers.set("Sec-WebSocket-Protocol", protocols);
  if (session) headers.set(hubHeaders.session, session.id);
  if (session?.expiresAt) headers.set(hubHeaders.expiresAt, String(session.expiresAt));
  const response = await hubOf(hubs, userId).fetch(address(hubPaths.socket), { headers });
  if (!response.webSocket || !session?.setCookies?.length) return response;
  const answer = new Headers(response.headers);
  for (const cookie of session.setCookies) answer.append("Set-Cookie", cookie);
  return new Response(null, { status: 101, webSocket: response.webSocket, headers: answer });
}

/** Sends messages to everywhere a person is connected. Throws when the hub did not take them. */
export async function pushToUser(hubs: DurableObjectNamespace, userId: string, messages: NotificationEntity[]) {
  const response = await hubOf(hubs, userId).fetch(address(hubPaths.push), {
    method: "POST",
    body: JSON.stringify(messages),
  });
  if (!response.ok) throw new Error(`The hub answered ${response.status}`);
}

/** Tells everywhere a person is connected that an order has news, and nothing more. Throws when the hub did not take it. */
export async function tellOrderChanged(hubs: DurableObjectNamespace, userId: string, orderId: string) {
  const response = await hubOf(hubs, userId).fetch(address(hubPaths.order), {
    method: "POST",
    body: JSON.stringify({ orderId }),
  });
  if (!response.ok) throw new Error(`The hub answered ${response.status}`);
}

/**
 * Closes the live sockets of a session that ended, or of all sessions of a person when none is named
 * (rules.md sessions/end). Throws when the hub did not answer.
 */
export async function disconnectUser(hubs: DurableObjectNamespace, userId: string, sessionId?: string) {
  const headers = new Headers(sessionId ? { [hubHeaders.session]: sessionId } : {});
  const response = await hubOf(hubs, userId).fetch(address(hubPaths.disconnect), { method: "POST", headers });
  if (!response.ok) throw new Error(`The hub answered ${response.status}`);
}
