/** The methods that run a prepared statement. */
const RUNS = new Set<string | symbol>(["all", "raw", "run", "first"]);

/** Wraps a database so that the k-th statement fails. In a batch it rolls the batch back, as in D1. */
export function failingBinding(binding: D1Database, failAt: number) {
  let statements = 0;
  const inner = new WeakMap<object, D1PreparedStatement>();
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement => {
    const wrapped = new Proxy(statement, {
      get(target, name) {
        const value = Reflect.get(target, name) as unknown;
        if (name === "bind") return (...values: unknown[]) => wrap(target.bind(...values));
        if (!RUNS.has(name)) return typeof value === "function" ? value.bind(target) : value;
        return async (...args: unknown[]) => {
          if (++statements === failAt) throw new Error("D1_ERROR: injected failure");
          return await (value as (...args: unknown[]) => Promise<unknown>).apply(target, args);
        };
      },
    });
    inner.set(wrapped, statement);
    return wrapped;
  };
  const failing = {
    prepare: (query: string) => wrap(binding.prepare(query)),
    batch: (list: D1PreparedStatement[]) =>
      binding.batch(
        list.map((statement) =>
          ++statements === failAt ? binding.prepare("select * from no_such_table") : inner.get(statement)!,
        ),
      ),
  };
  return { binding: failing as unknown as D1Database, reached: () => statements >= failAt };
}
