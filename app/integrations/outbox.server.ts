import type { Publish } from "~/domain/ports";
import { disconnectUser, tellOrderChanged } from "./hub.server";

/** The message says only that rows wait: it may be lost, repeated or late, as the rows are what counts. */
export const OUTBOX_WAITING = { kind: "outboxWaiting" } as const;

/**
 * Wakes the Notifications Worker through its queue, and closes sockets at the hubs where there are any to reach. Never
 * throws: a lost announcement is made good by the sweep, and a socket left open ends with its session's own limit.
 */
export function queuePublish(queue: Pick<Queue, "send">, hubs?: DurableObjectNamespace): Publish {
  return {
    sessionEnded: async (userId, sessionId) => {
      try {
        if (hubs) await disconnectUser(hubs, userId, sessionId);
      } catch (error) {
        console.warn(`hub: sockets not closed, ${error instanceof Error ? error.name : "unknown failure"}`);
      }
    },
    orderChanged: async (orderId, userIds) => {
      if (!hubs) return;
      const told = await Promise.allSettled(userIds.map((userId) => tellOrderChanged(hubs, userId, orderId)));
      const missed = told.filter(({ status }) => status === "rejected").length;
      if (missed > 0) console.warn(`hub: ${missed} of ${told.length} not told of an order`);
    },
    outboxWaiting: async () => {
      try {
        await queue.send(OUTBOX_WAITING);
      } catch (error) {
        console.warn(`outbox: not announced, ${error instanceof Error ? error.name : "unknown failure"}`);
      }
    },
  };
}
