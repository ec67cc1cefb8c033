import { type SQL, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";

const casing = "snake_case";
// Without the schema, which only relational queries need: a start would evaluate every table.
const open = (binding: D1Database) => drizzle(binding, { casing });
export type Db = ReturnType<typeof open>;

const opened = new WeakMap<D1Database, Db>();

/** Opens the database for operations. Columns are camelCase in code and snake_case in SQL. */
export function openDb(binding: D1Database): Db {
  // Cached per binding: a new instance would resolve every table and column name again.
  const existing = opened.get(binding);
  if (existing) return existing;
  const db = open(binding);
  opened.set(binding, db);
  return db;
}

/** Statements of one batch: atomic, one round trip. D1 has no transactions. */
export type BatchStatement = Parameters<Db["batch"]>[0][number];

export type RawRow = Record<string, unknown>;

/** A select for `batchRaw`: one of drizzle, or `rawSelect`. Each field is plain text or a number under its own name. */
export interface FlatSelect<Row = RawRow> {
  toSQL(): { sql: string; params: unknown[] };
  _: { result: Row[] };
}

const dialect = new SQLiteAsyncDialect({ casing });
export const renderSql = (query: SQL) => dialect.sqlToQuery(query);

/** A select written as SQL, which costs less per request than drizzle's builder. */
export const rawSelect = <Row = RawRow>(query: SQL) => ({ toSQL: () => renderSql(query) }) as FlatSelect<Row>;

/**
 * Runs selects in one round trip and returns D1's rows unmapped, for hot lists where drizzle's mapping takes longer
 * than the query.
 */
export async function batchRaw<Selects extends FlatSelect[]>(db: Db, ...selects: Selects) {
  const { $client } = db;
  const answers = await $client.batch(
    selects.map((select) => {
      const { sql: text, params } = select.toSQL();
      return $client.prepare(text).bind(...params);
    }),
  );
  return answers.map(({ results }) => results) as { [At in keyof Selects]: Selects[At]["_"]["result"] };
}

/** A guard inside a batch matched too few rows, so the whole batch was rolled back. */
export class PreconditionFailed extends Error {}

/**
 * Follows a guarded statement in a batch. Rolls the batch back when that statement changed fewer than `rows` rows
 * (`json('x')` raises in plain SQL). The caller sees PreconditionFailed.
 */
export const assertRowsChanged = (db: Db, rows = 1): BatchStatement =>
  // Inlined, because nothing can be bound here.
  db.run(sql`select case when changes() < ${sql.raw(String(Math.trunc(rows)))} then json('x') end`);

/** In a batch: rolls it back when `condition` does not hold. The caller sees PreconditionFailed, as above. */
export const assertHolds = (db: Db, condition: SQL): BatchStatement =>
  db.select({ holds: sql`case when ${condition} then 1 else json('x') end`.as("holds") }).from(sql`(select 1)`);

const messagesOf = (error: unknown): string =>
  error instanceof Error ? `${error.message} ${messagesOf(error.cause)}` : "";

/** True when a write failed because a unique index already holds the value; of one table when it is named. */
export const isUniqueViolation = (error: unknown, table = "") =>
  messagesOf(error).includes(`UNIQUE constraint failed: ${table}`);

/**
 * Runs statements as one batch, in order. Does nothing for an empty list. Throws PreconditionFailed when a guard
 * matched nothing or a referenced row was deleted.
 */
export async function atomicBatch(db: Db, statements: BatchStatement[]) {
  const [first, ...rest] = statements;
  if (!first) return [];
  try {
    return await db.batch([first, ...rest]);
  } catch (error) {
    const message = messagesOf(error);
    if (message.includes("malformed JSON") || message.includes("FOREIGN KEY constraint failed"))
      throw new PreconditionFailed("Nothing to change", { cause: error });
    throw error;
  }
}
