import { type SQL, sql } from "drizzle-orm";

/** D1 takes at most five terms in one compound select. */
const TERMS = 5;
/** Two levels of five: more branches than that are not worth merging. */
export const MAX_BRANCHES = TERMS * TERMS;

/**
 * Several selects together, for an `order by ... limit` behind them in the order that each is read in by its index. SQLite
 * then merges them row by row and reads hardly more than what it answers, where `in (...)` would read and sort every match.
 */
export function mergedRows(selects: readonly SQL[]): SQL {
  const together = (terms: readonly SQL[]) => sql.join([...terms], sql` union all `);
  if (selects.length <= TERMS) return together(selects);
  const groups = Array.from(
    { length: Math.ceil(selects.length / TERMS) },
    (_, group) =>
      // Without an order and a limit of its own: SQLite then merges its terms as if they stood outside, else it sorts it.
      sql`select * from (${together(selects.slice(group * TERMS, (group + 1) * TERMS))})`,
  );
  return together(groups);
}
