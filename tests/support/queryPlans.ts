import { type Db, openDb } from "~db/client.server";
import { type SentStatement, wrapD1 } from "~db/wrapD1";

/** The query plan steps of every statement that `work` sends in a batch. */
export async function plansOf(binding: D1Database, work: (db: Db) => Promise<unknown>): Promise<string[]> {
  const steps: string[] = [];
  const spying = wrapD1(binding, {
    onBatch: async (statements, run) => {
      for (const statement of statements) steps.push(...(await planOf(binding, statement)));
      return await run();
    },
  });
  await work(openDb(spying));
  return steps;
}

async function planOf(binding: D1Database, { sql, values }: SentStatement): Promise<string[]> {
  const plan = await binding
    .prepare(`explain query plan ${sql}`)
    .bind(...values)
    .all<{ detail: string }>();
  return plan.results.map((step) => step.detail);
}
