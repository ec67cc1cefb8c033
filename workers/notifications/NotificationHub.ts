import { DurableObject } from "cloudflare:workers";
import type { NotificationEntity } from "~/domain/notifications/notification";
import { readClock } from "~/integrations/clock.server";
import { hubHeaders, hubPaths } from "~/integrations/hub.server";
import { answerStomp, messageFrames, newSocketState, orderFrames, type SocketState } from "./stompConversation";

const protocols = ["v12.stomp", "v11.stomp"];
const MAX_SOCKETS = 20;
/** RFC 6455: the server may no longer serve this client. */
const POLICY = 1008;
const NOT_SENT = [1004, 1005, 1006, 1015];

interface HubEnv {
  /** Development and test only. */
  CLOCK?: Fetcher;
}

interface Attachment {
  state: SocketState;
  /** ms UTC when the session behind the socket expires; null when it does not. */
  expiresAt: number | null;
}

/**
 * The live sockets of one person (rules.md notifications/live). Keeps no state that matters: a socket's subscriptions
 * live in its attachment, which survives hibernation, and clients read missed news from the database. Called only by
 * integrations/hub.server.ts, after the session check.
 */
export class NotificationHub extends DurableObject<HubEnv> {
  constructor(state: DurableObjectState, env: HubEnv) {
    super(state, env);
    // Heart-beats are answered without waking the hub.
    this.ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair("\n", "\n"));
  }

  override async fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === hubPaths.socket) return this.open(request);
    if (pathname === hubPaths.push) {
      const messages = await request.json<NotificationEntity[]>();
      return this.send((state) => messages.flatMap((message) => messageFrames(state, message)));
    }
    if (pathname === hubPaths.order) {
      const news = await request.json<{ orderId: string }>();
      const messageId = crypto.randomUUID();
      return this.send((state) => orderFrames(state, news, messageId));
    }
    if (pathname === hubPaths.disconnect) return this.disconnect(request.headers.get(hubHeaders.session));
    return new Response(null, { status: 404 });
  }

  override webSocketMessage(socket: WebSocket, message: string | ArrayBuffer) {
    const attachment = socket.deserializeAttachment() as Attachment;
    const reply = answerStomp(attachment.state, message);
    socket.serializeAttachment({ ...attachment, state: reply.state } satisfies Attachment);
    for (const frame of reply.send) socket.send(frame);
    if (reply.close) socket.close(reply.close.code, reply.close.reason);
  }

  /** Answers the client's close, which else waits for a frame that never comes. */
  override webSocketClose(socket: WebSocket, code: number, reason: string) {
    // Codes that stand in for a missing frame must not be sent.
    if (NOT_SENT.includes(code)) socket.close();
    else socket.close(code, reason);
  }

  private open(request: Request): Response {
    const [oldest, ...others] = this.ctx.getWebSockets();
    // Bounds the sockets of one account. The oldest is the least likely to be in use.
    if (oldest && others.length + 1 >= MAX_SOCKETS) oldest.close(POLICY, "Too many connections");
    const { 0: client, 1: server } = new WebSocketPair();
    const session = request.headers.get(hubHeaders.session);
    this.ctx.acceptWebSocket(server, session ? [session] : []);
    const expiresAt = Number(request.headers.get(hubHeaders.expiresAt)) || null;
    const unread = request.headers.get(hubHeaders.unread);
    const state = newSocketState(unread === null ? undefined : Number(unread));
    server.serializeAttachment({ state, expiresAt } satisfies Attachment);
    const offered = (request.headers.get("Sec-WebSocket-Protocol") ?? "").split(",").map((one) => one.trim());
    const protocol = protocols.find((one) => offered.includes(one));
    return new Response(null, {
      status: 101,
      webSocket: client,
      headers: protocol ? { "Sec-WebSocket-Protocol": protocol } : {},
    });
  }

  private async send(framesFor: (state: SocketState) => string[]): Promise<Response> {
    const now = await readClock(this.env);
    for (const socket of this.ctx.getWebSockets()) {
      const { state, expiresAt } = socket.deserializeAttachment() as Attachment;
      if (expiresAt !== null && expiresAt <= now) {
        socket.close(POLICY, "Session over");
        continue;
      }
      // It was opened with a count that no longer holds.
      if (state.unread !== undefined)
        socket.serializeAttachment({ state: { ...state, unread: undefined }, expiresAt } satisfies Attachment);
      try {
        for (const frame of framesFor(state)) socket.send(frame);
      } catch {
        // The socket is closing. Its client reads what it missed when it reconnects.
      }
    }
    return new Response(null, { status: 204 });
  }

  private disconnect(session: string | null): Response {
    for (const socket of this.ctx.getWebSockets(session ?? undefined)) socket.close(POLICY, "Session over");
    return new Response(null, { status: 204 });
  }
}
