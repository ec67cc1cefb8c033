import { type Db, openDb } from "~db/client.server";
import { type SentStatement, wrapD1 } from "~db/wrapD1";
import { openTestDatabase } from "./database";

/** A database with one read replica that applies writes only on request, or when a bookmark asks for them. */
export interface DatabaseWithCopy {
  /** As the portal gets it. */
  binding: D1Database;
  /** Writes to the primary. */
  db: Db;
  trips: { primary: number; copy: number };
  /** Applies every write to the copy. */
  catchUp(): Promise<void>;
  dispose(): Promise<void>;
}

/** D1 asks SQLite; the statements of the portal begin with what they do. */
const isRead = (text: string) =>
  /^\s*\(?\s*(select|with)\b/i.test(text) &&
  !/\b(insert\s+(or\s+\w+\s+)?into|delete\s+from|update\s+"?\w+"?\s+set)\b/i.test(text);

const bookmarkOf = (writes: number) => `bookmark-${String(writes).padStart(8, "0")}`;

/**
 * D1 with a copy that is behind, with the rules of its Sessions API: `first-primary` sends the first call of a session
 * to the primary and the later ones to the copy, a bookmark makes the copy catch up to it, and writes go to the
 * primary.
 */
export async function openDatabaseWithCopy(): Promise<DatabaseWithCopy> {
  const [primary, copy] = await Promise.all([openTestDatabase(), openTestDatabase()]);
  const trips = { primary: 0, copy: 0 };
  const writes: SentStatement[] = [];
  let applied = 0;
  const applyTo = async (count: number) => {
    const missing = writes.slice(applied, count);
    applied = Math.max(applied, count);
    const statements = missing.map(({ sql, values }) => copy.binding.prepare(sql).bind(...values));
    if (statements.length > 0) await copy.binding.batch(statements);
  };
  const onPrimary = wrapD1(primary.binding, {
    onStatement: async (statement, run) => {
      trips.primary++;
      const result = await run();
      if (!isRead(statement.sql)) writes.push(statement);
      return result;
    },
    onBatch: async (statements, run) => {
      trips.primary++;
      const results = await run();
      writes.push(...statements.filter(({ sql }) => !isRead(sql)));
      return results;
    },
  });
  const withSession = (start = "first-unconstrained") => {
    let seen = start.startsWith("bookmark-") ? Number(start.slice("bookmark-".length)) : 0;
    let bookmark: string | null = null;
    let first = start === "first-primary";
    /** Where the next call of this session goes. */
    const runs = async (statements: SentStatement[]) => {
      if (first || !statements.every(({ sql }) => isRead(sql))) return "primary";
      await applyTo(seen);
      return "copy";
    };
    const done = (target: string) => {
      first = false;
      seen = Math.max(seen, target === "primary" ? writes.length : applied);
      bookmark = bookmarkOf(seen);
    };
    const onEither = wrapD1(copy.binding, {
      onStatement: async (statement, run) => {
        const target = await runs([statement]);
        if (target === "copy") trips.copy++;
        const { sql, values } = statement;
        const result =
          target === "copy"
            ? await run()
            : await onPrimary
                .prepare(sql)
                .bind(...values)
                .all<Record<string, unknown>>();
        done(target);
        return result;
      },
      onBatch: async (statements, run) => {
        const target = await runs(statements);
        if (target === "copy") trips.copy++;
        const results =
          target === "copy"
            ? await run()
            : await onPrimary.batch<Record<string, unknown>>(
                statements.map(({ sql, values }) => onPrimary.prepare(sql).bind(...values)),
              );
        done(target);
        return results;
      },
    });
    return { prepare: onEither.prepare, batch: onEither.batch, getBookmark: () => bookmark } as never;
  };
  return {
    binding: Object.assign(onPrimary, { withSession }),
    db: openDb(onPrimary),
    trips,
    catchUp: () => applyTo(writes.length),
    dispose: async () => {
      await Promise.all([primary.dispose(), copy.dispose()]);
    },
  };
}
