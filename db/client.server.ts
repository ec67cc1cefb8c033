import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import * as schema from "./schema";

const open = (binding: D1Database) => drizzle(binding, { schema, casing: "snake_case" });
export type Db = ReturnType<typeof open>;

const opened = new WeakMap<D1Database, Db>();

/** The database as operations see it. Columns are camelCase here and snake_case in SQL. */
export function openDb(binding: D1Database): Db {
  // Kept with its binding, which an isolate keeps: each new one works out tables and column names from the start.
  const known = opened.get(binding);
  if (known) return known;
  const db = open(binding);
  opened.set(binding, db);
  return db;
}

/** Statements of one batch: the unit of work of D1, atomic, one round trip. */
export type BatchStatement = Parameters<Db["batch"]>[0][number];

type FlatSelect = { toSQL(): { sql: string; params: unknown[] }; _: { result: unknown[] } };
/** Of selects that are kept and asked again. */
const texts = new WeakMap<FlatSelect, ReturnType<FlatSelect["toSQL"]>>();

/**
 * Selects in one round trip, their rows as D1 answers them. For lists that are asked for all the time, where drizzle's
 * mapping of every value takes longer than the query; so each field is plain text or a number (no flags, no JSON), under
 * an alias that is its own name.
 */
export async function readPlain<Selects extends FlatSelect[]>(db: Db, ...selects: Selects) {
  const { $client } = db;
  const answers = await $client.batch(
    selects.map((select) => {
      const { sql: text, params } = texts.get(select) ?? select.toSQL();
      texts.set(select, { sql: text, params });
      return $client.prepare(text).bind(...params);
    }),
  );
  return answers.map(({ results }) => results) as { [At in keyof Selects]: Selects[At]["_"]["result"] };
}

/** A guard inside a batch found nothing to change: the whole batch was taken back. */
export class GuardFailed extends Error {}

/**
 * Stands after a guarded statement of a batch: when that changed fewer than `rows`, it raises and the batch is rolled back
 * (D1 has no transactions; `json('x')` is the way to raise in plain SQL). Seen by the caller as GuardFailed.
 */
export const mustHaveChanged = (db: Db, rows = 1): BatchStatement =>
  // Written into the text: nothing can be bound here.
  db.run(sql`select case when changes() < ${sql.raw(String(Math.trunc(rows)))} then json('x') end`);

const messagesOf = (error: unknown): string =>
  error instanceof Error ? `${error.message} ${messagesOf(error.cause)}` : "";

/** Whether a write failed because a unique index already holds the value. */
export const isUniqueViolation = (error: unknown) => messagesOf(error).includes("UNIQUE constraint failed");

/**
 * Runs statements as one batch, in order; an empty list is no work. Throws GuardFailed when a guard found nothing, and when
 * what a row names was removed meanwhile.
 */
export async function writeTogether(db: Db, statements: BatchStatement[]) {
  const [first, ...rest] = statements;
  if (!first) return [];
  try {
    return await db.batch([first, ...rest]);
  } catch (error) {
    const said = messagesOf(error);
    if (said.includes("malformed JSON") || said.includes("FOREIGN KEY constraint failed"))
      throw new GuardFailed("Nothing to change", { cause: error });
    throw error;
  }
}
