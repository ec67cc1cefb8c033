import { wrapD1 } from "./wrapD1";

export interface StatementCount {
  statements: number;
  /** Calls to the database. A batch counts as one. */
  roundTrips: number;
  rowsRead: number;
  /** Entries of tables and indexes, those of triggers included, as Cloudflare bills them. */
  rowsWritten: number;
}

export const newStatementCount = (): StatementCount => ({ statements: 0, roundTrips: 0, rowsRead: 0, rowsWritten: 0 });

/**
 * Counts the statements of a binding, for Server-Timing outside production and for tests. `current` returns the
 * counter of the running request.
 */
export function countStatements(
  binding: D1Database,
  current: StatementCount | (() => StatementCount | undefined),
): D1Database {
  const add = (results: { meta?: { rows_read?: number; rows_written?: number } }[]) => {
    const count = typeof current === "function" ? current() : current;
    if (!count) return;
    count.roundTrips += 1;
    count.statements += results.length;
    for (const { meta } of results) {
      count.rowsRead += meta?.rows_read ?? 0;
      count.rowsWritten += meta?.rows_written ?? 0;
    }
  };
  return wrapD1(binding, {
    onStatement: async (_, run) => {
      const result = await run();
      add([result]);
      return result;
    },
    onBatch: async (_, run) => {
      const results = await run();
      add(results);
      return results;
    },
  });
}
