import type { Publish } from "~/domain/ports";
import { disconnectUser, tellOrderChanged } from "./hub.server";

/** The message says only that rows wait: it may be lost, repeated or late, as the rows are what counts. */
const OUTBOX_WAITING = { kind: "outboxWaiting" } as const;
/** As above, for the queue of large exports. */
const EXPORTS_WAITING = { kind: "exportsWaiting" } as const;

type Sender = Pick<Queue, "send">;

/**
 * Wakes the Notifications Worker and the maker of exports through their queues, and closes sockets at the hubs, where
 * there are any to reach. Never throws: a lost announcement is made good by a cron, and a socket left open ends with its
 * session's own limit.
 */
export function queuePublish(outbox: Sender, hubs?: DurableObjectNamespace, exports?: Sender): Publish {
  return {
    sessionEnded: (userId, sessionId) =>
      orWarn("hub: sockets not closed", async () => {
        if (hubs) await disconnectUser(hubs, userId, sessionId);
      }),
    orderChanged: (orderId, userIds) =>
      orWarn("hub: readers of an order not told", async () => {
        if (!hubs) return;
        const told = await Promise.allSettled(userIds.map((userId) => tellOrderChanged(hubs, userId, orderId)));
        const missed = told.find((one) => one.status === "rejected");
        if (missed) throw missed.reason;
      }),
    outboxWaiting: () => orWarn("outbox: not announced", () => outbox.send(OUTBOX_WAITING)),
    exportsWaiting: () => orWarn("exports: not announced", async () => exports?.send(EXPORTS_WAITING)),
  };
}

async function orWarn(what: string, work: () => Promise<unknown>) {
  try {
    await work();
  } catch (error) {
    console.warn(`${what}, ${error instanceof Error ? error.name : "unknown failure"}`);
  }
}
