import type { Publish } from "~/domain/ports/publish";
import type { Referrals } from "~/domain/ports/referrals";
import { disconnectUser, tellOrderChanged } from "./hub.server";
import { logWarning } from "./log.server";

/** A wake-up only. It may be lost, repeated or late, because the rows hold the work. */
const OUTBOX_WAITING = { kind: "outboxWaiting" } as const;
/** The same for the queue of large exports. */
const EXPORTS_WAITING = { kind: "exportsWaiting" } as const;

type Sender = Pick<Queue, "send">;

/**
 * Wakes the Notifications Worker and the export consumer through their queues, and closes sockets at the hubs. Never
 * throws: a cron makes up for a lost wake-up, and an open socket ends with its session's expiry.
 */
export function queuePublish(
  outbox: Sender,
  hubs?: DurableObjectNamespace,
  exports?: Sender,
  visits?: Pick<Referrals, "sendAgain">,
): Publish {
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
    sendAgain: async (queue, body) => {
      const senders: Record<string, (() => Promise<unknown>) | undefined> = {
        "portal-outbox": () => outbox.send(body),
        "portal-exports": exports && (() => exports.send(body)),
        "portal-visits": visits && (() => visits.sendAgain(body)),
      };
      const send = senders[queue];
      return send ? await attempt(`${queue}: a message was not sent again`, send) : false;
    },
    outboxWaiting: () => orWarn("outbox: not announced", () => outbox.send(OUTBOX_WAITING)),
    exportsWaiting: () => orWarn("exports: not announced", async () => exports?.send(EXPORTS_WAITING)),
  };
}

/** Returns whether it succeeded. */
async function attempt(what: string, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    logWarning(what, error);
    return false;
  }
}

async function orWarn(what: string, work: () => Promise<unknown>): Promise<void> {
  await attempt(what, work);
}
