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
  const { worker, dispose } = await openSocket(miniflare);
  return { binding: bindingOf(worker), dispose };
}

async function openSocket(miniflare: Miniflare) {
  const url = await miniflare.unsafeGetDirectURL(DATABASE_WORKER);
  // workerd ends idle connections: one is used again only for a moment.
  // No limit of its own: undici's timer, fired after its connection was destroyed, is an error outside of every test.
  const connect = () => new Pool(url, { connections: 32, keepAliveTimeout: 1000, headersTimeout: 0, bodyTimeout: 0 });
  const socket = {
    worker: connect(),
    /** Leaves the connections that were idle. */
    reconnect: async () => {
      await socket.worker.destroy();
      socket.worker = connect();
    },
    dispose: async () => {
      await socket.worker.destroy();
      await miniflare.dispose();
    },
  };
  return socket;
}

const emptyMiniflare = () => new Miniflare({ cf: false, workers: [databaseWorker("DB")] } as never);

/** An empty D1 in workerd. */
export const openEmptyDatabase = async () => await openDatabaseOf(emptyMiniflare());

/** D1 refuses a row of more columns. */
const MAX_COLUMNS = 100;

/** Empties the tables that have rows: a `delete` of every table takes most of the time of a short test. */
async function clear(binding: D1Database, tables: readonly string[]) {
  const checks: D1PreparedStatement[] = [];
  for (let from = 0; from < tables.length; from += MAX_COLUMNS) {
    const columns = tables
      .slice(from, from + MAX_COLUMNS)
      .map((name) => `exists (select 1 from "${name}") as "${name}"`);
    checks.push(binding.prepare(`select ${columns.join(", ")}`));
  }
  const answers = await binding.batch<Record<string, number>>(checks);
  const filled = answers.flatMap(({ results }) => Object.entries(results[0]!)).filter(([, hasRows]) => hasRows);
  if (filled.length === 0) return;
  await binding.batch([
    binding.prepare("pragma defer_foreign_keys = on"),
    ...filled.map(([name]) => binding.prepare(`delete from "${name}"`)),
  ]);
}

async function schemaOf(binding: D1Database) {
  const { results } = await binding
    .prepare("select type, name, sql from sqlite_master where name not like '\\_%' escape '\\' order by type, name")
    .all<{ type: string; name: string; sql: string | null }>();
  return {
    text: JSON.stringify(results),
    tables: results.filter(({ type, name }) => type === "table" && !name.startsWith("sqlite")).map(({ name }) => name),
  };
}

/** A database with the migrations alone, and what puts it back into that state. */
interface MigratedDatabase {
  socket: Awaited<ReturnType<typeof openSocket>>;
  schema: Awaited<ReturnType<typeof schemaOf>>;
  /** Inserts the rows that the migrations inserted. */
  rows: BoundStatement[];
}

async function openMigratedDatabase(): Promise<MigratedDatabase> {
  const socket = await openSocket(emptyMiniflare());
  const binding = bindingOf(socket.worker);
  await binding.batch(migrationStatements().map((statement) => binding.prepare(statement)));
  const schema = await schemaOf(binding);
  const contents = await binding.batch<Record<string, unknown>>(
    schema.tables.map((name) => binding.prepare(`select * from "${name}"`)),
  );
  const rows = contents.flatMap(({ results }, at) =>
    results.map((row) => ({
      statement: `insert into "${schema.tables[at]}" (${Object.keys(row).join(", ")}) values (${Object.keys(row).map(() => "?")})`,
      params: Object.values(row),
    })),
  );
  return { socket, schema, rows };
}

/** Databases that the earlier test files of this process have left: to open and migrate one takes over a second. */
const idle: MigratedDatabase[] = [];

/** An idle database as the migrations left it, or null when there is none. A changed schema ends one. */
async function takeIdle(): Promise<MigratedDatabase | null> {
  const database = idle.pop();
  if (!database) return null;
  await database.socket.reconnect();
  const binding = bindingOf(database.socket.worker);
  if ((await schemaOf(binding)).text !== database.schema.text) {
    await database.socket.dispose();
    return await takeIdle();
  }
  await clear(binding, database.schema.tables);
  await binding.batch(database.rows.map(({ statement, params }) => binding.prepare(statement).bind(...params)));
  return database;
}

/** A real D1 in workerd with all migrations applied. It starts in a fraction of a second, so no test needs a mock. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const database = (await takeIdle()) ?? (await openMigratedDatabase());
  const binding = bindingOf(database.socket.worker);
  return {
    db: openDb(binding),
    binding,
    clear: () => clear(binding, database.schema.tables),
    dispose: async () => {
      idle.push(database);
    },
  };
}
