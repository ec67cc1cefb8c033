import type { Visit } from "~/domain/affiliates/visit";
import { logFault } from "~/integrations/log.server";
import type { ReferralEnv } from "./env";
import { batchesOf, queueVisits } from "./queueVisits";

// One send for all visits of a moment: separate sends would halve the redirects per second.
const GATHER_MS = 10;
const STALLED_MS = 2000;
/** The keeper is a remote object too: when it does not answer either, both are retried. */
const RETRY_AFTER_MS = [100, 1000, 5000, 15_000];

type Receivers = Pick<ReferralEnv, "VISITS" | "KEEPER">;

const gathered: Visit[] = [];
let gatheringSince: number | undefined;

/** Sends a visit to the queue after the answer; concurrent visits share a send. Never throws. */
export function sendVisit(env: Receivers, visit: Visit, ctx: Pick<ExecutionContext, "waitUntil">) {
  gathered.push(visit);
  const now = Date.now();
  // Another request is about to send this one too, unless it was cut short.
  if (gatheringSince !== undefined && now - gatheringSince < STALLED_MS) return;
  gatheringSince = now;
  ctx.waitUntil(sendGathered(env));
}

async function sendGathered(env: Receivers) {
  await scheduler.wait(GATHER_MS);
  gatheringSince = undefined;
  await Promise.all(batchesOf(gathered.splice(0)).map((visits) => sendOrKeep(env, visits)));
}

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
