import type { Context } from "~/domain/context";
import type { Payments } from "~/domain/ports";
import { openDb } from "~db/client.server";

/** The process is gone: nothing after it runs. */
export class Killed extends Error {
  override name = "Killed";
}

/** Ways of a prepared statement to run. */
const RUNS = new Set<string | symbol>(["all", "raw", "run", "first"]);

/**
 * What a program of several steps sees when its process dies at one of them: every word to the database, the card
 * provider or the queue is a step, in the order they come. It dies before the k-th step, or after it was done and before
 * its answer arrived; from then on every step fails, so that nothing after it happens. `k` counts from 1; 0 never dies.
 */
export function killedAt(k: number, when: "before" | "after") {
  const state = { steps: 0, dead: false, names: [] as string[] };
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    if (state.dead) throw new Killed(name);
    const mine = ++state.steps;
    state.names.push(name);
    if (mine === k && when === "before") {
      state.dead = true;
      throw new Killed(name);
    }
    const answer = await work();
    // Died meanwhile, in a step beside this one.
    if (state.dead) throw new Killed(name);
    if (mine === k) {
      state.dead = true;
      throw new Killed(name);
    }
    return answer;
  };

  const binding = (real: D1Database): D1Database => {
    const inner = new WeakMap<object, D1PreparedStatement>();
    const wrap = (statement: D1PreparedStatement, query: string): D1PreparedStatement => {
      const wrapped = new Proxy(statement, {
        get(target, name) {
          const value = Reflect.get(target, name) as unknown;
          if (name === "bind") return (...values: unknown[]) => wrap(target.bind(...values), query);
          if (!RUNS.has(name)) return typeof value === "function" ? value.bind(target) : value;
          return (...given: unknown[]) =>
            step(`db ${query.slice(0, 40)}`, () =>
              (value as (...given: unknown[]) => Promise<unknown>).apply(target, given),
            );
        },
      });
      inner.set(wrapped, statement);
      return wrapped;
    };
    return {
      prepare: (query: string) => wrap(real.prepare(query), query),
      batch: (list: D1PreparedStatement[]) =>
        step(`db batch of ${list.length}`, () => real.batch(list.map((one) => inner.get(one)!))),
    } as unknown as D1Database;
  };

  const payments = (real: Payments): Payments =>
    new Proxy(real, {
      get(target, name) {
        const value = Reflect.get(target, name) as unknown;
        if (typeof value !== "function" || name === "publishableKey") return value;
        return (...given: unknown[]) =>
          step(`payments.${String(name)}`, () =>
            (value as (...given: unknown[]) => Promise<unknown>).apply(target, given),
          );
      },
    });

  return {
    state,
    /** The same context, on its way to the end. */
    context: <C extends Context>(ctx: C, database: D1Database): C => ({
      ...ctx,
      db: openDb(binding(database)),
      payments: payments(ctx.payments),
      after: () => {},
    }),
  };
}
