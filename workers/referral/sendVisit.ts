import type { Visit } from "./visit";

// One send for all visits of a moment: a send for each halves the redirects a second.
const GATHER_MS = 10;
const STALLED_MS = 2000;
const MOST_MESSAGES = 100;
// Queues take 256,000 bytes a batch; a character is at most three.
const MOST_CHARACTERS = 80_000;
const RETRY_AFTER_MS = [100, 1000, 5000, 15_000];

const gathered: Visit[] = [];
let gatheringSince: number | undefined;

/** Gives a visit to the queue after the answer has left; visits of the same moment travel together. Never throws. */
export function sendVisit(queue: Queue<Visit>, visit: Visit, ctx: ExecutionContext) {
  gathered.push(visit);
  const now = Date.now();
  // Another request is about to send this one too; one that was cut short must not keep everybody waiting.
  if (gatheringSince !== undefined && now - gatheringSince < STALLED_MS) return;
  gatheringSince = now;
  ctx.waitUntil(sendGathered(queue));
}

async function sendGathered(queue: Queue<Visit>) {
  await scheduler.wait(GATHER_MS);
  gatheringSince = undefined;
  const visits = gathered.splice(0);
  const sends: Promise<void>[] = [];
  while (visits.length) {
    let characters = 0;
    let count = 0;
    while (count < visits.length && count < MOST_MESSAGES) {
      characters += JSON.stringify(visits[count]).length;
      if (characters > MOST_CHARACTERS && count) break;
      count++;
    }
    sends.push(sendWithRetry(queue, visits.splice(0, count)));
  }
  await Promise.all(sends);
}

async function sendWithRetry(queue: Queue<Visit>, visits: Visit[]) {
  for (const wait of [...RETRY_AFTER_MS, null]) {
    try {
      await queue.sendBatch(visits.map((body) => ({ body, contentType: "json" as const })));
      return;
    } catch (error) {
      if (wait === null) return console.error(`Referral: ${visits.length} visits could not be queued`, error);
      await scheduler.wait(wait);
    }
  }
}
