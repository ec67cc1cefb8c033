import type { Visit } from "~/domain/affiliates/visit";
import { batchesOf, queueVisits } from "./queueVisits";
import type { ReferralEnv } from "./takeClick";

// One send for all visits of a moment: a send for each halves the redirects a second.
const GATHER_MS = 10;
const STALLED_MS = 2000;
/** The keeper is a machine away: when it does not answer either, both are asked again. */
const RETRY_AFTER_MS = [100, 1000, 5000, 15_000];

type Receivers = Pick<ReferralEnv, "VISITS" | "KEEPER">;

const gathered: Visit[] = [];
let gatheringSince: number | undefined;

/** Gives a visit to the queue after the answer has left; visits of the same moment travel together. Never throws. */
export function sendVisit(env: Receivers, visit: Visit, ctx: Pick<ExecutionContext, "waitUntil">) {
  gathered.push(visit);
  const now = Date.now();
  // Another request is about to send this one too; one that was cut short must not keep everybody waiting.
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
        // This isolate may not live until the queue is back; what the keeper holds outlives it.
        return await KEEPER.getByName("keeper").keep(visits);
      } catch (error) {
        if (wait === null)
          return console.error(`Referral: ${visits.length} visits could be neither queued nor kept`, refusal, error);
        await scheduler.wait(wait);
      }
    }
  }
}
