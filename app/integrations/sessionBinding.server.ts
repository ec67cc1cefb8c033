import { AsyncLocalStorage } from "node:async_hooks";
import { countStatements } from "~db/countStatements.server";
import { type SentStatement, wrapD1 } from "~db/wrapD1";
import { currentLogEntry } from "./log.server";

/** D1's sessions of one request. */
export interface RequestSessions {
  /** Of a request that may read from a copy. D1 sends its writes to the primary by itself. */
  copy: D1DatabaseSession | null;
  /** Of the last write, else of the first call: its bookmark has what the request has written. */
  seen: D1DatabaseSession | null;
  wrote: boolean;
}

const sessions = new AsyncLocalStorage<RequestSessions>();

export const inSessions = <T>(own: RequestSessions, work: () => T): T => sessions.run(own, work);

const bindings = new WeakMap<D1Database, D1Database>();

/** The binding of all requests, whose sessions differ: prepared statements and settings are cached by it. */
export function sessionBinding(binding: D1Database): D1Database {
  const cached = bindings.get(binding);
  if (cached) return cached;
  const inItsSession = wrapD1(binding, {
    onStatement: (statement) => send(binding, (session) => prepared(session, statement).all<Record<string, unknown>>()),
    onBatch: (statements) =>
      send(binding, (session) => session.batch(statements.map((statement) => prepared(session, statement)))),
  });
  const wrapped = countStatements(inItsSession, () => currentLogEntry()?.count);
  bindings.set(binding, wrapped);
  return wrapped;
}

type Caller = Pick<D1DatabaseSession, "prepare" | "batch">;

const prepared = (session: Caller, { sql, values }: SentStatement) => {
  const statement = session.prepare(sql);
  return values.length > 0 ? statement.bind(...values) : statement;
};

async function send<Result extends D1Result | D1Result[]>(
  binding: D1Database,
  call: (session: Caller) => Promise<Result>,
): Promise<Result> {
  const own = sessions.getStore();
  if (!own) return await call(binding);
  // D1 sends only the first call of a session to the primary, and a request that lost a race must see the winner.
  const session = own.copy ?? binding.withSession("first-primary");
  const result = await call(session);
  const wrote = [result].flat().some(({ meta }) => meta.rows_written > 0);
  if (wrote || !own.seen) own.seen = session;
  own.wrote ||= wrote;
  return result;
}
