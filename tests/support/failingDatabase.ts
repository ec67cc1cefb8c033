/** Ways of a prepared statement to run. */
const RUNS = new Set<string | symbol>(["all", "raw", "run", "first"]);

/** The same database with an error at the k-th statement; inside a batch it takes the batch back, as D1 does. */
export function failingBinding(binding: D1Database, failAt: number) {
  let statements = 0;
  const inner = new WeakMap<object, D1PreparedStatement>();
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement => {
    const wrapped = new Proxy(statement, {
      get(target, name) {
        const value = Reflect.get(target, name) as unknown;
        if (name === "bind") return (...values: unknown[]) => wrap(target.bind(...values));
        if (!RUNS.has(name)) return typeof value === "function" ? value.bind(target) : value;
        return async (...given: unknown[]) => {
          if (++statements === failAt) throw new Error("D1_ERROR: injected failure");
          return await (value as (...given: unknown[]) => Promise<unknown>).apply(target, given);
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
        list.map((one) => (++statements === failAt ? binding.prepare("select * from no_such_table") : inner.get(one)!)),
      ),
  };
  return { binding: failing as unknown as D1Database, reached: () => statements >= failAt };
}
