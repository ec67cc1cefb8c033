import type { Context } from "~/domain/context";
import { openDb } from "~db/client.server";
import { wrapD1 } from "~db/wrapD1";

/** Returns a context that runs `work` right before its k-th batch, like a concurrent writer. */
export function beforeBatch<Ctx extends Context>(ctx: Ctx, k: number, work: () => Promise<unknown>): Ctx {
  let batches = 0;
  const binding = wrapD1(ctx.db.$client, {
    onBatch: async (_, run) => {
      if (++batches === k) await work();
      return await run();
    },
  });
  return { ...ctx, db: openDb(binding) };
}
