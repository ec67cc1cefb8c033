import { type SQL, sql } from "drizzle-orm";

/** D1 takes at most five terms in one compound select. */
const TERMS = 5;
/** Two levels of five. Merging more branches does not pay. */
export const MAX_BRANCHES = TERMS * TERMS;

/**
 * Unions selects that an outer `order by ... limit` reads in index order. SQLite merges them row by row and reads
 * little more than it returns, where `in (...)` would read and sort every match.
 */
export function unionAllByIndex(selects: readonly SQL[]): SQL {
  const together = (terms: readonly SQL[]) => sql.join([...terms], sql` union all `);
  if (selects.length <= TERMS) return together(selects);
  const groups = Array.from(
    { length: Math.ceil(selects.length / TERMS) },
    (_, group) =>
      // The inner select needs no order or limit of its own, or SQLite sorts instead of merging.
      sql`select * from (${together(selects.slice(group * TERMS, (group + 1) * TERMS))})`,
  );
  return together(groups);
}
