import type { Miniflare } from "miniflare";
import type { LocalPart } from "./workerOptions";

const DEADLINE_MS = 4000;
/** Messages on their way to a queue, and batches taken from it, are not counted in its backlog. */
const UNDER_WAY_MS = 150;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until Miniflare's in-memory queues are empty. Gives up after 4 s, because a consumer may be failing. */
export async function drainQueues(miniflare: Miniflare, parts: LocalPart[]) {
  const consumed = new Set(parts.flatMap(({ options }) => Object.keys(options.queueConsumers ?? {})));
  const producers = parts.flatMap(({ name, options }) =>
    Object.entries((options.queueProducers ?? {}) as Record<string, { queueName: string }>)
      .filter(([, { queueName }]) => consumed.has(queueName))
      .map(([binding]) => ({ binding, name })),
  );
  const deadline = Date.now() + DEADLINE_MS;
  await pause(UNDER_WAY_MS);
  let waited = false;
  for (const { binding, name } of producers) {
    // Miniflare types its proxies with its own copy of the Workers types.
    const queue = (await miniflare.getQueueProducer(binding, name)) as unknown as Queue;
    while ((await queue.metrics()).backlogCount > 0 && Date.now() < deadline) {
      waited = true;
      await pause(25);
    }
  }
  if (waited) await pause(UNDER_WAY_MS);
}
