import { AsyncLocalStorage } from "node:async_hooks";
import { countStatements } from "~db/countStatements.server";
import { type SentStatement, wrapD1 } from "~db/wrapD1";
import { currentLogEntry } from "./log.server";

/** How one request reads the database. */
export interface DatabaseSession {
  /** The session with the nearest copy, which writes nothing; undefined when the request goes to the primary. */
  copy: D1DatabaseSession | undefined;
  /** Stops the attempt on the copy, so that the primary answers the request from its beginning. */
  giveUp: (() => void) | undefined;
  /** The session of the last write on the primary. */
  lastWrite: D1DatabaseSession | undefined;
}

export const newDatabaseSession = (copy?: D1DatabaseSession): DatabaseSession => ({
  copy,
  giveUp: undefined,
  lastWrite: undefined,
});

const sessions = new AsyncLocalStorage<DatabaseSession>();

export const inDatabaseSession = <T>(session: DatabaseSession, work: () => T): T => sessions.run(session, work);

/** True while the nearest copy answers, which may be behind the primary. */
export const readsFromCopy = () => sessions.getStore()?.copy !== undefined;

/** The nearest copy, for what may be a minute old: the settings of visitors' pages. Not counted with a request. */
export const nearestCopy = (binding: D1Database) => binding.withSession("first-unconstrained") as unknown as D1Database;

const never = () => new Promise<never>(() => {});

/**
 * Leaves the answer to the primary, for what must not be decided from a copy. Never returns: the attempt ends here, so
 * that nothing follows from what it has read.
 */
export function leaveToPrimary(): Promise<never> {
  sessions.getStore()?.giveUp?.();
  return never();
}

/** A statement that is not certainly a read counts as a write, which costs a second attempt and nothing else. */
export const isRead = (text: string) =>
  /^\s*\(?\s*(select|with|explain)\b/i.test(text) &&
  !/\b(insert\s+(or\s+\w+\s+)?into|replace\s+into|delete\s+from|update\s+"?\w+"?\s+set)\b/i.test(text);

const bindings = new WeakMap<D1Database, D1Database>();

/** Sends the statements of each request through its own session. Cached and counted as `countedBinding` is. */
export function sessionBinding(binding: D1Database): D1Database {
  const cached = bindings.get(binding);
  if (cached) return cached;
  const wrapped = countStatements(throughSession(binding), () => currentLogEntry()?.count);
  bindings.set(binding, wrapped);
  return wrapped;
}

const prepared = (session: D1DatabaseSession, { sql, values }: SentStatement) => {
  const statement = session.prepare(sql);
  return values.length > 0 ? statement.bind(...values) : statement;
};

function throughSession(binding: D1Database): D1Database {
  async function sessionFor(statements: SentStatement[]): Promise<D1DatabaseSession> {
    const own = sessions.getStore();
    const reads = statements.every(({ sql }) => isRead(sql));
    if (own?.copy) {
      if (!own.giveUp) return await never();
      if (!reads) return await leaveToPrimary();
      const entry = currentLogEntry();
      if (entry) entry.copyTrips++;
      return own.copy;
    }
    // A session of its own for each call: the later calls of one session may go to a copy.
    const session = binding.withSession("first-primary");
    if (own && !reads) own.lastWrite = session;
    return session;
  }
  return wrapD1(binding, {
    onStatement: async (statement) =>
      await prepared(await sessionFor([statement]), statement).all<Record<string, unknown>>(),
    onBatch: async (statements) => {
      const session = await sessionFor(statements);
      return await session.batch<Record<string, unknown>>(statements.map((statement) => prepared(session, statement)));
    },
  });
}
