import { countStatements } from "~db/countStatements.server";
import { currentLogEntry } from "./log.server";

const counted = new WeakMap<D1Database, D1Database>();

/**
 * Wraps a binding to count the statements of each request or job. Cached, because a new wrapper would resolve every
 * table and statement again.
 */
export function countedBinding(binding: D1Database): D1Database {
  const cached = counted.get(binding);
  if (cached) return cached;
  const wrapped = countStatements(binding, () => currentLogEntry()?.count);
  counted.set(binding, wrapped);
  return wrapped;
}
