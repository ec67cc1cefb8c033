import type { NotificationEntity } from "~/domain/notifications/notification";
import { BadFrame, type Frame, readFrames, writeFrame } from "./stompFrames";

/** A person's own notifications. */
export const DESTINATION = "/user/notify/message";
/** Tells open order pages to reload (docs/decisions/0016-live-orders.md). */
const ORDER_DESTINATION = "/user/notify/order";

/** The negotiated state of a socket. Stored in its attachment, so it must stay small and serializable. */
export interface SocketState {
  version: "1.1" | "1.2" | null;
  /** The client's subscription ids for DESTINATION. */
  subscriptions: string[];
  /** The same for ORDER_DESTINATION; absent in older sockets. */
  orderSubscriptions?: string[];
  /** Unread notifications when the socket opened, until it subscribes or a message arrives before that. */
  unread?: number;
}

export const newSocketState = (unread?: number): SocketState => ({
  version: null,
  subscriptions: [],
  ...(unread === undefined ? {} : { unread }),
});

export interface Reply {
  state: SocketState;
  /** Frames to send, in order. */
  send: string[];
  /** Set when the socket is to be closed after them. */
  close?: { code: number; reason: string };
}

const BEAT_MS = 4000;
const MAX_SUBSCRIPTIONS = 16;
const MAX_ID_LENGTH = 64;

class Refused extends Error {
  readonly headers: Record<string, string>;
  constructor(message: string, headers: Record<string, string> = {}) {
    super(message);
    this.headers = headers;
  }
}

/**
 * Answers one WebSocket message with the supported part of STOMP: CONNECT or STOMP, SUBSCRIBE to one of the two
 * destinations, UNSUBSCRIBE, DISCONNECT, each with receipts. Anything else gets an ERROR frame and closes the socket
 * (rules.md notifications/live). Pure: takes a state and returns the next.
 */
export function answerStomp(before: SocketState, message: string | ArrayBuffer): Reply {
  const reply: Reply = { state: structuredClone(before), send: [] };
  let current: Frame | undefined;
  try {
    const frames = readFrames(message);
    // A beat sent as bytes is not covered by the automatic answer.
    if (frames.length === 0) reply.send.push("\n");
    for (const frame of frames) {
      current = frame;
      take(reply, frame);
      if (reply.close) break;
    }
  } catch (error) {
    if (!(error instanceof BadFrame) && !(error instanceof Refused)) throw error;
    const receipt = current?.headers.get("receipt");
    reply.send.push(
      writeFrame("ERROR", {
        message: error.message,
        ...(error instanceof Refused ? error.headers : {}),
        ...(receipt ? { "receipt-id": receipt } : {}),
      }),
    );
    reply.close = { code: 1002, reason: error.message };
  }
  return reply;
}

function take(reply: Reply, frame: Frame) {
  const { command } = frame;
  if (command === "CONNECT" || command === "STOMP") return connect(reply, frame);
  if (reply.state.version === null) throw new Refused("Not connected");
  // Saves the client a request when its page shows the same number.
  const { unread } = reply.state;
  if (command === "SUBSCRIBE") subscribe(reply, frame);
  else if (command === "UNSUBSCRIBE") unsubscribe(reply, frame);
  else if (command !== "DISCONNECT") throw new Refused(`${command} is not served here`);
  const receipt = frame.headers.get("receipt");
  if (receipt) {
    const headers: Record<string, string> = { "receipt-id": receipt };
    if (unread !== reply.state.unread) headers.unread = String(unread);
    reply.send.push(writeFrame("RECEIPT", headers));
  }
  if (command === "DISCONNECT") reply.close = { code: 1000, reason: "Disconnected" };
}

function connect(reply: Reply, { headers }: Frame) {
  if (reply.state.version !== null) throw new Refused("Already connected");
  const offered = (headers.get("accept-version") ?? "1.0").split(",").map((version) => version.trim());
  const version = (["1.2", "1.1"] as const).find((ours) => offered.includes(ours));
  if (!version) throw new Refused("Supported protocol versions are 1.1 and 1.2", { version: "1.1,1.2" });
  // The server only beats in answer to the client, so that the hub can hibernate: it promises beats as often as the
  // client sends them.
  const clientBeat = Number(/^(\d{1,9}),\d{1,9}$/.exec(headers.get("heart-beat") ?? "")?.[1] ?? 0);
  const ourBeat = clientBeat === 0 ? 0 : Math.max(BEAT_MS, clientBeat);
  reply.state.version = version;
  reply.send.push(writeFrame("CONNECTED", { version, "heart-beat": `${ourBeat},${BEAT_MS}` }));
}

function subscribe({ state }: Reply, { headers }: Frame) {
  const id = subscriptionId(headers);
  const destination = headers.get("destination");
  if (destination !== DESTINATION && destination !== ORDER_DESTINATION) throw new Refused("Unknown destination");
  if ((headers.get("ack") ?? "auto") !== "auto") throw new Refused("Only ack:auto is served here");
  const ofOrders = state.orderSubscriptions ?? [];
  const known = [...state.subscriptions, ...ofOrders];
  if (known.includes(id)) throw new Refused("This subscription id is in use");
  if (known.length >= MAX_SUBSCRIPTIONS) throw new Refused("Too many subscriptions");
  if (destination === DESTINATION) {
    state.subscriptions.push(id);
    delete state.unread;
  } else state.orderSubscriptions = [...ofOrders, id];
}

function unsubscribe({ state }: Reply, { headers }: Frame) {
  const id = subscriptionId(headers);
  const ofOrders = state.orderSubscriptions ?? [];
  if (![...state.subscriptions, ...ofOrders].includes(id)) throw new Refused("Unknown subscription id");
  state.subscriptions = state.subscriptions.filter((known) => known !== id);
  state.orderSubscriptions = ofOrders.filter((known) => known !== id);
}

function subscriptionId(headers: Map<string, string>) {
  const id = headers.get("id");
  if (!id || id.length > MAX_ID_LENGTH)
    throw new Refused(`A subscription needs an id of 1 to ${MAX_ID_LENGTH} characters`);
  return id;
}

/** A notification for every subscription of a socket; none before it has subscribed. */
export const messageFrames = (state: SocketState, message: NotificationEntity): string[] =>
  framesFor(state.subscriptions, DESTINATION, message._id, message);

/** News of an order, for every subscription to orders. */
export const orderFrames = (state: SocketState, news: { orderId: string }, messageId: string): string[] =>
  framesFor(state.orderSubscriptions ?? [], ORDER_DESTINATION, messageId, news);

const framesFor = (subscriptions: readonly string[], destination: string, messageId: string, body: unknown) =>
  subscriptions.map((subscription) =>
    writeFrame(
      "MESSAGE",
      { subscription, "message-id": messageId, destination, "content-type": "application/json;charset=utf-8" },
      JSON.stringify(body),
    ),
  );
