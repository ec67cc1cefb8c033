export interface StatementCount {
  statements: number;
  /** Calls to the database. A batch counts as one. */
  roundTrips: number;
  rowsRead: number;
}

interface Counted extends D1PreparedStatement {
  inner: D1PreparedStatement;
}

/**
 * Wraps the binding and counts its statements, for Server-Timing outside production and for tests. `raw` runs as
 * `all`, because only `all` reports rows_read, so the columns of one statement need different names. `current`
 * returns the counter of the running request.
 */
export function countStatements(
  binding: D1Database,
  current: StatementCount | (() => StatementCount | undefined),
): D1Database {
  const add = (results: { meta?: { rows_read?: number } }[]) => {
    const count = typeof current === "function" ? current() : current;
    if (!count) return;
    count.roundTrips += 1;
    count.statements += results.length;
    for (const result of results) count.rowsRead += result.meta?.rows_read ?? 0;
  };
  const wrap = (inner: D1PreparedStatement): D1PreparedStatement => {
    const all = async () => {
      const result = await inner.all<Record<string, unknown>>();
      add([result]);
      return result;
    };
    return {
      inner,
      bind: (...values: unknown[]) => wrap(inner.bind(...values)),
      all,
      run: all,
      first: async (column?: string) => {
        const row = (await all()).results[0] ?? null;
        return row && column ? row[column] : row;
      },
      raw: async () => (await all()).results.map((row) => Object.values(row)),
    } as unknown as D1PreparedStatement;
  };
  return {
    prepare: (query: string) => wrap(binding.prepare(query)),
    batch: async (statements: D1PreparedStatement[]) => {
      const results = await binding.batch(statements.map((statement) => (statement as Counted).inner));
      add(results);
      return results;
    },
    exec: (query: string) => binding.exec(query),
    dump: () => binding.dump(),
    withSession: (constraint?: string) => binding.withSession(constraint),
  } as unknown as D1Database;
}
