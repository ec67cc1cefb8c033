import { Client, type IMessage } from "@stomp/stompjs";
import { afterEach, expect, test } from "vitest";
import WebSocket from "ws";
import type { NotificationEntity } from "~/domain/notifications/notification";
import { notifyStatements } from "~/domain/notifications/notifyStatements";
import { defaultSettings } from "~/domain/settings/defaultSettings";
import { atomicBatch } from "~db/client.server";
import { aCustomer } from "../support/factories";
import { type NotificationsStack, startNotifications } from "../support/notificationsStack";
import { until } from "../support/until";

const stacks: NotificationsStack[] = [];
const clients: Client[] = [];
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.deactivate({ force: true })));
  for (const stack of stacks.splice(0)) await stack.dispose();
});

async function started(options: Parameters<typeof startNotifications>[0] = {}) {
  const stack = await startNotifications(options);
  stacks.push(stack);
  return stack;
}

interface Listener {
  client: Client;
  messages: NotificationEntity[];
  connects: number;
  closes: number[];
  errors: string[];
  pongs: number;
}

/** A real STOMP client of this user; resolves once subscribed. */
async function listening(address: string, user: string, headers: Record<string, string> = {}): Promise<Listener> {
  const listener: Listener = { client: new Client(), messages: [], connects: 0, closes: [], errors: [], pongs: 0 };
  const { client } = listener;
  clients.push(client);
  client.configure({
    webSocketFactory: () =>
      new WebSocket(`${address.replace("http", "ws")}/our-websocket`, ["v12.stomp", "v11.stomp"], {
        headers: { Authorization: `Bearer ${user}`, ...headers },
      }) as never,
    reconnectDelay: 100,
    heartbeatIncoming: 4000,
    heartbeatOutgoing: 4000,
    debug: (text) => {
      if (text === "<<< PONG") listener.pongs++;
    },
    onStompError: (frame) => void listener.errors.push(frame.headers.message ?? ""),
    onWebSocketClose: (event) => void listener.closes.push(event.code),
    onConnect: () => {
      client.watchForReceipt(`subscribed-${listener.connects}`, () => listener.connects++);
      client.subscribe(
        "/user/notify/message",
        (message: IMessage) => void listener.messages.push(JSON.parse(message.body)),
        { receipt: `subscribed-${listener.connects}` },
      );
    },
  });
  client.activate();
  await until("the subscription", () => listener.connects > 0);
  return listener;
}

const aMessage = (id: string): NotificationEntity => ({
  _id: id,
  description: `Notification ${id}: "quoted", ä and \\`,
  type: "ORDER",
  typeSystemId: "01ORDER",
  read: false,
  createdTime: "2026-11-21T12:00:00.000Z",
});
const push = (address: string, user: string, ...messages: NotificationEntity[]) =>
  fetch(`${address}/push?user=${user}`, { method: "POST", body: JSON.stringify(messages) });

/** The response to an upgrade request. */
const upgradeAnswer = (address: string, headers: Record<string, string>, protocols: string[] = []) =>
  new Promise<{ status: number; protocol?: string; cookies?: string[] }>((resolve, reject) => {
    const socket = new WebSocket(`${address.replace("http", "ws")}/our-websocket`, protocols, { headers });
    socket.on("unexpected-response", (_, response) => resolve({ status: response.statusCode ?? 0 }));
    socket.on("upgrade", (response) =>
      socket.once("open", () => {
        resolve({ status: 101, protocol: socket.protocol, cookies: response.headers["set-cookie"] });
        socket.terminate();
      }),
    );
    socket.on("error", reject);
  });

test("pushes a new notification live to its recipient only", async () => {
  const { db, address } = await started();
  const customer = await aCustomer(db);
  const stranger = await aCustomer(db);
  const hers = await listening(address, customer.id);
  const secondTab = await listening(address, customer.id);
  const foreign = await listening(address, stranger.id);
  const now = Date.now();
  await atomicBatch(
    db,
    notifyStatements(
      { db, now, settings: defaultSettings },
      {
        recipients: { users: [customer.id] },
        description: "Your order is paid",
        type: "ORDER",
        typeSystemId: "01ORDER",
        dedupeKey: "paid",
      },
    ),
  );
  await fetch(`${address}/announce`);
  await until("both tabs", () => hers.messages.length > 0 && secondTab.messages.length > 0);
  expect(hers.messages).toEqual([
    {
      _id: expect.stringMatching(/^[0-9A-Z]{52}$/),
      description: "Your order is paid",
      type: "ORDER",
      typeSystemId: "01ORDER",
      read: false,
      createdTime: new Date(now).toISOString(),
    },
  ]);
  // The stranger's message is sent last, so a misdirected earlier one would have arrived before it.
  await push(address, stranger.id, aMessage("HERS"));
  await until("the stranger's own message", () => foreign.messages.length > 0);
  expect(foreign.messages.map((message) => message._id)).toEqual(["HERS"]);
});

test("a sleeping hub answers heartbeats and keeps its subscriptions", async () => {
  const { address, hubCounts } = await started();
  const listener = await listening(address, "U1");
  expect(await hubCounts()).toEqual({ made: 1, messages: 2 });
  await until("four beats", () => listener.pongs >= 4, { deadlineMs: 30_000 });
  expect(await hubCounts()).toEqual({ made: 1, messages: 2 });
  await push(address, "U1", aMessage("N1"));
  await until("the message", () => listener.messages.length > 0);
  expect(listener.messages[0]).toEqual(aMessage("N1"));
  // The hub was recreated after it hibernated, and the socket survived.
  expect(await hubCounts()).toEqual({ made: 2, messages: 2 });
  expect([listener.connects, listener.closes]).toEqual([1, []]);
});

