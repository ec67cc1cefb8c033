import { readFileSync } from "node:fs";
import { Miniflare } from "miniflare";
import { Pool } from "undici";
import { type Db, openDb } from "~db/client.server";

/** The statements of all migrations, in order. */
export function migrationStatements(): string[] {
  const journal = JSON.parse(readFileSync("migrations/meta/_journal.json", "utf8")) as { entries: { tag: string }[] };
  return journal.entries.flatMap(({ tag }) =>
    readFileSync(`migrations/${tag}.sql`, "utf8")
      .split("--> statement-breakpoint")
      .map((statement) => statement.trim())
      .filter(Boolean),
  );
}

export interface TestDatabase {
  db: Db;
  binding: D1Database;
  /** Empties every table, keeps the schema. */
  clear(): Promise<void>;
  dispose(): Promise<void>;
}

/** Runs the received statements on its D1. */
const script = `export default {
  async fetch(request, env) {
    const { mode, column, list } = await request.json();
    const statements = list.map(({ statement, params }) => env.DB.prepare(statement).bind(...params));
    const run = () =>
      mode === "batch" ? env.DB.batch(statements) : column === undefined ? statements[0][mode]() : statements[0].first(column);
    try {
      return Response.json(await run());
    } catch (error) {
      return Response.json({ error: error.message }, { status: 500 });
    }
  },
};`;

/** A statement with its parameters, named like the fields of D1's own statement. */
interface BoundStatement {
  statement: string;
  params: unknown[];
}

/**
 * A D1 binding that sends one request per statement or batch to the Worker's own socket.
 * Miniflare's proxy calls workerd for each 'prepare' and 'bind', and its `dispatchFetch` compresses each answer.
 */
function bindingOf(worker: Pool): D1Database {
  const send = async (mode: string, list: BoundStatement[], column?: string) => {
    const statements = list.map(({ statement, params }) => ({ statement, params }));
    const body = JSON.stringify({ mode, column, list: statements });
    const ask = () => worker.request({ method: "POST", path: "/", body });
    const answer = await ask().catch((error) => {
      // workerd closes a connection that a busy test left idle. A read may be sent again.
      const isRead = statements.every(({ statement }) => /^\s*(select|with|pragma)\b/i.test(statement));
      if (!isRead || error.code !== "UND_ERR_SOCKET") throw error;
      return ask();
    });
    const result = (await answer.body.json()) as { error?: string };
    if (answer.statusCode !== 200) throw new Error(result.error);
    return result;
  };
  const prepared = (statement: string, params: unknown[]) => {
    const ask = (mode: string) => (column?: string) => send(mode, [{ statement, params }], column);
    const bind = (...next: unknown[]) => prepared(statement, next);
    return { statement, params, bind, all: ask("all"), raw: ask("raw"), run: ask("run"), first: ask("first") };
  };
  return {
    prepare: (statement: string) => prepared(statement, []),
    batch: (list: BoundStatement[]) => send("batch", list),
  } as unknown as D1Database;
}

const DATABASE_WORKER = "database";

/** A Worker for `openDatabaseOf`, bound to the D1 with this id. */
export const databaseWorker = (id: string) => ({
  name: DATABASE_WORKER,
  modules: true,
  script,
  compatibilityDate: "2026-04-24",
  d1Databases: { DB: id },
  unsafeDirectSockets: [{}],
});

/** The D1 of a Miniflare that runs a `databaseWorker`. `dispose` ends the Miniflare too. */
export async function openDatabaseOf(miniflare: Miniflare): Promise<Pick<TestDatabase, "binding" | "dispose">> {
  const worker = new Pool(await miniflare.unsafeGetDirectURL(DATABASE_WORKER), { connections: 32 });
  return {
    binding: bindingOf(worker),
    dispose: async () => {
      await worker.destroy();
      await miniflare.dispose();
    },
  };
}

/** An empty D1 in workerd. */
export const openEmptyDatabase = async () =>
  await openDatabaseOf(new Miniflare({ cf: false, workers: [databaseWorker("DB")] } as never));

/** A real D1 in workerd with all migrations applied. It starts in a fraction of a second, so no test needs a mock. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const { binding, dispose } = await openEmptyDatabase();
  await binding.batch(migrationStatements().map((statement) => binding.prepare(statement)));
  return {
    db: openDb(binding),
    binding,
    clear: async () => {
      const tables = await binding
        .prepare(
          "select name from sqlite_master where type = 'table' and name not like '\\_%' escape '\\' and name not like 'sqlite%'",
        )
        .all<{ name: string }>();
      await binding.batch([
        binding.prepare("pragma defer_foreign_keys = on"),
        ...tables.results.map(({ name }) => binding.prepare(`delete from "${name}"`)),
      ]);
    },
    dispose,
  };
}
