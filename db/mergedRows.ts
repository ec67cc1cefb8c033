import { type SQL, sql } from "drizzle-orm";

/** D1 takes at most five terms in one compound select. */
const TERMS = 5;
/** Two levels of five: more branches than that are not worth merging. */
export const MAX_BRANCHES = TERMS * TERMS;

/**
 * The first `rows` rows of several selects together, in the order that each of them is read in by its index. SQLite then
 * merges them row by row and reads hardly more than what it answers, where `in (...)` would read and sort every match.
 * `order` names columns of the selects; `rows` is an integer of ours.
 */
export function mergedRows(selects: readonly SQL[], order: SQL, rows: number): SQL {
  const together = (terms: readonly SQL[]) => sql.join([...terms], sql` union all `);
  if (selects.length <= TERMS) return together(selects);
  // As few groups as can be: what a group answers is sorted once more.
  const groups = Math.ceil((selects.length - TERMS) / (TERMS - 1));
  const alone = TERMS - groups;
  const grouped = Array.from({ length: groups }, (_, group) => {
    const start = alone + group * TERMS;
    const terms = together(selects.slice(start, start + TERMS));
    return sql`select * from (${terms} order by ${order} limit ${sql.raw(String(rows))})`;
  });
  return together([...selects.slice(0, alone), ...grouped]);
}
