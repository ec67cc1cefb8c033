import type { WorkerOptions } from "miniflare";
import { bundleWorker } from "../../../tests/support/bundleWorker";
import type { ExportStatements } from "../exportStatements";

/**
 * P7: a Worker that reads the same rows with the same statements and writes them as plain text into a zip at the same
 * level. A row ends with its id and its sorted value, from where the next page continues.
 */
export const bareExport = async (database: string, statements: ExportStatements): Promise<WorkerOptions> => ({
  name: "bare-export",
  modules: true,
  compatibilityDate: "2026-04-24",
  d1Databases: { DB: database },
  bindings: { STATEMENTS: statements as never },
  script: await bundleWorker(`
    import { strToU8, Zip, ZipDeflate } from "fflate";
    export default {
      fetch(_request, env) {
        const { first, next, pageSize } = env.STATEMENTS;
        const ready = [];
        let ended = false;
        const zip = new Zip((error, chunk, final) => { if (error) throw error; ready.push(chunk); ended = ended || final; });
        const file = new ZipDeflate("rows.txt", { level: 3 });
        zip.add(file);
        let last = null;
        let done = false;
        return new Response(new ReadableStream({
          async pull(controller) {
            while (ready.length === 0 && !ended) {
              const values = last ? next.values.map((value, n) => next.id.includes(n) ? last.at(-2) : next.createdAt.includes(n) ? last.at(-1) : value) : first.values;
              const rows = done ? [] : await env.DB.prepare(last ? next.sql : first.sql).bind(...values).raw();
              if (rows.length > 0) file.push(strToU8(rows.map((row) => row.join(",")).join("\\n")));
              if (rows.length < pageSize) { file.push(new Uint8Array(0), true); zip.end(); done = true; }
              last = rows.at(-1);
            }
            for (const chunk of ready.splice(0)) controller.enqueue(chunk);
            if (ended) controller.close();
          },
        }, { highWaterMark: 0 }));
      },
    };`),
});
