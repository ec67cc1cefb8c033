import { once } from "node:events";
import { Log, LogLevel, Miniflare, type MiniflareOptions } from "miniflare";
import { Pool } from "undici";
import WebSocket from "ws";
import type { NotificationEntity } from "~/domain/notifications/notification";
import { bundleWorker } from "../../../tests/support/bundleWorker";
import { abba } from "../abba";
import { bareHub } from "../baselines/bareHub";
import { type Asked, requestsPerSecond } from "../load";
import type { LonePart } from "../part";

const TURN_MS = 1500;
/** Heart-beats of a client in 60 seconds, one every four. */
const BEATS = 15;

const bundled = (module: string) => bundleWorker(`export * from "./${module}"; export { default } from "./${module}";`);

const notification: NotificationEntity = {
  _id: "01K8ZC5D3M0000000000000000",
  description: "Order 10482 is now Working",
  type: "ORDER",
  typeSystemId: "01K8ZC5D3M0000000000000001",
  read: false,
  createdTime: "2026-11-21T12:00:00.000Z",
};

/** Owns the socket, and receives what is pushed. */
const USER = "one-user";

/** A socket that counts its messages; `send` is for messages without an answer. */
async function listen(address: string, headers: Record<string, string>, protocols: string[] = []) {
  const socket = new WebSocket(address.replace("http", "ws"), protocols, { headers });
  const listener = { socket, received: 0 };
  socket.on("message", () => void listener.received++);
  await once(socket, "open");
  return listener;
}

/** P10: messages per second through a person's hub, over a bare Durable Object, and what heart-beats wake. */
export const hub: LonePart = {
  ids: ["P10"],
  async measure(settings) {
    const common = { modules: true, compatibilityDate: "2026-04-24", compatibilityFlags: ["nodejs_compat"] };
    const SITE_URL = settings.siteUrl;
    const miniflare = new Miniflare({
      cf: false,
      host: "127.0.0.1",
      port: settings.port,
      log: new Log(LogLevel.WARN),
      workers: [
        {
          ...common,
          name: "door",
          script: await bundled("tests/support/hubDoor"),
          bindings: { SITE_URL },
          durableObjects: { HUB: { className: "NotificationHub", scriptName: "notifications", useSQLite: true } },
          queueProducers: { OUTBOX: "portal-outbox" },
        },
        {
          ...common,
          name: "notifications",
          script: await bundled("tests/support/countedNotifications"),
          bindings: { SITE_URL },
          d1Databases: { DB: "portal" },
          durableObjects: { HUB: { className: "NotificationHub", useSQLite: true } },
        },
        bareHub,
      ],
    } as MiniflareOptions);
    const pool = new Pool(`http://127.0.0.1:${settings.port}`, { connections: 8 });
    try {
      const address = (await miniflare.ready).origin;
      const override = (worker: string) => ({ "MF-Route-Override": worker });

      const ours = await listen(`${address}/our-websocket`, { ...override("door"), Authorization: `Bearer ${USER}` }, [
        "v12.stomp",
      ]);
      const answered = once(ours.socket, "message");
      ours.socket.send("CONNECT\naccept-version:1.2\nhost:localhost\nheart-beat:4000,4000\n\n\0");
      await answered;
      const subscribed = once(ours.socket, "message");
      ours.socket.send("SUBSCRIBE\nid:0\ndestination:/user/notify/message\nreceipt:subscribed\n\n\0");
      await subscribed;
      const bare = await listen(`${address}/socket`, override(bareHub.name!));

      const body = JSON.stringify([notification]);
      const throughHub: Asked = {
        path: `/push?user=${USER}`,
        method: "POST",
        headers: override("door"),
        body,
        status: 204,
      };
      const throughBare: Asked = { ...throughHub, path: "/push", headers: override(bareHub.name!) };
      const { ratio, a, b } = await abba(
        () => requestsPerSecond(pool, throughHub, TURN_MS),
        () => requestsPerSecond(pool, throughBare, TURN_MS),
      );
      if (ours.received < a || bare.received < b) throw new Error("Messages did not reach the sockets");

      const worker = await miniflare.getWorker("notifications");
      const counts = async () =>
        (await (await worker.fetch("http://counts/")).json()) as { made: number; messages: number };
      const before = await counts();
      const beaten = ours.received;
      for (let beat = 0; beat < BEATS; beat++) {
        const beatBack = once(ours.socket, "message");
        ours.socket.send("\n");
        await beatBack;
      }
      const after = await counts();
      ours.socket.terminate();
      bare.socket.terminate();
      return [
        {
          id: "P10",
          what: "Hub messages/s",
          against: "bare Durable Object",
          value: ratio,
          unit: "x",
          atLeast: 0.9,
          note: `${Math.round(a)} over ${Math.round(b)} a second, one socket each`,
        },
        {
          id: "P10",
          what: "Hub wake-ups by 60 s of heart-beats",
          against: "counted in the hub",
          value: after.made - before.made + after.messages - before.messages,
          unit: "",
          atMost: 0,
          note: `${ours.received - beaten} of ${BEATS} beats answered, sent without a pause`,
        },
      ];
    } finally {
      await pool.destroy();
      await miniflare.dispose();
    }
  },
};
