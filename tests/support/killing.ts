import type { Context } from "~/domain/context";
import type { Payments } from "~/domain/ports/payments";
import { openDb } from "~db/client.server";
import { wrapD1 } from "~db/wrapD1";

/** Simulates a process that was killed: nothing runs after it. */
export class Killed extends Error {
  override name = "Killed";
}

/**
 * Simulates a process that is killed at step `k` (from 1; 0 = never), before the step or before its answer arrives.
 * A step is a call to the database, the card provider or the queue. All steps after the kill fail.
 */
export function killedAt(k: number, when: "before" | "after") {
  return killable({ k, when });
}

/** Like killedAt for consecutive processes: each step reads `plan`, and `restart` resets `state`. */
export function killable(plan: { k: number; when: "before" | "after" }) {
  const state = { steps: 0, dead: false, names: [] as string[] };
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    if (state.dead) throw new Killed(name);
    const index = ++state.steps;
    state.names.push(name);
    if (index === plan.k && plan.when === "before") {
      state.dead = true;
      throw new Killed(name);
    }
    const answer = await work();
    // A parallel step was killed in between.
    if (state.dead) throw new Killed(name);
    if (index === plan.k) {
      state.dead = true;
      throw new Killed(name);
    }
    return answer;
  };

  const binding = (real: D1Database): D1Database =>
    wrapD1(real, {
      onStatement: ({ sql }, run) => step(`db ${sql.slice(0, 40)}`, run),
      onBatch: (statements, run) => step(`db batch of ${statements.length}`, run),
    });

  const payments = (real: Payments): Payments =>
    new Proxy(real, {
      get(target, name) {
        const value = Reflect.get(target, name) as unknown;
        if (typeof value !== "function" || name === "publishableKey") return value;
        return (...args: unknown[]) =>
          step(`payments.${String(name)}`, () =>
            (value as (...args: unknown[]) => Promise<unknown>).apply(target, args),
          );
      },
    });

  // Cache one Db per binding: building the schema takes longer than the statements.
  const opened = new Map<D1Database, ReturnType<typeof openDb>>();
  const open = (database: D1Database) => {
    const db = opened.get(database) ?? openDb(binding(database));
    opened.set(database, db);
    return db;
  };

  return {
    state,
    /** Makes a call to another port a step. */
    step,
    /** Starts the next process after the last one has ended. */
    restart: (next: typeof plan) => {
      Object.assign(plan, next);
      Object.assign(state, { steps: 0, dead: false, names: [] });
    },
    /** Wraps a context so that its process can be killed. */
    context: <C extends Context>(ctx: C, database: D1Database): C => ({
      ...ctx,
      db: open(database),
      payments: payments(ctx.payments),
      after: () => {},
    }),
  };
}
