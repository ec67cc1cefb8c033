import { AsyncLocalStorage } from "node:async_hooks";
import { countStatements, type StatementCount } from "~db/countStatements.server";

const requests = new AsyncLocalStorage<StatementCount>();
const counted = new WeakMap<D1Database, D1Database>();

/** The binding that counts for whichever request asks it: one, as whoever opens it works out tables and statements anew. */
export function countedBinding(binding: D1Database): D1Database {
  const known = counted.get(binding);
  if (known) return known;
  const made = countStatements(binding, () => requests.getStore());
  counted.set(binding, made);
  return made;
}

/** Does the work of one request; what it asks of a counted binding is added to `count`. */
export const countRequest = <T>(count: StatementCount | null, work: () => T): T =>
  count ? requests.run(count, work) : work();
