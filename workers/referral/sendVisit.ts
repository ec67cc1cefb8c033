import type { Visit } from "~/domain/affiliates/visit";
import { logFault } from "~/integrations/log.server";
import { batchesOf } from "./batchesOf";
import { gather } from "./gather";

/** Together shorter than the 30 s that a request has after its answer. */
const RETRY_AFTER_MS = [1000, 5000];

// One send for all visits of a moment: separate sends would halve the redirects per second.
const gatherVisit = gather<Visit>();

/** Sends a visit to the queue after the answer; concurrent visits share a send. Never throws. */
export const sendVisit = (queue: Queue<Visit>, visit: Visit, ctx: Pick<ExecutionContext, "waitUntil">) =>
  gatherVisit(visit, ctx, (visits) => Promise.all(batchesOf(visits).map((batch) => sendBatch(queue, batch))));

async function sendBatch(queue: Queue<Visit>, visits: Visit[]) {
  for (const wait of [...RETRY_AFTER_MS, null]) {
    try {
      return await queue.sendBatch(visits.map((body) => ({ body, contentType: "json" as const })));
    } catch (refusal) {
      if (wait === null) return logFault(new Error(`the queue refused ${visits.length} visits`, { cause: refusal }));
      await scheduler.wait(wait);
    }
  }
}
