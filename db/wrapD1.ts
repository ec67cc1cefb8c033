/** A statement as it was sent. */
export interface SentStatement {
  sql: string;
  values: unknown[];
}

type Result = D1Result<Record<string, unknown>>;

export interface D1Hooks {
  /** Called for each single statement; `run` sends it. May answer itself, wait or throw. */
  onStatement?(statement: SentStatement, run: () => Promise<Result>): Promise<Result>;
  /** Called for each batch; `run` sends it, or the statements given instead. */
  onBatch?(statements: SentStatement[], run: (instead?: SentStatement[]) => Promise<Result[]>): Promise<Result[]>;
}

/**
 * Wraps a D1 binding so that each call passes a hook: for counting, recording, failing or interleaving. `raw`, `run`
 * and `first` are sent as `all`, the only call that reports rows read and written, so the columns of one statement
 * need different names.
 */
export function wrapD1(binding: D1Database, { onStatement, onBatch }: D1Hooks): D1Database {
  const sent = new WeakMap<object, SentStatement>();
  const prepared = ({ sql, values }: SentStatement) => {
    const statement = binding.prepare(sql);
    return values.length > 0 ? statement.bind(...values) : statement;
  };
  const wrap = (statement: SentStatement): D1PreparedStatement => {
    const all = () => {
      const run = () => prepared(statement).all<Record<string, unknown>>();
      return onStatement ? onStatement(statement, run) : run();
    };
    const wrapped = {
      bind: (...values: unknown[]) => wrap({ ...statement, values }),
      all,
      run: all,
      first: async (column?: string) => {
        const row = (await all()).results[0] ?? null;
        return row && column ? row[column] : row;
      },
      raw: async () => (await all()).results.map((row) => Object.values(row)),
    } as unknown as D1PreparedStatement;
    sent.set(wrapped, statement);
    return wrapped;
  };
  return {
    prepare: (sql: string) => wrap({ sql, values: [] }),
    batch: async (list: D1PreparedStatement[]) => {
      const statements = list.map((one) => sent.get(one) as SentStatement);
      const run = (instead = statements) => binding.batch<Record<string, unknown>>(instead.map(prepared));
      return onBatch ? await onBatch(statements, run) : await run();
    },
    exec: (query: string) => binding.exec(query),
    dump: () => binding.dump(),
    withSession: (constraint?: string) => binding.withSession(constraint),
  } as unknown as D1Database;
}
