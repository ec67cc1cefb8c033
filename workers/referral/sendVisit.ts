import type { Visit } from "~/domain/affiliates/visit";
import { logFault } from "~/integrations/log.server";
import type { ReferralEnv } from "./env";
import { gather } from "./gather";
import { batchesOf, queueVisits } from "./queueVisits";

/** The keeper is a remote object too: when it does not answer either, both are retried. */
const RETRY_AFTER_MS = [100, 1000, 5000, 15_000];

type Receivers = Pick<ReferralEnv, "VISITS" | "KEEPER">;

// One send for all visits of a moment: separate sends would halve the redirects per second.
const gatherVisit = gather<Visit>();

/** Sends a visit to the queue after the answer; concurrent visits share a send. Never throws. */
export const sendVisit = (env: Receivers, visit: Visit, ctx: Pick<ExecutionContext, "waitUntil">) =>
  gatherVisit(visit, ctx, (visits) => Promise.all(batchesOf(visits).map((batch) => sendOrKeep(env, batch))));

async function sendOrKeep({ VISITS, KEEPER }: Receivers, visits: Visit[]) {
  for (const wait of [...RETRY_AFTER_MS, null]) {
    try {
      return await queueVisits(VISITS, visits);
    } catch (refusal) {
      try {
        // This isolate may end before the queue is back; the keeper's storage survives.
        return await KEEPER.getByName("keeper").keep(visits);
      } catch (error) {
        if (wait === null)
          return logFault(new AggregateError([refusal, error], `${visits.length} visits were neither queued nor kept`));
        await scheduler.wait(wait);
      }
    }
  }
}