test("the client reconnects after a hub restart and gets new messages", async () => {
  const first = await started();
  const port = Number(new URL(first.address).port);
  const listener = await listening(first.address, "U1");
  stacks.splice(stacks.indexOf(first), 1);
  await first.dispose();
  await until("the lost connection", () => listener.closes.length > 0);
  const second = await started({ port });
  await until("the second subscription", () => listener.connects === 2);
  await push(second.address, "U1", aMessage("N2"));
  await until("the message", () => listener.messages.length > 0);
  expect(listener.messages.map((message) => message._id)).toEqual(["N2"]);
});

test("unsubscribing stops messages, disconnecting is confirmed", async () => {
  const { address } = await started();
  const listener = await listening(address, "U1");
  const { client } = listener;
  let unsubscribed = false;
  client.watchForReceipt("gone", () => {
    unsubscribed = true;
  });
  client.unsubscribe("sub-0", { receipt: "gone" });
  await until("the receipt", () => unsubscribed);
  await push(address, "U1", aMessage("N1"));
  client.subscribe("/user/notify/message", (message) => void listener.messages.push(JSON.parse(message.body)));
  await until("the new subscription", async () => {
    await push(address, "U1", aMessage("N2"));
    return listener.messages.length > 0;
  });
  expect(listener.messages.map((message) => message._id)).not.toContain("N1");
  await client.deactivate();
  expect(listener.closes).toEqual([1000]);
});

test.each([
  ["a code", 4000, 4000],
  ["no code", undefined, 1005],
])("answers a close frame with %s without a DISCONNECT", async (_, sent, answered) => {
  const { address } = await started();
  const socket = new WebSocket(`${address.replace("http", "ws")}/our-websocket`, ["v12.stomp"], {
    headers: { Authorization: "Bearer U1" },
  });
  await new Promise((resolve) => socket.once("open", resolve));
  // The library waits 30 s for the answering frame before it reports 1006.
  const closed = new Promise<number>((resolve) => socket.once("close", resolve));
  socket.close(sent);
  expect(await closed).toBe(answered);
});

test("any other frame ends in an ERROR and a closed socket", async () => {
  const { address } = await started();
  const listener = await listening(address, "U1");
  listener.client.reconnectDelay = 0;
  listener.client.publish({ destination: "/user/notify/message", body: "hello" });
  await until("the closed socket", () => listener.closes.length > 0);
  expect([listener.errors, listener.closes]).toEqual([["SEND is not served here"], [1002]]);
});

test("closes only the sockets of an ended session", async () => {
  const { address } = await started();
  const ended = await listening(address, "U1", { "X-Test-Session": "A" });
  ended.client.reconnectDelay = 0;
  const other = await listening(address, "U1", { "X-Test-Session": "B" });
  await fetch(`${address}/disconnect?user=U1&session=A`);
  await until("the closed socket", () => ended.closes.length > 0);
  expect(ended.closes).toEqual([1008]);
  await push(address, "U1", aMessage("N1"));
  await until("the message", () => other.messages.length > 0);
  other.client.reconnectDelay = 0;
  await fetch(`${address}/disconnect?user=U1`);
  await until("the other closed socket", () => other.closes.length > 0);
  expect(ended.messages).toEqual([]);
});

test("closes a socket whose session has expired", async () => {
  const { address, moveClock } = await started();
  const listener = await listening(address, "U1", { "X-Test-Expires-At": String(Date.now() + 60_000) });
  await push(address, "U1", aMessage("N1"));
  await until("the first message", () => listener.messages.length === 1);
  listener.client.reconnectDelay = 0;
  await moveClock(61_000);
  await push(address, "U1", aMessage("N2"));
  await until("the closed socket", () => listener.closes.length > 0);
  expect([listener.closes, listener.messages.length]).toEqual([[1008], 1]);
});

test("checks Origin and session before the hub and agrees on a sub-protocol", async () => {
  const { address, hubCounts } = await started();
  const cookie = { Cookie: "user=U1" };
  const bearer = { Authorization: "Bearer U1" };
  const ours = { Origin: "http://localhost:8788" };
  const statusOf = async (headers: Record<string, string>) => (await upgradeAnswer(address, headers)).status;
  expect(await statusOf({})).toBe(401);
  expect(await statusOf(ours)).toBe(401);
  expect(await statusOf(cookie)).toBe(403);
  for (const origin of ["https://evil.example", "http://localhost:8788.evil.example", "null", "https://localhost:8788"])
    for (const proof of [cookie, bearer, {}]) expect(await statusOf({ ...proof, Origin: origin })).toBe(403);
  expect((await fetch(`${address}/our-websocket`, { headers: bearer })).status).toBe(426);
  expect(await hubCounts()).toEqual({ made: 0, messages: 0 });

  expect(await upgradeAnswer(address, { ...cookie, ...ours }, ["v11.stomp", "v12.stomp"])).toEqual({
    status: 101,
    protocol: "v12.stomp",
    cookies: ["session=renewed; Path=/"],
  });
  expect(await upgradeAnswer(address, bearer, ["v10.stomp", "v11.stomp"])).toMatchObject({ protocol: "v11.stomp" });
  expect(await statusOf({ ...bearer, ...ours })).toBe(101);
});
