import { AsyncLocalStorage } from "node:async_hooks";
import { countStatements, type StatementCount } from "~db/countStatements.server";

const requests = new AsyncLocalStorage<StatementCount>();
const counted = new WeakMap<D1Database, D1Database>();

/**
 * Wraps a binding to count statements per request. Cached, because a new wrapper would resolve every table and
 * statement again.
 */
export function countedBinding(binding: D1Database): D1Database {
  const cached = counted.get(binding);
  if (cached) return cached;
  const wrapped = countStatements(binding, () => requests.getStore());
  counted.set(binding, wrapped);
  return wrapped;
}

/** Runs one request and adds its statements on a counted binding to `count`. */
export const countRequest = <T>(count: StatementCount | null, work: () => T): T =>
  count ? requests.run(count, work) : work();
