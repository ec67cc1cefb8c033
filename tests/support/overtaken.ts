import type { Context } from "~/domain/context";
import { openDb } from "~db/client.server";
import { wrapD1 } from "~db/wrapD1";

/** Returns a context that runs `work` right before its k-th database round trip, like a concurrent writer. */
export function overtaken<Ctx extends Context>(ctx: Ctx, binding: D1Database, k: number, work: () => Promise<unknown>) {
  let trips = 0;
  const before = async <T>(run: () => Promise<T>) => {
    if (++trips === k) await work();
    return await run();
  };
  const wrapped = wrapD1(binding, { onStatement: (_, run) => before(run), onBatch: (_, run) => before(run) });
  return { ctx: { ...ctx, db: openDb(wrapped) }, reached: () => trips >= k };
}
