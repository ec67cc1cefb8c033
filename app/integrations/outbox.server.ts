import type { Publish } from "~/domain/ports/publish";
import { disconnectUser, tellOrderChanged } from "./hub.server";

/** A wake-up only. It may be lost, repeated or late, because the rows hold the work. */
const OUTBOX_WAITING = { kind: "outboxWaiting" } as const;
/** The same for the queue of large exports. */
const EXPORTS_WAITING = { kind: "exportsWaiting" } as const;

type Sender = Pick<Queue, "send">;

/**
 * Wakes the Notifications Worker and the export consumer through their queues, and closes sockets at the hubs. Never
 * throws: a cron makes up for a lost wake-up, and an open socket ends with its session's expiry.
 */
export function queuePublish(outbox: Sender, hubs?: DurableObjectNamespace, exports?: Sender): Publish {
  return {
    sessionEnded: (userId, sessionId) =>
      orWarn("hub: sockets not closed", async () => {
        if (hubs) await disconnectUser(hubs, userId, sessionId);
      }),
    orderChanged: (orderId, userIds) =>
      orWarn("hub: viewers of an order not notified", async () => {
        if (!hubs) return;
        const results = await Promise.allSettled(userIds.map((userId) => tellOrderChanged(hubs, userId, orderId)));
        const failure = results.find((result) => result.status === "rejected");
        if (failure) throw failure.reason;
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
