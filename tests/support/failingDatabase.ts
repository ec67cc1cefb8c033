import { wrapD1 } from "~db/wrapD1";

/** Wraps a database so that the k-th statement fails. In a batch it rolls the batch back, as in D1. */
export function failingBinding(binding: D1Database, failAt: number) {
  let statements = 0;
  const failing = wrapD1(binding, {
    onStatement: async (_, run) => {
      if (++statements === failAt) throw new Error("D1_ERROR: injected failure");
      return await run();
    },
    onBatch: (sent, run) =>
      run(sent.map((one) => (++statements === failAt ? { sql: "select * from no_such_table", values: [] } : one))),
  });
  return { binding: failing, reached: () => statements >= failAt };
}
