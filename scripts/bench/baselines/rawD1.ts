import type { WorkerOptions } from "miniflare";
import type { Statement } from "../listStatements";

/** P6: a Worker that sends the list's own two statements in one batch and returns their rows as JSON. */
export const rawD1 = (database: string, statements: Statement[]): WorkerOptions => ({
  name: "raw-d1",
  modules: true,
  compatibilityDate: "2026-04-24",
  d1Databases: { DB: database },
  bindings: { STATEMENTS: statements as never },
  script: `export default {
  async fetch(_request, env) {
    const [rows, totals] = await env.DB.batch(env.STATEMENTS.map(({ sql, values }) => env.DB.prepare(sql).bind(...values)));
    return Response.json({ content: rows.results, totalElements: totals.results[0].total });
  },
};`,
});
