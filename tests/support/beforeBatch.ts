import type { Context } from "~/domain/context";

/** Returns a context that runs `work` right before its k-th batch, like a concurrent writer. */
export function beforeBatch<Ctx extends Context>(ctx: Ctx, k: number, work: () => Promise<unknown>): Ctx {
  let batches = 0;
  const db = new Proxy(ctx.db, {
    get(target, name) {
      if (name !== "batch") return Reflect.get(target, name);
      return async (statements: Parameters<typeof target.batch>[0]) => {
        if (++batches === k) await work();
        return await target.batch(statements);
      };
    },
  });
  return { ...ctx, db };
}
