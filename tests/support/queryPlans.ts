import { type Db, openDb } from "~db/client.server";

/** The query plan steps of every statement that `work` sends in a batch. */
export async function plansOf(binding: D1Database, work: (db: Db) => Promise<unknown>): Promise<string[]> {
  const steps: string[] = [];
  const spying = new Proxy(binding, {
    get(target, name) {
      if (name !== "batch") return Reflect.get(target, name).bind(target);
      return async (statements: D1PreparedStatement[]) => {
        for (const statement of statements) steps.push(...(await planOf(binding, statement)));
        return target.batch(statements);
      };
    },
  });
  await work(openDb(spying as D1Database));
  return steps;
}

interface Step {
  id: number;
  parent: number;
  detail: string;
}

/** The steps that read tables. `SCAN orders` beside `CO-ROUTINE orders` reads a subquery of that name. */
async function planOf(binding: D1Database, statement: D1PreparedStatement): Promise<string[]> {
  const { statement: text, params } = statement as unknown as { statement: string; params: unknown[] };
  const { results } = await binding
    .prepare(`explain query plan ${text}`)
    .bind(...params)
    .all<Step>();
  const isSubquery = ({ parent, detail }: Step) =>
    results.some(
      (other) =>
        other.parent === parent &&
        [`CO-ROUTINE ${detail.slice(5)}`, `MATERIALIZE ${detail.slice(5)}`].includes(other.detail),
    );
  return results.filter((step) => !(step.detail.startsWith("SCAN ") && isSubquery(step))).map(({ detail }) => detail);
}
