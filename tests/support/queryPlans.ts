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

interface Step {
  parent: number;
  detail: string;
}

/** The steps that read tables. `SCAN orders` next to `CO-ROUTINE orders` reads a subquery of that name. */
async function planOf(binding: D1Database, { sql, values }: SentStatement): Promise<string[]> {
  const { results } = await binding
    .prepare(`explain query plan ${sql}`)
    .bind(...values)
    .all<Step>();
  const isSubquery = ({ parent, detail }: Step) =>
    results.some(
      (other) =>
        other.parent === parent &&
        ["CO-ROUTINE", "MATERIALIZE"].some((kind) => other.detail === detail.replace("SCAN", kind)),
    );
  return results.filter((step) => !(step.detail.startsWith("SCAN ") && isSubquery(step))).map(({ detail }) => detail);
}
