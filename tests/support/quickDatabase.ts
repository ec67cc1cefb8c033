import { Miniflare } from "miniflare";
import { openDb } from "~db/client.server";
import { migrationStatements, type TestDatabase } from "./database";

/** Runs what it is sent on its D1. */
const script = `export default {
  async fetch(request, env) {
    const { mode, list } = await request.json();
    const statements = list.map(({ query, values }) => env.DB.prepare(query).bind(...values));
    try {
      return Response.json(mode === "batch" ? await env.DB.batch(statements) : await statements[0][mode]());
    } catch (error) {
      return Response.json({ error: error.message }, { status: 500 });
    }
  },
};`;

interface Written {
  query: string;
  values: unknown[];
}

/**
 * The same D1 as openTestDatabase, one request a statement or batch: Miniflare's own proxy asks workerd for each
 * 'prepare' and 'bind' too, which is most of the time of a test with many thousands of statements.
 */
export async function openQuickDatabase(): Promise<Omit<TestDatabase, "clear">> {
  const miniflare = new Miniflare({
    cf: false,
    modules: true,
    script,
    compatibilityDate: "2026-04-24",
    d1Databases: ["DB"],
  } as never);
  const send = async (mode: string, list: Written[]) => {
    const answer = await miniflare.dispatchFetch("http://database/", {
      method: "POST",
      body: JSON.stringify({ mode, list }),
    });
    const result = (await answer.json()) as { error?: string };
    if (!answer.ok) throw new Error(result.error);
    return result;
  };
  const written = new WeakMap<object, Written>();
  const prepared = (query: string, values: unknown[]) => {
    const statement = {
      bind: (...next: unknown[]) => prepared(query, next),
      ...Object.fromEntries(
        ["all", "raw", "run", "first"].map((mode) => [mode, () => send(mode, [{ query, values }])]),
      ),
    };
    written.set(statement, { query, values });
    return statement;
  };
  const binding = {
    prepare: (query: string) => prepared(query, []),
    batch: (list: object[]) =>
      send(
        "batch",
        list.map((one) => written.get(one)!),
      ),
  } as unknown as D1Database;
  await binding.batch(migrationStatements().map((statement) => binding.prepare(statement)));
  return { db: openDb(binding), binding, dispose: () => miniflare.dispose() };
}
