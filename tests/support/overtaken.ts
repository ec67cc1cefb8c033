import type { Context } from "~/domain/context";
import { openDb } from "~db/client.server";

/** Returns a context that runs `work` right before its k-th database round trip, like a concurrent writer. */
export function overtaken<Ctx extends Context>(ctx: Ctx, binding: D1Database, k: number, work: () => Promise<unknown>) {
  let trips = 0;
  const before = async () => {
    if (++trips === k) await work();
  };
  const inner = new WeakMap<object, D1PreparedStatement>();
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement => {
    const wrapped = new Proxy(statement, {
      get(target, name) {
        if (name === "bind") return (...values: unknown[]) => wrap(target.bind(...values));
        const value = Reflect.get(target, name) as unknown;
        if (typeof value !== "function") return value;
        return async (...args: unknown[]) => {
          await before();
          return await (value as (...args: unknown[]) => Promise<unknown>).apply(target, args);
        };
      },
    });
    inner.set(wrapped, statement);
    return wrapped;
  };
  const wrappedBinding = {
    prepare: (query: string) => wrap(binding.prepare(query)),
    batch: async (list: D1PreparedStatement[]) => {
      await before();
      return await binding.batch(list.map((statement) => inner.get(statement)!));
    },
  };
  return { ctx: { ...ctx, db: openDb(wrappedBinding as unknown as D1Database) }, reached: () => trips >= k };
}
