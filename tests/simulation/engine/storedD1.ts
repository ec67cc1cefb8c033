/** A D1 binding over a Durable Object's own storage: the engine that D1 runs on, without two hops per statement. */
export function storedD1(storage: DurableObjectStorage): D1Database {
  const { sql } = storage;
  const changesSoFar = () => Number(sql.exec("select total_changes() as n").one().n);
  const run = ({ text, values }: Bound): D1Result<Record<string, unknown>> & { rows: unknown[][] } => {
    // Reading the counter costs a statement, and most statements change nothing.
    const mayChange = !/^\s*select/i.test(text);
    const before = mayChange ? changesSoFar() : 0;
    const cursor = sql.exec<Record<string, SqlStorageValue>>(text, ...values.map(toStored));
    const columns = cursor.columnNames;
    // Two columns of one name are two values, as a row of D1's `raw` has them.
    const rows = [...cursor.raw()];
    const results = rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at]])));
    const { rowsRead, rowsWritten } = cursor;
    const meta = { changes: mayChange ? changesSoFar() - before : 0, rows_read: rowsRead, rows_written: rowsWritten };
    return { success: true, results, rows, meta: meta as unknown as D1Result["meta"] };
  };
  /** One transaction, as D1 runs a batch, with D1's words for an error. */
  const batch = (list: Bound[]) => {
    try {
      return storage.transactionSync(() => list.map(run));
    } catch (error) {
      throw new Error(`D1_ERROR: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const bound = new WeakMap<object, Bound>();
  const prepared = (one: Bound): D1PreparedStatement => {
    const all = async () => batch([one])[0]!;
    const statement = {
      bind: (...values: unknown[]) => prepared({ ...one, values }),
      all,
      run: all,
      first: async () => (await all()).results[0] ?? null,
      raw: async () => batch([one])[0]!.rows,
    } as unknown as D1PreparedStatement;
    bound.set(statement, one);
    return statement;
  };
  return {
    prepare: (text: string) => prepared({ text, values: [] }),
    batch: async (list: D1PreparedStatement[]) => batch(list.map((one) => bound.get(one)!)),
  } as unknown as D1Database;
}

interface Bound {
  text: string;
  values: unknown[];
}

function toStored(value: unknown): SqlStorageValue {
  if (value === undefined) throw new Error("D1_TYPE_ERROR: Type 'undefined' not supported");
  return typeof value === "boolean" ? Number(value) : (value as SqlStorageValue);
}

/** Sends each call of a binding through a hook. Unlike `wrapD1` it keeps `raw`, where columns may share a name. */
export function hookedD1(
  binding: D1Database,
  through: <T>(name: string, send: () => Promise<T>) => Promise<T>,
): D1Database {
  const real = new WeakMap<object, D1PreparedStatement>();
  const wrap = (text: string, statement: D1PreparedStatement): D1PreparedStatement => {
    const name = text.slice(0, 60);
    const wrapped = {
      bind: (...values: unknown[]) => wrap(text, statement.bind(...values)),
      all: () => through(name, () => statement.all()),
      run: () => through(name, () => statement.run()),
      raw: () => through(name, () => statement.raw()),
      first: (column?: string) => through(name, () => (column ? statement.first(column) : statement.first())),
    } as unknown as D1PreparedStatement;
    real.set(wrapped, statement);
    return wrapped;
  };
  return {
    prepare: (text: string) => wrap(text, binding.prepare(text)),
    batch: (list: D1PreparedStatement[]) =>
      through(`batch of ${list.length}`, () => binding.batch(list.map((one) => real.get(one)!))),
  } as unknown as D1Database;
}
